"""A message's words → amounts, breaks and words of foods, talk left out. Linear."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import Final

from rag.diary.lexis.edible import Edible
from rag.diary.lexis.measures import UNIT
from rag.diary.lexis.words import Word, singulars
from rag.diary.reading.amounts import AmountReader, Said
from rag.diary.reading.drafting import FIXED, HARD
from rag.diary.types import Refusal
from rag.wording import Lexicon

MARKS: Final = frozenset({",", ";", "\n", ".", "!", "?", "+", "&", "•", "·", "|", "…"})
SKIPPED: Final = frozenset("-–—−:=()[]\"'“”*>→_~")
WITH: Final = "with"
AND: Final = "and"
_CURRENCIES: Final = frozenset({"r", "us", "s", "ars", "mx"})
_SLASHED: Final = frozenset({"c", "w"})
_VITAMINS: Final = frozenset({"vitamina", "vit", "vitaminas", "vitamin"})


class Kind(Enum):
    """What a part is."""

    AMOUNT = auto()
    WORD = auto()
    BREAK = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """Words `start` to `end` (exclusive). `mark` is a break's, or "skip" for what is left out."""

    kind: Kind
    start: int
    end: int
    said: Said | None = None
    mark: str = ""


@dataclass(frozen=True)
class PartReader:
    """Cuts words into parts. `edible` tells talk from food; without it only listed fillers are left out."""

    reader: AmountReader
    lexicon: Lexicon
    edible: Edible | None = None

    def parts(self) -> Iterator[Part]:
        """In order, what is left out left out."""
        at, opening, empty, counted = 0, True, True, False
        while at < len(self.words):
            part = self._part(at, opening=opening, empty=empty, counted=counted)
            at = part.end
            if part.kind is Kind.BREAK:
                opening, empty, counted = True, True, False
            elif part.kind is Kind.AMOUNT:
                opening, counted = bool(part.said and part.said.of), empty
                empty = False
            elif part.mark != "skip":
                opening, empty, counted = False, False, False
            if part.mark != "skip":
                yield part

    def is_foodless(self, at: int) -> bool:
        """Whether no food is named from word `at` up to the next break or amount."""
        return self.edible is not None and self._nearest[0][at] >= self._nearest[1][at]

    @property
    def words(self) -> Sequence[Word]:
        """The words."""
        return self.reader.words

    @cached_property
    def _nearest(self) -> tuple[list[int], list[int]]:
        """For each place the next food's word and the next stop."""
        count = len(self.words)
        foods, stops = [count] * (count + 1), [count] * (count + 1)
        for at in range(count - 1, -1, -1):
            word = self.words[at]
            food = self.edible is not None and word.is_text and self.edible.is_food(word.form)
            foods[at] = at if food else foods[at + 1]
            stops[at] = at if self._stops(at) else stops[at + 1]
        return foods, stops

    def _stops(self, at: int) -> bool:
        return self.words[at].is_number or self._break(at) is not None

    def _shape(self, at: int) -> str:
        return self.reader.shapes[at] if 0 <= at < len(self.words) else ""

    def _part(self, at: int, *, opening: bool, empty: bool, counted: bool) -> Part:
        numbering = self._numbering(at) if empty else None
        if numbering is not None:
            return Part(Kind.WORD, at, numbering, mark="skip")
        whole = self._whole(at)
        if whole is not None:
            return Part(Kind.WORD, at, whole)
        fixed = self._correction(at)
        if fixed is not None:
            return fixed
        besides = self._counted(at)
        if besides is not None:
            return Part(Kind.BREAK, at, besides, mark=HARD)
        said = self._amount(at, opening=opening)
        if said is not None:
            return Part(Kind.AMOUNT, at, said.end, said)
        return self._filled(at, opening=opening, counted=counted) or self._break(at) or self._word(at)

    def _filled(self, at: int, *, opening: bool, counted: bool) -> Part | None:
        end = self._filler(at, counted=counted) if opening else None if counted else self._tail(at)
        if end is None:
            return None
        broken = self._break(at)
        if broken and (broken.mark == HARD or not opening) and broken.end >= end:
            return None
        return Part(Kind.WORD, at, end, mark="skip")

    def _word(self, at: int) -> Part:
        times = self._shape(at) in {"x", "×"} and at + 1 < len(self.words) and self.words[at + 1].is_number
        skipped = times or (self._shape(at) in SKIPPED and not self._inside(at))
        return Part(Kind.WORD, at, at + 1, mark="skip" if skipped else "")

    def _inside(self, at: int) -> bool:
        """Whether a hyphen stands inside a word ("couve-flor")."""
        following = self.words[at + 1] if at + 1 < len(self.words) else None
        return self._shape(at) == "-" and self.words[at].glued and following is not None and following.glued

    def _numbering(self, at: int) -> int | None:
        """As in "1)", "2." before an item is no amount."""
        if not self.words[at].is_number or self._shape(at + 1) not in {")", "."} or self._shape(at - 1) == "(":
            return None
        first = at == 0 or self._shape(at - 1) in {"\n", ";", ","}
        return at + 2 if first and at + 2 < len(self.words) and self._shape(at + 2) != "\n" else None

    def _whole(self, at: int) -> int | None:
        ends = list(self.lexicon.lists["whole"].ends(self.reader.shapes, at))
        for head in singulars(self._shape(at))[1:]:
            shapes = (head, *self.reader.shapes[at + 1 : at + 8])
            ends += [at + end for end in self.lexicon.lists["whole"].ends(shapes, 0)]
        return max(ends, default=None)

    def _correction(self, at: int) -> Part | None:
        """As in "2 pães, quer dizer, 3", "2 eggs, no wait, 3"."""
        end = max(self.lexicon.lists["correct"].ends(self.reader.shapes, at), default=None)
        if end is None and at and self._shape(at - 1) in MARKS:
            end = max(self.lexicon.lists["correct_late"].ends(self.reader.shapes, at), default=None)
        return None if end is None or self.edible is None else Part(Kind.BREAK, at, end, mark=FIXED)

    # Amounts

    def _counted(self, at: int) -> int | None:
        """Where a number of what nobody eats ends: "35 reais", "$ 12", "3 km", "4 amigos"."""
        if self.edible is None:
            return None
        sign = at + (self._shape(at) in _CURRENCIES)
        if self._shape(sign) == "$" and self._shape(sign + 1)[:1].isdecimal():
            return sign + 2
        said = self.reader.at(at)
        if said is None or not said.bare or said.of or not self.edible.is_counted(self._shape(said.end)):
            return None
        return said.end + 1

    def _amount(self, at: int, *, opening: bool) -> Said | None:
        if not opening and not self._may_be_amount(at):
            return None
        said = self.reader.at(at)
        if said is None:
            return None
        if not opening and not self._stands_late(at, said):
            return None
        if not opening and said.refused is Refusal.ABSURD and said.count is not None and self.edible is not None:
            said = replace(said, refused=None, vague=UNIT)  # "iogurte 170": of what nobody has said
        grouped = self._shape(at - 1) == "("
        return replace(said, grouped=grouped, end=said.end + (grouped and self._shape(said.end) == ")"))

    def _may_be_amount(self, at: int) -> bool:
        word = self.words[at]
        if word.glued and self.words[at - 1].is_text:
            return self._shape(at - 1) == "x" and word.is_number
        return self._shape(at) not in {"a", "o", "an", "as", "os", "zero", "cero"} or self._shape(at - 1) in SKIPPED

    def _stands_late(self, at: int, said: Said) -> bool:
        """After a food's words an amount is in digits, has a measure, or ends the item."""
        if said.vague == "some" or (said.measure is not None and said.measure[0] == at and not said.amount):
            return False
        digits = self.words[at].is_number
        return digits or said.measure is not None or said.weighed or self._ends(said.end)

    def _ends(self, at: int) -> bool:
        return at >= len(self.words) or self._shape(at) in MARKS or self._shape(at) == ")"

    # Talk

    def _filler(self, at: int, *, counted: bool) -> int | None:
        """Where what is said before a food ends. What was `counted` is no talk."""
        lists = (self.lexicon.lists[name] for name in ("filler", "preposition", "to"))
        end = max((end for words in lists for end in words.ends(self.reader.shapes, at)), default=None)
        return at + 1 if end is None and not counted and self._is_talk(at) else end

    def _tail(self, at: int) -> int | None:
        """Where what is said after a food ends, if it is talk that names no other food."""
        if self.edible is None or not self._is_talk(at) or not self.is_foodless(at) or self._inside(at - 1):
            return None
        end = self._nearest[1][at]
        shapes = self.reader.shapes[at:end]
        content = next((shape for shape in shapes if not self.edible.is_light(shape)), "")
        way = all(self.edible.is_light(shape) or self.edible.is_manner(shape) for shape in shapes)
        if self.words[at].is_text and (way or not (self._is_place(at) or self.edible.is_chatter(content))):
            return None
        return end

    def _is_place(self, at: int) -> bool:
        """As in "no parque", "in the park"."""
        return self._shape(at) in self.lexicon.lists["upon"].phrases

    def _is_talk(self, at: int) -> bool:
        word = self.words[at]
        if self.edible is None:
            return False
        if not word.is_text:
            return _is_picture(word.raw)
        told = self._shape(at - 1) == "me" and not self.edible.is_food(word.form)  # "me clavé"
        return told or self.edible.is_chatter(word.form)

    # Breaks

    def _break(self, at: int) -> Part | None:
        shape = self._shape(at)
        if shape in MARKS:
            inside = shape == "." and at + 1 < len(self.words) and self.words[at + 1].glued
            return None if inside else Part(Kind.BREAK, at, at + 1, mark=shape)
        if (
            self._with(at) is None
            and shape == "/"
            and at
            and self.words[at - 1].is_text
            and len(self._shape(at - 1)) > 1
        ):
            return Part(Kind.BREAK, at, at + 1, mark=HARD)
        ends = max(self.lexicon.lists["joins"].ends(self.reader.shapes, at), default=None)
        if ends is None and self.edible is not None:
            ends = self._upon(at)
        if ends is not None:
            return Part(Kind.BREAK, at, ends, mark=AND)
        end = self._with(at)
        return None if end is None or self._is_attached(end) else Part(Kind.BREAK, at, end, mark=WITH)

    def _with(self, at: int) -> int | None:
        shape = self._shape(at)
        if shape in {"com", "con", "with"}:
            return at + 1
        if shape in _SLASHED and self._shape(at + 1) == "/":
            return at + 2
        if shape != "c" or self.edible is None or self._shape(at - 1) in _VITAMINS or at + 1 >= len(self.words):
            return None
        return at + 1 if self.words[at + 1].is_text and self._shape(at - 1).isalpha() else None

    def _upon(self, at: int) -> int | None:
        """As in "2 tbsp of honey on 1 slice of bread", "leite no café": what lies on or in another food."""
        shape = self._shape(at)
        if shape == "n" and self.reader.numbers.english:
            return at + 1
        if not at or shape not in self.lexicon.lists["upon"].phrases:
            return None
        end = max(self.lexicon.lists["whose"].ends(self.reader.shapes, at + 1), default=at + 1)
        base = any(True for _ in self.lexicon.lists["base"].ends(self.reader.shapes, end))
        counted = end < len(self.words) and self.words[end].is_number
        return end if base or counted else None

    def _is_attached(self, at: int) -> bool:
        return any(True for _ in self.lexicon.lists["attached"].ends(self.reader.shapes, at))


def _is_picture(raw: str) -> bool:
    return unicodedata.category(raw[0]) in {"So", "Sk", "Mn"} and raw != "°"
