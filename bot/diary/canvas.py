"""A canvas for the diary's pictures, over Pillow: rounded bars, hatching, marks and text. Lengths are in pixels.

Everything is drawn at twice its size and then reduced, so that edges are smooth.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw, ImageFont

TWICE: Final = 2
WIDTH: Final = 1080
"""What a phone shows at full width without enlarging."""

INK: Final = "#1f2933"
SOFT: Final = "#616e7c"
PAPER: Final = "#ffffff"
TRACK: Final = "#e8ecf1"
BAND: Final = "#c9d3de"
# Okabe and Ito's palette, told apart with every kind of colour vision (https://jfly.uni-koeln.de/color/)
WITHIN: Final = "#0072b2"
BELOW: Final = "#56b4e9"
ABOVE: Final = "#d55e00"
PLAIN: Final = "#8896a5"

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@cache
def font(size: float, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Lato at a size in drawn pixels."""
    name = "Lato-Bold.ttf" if bold else "Lato-Regular.ttf"
    return ImageFont.truetype(io.BytesIO((files("font_lato") / "files" / name).read_bytes()), size)


@dataclass(frozen=True, slots=True)
class Canvas:
    """A white sheet of `width` × `height`."""

    height: int
    width: int = WIDTH
    image: Image.Image = field(init=False)
    draw: ImageDraw.ImageDraw = field(init=False)

    def __post_init__(self) -> None:
        """Makes the sheet."""
        image = Image.new("RGB", (self.width * TWICE, self.height * TWICE), PAPER)
        object.__setattr__(self, "image", image)
        object.__setattr__(self, "draw", ImageDraw.Draw(image))

    def text(
        self,
        at: tuple[float, float],
        said: str,
        size: float,
        *,
        colour: str = INK,
        bold: bool = False,
        anchor: str = "ls",
    ) -> None:
        """Text at a point of its baseline; `anchor` as Pillow has it: l, m or r, then the line."""
        x, y = at
        self.draw.text((x * TWICE, y * TWICE), said, colour, font(size * TWICE, bold=bold), anchor)

    def bar(self, box: Box, colour: str, radius: float = 0) -> None:
        """A filled bar with rounded corners; nothing where it has no width."""
        left, top, right, bottom = (side * TWICE for side in box)
        if right - left >= 1 and bottom - top >= 1:
            radius = min(radius * TWICE, (right - left) / 2, (bottom - top) / 2)
            self.draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius, colour)

    def outline(self, box: Box, colour: str, width: float = 3) -> None:
        """The edge of a box, drawn inside it."""
        left, top, right, bottom = (side * TWICE for side in box)
        if right - left > width * TWICE and bottom - top > width * TWICE:
            self.draw.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=round(width * TWICE))

    def hatch(self, box: Box, colour: str = PAPER, step: float = 9, width: float = 2.5) -> None:
        """Diagonal lines within a box, so that a part of a bar is told by more than its colour."""
        left, top, right, bottom = (round(side * TWICE) for side in box)
        if right <= left or bottom <= top:
            return
        part = self.image.crop((left, top, right, bottom))
        pen, tall = ImageDraw.Draw(part), bottom - top
        for start in range(-tall, right - left, round(step * TWICE)):
            pen.line((start, tall, start + tall, 0), colour, round(width * TWICE))
        self.image.paste(part, (left, top))

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: str = INK, width: float = 2) -> None:
        """A straight line."""
        points = tuple(side * TWICE for side in (*start, *end))
        self.draw.line(points, colour, round(width * TWICE))

    def dashes(self, start: float, end: float, y: float, colour: str = INK, width: float = 2.5) -> None:
        """A dashed level line, with a rim that keeps it apart from dark bars."""
        self.line((start, y), (end, y), PAPER, width * 2.4)
        at = start
        while at < end:
            self.line((at, y), (min(at + 10, end), y), colour, width)
            at += 18

    def mark(self, at: tuple[float, float], kind: str, colour: str, size: float = 11) -> None:
        """A mark about a point: a `tick`, or a triangle `up` or `down`."""
        x, y = at[0] * TWICE, at[1] * TWICE
        r = size * TWICE
        if kind == "tick":
            points = [(x - r * 0.8, y), (x - r * 0.2, y + r * 0.6), (x + r * 0.9, y - r * 0.7)]
            self.draw.line(points, colour, round(r * 0.42), joint="curve")
            return
        sign = 1 if kind == "up" else -1
        self.draw.polygon(
            [(x - r, y + sign * r * 0.75), (x + r, y + sign * r * 0.75), (x, y - sign * r * 0.85)], colour
        )

    def png(self) -> bytes:
        """The picture as a PNG file."""
        out = io.BytesIO()
        self.image.reduce(TWICE).quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            out, "PNG", compress_level=6
        )
        return out.getvalue()


def width_of(said: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is."""
    return font(size * TWICE, bold=bold).getlength(said) / TWICE
