"""The answer about the diary that code alone gives: from the rows, by what the question wants to know. Pure.

It describes and never prescribes; every block is markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rag.diary.asking.food_telling import MOST_LINES, FoodTeller
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.showing import Style, opened
from rag.diary.asking.tables import Tables
from rag.diary.evidence import Summary, Target
from rag.diary.planning.aspects import Aspect
from rag.diary.types import Note

_LONG: Final = 14


@dataclass(frozen=True, slots=True)
class LogQuestion:
    """What is answered: the person's words, the evidence as a ledger, what they want to know, and the clamp's notes."""

    text: str
    ledger: Ledger
    aspect: Aspect
    notes: frozenset[Note] = frozenset()


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells evidence in a language."""

    style: Style

    def tell(self, question: LogQuestion) -> tuple[str, ...]:
        """The whole answer, footer within."""
        ledger = question.ledger
        if not ledger.days:
            return (*self._empty(ledger), *self.notes(question), self.footer)
        return (*self.answer(question), *self.remarks(question), self.footer)

    def answer(self, question: LogQuestion) -> list[str]:
        """What was asked for, without remarks."""
        foods = FoodTeller(self.style)
        by_aspect: Mapping[Aspect, Callable[[Ledger], list[str]]] = {
            Aspect.MEAN: self._means,
            Aspect.HIGHEST_DAY: lambda ledger: self._extremes(ledger, "highest"),
            Aspect.LOWEST_DAY: lambda ledger: self._extremes(ledger, "lowest"),
            Aspect.HIGHEST_FOOD: lambda ledger: foods.most(ledger) or self._totals(ledger),
            Aspect.TREND: self._trend,
            Aspect.COUNT: self._counts,
            Aspect.PRESENCE: self._counts,
            Aspect.WHEN: self._counts,
            Aspect.LIST: lambda ledger: [*foods.all(ledger), *self._totals(ledger)],
            Aspect.OVER_TARGET: lambda ledger: self._beyond(ledger, over=True),
            Aspect.UNDER_TARGET: lambda ledger: self._beyond(ledger, over=False),
            Aspect.COMPARE: self._comparison,
        }
        ledger = question.ledger
        if question.aspect in (Aspect.TOTAL, Aspect.MEAN) and ledger.asked and ledger.plan.need_detail:
            return self._counts(ledger)
        return by_aspect.get(question.aspect, self._totals)(ledger)

    @property
    def footer(self) -> str:
        """That it is generated, and how to check it."""
        return self.style.words("ask.footer")

    def said(self, sentences: Sequence[str]) -> str:
        """A model's sentences as markup."""
        return self.style.words("ask.said", text=" ".join(sentences))

    def remarks(self, question: LogQuestion) -> list[str]:
        """Which days were logged, how much is known, what was left out, what the clamp changed."""
        return [*self._coverage(question.ledger), *self.notes(question)]

    def notes(self, question: LogQuestion) -> list[str]:
        """What the clamp changed."""
        period = self.style.period(question.ledger)
        told = [note for note in Note if note in question.notes]
        return ["\n".join(self.style.words(f"ask.note_{note}", period=period) for note in told)] if told else []

    def table(self, question: LogQuestion) -> tuple[str, ...]:
        """Days and their values as stored: what stands in for an answer that failed."""
        ledger = question.ledger
        if not ledger.days:
            return self.tell(question)
        foods = FoodTeller(self.style).counts(ledger) if ledger.asked else []
        shown = [self.style.words("ask.table_lead"), Tables(self.style).of(ledger), *foods]
        return (*shown, *self.remarks(question), self.footer)

    # days and sums

    def _empty(self, ledger: Ledger) -> list[str]:
        key = "ask.empty_day" if ledger.evidence.span == 1 else "ask.empty_period"
        return [opened(self.style.when(key, ledger))]

    def _totals(self, ledger: Ledger) -> list[str]:
        totals = _held(ledger, lambda summary: summary.total)
        if not totals:
            return [self._unknown(ledger)]
        if ledger.evidence.span == 1:
            told = [self.style.when("ask.day_amounts", ledger, amounts=self.style.amounts(totals))]
            return [" ".join([*told, *self._targets(ledger)])]
        means = _held(ledger, lambda summary: summary.mean)
        mean = self.style.words("ask.mean_amounts", amounts=self.style.amounts(means))
        return [f"{self.style.when('ask.period_amounts', ledger, amounts=self.style.amounts(totals))} {mean}"]

    def _targets(self, ledger: Ledger) -> list[str]:
        """The targets of the one day that was read."""
        told = []
        for key in ledger.nutrients:
            total = ledger.totals.get((ledger.plan.date_from, key))
            target = (total.target if total else None) or Target(key)
            for bound, word in ((target.minimum, "min"), (target.maximum, "max")):
                if bound is not None:
                    shown = {"nutrient": self.style.name(key), "bound": self.style.amount(key, bound)}
                    told.append(self.style.words(f"ask.target_{word}", **shown))
        return told

    def _means(self, ledger: Ledger) -> list[str]:
        means = _held(ledger, lambda summary: summary.mean)
        if ledger.evidence.span == 1 or not means:
            return self._totals(ledger)
        return [self.style.when("ask.period_mean", ledger, amounts=self.style.amounts(means))]

    def _extremes(self, ledger: Ledger, which: str) -> list[str]:
        if ledger.evidence.span == 1:
            return self._totals(ledger)
        told = []
        for summary in ledger.evidence.summaries:
            end = summary.highest if which == "highest" else summary.lowest
            if end is not None:
                values = {
                    "nutrient": self.style.name(summary.nutrient),
                    "value": self.style.amount(summary.nutrient, end[1]),
                }
                told.append(self.style.words(f"ask.{which}_day", day=self.style.day(end[0], ledger.today), **values))
            elif summary.total is not None:
                told.append(self.style.words("ask.lowest_unsure", nutrient=self.style.name(summary.nutrient)))
        return ["\n".join(told)] if told else [self._unknown(ledger)]

    def _trend(self, ledger: Ledger) -> list[str]:
        both = [*self._extremes(ledger, "highest"), *self._extremes(ledger, "lowest")]
        if ledger.evidence.span == 1 or not _held(ledger, lambda summary: summary.mean):
            return self._totals(ledger)
        return [
            *self._means(ledger),
            *([self._day_lines(ledger)] if len(ledger.days) <= _LONG else []),
            "\n".join(both),
        ]

    def _comparison(self, ledger: Ledger) -> list[str]:
        """The days beside each other, and the difference where they are two."""
        if len(ledger.days) > MOST_LINES or not ledger.days:
            return self._means(ledger)
        blocks = [self._day_lines(ledger)]
        if len(ledger.days) == 2:  # noqa: PLR2004 - a pair
            first, last = ledger.days
            blocks += [
                "\n".join(filter(None, (self._difference(ledger, key, first, last) for key in ledger.nutrients)))
            ]
        return [block for block in blocks if block]

    def _difference(self, ledger: Ledger, nutrient: str, first: date, last: date) -> str | None:
        one, other = (ledger.amount(day, nutrient) for day in (first, last))
        if one is None or other is None or one == other:
            return None
        more = self.style.amount(nutrient, abs(one - other))
        key = "ask.difference_energy" if nutrient.endswith("kcal") else "ask.difference"
        day = opened(self.style.day(first if one > other else last, ledger.today))
        return self.style.words(key, day=day, value=more, nutrient=self.style.name(nutrient))

    def _day_lines(self, ledger: Ledger) -> str:
        lines = []
        for day in ledger.days:
            held = {key: amount for key in ledger.nutrients if (amount := ledger.amount(day, key)) is not None}
            shown = self.style.amounts(held) if held else "?"
            lines.append(self.style.words("ask.day_line", day=self.style.dated(day, ledger.today), amounts=shown))
        return "\n".join(lines)

    def _beyond(self, ledger: Ledger, *, over: bool) -> list[str]:
        told = [self._beyond_one(ledger, summary, over=over) for summary in ledger.evidence.summaries]
        found = [text for text in told if text]
        names = self.style.listed([self.style.name(key) for key in ledger.nutrients])
        return (
            ["\n".join(found)] if found else [self.style.words("ask.no_target", nutrient=names), *self._totals(ledger)]
        )

    def _beyond_one(self, ledger: Ledger, summary: Summary, *, over: bool) -> str:
        bounds = sorted(ledger.bounds(summary.nutrient, highest=over))
        if not bounds:
            return ""
        key, days = ("over", summary.over) if over else ("under", summary.under)
        compared, unsure = ledger.compared(summary.nutrient, highest=over)
        shown = self.style.listed([self.style.amount(summary.nutrient, bound) for bound in bounds])
        values = {"nutrient": opened(self.style.name(summary.nutrient)), "bound": shown}
        told = []
        if days:
            dates = self.style.dates(list(days), ledger.today)
            told.append(self.style.words(f"ask.{key}", days=self.style.days(len(days)), dates=dates, **values))
        elif compared:
            told.append(self.style.words(f"ask.{key}_none", n=len(compared), **values))
        if unsure:
            told.append(self.style.words("ask.target_unsure", days=self.style.days(len(unsure)), **values))
        return " ".join(told)

    def _counts(self, ledger: Ledger) -> list[str]:
        told = FoodTeller(self.style).counts(ledger)
        return told if ledger.asked else [*told, *self._totals(ledger)]

    # remarks

    def _coverage(self, ledger: Ledger) -> list[str]:
        words, told = self.style.words, []
        if ledger.gaps and ledger.days:
            told.append(words("ask.coverage", n=len(ledger.days), span=ledger.evidence.span))
        for summary in ledger.evidence.summaries:
            if summary.total is not None and summary.known < 1:
                name = opened(self.style.name(summary.nutrient))
                told.append(words("ask.known", nutrient=name, percent=int(summary.known * 100)))
        if ledger.evidence.left_out:
            read, out = len(ledger.evidence.entries), ledger.evidence.left_out
            told.append(words("ask.left_out", read=read, n=out))
        return ["\n".join(told)] if told else []

    def _unknown(self, ledger: Ledger) -> str:
        names = self.style.listed([self.style.name(key) for key in ledger.nutrients])
        return self.style.words("ask.none_known", nutrient=names)


def _held(ledger: Ledger, pick: Callable[[Summary], Decimal | None]) -> dict[str, Decimal]:
    """One figure of each nutrient's summary, unknown ones left out."""
    picked = ((summary.nutrient, pick(summary)) for summary in ledger.evidence.summaries)
    return {nutrient: value for nutrient, value in picked if value is not None}
