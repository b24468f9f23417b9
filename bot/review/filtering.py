"""Filters as conditions over `reply_facets` and `cases`. Pure; values go beside the text, never into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.review.records import Cursor, Filters

LATEST: Final = """
(select distinct on (r.operator_id, r.reply_id, r.case_id) r.reply_id, r.case_id, r.judgement, r.labels
   from reviews r order by r.operator_id, r.reply_id, r.case_id, r.seq desc)
"""
_DOUBTED: Final = "(l.judgement = 'override' or not l.labels <@ array['good'])"


@dataclass(slots=True)
class Conditions:
    """Conditions that all hold, with the values of their parameters."""

    texts: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)

    def add(self, text: str, *values: object) -> None:
        """One more; each `{}` in it is the place of a value."""
        first = len(self.values) + 1
        self.values += values
        self.texts.append(text.format(*(f"${first + n}" for n in range(len(values)))))

    def also(self, value: object) -> str:
        """A value that stands outside the conditions; its place."""
        self.values.append(value)
        return f"${len(self.values)}"

    @property
    def text(self) -> str:
        """As SQL."""
        return " and ".join(self.texts) or "true"


def of_replies(filters: Filters, after: Cursor | None, zone: ZoneInfo) -> Conditions:
    """Over `reply_facets f`."""
    found = _common(filters, after, zone, "f.at", "f.place", "f")
    if filters.verdict is not None:
        found.add("f.verdict = {}", filters.verdict.value)
    if filters.below is not None:
        found.add("f.lowest < {}", filters.below)
    if filters.degraded:
        found.add("f.degraded")
    if filters.flagged:
        found.add(f"(f.emergency or f.reply_id in (select l.reply_id from {LATEST} l where {_DOUBTED}))")  # noqa: S608
    if filters.unreviewed:
        found.add("not exists (select from reviews r where r.reply_id = f.reply_id)")
    if filters.text.strip():
        # "is true" keeps the two apart: all words are read through once, where a join would look up each reply's
        words = "select w.reply_id from reply_words w where w.words @@ (select review_query({}))"
        found.add(f"(f.reply_id in ({words})) is true", filters.text)
    return found


def of_cases(filters: Filters, after: Cursor | None, zone: ZoneInfo) -> Conditions:
    """Over `cases c`."""
    found = _common(filters, after, zone, "c.opened_at", "c.place", "c")
    if filters.flagged:
        found.add(f"(c.status = 'URGENCIA' or c.id in (select l.case_id from {LATEST} l where {_DOUBTED}))")  # noqa: S608
    if filters.unreviewed:
        found.add("not exists (select from reviews r where r.case_id = c.id)")
    return found


def _common(filters: Filters, after: Cursor | None, zone: ZoneInfo, at: str, place: str, table: str) -> Conditions:
    found = Conditions()
    if after is not None:
        found.add(f"({at}, {place}) < ({{}}, {{}})", after.at, after.place)
    if filters.since is not None:
        found.add(f"{at} >= {{}}", _begins(filters.since, zone))
    if filters.until is not None and filters.until < date.max:
        found.add(f"{at} < {{}}", _begins(filters.until + timedelta(days=1), zone))
    if filters.specialty is not None:
        found.add(f"{table}.especialidade = {{}}", filters.specialty)
    if filters.status is not None:
        found.add(f"{table}.status = {{}}", filters.status)
    return found


def _begins(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
