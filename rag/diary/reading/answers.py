"""An answer to how much it was → the amount, with the count that was said of the measure before. Rules alone."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import Final

from rag.diary.lexis.measures import UNIT, Measured, Measures
from rag.diary.lexis.stems import singular
from rag.diary.lexis.words import clean, forms, phrase, scan
from rag.diary.reading.meals import read_amount
from rag.diary.types import Amount, Refusal, SaidItem
from rag.types import Language
from rag.wording import fold

_HEADS: Final = {
    "spoon": ("colher", "cuchara", "cucharada"), "glass": ("copo", "vaso"), "plate": ("prato", "plato"),
    "bowl": ("tigela",), "portion": ("porção",), UNIT: ("unidade", "unidad"),
}  # fmt: skip
_SIZES: Final = {
    "pequen": "unit_small", "chic": "unit_small", "small": "unit_small", "medi": "unit_medium", "medium": "unit_medium",
    "normal": "unit_medium", "grande": "unit_large", "large": "unit_large", "big": "unit_large",
}  # fmt: skip
_SIZE: Final = re.compile(r"(?:(?:de |el |la |o |a |the )?(?:tamanho |tamano )?)?(pequen|chic|small|medium|medi|normal"
                          r"|grande|large|big)(?:[oa]|ana|ano)?s?(?: one| size)?")  # fmt: skip
_LEAVES: Final = re.compile(
    r"(?:(?:eu |yo |i )?(?:nao|n|no|dont|don.?t|do not) (?:sei|lembro|se|recuerdo|know|remember)(?: .{0,30})?"
    r"|sei la|nem ideia|ni idea|no idea|(?:deixa |deja |mais )?(?:para |pra )?depois(?: eu (?:digo|falo|conto|vejo))?"
    r"|(?:lo |te )?(?:digo |dejo )?(?:despues|luego|mas tarde)(?: te digo| lo digo)?|(?:tell you )?later|skip(?: it)?"
    r"|deixar? (?:de fora|pra la|para la|fora)|dejar? (?:fuera|afuera)|dejalo|leave (?:it )?out|pula|pular|pasa)[.! ]*"
)
_OF: Final = frozenset("de d do da dos das del of the".split())


class Left(StrEnum):
    """An answer that gives no amount."""

    OUT = "out"
    """The person doesn't know, or won't say yet."""


def read_answer(text: str, measures: Measures, language: Language, item: SaidItem) -> Amount | Refusal | Left | None:
    """What `text` answers to how much of `item` it was; None where it is no answer to that.

    A measure or size alone ("colher de sopa", "de sopa", "médio") is of the item's count, or one. The food may be said
    over again ("1 banana").
    """
    folded = fold(" ".join(text.split())).strip(" .!")
    if _LEAVES.fullmatch(folded):
        return Left.OUT
    said = read_amount(text, measures, language)
    if said is not None:
        return said
    found = _measure(folded, measures, item)
    if found is not None and found.key is not None:
        count = item.count or Decimal(1)
        return Amount(count, found.key, f"{count.normalize():f} {folded}")
    bare = _unnamed(text, item)
    return read_amount(bare, measures, language) if bare else None


def _measure(folded: str, measures: Measures, item: SaidItem) -> Measured | None:
    """The measure that is all of the answer, the word of the vague one before it where it is left out."""
    size = _SIZE.fullmatch(folded)
    heads = _HEADS.get(item.vague or "", ())
    for text in (folded, *(f"{head} {folded}" for head in heads)):
        shapes = forms(scan(clean(text)))
        found = measures.at(shapes, 0)
        if found is not None and found.key is not None and found.end == len(shapes):
            return found
    sized = size is not None and (item.vague or UNIT) == UNIT
    return Measured(1, key=_SIZES[size[1]]) if size is not None and sized else None


def _unnamed(text: str, item: SaidItem) -> str | None:
    """The answer without the food's name at its end; None where it does not end so."""
    names = {singular(word.form) for word in scan(clean(item.food))}
    words = list(scan(clean(text)))
    count = len(words)
    while words and (singular(words[-1].form) in names or (len(words) < count and words[-1].form in _OF)):
        words.pop()
    return phrase(words) if words and len(words) < count else None
