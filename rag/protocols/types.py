"""Protocols, and the facts of a case that they are applied to. Nothing here does I/O."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from rag.types import Language

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
Expression = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
# ICD-10 categories and subcategories: "I50", "E05.0".
Cid = Annotated[str, StringConstraints(pattern=r"^[A-Z]\d{2}(\.\d)?$")]
RiskClass = Literal["vermelha", "laranja", "amarela", "verde", "azul"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Localised(_Frozen):
    """One text in each language."""

    pt: Text
    es: Text
    en: Text

    def said_in(self, language: Language) -> str:
        """The text in `language`."""
        return {Language.PT: self.pt, Language.ES: self.es, Language.EN: self.en}[language]


class Cues(_Frozen):
    """Words by which a patient may speak of something, in each language."""

    pt: tuple[Text, ...] = ()
    es: tuple[Text, ...] = ()
    en: tuple[Text, ...] = ()

    def every(self) -> tuple[str, ...]:
        """Those of all languages."""
        return (*self.pt, *self.es, *self.en)


class FieldType(StrEnum):
    """What an answer to a field is, and what it is in an expression."""

    NUMBER = "number"
    """A double, in the field's unit."""
    DATE = "date"
    """Not for expressions."""
    YES_NO = "yes_no"
    """A bool."""
    CHOICE = "choice"
    """The string of one of the options' keys."""
    TEXT = "text"
    """The patient's own words; not for expressions."""
    MEASUREMENTS = "measurements"
    """A list of doubles, one a reading; of a pair (blood pressure) the first, and `<key>_second` has the others."""


class Option(Localised):
    """One answer to a choice: its key in expressions, its label in each language, and how else it may be told."""

    key: Key
    cues: Cues = Cues()


class ProtocolField(_Frozen):
    """Something to be known of a case.

    `required`: a referral is complete only with it. What is not required is asked for only where a criterion reads it.
    `demanded`, of a yes or no: a "no" leaves the referral incomplete (a report that has to go along).
    `needed_when` is a condition over other fields without which it is neither asked for nor required.
    `min` and `max` bound a plausible number, inclusive, in `unit`; `at_least` is how many measurements are asked for.
    """

    key: Key
    type: FieldType
    label: Localised
    question: Localised
    required: bool = True
    demanded: bool = False
    needed_when: Expression | None = None
    options: tuple[Option, ...] = ()
    unit: Text | None = None
    min: Annotated[float, Field(allow_inf_nan=False)] | None = None
    max: Annotated[float, Field(allow_inf_nan=False)] | None = None
    at_least: Annotated[int, Field(ge=1, le=10)] | None = None
    cues: Cues = Cues()

    @property
    def measured(self) -> bool:
        """Whether its answer is made of numbers."""
        return self.type in (FieldType.NUMBER, FieldType.MEASUREMENTS)

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if (self.type is FieldType.CHOICE) != bool(self.options):
            raise ValueError("'options' belong to a choice, and a choice needs them")
        keys = [option.key for option in self.options]
        if self.options and (len(keys) == 1 or len(set(keys)) < len(keys)):
            raise ValueError("a choice needs at least two options, each once")
        if not self.measured and (self.unit, self.min, self.max) != (None, None, None):
            raise ValueError("'unit', 'min' and 'max' belong to numbers and measurements")
        if self.demanded and not (self.required and self.type is FieldType.YES_NO):
            raise ValueError("'demanded' belongs to a required yes_no")
        if self.at_least is not None and self.type is not FieldType.MEASUREMENTS:
            raise ValueError("'at_least' belongs to measurements")
        if not (-math.inf if self.min is None else self.min) < (math.inf if self.max is None else self.max):
            raise ValueError("'min' must be less than 'max'")
        return self


class Criterion(_Frozen):
    """One way in which a case meets the note, resting on a sentence of it.

    Either computed (`when`, an expression over the fields) or judged: then `question` is put to the patient, whose
    explicit yes or no decides it, and nothing else does.
    """

    key: Key
    passage: Text
    when: Expression | None = None
    question: Localised | None = None

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> Self:
        if (self.when is None) == (self.question is None):
            raise ValueError("a criterion has either 'when' or 'question'")
        return self


class Alert(_Frozen):
    """Facts that together are an emergency, resting on one of the note's warning signs.

    With `present` they are one only where that holds too; a sign that is over, or not known to be, keeps a case from
    being told that it meets nothing.
    """

    key: Key
    passage: Text
    when: Expression
    present: Expression | None = None


class Protocol(_Frozen):
    """One condition's protocol. Fields are in the order in which they are asked for, criteria in the note's.

    `cids` are ICD-10 codes; `risk_class` is the note's own, where it gives a single one.
    """

    condition: Text
    cids: tuple[Cid, ...] = ()
    risk_class: RiskClass | None = None
    fields: Annotated[tuple[ProtocolField, ...], Field(min_length=1)]
    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1)]
    alerts: tuple[Alert, ...] = ()

    @model_validator(mode="after")
    def _keys_are_distinct(self) -> Self:
        parts: tuple[ProtocolField | Criterion | Alert, ...] = (*self.fields, *self.criteria, *self.alerts)
        keys = [part.key for part in parts]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"the key '{twice[0]}' occurs twice")
        return self

    def field(self, key: str) -> ProtocolField | None:
        """The field of that key."""
        return next((field for field in self.fields if field.key == key), None)

    def criterion(self, key: str) -> Criterion | None:
        """The criterion of that key."""
        return next((criterion for criterion in self.criteria if criterion.key == key), None)


@dataclass(frozen=True, slots=True)
class Reading:
    """One measurement: its value in the field's unit, the second of a pair (diastolic), and its day, where told."""

    value: Decimal
    second: Decimal | None = None
    on: date | None = None


Value = Decimal | bool | str | date | tuple[Reading, ...]
"""Of a number, yes_no, choice (its key) or text, date, and measurements."""


class How(StrEnum):
    """How a fact came into the record."""

    ANSWERED = "answered"
    """In words, to its own question."""
    PRESSED = "pressed"
    """By a button under its own question."""
    HEARD = "heard"
    """Told of the patient's own accord and read by grammar: to be confirmed before anything is decided on it."""
    CONFIRMED = "confirmed"
    """Heard, shown to the patient, and said by them to be right."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one field, or of one judged criterion, by its key.

    `value` None: the patient doesn't know. `quote` is what they wrote, word for word; "" where a button was pressed.
    """

    key: str
    value: Value | None
    how: How
    at: datetime
    quote: str = ""


Facts = Mapping[str, Fact]
"""What is known of a case, by key."""


class Truth(StrEnum):
    """Three-valued: an unknown fact makes a criterion unknown unless the others decide it."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one criterion stands; `reads` are the keys of the fields that it rests on, in the expression's order."""

    criterion: Criterion
    truth: Truth
    reads: tuple[str, ...]
