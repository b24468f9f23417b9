"""What the diary holds for a question, with the sums and counts that answers may state beside SQL's own. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Final

from rag.diary.evidence import AskedFood, Entry, Evidence, Summary, Total
from rag.diary.types import Meal, Nutrients, Plan
from rag.types import Language

LONGEST_WITH_MEALS: Final = 7
"""Days up to which each meal's sums are told."""


@dataclass(frozen=True, slots=True)
class FoodSum:
    """All entries of one food in the period: grams and nutrients summed, null where any is unknown; times and days."""

    slug: str
    name: str
    grams: Decimal
    nutrients: Nutrients
    times: int
    days: tuple[date, ...]


@dataclass(frozen=True)
class Ledger:
    """The evidence as rows with short ids, `today` being the person's day."""

    evidence: Evidence
    language: Language
    today: date

    @property
    def asked(self) -> AskedFood | None:
        """The food or category that was asked for."""
        return self.evidence.asked

    @property
    def plan(self) -> Plan:
        """What was read."""
        return self.evidence.plan

    @property
    def complete(self) -> bool:
        """Whether every entry of the period is at hand."""
        return self.plan.need_detail and self.evidence.left_out == 0

    @cached_property
    def nutrients(self) -> tuple[str, ...]:
        """Those that were read."""
        return tuple(summary.nutrient for summary in self.evidence.summaries) or self.plan.nutrients

    @cached_property
    def days(self) -> tuple[date, ...]:
        """The days with entries."""
        return tuple(sorted({total.day for total in self.evidence.totals}))

    @cached_property
    def gaps(self) -> tuple[date, ...]:
        """The days of the period without entries."""
        every = (self.plan.date_from + timedelta(days=n) for n in range(self.evidence.span))
        logged = set(self.days)
        return tuple(day for day in every if day not in logged)

    @cached_property
    def entry_count(self) -> int:
        """The entries of the period, those left out too."""
        by_day = {total.day: total.entries for total in self.evidence.totals}
        return sum(by_day.values())

    @cached_property
    def totals(self) -> Mapping[tuple[date, str], Total]:
        """By day and nutrient."""
        return {(total.day, total.nutrient): total for total in self.evidence.totals}

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """By nutrient."""
        return {summary.nutrient: summary for summary in self.evidence.summaries}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The foods' names in the answer's language, by slug."""
        return {entry.food.slug: entry.food.name(self.language) for entry in self.evidence.entries}

    @cached_property
    def foods(self) -> tuple[FoodSum, ...]:
        """The sums over each food, the most grams first; none where entries were left out."""
        if not self.complete:
            return ()
        by_slug: dict[str, list[Entry]] = {}
        for entry in self.evidence.entries:
            by_slug.setdefault(entry.food.slug, []).append(entry)
        sums = (_food_sum(slug, self.names[slug], entries) for slug, entries in by_slug.items())
        return tuple(sorted(sums, key=lambda one: (-one.grams, one.slug)))

    @cached_property
    def matching(self) -> tuple[Entry, ...]:
        """The entries that were read of what was asked for, in the order eaten."""
        if self.asked is None:
            return ()
        found = (entry for entry in self.evidence.entries if entry.food.slug in self.asked.slugs)
        return tuple(sorted(found, key=lambda entry: (entry.day, entry.eaten_at)))

    @cached_property
    def meals(self) -> Mapping[tuple[date, Meal], Mapping[str, Decimal]]:
        """The sums over each meal of a day, of some days alone, unknown ones left out; none where entries were."""
        groups: dict[tuple[date, Meal], list[Entry]] = {}
        for entry in self.evidence.entries if self.complete and self.evidence.span <= LONGEST_WITH_MEALS else ():
            groups.setdefault((entry.day, entry.meal), []).append(entry)
        return {key: known_of(_sums(entries), self.nutrients) for key, entries in sorted(groups.items())}

    def bounds(self, nutrient: str, *, highest: bool) -> frozenset[Decimal]:
        """The maxima, or minima, of a nutrient's targets over the days that have one."""
        found = (_bound(total, highest=highest) for total in self.evidence.totals if total.nutrient == nutrient)
        return frozenset(bound for bound in found if bound is not None)

    def compared(self, nutrient: str, *, highest: bool) -> tuple[tuple[date, ...], tuple[date, ...]]:
        """The days with such a target on which it can be told whether it was passed, and those on which it can't."""
        bounded = [total for total in self.evidence.totals
                   if total.nutrient == nutrient and _bound(total, highest=highest) is not None]  # fmt: skip
        told = tuple(total.day for total in bounded if _is_told(total, highest=highest))
        return told, tuple(total.day for total in bounded if total.day not in told)

    def amount(self, day: date, nutrient: str) -> Decimal | None:
        """A day's total."""
        total = self.totals.get((day, nutrient))
        return total.amount if total else None


def _bound(total: Total, *, highest: bool) -> Decimal | None:
    if total.target is None:
        return None
    return total.target.maximum if highest else total.target.minimum


def _is_told(total: Total, *, highest: bool) -> bool:
    """What is partly known is that much at least."""
    bound = _bound(total, highest=highest)
    if total.amount is None or bound is None:
        return False
    return total.known == 1 or (total.amount > bound if highest else total.amount >= bound)


def _food_sum(slug: str, name: str, entries: Sequence[Entry]) -> FoodSum:
    grams = sum((entry.grams for entry in entries), Decimal(0))
    days = tuple(sorted({entry.day for entry in entries}))
    return FoodSum(slug, name, grams, _sums(entries), len(entries), days)


def _sums(entries: Sequence[Entry]) -> Nutrients:
    """The sum of each nutrient, None where an entry's is unknown."""
    sums: dict[str, Decimal | None] = dict.fromkeys(entries[0].nutrients, Decimal(0))
    for entry in entries:
        for key, before in sums.items():
            held = entry.nutrients.get(key)
            sums[key] = None if held is None or before is None else before + held
    return sums


def known_of(values: Nutrients, wanted: Sequence[str]) -> dict[str, Decimal]:
    """The wanted ones that are known."""
    return {key: held for key in wanted if (held := values.get(key)) is not None}
