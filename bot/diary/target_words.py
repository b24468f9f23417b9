"""Targets as people write them: "proteína min 80", "sábado kcal max 2500", "fibra 25 a 40". Pure, three languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.diary.target_days import DAYS, undated
from bot.diary.target_units import MOST, UNITS, factor_of, scaled
from rag.diary.planning.lexing import Token, lex
from rag.diary.planning.nutrient_names import UNCOUNTED, read_nutrients
from rag.diary.reading.numerals import decimal
from rag.wording import fold

_MIN: Final = frozenset("min minimo minima minimum minimos pelo least acima desde above over".split())
_MAX: Final = frozenset("max maximo maxima maximum maximos most ate hasta up under below abaixo debajo".split())
_LESS: Final = frozenset({"menos", "less"})
_MORE: Final = frozenset({"mais", "mas", "more"})
_THAN: Final = frozenset({"de", "que", "than"})
_JOINS: Final = frozenset("a ate hasta to until e y and -".split())
_REMOVING: Final = frozenset(
    """sem sin no without remover remova remove tirar tira tire quitar quita quite apagar apaga apague delete drop clear
    borrar borra borre""".split()
)
_ENDS: Final = (5, 6)
_SALT: Final = frozenset({"sal", "salt"})
_SODIUM_OF_SALT: Final = Decimal("0.4")
"""Salt is sodium × 2.5 (Regulation (EU) 1169/2011, Annex I)."""
_STRANGE: Final = re.compile(r"%|\d[eE][+-]?\d")
_SIGNS: Final = ((re.compile(r">=?|≥"), " min "), (re.compile(r"<=?|≤"), " max "), (re.compile(r"[−–—]"), "-"))
_LINES: Final = re.compile(r"[;\n]")
_PARTS: Final = re.compile(r",(?=\s)")
_ANDS: Final = re.compile(r"(\s+(?:e|y|and)\s+)", re.IGNORECASE)
_MOST_PIECES: Final = 17
_SMALL: Final = frozenset(
    "no na nos aos on o os de da do at al ao por dia day per los las el entre between from como feira que : . !".split()
)


class Wrong(StrEnum):
    """Why a target was not understood, or can't be kept."""

    NUTRIENT = "nutrient"
    SEVERAL = "several"
    NO_VALUE = "no_value"
    NEGATIVE = "negative"
    REVERSED = "reversed"
    ABSURD = "absurd"
    UNIT = "unit"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target asked for. `either`: a value of which nobody said whether it is a minimum or a maximum.

    No weekdays: every day. `removed`: it is to go. `salt`: the value was salt's, and has become sodium's.
    """

    nutrient: str
    weekdays: tuple[int, ...] = ()
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    either: Decimal | None = None
    removed: bool = False
    salt: bool = False


@dataclass(frozen=True, slots=True)
class NotTarget:
    """What was said, and why it is no target; `wanted` where it is known what it was about."""

    why: Wrong
    said: str
    wanted: Wanted | None = None


def read_targets(text: str) -> list[Wanted | NotTarget]:
    """The targets in `text`, parted by semicolons, lines, commas or "e"; in a line the last nutrient and days hold."""
    return [read for line in _LINES.split(text) for read in _read_line(line)]


def _read_line(line: str) -> list[Wanted | NotTarget]:
    found: list[Wanted | NotTarget] = []
    about = _About()
    for part in (piece for whole in _PARTS.split(line) for piece in _apart(whole)):
        if not part.strip(" .!?"):
            continue
        read = _Reader(lex(_signed(part)), part.strip())
        days = read.weekdays or about.weekdays
        if not read.keys and days and not read.events():
            about = _About(None, days)
            continue
        result = read.result(about.nutrient if read.is_bare() else None, days)
        if isinstance(result, Wanted):
            about = _About(result.nutrient, result.weekdays)
        found.append(result)
    return found


def _apart(part: str) -> list[str]:
    """The part cut at each "e" that stands between two targets: a nutrient and a number on either side."""
    pieces = _ANDS.split(part)
    if len(pieces) > _MOST_PIECES:
        return [part]
    cuts = [pieces[0]]
    for at in range(1, len(pieces), 2):
        joiner, piece = pieces[at], pieces[at + 1]
        if _is_target(cuts[-1]) and _is_target(piece):
            cuts.append(piece)
        else:
            cuts[-1] += f"{joiner}{piece}"
    return cuts


def _is_target(text: str) -> bool:
    read = _Reader(lex(_signed(text)), text)
    return bool(read.keys) and any(kind in "n-" for kind, _ in read.events())


@dataclass(frozen=True, slots=True)
class _About:
    nutrient: str | None = None
    weekdays: tuple[int, ...] = ()


def _signed(text: str) -> str:
    for sign, word in _SIGNS:
        text = sign.sub(word, text)
    return text


class _Reader:
    """One part of a text, read."""

    def __init__(self, tokens: Sequence[Token], said: str) -> None:
        tokens = undated(tokens)
        named = read_nutrients(tokens)
        self.said, self.words = said, [token.said if token.word == "." else token.word for token in tokens]
        places = named.words & set(range(len(tokens)))
        self.named = {at for at in places if self.words[at] not in UNITS or not self._after_number(at)}
        self.keys = tuple(key for key in named.keys if self._is_named(key, tokens))
        self.uncounted = named.uncounted
        self.weekdays = self._weekdays()

    def _after_number(self, at: int) -> bool:
        return at > 0 and self.words[at - 1][0].isdecimal()

    def _is_named(self, key: str, tokens: Sequence[Token]) -> bool:
        """Whether a nutrient is named other than as a unit after a number, or that is all there is of it."""
        if key != "energy_kcal":
            return True
        bare = [t for at, t in enumerate(tokens) if t.word not in UNITS or not self._after_number(at)]
        others = read_nutrients(bare).keys
        return key in others or not others

    def _weekdays(self) -> tuple[int, ...]:
        if "weekend" in self.words or "weekends" in self.words or _follows(self.words, ("fim", "fin"), "semana"):
            return _ENDS
        places = [(at, day) for at, word in enumerate(self.words) for day, names in enumerate(DAYS)
                  if word in names and at not in self.named]  # fmt: skip
        if len(places) == 2:  # noqa: PLR2004 - from one to the other
            (first, begins), (second, ends) = places
            between = set(self.words[first + 1 : second]) - {"-", "feira"}
            if between and between <= _JOINS - {"e", "y", "and"} and begins < ends:
                return tuple(range(begins, ends + 1))
        return tuple(sorted({day for _, day in places}))

    def is_bare(self) -> bool:
        """Whether there is no word that might be a nutrient's that is not counted."""
        known = _MIN | _MAX | _LESS | _MORE | _THAN | _JOINS | _SMALL | UNITS.keys() | frozenset().union(*DAYS)
        return all(word in known or word[0].isdecimal() for word in self.words)

    def events(self) -> list[tuple[str, Decimal]]:
        """`i` for a minimum's word, `x` for a maximum's, `n` for a number, `-` for a negative one."""
        found: list[tuple[str, Decimal]] = []
        for at, word in enumerate(self.words):
            if at in self.named:
                continue
            kind = self._bound(at)
            if kind:
                found.append((kind, Decimal(0)))
            elif word[0].isdecimal() and (value := decimal(word)) is not None:
                lone = at > 0 and self.words[at - 1] == "-" and not (at > 1 and self._counts(at - 2))
                found.append(("-" if lone else "n", value))
        return found

    def _counts(self, at: int) -> bool:
        return self.words[at][0].isdecimal() or self.words[at] in UNITS

    def _bound(self, at: int) -> str:
        word, after = self.words[at], self.words[at + 1 : at + 2]
        before = self.words[at - 1] if at else ""
        if word in _LESS or word in _MORE:
            if before in {"al", "ao"}:
                return "i"
            denied = before in {"no", "nao", "not"}
            return ("x" if (word in _LESS) != denied else "i") if after and after[0] in _THAN else ""
        return "i" if word in _MIN else "x" if word in _MAX else ""

    def result(self, inherited: str | None, weekdays: tuple[int, ...]) -> Wanted | NotTarget:
        """What this part asks for."""
        keys = self.keys or ((inherited,) if inherited and not self.uncounted else ())
        if len(keys) != 1 or keys[0] == UNCOUNTED:
            return NotTarget(Wrong.SEVERAL if len(keys) > 1 else Wrong.NUTRIENT, self.said)
        wanted = Wanted(keys[0], weekdays)
        events = self.events()
        if _STRANGE.search(self.said):
            return NotTarget(Wrong.UNREAD, self.said)
        if not any(kind in "n-" for kind, _ in events):
            removing = not events and bool(_REMOVING & set(self.words))
            return replace(wanted, removed=True) if removing else NotTarget(Wrong.NO_VALUE, self.said, wanted)
        if any(kind == "-" for kind, _ in events):
            return NotTarget(Wrong.NEGATIVE, self.said, wanted)
        return self._bounded(wanted, events)

    def _bounded(self, wanted: Wanted, events: Sequence[tuple[str, Decimal]]) -> Wanted | NotTarget:
        values = [value for kind, value in events if kind == "n"]
        match self._shape(events):
            case "range" | "both":
                wanted = replace(wanted, minimum=values[0], maximum=values[1])
            case "swapped":
                wanted = replace(wanted, minimum=values[1], maximum=values[0])
            case "min":
                wanted = replace(wanted, minimum=values[0])
            case "max":
                wanted = replace(wanted, maximum=values[0])
            case "either":
                wanted = replace(wanted, either=values[0])
            case _:
                return NotTarget(Wrong.UNREAD, self.said, wanted)
        return self._checked(wanted)

    def _shape(self, events: Sequence[tuple[str, Decimal]]) -> str:
        kinds = "".join(kind for kind, _ in events)
        if kinds in {"nn", "nxn", "inxn"} and (kinds == "inxn" or self._joined()):
            return "range"
        return {
            "ninx": "both", "xnin": "swapped", "nxni": "swapped", "in": "min", "ni": "min", "xn": "max", "nx": "max",
            "n": "either",
        }.get(kinds, "")  # fmt: skip

    def _joined(self) -> bool:
        """Whether one of the words that make a range stands between the two numbers."""
        places = [at for at, word in enumerate(self.words) if word[0].isdecimal() and at not in self.named]
        between = [word for word in self.words[places[0] + 1 : places[1]] if word not in UNITS]
        return len(between) == 1 and between[0] in _JOINS

    def _checked(self, wanted: Wanted) -> Wanted | NotTarget:
        """The values in the nutrient's own unit."""
        own = wanted.nutrient.rpartition("_")[2]
        factor = factor_of(own, {w for at, w in enumerate(self.words) if w in UNITS and self._after_number(at)})
        if factor is None:
            return NotTarget(Wrong.UNIT, self.said, wanted)
        salt = wanted.nutrient == "sodium_mg" and bool(_SALT & {self.words[at] for at in self.named})
        scale = factor * (_SODIUM_OF_SALT if salt else 1)
        values = [v for v in (wanted.minimum, wanted.maximum, wanted.either) if v is not None]
        if any(value * scale > MOST[own] for value in values):
            return NotTarget(Wrong.ABSURD, self.said, wanted)
        wanted = Wanted(
            wanted.nutrient,
            wanted.weekdays,
            scaled(wanted.minimum, scale),
            scaled(wanted.maximum, scale),
            scaled(wanted.either, scale),
            salt=salt,
        )
        if wanted.minimum is not None and wanted.maximum is not None and wanted.minimum > wanted.maximum:
            return NotTarget(Wrong.REVERSED, self.said, wanted)
        return wanted


def _follows(words: Sequence[str], firsts: Sequence[str], last: str) -> bool:
    return any(word in firsts and last in words[at + 1 : at + 4] for at, word in enumerate(words))


def is_listing(text: str) -> bool:
    """Whether nothing is asked but to see what is set."""
    return not text.strip() or fold(text.strip(" .?!")) in {"ver", "mostrar", "listar", "list", "show"}
