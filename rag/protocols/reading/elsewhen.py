"""Numbers that are no present value of the patient's: of another time, supposed, or in an unclear unit. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.answers import Problem
from rag.protocols.reading.apart import loose
from rag.protocols.reading.phrases import lists
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.units import CALENDAR, CLOCK, LENGTH, MASS, dimension
from rag.types import Language

_REFLEXIVE: Final = frozenset("mantem manteve mantendo encontra encontrava mantiene mantuvo quedo me lembro".split())
_PERHAPS: Final = re.compile(r"engordo|adelgazo|subo|bajo|gano|llego|sigo|\w+(?:era|ese|ara)")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_DENIED: Final = re.compile(r"\b(?:nao|no|not|ainda|aun)\b")
_STILL: Final = re.compile(r"\b(?:ainda|aun|todavia|yet|fiz)\b")
_WHETHER: Final = frozenset({"se", "if"})
_CUT: Final = frozenset("a an sem mi mil mm c d m w wk y yo mo mos k g h s me mes anos".split())
"""Cut forms of units, or letters that stand for several."""
_CUSTOMARY: Final = frozenset(
    """stone stones st feet foot ft inch inches pes pies pe pie polegada polegadas pulgada pulgadas arroba arrobas
    ounce ounces oz yard yards pedras""".split()
)
_AGED: Final = frozenset({"idade", "edad", "age", "vida", "life"})
_OF: Final = frozenset({"de", "of"})
_LASTING: Final = frozenset(
    "casado casada casados married smoking juntos together aposentado aposentada retired separado separada".split()
)
_ERA: Final = frozenset("anos nasci nascido nascida naci nacido nacida born decada decadas decade decades".split())
_DAILY: Final = frozenset({"dia", "day", "hora", "segundo"})
"""Times that are no units of a number: "hoje em dia"."""
_REACH: Final = 12
_MARKS: Final = frozenset(",.;:()[]")


def supposed(said: Said) -> bool:
    """Whether a text supposes or wonders and tells nothing: "finge que é 42", "se eu engordar chego a 41"."""
    return pretended(said) or any(_supposes(said, at) for at in range(len(said.words)))


def pretended(said: Said) -> bool:
    """Whether it says so by a word for it: "finge que", "suppose"."""
    return _found("suppose").search(_line(said)) is not None


def _supposes(said: Said, at: int) -> bool:
    word, after = said.words[at], said.words[at + 1 : at + 2]
    if not after or said.breaks[at + 1] or after[0] in _REFLEXIVE or after[0][0].isdigit():
        return False
    opens = at == 0 or said.breaks[at] > 0 or said.words[at - 1] in ("e", "mas", "y", "pero", "and", "but", "so")
    known = " ".join(said.words[at : at + 3]) in ("se nao me", "se bem me", "if i recall", "if i remember", "if im not")
    if word in _WHETHER and (word == "if") == (said.language is Language.EN):
        return opens and not known
    spanish = said.language is Language.ES and word == "si" and "sí" not in said.text.casefold()
    return spanish and opens and _PERHAPS.fullmatch(after[0]) is not None


def elsewhen(one: Amount, ready: Prepared, said: Said) -> Problem | None:
    """Why a number is no present value.

    FUTURE: "daqui a 2 anos"; AMBIGUOUS: "foi 41 em 2010", "45 anos de casado"; INEXACT: "faço 18 mês que vem".
    """
    first, last = max(0, said.word_of(one.start)), said.word_of(one.end - 1) + 1
    before, after = " ".join(said.words[max(0, first - 4) : first]), " ".join(said.words[last : last + 3])
    if dimension(one.unit) == CALENDAR and _ahead(before, after, ready, said):
        return Problem.FUTURE
    if ready.unit == "anos" and not ready.asks_how_long:
        return _of_age(one, said, first, last)
    start, end = _near(said, first)
    return Problem.AMBIGUOUS if _once(said, start, end, lasts=ready.of_time or bool(ready.per)) else None


def _near(said: Said, word: int) -> tuple[int, int]:
    """The clause around a word, as far as it is looked at."""
    start, end = said.clause(word)
    return max(start, word - _REACH), min(end, word + _REACH)


def _once(said: Said, start: int, end: int, *, lasts: bool) -> bool:
    """Whether a clause tells what was so; of what `lasts` a past year is its beginning."""
    clause = f" {' '.join(said.words[start:end])} "
    if _found("was_once").search(clause):
        return True
    years = (said.words[at] for at in range(start + 1, end) if said.words[at - 1] in ("em", "en", "in"))
    return not lasts and (_found("last_year").search(clause) is not None or any(map(_YEAR.fullmatch, years)))


def _ahead(before: str, after: str, ready: Prepared, said: Said) -> bool:
    if re.search(r"\b(?:daqui(?: a)?|dentro de|within)(?: (?:uns|unos|about))?$", before) or after.startswith(
        "from now"
    ):
        return True
    inside = {Language.PT: "em", Language.ES: "en", Language.EN: "in"}[said.language]
    growing = ready.per or (ready.unit != "anos" and said.language is Language.PT)
    return not growing and before.split()[-1:] == [inside]


def _of_age(one: Amount, said: Said, first: int, last: int) -> Problem | None:
    """Of a number told for an age: one not reached yet, or one of something else."""
    start, end = _near(said, first)
    before = " ".join(said.words[max(start, first - 4) : first])
    after = " ".join(said.words[last : min(end, last + 5)])
    if re.search(r"\b(?:acabei|acabo|acabou|just)\b", before) or re.match(r"(?:hoje|hoy|today)\b", after):
        return None
    if _found("reaching").search(f" {before}#") or _found("not_reached").search(f" {after} "):
        return Problem.INEXACT
    if _DENIED.search(before) and _STILL.search(f"{before} {after}"):
        return Problem.INEXACT
    ago = re.match(r"(?:atras|ago|back)\b", after) is not None or _once(said, start, end, lasts=False)
    era = not one.unit and not _ERA.isdisjoint(said.words[start:first])
    return Problem.AMBIGUOUS if ago or era or _lasts(said, last, end) else None


def _lasts(said: Said, at: int, end: int) -> bool:
    """Whether what follows a number of years tells what lasts so long: "de casado", "fumando"."""
    follows = said.words[at:end]
    if follows[:1] and follows[0] in _OF:
        return follows[1:2] == () or follows[1] not in _AGED
    return bool(follows) and (follows[0] in _LASTING or follows[0].endswith(("ando", "endo", "indo")))


def unclear(found: Sequence[Amount], ready: Prepared, said: Said, taken: Collection[int]) -> bool:
    """Whether a bare number may be in another unit: a cut one after it, or one that stands elsewhere in the text."""
    bare = [one for one in found if not one.unit]
    if any(_cut(one, ready, said) for one in bare):
        return True
    measure = dimension(ready.unit)
    units = [one for one in loose(said, found, taken) if dimension(one.unit) == measure and one.unit != ready.unit]
    words = (said.tokens.words[one.start] for one in units)
    return bool(bare) and measure != "" and any(len(word) > 1 and word not in _DAILY for word in words)


def _cut(one: Amount, ready: Prepared, said: Said) -> bool:
    """Whether a cut unit, or one that no number is converted from, ends the number: "2 an", "9 mi", "18, stone"."""
    words, at = said.tokens.words, one.end
    while at < said.tokens.count and words[at] in _MARKS:
        at += 1
    if words[at] in _CUSTOMARY:
        return ready.unit == "kg/m2" or dimension(ready.unit) in (LENGTH, MASS)
    closes = at + 1 >= said.tokens.count or words[at + 1] in _MARKS
    years = ready.unit == "anos" and words[at] in ("a", "y", "yo", "an")
    known = dimension(ready.unit) in (LENGTH, MASS, CALENDAR, CLOCK)
    return closes and known and words[at] in _CUT and not years


def _line(said: Said) -> str:
    return f" {' '.join(said.words)} "


@cache
def _found(name: str) -> re.Pattern[str]:
    """A pattern of the phrases of a list, between blanks; "#" stands for the end."""
    phrases = "|".join(re.escape(" ".join(phrase)) for phrase in lists()[name])
    return re.compile(rf" (?:{phrases})(?: (?:os|the|los|uns))?#" if name == "reaching" else rf" (?:{phrases}) ")
