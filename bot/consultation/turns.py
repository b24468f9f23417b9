"""One turn of a case: what was told is kept, and the next question or the end is said. What is slow is done before."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from bot.acts import Act, Context, Draft
from bot.consultation.asking import Asker, asking_for
from bot.consultation.case import Asking, AskKind, Case, CaseStatus, value_json
from bot.consultation.outcomes import Ending
from bot.consultation.ports import Cases, Referral
from bot.consultation.proposing import Proposed
from bot.consultation.showing import fact_lines
from bot.consultation.steps import ADULT, AGE, GUARDIAN, SEX, Outcome, Question, Step, next_step
from bot.memory.ports import Memories
from bot.ports import Provenance, Transaction
from bot.redflags.texts import text_of
from bot.redflags.types import AlarmKind
from rag.protocols.ports import Published
from rag.protocols.types import Fact, How

_ENDS = {
    Outcome.ELIGIBLE: CaseStatus.FINALIZADO,
    Outcome.NOT_ELIGIBLE: CaseStatus.NAO_ELEGIVEL,
    Outcome.URGENT: CaseStatus.URGENCIA,
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A case as it was read, what has been told, and what stands around the reply.

    `told` are new facts. `asks` is a question that must follow, whatever the facts. `asking` is one that is asked
    as it is. `leads` are blocks said before, as markup. `opening` is the agent's orientation, for the first turn.
    """

    case: Case
    published: Published
    told: tuple[Fact, ...] = ()
    asks: Question | None = None
    asking: Asking | None = None
    leads: tuple[str, ...] = ()
    opening: Draft | None = None
    proposed: Proposed = field(default_factory=Proposed)
    titles: Mapping[int, str] | None = None
    first: bool = False
    asked_again: tuple[str, ...] = ()

    @property
    def again(self) -> tuple[str, ...]:
        """What is asked again though the patient did not know it, and has not been told in this turn."""
        told = {fact.key for fact in self.told}
        return tuple(key for key in self.asked_again if key not in told)


@dataclass(frozen=True, slots=True)
class Turns:
    """Writes turns."""

    cases: Cases
    memories: Memories
    new_id: Callable[[], uuid.UUID]
    zone: ZoneInfo

    def act(self, context: Context, turn: Turn) -> Act:
        """What is done of a turn: the case kept, a referral where it ends in one, and the reply."""
        at = context.incoming.at
        turn = _of_a_child(turn)
        case = replace(turn.case.knowing(turn.told), updated_at=at)
        known = {key: fact for key, fact in case.facts.items() if key not in turn.again}
        step = next_step(turn.published.compiled, known, turn.proposed.proposals)
        asking = _asking(turn, step, at)
        ends = step.outcome if asking is None or step.outcome is Outcome.NO_GUARDIAN else None
        case = replace(
            case, asking=asking, status=_ENDS.get(ends, CaseStatus.PENDENTE) if ends else CaseStatus.PENDENTE
        )
        ending = Ending(case, turn.published, step, context.words, at.astimezone(self._zone(context)))
        case = replace(case, decision=ending.decision() if ends else None)
        draft = self._draft(context, replace(turn, case=case), ending)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            await self.cases.keep(transaction, case, turn.told, context.received)
            if not case.revision or turn.leads or case.status is not CaseStatus.PENDENTE:
                focus = ending.condition if case.status is CaseStatus.PENDENTE else None
                await self.memories.focus(transaction, focus, context.language)
            if case.status is CaseStatus.FINALIZADO:
                await self.cases.refer(transaction, self._referral(ending, at))
            return [draft]

        return write

    async def end(self, transaction: Transaction, context: Context, case: Case) -> None:
        """Writes the end of a case without a decision."""
        await self.cases.keep(transaction, case, (), context.received)
        await self.memories.focus(transaction, None, context.language)

    def _zone(self, context: Context) -> ZoneInfo:
        return ZoneInfo(context.session.timezone) if context.session.timezone else self.zone

    def _referral(self, ending: Ending, at: datetime) -> Referral:
        case = ending.case
        return Referral(self.new_id(), case.id, case.specialty, ending.summary(), ending.referral(), at)

    def _draft(self, context: Context, turn: Turn, ending: Ending) -> Draft:
        case, asking = turn.case, turn.case.asking
        understood = _understood(context, turn)
        asker = Asker(case, turn.published, context.words, turn.titles or {})
        provenance = _provenance(turn, ending)
        if ending.step.outcome is Outcome.URGENT:
            text = text_of(AlarmKind.MEDICAL, context.language)
            return Draft(text, (), case.specialty, case.status.said, case.cited(), provenance)
        waits = asking is not None and ending.step.outcome is not Outcome.NO_GUARDIAN
        last = asker.text(asking) if asking and waits else ending.text()
        buttons = asker.buttons(asking, first=turn.first) if asking else ()
        text = "\n\n".join([*turn.leads, *understood, last])
        if turn.opening is not None:
            text = f"{turn.opening.text}\n\n{text}"
            buttons = (*turn.opening.buttons, *buttons)
            return replace(turn.opening, text=text, buttons=buttons, status=case.status.said, provenance=provenance)
        return Draft(text, buttons, case.specialty, case.status.said, case.cited(), provenance)


def _provenance(turn: Turn, ending: Ending) -> Provenance:
    """Of the orientation, where there is one, with the cost of the model that read along."""
    origin = turn.opening.provenance if turn.opening else Provenance()
    read, evidence = turn.proposed, (_evidence(turn, ending),)
    known = replace(origin, evidence=(*origin.evidence, *evidence), degraded=(*origin.degraded, *read.degraded))
    return replace(
        known,
        chat_model=origin.chat_model or read.chat_model,
        prompt=origin.prompt or read.prompt,
        tokens_in=_sum(origin.tokens_in, read.tokens_in),
        tokens_out=_sum(origin.tokens_out, read.tokens_out),
    )


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None and other is None else (one or 0) + (other or 0)


def _asking(turn: Turn, step: Step, at: datetime) -> Asking | None:
    if step.outcome is Outcome.URGENT:
        return None
    if step.outcome is Outcome.NO_GUARDIAN:
        return Asking(AskKind.FIELD, at, GUARDIAN, again=(GUARDIAN,))
    if turn.asking is not None:
        return replace(turn.asking, again=turn.again, proposals=turn.asking.proposals or turn.proposed.proposals)
    question = turn.asks or step.question
    return replace(asking_for(question, at, turn.proposed.proposals), again=turn.again) if question else None


def _of_a_child(turn: Turn) -> Turn:
    """The turn, with nothing told of a child but who they are until a guardian is there."""
    facts = {**turn.case.facts, **{fact.key: fact for fact in turn.told}}
    age, guardian = facts.get(AGE), facts.get(GUARDIAN)
    child = age is not None and isinstance(age.value, Decimal) and age.value < ADULT
    asked = turn.published.protocol.field(GUARDIAN) is not None
    if not child or not asked or (guardian is not None and guardian.value is True):
        return turn
    return replace(turn, told=tuple(fact for fact in turn.told if fact.key in (AGE, GUARDIAN, SEX)))


def _understood(context: Context, turn: Turn) -> list[str]:
    """What was heard in this turn; a confirmation shows it already."""
    if turn.case.asking and turn.case.asking.kind is AskKind.CONFIRM:
        return []
    told = [fact for fact in turn.told if fact.how is not How.CONFIRMED]
    lines = fact_lines(turn.published.protocol, told, context.words)
    return ["\n".join([context.words("case.understood"), *lines])] if lines else []


def _evidence(turn: Turn, ending: Ending) -> Mapping[str, Any]:
    """The proof of a turn: the version of the protocol, the facts told, how each criterion stands."""
    return {
        "kind": "case",
        "case_id": str(turn.case.id),
        "documento_id": turn.case.document_id,
        "versao": turn.published.version,
        "told": {fact.key: {"value": value_json(fact.value), "how": fact.how} for fact in turn.told},
        "asked": turn.case.asking.key or turn.case.asking.kind if turn.case.asking else None,
        "findings": {finding.criterion.key: finding.truth for finding in ending.step.findings},
        "outcome": None if turn.case.asking else ending.step.outcome,
    }
