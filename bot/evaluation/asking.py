"""Puts golden items to the running application, and keeps what came back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter

from bot.adapters.conversations import PostgresTransaction
from bot.agents.agent import Agents
from bot.app import Handled
from bot.bootstrap import Runtime
from bot.language import detect
from bot.markup import plain
from bot.messages import Incoming, Kind, Reply
from bot.ports import ButtonRow, MessageRow, Person, Turn
from bot.routing import Routing
from rag.notes.retrieval import Retriever
from rag.types import GENERAL, Language, Passage, Specialty

CHANNEL = "evaluation"
"""The people that an evaluation invents live in a channel of their own, and are erased at its end."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What retrieval gave in one specialty. `rank` is the right title's, from 1, among all of that specialty's."""

    specialty: Specialty
    found: tuple[tuple[str, float], ...]
    rank: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """One message through the whole application, and its reply as it was stored."""

    text: str
    specialty: Specialty | None
    status: str | None
    retrieved: int
    cited: int
    grounded: bool | None
    degraded: tuple[str, ...]
    language: Language
    read_as: Language | None
    seconds: float
    documents: tuple[int, ...] = ()
    """Ids of the passages, in the order of retrieval."""

    @property
    def failed(self) -> bool:
        """Whether the application's one edge had to catch something."""
        return "failed" in self.degraded


@dataclass(frozen=True, slots=True)
class _Recording(PostgresTransaction):
    """A transaction that also remembers what is recorded in it."""

    rows: list[MessageRow]

    async def record(self, rows: Sequence[MessageRow], buttons: Sequence[ButtonRow] = ()) -> None:
        self.rows.extend(rows)
        await PostgresTransaction.record(self, rows, buttons)


@dataclass(frozen=True, slots=True)
class Subject:
    """The application under evaluation. `at` is when every message is said to arrive."""

    runtime: Runtime
    at: datetime

    @property
    def agents(self) -> Agents:
        """The application's own."""
        return self.runtime.app.agents

    @property
    def retriever(self) -> Retriever:
        """The one that every specialty's agent uses. ValueError where every specialty is switched off."""
        for agent in self.agents.specialties.values():
            return agent.retriever
        raise ValueError("every specialty is switched off")

    async def warm(self) -> None:
        """Reads the lay phrases into memory."""
        app = self.runtime.app
        session = await app.conversations.session(Person(CHANNEL, "nobody"), app.terms, self.at, self.at)
        await self.agents.router.refresh(session.corpus_version)

    async def route(self, text: str, turn: Turn | None = None) -> Routing:
        """As for a person who has consented."""
        return await self.agents.router.route(text, turn, allow_model=True)

    async def route_turns(self, first: str, follow: str) -> Routing:
        """Where a second message goes after a first one."""
        before = await self.route(first)
        turn = None if before.specialty == GENERAL else Turn(before.specialty, before.query_text, self.at)
        return await self.route(follow, turn)

    async def route_after(self, before: tuple[Specialty, str], text: str) -> Routing:
        """Where a message goes that follows an answered question of some specialty."""
        return await self.route(text, Turn(*before, self.at))

    async def rank(self, routing: Routing, specialty: Specialty, title: str) -> Ranking:
        """The passages for a routed message within `specialty`, and where `title` stands among them."""
        if specialty == GENERAL:
            return Ranking(specialty, (), None)
        retrieval = await self.retriever.search(routing.query_text, specialty, routing.vector)
        rank = _place(retrieval.passages, title)
        if rank is None:
            every = await self.retriever.index.nearest(retrieval.vector, specialty, 1_000, retrieval.model)
            rank = _place(every, title)
        return Ranking(specialty, tuple((p.title, p.similarity) for p in retrieval.passages), rank)

    @asynccontextmanager
    async def people(self, names: Sequence[str]) -> AsyncIterator[None]:
        """Invented people who have consented, for as long as the block."""
        people = [Person(CHANNEL, name) for name in names]
        try:
            for person in people:
                async with self.runtime.conversations.transaction(person) as transaction:
                    await transaction.keep_person(None)
                    await transaction.set_consent(self.runtime.app.terms, self.at, granted=True)
            yield
        finally:
            for person in people:
                async with self.runtime.conversations.transaction(person) as transaction:
                    await transaction.erase()

    async def ask(self, name: str, text: str, language: Language | None = None) -> Asked:
        """One message of one of the `people`, thought about and written; `language` is what their client announces."""
        rows: list[MessageRow] = []
        incoming = Incoming(name, CHANNEL, name, name, Kind.TEXT, text, self.at, language)
        started = perf_counter()
        handled = await self.runtime.app.handle(incoming)
        replies = await self.write(handled, rows)
        seconds = perf_counter() - started
        return _asked(replies, [row for row in rows if row.direction == "out"], seconds)

    async def write(self, handled: Handled, rows: list[MessageRow]) -> list[Reply]:
        """The transaction of a message thought about, from its begin to its commit; `rows` gets what is recorded."""
        async with self.runtime.conversations.transaction(handled.person) as transaction:
            return await handled.write(_Recording(transaction.connection, transaction.person, rows))


def language_of(reply: str) -> Language | None:
    """What a reply's words read as; its letters may be those of a note's Portuguese name."""
    return detect(reply.translate(dict.fromkeys(map(ord, "ãõçñ¿¡"), " ")))


def _place(passages: Sequence[Passage], title: str) -> int | None:
    return next((place for place, passage in enumerate(passages, start=1) if passage.title == title), None)


def _asked(replies: Sequence[Reply], rows: Sequence[MessageRow], seconds: float) -> Asked:
    row = rows[0]
    text = "\n\n".join(plain(reply.text) for reply in replies)
    verdict = row.provenance.verdict
    return Asked(
        text=text,
        specialty=row.specialty,
        status=row.status,
        retrieved=len(row.sources),
        cited=sum(source.citada for source in row.sources),
        grounded=bool(verdict["ok"]) if verdict else None,
        degraded=row.provenance.degraded,
        language=row.language,
        read_as=language_of(text),
        seconds=seconds,
        documents=tuple(source.documento_id for source in row.sources),
    )
