"""The rows that an answer about the diary may rest on, and every figure they hold, each with what it is of. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from rag.diary.asking.ledger import FoodSum, Ledger, known_of
from rag.diary.evidence import AskedFood, Entry, Summary, Total
from rag.diary.types import Meal, unit_of

PERIOD_ROW = "p"
ASKED_ROW = "a"


class Stat(StrEnum):
    """What a figure is. The sums over a food, a meal and the counts are this package's; the rest is SQL's."""

    DAY = "day"
    ENTRY = "entry"
    FOOD = "food"
    MEAL = "meal"
    TOTAL = "total"
    MEAN = "mean"
    HIGHEST = "highest"
    LOWEST = "lowest"
    GRAMS = "grams"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    KNOWN = "known"
    SPAN = "span"
    LOGGED = "logged"
    GAPS = "gaps"
    ENTRIES = "entries"
    OVER = "over"
    UNDER = "under"
    TIMES = "times"
    FOOD_DAYS = "food_days"


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of a row: of a nutrient, a day, a food (by slug) or a meal, where it is of one."""

    row: str
    stat: Stat
    value: Decimal
    unit: str
    nutrient: str | None = None
    day: date | None = None
    food: str | None = None
    meal: Meal | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the context: as a model reads it, its figures, and the days and foods that it speaks of."""

    id: str
    told: Mapping[str, object]
    facts: tuple[Fact, ...]
    days: frozenset[date] = frozenset()
    foods: frozenset[str] = frozenset()
    entry: str | None = None


@dataclass(frozen=True)
class Rows:
    """Everything that an answer may cite: rows with short ids, made of a ledger."""

    ledger: Ledger

    @cached_property
    def all(self) -> tuple[Row, ...]:
        """In the order in which a model reads them."""
        ledger = self.ledger
        return (
            _period_row(ledger),
            *(_summary_row(n, summary, ledger) for n, summary in enumerate(ledger.evidence.summaries, start=1)),
            *(_day_row(n, day, ledger) for n, day in enumerate(ledger.days, start=1)),
            *(_meal_row(n, key, sums) for n, (key, sums) in enumerate(ledger.meals.items(), start=1)),
            *(_food_row(n, one, ledger) for n, one in enumerate(ledger.foods, start=1)),
            *(_entry_row(n, entry, ledger) for n, entry in enumerate(ledger.evidence.entries, start=1)),
            *([_asked_row(ledger.asked, ledger)] if ledger.asked else []),
        )

    @cached_property
    def by_id(self) -> Mapping[str, Row]:
        """The rows by their ids."""
        return {row.id: row for row in self.all}

    def of(self, ids: Iterable[str]) -> list[Row]:
        """The rows of some ids; unknown ones are left out."""
        return [self.by_id[id_] for id_ in ids if id_ in self.by_id]


def plainly(value: Decimal, places: int = 2) -> str:
    """A value as JSON rows show it: at most so many decimals, a point, no zeros at the end."""
    text = f"{round(value, places):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _shown(values: Mapping[str, Decimal]) -> dict[str, str]:
    return {key: plainly(held) for key, held in values.items()}


def _facts(
    row: str,
    stat: Stat,
    values: Mapping[str, Decimal],
    *,
    day: date | None = None,
    food: str | None = None,
    meal: Meal | None = None,
) -> tuple[Fact, ...]:
    return tuple(Fact(row, stat, held, unit_of(key), key, day, food, meal) for key, held in values.items())


def _count(row: str, stat: Stat, value: int, unit: str, nutrient: str | None = None, food: str | None = None) -> Fact:
    return Fact(row, stat, Decimal(value), unit, nutrient, food=food)


def _period_row(ledger: Ledger) -> Row:
    plan, days = ledger.plan, ledger.days
    entries = ledger.entry_count
    told = {
        "row": PERIOD_ROW,
        "from": plan.date_from.isoformat(),
        "to": plan.date_to.isoformat(),
        "days": ledger.evidence.span,
        "days_with_entries": len(days),
        "entries": entries,
        "days_without_entries": [day.isoformat() for day in ledger.gaps],
    }
    counts = {Stat.SPAN: ledger.evidence.span, Stat.LOGGED: len(days), Stat.GAPS: len(ledger.gaps)}
    facts = tuple(_count(PERIOD_ROW, stat, value, "day") for stat, value in counts.items())
    facts += (_count(PERIOD_ROW, Stat.ENTRIES, entries, "entry"),)
    return Row(PERIOD_ROW, told, facts, frozenset(ledger.gaps))


def _summary_row(n: int, summary: Summary, ledger: Ledger) -> Row:
    row, key = f"s{n}", summary.nutrient
    ends = {Stat.HIGHEST: summary.highest, Stat.LOWEST: summary.lowest}
    values = {Stat.TOTAL: summary.total, Stat.MEAN: summary.mean}
    facts = [Fact(row, stat, value, unit_of(key), key) for stat, value in values.items() if value is not None]
    facts += [Fact(row, stat, end[1], unit_of(key), key, end[0]) for stat, end in ends.items() if end]
    unsure = {stat: ledger.compared(key, highest=stat is Stat.OVER)[1] for stat in _beyond(summary)}
    facts += [_count(row, stat, len(days), "day", key) for stat, days in _beyond(summary).items() if not unsure[stat]]
    facts += [_count(row, Stat.LOGGED, summary.days, "day"), Fact(row, Stat.KNOWN, summary.known * 100, "%", key)]
    told: dict[str, object] = {
        "row": row,
        "nutrient": key,
        "total": _told(summary.total),
        "mean_per_day_with_entries": _told(summary.mean),
        "known_percent_of_weight": plainly(summary.known * 100, 0),
    }
    told |= {stat: {"day": end[0].isoformat(), "value": plainly(end[1])} for stat, end in ends.items() if end}
    told |= {f"days_{stat}_target": [day.isoformat() for day in days] for stat, days in _beyond(summary).items()}
    told |= {f"days_perhaps_{stat}_target": [day.isoformat() for day in days] for stat, days in unsure.items() if days}
    days = {end[0] for end in ends.values() if end} | {*summary.over, *summary.under}
    return Row(row, told, tuple(facts), frozenset(days))


def _told(value: Decimal | None) -> str | None:
    return None if value is None else plainly(value)


def _beyond(summary: Summary) -> dict[Stat, Sequence[date]]:
    return {Stat.OVER: summary.over, Stat.UNDER: summary.under}


def _day_row(n: int, day: date, ledger: Ledger) -> Row:
    row = f"d{n}"
    totals = [ledger.totals[day, key] for key in ledger.nutrients if (day, key) in ledger.totals]
    values = {total.nutrient: total.amount for total in totals if total.amount is not None}
    facts = list(_facts(row, Stat.DAY, values, day=day))
    targets: dict[str, dict[str, str]] = {}
    for total in totals:
        for stat, bound in _bounds(total).items():
            facts.append(Fact(row, stat, bound, unit_of(total.nutrient), total.nutrient, day))
            targets.setdefault(total.nutrient, {})[stat] = plainly(bound)
    entries = max((total.entries for total in totals), default=0)
    facts.append(Fact(row, Stat.ENTRIES, Decimal(entries), "entry", day=day))
    told = {"row": row, "day": day.isoformat(), "entries": entries} | _shown(values)
    told |= {"targets": targets} if targets else {}
    return Row(row, told, tuple(facts), frozenset([day]))


def _bounds(total: Total) -> dict[Stat, Decimal]:
    target = total.target
    bounds = {Stat.MINIMUM: target.minimum, Stat.MAXIMUM: target.maximum} if target else {}
    return {stat: bound for stat, bound in bounds.items() if bound is not None}


def _meal_row(n: int, key: tuple[date, Meal], sums: Mapping[str, Decimal]) -> Row:
    day, meal = key
    told = {"row": f"m{n}", "day": day.isoformat(), "meal": str(meal)} | _shown(sums)
    return Row(f"m{n}", told, _facts(f"m{n}", Stat.MEAL, sums, day=day, meal=meal), frozenset([day]))


def _food_row(n: int, one: FoodSum, ledger: Ledger) -> Row:
    row, sums = f"f{n}", known_of(one.nutrients, ledger.nutrients)
    day = ledger.plan.date_from if ledger.evidence.span == 1 else None
    facts = (
        *_facts(row, Stat.FOOD, sums, day=day, food=one.slug),
        Fact(row, Stat.GRAMS, one.grams, "g", None, day, one.slug),
        _count(row, Stat.TIMES, one.times, "times", food=one.slug),
        _count(row, Stat.FOOD_DAYS, len(one.days), "day", food=one.slug),
    )
    told = {"row": row, "food": one.name, "times": one.times, "days": len(one.days), "grams": plainly(one.grams)}
    return Row(row, told | _shown(sums), facts, frozenset(one.days), frozenset([one.slug]))


def _entry_row(n: int, entry: Entry, ledger: Ledger) -> Row:
    row, slug = f"e{n}", entry.food.slug
    values = known_of(entry.nutrients, ledger.nutrients)
    facts = (
        *_facts(row, Stat.ENTRY, values, day=entry.day, food=slug, meal=entry.meal),
        Fact(row, Stat.GRAMS, entry.grams, "g", None, entry.day, slug, entry.meal),
    )
    told = {"row": row, "day": entry.day.isoformat(), "meal": str(entry.meal), "food": ledger.names[slug]}
    told |= {"grams": plainly(entry.grams)} | _shown(values)
    return Row(row, told, facts, frozenset([entry.day]), frozenset([slug]), str(entry.id))


def _asked_row(asked: AskedFood, ledger: Ledger) -> Row:
    times, days = (asked.whole.entries, asked.whole.days) if asked.whole else (0, ())
    told = {
        "row": ASKED_ROW,
        "asked": asked.phrase,
        "times": times,
        "days": [day.isoformat() for day in days],
        "foods": sorted({food.names[ledger.language] for food in asked.foods}),
    }
    facts = (
        _count(ASKED_ROW, Stat.TIMES, times, "times", food=ASKED_ROW),
        _count(ASKED_ROW, Stat.FOOD_DAYS, len(days), "day", food=ASKED_ROW),
    )
    return Row(ASKED_ROW, told, facts, frozenset(days), frozenset([ASKED_ROW, *asked.slugs]))
