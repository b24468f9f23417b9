"""A model's splitting of a message, held against the message word by word: a piece stands in it or is none. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict

from rag.diary.lexis.measures import Measures
from rag.diary.lexis.words import FRACTIONS, Word, clean, forms, phrase, scan
from rag.diary.reading.amounts import GRAM, MILLILITRE, AmountReader
from rag.diary.reading.meals import read_amount
from rag.diary.types import Amount, SaidItem
from rag.types import Language

Span = tuple[int, int]
"""Words of a message by their places, the end excluded."""

_LONGEST_FOOD: Final = 8
_REACH: Final = 3
"""Words to either side of an amount that may belong to it: "2 1/2", "100 g a 150 g"."""


class SplitItem(BaseModel):
    """One food as a model points at it: `food` and `amount` are parts of `said`, which is a part of the message."""

    model_config = ConfigDict(extra="ignore")

    said: str
    food: str
    amount: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """An item that stands in the message: its place, its food's and, where it can be read, its amount's."""

    place: Span
    food: Span
    amount: Span | None
    item: SaidItem


@dataclass(frozen=True, slots=True)
class Message:
    """A message's words, in which pieces are looked for."""

    words: tuple[Word, ...]
    shapes: tuple[str, ...]
    reader: AmountReader
    measures: Measures
    language: Language

    @classmethod
    def of(cls, text: str, measures: Measures, language: Language) -> Message:
        """The words of a text."""
        words = scan(clean(text))
        english, spanish = language is Language.EN, language is Language.ES
        reader = AmountReader.of(words, measures, english=english, spanish=spanish)
        return cls(words, tuple(forms(words)), reader, measures, language)

    def located(self, items: Sequence[SaidItem]) -> list[Span] | None:
        """Where the grammar's items stand, in order; None where one is not found as it was said."""
        found: list[Span] = []
        begin = 0
        for item in items:
            place = next(self._places(item.said, (begin, len(self.words))), None)
            if place is None:
                return None
            found.append(place)
            begin = place[1]
        return found

    def pieces(self, items: Sequence[SplitItem], inside: Span) -> list[Piece]:
        """Those items that stand `inside` the message, no two over the same words, in the message's order."""
        found: list[Piece] = []
        for item in items:
            places = (at for at in self._places(item.said, inside) if not any(overlap(at, p.place) for p in found))
            place = next(places, None)
            piece = self._piece(item, place) if place is not None else None
            if piece is not None:
                found.append(piece)
        return sorted(found, key=lambda piece: piece.place)

    def rest(self, pieces: Sequence[Piece], inside: Span, beside: Collection[int]) -> list[Word]:
        """The words and numbers `inside` that are of no piece's food or amount, those `beside` left out."""
        spans = [span for piece in pieces for span in (piece.food, piece.amount) if span is not None]
        taken = {place for start, end in spans for place in range(start, end)} | set(beside)
        left = (self.words[place] for place in range(*inside) if place not in taken)
        return [word for word in left if word.is_text or word.is_number or word.raw in FRACTIONS]

    def _places(self, said: str, inside: Span) -> Iterator[Span]:
        """Every place inside where the words of `said` stand in a row, accents and case aside."""
        wanted = tuple(forms(scan(clean(said))))
        if not wanted:
            return
        for start in range(inside[0], inside[1] - len(wanted) + 1):
            if self.shapes[start : start + len(wanted)] == wanted:
                yield start, start + len(wanted)

    def _phrase(self, span: Span) -> str:
        return phrase(self.words[span[0] : span[1]])

    def _piece(self, item: SplitItem, place: Span) -> Piece | None:
        food = next(self._places(item.food, place), None)
        if food is None or not self._names_a_food(food):
            return None
        said, name = self._phrase(place), self._phrase(food)
        if not (item.amount or "").strip():
            return Piece(place, food, None, SaidItem(said, name))
        spans = (span for span in self._places(item.amount or "", place) if not overlap(span, food))
        amount = next(spans, None)
        return None if amount is None else self._measured(Piece(place, food, amount, SaidItem(said, name)), amount)

    def _measured(self, piece: Piece, amount: Span) -> Piece | None:
        """The piece with its amount as the grammar reads it; without, where it reads none."""
        place, food, item = piece.place, piece.food, piece.item
        vague = self.reader.at(amount[0])
        if vague is not None and vague.vague is not None:
            whole = (vague.measure or (0, vague.end))[1] <= amount[1]
            return Piece(place, food, amount, SaidItem(item.said, item.food, vague=vague.vague)) if whole else None
        found = read_amount(self._phrase(amount), self.measures, self.language)
        if found is None:
            return Piece(place, food, None, item)
        if not isinstance(found, Amount) or self._goes_on(amount, food, found):
            return None
        return Piece(place, food, amount, SaidItem(item.said, item.food, found))

    def _goes_on(self, amount: Span, food: Span, found: Amount) -> bool:
        """Whether with the words around it another amount is read: it was cut short."""
        for start in range(max(0, amount[0] - _REACH), amount[0] + 1):
            for end in range(amount[1], min(len(self.words), amount[1] + _REACH) + 1):
                if start < food[1] and food[1] <= end:  # "2 bifes": the measure is the food
                    continue
                wider = read_amount(self._phrase((start, end)), self.measures, self.language)
                if wider is not None and not (isinstance(wider, Amount) and same(wider, found)):
                    return True
        return False

    def _names_a_food(self, span: Span) -> bool:
        """Whether the words can be a food's name: no digits, no units, no amount before it."""
        words = self.words[span[0] : span[1]]
        if len(words) > _LONGEST_FOOD or not words[0].is_text or not words[-1].is_text:
            return False
        if any(word.is_number or word.raw in FRACTIONS or self._is_unit(word) for word in words):
            return False
        begun = self.reader.at(span[0])
        return begun is None or begun.end >= span[1]

    def _is_unit(self, word: Word) -> bool:
        weighed = read_amount(f"1 {word.form}", self.measures, self.language) if word.is_text else None
        return isinstance(weighed, Amount) and weighed.unit in {GRAM, MILLILITRE}


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans share a word."""
    return one[0] < other[1] and other[0] < one[1]


def same(one: Amount, other: Amount) -> bool:
    """Whether two amounts say the same, in whatever words."""
    return (one.value, one.unit, one.low, one.high) == (other.value, other.unit, other.low, other.high)
