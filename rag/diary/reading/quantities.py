"""Quantities as they are said: a value, where it ends, its range; and the words that hedge one ("uns", "about")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from rag.diary.lexis.words import Word
from rag.diary.types import Refusal

_HEDGES: Final = tuple(
    tuple(entry.split("_"))
    for entry in (
        "mais_ou_menos mas_o_menos more_or_less cerca_de por_volta_de em_torno_de alrededor_de coisa_de uns umas unos"
        " unas aproximadamente aprox approximately about around roughly quase casi almost ~ ± ≈ so apenas solo"
        " solamente only just exatamente like tipo como"
    ).split()
)
_BY_FIRST: Final = {first: tuple(hedge for hedge in _HEDGES if hedge[0] == first) for first, *_ in _HEDGES}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, up to word `end` (exclusive). A range's value is its midpoint. `article`: "um", "an"; it may be none.

    `bare`: nothing but plain digits or words, so that more may follow ("e meia").
    """

    value: Decimal
    end: int
    low: Decimal | None = None
    high: Decimal | None = None
    refused: Refusal | None = None
    article: bool = False
    bare: bool = False


def span(low: Quantity, high: Quantity) -> Quantity:
    """The range from one number to another, in either order."""
    least, most = sorted((low.value, high.value))
    if least == most:
        return replace(low, end=high.end, bare=False)
    return Quantity((least + most) / 2, high.end, least, most)


def hedge_end(words: Sequence[Word], at: int) -> int | None:
    """Where the hedge that stands at word `at` ends, or None."""
    hedges = _BY_FIRST.get(words[at].form, ()) if at < len(words) else ()
    return next((at + len(hedge) for hedge in hedges if _stands(words, at, hedge)), None)


def _stands(words: Sequence[Word], at: int, entry: Sequence[str]) -> bool:
    return at + len(entry) <= len(words) and all(words[at + step].form == form for step, form in enumerate(entry))
