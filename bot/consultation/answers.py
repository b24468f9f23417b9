"""What a patient's answer to a case's question does, read by grammar or pressed as a button. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from bot.consultation.case import Asking, AskKind, Case, value_json, value_of
from bot.consultation.identity import withheld
from bot.consultation.steps import Question
from rag.protocols.reading import Doubt, Problem, Told, Unknown, lean, lean_yes_no, read_answer, read_yes_no
from rag.protocols.types import Fact, FieldType, How, Protocol, ProtocolField, Value
from rag.types import Language
from rag.wording import fold

YES: Final = "yes"
NO: Final = "no"
NOT_KNOWN: Final = "unknown"
NONE: Final = "none"
_MOST_TRIES: Final = 2
"""Answers that can't be read before "I don't know" is taken for granted: the case then stays open for it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer says: facts told, the question that must follow, the condition chosen, or none of those offered.

    `begins` is a text that begins another case.
    """

    told: tuple[Fact, ...] = ()
    asks: Question | None = None
    document: int | None = None
    none: bool = False
    begins: str = ""
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """An answer that was meant as one and can't be taken: why, and what was said."""

    problem: Problem
    said: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads answers to the question of a case, said at a moment."""

    case: Case
    asking: Asking
    protocol: Protocol
    language: Language
    at: datetime
    today: date

    def heard(self, text: str) -> Answered | Unread | None:
        """What a text answers; None where it is no answer to the question."""
        match self.asking.kind:
            case AskKind.FIELD:
                return self._of_field(text)
            case AskKind.JUDGED | AskKind.PROPOSAL | AskKind.CONFIRM:
                return self._of_yes_no(text)
            case AskKind.CONFLICT:
                return self._of_conflict(text)
            case _:
                return None

    def pressed(self, choice: str) -> Answered | None:
        """What a button does, None where it isn't offered.

        `choice` is YES, NO, NOT_KNOWN, NONE, an option's or a fact's key, or a position.
        """
        match self.asking.kind:
            case AskKind.FIELD:
                return self._field_pressed(choice)
            case AskKind.JUDGED | AskKind.PROPOSAL | AskKind.CONFIRM:
                said = {YES: True, NO: False, NOT_KNOWN: None}
                return self._decided(said[choice], How.PRESSED, "") if choice in said else None
            case AskKind.CONFLICT:
                return self._conflict_pressed(choice)
            case AskKind.WRONG:
                return self._wrong_pressed(choice)
            case AskKind.CONDITION:
                documents = dict(enumerate(self.asking.documents))
                chosen = documents.get(int(choice)) if choice.isdecimal() else None
                return Answered(document=chosen) if chosen else Answered(none=True) if choice == NONE else None
            case AskKind.SUBJECT:
                return self._subject_pressed(choice)

    def _subject_pressed(self, choice: str) -> Answered | None:
        """The text begins another case, or is this one's: then it is the answer that it was taken for."""
        if choice == NO:
            return Answered(begins=self.asking.text)
        if choice != YES:
            return None
        field = self.protocol.field(self.asking.key)
        text = self.asking.text
        return Answered((self._fact(field.key, text, How.ANSWERED, text),) if field else ())

    def _of_field(self, text: str) -> Answered | Unread | None:
        field = self.protocol.field(self.asking.key)
        if field is None:
            return None
        answer = read_answer(text, field, self.language, self.today)
        match answer:
            case Told() if _implausible(field, answer.value):
                return self.given_up(text) or Unread(Problem.IMPLAUSIBLE, text)
            case Told():
                return Answered((self._fact(field.key, answer.value, How.ANSWERED, text),), on=answer.on)
            case Doubt():
                return self._doubted(answer, text)
            case Unknown():
                return Answered((self._fact(field.key, None, How.ANSWERED, text),))
        return None

    def given_up(self, text: str) -> Answered | None:
        """What can't be read time and again is not known; None for a question that only its buttons can answer."""
        given = (AskKind.FIELD, AskKind.JUDGED, AskKind.PROPOSAL)
        if self.asking.tries + 1 < _MOST_TRIES or self.asking.kind not in given:
            return None
        return Answered((self._fact(self.asking.key, None, How.ANSWERED, text),))

    def leaning(self, text: str) -> Asking | None:
        """The question whether an answer that can't be vouched for means what it leans to; None the second time."""
        asking, field = self.asking, self.protocol.field(self.asking.key)
        if asking.tries:
            return None
        put = replace(asking, at=self.at, quotes=(text.strip(),), tries=1)
        if asking.kind is AskKind.JUDGED:
            return put if lean_yes_no(text, self._judged(), self.language) is not None else None
        if asking.kind is not AskKind.FIELD or field is None:
            return None
        value = lean(text, field, self.language, self.today)
        if value is None or _implausible(field, value):
            return None
        return replace(put, kind=AskKind.PROPOSAL, values=(value_json(value),))

    def _judged(self) -> str:
        """The question of the judged criterion that is asked for."""
        criterion = self.protocol.criterion(self.asking.key) if self.asking.kind is AskKind.JUDGED else None
        return criterion.question.said_in(self.language) if criterion and criterion.question else ""

    def _doubted(self, doubt: Doubt, text: str) -> Answered | Unread:
        """Asked again, with the reason; after that, what can't be read is not known."""
        return self.given_up(text) or Unread(doubt.problem, doubt.said)

    def _of_yes_no(self, text: str) -> Answered | None:
        said = read_yes_no(text, self._judged())
        if said is None:
            return None
        return self._decided(None if isinstance(said, Unknown) else said, How.ANSWERED, text)

    def _decided(self, said: bool | None, how: How, text: str) -> Answered:
        asking = self.asking
        match asking.kind:
            case AskKind.JUDGED:
                return Answered((self._fact(asking.key, said, how, text),))
            case AskKind.PROPOSAL:
                again = Question(AskKind.FIELD, asking.key, tries=asking.tries)
                return self._proposal(how) if said else Answered(asks=again)
            case _:
                return self._confirmed() if said else self._wrong()

    def _proposal(self, how: How) -> Answered:
        field = self.protocol.field(self.asking.key)
        if field is None:
            return Answered()
        value = value_of(self.asking.values[0], field.type)
        return Answered((self._fact(field.key, value, how, self.asking.quotes[0]),))

    def _confirmed(self) -> Answered:
        held = (self.case.facts.get(key) for key in self.asking.keys)
        return Answered(tuple(replace(fact, how=How.CONFIRMED, at=self.at) for fact in held if fact))

    def _wrong(self) -> Answered:
        keys = self.asking.keys
        if len(keys) == 1:
            return Answered(asks=self._asked_again(keys[0]))
        return Answered(asks=Question(AskKind.WRONG, keys=keys))

    def _wrong_pressed(self, choice: str) -> Answered | None:
        if choice in self.asking.keys:
            return Answered(asks=self._asked_again(choice))
        return Answered(asks=Question(AskKind.CONFIRM, keys=self.asking.keys)) if choice == NONE else None

    def _asked_again(self, key: str) -> Question:
        return Question(AskKind.FIELD if self.protocol.field(key) else AskKind.JUDGED, key)

    def _of_conflict(self, text: str) -> Answered | None:
        """One of the values offered, told as it is or by its position; nothing else settles it."""
        said = self._of_field(text)
        told = value_json(said.told[0].value) if isinstance(said, Answered) and said.told else None
        if told in self.asking.values:
            return self._conflict_pressed(str(self.asking.values.index(told)))
        bare = text.strip()
        return self._conflict_pressed(str(int(bare) - 1)) if bare.isdecimal() else None

    def _conflict_pressed(self, choice: str) -> Answered | None:
        field = self.protocol.field(self.asking.key)
        if field is None:
            return None
        if choice == NOT_KNOWN:
            return Answered((self._fact(field.key, None, How.PRESSED, ""),))
        position = int(choice) if choice.isdecimal() else -1
        if not 0 <= position < len(self.asking.values):
            return None
        value = value_of(self.asking.values[position], field.type)
        return Answered((self._fact(field.key, value, How.PRESSED, self.asking.quotes[position]),))

    def _field_pressed(self, choice: str) -> Answered | None:
        field = self.protocol.field(self.asking.key)
        if field is None:
            return None
        values: dict[str, Value | None] = {NOT_KNOWN: None}
        if field.type is FieldType.YES_NO:
            values |= {YES: True, NO: False}
        values |= {option.key: option.key for option in field.options}
        return Answered((self._fact(field.key, values[choice], How.PRESSED, ""),)) if choice in values else None

    def _fact(self, key: str, value: Value | None, how: How, quote: str) -> Fact:
        field = self.protocol.field(key)
        if isinstance(value, str) and field is not None and field.type is FieldType.TEXT:
            value = withheld(value)
        return Fact(key, value, how, self.at, quote.strip())


def _implausible(field: ProtocolField, value: Value) -> bool:
    """Whether a number is out of its field's range, computed ones too."""
    if not isinstance(value, Decimal):
        return False
    low = field.min is not None and value < Decimal(str(field.min))
    return low or (field.max is not None and value > Decimal(str(field.max)))


def merged(case: Case, told: Sequence[Fact]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Of what was heard in passing, what is new to the case, and what contradicts what it holds."""
    new, against = [], []
    for fact in told:
        held = case.facts.get(fact.key)
        if held is None or held.value is None:
            new.append(fact)
        elif not same(held.value, fact.value):
            against.append(fact)
    return tuple(new), tuple(against)


def same(one: Value | None, other: Value | None) -> bool:
    """Whether two values say the same."""
    if isinstance(one, str) and isinstance(other, str):
        return fold(one) == fold(other)
    return one == other


def conflict(case: Case, against: Fact) -> Asking:
    """The question which of two values holds."""
    held = case.facts[against.key]
    values: tuple[Any, ...] = (value_json(held.value), value_json(against.value))
    return Asking(AskKind.CONFLICT, against.at, against.key, values=values, quotes=(held.quote, against.quote))


def dates_beside(protocol: Protocol, key: str, on: date, at: datetime, quote: str) -> Iterator[Fact]:
    """The date of an exam that was told beside its result: the date field that goes with it, if there is one."""
    stem = key.removesuffix("_result")
    for field in protocol.fields:
        if field.type is FieldType.DATE and field.key == f"{stem}_date":
            yield Fact(field.key, on, How.HEARD, at, quote)
