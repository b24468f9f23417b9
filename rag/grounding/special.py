"""What readers of special forms share."""

from __future__ import annotations

from dataclasses import dataclass

from rag.grounding.figure import Figure, Kind
from rag.grounding.scan import Tokens


@dataclass(frozen=True, slots=True)
class Special:
    """A special form read from tokens up to `end`: its figures, none where the number only numbers."""

    figures: tuple[Figure, ...]
    end: int


def coded(tokens: Tokens, at: int, end: int, code: str) -> Figure:
    """A code that spans the tokens `at` to `end` (exclusive)."""
    return Figure(Kind.CODE, tokens.starts[at], tokens.ends[end - 1], code=code)


def until(tokens: Tokens, at: int, place: int) -> int:
    """Index of the first token after `at` that starts at or after `place`."""
    end = at + 1
    while end < tokens.count and tokens.starts[end] < place:
        end += 1
    return end


def placed(tokens: Tokens, at: int, figure: Figure) -> Special:
    """A form of one figure that starts at token `at`."""
    return Special((figure,), until(tokens, at, figure.end))
