"""What comes next in a case, decided by code from its facts alone. Pure.

The criteria come first: who meets none is told so before being asked for a whole record. Once one is met, the record
is completed. Nothing is decided on what was read in somebody's words before they have seen it as it was read and said
that it is right; what they pressed needs no second word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.consultation.case import AskKind, Proposal
from rag.protocols.deciding import CompiledProtocol, alerts, findings, needed, signs
from rag.protocols.types import Alert, Fact, Facts, FieldType, Finding, How, ProtocolField, Truth

AGE: Final = "age"
GUARDIAN: Final = "guardian"
SEX: Final = "sex"
ADULT: Final = Decimal(18)
"""Years (Brazil's Estatuto da Criança e do Adolescente, Lei 8.069/1990, art. 2; Código Civil, art. 5)."""


class Outcome(StrEnum):
    """How a case stands when nothing more is to be asked."""

    ELIGIBLE = "eligible"
    """A criterion is met and the record is complete."""
    NOT_ELIGIBLE = "not_eligible"
    """Every criterion is false."""
    UNDECIDED = "undecided"
    """The patient doesn't know what it hangs on."""
    INCOMPLETE = "incomplete"
    """A criterion is met, and the patient doesn't know, or doesn't have, something that the note requires."""
    NO_GUARDIAN = "no_guardian"
    """A child's, without a legal guardian."""
    URGENT = "urgent"
    """The facts together are an emergency."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be asked: a field's value, a judged criterion, or whether what was heard is right.

    `tries` counts the answers to it that could not be read.
    """

    kind: AskKind
    key: str = ""
    keys: tuple[str, ...] = ()
    proposal: Proposal | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Where a case stands: the question to ask, or else the outcome.

    `missing` are the keys of what the patient does not know or have, of fields and of judged criteria. `alert` is the
    emergency, or the warning sign that keeps a case from being refused.
    """

    findings: tuple[Finding, ...]
    question: Question | None = None
    outcome: Outcome | None = None
    missing: tuple[str, ...] = ()
    alert: Alert | None = None

    @property
    def met(self) -> tuple[Finding, ...]:
        """The criteria that are met."""
        return tuple(finding for finding in self.findings if finding.truth is Truth.TRUE)


def next_step(compiled: CompiledProtocol, facts: Facts, proposals: Sequence[Proposal] = ()) -> Step:
    """What to ask next, or how the case ends.

    `proposals` only choose what is asked about first, and in which words: they are no facts.
    """
    found = findings(compiled, facts)
    if alarming := alerts(compiled, facts):
        return Step(found, outcome=Outcome.URGENT, alert=alarming[0])
    if (first := _of_the_person(compiled, facts)) is not None:
        return Step(found, first) if isinstance(first, Question) else Step(found, outcome=first)
    if not any(finding.truth is Truth.TRUE for finding in found):
        return _undecided(compiled, facts, found, proposals)
    return _met(compiled, facts, found, proposals)


def remaining(compiled: CompiledProtocol, facts: Facts) -> int:
    """How many required fields are not known yet."""
    return sum(field.key not in facts for field in needed(compiled, facts))


def _of_the_person(compiled: CompiledProtocol, facts: Facts) -> Question | Outcome | None:
    """Age first, since a child's case needs a guardian before anything else is kept of it."""
    keys = [field.key for field in needed(compiled, facts) if field.key in (AGE, GUARDIAN, SEX)]
    guardian = facts.get(GUARDIAN)
    if GUARDIAN in keys and guardian is not None and guardian.value is not True:
        return Outcome.NO_GUARDIAN
    return next((Question(AskKind.FIELD, key) for key in keys if key not in facts), None)


def _undecided(
    compiled: CompiledProtocol, facts: Facts, found: tuple[Finding, ...], proposals: Sequence[Proposal]
) -> Step:
    if all(finding.truth is Truth.FALSE for finding in found):
        heard = _unconfirmed(compiled, facts, found)
        if warning := next(_warnings(compiled, facts), None):
            return Step(found, Question(AskKind.FIELD, warning.key))
        if heard:
            return Step(found, Question(AskKind.CONFIRM, keys=heard))
        return _unalarmed(compiled, facts, found)
    question = next(_deciding(compiled, facts, _by_promise(found, facts, proposals), proposals), None)
    if question:
        return Step(found, question)
    return Step(found, outcome=Outcome.UNDECIDED, missing=tuple(_unknown(facts, found)))


def _unalarmed(compiled: CompiledProtocol, facts: Facts, found: tuple[Finding, ...]) -> Step:
    """No criterion is met: but nobody with a warning sign, or who can't tell, hears that nothing is to be done."""
    open_signs = signs(compiled, facts)
    if not open_signs:
        return Step(found, outcome=Outcome.NOT_ELIGIBLE)
    told = next((alert for alert, truth in open_signs if truth is Truth.TRUE), None)
    reads = (key for alert, _ in open_signs for key in compiled.signs[alert.key].reads)
    missing = tuple(dict.fromkeys(key for key in reads if key in facts and facts[key].value is None))
    return Step(found, outcome=Outcome.UNDECIDED, missing=missing, alert=told)


def _met(compiled: CompiledProtocol, facts: Facts, found: tuple[Finding, ...], proposals: Sequence[Proposal]) -> Step:
    fields = needed(compiled, facts)
    asked = next((field for field in fields if field.key not in facts), None)
    if asked is not None:
        return Step(found, _about(asked, proposals))
    if warning := next(_warnings(compiled, facts), None):
        return Step(found, Question(AskKind.FIELD, warning.key))
    met = [finding for finding in found if finding.truth is Truth.TRUE]
    if heard := _unconfirmed(compiled, facts, met):
        return Step(found, Question(AskKind.CONFIRM, keys=heard))
    missing = tuple(field.key for field in fields if lacks(field, facts[field.key]))
    return Step(found, outcome=Outcome.INCOMPLETE if missing else Outcome.ELIGIBLE, missing=missing)


def lacks(field: ProtocolField, fact: Fact) -> bool:
    """Whether a field is asked for in vain so far: not known, or a "no" where the note demands a yes."""
    return fact.value is None or (field.demanded and fact.value is False)


def _by_promise(found: Iterable[Finding], facts: Facts, proposals: Sequence[Proposal]) -> list[Finding]:
    """The criteria still open: those that a model proposes first, then those of which most is known already."""
    proposed = {proposal.key for proposal in proposals}

    def promise(finding: Finding) -> tuple[bool, int]:
        keys = {finding.criterion.key, *finding.reads}
        return (not keys & proposed, -sum(_known(facts.get(key)) for key in finding.reads))

    return sorted((finding for finding in found if finding.truth is Truth.UNKNOWN), key=promise)


def _deciding(
    compiled: CompiledProtocol, facts: Facts, still_open: Iterable[Finding], proposals: Sequence[Proposal]
) -> Iterator[Question]:
    for finding in still_open:
        if finding.criterion.question is not None:
            if finding.criterion.key not in facts:
                yield Question(AskKind.JUDGED, finding.criterion.key, proposal=_of(finding.criterion.key, proposals))
            continue
        for key in finding.reads:
            if key not in facts and (field := _askable(compiled, facts, key)) is not None:
                yield _about(field, proposals)


def _warnings(compiled: CompiledProtocol, facts: Facts) -> Iterator[ProtocolField]:
    """What an emergency may hang on and has not been asked: no case ends before that is."""
    for alert in compiled.protocol.alerts:
        expression = compiled.alerts[alert.key]
        if expression.truth(facts) is Truth.UNKNOWN:
            fields = (_askable(compiled, facts, key) for key in expression.reads if key not in facts)
            yield from (field for field in fields if field is not None)


def _askable(compiled: CompiledProtocol, facts: Facts, key: str) -> ProtocolField | None:
    """The field, or the one that must be known before it; None where its own condition is false or not known."""
    condition = compiled.needed_when.get(key)
    if condition is None:
        return compiled.protocol.field(key)
    match condition.truth(facts):
        case Truth.TRUE:
            return compiled.protocol.field(key)
        case Truth.FALSE:
            return None
    before = (_askable(compiled, facts, other) for other in condition.reads if other not in facts)
    return next((field for field in before if field is not None), None)


def _about(field: ProtocolField, proposals: Sequence[Proposal]) -> Question:
    proposal = _of(field.key, proposals)
    return Question(AskKind.PROPOSAL if proposal else AskKind.FIELD, field.key, proposal=proposal)


def _of(key: str, proposals: Sequence[Proposal]) -> Proposal | None:
    return next((proposal for proposal in proposals if proposal.key == key), None)


def _unconfirmed(compiled: CompiledProtocol, facts: Facts, found: Iterable[Finding]) -> tuple[str, ...]:
    """What was told in words and not confirmed: all that these findings rest on, and all that was only heard."""
    rest = {AGE, SEX} | {key for finding in found for key in (*finding.reads, finding.criterion.key)}
    fields = {field.key: field for field in compiled.protocol.fields}

    def waits(key: str, fact: Fact) -> bool:
        if fact.how is How.HEARD:
            return True
        in_words = key in fields and fields[key].type is FieldType.TEXT
        return key in rest and fact.how is How.ANSWERED and fact.value is not None and not in_words

    return tuple(key for key, fact in facts.items() if waits(key, fact))


def _known(fact: Fact | None) -> bool:
    return fact is not None and fact.value is not None


def _unknown(facts: Facts, found: Iterable[Finding]) -> Iterator[str]:
    """What the open criteria hang on and the patient doesn't know, each once, in order."""
    hanging = (
        key
        for finding in found
        if finding.truth is Truth.UNKNOWN
        for key in (finding.reads if finding.criterion.question is None else (finding.criterion.key,))
    )
    return iter(dict.fromkeys(key for key in hanging if key in facts and facts[key].value is None))
