"""Consultations without a database: cases kept in memory as `open_cases` gives them."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from bot.acts import Act, Context, Draft, reply
from bot.consultation.attending import Attending, Opening
from bot.consultation.business import Business
from bot.consultation.case import Case, CaseStatus, value_json
from bot.consultation.consultations import Consultations
from bot.consultation.hearing import Hearing
from bot.consultation.ports import Referral
from bot.consultation.proposing import Proposer
from bot.consultation.records import Records
from bot.consultation.turns import Turns
from bot.locales import load_catalogue
from bot.memory.ports import Memories
from bot.messages import Incoming, Kind
from bot.ports import Person, PromptText, Session, Transaction
from bot.routing import Reason, Router, Routing
from rag.ports import ChatModel
from rag.protocols.deciding import CompiledProtocol
from rag.protocols.ports import Published
from rag.protocols.types import Fact
from rag.types import Language, Passage, Section, Sentence, Source

AT = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
PERSON = Person("test", "1")
CATALOGUE = load_catalogue()
SAO_PAULO = ZoneInfo("America/Sao_Paulo")


def published(compiled: CompiledProtocol, document_id: int = 1, slug: str = "obesidade") -> Published:
    """A protocol as published, each passage a sentence of the criteria."""
    protocol = compiled.protocol
    passages = {c.passage: Sentence(Section.CRITERIA, c.passage) for c in protocol.criteria}
    passages |= {a.passage: Sentence(Section.WARNINGS, a.passage) for a in protocol.alerts}
    return Published(
        document_id, 1, f"{document_id:064x}", "endocrinologia", slug, protocol.condition, {}, "Nota 1", "2018-08-23",
        None, demonstration=True, compiled=compiled, passages=passages,
    )  # fmt: skip


@dataclass
class Protocols:
    """Published protocols by document."""

    by_document: Mapping[int, Published]

    async def protocol(self, document_id: int) -> Published | None:
        return self.by_document.get(document_id)

    async def current(self, specialty: str, slug: str) -> int | None:
        return next((n for n, one in self.by_document.items() if one.slug == slug), None)


@dataclass
class MemoryCases:
    """The `Cases` port on a dict."""

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    facts: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    referrals: list[Referral] = field(default_factory=list)

    async def keep(self, transaction: Transaction, case: Case, told: Sequence[Fact], message: uuid.UUID | None) -> None:
        key = str(case.id)
        self.rows[key] = {
            "id": key,
            "especialidade": case.specialty,
            "slug": case.slug,
            "document_id": case.document_id,
            "status": case.status.value,
            "asking": case.asking.as_json() if case.asking else None,
            "sources": [asdict(source) for source in case.sources],
            "decision": case.decision,
            "opened_at": case.opened_at.isoformat(),
            "updated_at": case.updated_at.isoformat(),
            "revision": case.revision + 1,
        }
        held = self.facts.setdefault(key, {})
        for one in told:
            held[one.key] = {
                "key": one.key,
                "value": value_json(one.value),
                "how": one.how.value,
                "quote": one.quote,
                "said_at": one.at.isoformat(),
            }

    async def refer(self, transaction: Transaction, referral: Referral) -> None:
        self.referrals.append(referral)

    def open(self) -> tuple[dict[str, Any], ...]:
        """The open cases' rows, the one last spoken of first."""
        rows = [row for row in self.rows.values() if row["status"] == CaseStatus.PENDENTE]
        rows.sort(key=lambda row: str(row["updated_at"]), reverse=True)
        return tuple({**row, "facts": list(self.facts[row["id"]].values())} for row in rows)


@dataclass
class Focus:
    """What is being talked about, as a memory keeps it."""

    text: str | None = None

    async def focus(self, transaction: Transaction, text: str | None, language: Language = Language.PT) -> None:
        self.text = text


@dataclass
class Everywhere:
    """A router by which every text is one specialty's."""

    specialty: str = "endocrinologia"

    async def route(self, text: str, turn: object, *, allow_model: bool) -> Routing:
        return Routing(self.specialty, Reason.PHRASE, "", 1.0, text, text, None)


@dataclass
class Patient:
    """Somebody who speaks with consultations over `protocols`; `model` reads along where there is one."""

    protocols: Mapping[int, Published]
    model: ChatModel | None = None
    language: Language = Language.PT
    at: datetime = AT
    cases: MemoryCases = field(default_factory=MemoryCases)
    focus: Focus = field(default_factory=Focus)
    ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        turns = Turns(self.cases, cast("Memories", self.focus), self._new_id, SAO_PAULO)
        self.router = Everywhere()
        business = Business(cast("Router", self.router), lambda _: False)
        proposer = Proposer(self.model, PromptText("h", "read_case", ""))
        records = Records(Protocols(self.protocols), business, proposer, SAO_PAULO)
        hearing = Hearing(records, turns, self._begins)
        self.consultations = Consultations(records, hearing, Attending(records, turns, hearing, self._new_id))

    @property
    def case(self) -> dict[str, Any]:
        """The row of the case last written."""
        return max(self.cases.rows.values(), key=lambda row: str(row["updated_at"]))

    async def complain(self, text: str, *documents: int) -> Draft:
        """A complaint that is near these documents, the first of them nearest."""
        near = [_passage(self.protocols[document]) for document in documents or (1,)]
        sources = tuple(
            Source(p.title, p.similarity, p.document_id, p.version, p.content_hash, n, n == 1)
            for n, p in enumerate(near, start=1)
        )
        draft = Draft("Orientação [1].", specialty="endocrinologia", sources=sources)
        routing = Routing("endocrinologia", Reason.PHRASE, "", 1.0, text, text, None)
        act = await self.consultations.attend(self._context(text), Opening(text, routing, draft, near))
        return await _done(act)

    async def say(self, text: str) -> Draft | None:
        """A message; None where it is none of a consultation's business."""
        act = await self.consultations.hear(self._context(text), text)
        return await _done(act) if act else None

    async def press(self, data: str) -> Draft:
        """A button by what it does, as `Draft.buttons` has it."""
        context = self._context("", Kind.BUTTON)
        return await _done(await self.consultations.press(context, data.removeprefix("case:")))

    def _context(self, text: str, kind: Kind = Kind.TEXT) -> Context:
        self.at += timedelta(minutes=1)
        incoming = Incoming(str(next(self.ids)), "test", "1", "1", kind, text, self.at)
        session = Session(PERSON, consented=True, cases=self.cases.open())
        return Context(incoming, session, self.language, CATALOGUE[self.language], "", received=self._new_id())

    def _new_id(self) -> uuid.UUID:
        return uuid.UUID(int=next(self.ids))

    async def _begins(self, context: Context, text: str) -> Act:
        return reply(Draft(f"outra: {text}"))


def _passage(one: Published) -> Passage:
    return Passage(
        one.document_id, 1, one.content_hash, one.specialty, one.title, "", 0.7, one.note, one.note_date, None,
        demonstration=True,
    )  # fmt: skip


async def _done(act: Act) -> Draft:
    (draft,) = await act(cast("Transaction", None))
    return draft
