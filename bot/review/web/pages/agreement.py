"""How often reviewers stand by what was replied, over time; and the labelled items, for the evaluation."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bot.review.records import Role
from bot.review.web import charts
from bot.review.web.visits import Page, Visit


async def agreement(visit: Visit) -> Response:
    """A chart a specialty, and the same as a table."""
    return await _page(visit, None)


async def export(visit: Visit) -> Response:
    """Writes the labelled items down, and says where."""
    items = await visit.parts.reviews.labelled(visit.viewer)
    name = await visit.deployment.keep_labelled(items) if items else ""
    return await _page(visit, {"name": name, "count": len(items)})


async def _page(visit: Visit, exported: dict[str, object] | None) -> Response:
    rows = await visit.parts.reviews.agreement()
    drawing = {"width": charts.WIDTH, "height": charts.HEIGHT, "left": charts.LEFT, "right": charts.RIGHT}
    values = {"weeks": charts.by_week(rows), "charts": charts.charts(rows), "drawing": drawing, "exported": exported}
    return visit.show("agreement.html", values)


PAGES: Final = (
    Page("GET", "/agreement", Role.READER, agreement),
    Page("POST", "/export", Role.ADMIN, export, shown_at="/agreement"),
)
