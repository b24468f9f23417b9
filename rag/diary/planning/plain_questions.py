"""Questions to the diary put without its command: about what was eaten or logged. Pure, three languages, linear."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from rag.diary.planning.aspects import asked, food_asked, unread
from rag.diary.planning.lexing import lex
from rag.diary.planning.nutrient_names import read_nutrients
from rag.diary.planning.periods import read_period
from rag.diary.reading.intent import is_clinical, is_symptom
from rag.types import Language
from rag.wording import fold

_LONGEST: Final = 160
_NO_DAY: Final = date(2024, 3, 1)
"""Which words name a period hardly depends on the day; the period itself is not used here."""
_ASKS: Final = re.compile(
    r"\b(?:quant[oa]s?|qt[oa]s?|quais|qual|o que|oq|que|quando|cuant[oa]s?|cual(?:es)?|cuando|how (?:many|much|often)"
    r"|what|which|when|did i|have i)\b"
)
_TELLS: Final = re.compile(
    r"\b(?:comi|tomei|bebi|jantei|almocei|lanchei|ingeri|consumi|registrei|anotei|tome|cene|almorce|desayune|registre"
    r"|anote|apunte|(?:did|have) i (?:eat|eaten|have|had|drink|drunk|log|logged|consumed?|get|note|noted)"
    r"|i (?:ate|drank|logged|consumed)|(?:meu|mi) diario|my (?:food )?(?:diary|log))\b"
)
_ADVICE: Final = re.compile(
    r"\b(?:pod[eo]|poss[ao]|podia|posso|poderia|pued[eo]|podria|dev[oe]|deveria|deb[oe]|deberia|can|could|should|may"
    r"|por ?que|porque|why|mal|perigos\w*|peligros\w*|normal|problema|problem|bad|dangerous|engord\w*|insulina"
    r"|insulin|remedio\w*|comprimid\w*|medicament\w*|medicin\w*|pills?|pastillas?|tablets?|doses?|dosis)\b"
)
_MEALS: Final = re.compile(
    r"\b(?:almoco|jantar|janta|cafe da manha|lanche|ceia|almuerzo|cena|desayuno|merienda|breakfast|lunch|dinner|snack"
    r"|supper|jantei|almocei|cene|almorce|desayune)\b"
)


def asks_diary(text: str) -> bool:
    """Whether `text` asks in the first person what was eaten or logged, and of which days, meal, nutrient or food.

    What tells of a body, a medicine or an exam is not, nor what asks for advice, nor what holds words unknown here.
    """
    if len(text) > _LONGEST or is_clinical(text) or is_symptom(text):
        return False
    folded = fold(text)
    if not _ASKS.search(folded) or not _TELLS.search(folded) or _ADVICE.search(folded):
        return False
    return _is_placed(text, folded) and not unread(asked(lex(text)))


def _is_placed(text: str, folded: str) -> bool:
    """Whether days, a meal, a nutrient or a food are named."""
    found = lex(text)
    if read_nutrients(found).keys or _MEALS.search(folded) or food_asked(text):
        return True
    return any(read_period(found, language, _NO_DAY).words for language in Language)
