"""A message's words → its foods, each with its amount. Strict and linear; what it can't tell it leaves out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.amounts import AmountReader, Said
from rag.diary.drafts import HARD, Draft, and_a_half, combined, is_half, opened
from rag.diary.measures import UNIT
from rag.diary.types import SaidItem
from rag.diary.words import Word, phrase, scan, singulars
from rag.wording import Lexicon, load_lexicon

Known = Callable[[str], bool]
_MARKS: Final = frozenset({",", ";", "\n", ".", "!", "?", "+", "&", "•", "·", "|", "…"})
_SKIPPED: Final = frozenset("-–—−:=()[]\"'“”*>→_~")
_NEAR: Final = frozenset({",", ":"})
_LONGEST_JOIN: Final = 3
_ONE: Final = Decimal(1)
_APART: Final = frozenset({"fillet", "steak", "fish_steak", "ear"})
_OF: Final = frozenset({"d", "de", "do", "da", "dos", "das", "del", "of"})
_WITH: Final = "with"
_AND: Final = "and"


class _Kind(Enum):
    AMOUNT = auto()
    WORD = auto()
    BREAK = auto()


@dataclass(frozen=True, slots=True)
class _Part:
    kind: _Kind
    start: int
    end: int
    said: Said | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Splits words into items. `known` says whether a phrase as a whole is a food's name."""

    reader: AmountReader
    known: Known
    lexicon: Lexicon

    @classmethod
    def of(cls, reader: AmountReader, known: Known) -> ItemReader:
        """With the module's own lists of words."""
        return cls(reader, known, _lexicon())

    def read(self) -> tuple[list[SaidItem], bool]:
        """The items in order, and whether numbers without a food were left out."""
        drafts: list[Draft] = [Draft()]
        parts = list(self._parts())
        for at, part in enumerate(parts):
            following = parts[at + 1] if at + 1 < len(parts) else None
            self._take(drafts, part, following)
        attached, leftover = self._attached(drafts)
        return self._finished(self._joined(attached)), leftover

    @property
    def _words(self) -> Sequence[Word]:
        return self.reader.words

    def _shape(self, at: int) -> str:
        return self.reader.shapes[at] if 0 <= at < len(self._words) else ""

    # Words → parts

    def _parts(self) -> Iterator[_Part]:
        at, opening, empty = 0, True, True
        while at < len(self._words):
            part = self._part(at, opening=opening, empty=empty)
            at = part.end
            if part.kind is _Kind.BREAK:
                opening, empty = True, True
            elif part.kind is _Kind.AMOUNT:
                opening, empty = bool(part.said and part.said.of), False
            elif part.mark != "skip":
                opening, empty = False, False
            if part.mark != "skip":
                yield part

    def _part(self, at: int, *, opening: bool, empty: bool) -> _Part:
        numbering = self._numbering(at) if empty else None
        if numbering is not None:
            return _Part(_Kind.WORD, at, numbering, mark="skip")
        whole = self._whole(at)
        if whole is not None:
            return _Part(_Kind.WORD, at, whole)
        said = self._amount(at, opening=opening)
        if said is not None:
            return _Part(_Kind.AMOUNT, at, said.end, said)
        filler = self._filler(at) if opening else None
        broken = self._break(at)
        if filler is not None and not (broken and broken.end - at >= filler - at and broken.mark == HARD):
            return _Part(_Kind.WORD, at, filler, mark="skip")
        if broken is not None:
            return broken
        times = self._shape(at) in {"x", "×"} and at + 1 < len(self._words) and self._words[at + 1].is_number
        skipped = times or (self._shape(at) in _SKIPPED and not self._inside(at))
        return _Part(_Kind.WORD, at, at + 1, mark="skip" if skipped else "")

    def _inside(self, at: int) -> bool:
        """Whether a hyphen stands inside a word ("couve-flor")."""
        following = self._words[at + 1] if at + 1 < len(self._words) else None
        return self._shape(at) == "-" and self._words[at].glued and following is not None and following.glued

    def _numbering(self, at: int) -> int | None:
        """As in "1)", "2." before an item is no amount."""
        if not self._words[at].is_number or self._shape(at + 1) not in {")", "."} or self._shape(at - 1) == "(":
            return None
        first = at == 0 or self._shape(at - 1) in {"\n", ";", ","}
        return at + 2 if first and at + 2 < len(self._words) and self._shape(at + 2) != "\n" else None

    def _whole(self, at: int) -> int | None:
        ends = list(self.lexicon.lists["whole"].ends(self.reader.shapes, at))
        for head in singulars(self._shape(at))[1:]:
            shapes = (head, *self.reader.shapes[at + 1 : at + 8])
            ends += [at + end for end in self.lexicon.lists["whole"].ends(shapes, 0)]
        return max(ends, default=None)

    def _amount(self, at: int, *, opening: bool) -> Said | None:
        if not opening and not self._may_be_amount(at):
            return None
        said = self.reader.at(at)
        if said is None:
            return None
        if not opening and not self._stands_late(at, said):
            return None
        grouped = self._shape(at - 1) == "("
        return replace(said, grouped=grouped, end=said.end + (grouped and self._shape(said.end) == ")"))

    def _may_be_amount(self, at: int) -> bool:
        word = self._words[at]
        if word.glued and self._words[at - 1].is_text:
            return self._shape(at - 1) == "x" and word.is_number
        return self._shape(at) not in {"a", "o", "an", "as", "os", "zero", "cero"} or self._shape(at - 1) in _SKIPPED

    def _stands_late(self, at: int, said: Said) -> bool:
        """After a food's words an amount is in digits, has a measure, or ends the item."""
        if said.vague == "some" or (said.measure is not None and said.measure[0] == at):
            return False
        digits = self._words[at].is_number
        return digits or said.measure is not None or said.weighed or self._ends(said.end)

    def _ends(self, at: int) -> bool:
        return at >= len(self._words) or self._shape(at) in _MARKS or self._shape(at) == ")"

    def _filler(self, at: int) -> int | None:
        lists = (self.lexicon.lists[name] for name in ("filler", "preposition", "to"))
        return max((end for words in lists for end in words.ends(self.reader.shapes, at)), default=None)

    def _break(self, at: int) -> _Part | None:
        shape = self._shape(at)
        if shape in _MARKS:
            inside = shape == "." and at + 1 < len(self._words) and self._words[at + 1].glued
            return None if inside else _Part(_Kind.BREAK, at, at + 1, mark=shape)
        if shape == "/" and at and self._words[at - 1].is_text and len(self._shape(at - 1)) > 1:
            return _Part(_Kind.BREAK, at, at + 1, mark=HARD)
        ends = max(self.lexicon.lists["joins"].ends(self.reader.shapes, at), default=None)
        if ends is not None:
            return _Part(_Kind.BREAK, at, ends, mark=_AND)
        if shape in {"com", "con", "with"} or (shape == "c" and self._shape(at + 1) == "/"):
            end = at + (2 if shape == "c" else 1)
            return None if self._is_attached(end) else _Part(_Kind.BREAK, at, end, mark=_WITH)
        return None

    def _is_attached(self, at: int) -> bool:
        return any(True for _ in self.lexicon.lists["attached"].ends(self.reader.shapes, at))

    # Parts → drafts

    def _take(self, drafts: list[Draft], part: _Part, following: _Part | None) -> None:
        draft = drafts[-1]
        if part.kind is _Kind.BREAK:
            if draft.food or draft.said:
                drafts.append(Draft(before=part.mark))
            elif part.mark not in _NEAR:
                draft.before = part.mark
            return
        if part.kind is _Kind.WORD:
            if draft.closed:
                draft = opened(drafts, _AND)
            draft.food += self._words[part.start : part.end]
        else:
            draft = self._take_amount(drafts, part, following)
        if not draft.end:
            draft.start = part.start
        draft.end = part.end

    def _take_amount(self, drafts: list[Draft], part: _Part, following: _Part | None) -> Draft:
        draft, said = drafts[-1], part.said
        if said is None:
            return draft
        goes_on = said.of or (following is not None and following.kind is _Kind.WORD)
        each = bool(draft.food) and (draft.food[-1].form in {"de", "of"} or self._shape(said.end) in {"cada", "each"})
        if draft.food and not each and (said.of or (draft.said is not None and goes_on and not said.grouped)):
            draft = opened(drafts, _AND)
            draft.said = said
        elif draft.said is None:
            draft.said, draft.closed = said, bool(draft.food)
        else:
            draft.said, draft.closed = combined(draft.said, said, each=each), bool(draft.food)
        return draft

    def _attached(self, drafts: Sequence[Draft]) -> tuple[list[Draft], bool]:
        """Amounts that stand alone go to the food before; a count's "e meia" is half of one more."""
        found: list[Draft] = []
        leftover = False
        for draft in drafts:
            last = found[-1] if found else None
            if draft.food:
                found.append(draft)
            elif draft.said is not None and not (last and self._went_to(last, draft, draft.said)):
                leftover = True
                if draft.said.measure is not None:
                    leftover = False
                    draft.food = list(self._words[draft.said.measure[0] : draft.said.measure[1]])
                    found.append(draft)
        return found, leftover

    def _went_to(self, last: Draft, draft: Draft, said: Said) -> bool:
        if last.said is not None:
            half = draft.before == _AND and is_half(said)
            last.said = and_a_half(last.said) if half else last.said
            return half
        if draft.before not in _NEAR or (said.measure is not None and said.amount is None):
            return False
        last.said, last.end = said, draft.end
        return True

    # Drafts → items

    def _joined(self, drafts: Sequence[Draft]) -> list[Draft]:
        found: list[Draft] = []
        at = 0
        while at < len(drafts):
            taken = next((n for n in range(_LONGEST_JOIN, 1, -1) if self._is_one(drafts[at : at + n], n)), 1)
            found.append(self._merged(drafts[at : at + taken]))
            at += taken
        return found

    def _is_one(self, drafts: Sequence[Draft], size: int) -> bool:
        if len(drafts) < size or drafts[0].closed:
            return False
        if any(draft.said is not None or draft.before not in {_AND, _WITH} for draft in drafts[1:]):
            return False
        return self.known(phrase(self._between(drafts)))

    def _between(self, drafts: Sequence[Draft]) -> list[Word]:
        first = bisect_left(self._words, drafts[0].food[0].start, key=_place)
        return list(self._words[first : bisect_left(self._words, drafts[-1].food[-1].start, key=_place) + 1])

    def _merged(self, drafts: Sequence[Draft]) -> Draft:
        if len(drafts) == 1:
            return drafts[0]
        return replace(drafts[0], food=self._between(drafts), end=drafts[-1].end)

    def _finished(self, drafts: Sequence[Draft]) -> list[SaidItem]:
        found: list[SaidItem] = []
        head: Word | None = None
        for draft in drafts:
            food = self._trimmed(draft.food)
            if not any(word.is_text for word in food):
                continue
            if head is not None and self._is_state(food):
                if draft.said is None:  # "black beans, cooked"
                    found[-1] = replace(found[-1], food=f"{found[-1].food} {phrase(food)}")
                    continue
                food = [head, *food]
            head = food[0]
            found.append(self._item(draft, food))
        return found

    def _item(self, draft: Draft, food: list[Word]) -> SaidItem:
        words = phrase(self._words[draft.start : draft.end])
        said = self._packed(draft.said, food)
        if said is None:
            return SaidItem(words, phrase(food))
        return SaidItem(words, self._named(said, food), said.amount, said.vague, said.refused)

    def _named(self, said: Said, food: Sequence[Word]) -> str:
        """The food's name, with the measure's words where they are a part of it ("peito de frango")."""
        name = phrase(food)
        if said.measure is None or self._words[said.measure[0]].start >= food[0].start:
            return name
        whole = phrase([*self._words[said.measure[0] : said.end], *food])
        key = said.amount.unit if said.amount else ""
        if self.lexicon.covered([word.form for word in scan(whole)], ["whole"]):
            return whole
        cut = self.reader.measures.among("cuts", key) and not (said.of and key in _APART)
        return whole if cut or self.known(whole) else name

    def _packed(self, said: Said | None, food: list[Word]) -> Said | None:
        """As in "uma coca lata": a count of what the food's last word says."""
        if said is None or said.amount is None or said.amount.unit != UNIT or len(food) < 2:  # noqa: PLR2004
            return said
        shapes = [word.form for word in food]
        for at in range(max(1, len(food) - 2), len(food)):
            found = self.reader.measures.at(shapes, at)
            packed = found is not None and found.end == len(food) and found.key is not None
            if found is None or not packed or self.known(phrase(food)):
                continue
            if found.key in _AFTER or (found.key or "").startswith(UNIT):
                spoken = f"{said.amount.said} {phrase(food[at:])}"
                del food[at:]
                return replace(said, amount=replace(said.amount, unit=found.key or UNIT, said=spoken))
        return said

    def _is_trailing(self, shapes: Sequence[str]) -> bool:
        lists = (self.lexicon.lists[name] for name in ("filler", "preposition"))
        return any(len(shapes) in words.ends(shapes, 0) for words in lists)

    def _is_state(self, food: Sequence[Word]) -> bool:
        return self.lexicon.covered([word.form for word in food], ["state"])

    def _trimmed(self, food: Sequence[Word]) -> list[Word]:
        """Without the fillers and marks at its end."""
        words = list(food)
        while len(words) > 1 and words[0].form in _OF:
            del words[0]
        shapes = [word.form for word in words]
        at = len(words)
        while at > 0:
            starts = range(max(0, at - 5), at)
            cut = next((s for s in starts if self._is_trailing(shapes[s:at])), None)
            if cut is None and not words[at - 1].is_text and not words[at - 1].is_number and words[at - 1].raw != "%":
                cut = at - 1
            if cut is None:
                break
            at = cut
        return words[:at]


_AFTER: Final = frozenset("can bottle leaf slice clove segment square packet sachet spear".split())
"""Measures that may follow their food ("3 lettuce leaves", "uma coca lata")."""


def _place(word: Word) -> int:
    return word.start


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("items.toml"))
