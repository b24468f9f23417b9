"""/targets: so much a day of a nutrient, at least or at most; on every day, or on one of the week."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from bot.acts import Act, Context, Draft, reply, say
from bot.diary.ports import Preferences
from bot.diary.progress import bounds_told, nutrient_name
from bot.diary.rendering import shown
from bot.diary.target_words import NotTarget, Wanted, Wrong, is_listing, read_targets
from bot.locales import Words
from bot.locales.prose import joined
from bot.messages import Button
from bot.ports import Provenance, Transaction
from rag.diary.evidence import Target
from rag.diary.types import NUTRIENTS, unit_shown
from rag.types import Language

_Key = tuple[str, int | None]
_LEAST_RUN: Final = 3
"""Days in a row that are told by the first and the last."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What one wish comes to: the targets to be kept, those without bounds to go, and what is said of it."""

    targets: Sequence[Target]
    told: str
    buttons: tuple[Button, ...] = ()


class Targets:
    """Lists, sets and removes targets."""

    name = "targets"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["metas"], Language.ES: ["metas"]}
    in_menu = True

    def __init__(self, preferences: Preferences) -> None:
        self.preferences = preferences

    async def run(self, context: Context, argument: str) -> Act:
        """What `argument` asks for; without one, what is set and how to set it."""
        held = {(t.nutrient, t.weekday): t for t in await self.preferences.targets(context.session.person)}
        wishes = [] if is_listing(argument) else read_targets(argument)
        if not wishes:
            return reply(Draft(_listed(held, context.words), provenance=_evidence(list(held.values()))))
        done = []
        for wish in wishes:
            done.append(_done(wish, held, context.words))
            held |= {(target.nutrient, target.weekday): target for target in done[-1].targets}
        return self._act(done, context.words)

    async def press(self, context: Context, argument: str) -> Act:
        """`min` or `max`, the nutrient, the value, and the weekdays: the answer to which of the two was meant."""
        wanted = _chosen(argument.split(":"))
        if wanted is None:
            return say(context.words("input.stale"))
        held = {(t.nutrient, t.weekday): t for t in await self.preferences.targets(context.session.person)}
        return self._act([_done(wanted, held, context.words)], context.words)

    def _act(self, done: Sequence[_Done], words: Words) -> Act:
        changed = [target for each in done for target in each.targets]
        buttons = tuple(each.buttons for each in done if each.buttons)
        told = "\n".join(each.told for each in done)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            for target in changed:
                await self.preferences.set_target(transaction, target)
            text = f"{told}\n\n{words('targets.follow')}" if changed else told
            return [Draft(text, buttons, provenance=_evidence(changed))]

        return act


def _done(wish: Wanted | NotTarget, held: Mapping[_Key, Target], words: Words) -> _Done:
    if isinstance(wish, NotTarget):
        return _Done((), _refusal(wish, words))
    if wish.removed:
        return _removed(wish, held, words)
    if wish.either is not None:
        return _which(wish, wish.either, words)
    merged = [_merged(wish, weekday, held) for weekday in wish.weekdays or (None,)]
    reversed_ = next(
        (t for t in merged if t.minimum is not None and t.maximum is not None and t.minimum > t.maximum), None
    )
    if reversed_ is not None:
        wanted = Wanted(wish.nutrient, wish.weekdays, reversed_.minimum, reversed_.maximum)
        return _Done((), _refusal(NotTarget(Wrong.REVERSED, "", wanted), words))
    told = [_told("saved", target, words, days) for target, days in _together(merged)]
    return _Done(merged, "\n".join([*told, words("targets.salt")] if wish.salt else told))


def _merged(wish: Wanted, weekday: int | None, held: Mapping[_Key, Target]) -> Target:
    """The wish beside the other bound, where that is set for the same days already."""
    before = held.get((wish.nutrient, weekday), Target(wish.nutrient))
    minimum = before.minimum if wish.minimum is None else wish.minimum
    maximum = before.maximum if wish.maximum is None else wish.maximum
    return Target(wish.nutrient, minimum, maximum, weekday)


def _removed(wish: Wanted, held: Mapping[_Key, Target], words: Words) -> _Done:
    """Without weekdays all of the nutrient's go."""
    gone = [Target(t.nutrient, weekday=t.weekday) for t in held.values()
            if t.nutrient == wish.nutrient and (t.weekday in wish.weekdays or not wish.weekdays)
            and (t.minimum is not None or t.maximum is not None)]  # fmt: skip
    if not gone:
        return _Done((), words("targets.nothing_to_remove", nutrient=nutrient_name(wish.nutrient, words)))
    if not wish.weekdays:
        return _Done(gone, words("targets.removed", nutrient=nutrient_name(wish.nutrient, words)))
    return _Done(gone, "\n".join(_told("removed", target, words, days) for target, days in _together(gone)))


def _which(wish: Wanted, value: Decimal, words: Words) -> _Done:
    days = ",".join(map(str, wish.weekdays))
    said = shown(wish.nutrient, value, words)
    buttons = tuple(
        Button(words(f"targets.bounds_{bound}imum", **{f"{bound}imum": said}),
               f"targets:{bound}:{wish.nutrient}:{value}:{days}:{'salt' if wish.salt else ''}")
        for bound in ("min", "max")
    )  # fmt: skip
    return _Done((), words("targets.which", nutrient=nutrient_name(wish.nutrient, words), value=said), buttons)


def _chosen(parts: Sequence[str]) -> Wanted | None:
    """The target of a button, as `_which` wrote it."""
    try:
        bound, nutrient, value, days, salt = parts
        amount = Decimal(value)
        weekdays = tuple(int(day) for day in days.split(",") if day)
    except (ValueError, InvalidOperation):
        return None
    if nutrient not in NUTRIENTS or bound not in ("min", "max"):
        return None
    minimum, maximum = (amount, None) if bound == "min" else (None, amount)
    return Wanted(nutrient, weekdays, minimum, maximum, salt=salt == "salt")


def _together(targets: Sequence[Target]) -> list[tuple[Target, tuple[int, ...]]]:
    """Targets with the weekdays on which they are the same, in their order; no weekdays: every day."""
    same: dict[tuple[str, Decimal | None, Decimal | None, bool], list[Target]] = {}
    for one in targets:
        same.setdefault((one.nutrient, one.minimum, one.maximum, one.weekday is None), []).append(one)
    return [(alike[0], tuple(sorted(t.weekday for t in alike if t.weekday is not None))) for alike in same.values()]


def _days_told(days: Sequence[int], words: Words) -> str:
    """Weekdays in words; three or more in a row as "de segunda a sexta"."""
    runs: list[list[int]] = []
    for day in days:
        if runs and day == runs[-1][-1] + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    told: list[str] = []
    for run in runs:
        if len(run) < _LEAST_RUN:
            told += [words(f"targets.weekday_{day}") for day in run]
        else:
            ends = {name: words(f"ask.weekday_{day}") for name, day in (("first", run[0]), ("last", run[-1]))}
            told.append(words("targets.weekday_range", **ends))
    return joined(told, words.language)


def _told(key: str, target: Target, words: Words, days: Sequence[int]) -> str:
    values = {"nutrient": nutrient_name(target.nutrient, words)}
    if key == "saved":
        values["bounds"] = bounds_told(target, words)
    if not days:
        return words(f"targets.{key}", **values)
    return words(f"targets.{key}_weekday", **values, weekday=_days_told(days, words))


def _refusal(wrong: NotTarget, words: Words) -> str:
    values: dict[str, object] = {"said": wrong.said}
    if wrong.wanted is not None:
        key = wrong.wanted.nutrient
        values |= {"nutrient": nutrient_name(key, words), "unit": unit_shown(key)}
        values |= {name: shown(key, getattr(wrong.wanted, name), words) for name in ("minimum", "maximum")}
    return words(f"targets.refused_{wrong.why}", **values)


def _listed(held: Mapping[_Key, Target], words: Words) -> str:
    order = {key: number for number, key in enumerate(NUTRIENTS)}
    targets = sorted(held.values(), key=lambda t: (order[t.nutrient], -1 if t.weekday is None else t.weekday))
    items = [_item(target, words, days) for target, days in _together(targets)]
    return "\n".join([words("targets.title"), *(items or [words("targets.none")]), "", words("targets.how")])


def _item(target: Target, words: Words, days: Sequence[int]) -> str:
    values = {"nutrient": nutrient_name(target.nutrient, words, first=True), "bounds": bounds_told(target, words)}
    if not days:
        return words("targets.item", **values)
    return words("targets.item_weekday", **values, weekday=_days_told(days, words))


def _evidence(targets: Sequence[Target]) -> Provenance:
    rows = [{"nutrient": t.nutrient, "weekday": t.weekday, "minimum": _text(t.minimum), "maximum": _text(t.maximum)}
            for t in targets]  # fmt: skip
    return Provenance(evidence=({"kind": "diary", "targets": rows},)) if rows else Provenance()


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)
