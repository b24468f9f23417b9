"""The picture of a nutrient over days: a bar a day, gaps as gaps, the target and the mean. Pure; PNG out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from math import floor, log10
from typing import Final

from bot.diary.canvas import ABOVE, BAND, BELOW, INK, PLAIN, SOFT, TRACK, WIDTH, WITHIN, Box, Canvas, width_of
from bot.diary.progress import Line, Stand
from bot.locales import Words
from bot.locales.prose import show_number
from bot.markup import plain
from rag.types import Language

_HEIGHT: Final = 880
_PLOT: Final[Box] = (120.0, 190.0, WIDTH - 48.0, 700.0)
_LABEL: Final = 26
_COLOURS: Final = {
    Stand.BELOW: BELOW, Stand.WITHIN: WITHIN, Stand.ABOVE: WITHIN, Stand.FREE: WITHIN, Stand.UNKNOWN: PLAIN,
}  # fmt: skip
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
_DAY_LABELS: Final = 7


@dataclass(frozen=True, slots=True)
class Trend:
    """What is drawn: a line of each day that has entries, the period's ends inclusive, and the mean."""

    days: Mapping[date, Line]
    first: date
    last: date
    mean: Decimal | None

    @property
    def span(self) -> int:
        """Days of the period."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class _Scale:
    top: float
    wide: float
    first: date

    def y(self, value: Decimal | float) -> float:
        return _PLOT[3] - float(value) / self.top * (_PLOT[3] - _PLOT[1])

    def x(self, day: date) -> float:
        """The left of a day's place."""
        return _PLOT[0] + (day - self.first).days * self.wide


def draw_trend(title: str, subtitle: str, trend: Trend, legend: Sequence[tuple[str, str]], words: Words) -> bytes:
    """The PNG of a trend. `legend` are (mark, words): `mean`, `target`, `gap`, `over` or `under`."""
    canvas = Canvas(_HEIGHT)
    canvas.text((48, 78), title, 44, bold=True)
    canvas.text((48, 124), subtitle, 29, colour=SOFT)
    values = [v for line in trend.days.values() for v in (line.amount, line.minimum, line.maximum) if v is not None]
    ticks = nice_ticks(float(max(values, default=Decimal(1))))
    scale = _Scale(ticks[-1], (_PLOT[2] - _PLOT[0]) / trend.span, trend.first)
    _targets(canvas, trend, scale)
    _grid(canvas, ticks, scale, words)
    for offset in range(trend.span):
        _day(canvas, trend, trend.first + timedelta(days=offset), scale)
    if trend.mean is not None:
        canvas.dashes(_PLOT[0], _PLOT[2], scale.y(trend.mean), INK, 3)
    _dates(canvas, trend, scale, words)
    _legend(canvas, legend)
    return canvas.png()


def nice_ticks(highest: float, most: int = 5) -> list[float]:
    """Round numbers from 0 up to the first that is not below `highest`, in at most `most` steps or so."""
    raw = max(highest, 1e-9) / most
    power = 10.0 ** floor(log10(raw))
    step = next(s for s in _STEPS if s * power >= raw * 0.999) * power
    count = max(1, -int(-highest // step))
    return [step * n for n in range(count + 1)]


def _grid(canvas: Canvas, ticks: Sequence[float], scale: _Scale, words: Words) -> None:
    places = max(0, -floor(log10(ticks[1]))) + (1 if str(ticks[1]).strip("0.").startswith("25") else 0)
    for tick in ticks:
        y = scale.y(tick)
        canvas.line((_PLOT[0], y), (_PLOT[2], y), INK if tick == 0 else TRACK, 2)
        number = show_number(Decimal(str(round(tick, 6))), words.language, places)
        canvas.text((_PLOT[0] - 14, y + 9), number, _LABEL, colour=SOFT, anchor="rs")


def _targets(canvas: Canvas, trend: Trend, scale: _Scale) -> None:
    """The targets of each logged day behind its bar, as a band with lines where it begins and ends."""
    for day, line in trend.days.items():
        if line.stand is Stand.FREE:
            continue
        left, right = scale.x(day), scale.x(day) + scale.wide
        top = scale.y(line.maximum) if line.maximum is not None else _PLOT[1]
        bottom = scale.y(line.minimum) if line.minimum is not None else _PLOT[3]
        canvas.bar((left, top, right + 1 if right < _PLOT[2] else right, bottom), BAND)


def _day(canvas: Canvas, trend: Trend, day: date, scale: _Scale) -> None:
    left, wide = scale.x(day), scale.wide
    line = trend.days.get(day)
    middle = left + wide / 2
    if line is None or line.amount is None:
        # a gap: a short stroke under the axis, so that nobody takes it for a zero
        stroke = min(wide * 0.3, 9)
        canvas.line((middle - stroke, _PLOT[3] + 16), (middle + stroke, _PLOT[3] + 16), SOFT, 3)
        return
    pad = max(1.0, min(wide * 0.16, 16))
    box = (left + pad, scale.y(line.amount), left + wide - pad, _PLOT[3])
    canvas.bar(box, _COLOURS[line.stand])
    if line.stand is Stand.BELOW:
        canvas.outline(box, WITHIN)
    if line.stand is Stand.ABOVE and line.maximum is not None:
        over = (box[0], box[1], box[2], scale.y(line.maximum))
        canvas.bar(over, ABOVE)
        canvas.hatch(over, step=8)
    for bound in (line.minimum, line.maximum):
        if bound is not None:
            canvas.line((left, scale.y(bound)), (left + wide, scale.y(bound)), INK, 3)


def _dates(canvas: Canvas, trend: Trend, scale: _Scale, words: Words) -> None:
    every = max(1, -(-trend.span // _DAY_LABELS))
    for offset in range(0, trend.span, every):
        day = trend.first + timedelta(days=offset)
        middle = scale.x(day) + scale.wide / 2
        canvas.line((middle, _PLOT[3]), (middle, _PLOT[3] + 9), SOFT, 2)
        canvas.text((middle, _PLOT[3] + 52), short_day(day, words.language), _LABEL, colour=SOFT, anchor="ms")


def short_day(day: date, language: Language) -> str:
    """A day without its year, as an axis has room for."""
    return f"{day:%b} {day.day}" if language is Language.EN else f"{day:%d/%m}"


def _legend(canvas: Canvas, legend: Sequence[tuple[str, str]]) -> None:
    x, y = 48.0, _HEIGHT - 74.0
    for kind, markup in legend:
        said = plain(markup)
        if x + 52 + width_of(said, _LABEL) > WIDTH - 40:
            x, y = 48.0, y + 40
        _swatch(canvas, kind, x, y)
        canvas.text((x + 52, y), said, _LABEL)
        x += 52 + width_of(said, _LABEL) + 34


def _swatch(canvas: Canvas, kind: str, x: float, y: float) -> None:
    box = (x, y - 22, x + 40, y + 2)
    match kind:
        case "mean":
            canvas.dashes(x, x + 40, y - 10, INK, 3)
        case "gap":
            canvas.line((x + 10, y - 9), (x + 30, y - 9), SOFT, 3)
        case "target":
            canvas.bar(box, BAND)
            canvas.line((x, y - 22), (x + 40, y - 22), INK, 3)
        case "over":
            canvas.bar(box, ABOVE)
            canvas.hatch(box, step=8)
        case _:
            canvas.bar(box, BELOW)
            canvas.outline(box, WITHIN)
