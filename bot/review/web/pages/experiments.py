"""Named runs of the evaluation, and two of them side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from starlette.responses import Response

from bot.experiments.records import ChangedItem, ComparedFigure, Experiment, ExperimentError
from bot.review.records import Role
from bot.review.web import intervals
from bot.review.web.visits import Page, Refused, Visit

_DEV: Final = "dev"
_MOST_ITEMS: Final = 60


async def experiments(visit: Visit) -> Response:
    """The runs, newest first; with `a` and `b`, the second beside the first."""
    listed = await visit.parts.experiments.list()
    chosen = [visit.request.query_params.get(name, "").replace("\0", "") for name in ("a", "b")]
    values: dict[str, Any] = {"listed": listed, "chosen": chosen, "drawing": intervals, "compared": None}
    if all(chosen):
        first, second = [await _found(visit, name) for name in chosen]
        figures = await visit.parts.experiments.compared(first.id, second.id)
        changed = await visit.parts.experiments.changed(first.id, second.id)
        values |= {"compared": [_row(one) for one in figures], "first": first, "second": second, **_changed(changed)}
    return visit.show("experiments.html", values)


async def _found(visit: Visit, name: str) -> Experiment:
    try:
        return await visit.parts.experiments.find(name)
    except ExperimentError as error:
        raise Refused(404, "missing") from error


def _row(figure: ComparedFigure) -> dict[str, Any]:
    drawn = intervals.drawn(figure.difference) if figure.difference else None
    return {"figure": figure, "drawn": drawn, "verdict": intervals.verdict(figure.difference)}


def _changed(changed: Sequence[ChangedItem]) -> dict[str, Any]:
    """The items of the development half; of the test half only how many, since who reads them can't report on it."""
    shown = [item for item in changed if item.split == _DEV]
    hidden = Counter(item.split for item in changed if item.split != _DEV)
    return {"items": shown[:_MOST_ITEMS], "more": max(0, len(shown) - _MOST_ITEMS), "hidden": hidden.total()}


PAGES: Final = (Page("GET", "/experiments", Role.READER, experiments),)
