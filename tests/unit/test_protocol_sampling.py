from __future__ import annotations

import itertools
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.protocols.deciding import CompiledProtocol, compile_protocol
from rag.protocols.sampling import Sampler
from rag.protocols.types import Fact, How, Protocol, Truth, Value

AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
WORDS = {"pt": "x", "es": "x", "en": "x"}
T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
WIDE = 14


def compiled(when: str, **needed_when: str) -> CompiledProtocol:
    """Over yes_no fields a, b, c and y0…, and numbers x and z."""
    keys = [("a", "yes_no"), ("b", "yes_no"), ("c", "yes_no"), ("x", "number"), ("z", "number")]
    keys += [(f"y{n}", "yes_no") for n in range(WIDE)]
    fields = [
        {"key": key, "type": kind, "label": WORDS, "question": WORDS, "needed_when": needed_when.get(key)}
        for key, kind in keys
    ]
    criteria = [{"key": "it", "passage": "x", "when": when}]
    return compile_protocol(Protocol.model_validate({"condition": "X", "fields": fields, "criteria": criteria}))


def reached(when: str, **needed_when: str) -> set[Truth]:
    one = compiled(when, **needed_when)
    return {truth for truth in Truth if Sampler(one, one.criteria["it"]).reaches(truth)}


ANY = " || ".join(f"y{n}" for n in range(WIDE))
ALL = " && ".join(f"y{n}" for n in range(WIDE))


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("a", {T, F}),
        ("a && !a", {F}),
        ("x > 5.0", {T, F}),
        ("x > 5.0 && x < 5.01", {F}),
        ("x >= 5.0 && x <= 5.0", {T, F}),
        ("x > z", {T, F}),
        ("x + z > 1.0", {T, F}),
        (ALL, {T, F}),
        (f"!({ANY})", {T, F}),
        (f"({ANY}) && x > 1.0 && x < 0.0", {F}),
        (f"({ANY}) || x > 1.0 || x < 2.0", {T}),
    ],
)
def test_an_expression_reaches_the_truths_that_some_values_give_it(when: str, expected: set[Truth]) -> None:
    assert reached(when) == expected


@pytest.mark.parametrize(
    ("when", "needed_when", "expected"),
    [
        ("a && b", {"b": "a"}, {T, F}),
        ("b", {"b": "a"}, {T, F, U}),
        ("b || !a", {"b": "a"}, {T, F}),
        ("!a && b", {"b": "a"}, {F, U}),
        ("c", {"b": "a", "c": "b"}, {T, F, U}),
        ("a && b && c", {"b": "a", "c": "b"}, {T, F}),
        ("a && c", {"b": "a", "c": "b"}, {T, F, U}),
        ("x > 3.0 && b", {"b": "x > 3.0"}, {T, F}),
        ("x > 2.0 && b", {"b": "x > 3.0"}, {T, F, U}),
        (f"({ALL}) && b", {"b": ALL}, {T, F}),
    ],
)
def test_a_field_that_would_not_be_asked_for_stays_unknown(
    when: str, needed_when: dict[str, str], expected: set[Truth]
) -> None:
    assert reached(when, **needed_when) == expected


ATOMS = ("a", "b", "c", "x > 5.0", "x <= 7.0")
EXPRESSIONS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: (
        inner.map(lambda one: f"!({one})")
        | st.builds(lambda a, op, b: f"({a}) {op} ({b})", inner, st.sampled_from(("&&", "||")), inner)
    ),
    max_leaves=10,
)


@given(EXPRESSIONS)
def test_the_search_finds_what_trying_everything_finds(when: str) -> None:
    one = compiled(when)
    choices: list[tuple[Value, ...]] = [(True, False)] * 3 + [(Decimal(4), Decimal(6), Decimal(8))]
    worlds = [dict(zip("abcx", values, strict=True)) for values in itertools.product(*choices)]
    tried = {
        one.criteria["it"].truth({key: Fact(key, value, How.ANSWERED, AT) for key, value in world.items()})
        for world in worlds
    }
    assert reached(when) == tried
