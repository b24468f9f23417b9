from __future__ import annotations

import time
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from rag.protocols.deciding import CompiledProtocol, alerts, compile_protocol, findings, needed
from rag.protocols.types import Fact, How, Protocol, Truth, Value

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
WORDS = {"pt": "x", "es": "x", "en": "x"}


def a_field(key: str, kind: str, **more: object) -> dict[str, object]:
    return {"key": key, "type": kind, "label": WORDS, "question": WORDS, **more}


FIELDS = [
    a_field("had_surgery", "yes_no"),
    a_field("complication", "yes_no", needed_when="had_surgery"),
    a_field("complication_days", "number", needed_when="complication"),
    a_field("bmi", "number"),
    a_field("reports", "text", required=False),
    a_field("stay", "number", required=False, needed_when="complication_days > 7.0"),
]
CRITERIA: list[dict[str, object]] = [
    {"key": "after_surgery", "passage": "Cirurgia.", "when": "had_surgery && complication_days > 30.0"},
    {"key": "bmi_40", "passage": "IMC.", "when": "bmi >= 40.0"},
    {"key": "suspected", "passage": "Suspeita.", "question": WORDS},
    {"key": "long_stay", "passage": "Internação.", "when": "stay > 20.0"},
]
ALERTS = [{"key": "severe", "passage": "Alerta.", "when": "complication && bmi > 60.0"}]


def protocol(**more: object) -> Protocol:
    return Protocol.model_validate({"condition": "X", "fields": FIELDS, "criteria": CRITERIA, "alerts": ALERTS, **more})


@pytest.fixture
def compiled() -> CompiledProtocol:
    return compile_protocol(protocol())


def known(how: How = How.ANSWERED, **values: Value | None) -> dict[str, Fact]:
    return {key: Fact(key, value, how, AT) for key, value in values.items()}


def truths(compiled: CompiledProtocol, facts: dict[str, Fact]) -> list[Truth]:
    return [finding.truth for finding in findings(compiled, facts)]


def test_findings_are_in_the_notes_order_with_what_they_read(compiled: CompiledProtocol) -> None:
    found = findings(compiled, {})
    assert [finding.criterion.key for finding in found] == ["after_surgery", "bmi_40", "suspected", "long_stay"]
    assert [finding.reads for finding in found] == [("had_surgery", "complication_days"), ("bmi",), (), ("stay",)]
    assert {finding.truth for finding in found} == {Truth.UNKNOWN}


def test_a_computed_criterion_is_decided_by_the_facts(compiled: CompiledProtocol) -> None:
    assert truths(compiled, known(had_surgery=False, bmi=Decimal(40)))[:2] == [Truth.FALSE, Truth.TRUE]


@pytest.mark.parametrize(
    ("how", "value", "expected"),
    [
        (How.ANSWERED, True, Truth.TRUE),
        (How.PRESSED, False, Truth.FALSE),
        (How.HEARD, True, Truth.UNKNOWN),
        (How.CONFIRMED, True, Truth.TRUE),
        (How.ANSWERED, None, Truth.UNKNOWN),
        (How.ANSWERED, "sim", Truth.UNKNOWN),
        (How.ANSWERED, Decimal(1), Truth.UNKNOWN),
    ],
)
def test_a_judged_criterion_is_decided_only_by_an_answer_to_its_own_question(
    compiled: CompiledProtocol, how: How, value: Value | None, expected: Truth
) -> None:
    assert truths(compiled, known(how, suspected=value))[2] is expected


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        ({}, ["had_surgery", "bmi"]),
        ({"had_surgery": None}, ["had_surgery", "bmi"]),
        ({"had_surgery": True}, ["had_surgery", "complication", "bmi"]),
        ({"had_surgery": True, "complication": True}, ["had_surgery", "complication", "complication_days", "bmi"]),
        ({"had_surgery": False, "complication": True}, ["had_surgery", "bmi"]),
    ],
)
def test_a_field_is_needed_only_when_its_condition_holds(
    compiled: CompiledProtocol, values: dict[str, Value | None], keys: list[str]
) -> None:
    facts = {key: Fact(key, value, How.ANSWERED, AT) for key, value in values.items()}
    assert [field.key for field in needed(compiled, facts)] == keys


def test_what_was_told_before_a_correction_decides_nothing(compiled: CompiledProtocol) -> None:
    told = known(had_surgery=True, complication=True, complication_days=Decimal(90), bmi=Decimal(70))
    assert truths(compiled, told)[0] is Truth.TRUE
    assert [alert.key for alert in alerts(compiled, told)] == ["severe"]
    corrected = told | known(complication=False)
    assert truths(compiled, corrected)[0] is Truth.UNKNOWN
    corrected = told | known(had_surgery=False)
    assert truths(compiled, corrected)[0] is Truth.FALSE
    assert alerts(compiled, corrected) == ()


def test_neither_does_what_hangs_on_it(compiled: CompiledProtocol) -> None:
    told = known(complication=True, complication_days=Decimal(90), stay=Decimal(30))
    assert truths(compiled, told)[3] is Truth.TRUE
    assert truths(compiled, told | known(had_surgery=True))[3] is Truth.TRUE
    assert truths(compiled, told | known(had_surgery=False))[3] is Truth.UNKNOWN


def test_what_is_told_before_its_condition_is_known_counts(compiled: CompiledProtocol) -> None:
    assert truths(compiled, known(stay=Decimal(30)))[3] is Truth.TRUE


def test_an_alert_needs_all_of_its_facts(compiled: CompiledProtocol) -> None:
    assert alerts(compiled, known(bmi=Decimal(70))) == ()


def test_conditions_that_need_each_other_are_an_error() -> None:
    fields = [a_field("a", "yes_no", needed_when="b"), a_field("b", "yes_no", needed_when="a")]
    with pytest.raises(ValueError, match="cycle"):
        compile_protocol(protocol(fields=fields, criteria=[CRITERIA[2]], alerts=[]))


def test_a_protocol_compiles_quickly() -> None:
    one = protocol()
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        compile_protocol(one)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.02
