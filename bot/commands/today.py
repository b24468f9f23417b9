"""/today: a day of the person's, its meals, and how it stands to their targets; as text and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from bot.acts import Act, Context, Draft, reply, say
from bot.diary.ports import Charts, DiaryReader, Preferences
from bot.diary.progress import Line, Stand, bounds_told, counted, lines_of, nutrient_name, share, stand_told, targets_on
from bot.diary.recording import Recorder
from bot.diary.rendering import grams, logged, shown
from bot.locales import Words
from bot.locales.prose import joined, show_date
from bot.ports import Provenance
from rag.diary.days import day_of
from rag.diary.evidence import Entry, Evidence, Target, Total
from rag.diary.planning.periods import period_of
from rag.diary.types import Meal, Plan
from rag.types import Language


class Today:
    """Shows the day that it is for the person, or the one that they name."""

    name = "today"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["hoje"], Language.ES: ["hoy"]}
    in_menu = True

    def __init__(self, reader: DiaryReader, preferences: Preferences, recorder: Recorder, charts: Charts) -> None:
        self.reader = reader
        self.preferences = preferences
        self.recorder = recorder
        self.charts = charts

    async def run(self, context: Context, argument: str) -> Act:
        """Meals with their entries, then what the day holds against its targets."""
        person = context.session.person
        today = day_of(context.incoming.at, self.recorder.clock(context))
        day = _named(argument, context, today)
        if isinstance(day, str):
            return say(day)
        targets = targets_on(await self.preferences.targets(person), day)
        evidence = await self.reader.evidence(person, Plan(day, day, counted(targets.values()), need_detail=True))
        if not evidence.entries:
            return say(_nothing(targets, None if day == today else day, context.words))
        picture = await self.charts.today(person, evidence, context.language)
        # of what was eaten at one time, the highest in energy stays first
        entries = sorted(evidence.entries, key=lambda entry: (list(Meal).index(entry.meal), entry.eaten_at))
        return reply(
            Draft(
                day_text(evidence, entries, context.words),
                provenance=Provenance(evidence=(_evidence(evidence, entries),)),
                media=picture.path if picture else None,
                entries=logged(entries, context.language),
            )
        )

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)


def _named(said: str, context: Context, today: date) -> date | str:
    """The one day that `said` names, today where nothing is said; or why it is none, for the person."""
    words = context.words
    said = said.strip(" ?!.")
    if not said:
        return today
    first, last = period_of(said, context.language, today)
    if first is None or last is None:
        return words("today.unread", said=said)
    if first != last:
        return words("today.several")
    return words("today.future") if first > today else first


def day_text(evidence: Evidence, entries: Sequence[Entry], words: Words) -> str:
    """A day in words: all that its picture shows, and its meals. `entries` are in the order of their meals."""
    title = words("today.title", day=show_date(evidence.plan.date_from.isoformat(), words.language))
    blocks = [title]
    for meal in dict.fromkeys(entry.meal for entry in entries):
        eaten = [entry for entry in entries if entry.meal is meal]
        blocks.append("\n".join([_meal(meal, eaten, words), *(_entry(entry, words) for entry in eaten)]))
    if evidence.left_out:
        blocks.append(words("today.left_out", count=len(entries)))
    lines = lines_of(evidence.totals)
    blocks.append("\n".join([words("today.total"), *(_line(line, words) for line in lines)]))
    if partly := [line for line in lines if line.known < 1]:
        shares = [words("today.share", nutrient=nutrient_name(line.nutrient, words), share=share(line.known, words))
                  for line in partly]  # fmt: skip
        blocks.append(words("today.partly", shares=joined(shares, words.language)))
    if all(line.stand is Stand.FREE for line in lines):
        blocks.append(words("today.no_targets"))
    return "\n\n".join(blocks)


def _meal(meal: Meal, eaten: Sequence[Entry], words: Words) -> str:
    name = words(f"meal.{meal}")
    known = [value for entry in eaten if (value := entry.nutrients["energy_kcal"]) is not None]
    energy = shown("energy_kcal", sum(known, Decimal(0)) if known else None, words)
    key = "today.meal" if len(known) in (0, len(eaten)) else "today.meal_partly"
    return words(key, meal=name[:1].upper() + name[1:], energy=energy)


def _entry(entry: Entry, words: Words) -> str:
    energy = shown("energy_kcal", entry.nutrients["energy_kcal"], words)
    return words("today.entry", food=entry.food.name(words.language), grams=grams(entry.grams, words), energy=energy)


def _line(line: Line, words: Words) -> str:
    values = {
        "nutrient": nutrient_name(line.nutrient, words, first=True),
        "amount": shown(line.nutrient, line.amount, words),
    }
    if line.stand is Stand.FREE:
        return words("today.line_free", **values)
    return words("today.line", **values, bounds=bounds_told(line, words), stand=stand_told(line, words))


def _nothing(targets: Mapping[str, Target], day: date | None, words: Words) -> str:
    """`day`: where it is another than today."""
    nothing = words("today.nothing")
    if day:
        nothing = words("today.nothing_on", day=show_date(day.isoformat(), words.language))
    if not targets:
        return nothing if day else f"{nothing}\n\n{words('today.no_targets')}"
    held = [words("targets.item", nutrient=nutrient_name(key, words, first=True), bounds=bounds_told(target, words))
            for key in counted(targets.values()) if (target := targets.get(key))]  # fmt: skip
    return "\n".join([nothing, "", words("today.held_on" if day else "today.held"), *held])


def _evidence(evidence: Evidence, entries: Sequence[Entry]) -> Mapping[str, object]:
    """The rows and figures that the reply shows: its proof."""
    day = evidence.plan.date_from.isoformat()
    totals = [_figures(total) for total in evidence.totals]
    return {"kind": "diary", "day": day, "entries": [str(entry.id) for entry in entries], "totals": totals}


def _figures(total: Total) -> Mapping[str, str | None]:
    """As text, exactly as SQL gave them."""
    target = total.target or Target(total.nutrient)
    figures = {"amount": total.amount, "known": total.known, "minimum": target.minimum, "maximum": target.maximum}
    return {"nutrient": total.nutrient, **{key: None if v is None else str(v) for key, v in figures.items()}}
