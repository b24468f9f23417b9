"""What operators did and saw, and whether its chain holds."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bot.review.records import Role
from bot.review.web.visits import Page, Visit

A_PAGE: Final = 100


async def audit(visit: Visit) -> Response:
    """A page of the log, newest first."""
    before = visit.request.query_params.get("before", "")
    rows = await visit.parts.audit.page(int(before) if _is_place(before) else None, A_PAGE + 1)
    older = rows[A_PAGE - 1].seq if len(rows) > A_PAGE else None
    return visit.show("audit.html", {"rows": rows[:A_PAGE], "older": older, "before": before})


async def chain(visit: Visit) -> Response:
    """Reads the whole chain: a part for htmx, a page otherwise."""
    values = {"chain": await visit.parts.audit.verify()}
    return visit.show("audit_chain.html" if visit.partial else "chain.html", values)


def _is_place(written: str) -> bool:
    return written.isascii() and written.isdecimal() and len(written) <= 18  # noqa: PLR2004 - fits a bigint


PAGES: Final = (
    Page("GET", "/audit", Role.ADMIN, audit),
    Page("GET", "/audit/chain", Role.ADMIN, chain),
)
