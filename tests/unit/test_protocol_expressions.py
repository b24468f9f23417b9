from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.protocols.expressions import compile_expression
from rag.protocols.types import Fact, How, ProtocolField, Reading, Truth, Value

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
WORDS = {"pt": "x", "es": "x", "en": "x"}
T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


def field(key: str, kind: str, **more: object) -> ProtocolField:
    return ProtocolField.model_validate({"key": key, "type": kind, "label": WORDS, "question": WORDS, **more})


OPTIONS = [{"key": key, **WORDS} for key in ("i", "ii", "iii")]
FIELDS = (
    field("bmi", "number"),
    field("age", "number"),
    field("smoker", "yes_no"),
    field("pregnant", "yes_no"),
    field("nyha", "choice", options=OPTIONS),
    field("readings", "measurements"),
    field("told", "text"),
    field("seen", "date"),
)


def known(values: Mapping[str, Value | None]) -> dict[str, Fact]:
    return {key: Fact(key, value, How.ANSWERED, AT) for key, value in values.items()}


def truth(source: str, values: Mapping[str, Value | None]) -> Truth:
    return compile_expression(source, FIELDS).truth(known(values))


def pressure(*pairs: tuple[int, int | None]) -> tuple[Reading, ...]:
    return tuple(Reading(Decimal(a), None if b is None else Decimal(b)) for a, b in pairs)


@pytest.mark.parametrize(
    ("source", "values", "expected"),
    [
        ("bmi >= 40.0", {"bmi": Decimal(40)}, T),
        ("bmi >= 40.0", {"bmi": Decimal("39.99")}, F),
        ("bmi >= 40.0", {}, U),
        ("bmi >= 40.0", {"bmi": None}, U),
        ("bmi >= 40.0 && smoker", {"smoker": False}, F),
        ("bmi >= 40.0 && smoker", {"smoker": True}, U),
        ("bmi >= 40.0 || smoker", {"smoker": True}, T),
        ("smoker || bmi >= 40.0", {"smoker": False}, U),
        ("!smoker", {}, U),
        ("bmi == bmi", {}, U),
        ("smoker ? true : true", {}, U),
        ('nyha in ["ii", "iii"]', {"nyha": "ii"}, T),
        ('nyha != "i"', {"nyha": "i"}, F),
        ("readings.exists(r, r >= 140.0)", {"readings": pressure((150, 90), (130, 80))}, T),
        ("readings.all(r, r >= 140.0)", {"readings": pressure((150, 90), (130, 80))}, F),
        ("readings.filter(r, r >= 140.0).size() >= 2", {"readings": pressure((150, 90), (141, 80))}, T),
        ("readings_second.exists(r, r >= 90.0)", {"readings": pressure((150, 89), (130, 80))}, F),
        ("readings_second.exists(r, r >= 90.0)", {"readings": pressure((150, 99), (130, None))}, U),
        ("readings.exists(r, r > bmi)", {"readings": pressure((150, 99))}, U),
    ],
)
def test_an_unknown_fact_leaves_unknown_only_what_depends_on_it(
    source: str, values: Mapping[str, Value | None], expected: Truth
) -> None:
    assert truth(source, values) is expected


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("smoker && bmi > 1.0 && smoker", ("smoker", "bmi")),
        ('nyha == "bmi" || age > 1.0 // smoker', ("nyha", "age")),
        ("readings_second.exists(r, r > age)", ("readings", "age")),
        (r'nyha == "a\"bmi" || smoker', ("nyha", "smoker")),
        ("'''bmi''' == nyha", ("nyha",)),
        ("true", ()),
    ],
)
def test_what_an_expression_reads_is_in_its_order_each_once(source: str, reads: tuple[str, ...]) -> None:
    assert compile_expression(source, FIELDS).reads == reads


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("bmi >= 40", "found no matching overload for '_>=_' applied to '(double, int)' (column 5)"),
        ("bmi >= 1.0 &&\n weight > 1.0", "undeclared reference to 'weight' (line 2, column 2)"),
        ("told == nyha", "undeclared reference to 'told' (column 1)"),
        ("seen > bmi", "undeclared reference to 'seen' (column 1)"),
        ("bmi + 1.0", "it gives DOUBLE, not bool"),
        ("dyn(smoker)", "it gives DYN, not bool"),
        ("readings.exists(bmi, bmi > 1.0)", "'bmi' is a field: call the macro's variable something else"),
        ("(" * 40 + "smoker" + ")" * 40, "Expression recursion limit exceeded"),
    ],
)
def test_what_does_not_compile_is_an_error_with_its_reason_in_one_line(source: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        compile_expression(source, FIELDS)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_syntax_error_tells_its_column() -> None:
    with pytest.raises(ValueError, match=r"^Syntax error: mismatched input.*\(column 7\)$"):
        compile_expression("bmi >=", FIELDS)


@pytest.mark.parametrize("source", ["readings[3] > 1.0", "1 / 0 == 1", "nyha.matches('(')"])
def test_an_error_that_no_fact_would_mend_is_raised(source: str) -> None:
    with pytest.raises(ValueError, match=r"index|zero|regular"):
        truth(source, {"readings": pressure((1, 1)), "nyha": "i"})


@pytest.mark.parametrize(
    ("source", "key", "value"),
    [
        ("smoker == true", "smoker", "yes"),
        ("bmi > 1.0", "bmi", True),
        ("bmi > 1.0", "bmi", Decimal("NaN")),
        ('nyha == "i"', "nyha", "iv"),
        ("readings.size() > 0", "readings", Decimal(1)),
    ],
)
def test_a_value_that_the_field_cannot_have_is_raised(source: str, key: str, value: Value) -> None:
    with pytest.raises(ValueError, match=r"can't be|is no number"):
        truth(source, {key: value})


# Kleene's logic by hand, over expressions built with their own meaning.


@dataclass(frozen=True, slots=True)
class Meant:
    source: str
    truths: Mapping[tuple[int, ...], Truth]


ATOMS = ("smoker", "pregnant", "bmi >= 40.0", 'nyha == "ii"', "readings.exists(r, r > 9.0)")
KEYS = ("smoker", "pregnant", "bmi", "nyha", "readings")
CHOICES: tuple[tuple[Value | None, ...], ...] = (
    (True, False, None),
    (True, False, None),
    (Decimal(40), Decimal("39.9"), None),
    ("ii", "i", None),
    (pressure((10, None)), pressure((9, None)), None),
)
WORLDS = tuple(itertools.product(range(3), repeat=len(KEYS)))
STATES = (T, F, U)


def atom(index: int) -> Meant:
    return Meant(ATOMS[index], {world: STATES[world[index]] for world in WORLDS})


def negated(one: Meant) -> Meant:
    flipped = {T: F, F: T, U: U}
    return Meant(f"!({one.source})", {world: flipped[t] for world, t in one.truths.items()})


def joined(a: Meant, b: Meant, operator: str) -> Meant:
    order = (F, U, T)
    pick = min if operator == "&&" else max
    both = {w: order[pick(order.index(a.truths[w]), order.index(b.truths[w]))] for w in WORLDS}
    return Meant(f"({a.source}) {operator} ({b.source})", both)


MEANT = st.recursive(
    st.integers(0, len(ATOMS) - 1).map(atom),
    lambda inner: inner.map(negated) | st.builds(joined, inner, inner, st.sampled_from(("&&", "||"))),
    max_leaves=8,
)


@given(meant=MEANT, worlds=st.lists(st.sampled_from(WORLDS), min_size=1, max_size=20))
def test_any_expression_has_the_truth_that_kleene_gives_it(meant: Meant, worlds: list[tuple[int, ...]]) -> None:
    expression = compile_expression(meant.source, FIELDS)
    for world in worlds:
        values = {key: CHOICES[n][state] for n, (key, state) in enumerate(zip(KEYS, world, strict=True))}
        assert expression.truth(known(values)) is meant.truths[world]


@given(st.text(max_size=60))
def test_any_text_either_compiles_or_is_refused_in_one_line(source: str) -> None:
    said = ""
    try:
        compile_expression(source, FIELDS)
    except ValueError as error:
        said = str(error)
    assert "\n" not in said
