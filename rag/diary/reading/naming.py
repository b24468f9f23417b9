"""What an item's food is called: its words without talk, with those of a measure that are a part of the name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rag.diary.lexis.edible import Edible
from rag.diary.lexis.measures import UNIT
from rag.diary.lexis.words import Word, phrase, scan
from rag.diary.reading.amounts import AmountReader, Said
from rag.diary.reading.digits import number_words
from rag.diary.reading.drafting import Draft
from rag.diary.types import Amount, SaidItem
from rag.wording import Lexicon

_APART: Final = frozenset({"fillet", "steak", "fish_steak", "ear"})
_OF: Final = frozenset({"d", "de", "do", "da", "dos", "das", "del", "of"})
_WHOSE: Final = _OF | {"la", "las", "los", "el", "the", "minha", "meu", "mi", "my"}
_LONGEST_OF: Final = 4
_AFTER: Final = frozenset("can bottle leaf slice clove segment square packet sachet spear".split())
"""Measures that may follow their food ("3 lettuce leaves", "uma coca lata")."""
_SPOONS: Final = frozenset({"coffee_spoon", "teaspoon", "dessert_spoon", "tablespoon", "serving_spoon", "scoop"})
_SPOON: Final = "spoon"
_LONGEST_FILLER: Final = 5


@dataclass(frozen=True, slots=True)
class Namer:
    """Makes items of drafts."""

    reader: AmountReader
    known: Callable[[str], bool]
    lexicon: Lexicon
    edible: Edible | None = None

    def item(self, draft: Draft, food: list[Word]) -> SaidItem:
        """The item that a draft is, `food` its food's words."""
        words = phrase(self.reader.words[self._first(draft) : draft.end])
        said = self._whole_one(self._spooned(self._packed(draft.said, food), food))
        whole = self._with_its(food)
        if said is None:
            return SaidItem(words, self._plain(phrase(food)), whole=whole)
        named = self._plain(self._named(said, food))
        if said.amount and said.amount.unit in _SPOONS and self._is_powder(named):
            named += " em pó"
        count = said.count.value if said.count and said.vague and said.vague != UNIT else None
        return SaidItem(words, named, said.amount, said.vague, said.refused, whole, count)

    def _with_its(self, food: Sequence[Word]) -> str:
        """The food with whose it is, said right after it ("goiabada da casa"); "" where that was not said."""
        after = bisect_left(self.reader.words, food[-1].end, key=_place)
        words = self.reader.words[after : after + _LONGEST_OF]
        end = next((at for at, word in enumerate(words) if word.form not in _WHOSE), 0)
        said = end and words[0].form in _OF and words[end].is_text
        return phrase([*food, *words[: end + 1]]) if said else ""

    def trimmed(self, food: Sequence[Word]) -> list[Word]:
        """Without the fillers and marks at its end, and what brackets say over again."""
        words = self._unbracketed(list(food))
        while len(words) > 1 and (words[0].form in _OF or not (words[0].is_text or words[0].is_number)):
            del words[0]
        shapes = [word.form for word in words]
        at = len(words)
        while at > 0:
            starts = range(max(0, at - _LONGEST_FILLER), at)
            cut = next((s for s in starts if self._is_trailing(shapes[s:at])), None)
            if cut is None and not words[at - 1].is_text and not words[at - 1].is_number and words[at - 1].raw != "%":
                cut = at - 1
            if cut is None:
                break
            at = cut
        return words[:at]

    def _unbracketed(self, food: list[Word]) -> list[Word]:
        """Without a second name in brackets ("cheese bread (pão de queijo)")."""
        if self.edible is None:
            return food
        for at in range(1, len(food)):
            place = bisect_left(self.reader.words, food[at].start, key=_place)
            if self.reader.shapes[place - 1] == "(":
                both = self.edible.is_name(phrase(food[:at])) and self.edible.is_name(phrase(food[at:]))
                return food[:at] if both and not self.edible.is_name(phrase(food)) else food
        return food

    def renamed(self, last: Draft, put: Sequence[Word]) -> list[Word]:
        """The food that a correction means: "bolacha maria... não, maisena" is bolacha maisena."""
        words = self.trimmed(put)
        if not words or self.edible is None or not any(self.edible.is_food(word.form) for word in words):
            return list(last.food)
        before = self.trimmed(last.food)
        head = [*before[: -len(words)], *words]
        return head if len(before) > len(words) and self.edible.is_name(phrase(head)) else words

    def _first(self, draft: Draft) -> int:
        """Where the draft's own words start, talk left out."""
        at = draft.start
        while self.edible is not None and draft.said is None and at + 1 < draft.end:
            word = self.reader.words[at]
            if word.is_number or self.edible.is_food(word.form) or not self.edible.is_chatter(word.form):
                break
            at += 1
        return at

    def _named(self, said: Said, food: Sequence[Word]) -> str:
        """The food's name, with the measure's words where they are a part of it ("peito de frango")."""
        name = phrase(food)
        if said.measure is None:
            return name
        found = self.reader.measures.at(self.reader.shapes, said.measure[0]) if said.weighed else None
        key = (found.key if found else said.amount.unit if said.amount else None) or ""
        cut = self.reader.measures.among("cuts", key)
        measure = list(self.reader.words[said.measure[0] : said.measure[1]])
        if measure[0].start >= food[0].start:
            after = cut and key not in _APART and not self._holds(food, measure) and self.edible is not None
            return f"{phrase(measure)} de {name}" if after else name
        begun = self._begun(said.measure, food)
        whole = phrase([*begun, *food])
        if self.lexicon.covered([word.form for word in scan(whole)], ["whole"]):
            return whole
        apart = said.of and key in _APART
        if key == "steak" and self._is_cut(begun, food):
            return whole
        return whole if (cut and not apart) or self.known(whole) else name

    def _begun(self, measure: tuple[int, int], food: Sequence[Word]) -> Sequence[Word]:
        """The measure's words up to the food, "de" included."""
        end = measure[1]
        while end < len(self.reader.words) and self.reader.words[end].start < food[0].start:
            end += 1
        return self.reader.words[measure[0] : end]

    def _is_cut(self, measure: Sequence[Word], food: Sequence[Word]) -> bool:
        """Whether "bife de chorizo" is a name, ways of cooking after it aside."""
        if self.edible is None:
            return False
        return any(self.edible.is_name(phrase([*measure, *food[:end]])) for end in range(1, min(len(food), 4) + 1))

    def _holds(self, food: Sequence[Word], measure: Sequence[Word]) -> bool:
        return bool({word.form for word in food} & {word.form for word in measure})

    def _plain(self, name: str) -> str:
        """The name with diminutives undone, where that is what a food is called."""
        if self.edible is None or self.edible.is_name(name):
            return name
        words = scan(name)
        bases = [self.edible.base(word.form, always=True) for word in words]
        whole = " ".join(bases)
        if self.edible.is_name(whole):
            return whole
        for word in words:
            base = self.edible.base(word.form)
            name = name.replace(word.raw, base, 1) if base != word.form else name
        return name

    def _whole_one(self, said: Said | None) -> Said | None:
        """Without the amount where what was counted isn't said ("1 fatia de pizza e 1 de calabresa")."""
        if said is None or self.edible is None or not (said.bare and said.of and said.amount):
            return said
        first = self.reader.words[said.start]
        counted = (first.is_number or first.form in number_words()) and self.reader.shapes[said.start + 1] in _OF
        return replace(said, amount=None, vague=UNIT) if counted else said

    def _is_powder(self, name: str) -> bool:
        return self.edible is not None and self.lexicon.covered([word.form for word in scan(name)], ["powder"])

    def _spooned(self, said: Said | None, food: list[Word]) -> Said | None:
        """As in "3 colheres de farinha (de sopa)": which spoon, said after the food."""
        if said is None or said.vague != _SPOON or said.count is None or self.edible is None:
            return said
        shapes = [word.form for word in food]
        for size in (2, 1):
            found = self.reader.measures.at(["colher", *shapes[-size:]], 0) if len(food) > size else None
            if found is not None and found.key is not None and found.end == size + 1:
                del food[-size:]
                spoken = (
                    f"{said.count.value.normalize():f} {phrase(self.reader.words[said.start + 1 : said.start + 2])}"
                )
                amount = Amount(said.count.value, found.key, spoken, said.count.low, said.count.high)
                return replace(said, vague=None, amount=amount)
        return said

    def _packed(self, said: Said | None, food: list[Word]) -> Said | None:
        """As in "uma coca lata": a count of what the food's last word says."""
        if said is None or said.amount is None or said.amount.unit != UNIT or len(food) < 2:  # noqa: PLR2004
            return said
        shapes = [word.form for word in food]
        for at in range(max(1, len(food) - 2), len(food)):
            found = self.reader.measures.at(shapes, at)
            packed = found is not None and found.end == len(food) and found.key is not None
            named = self.known(phrase(food)) or (self.edible is not None and self.edible.is_name(phrase(food)))
            if found is None or not packed or named:
                continue
            if found.key in _AFTER or (found.key or "").startswith(UNIT):
                spoken = f"{said.amount.said} {phrase(food[at:])}"
                del food[at:]
                return replace(said, amount=replace(said.amount, unit=found.key or UNIT, said=spoken))
        return said

    def _is_trailing(self, shapes: Sequence[str]) -> bool:
        lists = (self.lexicon.lists[name] for name in ("filler", "preposition"))
        return any(len(shapes) in words.ends(shapes, 0) for words in lists)


def _place(word: Word) -> int:
    return word.start
