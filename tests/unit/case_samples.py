"""A small protocol to decide cases by, and facts for it."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from rag.protocols.deciding import CompiledProtocol, compile_protocol
from rag.protocols.types import Fact, How, Protocol, Value

AT: Final = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
MET: Final = "O IMC é de 40 kg/m² ou mais."
MET_WITH_DIABETES: Final = "O IMC é de 35 kg/m² ou mais e há diabetes."
JUDGED: Final = "Há suspeita de causa hormonal."


def localised(text: str) -> dict[str, str]:
    """The same text in each language."""
    return dict.fromkeys(("pt", "es", "en"), text)


def field(key: str, kind: str, **more: Any) -> dict[str, Any]:
    """A field as a protocol's file has it."""
    return {"key": key, "type": kind, "label": localised(f"label {key}"), "question": localised(f"{key}?")} | more


FEMALE = {"key": "female", "pt": "Feminino", "es": "Femenino", "en": "Female"}
MALE = {"key": "male", "pt": "Masculino", "es": "Masculino", "en": "Male"}
YEARS = {"pt": "Quantos anos?", "es": "¿Cuántos años?", "en": "How many years?"}
FIELDS: Final = [
    field("age", "number", unit="anos", min=0.0, max=120.0, question=YEARS),
    field("guardian", "yes_no", needed_when="age < 18.0"),
    field("sex", "choice", options=[FEMALE, MALE]),
    field("bmi", "number", unit="kg/m2", min=10.0, max=120.0, cues={"pt": ["imc"]}),
    field("diabetes", "yes_no", required=False),
    field("treatment", "text"),
    field("operated", "yes_no", required=False),
    field("operated_on", "date", needed_when="operated"),
]
PROTOCOL: Final[dict[str, Any]] = {
    "condition": "Obesidade",
    "cids": ["E66.8"],
    "risk_class": "amarela",
    "fields": FIELDS,
    "criteria": [
        {"key": "bmi_40", "passage": MET, "when": "bmi >= 40.0"},
        {"key": "bmi_35", "passage": MET_WITH_DIABETES, "when": "bmi >= 35.0 && diabetes"},
        {"key": "hormonal", "passage": JUDGED, "question": localised("O médico suspeita de causa hormonal?")},
    ],
    "alerts": [{"key": "extreme", "passage": "Procure o 192 se o IMC passar de 100.", "when": "bmi > 100.0"}],
}


def protocol(**changed: Any) -> Protocol:
    """The sample, with parts of it changed."""
    return Protocol.model_validate(PROTOCOL | changed)


def compiled(**changed: Any) -> CompiledProtocol:
    """The sample, compiled."""
    return compile_protocol(protocol(**changed))


def fact(key: str, value: Value | float | None, how: How = How.PRESSED, quote: str = "dito") -> Fact:
    """A fact; numbers become decimals."""
    exact = Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value
    return Fact(key, exact, how, AT, quote)


def facts(**values: Value | float | None) -> dict[str, Fact]:
    """Facts that were pressed, by key."""
    return {key: fact(key, value) for key, value in values.items()}
