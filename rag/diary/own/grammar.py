"""How figures of a food are written: values with their units, weights, what they are of. Pure; of levelled texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from rag.diary.catalogue.entries import ML
from rag.diary.lexis.measures import Measures
from rag.diary.lexis.words import forms, scan
from rag.diary.own.foods import ALCOHOL, OwnFood, levelled, read_measure
from rag.diary.planning.lexing import lex
from rag.diary.planning.nutrient_names import read_nutrients
from rag.diary.reading.numerals import decimal
from rag.diary.types import MACROS, NUTRIENTS, Food
from rag.types import Language

_G = r"g|gr|grs|gramas?|gramos?|grams?"
_ML = r"ml|mls|mililitros?|milliliters?|millilitres?"
UNITS: Final = (
    ("kcal", r"kcals?|cals?|calorias?|calories?|[qk]uilocalorias?|kilocalorias?|kilocalories?"),
    ("kj", r"kjs?|[qk]uilojoules?|kilojoules?"),
    ("g", _G),
    ("mg", r"mgs?|miligramas?|miligramos?|milligrams?"),
    ("mcg", r"mcgs?|[uµμ]g|microgramas?|microgramos?|micrograms?"),
)
_NUMBER = r"\d+(?:[.,]\d+)*"
_ANY_UNIT = "|".join(f"(?P<{unit}>{pattern})" for unit, pattern in UNITS)
VALUE: Final = re.compile(rf"(?<![\w.,/<>≤≥−-])(?P<sign>[-−])?(?P<number>{_NUMBER})\s*(?:{_ANY_UNIT})(?!\w)")
PERCENT: Final = re.compile(rf"(?<![\w.,])({_NUMBER})\s*%")
WEIGHT = rf"(?P<number>{_NUMBER})\s*(?:(?P<g>{_G})|(?P<ml>{_ML})|(?P<kg>kgs?)|(?P<l>l|litros?|liters?|litres?))(?!\w)"
_PORTIONS = r"porcao|porcion|racion|serving|portion|dose"
WEIGHED: Final = re.compile(rf"(?<![\w.,]){WEIGHT}")
_NAME_PARTS: Final = re.compile(r"[(,]|\s[-–—]\s")
_NAME_END: Final = re.compile(r"[\s,.)]*(?:[^\W\d]+)?[\s,.)]*")
"""After what the figures are of, perhaps with its measure: "(per 60 g bar)"."""
MEASURE_WEIGHT: Final = re.compile(rf"\s*(?:\(|de\s|of\s)\s*{WEIGHT}\s*\)?(?!\s*(?:de|of)\s)")
"""What one of a measure weighs, right after it: "por barra de 60 g"."""
_COUNTED: Final = re.compile(r"(?<!\w)\d[\d.,/]*\s+\D+$")
PER: Final = re.compile(
    r"(?<!\w)(?:por|per|em|en|in|a cada|cada|each|na|para|for)\s+(?:(?:cada|uma?|una?|one|a|1|each)\s+)?"
    rf"(?P<portion>(?:{_PORTIONS})\s*(?:(?:de|of)\s+|[:(]\s*)?)?{WEIGHT}\s*\)?(?:\s*(?:{_PORTIONS})(?!\w))?"
)
OF_WEIGHT: Final = re.compile(
    rf"^\W*(?:(?:cada|a cada|each|every|em|en|in)\s+)?{WEIGHT}\s+(?:tem|tiene|tienen|traz|trae|has|have|contem|contiene"
    r"|contienen|contains?|da|dao|dan|fornecem?|aportan?|provides?|gives?|sao|son|is|are)(?!\w)"
)
"""What figures are of, as a sentence: "100 g tem 250 kcal"."""
EACH: Final = re.compile(
    r"(?<!\w)(?:por|per|(?:em |en |a )?cada|each)\s+(?:(?:cada|uma?|una?|one|a|1|each)\s+)?(?=[^\W\d])"
)
MEASURED: Final = re.compile(rf"^(?P<what>[^=]+?)(?P<by>[\s:=(]+|(?<=\w)\s*[-–—]\s+){WEIGHT}\s*\)?$")
NO_NUMBER: Final = re.compile(r"(?<![\w])(?:nan|inf|infinity|infinit[oae]s?)(?!\w)|∞")
BREAKS: Final = re.compile(r"[;\n|•·]|,(?!\d)|(?<!\d),")
ALCOHOLIC: Final = re.compile(r"(?<!\w)(?:alcool|alcohol|etanol|ethanol|vol|abv)(?!\w)")
SALT: Final = re.compile(r"(?<!\w)(?:sal|salt)(?!\w)")
_HAS: Final = re.compile(r"(?:\s+(?:com|con|with|tem|tiene|has))?[\s,;:(–—-]*$", re.IGNORECASE)
KJ: Final = 1 / Decimal("4.184")
GRAMS: Final = {"g": Decimal(1), "mg": Decimal("0.001"), "mcg": Decimal("0.000001")}
SODIUM_OF_SALT: Final = Decimal("0.4")
"""Salt is sodium × 2.5 (Regulation (EU) 1169/2011, Annex I)."""
ETHANOL: Final = Decimal("0.789")
"""Grams a millilitre, at 20 °C."""
_CALLED_ALCOHOL: Final = {Language.PT: "álcool", Language.ES: "alcohol", Language.EN: "alcohol"}


def named(text: str) -> tuple[str, str, str]:
    """A name, what is told of it, and a reference that stood at the name's end ("Bolo (por 30 g): …").

    The name ends at the first colon or line, or before the first figure.
    """
    ends = [place for place in (text.find(":"), text.find("\n")) if place > 0]
    level = levelled(text)
    pers = [per.span() for per in PER.finditer(level)]
    figures = (value.start() for value in VALUE.finditer(level))
    first = next((at for at in figures if not any(start <= at < end for start, end in pers)), len(text))
    end = min([*ends, first])
    rest = text[end:] if end == first else text[end + 1 :]
    name = " ".join(text[:end].split())
    found = [per for per in PER.finditer(levelled(name)) if _NAME_END.fullmatch(name[per.end() :])]
    told_by = name[found[-1].start() :] if found else ""
    name = name[: found[-1].start()] if found else name
    return _HAS.sub("", name).strip(), rest, told_by


def grams_of(found: re.Match[str]) -> tuple[Decimal | None, bool]:
    """A weight's grams or millilitres, and whether it is the latter."""
    coarse = bool(found["kg"] or found["l"])
    number = decimal(found["number"], coarse=coarse)
    return (None if number is None else number * (1000 if coarse else 1)), bool(found["ml"] or found["l"])


def parted(level: str, found: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each value with its words: those after it, or where nothing follows the last one, those before it."""
    starts = [0, *(value.end() for value in found)]
    ends = [*(value.start() for value in found), len(level)]
    gaps = [level[start:end] for start, end in zip(starts, ends, strict=True)]
    after = read_nutrients(lex(gaps[-1]))
    before = read_nutrients(lex(gaps[0]))
    follow = bool(after.keys or after.uncounted) and not (before.keys or before.uncounted)
    alone = not any(gap.strip(" .()") for gap in gaps[:-1])
    words = gaps[1:] if follow or alone else gaps[:-1]
    return zip(found, words, strict=True)


def about_measure(measures: Measures, level: str) -> bool:
    """Whether the words hold a household measure's."""
    words = forms(scan(level))
    found = (measures.at(words, at) for at in range(len(words)))
    return any(told is not None and told.vague != "some" for told in found)


def amount_in_name(name: str, measures: Measures, language: Language) -> str:
    """A name that may tell what the figures are of ("1 fatia de bolo", "suco 200 ml"), or nothing."""
    level = levelled(name)
    parts = [*_NAME_PARTS.split(level)[1:], *(found.group() for found in _COUNTED.finditer(level))]
    begins = level[:1].isdecimal() and measures.at(forms(scan(level)), 1)
    aside = any(read_measure(part.strip(" )"), measures, language) for part in parts)
    each = any(about_measure(measures, level[found.end() :]) for found in EACH.finditer(level))
    weights = [found.span() for found in WEIGHED.finditer(level)]
    weighed = any(not start or not level[end:].strip(" .)") for start, end in weights)
    return name if begins or aside or each or weighed else ""


def food_text(
    food: Food | OwnFood, name: str, nutrient: Callable[[str], str], measure: Callable[[str], str], language: Language
) -> str:
    """The text that `read_food` reads as these figures again. `nutrient` and `measure` tell what a key is called."""
    point = "." if language is Language.EN else ","
    values = [
        f"{_written(value, point)} {key.rpartition('_')[2]} {'' if key == MACROS[0] else nutrient(key)}".strip()
        for key in NUTRIENTS
        if (value := food.per_100g.get(key)) is not None
    ]
    told = [f"1 {measure(key)} = {_written(m.grams, point)} g" for key, m in food.measures.items() if key != ML]
    told += [_CALLED_ALCOHOL[language]] if ALCOHOL in food.tags else []
    poured = [f"{'per' if language is Language.EN else 'por'} 100 ml"] if ML in food.measures else []
    return f"{name}: {'; '.join([', '.join(values), *poured, *told])}"


def _written(value: Decimal, point: str) -> str:
    """Without zeros at its end; three decimals get a fourth, since a lone point before three digits parts thousands."""
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    whole, _, rest = text.partition(".")
    return f"{whole}{point}{rest.ljust(4, '0') if len(rest) == 3 else rest}" if rest else whole  # noqa: PLR2004
