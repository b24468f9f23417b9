"""A person's open cases as a message meets them, each with the protocol that it is decided by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from bot.acts import Context
from bot.consultation.answers import Reader, dates_beside
from bot.consultation.asking import Asker
from bot.consultation.business import Business
from bot.consultation.case import Asking, Case, case_of
from bot.consultation.proposing import Proposed, Proposer, without
from bot.consultation.steps import lacks, next_step
from rag.protocols.ports import ProtocolSource, Published
from rag.protocols.reading import read_volunteered
from rag.protocols.types import Fact, How
from rag.types import Language, Specialty


@dataclass(frozen=True, slots=True)
class Record:
    """A case and what it is decided by."""

    case: Case
    published: Published

    def title(self, language: Language) -> str:
        """Its condition's."""
        return self.published.titles.get(language, self.published.title)

    def lacking(self) -> tuple[str, ...]:
        """The keys of what the patient did not know, or did not have, when it was asked for."""
        fields = {field.key: field for field in self.published.protocol.fields}
        facts = self.case.facts.items()
        return tuple(key for key, fact in facts if fact.value is None or (key in fields and lacks(fields[key], fact)))


@dataclass(frozen=True, slots=True)
class Records:
    """Finds open cases, and reads what is told to them."""

    protocols: ProtocolSource
    business: Business
    proposer: Proposer
    zone: ZoneInfo

    async def last(self, context: Context) -> Record | None:
        """The open case last spoken of."""
        return await self._read(context.session.cases[0]) if context.session.cases else None

    async def waiting(self, context: Context, *, late: bool = False) -> tuple[Record, Asking] | None:
        """The case whose question was asked last, with it, unless the diary has asked something since.

        `late`: the diary has had its turn.
        """
        rows = [row for row in context.session.cases if row["asking"]]
        record = await self._read(rows[0]) if rows else None
        asking = record.case.asking if record else None
        if record is None or asking is None or (not late and self.business.interrupted(context, asking.at)):
            return None
        return record, asking

    async def of(self, context: Context, specialty: Specialty) -> Record | None:
        """The open case of a specialty."""
        row = next((row for row in context.session.cases if row["especialidade"] == specialty), None)
        return await self._read(row) if row else None

    async def of_document(self, case: Case, document: int) -> Record | None:
        """A case as it is about another condition; None where that has no protocol."""
        published = await self.protocols.protocol(document)
        if published is None:
            return None
        return Record(replace(case, document_id=document, slug=published.slug, asking=None), published)

    async def titles(self, context: Context, asking: Asking | None) -> Mapping[int, str]:
        """Of the conditions that a question offers."""
        titles = {}
        for document in asking.documents if asking else ():
            published = await self.protocols.protocol(document)
            if published is not None:
                titles[document] = published.titles.get(context.language, published.title)
        return titles

    async def asker(self, context: Context, record: Record) -> Asker:
        """The words of the record's questions."""
        return Asker(record.case, record.published, context.words, await self.titles(context, record.case.asking))

    def reader(self, context: Context, record: Record, asking: Asking) -> Reader:
        """What reads the answer to a question of the record's."""
        at = context.incoming.at
        return Reader(record.case, asking, record.published.protocol, context.language, at, self.today(context))

    def volunteered(self, context: Context, record: Record, text: str) -> tuple[Fact, ...]:
        """What a text tells beside what was asked, and the case does not hold as it is."""
        if not text:
            return ()
        protocol, at = record.published.protocol, context.incoming.at
        facts: dict[str, Fact] = {}
        for one in read_volunteered(text, protocol, context.language, self.today(context)):
            beside = dates_beside(protocol, one.key, one.on, at, one.quote) if one.on else ()
            for fact in (Fact(one.key, one.value, How.HEARD, at, one.quote), *beside):
                facts.setdefault(fact.key, fact)
        held = record.case.facts
        return tuple(f for f in facts.values() if f.key not in held or held[f.key].value != f.value)

    async def proposed(self, context: Context, record: Record, text: str) -> Proposed:
        """What the model reads in a long text, where it can change what is asked next; and what it has read before."""
        case, published = record.case, record.published
        if next_step(published.compiled, case.facts).question is None:
            return Proposed()
        before = without(case.asking.proposals if case.asking else (), case.facts)
        read = await self.proposer.propose(text, published, case.facts, context.language, self.today(context))
        keys = {proposal.key for proposal in before}
        return replace(read, proposals=(*before, *(p for p in read.proposals if p.key not in keys)))

    def today(self, context: Context) -> date:
        """The day that it is where the person is."""
        zone = ZoneInfo(context.session.timezone) if context.session.timezone else self.zone
        return context.incoming.at.astimezone(zone).date()

    async def _read(self, row: Mapping[str, Any]) -> Record | None:
        published = await self.protocols.protocol(row["document_id"])
        if published is None:
            return None
        return Record(case_of(row, {field.key: field for field in published.protocol.fields}), published)
