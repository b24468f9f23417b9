"""Applies a protocol to what is known of a case. Pure; three-valued: nothing is decided on a fact that isn't there.

Every fact counts, one that was only heard too. Whoever acts on a finding has it confirmed first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter

from rag.protocols.expressions import Compiler, Expression
from rag.protocols.types import Alert, Criterion, Facts, Finding, How, Protocol, ProtocolField, Truth


@dataclass(frozen=True, slots=True)
class CompiledProtocol:
    """A protocol with its expressions compiled, by the key of their criterion, alert or field.

    `signs` are what alerts rest on, present or not.
    `needed_when` is in an order in which each field comes after those that its condition reads.
    """

    protocol: Protocol
    criteria: Mapping[str, Expression]
    alerts: Mapping[str, Expression]
    signs: Mapping[str, Expression]
    needed_when: Mapping[str, Expression]


def compile_protocol(protocol: Protocol) -> CompiledProtocol:
    """Raises ValueError (graphlib.CycleError where fields need each other) for a protocol that can't be applied."""
    compiler = Compiler.over(protocol.fields)
    needed_when = {field.key: compiler.compile(field.needed_when) for field in protocol.fields if field.needed_when}
    order = TopologicalSorter({key: expression.reads for key, expression in needed_when.items()}).static_order()
    return CompiledProtocol(
        protocol,
        {one.key: compiler.compile(one.when) for one in protocol.criteria if one.when is not None},
        {
            alert.key: compiler.compile(f"({alert.when}) && ({alert.present})" if alert.present else alert.when)
            for alert in protocol.alerts
        },
        {alert.key: compiler.compile(alert.when) for alert in protocol.alerts},
        {key: needed_when[key] for key in order if key in needed_when},
    )


def findings(compiled: CompiledProtocol, facts: Facts) -> tuple[Finding, ...]:
    """How each criterion stands, in the note's order.

    A judged one is decided by the fact at its own key alone, given under its own question.
    """
    relevant = _relevant(compiled, facts)
    return tuple(
        _finding(criterion, compiled.criteria.get(criterion.key), relevant) for criterion in compiled.protocol.criteria
    )


def needed(compiled: CompiledProtocol, facts: Facts) -> tuple[ProtocolField, ...]:
    """The required fields, known or not: those without a condition, and those whose condition holds."""
    relevant = _relevant(compiled, facts)
    required = (field for field in compiled.protocol.fields if field.required)
    return tuple(field for field in required if _holds(compiled.needed_when.get(field.key), relevant))


def alerts(compiled: CompiledProtocol, facts: Facts) -> tuple[Alert, ...]:
    """The emergencies that the facts are, in the protocol's order."""
    relevant = _relevant(compiled, facts)
    return tuple(alert for alert in compiled.protocol.alerts if _holds(compiled.alerts[alert.key], relevant))


def signs(compiled: CompiledProtocol, facts: Facts) -> tuple[tuple[Alert, Truth], ...]:
    """The alerts whose sign is there, or is not known to be absent, and which of the two."""
    relevant = _relevant(compiled, facts)
    held = ((alert, compiled.signs[alert.key].truth(relevant)) for alert in compiled.protocol.alerts)
    return tuple((alert, truth) for alert, truth in held if truth is not Truth.FALSE)


def _finding(criterion: Criterion, expression: Expression | None, facts: Facts) -> Finding:
    if expression is not None:
        return Finding(criterion, expression.truth(facts), expression.reads)
    return Finding(criterion, _judged(criterion, facts), ())


def _judged(criterion: Criterion, facts: Facts) -> Truth:
    fact = facts.get(criterion.key)
    if fact is None or fact.how is How.HEARD or not isinstance(fact.value, bool):
        return Truth.UNKNOWN
    return Truth.TRUE if fact.value else Truth.FALSE


def _holds(expression: Expression | None, facts: Facts) -> bool:
    return expression is None or expression.truth(facts) is Truth.TRUE


def _relevant(compiled: CompiledProtocol, facts: Facts) -> Facts:
    """Without the facts of fields that don't apply: what was told before a correction decides nothing.

    A field doesn't apply where its condition is false, or hangs on a field that doesn't apply.
    """
    relevant = dict(facts)
    outside: set[str] = set()
    for key, condition in compiled.needed_when.items():
        truth = condition.truth(relevant)
        if truth is Truth.FALSE or (truth is Truth.UNKNOWN and not outside.isdisjoint(condition.reads)):
            outside.add(key)
            relevant.pop(key, None)
    return relevant
