"""The diary's pictures: drawn in a worker thread and kept as files of the person's, each with what it says in words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from bot.diary.day_chart import draw_day
from bot.diary.files import PersonFiles
from bot.diary.ports import Picture
from bot.diary.progress import Line, Stand, lines_of, nutrient_name
from bot.diary.rendering import shown
from bot.diary.trend_chart import Trend, draw_trend
from bot.locales import Catalogue, Words
from bot.locales.prose import joined, show_date
from bot.markup import plain
from bot.ports import Person
from rag.diary.evidence import Evidence, Summary
from rag.diary.types import unit_shown
from rag.types import Language


@dataclass(frozen=True, slots=True)
class PngCharts:
    """The `Charts` port. One picture is drawn at a time: each takes some 50 MB while it is."""

    catalogue: Catalogue
    files: PersonFiles
    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def today(self, person: Person, evidence: Evidence, language: Language) -> Picture | None:
        """The plan's first day against its targets; None where nothing was eaten. The reply says the same."""
        day, words = evidence.plan.date_from, self.catalogue[language]
        lines = lines_of([total for total in evidence.totals if total.day == day])
        if not lines:
            return None
        count = len(evidence.entries) + evidence.left_out
        subtitle = plain(
            words("today.picture_count", day=show_date(day.isoformat(), language), entries=_foods(count, words))
        )
        foot = words("today.picture_partly") if any(line.known < 1 for line in lines) else ""
        async with self.drawing:
            content = await asyncio.to_thread(draw_day, words("today.picture_title"), subtitle, lines, foot, words)
        path = await self.files.write(person, "day.png", content)
        return Picture(str(path), subtitle)

    async def trend(self, person: Person, evidence: Evidence, nutrient: str, language: Language) -> Picture | None:
        """A nutrient over the plan's days; None where nothing of it is known on any of them."""
        words = self.catalogue[language]
        days = {t.day: line for t in evidence.totals if t.nutrient == nutrient for line in lines_of([t])}
        summary = next((s for s in evidence.summaries if s.nutrient == nutrient), None)
        if summary is None or summary.mean is None or not any(line.amount is not None for line in days.values()):
            return None
        plan = evidence.plan
        trend = Trend(days, plan.date_from, plan.date_to, summary.mean)
        named = {"nutrient": nutrient_name(nutrient, words, first=True), "unit": unit_shown(nutrient)}
        title = plain(words("chart.title", **named))
        head = (title, plain(words("chart.period", **_period(trend, words))))
        async with self.drawing:
            content = await asyncio.to_thread(draw_trend, *head, trend, _legend(trend, summary, words), words)
        path = await self.files.write(person, "trend.png", content)
        return Picture(str(path), _told(trend, summary, words))


def _foods(count: int, words: Words) -> str:
    return words("today.picture_count_one") if count == 1 else words("today.picture_count_many", count=count)


def _period(trend: Trend, words: Words) -> Mapping[str, object]:
    ends = {"first": trend.first, "last": trend.last}
    shown_ends = {name: show_date(day.isoformat(), words.language) for name, day in ends.items()}
    return {**shown_ends, "days": len(trend.days), "span": trend.span}


def _legend(trend: Trend, summary: Summary, words: Words) -> list[tuple[str, str]]:
    lines: Sequence[Line] = list(trend.days.values())
    legend = [("mean", words("chart.mean", value=shown(summary.nutrient, summary.mean, words)))]
    if any(line.stand is not Stand.FREE for line in lines):
        legend.append(("target", words("chart.target")))
    if summary.over:
        legend.append(("over", words("chart.over")))
    if summary.under:
        legend.append(("under", words("chart.under")))
    if len(trend.days) < trend.span:
        legend.append(("gap", words("chart.gap")))
    return legend


def _told(trend: Trend, summary: Summary, words: Words) -> str:
    """What the picture shows, in words; the figures are those that SQL computed."""
    values: dict[str, object] = {
        "nutrient": nutrient_name(summary.nutrient, words),
        "mean": shown(summary.nutrient, summary.mean, words),
        **_period(trend, words),
    }
    for name, extreme in (("highest", summary.highest), ("lowest", summary.lowest)):
        if extreme is not None:
            values[f"{name}_day"] = show_date(extreme[0].isoformat(), words.language)
            values[name] = shown(summary.nutrient, extreme[1], words)
    told = [words(_how_told(trend, summary), **values)]
    for key, days in (("over", summary.over), ("under", summary.under)):
        if days:
            told.append(words(f"chart.told_{key}", days=_dates(days, words)))
    if len(trend.days) < trend.span:
        told.append(words("chart.told_gap"))
    return " ".join(told)


def _how_told(trend: Trend, summary: Summary) -> str:
    if len(trend.days) == 1 and summary.highest:
        return "chart.told_one"
    return "chart.told" if summary.lowest else "chart.told_unsure"


def _dates(days: Sequence[date], words: Words) -> str:
    return joined([show_date(day.isoformat(), words.language) for day in days], words.language)
