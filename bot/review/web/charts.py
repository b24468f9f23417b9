"""Lines over weeks as the points of an SVG: the template draws them, the style sheet colours them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.review.records import Agreement

WIDTH: Final = 380
HEIGHT: Final = 170
LEFT: Final = 46
RIGHT: Final = 20
TOP: Final = 12
BOTTOM: Final = 28
_MOST_TICKS: Final = 4


@dataclass(frozen=True, slots=True)
class Point:
    """A week: where it stands in the drawing, and what it says. `share` is in [0, 1]."""

    x: float
    y: float
    week: date
    agreed: int
    reviewed: int

    @property
    def share(self) -> float:
        """Of the reviewed, those that were agreed to."""
        return self.agreed / self.reviewed


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    value: date | int


@dataclass(frozen=True, slots=True)
class Chart:
    """One specialty's agreement over time. `points` are in the order of their weeks; one without reviews has none."""

    specialty: str
    points: tuple[Point, ...]
    weeks: tuple[Tick, ...]
    shares: tuple[Tick, ...]
    agreed: int
    reviewed: int

    @property
    def line(self) -> str:
        """The `points` of a polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


def by_week(rows: Sequence[Agreement]) -> list[tuple[date, dict[str, Agreement]]]:
    """The same as a table: what was reviewed in each week, the newest first, by specialty."""
    weeks = sorted({row.week for row in rows if row.reviewed}, reverse=True)
    return [(week, {row.specialty: row for row in rows if row.reviewed and row.week == week}) for week in weeks]


def charts(rows: Sequence[Agreement]) -> list[Chart]:
    """A chart a specialty, by name, all over the same weeks."""
    reviewed = [row for row in rows if row.reviewed]
    if not reviewed:
        return []
    first, last = min(row.week for row in reviewed), max(row.week for row in reviewed)
    names = sorted({row.specialty for row in reviewed})
    return [_chart(name, [row for row in reviewed if row.specialty == name], first, last) for name in names]


def _chart(name: str, rows: Sequence[Agreement], first: date, last: date) -> Chart:
    def x(week: date) -> float:
        span = (last - first).days
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ((week - first).days / span if span else 0.5), 1)

    ordered = sorted(rows, key=lambda row: row.week)
    points = tuple(Point(x(r.week), _y(r.agreed / r.reviewed), r.week, r.agreed, r.reviewed) for r in ordered)
    weeks = (last - first).days // 7
    step = max(1, -(-weeks // _MOST_TICKS))
    ticks = tuple(Tick(x(first + timedelta(weeks=n)), first + timedelta(weeks=n)) for n in range(0, weeks + 1, step))
    shares = tuple(Tick(_y(share / 100), share) for share in (0, 50, 100))
    return Chart(name, points, ticks, shares, sum(r.agreed for r in rows), sum(r.reviewed for r in rows))


def _y(share: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)
