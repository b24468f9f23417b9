"""Which replies and decisions a revision would have touched. Pure."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from bot.consultation.steps import Outcome, next_step
from bot.review.ranking import Place, Space
from bot.review.records import Ranked
from bot.review.revising import Revision
from rag.grounding import figures
from rag.protocols.deciding import compile_protocol
from rag.protocols.types import Fact, FieldType, Protocol
from rag.types import Language, Vector

_STATUS: Final[Mapping[Outcome | None, str]] = {
    Outcome.ELIGIBLE: "FINALIZADO",
    Outcome.NOT_ELIGIBLE: "NAO_ELEGIVEL",
    Outcome.URGENT: "URGENCIA",
}
"""Any other end, and a case with something still to ask, waits."""
_TYPES: Final[Mapping[FieldType, type]] = {
    FieldType.NUMBER: Decimal,
    FieldType.DATE: date,
    FieldType.YES_NO: bool,
    FieldType.TEXT: str,
    FieldType.MEASUREMENTS: tuple,
}


@dataclass(frozen=True, slots=True)
class PastReply:
    """A reply with its search's vector. `cited` are the cited passages: condition and text, as they were."""

    id: uuid.UUID
    vector: Vector
    language: Language
    answer: str
    cited: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Touch:
    """How a reply would have been touched; see `bot.review.records.TouchedReply`."""

    id: uuid.UUID
    cited: bool
    before: tuple[Ranked, ...]
    after: tuple[Ranked, ...]
    unsupported: tuple[str, ...]


def touched(replies: Sequence[PastReply], before: Space, after: Space, revision: Revision) -> Iterator[Touch]:
    """Those of which a cited passage changes or goes, or a passage enters or leaves the nearest ones."""
    vectors = [reply.vector for reply in replies]
    for reply, was, would in zip(replies, before.nearest(vectors), after.nearest(vectors), strict=True):
        cited = any(slug in revision.slugs for slug, _ in reply.cited)
        if cited or _slugs(was) != _slugs(would):
            gone = unsupported(reply, revision) if cited else ()
            yield Touch(reply.id, cited, _ranked(was), _ranked(would), gone)


def unsupported(reply: PastReply, revision: Revision) -> tuple[str, ...]:
    """Figures of the answer, as written, that a cited passage held and, as revised, none of the cited ones holds."""
    new = {one.chunk.slug: one.chunk.content for one in revision.changed}
    gone = {one.slug for one in revision.retired}
    held = {figure.meaning for _, text in reply.cited for figure in figures(text, Language.PT)}
    texts = [new.get(slug, text) for slug, text in reply.cited if slug not in gone]
    left = {figure.meaning for text in texts for figure in figures(text, Language.PT)}
    answer = unicodedata.normalize("NFC", reply.answer)
    lost = (one for one in figures(answer, reply.language) if one.meaning in held and one.meaning not in left)
    return tuple(dict.fromkeys(answer[one.start : one.end] for one in lost))


@dataclass(frozen=True, slots=True)
class PastCase:
    """A closed case: its facts, and the protocol that it was decided by."""

    id: uuid.UUID
    slug: str
    status: str
    facts: tuple[Fact, ...]
    protocol: Protocol


@dataclass(frozen=True, slots=True)
class Redecided:
    """A case whose end would differ, or whose criteria would stand otherwise."""

    id: uuid.UUID
    before: str
    after: str
    criteria: tuple[str, ...]


def redecided(cases: Sequence[PastCase], protocols: Mapping[str, Mapping[str, Any]]) -> Iterator[Redecided]:
    """Closed cases decided again by revised protocols, which are given by condition.

    What differs is the protocol's doing alone: both decide on the same facts by today's code. A fact whose field is of
    another type by the revised protocol is not known there.
    """
    compiled = {slug: compile_protocol(Protocol.model_validate(dict(text))) for slug, text in protocols.items()}
    for case in cases:
        if case.slug not in compiled:
            continue
        revised = compiled[case.slug]
        facts = {fact.key: fact for fact in case.facts}
        was = next_step(compile_protocol(case.protocol), facts)
        would = next_step(revised, {key: fact for key, fact in facts.items() if _fits(fact, revised.protocol)})
        stood = {finding.criterion.key: finding.truth for finding in was.findings}
        stands = {finding.criterion.key: finding.truth for finding in would.findings}
        differ = tuple(key for key in dict.fromkeys([*stood, *stands]) if stood.get(key) is not stands.get(key))
        after = _STATUS.get(would.outcome, "PENDENTE")
        if was.outcome is not would.outcome or differ:
            yield Redecided(case.id, case.status, after, differ)


def _fits(fact: Fact, protocol: Protocol) -> bool:
    field = protocol.field(fact.key)
    if field is None or fact.value is None:
        return True
    if field.type is FieldType.CHOICE:
        return any(option.key == fact.value for option in field.options)
    return isinstance(fact.value, _TYPES[field.type])


def _slugs(places: Sequence[Place]) -> set[str]:
    return {place.slug for place in places}


def _ranked(places: Sequence[Place]) -> tuple[Ranked, ...]:
    return tuple(place.ranked for place in places)
