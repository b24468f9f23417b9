"""How names of foods and what people say for them become the same words. Pure.

One key for the three languages: lower case, no accents, no articles, singular, ways of cooking under one word each. It
is what names are stored and searched by, never what is shown; `cleaned` keeps the words as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rag.diary.lexis.stems import singular
from rag.types import Language
from rag.wording import fold

KEYS: Final = "keys-1"
"""Version of the keys: names are stored by them, so another one makes new versions of all foods."""
RAW: Final = "cru"
_LONGEST = 300
STATES: Final[Mapping[str, str]] = {
    word: state
    for state, words in {
        "cozido": "cozido cozida cocido cocida cooked boiled hervido hervida sancochado sancochada steamed fervido",
        "frito": "frito frita fried",
        "grelhado": "grelhado grelhada grilled grillado grillada broiled",
        "assado": "assado assada roasted",
        "asado": "asado asada",  # Spanish says it of the oven and of the grill
        "forno": "baked horneado horneada",
        "refogado": "refogado refogada salteado salteada sauteed rehogado rehogada",
        RAW: "cru crua crudo cruda raw",
    }.items()
    for word in words.split()
}
"""Ways of cooking: they tell foods apart where a name has one, and any food of the name will do where none has."""

WITH: Final = "com"
SOFT: Final = frozenset({*STATES.values(), "chapa", WITH})
"""What `Wanted.soft` may hold."""
_STATE_PHRASES = tuple(
    (re.compile(rf"\b(?:{pattern})\b"), state)
    for pattern, state in (
        (r"(?:no|ao|al|a) vapor", "cozido"),
        (r"a la parrilla|na grelha", "grelhado"),
        (r"na chapa|(?:a la|en) plancha", "chapa"),
        (r"(?:no|ao|al) (?:forno|horno)|en el horno", "forno"),
    )
)
_OPTIONAL = frozenset(
    singular(word)
    for word in """
    caseiro caseira casero casera homemade temperado temperada sazonado sazonada fresco fresca fresh natural naturais
    picado picada ralado ralada rallado rallada amassado amassada cortado cortada fatiado fatiada sliced chopped grated
    diced inteiro inteira entero entera maduro madura ripe quente gelado gelada simples comum tradicional bem pequeno
    pequena pequeno grande medio media mediano mediana small medium large big file filezinho filete fillet bife posta
    pedaco pedazo trozo piece fatia rebanada slice cubo cubinho cubito unidade unidad grao sempele semosso semcasca
    semsemente semcaroco sempepita semespinha drenado descascado pelado peeled desfiado desfiada desmechado desmechada
    shredded leve levemente acebolado acebolada encebollado encebollada muy muito bien well
    """.split()
)
"""Words that a phrase may have and a name need not: they change little of what a food holds."""
_DROPPED = frozenset(
    """
    de da do das dos d del la el los las un una unos unas um uma uns umas of the a an o os as
    ao aos na no nas nos em en in on por al
    """.split()
)
_WITH = frozenset({"com", "con", "with", "and", "e", "y"})
_WITHOUT = {"sem": "sem", "sin": "sem", "without": "sem"}
_VARIANTS = {
    "mucarela": "mussarela", "muzarela": "mussarela", "mozarela": "mussarela", "mozzarella": "mussarela",
    "mozarella": "mussarela", "muzzarella": "mussarela", "yogurt": "iogurte", "yogur": "iogurte", "yoghurt": "iogurte",
    "yogourt": "iogurte", "iorgute": "iogurte", "iogute": "iogurte", "catchup": "ketchup", "maizena": "maisena",
    "xuxu": "chuchu", "chkn": "chicken", "choc": "chocolate", "veg": "vegetable", "mussa": "mussarela",
    "shoio": "shoyu", "xerem": "xerem",
}  # fmt: skip
_NUMBER = (
    r"(?:\d+(?:[.,/⁄]\d+)*(?: \d+[/⁄]\d+)?(?!%)|(?:um |tres )?quartos?(?= d)|(?:un |tres )?cuartos?(?= d)|um|uma|uns"
    r"|umas|un|una|unos|unas|uno|an|a|one|meia|meio|media|medio|half|dois|duas|dos|two|tres|three|quatro|cuatro|four"
    r"|cinco|five|seis|six|sete|siete|seven|oito|ocho|eight|nove|nueve|nine|dez|diez|ten|quarter|duzia|docena|dozen"
    r"|couple|some|algum|alguns)"
)
_UNIT = (
    r"(?:kg|quilos?|kilos?|gr?|grs|gramas?|gramos?|grams?|mg|l|lts?|litros?|liters?|ml|mls|oz|ounces?"
    r"|colher(?:es|ada|adas)?(?: \(?(?:de )?(?:sopa|cha|sobremesa|servir|cafe)\)?(?= d|$))?(?: chei[oa]s?)?"
    r"|cuchar(?:ada|adita|ita|on|ones|a)s?(?: de (?:te|postre|servir|sopa)| soperas?)?|cdas?|cditas?|tbsps?|tsps?"
    r"|(?:table|tea|serving |dessert ?)?spoon(?:ful)?s?|xicaras?(?: de (?:cha|cafe))?|chavenas?|tazas?|cups?|copos?"
    r"(?: americanos?| duplos?| de requeijao| descartave(?:l|is))?|copinhos?|vasos?|glass(?:es)?|canecas?|mugs?"
    r"|conchas?|escumadeiras?|ladles?|pratos?(?: rasos?| fundos?)?|platos?|plates?|tigelas?|bowls?|tazon(?:es)?|fatias?"
    r"|rebanadas?|tajadas?|lonchas?|slices?|pedacos?|pedazos?|trozos?|pieces?|rodelas?|rodajas?|punhados?|punados?"
    r"|handfuls?|porc(?:ao|oes)|porcion(?:es)?|portions?|servings?|pacotes?|paquetes?|packets?|latas?|cans?|garrafas?"
    r"|botellas?|bottles?|unidades?|potes?|gomos?|folhas?|hojas?|lea(?:f|ves)|pitadas?|pizcas?|pinch(?:es)?|bolas?"
    r"|scoops?|cachos?|dentes?|cloves?|dozen|duzias?|docenas?)"
)
_AMOUNT = re.compile(
    rf"^(?:{_NUMBER}\b(?!-[^\d]|%) ?(?:(?:e|y|and|ou|o|or|a|-) ?{_NUMBER}\b ?)?)+"
    rf"(?:(?:de |of )?{_UNIT}(?!\w)\.? ?)?(?:(?:de|of) )?"
)
_WEIGHT = re.compile(r"^\d+(?:[.,]\d+)? ?(?:kg|gr?|gramas?|gramos?|grams?|ml|l|oz)\b\.? ?(?:(?:de|of) )?")
_SLASHED = re.compile(r"\b([cs])/ ?(?=[^\W\d])")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+(?:%)?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A normalised phrase in parts: `hard` words a name must hold, `soft` ones that it should, and the rest left out.

    Soft are the ways of cooking, and "com": pão com queijo is no pão de queijo.

    `phrases` are the forms of it that may be a whole name, the fullest first.
    """

    phrases: tuple[str, ...]
    hard: tuple[str, ...]
    soft: tuple[str, ...]


def cleaned(phrase: str) -> str:
    """The words for a food as they were written, the amount before them out; the phrase itself if nothing is left."""
    text = " ".join(phrase[:_LONGEST].split())
    folded = _plain(text)
    if len(folded) != len(text):  # a letter that folds to two: the places don't agree
        text = folded
    end = _amount_end(folded)
    return text[end:].strip() or text


def normalised(phrase: str, language: Language) -> str:
    """The key of a name or phrase: its words in order, parted by single spaces; empty where there are none.

    Idempotent. `language` is whose words they are; the same word has the same key in all three. Amounts stay, since
    names begin with some ("tres leches"): `cleaned` takes them out.
    """
    text = _plain(" ".join(phrase[:_LONGEST].split()))
    for pattern, state in _STATE_PHRASES:
        text = pattern.sub(state, text)
    words = _joined(_WORD.findall(text), language)
    keys = [_key(word) for word in words if word not in _DROPPED] or [_key(word) for word in words]
    return " ".join(keys)


def wanted(phrase: str) -> Wanted:
    """The parts of a normalised phrase."""
    words = phrase.split()
    hard = [word for word in words if word not in SOFT and word not in _OPTIONAL]
    soft = [word for word in words if word in SOFT]
    if not hard:
        hard, soft = [word for word in words if word not in SOFT] or words, []
    bare = " ".join(word for word in words if word not in _OPTIONAL)
    return Wanted(tuple(dict.fromkeys(p for p in (phrase, bare) if p)), tuple(dict.fromkeys(hard)), tuple(soft))


def _plain(text: str) -> str:
    return _SLASHED.sub(lambda found: f"{found[1]}om " if found[1] == "c" else "sem ", _apostrophes(fold(text)))


def _apostrophes(text: str) -> str:
    return _POSSESSIVE.sub("s", text).replace("'", " ").replace("’", " ")


def _amount_end(folded: str) -> int:
    """Where the amount that a folded phrase begins with ends; 0 where there is none, or nothing but it."""
    found = _WEIGHT.match(folded) or _AMOUNT.match(folded)
    return found.end() if found and _WORD.search(folded, found.end()) else 0


def _joined(words: Sequence[str], language: Language) -> list[str]:
    """With "sem açúcar" as one word: what is left out tells foods apart as much as what is in."""
    joined: list[str] = []
    without = _WITHOUT | ({"no": "sem"} if language is Language.EN else {})
    skip = False
    for at, word in enumerate(words):
        if skip:
            skip = False
        elif word in without and at + 1 < len(words):
            joined.append(without[word] + _key(words[at + 1]))
            skip = True
        else:
            joined.append(word)
    return joined


def _key(word: str) -> str:
    state = STATES.get(word) or STATES.get(word.removesuffix("s"))
    if state or word in _WITH:
        return state or WITH
    form = singular(_VARIANTS.get(word, _VARIANTS.get(word.removesuffix("s"), word)))
    return _VARIANTS.get(form, form)
