"""The queue: replies and cases, newest first, fifty a page, by filters that can be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.responses import Response

from bot.review.records import CaseLine, Cursor, ReplyLine, Role, Verdict
from bot.review.web.filtering import ENDS, STATUSES, cursor_of, filters_of, query_of, written_cursor
from bot.review.web.visits import Page, Refused, Visit

A_PAGE: Final = 50
MOST_NAME: Final = 60
TABS: Final = ("replies", "cases")


async def queue(visit: Visit) -> Response:
    """A page of one tab; for htmx its rows alone."""
    query = visit.request.query_params
    tab = _tab(query.get("tab", ""))
    filters, after = filters_of(query), cursor_of(query.get("after", ""))
    lists = visit.parts.queue
    rows: Sequence[ReplyLine] | Sequence[CaseLine]
    if tab == "cases":
        rows = await lists.cases(visit.viewer, filters, after, A_PAGE + 1)
    else:
        rows = await lists.replies(visit.viewer, filters, after, A_PAGE + 1)
    kept = query_of(filters, tab)
    values: dict[str, Any] = {"tab": tab, "rows": rows[:A_PAGE], "query": kept, "older": _older(rows, kept)}
    if visit.partial:
        return visit.show("queue_rows.html", values)
    saved = await lists.saved(visit.viewer.operator)
    return visit.show(
        "queue.html", {**values, "saved": saved, "filters": filters, "after": after, **_choices(visit, tab)}
    )


async def save(visit: Visit) -> Response:
    """Keeps the filters of a page under a name."""
    name, query = visit.said("name")[:MOST_NAME], dict(parse_qsl(visit.said("query")))
    if not name:
        raise Refused(422, "no_name")
    kept = query_of(filters_of(query), _tab(query.get("tab", "")))
    await visit.parts.queue.save(visit.viewer.operator, name, kept)
    return visit.go(f"/queue?{kept}")


async def forget(visit: Visit) -> Response:
    """Drops kept filters."""
    await visit.parts.queue.forget(visit.viewer.operator, visit.number("saved"))
    return visit.go("/queue")


def _tab(wanted: str) -> str:
    return wanted if wanted in TABS else TABS[0]


def _older(rows: Sequence[ReplyLine] | Sequence[CaseLine], query: str) -> str:
    """The link to the next page; "" where this is the last."""
    if len(rows) <= A_PAGE:
        return ""
    last = rows[A_PAGE - 1]
    cursor = written_cursor(Cursor(last.at, last.place)).replace("+", "%2B")
    return "/queue?" + "&".join(part for part in (query, f"after={cursor}") if part)


def _choices(visit: Visit, tab: str) -> Mapping[str, Any]:
    return {
        "specialties": list(visit.deployment.specialties),
        "statuses": ENDS if tab == "cases" else STATUSES,
        "verdicts": [verdict.value for verdict in Verdict],
    }


PAGES: Final = (
    Page("GET", "/queue", Role.READER, queue),
    Page("POST", "/queue/saved", Role.READER, save, shown_at="/queue"),
    Page("POST", "/queue/saved/{saved}/forget", Role.READER, forget, shown_at="/queue"),
)
