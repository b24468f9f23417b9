"""How the bot is: gauges, what did not go as it should, the day's budget, the notes and the foods."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from bot.review.records import Role, Viewer
from bot.review.web.visits import Page, Visit

MOST: Final = 100
DONE: Final = ("run_again", "discarded", "gone")


async def health(visit: Visit) -> Response:
    """The state of this moment. It is not asked for again by itself: that would keep an idle session alive."""
    deliveries, told = visit.parts.deliveries, visit.request.query_params.get("done", "")
    values = {
        "gauges": await deliveries.gauges(),
        "failed": await deliveries.failed(MOST),
        "unknown": await deliveries.unknown(MOST),
        "done": told if told in DONE else "",
        "calls_a_day": visit.deployment.calls_a_day,
        "tokens_a_day": visit.deployment.tokens_a_day,
        "at": visit.now,
    }
    return visit.show("health.html", values)


async def run_again(visit: Visit) -> Response:
    """Puts a dead update back into its queue."""
    return await _done(visit, visit.parts.deliveries.run_again, "run_again")


async def discard(visit: Visit) -> Response:
    """Ends one for good."""
    return await _done(visit, visit.parts.deliveries.discard, "discarded")


async def _done(visit: Visit, act: Callable[[Viewer, int, int], Awaitable[bool]], told: str) -> Response:
    went = await act(visit.viewer, visit.number("bot"), visit.number("update"))
    return visit.go(f"/health?done={told if went else 'gone'}#failed")


PAGES: Final = (
    Page("GET", "/health", Role.READER, health),
    Page("POST", "/health/updates/{bot}/{update}/run_again", Role.ADMIN, run_again, shown_at="/health"),
    Page("POST", "/health/updates/{bot}/{update}/discard", Role.ADMIN, discard, shown_at="/health"),
)
