"""A message's words → its foods, each with its amount. Strict and linear; what it can't tell it leaves out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.edible import Edible
from rag.diary.lexis.measures import UNIT
from rag.diary.lexis.words import Word, phrase
from rag.diary.reading.amounts import AmountReader, Said
from rag.diary.reading.drafting import FIXED, Draft, and_a_half, combined, corrected, is_half, opened
from rag.diary.reading.naming import Namer
from rag.diary.reading.parts import AND, WITH, Kind, Part, PartReader
from rag.diary.types import SaidItem
from rag.wording import Lexicon, load_lexicon

Known = Callable[[str], bool]
_NEAR: Final = frozenset({",", ":"})
_LONGEST_JOIN, _PAIR = 3, 2
_TOPPINGS: Final = frozenset("molho salsa sauce gravy granola".split())
_EACH: Final = frozenset({"cada", "each", "apiece"})
_TOTALS: Final = frozenset({"total", "todo", "tudo", "all"})


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Splits words into items. `known` says whether a phrase as a whole is a food's name.

    With `edible` it leaves out the talk around foods, and takes what is taken back ("2 pães, quer dizer, 3").
    """

    reader: AmountReader
    known: Known
    lexicon: Lexicon
    edible: Edible | None = None

    @classmethod
    def of(cls, reader: AmountReader, known: Known, edible: Edible | None = None) -> ItemReader:
        """With the module's own lists of words."""
        return cls(reader, known, _lexicon(), edible)

    def read(self) -> tuple[list[SaidItem], bool]:
        """The items in order, and whether numbers without a food were left out."""
        drafts: list[Draft] = [Draft()]
        cutter = PartReader(self.reader, self.lexicon, self.edible)
        parts = list(cutter.parts())
        for at, part in enumerate(parts):
            following = parts[at + 1] if at + 1 < len(parts) else None
            self._take(drafts, part, following, cutter)
        attached, leftover = self._attached(drafts)
        return self._finished(self._joined(attached)), leftover

    @property
    def _words(self) -> Sequence[Word]:
        return self.reader.words

    @property
    def _namer(self) -> Namer:
        return Namer(self.reader, self.known, self.lexicon, self.edible)

    def _shape(self, at: int) -> str:
        return self.reader.shapes[at] if 0 <= at < len(self._words) else ""

    # Parts → drafts

    def _take(self, drafts: list[Draft], part: Part, following: Part | None, cutter: PartReader) -> None:
        draft = drafts[-1]
        if part.kind is Kind.BREAK:
            if draft.food or draft.said:
                drafts.append(Draft(before=part.mark))
            elif part.mark not in _NEAR and draft.before != FIXED:
                draft.before = part.mark
            return
        if part.kind is Kind.WORD:
            if draft.closed and not self._goes_with(draft, part, cutter):
                draft = opened(drafts, AND)
            draft.food += self._words[part.start : part.end]
        else:
            draft = self._take_amount(drafts, part, following, cutter)
        if not draft.end:
            draft.start = part.start
        draft.end = part.end

    def _goes_with(self, draft: Draft, part: Part, cutter: PartReader) -> bool:
        """Whether words after an amount still tell of its food ("tilápia 150 g assada no forno")."""
        if self.edible is None:
            return False
        quality = self._is_quality(part.start) or self._is_quality(part.start - 1)
        return quality or cutter.is_foodless(part.start)

    def _is_quality(self, at: int) -> bool:
        """Whether what follows tells which kind of the same food it is ("sabor morango", "sem sal")."""
        return self.edible is not None and any(True for _ in self.lexicon.lists["quality"].ends([self._shape(at)], 0))

    def _is_heading(self, draft: Draft, part: Part, following: Part | None, cutter: PartReader) -> bool:
        """As in "comi fatal: 4 churros": what stands before a colon and is no food, where a food follows the amount."""
        if self.edible is None or draft.said is not None or self._shape(part.start - 1) != ":":
            return False
        if following is None or following.kind is not Kind.WORD or cutter.is_foodless(following.start):
            return False
        return not any(self.edible.is_food(word.form) for word in draft.food)

    def _take_amount(self, drafts: list[Draft], part: Part, following: Part | None, cutter: PartReader) -> Draft:
        draft, said = drafts[-1], part.said
        if said is None:
            return draft
        if self._is_heading(draft, part, following, cutter):
            draft.food = []
        goes_on = said.of or (following is not None and following.kind is Kind.WORD)
        if goes_on and not said.of and following and following.start == said.end:
            goes_on = not (cutter.is_foodless(following.start) or self._is_quality(following.start))
        each = bool(draft.food) and (draft.food[-1].form in {"de", "of"} or self._shape(said.end) in _EACH)
        if draft.food and not each and (said.of or (draft.said is not None and goes_on and not said.grouped)):
            draft = opened(drafts, AND)
            draft.said = said
            return draft
        if each and draft.food[-1].form in {"de", "of"} and self.edible is not None:
            draft.food.pop()
        if draft.said is None:
            draft.said, draft.closed = said, bool(draft.food)
        else:
            total = self._shape(said.end + 1) in _TOTALS or self._shape(said.end) in _TOTALS
            draft.said, draft.closed = combined(draft.said, said, each=each, total=total), bool(draft.food)
        return draft

    def _attached(self, drafts: Sequence[Draft]) -> tuple[list[Draft], bool]:
        """Amounts that stand alone go to the food before; a count's "e meia" is half of one more."""
        found: list[Draft] = []
        leftover = False
        for draft in drafts:
            last = found[-1] if found else None
            if last and draft.before == FIXED and (draft.food or draft.said):
                self._correct(found, draft)
            elif draft.food:
                found.append(draft)
            elif draft.said is not None and not (last and self._went_to(last, draft, draft.said)):
                leftover = True
                if (
                    last and last.said and draft.said.measure is None and self.edible is not None
                ):  # a number that nothing was said of
                    last.said = replace(last.said, amount=None, vague=last.said.vague or UNIT)
                if draft.said.measure is not None and not (self.edible and draft.said.vague == "some"):
                    leftover = False
                    draft.food = list(self._words[draft.said.measure[0] : draft.said.measure[1]])
                    found.append(draft)
        return found, leftover

    def _correct(self, found: list[Draft], put: Draft) -> None:
        food = self._namer.renamed(found[-1], put.food)
        counted = next((at for at in range(len(found) - 1, -1, -1) if found[at].said is not None), None)
        if put.said is None or counted is None or counted == len(found) - 1 or food != found[-1].food:
            found[-1] = corrected(found[-1], put, food)
        else:  # "una arepa con queso, no, dos": of which is not said
            found[counted].said = replace(put.said, amount=None, vague=UNIT, refused=None)

    def _went_to(self, last: Draft, draft: Draft, said: Said) -> bool:
        if last.said is not None:
            weighs = draft.before in _NEAR and said.weighed and last.said.bare and self.edible is not None
            if weighs and last.said.amount is not None and last.said.amount.value == 1:  # "a burrito, 240 g"
                last.said, last.end = combined(last.said, said), draft.end
                return True
            half = draft.before == AND and is_half(said)
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
        if size == _PAIR and self._is_sauced(*drafts):
            return True
        if any(draft.said is not None or draft.before not in {AND, WITH} for draft in drafts[1:]):
            return False
        return self.known(phrase(self._between(drafts)))

    def _is_sauced(self, first: Draft, second: Draft) -> bool:
        """As in "macarrão com molho de tomate 250g": a weight after the sauce is of the whole."""
        said = second.said
        if self.edible is None or first.said is not None or said is None or not (second.closed and said.weighed):
            return False
        heads = {second.food[0].form, second.food[-1].form}
        return second.before == WITH and bool(heads & _TOPPINGS)

    def _between(self, drafts: Sequence[Draft]) -> list[Word]:
        first = bisect_left(self._words, drafts[0].food[0].start, key=_place)
        return list(self._words[first : bisect_left(self._words, drafts[-1].food[-1].start, key=_place) + 1])

    def _merged(self, drafts: Sequence[Draft]) -> Draft:
        if len(drafts) == 1:
            return drafts[0]
        said = drafts[0].said or drafts[-1].said
        return replace(drafts[0], said=said, food=self._between(drafts), end=drafts[-1].end)

    def _finished(self, drafts: Sequence[Draft]) -> list[SaidItem]:
        found: list[SaidItem] = []
        head: Word | None = None
        namer = self._namer
        for at, draft in enumerate(drafts):
            food = namer.trimmed(draft.food)
            if not any(word.is_text for word in food) or self._is_noise(draft, food, more=at + 1 < len(drafts)):
                continue
            if head is not None and self._is_state(food) and not (draft.said and draft.said.measure):
                if draft.said is None:  # "black beans, cooked"
                    found[-1] = replace(found[-1], food=f"{found[-1].food} {phrase(food)}")
                    continue
                food = [head, *food]
            head = food[0]
            found.append(namer.item(draft, food))
        return found

    def _is_noise(self, draft: Draft, food: Sequence[Word], *, more: bool) -> bool:
        """Whether words without an amount are talk, or head the list that follows ("marmita: ...")."""
        if self.edible is None or (draft.said is not None and not draft.said.article):
            return False
        shapes = [word.form for word in food if word.is_text]
        if draft.said is not None:  # "dei uma escorregada"
            return all(map(self.edible.is_chatter, shapes)) and not self.edible.is_name(phrase(food))
        if more and self.lexicon.covered(shapes, ["heading"]):
            return True
        talk = any(self.edible.is_chatter(shape) and not self.edible.is_light(shape) for shape in shapes)
        return talk and not any(map(self.edible.is_food, shapes))

    def _is_state(self, food: Sequence[Word]) -> bool:
        return self.lexicon.covered([word.form for word in food], ["state"])


def _place(word: Word) -> int:
    return word.start


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("items.toml"))
