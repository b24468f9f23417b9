"""One case: its facts with the patient's words, its criteria, its text, and who judged it."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bot.review.records import Role
from bot.review.web.judging import MOST_REASON, NOTHING_GIVEN, Given, given
from bot.review.web.visits import Page, Refused, Visit


async def case(visit: Visit) -> Response:
    """The whole of it."""
    return await _page(visit, NOTHING_GIVEN, 200)


async def judge(visit: Visit) -> Response:
    """Keeps a review, or shows the form again with what it lacks."""
    filled = given(visit)
    if filled.problem or filled.judgement is None:
        return await _page(visit, filled, 422)
    try:
        await visit.parts.reviews.judge_case(visit.viewer, visit.id(), filled.judgement, filled.reason)
    except LookupError as error:
        raise Refused(404, "missing") from error
    return visit.go(f"/cases/{visit.id()}#reviews")


async def _page(visit: Visit, filled: Given, status: int) -> Response:
    record = await visit.parts.records.case(visit.viewer, visit.id())
    if record is None:
        raise Refused(404, "missing")
    values = {
        "record": record,
        "facts": {fact.key: fact for fact in record.facts},
        "filled": filled,
        "labels": [],
        "most_reason": MOST_REASON,
    }
    return visit.show("case.html", values, status)


PAGES: Final = (
    Page("GET", "/cases/{id}", Role.READER, case),
    Page("POST", "/cases/{id}/reviews", Role.REVIEWER, judge, shown_at="/cases/{id}"),
)
