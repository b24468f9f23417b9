"""A case as it is kept between turns: its facts, and the question that waits."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from bot.messages import Status
from rag.protocols.types import Fact, Facts, FieldType, How, ProtocolField, Reading, Value
from rag.types import Source, Specialty


class CaseStatus(StrEnum):
    """What a case is, or has ended as: a consultation's `Status`, or an end without a decision."""

    PENDENTE = "PENDENTE"
    FINALIZADO = "FINALIZADO"
    NAO_ELEGIVEL = "NAO_ELEGIVEL"
    URGENCIA = "URGENCIA"
    CANCELADO = "CANCELADO"
    ABANDONADO = "ABANDONADO"

    @property
    def said(self) -> Status | None:
        """As the status of a reply; None for an end without a decision."""
        return Status(self.value) if self.value in Status.__members__ else None


class AskKind(StrEnum):
    """What a question of a case asks."""

    FIELD = "field"
    """The value of a field."""
    JUDGED = "judged"
    """Whether a judged criterion is met: yes or no."""
    PROPOSAL = "proposal"
    """Whether a field is what a model read in the patient's own words: yes or no."""
    CONFLICT = "conflict"
    """Which of two values of a field holds."""
    CONFIRM = "confirm"
    """Whether what was heard in passing is right: yes or no."""
    WRONG = "wrong"
    """Which of the things heard is wrong."""
    CONDITION = "condition"
    """Which condition the case is about."""
    SUBJECT = "subject"
    """Whether something said is the case's, or begins another."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model read in the patient's words, to be put to them: a field and its value, or a judged criterion."""

    key: str
    quote: str
    value: Any = None
    """As JSON (`value_json`)."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that waits. `key` is of the field or criterion, `keys` are of the facts it is about.

    `values` are raw values to choose between, `quotes` the patient's words behind each. `documents` are conditions to
    choose between, and `text` is what begins another case. `tries` counts the answers that could not be read.
    `proposals` are what a model has read and nobody has been asked about yet. `again` are the keys of what the patient
    once did not know and is asked anew.
    """

    kind: AskKind
    at: datetime
    key: str = ""
    keys: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    quotes: tuple[str, ...] = ()
    documents: tuple[int, ...] = ()
    text: str = ""
    tries: int = 0
    proposals: tuple[Proposal, ...] = ()
    again: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For storage."""
        return {
            "kind": self.kind,
            "at": self.at.isoformat(),
            "key": self.key,
            "keys": list(self.keys),
            "values": list(self.values),
            "quotes": list(self.quotes),
            "documents": list(self.documents),
            "text": self.text,
            "tries": self.tries,
            "proposals": [asdict(proposal) for proposal in self.proposals],
            "again": list(self.again),
        }


@dataclass(frozen=True, slots=True)
class Case:
    """One consultation. `revision` 0: not opened yet. `sources` is what was retrieved when it was opened."""

    id: uuid.UUID
    specialty: Specialty
    slug: str
    document_id: int
    opened_at: datetime
    updated_at: datetime
    revision: int = 0
    status: CaseStatus = CaseStatus.PENDENTE
    facts: Facts = field(default_factory=dict)
    asking: Asking | None = None
    sources: tuple[Source, ...] = ()
    decision: Mapping[str, Any] | None = None

    def knowing(self, told: Sequence[Fact]) -> Case:
        """The case with facts told."""
        return replace(self, facts={**self.facts, **{fact.key: fact for fact in told}})

    def cited(self) -> tuple[Source, ...]:
        """Its sources, of which the note it is decided by is cited."""
        return tuple(replace(source, citada=source.documento_id == self.document_id) for source in self.sources)


def value_json(value: Value | None) -> Any:  # noqa: ANN401 - JSON
    """A value as JSON: a number, true or false, a text, an ISO date, or a list of readings."""
    match value:
        case Decimal():
            return float(value)
        case date():
            return value.isoformat()
        case tuple():
            return [_reading_json(reading) for reading in value]
        case _:
            return value


def value_of(kept: Any, field_type: FieldType) -> Value | None:  # noqa: ANN401 - JSON
    """The value of `value_json`."""
    if kept is None:
        return None
    match field_type:
        case FieldType.NUMBER:
            return _decimal(kept)
        case FieldType.DATE:
            return date.fromisoformat(kept)
        case FieldType.YES_NO:
            return bool(kept)
        case FieldType.MEASUREMENTS:
            return tuple(_reading(one) for one in kept)
        case _:
            return str(kept)


def fact_of(kept: Mapping[str, Any], its_field: ProtocolField | None) -> Fact:
    """A fact as it was kept; one of no field is a judged criterion's."""
    kind = its_field.type if its_field else FieldType.YES_NO
    said_at = datetime.fromisoformat(kept["said_at"])
    return Fact(kept["key"], value_of(kept["value"], kind), How(kept["how"]), said_at, kept["quote"])


def asking_of(kept: Mapping[str, Any] | None) -> Asking | None:
    """The question of `Asking.as_json`."""
    if kept is None:
        return None
    return Asking(
        AskKind(kept["kind"]),
        datetime.fromisoformat(kept["at"]),
        kept["key"],
        tuple(kept["keys"]),
        tuple(kept["values"]),
        tuple(kept["quotes"]),
        tuple(kept["documents"]),
        kept["text"],
        kept["tries"],
        tuple(Proposal(**proposal) for proposal in kept["proposals"]),
        tuple(kept["again"]),
    )


def case_of(row: Mapping[str, Any], fields: Mapping[str, ProtocolField]) -> Case:
    """A case from its row and facts as `open_cases` gives them; `fields` are its protocol's, by key."""
    facts = [fact_of(kept, fields.get(kept["key"])) for kept in row["facts"]]
    return Case(
        id=uuid.UUID(row["id"]),
        specialty=row["especialidade"],
        slug=row["slug"],
        document_id=row["document_id"],
        opened_at=datetime.fromisoformat(row["opened_at"]),
        updated_at=datetime.fromisoformat(row["updated_at"]),
        revision=row["revision"],
        status=CaseStatus(row["status"]),
        facts={fact.key: fact for fact in facts},
        asking=asking_of(row["asking"]),
        sources=tuple(Source(**source) for source in row["sources"]),
        decision=row["decision"],
    )


def _decimal(kept: float) -> Decimal:
    return Decimal(str(kept)).normalize() if not float(kept).is_integer() else Decimal(int(kept))


def _reading_json(reading: Reading) -> dict[str, Any]:
    second = float(reading.second) if reading.second is not None else None
    return {"value": float(reading.value), "second": second, "on": reading.on.isoformat() if reading.on else None}


def _reading(kept: Mapping[str, Any]) -> Reading:
    second = _decimal(kept["second"]) if kept["second"] is not None else None
    return Reading(_decimal(kept["value"]), second, date.fromisoformat(kept["on"]) if kept["on"] else None)
