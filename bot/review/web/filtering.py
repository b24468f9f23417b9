"""Filters as a query string, and back. What makes no sense is left out: a link may be old, or typed by hand. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from math import isfinite
from typing import Final
from urllib.parse import urlencode

from bot.consultation.case import CaseStatus
from bot.messages import Status
from bot.review.records import Cursor, Filters, Verdict

MOST_TEXT: Final = 200
STATUSES: Final = tuple(status.value for status in Status)
ENDS: Final = tuple(status.value for status in CaseStatus)


def filters_of(query: Mapping[str, str]) -> Filters:
    """Those that a query string makes."""
    return Filters(
        since=_day(query.get("since", "")),
        until=_day(query.get("until", "")),
        specialty=_name(query.get("specialty", "")),
        status=query.get("status") if query.get("status") in ENDS else None,
        verdict=Verdict(query["verdict"]) if query.get("verdict") in list(Verdict) else None,
        below=_share(query.get("below", "")),
        degraded=bool(query.get("degraded")),
        flagged=bool(query.get("flagged")),
        unreviewed=bool(query.get("unreviewed")),
        text=query.get("text", "").replace("\0", "").strip()[:MOST_TEXT],
    )


def query_of(filters: Filters, tab: str = "replies") -> str:
    """The query string that makes them: one for the same filters, and nothing for what is whatever it is."""
    told = {
        "tab": "" if tab == "replies" else tab,
        "since": filters.since or "",
        "until": filters.until or "",
        "specialty": filters.specialty or "",
        "status": filters.status or "",
        "verdict": filters.verdict or "",
        "below": "" if filters.below is None else f"{filters.below:g}",
        "degraded": "1" if filters.degraded else "",
        "flagged": "1" if filters.flagged else "",
        "unreviewed": "1" if filters.unreviewed else "",
        "text": filters.text,
    }
    return urlencode({name: str(value) for name, value in told.items() if value != ""})


def cursor_of(written: str) -> Cursor | None:
    """Where a page begins, as `written_cursor` writes it; None, the first page, for anything else."""
    moment, _, place = written.partition("~")
    try:
        at = datetime.fromisoformat(moment)
        found = int(place)
    except ValueError:
        return None
    return Cursor(at, found) if at.tzinfo and 0 <= found < 2**63 else None


def written_cursor(cursor: Cursor) -> str:
    """A place between two rows, for a link."""
    return f"{cursor.at.isoformat()}~{cursor.place}"


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _name(written: str) -> str | None:
    return written if written.isidentifier() and len(written) <= MOST_TEXT else None


def _share(written: str) -> float | None:
    try:
        value = float(written.replace(",", "."))
    except ValueError:
        return None
    return value if isfinite(value) and -1 <= value <= 1 else None
