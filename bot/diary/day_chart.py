"""The picture of a day: a bar a nutrient, with where its target begins and ends. Pure; PNG out.

Nothing rests on colour alone: how each nutrient stands is written beside a mark of its own, and what is over a
maximum is hatched.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from bot.diary.canvas import ABOVE, BAND, BELOW, INK, PLAIN, SOFT, TRACK, WIDTH, WITHIN, Box, Canvas, width_of
from bot.diary.progress import Line, Stand, nutrient_name, stand_told
from bot.diary.rendering import shown
from bot.locales import Words
from bot.markup import plain
from rag.diary.types import MACROS

_MARGIN: Final = 64
_HEAD: Final = 168
_FOOT: Final = 96
_ROW: Final = 216
_FREE_ROW: Final = 144
_TALL: Final = 44
_LABEL: Final = 27
_APART: Final = 24
_MOST: Final = 12
_ROOM: Final = 1.12
"""The scale goes on a little beyond the longest of value and target."""
_COLOURS: Final = {
    Stand.BELOW: BELOW, Stand.WITHIN: WITHIN, Stand.ABOVE: WITHIN, Stand.FREE: PLAIN, Stand.UNKNOWN: PLAIN,
}  # fmt: skip
_MARKS: Final = {Stand.BELOW: ("down", INK), Stand.WITHIN: ("tick", WITHIN), Stand.ABOVE: ("up", ABOVE)}


def draw_day(title: str, subtitle: str, lines: Sequence[Line], foot: str, words: Words) -> bytes:
    """The PNG of a day. `foot` is the last line, "" for none. Of many nutrients those out of their targets go first."""
    lines = _fewer(lines)
    height = _HEAD + sum(map(_tall, lines)) + (_FOOT if foot else 36)
    canvas = Canvas(height)
    canvas.text((_MARGIN, 84), title, 48, bold=True)
    canvas.text((_MARGIN, 128), subtitle, 30, colour=SOFT)
    top: float = _HEAD
    widest = max((line.amount or Decimal(0) for line in lines if _shared(line)), default=Decimal(0))
    for line in lines:
        _row(canvas, line, top, widest, words)
        top += _tall(line)
    if foot:
        canvas.text((_MARGIN, height - 42), foot, _LABEL, colour=SOFT)
    return canvas.png()


def _fewer(lines: Sequence[Line]) -> Sequence[Line]:
    """At most so many that a phone still shows them large enough, in their order."""
    worth = sorted(lines, key=lambda line: (line.nutrient not in MACROS, line.stand in (Stand.WITHIN, Stand.FREE)))
    return [line for line in lines if line in worth[:_MOST]]


def _shared(line: Line) -> bool:
    """Grams without a target are drawn on one scale, so that they can be compared."""
    return line.stand is Stand.FREE and line.nutrient.endswith("_g")


def _tall(line: Line) -> int:
    if line.stand is not Stand.FREE:
        return _ROW
    return _FREE_ROW if _shared(line) else _FREE_ROW - _TALL


def _row(canvas: Canvas, line: Line, top: float, widest: Decimal, words: Words) -> None:
    base = top + 40
    canvas.text((_MARGIN, base), nutrient_name(line.nutrient, words, first=True), 36, bold=True)
    amount = plain(shown(line.nutrient, line.amount, words))
    canvas.text((WIDTH - _MARGIN, base), amount, 38, bold=True, anchor="rs")
    box = (_MARGIN, base + 18, WIDTH - _MARGIN, base + 18 + _TALL)
    if line.stand is Stand.FREE:
        if _shared(line) and widest:
            _free_bar(canvas, line, box, widest)
        return
    _bar(canvas, line, box)
    _bounds(canvas, line, box, words)
    _stand(canvas, line, box[3] + 72, words)


def _free_bar(canvas: Canvas, line: Line, box: Box, widest: Decimal) -> None:
    end = box[0] + float((line.amount or Decimal(0)) / widest) * (box[2] - box[0])
    canvas.bar((box[0], box[1] + 4, end, box[3] - 12), PLAIN, 8)


def _at(line: Line, box: Box, value: Decimal) -> float:
    """Where a value stands on the nutrient's own scale."""
    longest = max(v for v in (line.amount, line.minimum, line.maximum, Decimal(0)) if v is not None)
    reach = float(longest) * _ROOM or 1.0
    return box[0] + float(value) / reach * (box[2] - box[0])


def _bar(canvas: Canvas, line: Line, box: Box) -> None:
    left, top, right, bottom = box
    canvas.bar(box, TRACK, 10)
    begins = _at(line, box, line.minimum) if line.minimum is not None else left
    ends = _at(line, box, line.maximum) if line.maximum is not None else right
    canvas.bar((begins, top, ends, bottom), BAND, 10 if begins == left or ends == right else 0)
    if line.amount is not None:
        end = _at(line, box, line.amount)
        canvas.bar((left, top + 9, end, bottom - 9), _COLOURS[line.stand], 8)
        if line.stand is Stand.ABOVE:
            over = (ends, top + 9, end, bottom - 9)
            canvas.bar(over, ABOVE, 0)
            canvas.hatch(over)
    for bound in (line.minimum, line.maximum):
        if bound is not None:
            x = _at(line, box, bound)
            canvas.line((x, top - 6), (x, bottom + 6), INK, 4)


def _bounds(canvas: Canvas, line: Line, box: Box, words: Words) -> None:
    """The bounds' values under their lines; kept apart where they are close."""
    said = [
        (plain(words(f"today.{key}", value=shown(line.nutrient, bound, words))), _at(line, box, bound))
        for key, bound in (("minimum", line.minimum), ("maximum", line.maximum))
        if bound is not None
    ]
    wide = [width_of(label, _LABEL) for label, _ in said]
    lefts = [min(max(x - w / 2, box[0]), box[2] - w) for (_, x), w in zip(said, wide, strict=True)]
    if len(said) > 1 and (short := lefts[0] + wide[0] + _APART - lefts[1]) > 0:
        lefts[1] = min(max(lefts[1] + short / 2, box[0] + wide[0] + _APART), box[2] - wide[1])
        lefts[0] = min(lefts[0], lefts[1] - _APART - wide[0])
    for (label, _), left in zip(said, lefts, strict=True):
        canvas.text((left, box[3] + 36), label, _LABEL, colour=SOFT)


def _stand(canvas: Canvas, line: Line, y: float, words: Words) -> None:
    told = plain(stand_told(line, words))
    x = _MARGIN
    if mark := _MARKS.get(line.stand):
        canvas.mark((x + 12, y - 10), *mark)
    else:
        canvas.text((x + 12, y), "?", 30, bold=True, anchor="ms")
    canvas.text((x + 36, y), told, 29, bold=line.stand is not Stand.WITHIN)
