"""Answers to the question that waits: in words, or by its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.acts import Act, Context, Draft, say
from bot.consultation.answers import NO, YES, Answered, Unread, conflict, dates_beside, merged
from bot.consultation.case import Asking, AskKind, CaseStatus
from bot.consultation.records import Record, Records
from bot.consultation.turns import Turn, Turns
from bot.ports import Transaction
from rag.protocols.reading import read_yes_no
from rag.protocols.types import Fact, FieldType

_CHOSEN = (AskKind.CONDITION, AskKind.WRONG, AskKind.SUBJECT)
"""Questions that are answered by one of the choices they show."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Hears answers. `answering` is how a text begins anew, past the listeners."""

    records: Records
    turns: Turns
    answering: Callable[[Context, str], Awaitable[Act]]

    async def hear(self, context: Context, text: str, record: Record, asking: Asking) -> Act | None:
        """What a text answers; None where it is another's business."""
        other = await self.records.business.of(text, asking, record.published, record.case.specialty)
        if other is not None:
            return self.apart(context, record, text, asking.key) if other.doubtful else None
        if asking.kind in _CHOSEN:
            return await self._chosen(context, record, asking, text)
        said = self.records.reader(context, record, asking).heard(text)
        if isinstance(said, Answered):
            return await self._told(context, record, said, text)
        return await self._beside(context, record, asking, text, said)

    async def _beside(
        self, context: Context, record: Record, asking: Asking, text: str, said: Unread | None
    ) -> Act | None:
        """What a text tells that does not answer the question."""
        heard = self.records.volunteered(context, record, text)
        if (leaning := self.records.reader(context, record, asking).leaning(text)) is not None:
            return self._again(context, record, leaning, heard)
        if not heard and await self.records.business.begins(text, record.case.specialty):
            return None
        if isinstance(said, Unread):
            return await self._unread(context, record, asking, heard, said)
        if heard:
            return await self._told(context, record, Answered(), text)
        return await self._unread(context, record, asking, (), None)

    async def press(self, context: Context, argument: str, record: Record, asking: Asking) -> Act:
        """A button under the question, by `kind:key:choice`."""
        kind, _, rest = argument.partition(":")
        key, _, choice = rest.partition(":")
        if (asking.kind, asking.key) == (kind, key):
            answered = self.records.reader(context, record, asking).pressed(choice)
            if answered is not None:
                return await self._told(context, record, answered, "")
        asker = await self.records.asker(context, record)
        return say(f"{context.words('case.stale')}\n\n{asker.text(asking)}", buttons=asker.buttons(asking))

    def apart(self, context: Context, record: Record, text: str, key: str = "") -> Act:
        """Asks whether a text is the case's, or begins another; `key` is of the field that it would answer."""
        asking = Asking(AskKind.SUBJECT, context.incoming.at, key, text=text)
        return self.turns.act(context, Turn(record.case, record.published, asking=asking))

    def close(self, context: Context, record: Record) -> Act:
        """Closes the case, since it is about none of the conditions that were found."""
        ended = replace(
            record.case, status=CaseStatus.CANCELADO, asking=None, decision=None, updated_at=context.incoming.at
        )

        async def write(transaction: Transaction) -> Sequence[Draft]:
            await self.turns.end(transaction, context, ended)
            return [Draft(context.words("case.none_chosen"), specialty=ended.specialty)]

        return write

    async def _told(self, context: Context, record: Record, said: Answered, text: str) -> Act:
        if said.none:
            return self.close(context, record)
        if said.begins:
            return await self._begins(context, record, said.begins)
        if said.document is not None:
            return await self._pinned(context, record, said.document)
        if asked := record.case.asking:
            text = text or (asked.text if asked.kind is AskKind.SUBJECT else "")
        case, at = record.case, context.incoming.at
        keys = {fact.key for fact in said.told}
        beside = dates_beside(record.published.protocol, said.told[0].key, said.on, at, text) if said.on else ()
        heard = [f for f in (*beside, *self.records.volunteered(context, record, text)) if f.key not in keys]
        new, against = merged(case.knowing(said.told), heard)
        # a correction at a question for words is no answer to it
        told = new if against and self._in_words(record, said) else (*said.told, *new)
        proposed = await self.records.proposed(context, replace(record, case=case.knowing(told)), text)
        asking = conflict(case, against[0]) if against else None
        again = (*(case.asking.again if case.asking else ()), *(fact.key for fact in against[1:]))
        turn = Turn(case, record.published, told, said.asks, asking, proposed=proposed, asked_again=again)
        return self.turns.act(context, turn)

    def _in_words(self, record: Record, said: Answered) -> bool:
        fields = (record.published.protocol.field(fact.key) for fact in said.told)
        return any(field is not None and field.type is FieldType.TEXT for field in fields)

    async def _begins(self, context: Context, record: Record, text: str) -> Act:
        """Another case, in place of this one where both are of one specialty, in one transaction."""
        left = self._left(context, record) if record.case.asking and record.case.asking.key else None
        closing = left or self.close(context, record)
        rest = tuple(row for row in context.session.cases if row["id"] != str(record.case.id))
        answer = await self.answering(replace(context, session=replace(context.session, cases=rest)), text)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            await closing(transaction)
            return await answer(transaction)

        return write

    def _left(self, context: Context, record: Record) -> Act:
        """The case stays open, and its question is asked when it is spoken of again."""
        case = replace(record.case, asking=None, updated_at=context.incoming.at)

        async def write(transaction: Transaction) -> Sequence[Draft]:
            await self.turns.cases.keep(transaction, case, (), context.received)
            return []

        return write

    async def _pinned(self, context: Context, record: Record, document: int) -> Act:
        """The condition was chosen: what was told at first is read again for it."""
        chosen = await self.records.of_document(record.case, document)
        if chosen is None:
            return self.close(context, record)
        text = record.case.asking.text if record.case.asking else ""
        told, against = merged(chosen.case, self.records.volunteered(context, chosen, text))
        proposed = await self.records.proposed(context, replace(chosen, case=chosen.case.knowing(told)), text)
        leads = (context.words("case.opened", condition=chosen.title(context.language)),)
        again = tuple(fact.key for fact in against)
        turn = Turn(chosen.case, chosen.published, told, leads=leads, proposed=proposed, asked_again=again)
        return self.turns.act(context, turn)

    async def _chosen(self, context: Context, record: Record, asking: Asking, text: str) -> Act | None:
        """A choice told in words: by its position, or as its button has it."""
        choice = (await self.records.asker(context, record)).choice(asking, text)
        if choice is None and asking.kind is AskKind.SUBJECT and isinstance(said := read_yes_no(text), bool):
            choice = YES if said else NO
        answered = self.records.reader(context, record, asking).pressed(choice) if choice else None
        if answered is not None:
            return await self._told(context, record, answered, "")
        if await self.records.business.elsewhere(text, record.case.specialty):
            return None
        return await self._unread(context, record, asking, (), None)

    async def _unread(
        self, context: Context, record: Record, asking: Asking, heard: Sequence[Fact], unread: Unread | None
    ) -> Act:
        """The same question again, with the reason why its answer could not be taken."""
        if given_up := self.records.reader(context, record, asking).given_up(""):
            return await self._told(context, record, given_up, "")
        asker = await self.records.asker(context, record)
        lead = asker.problem(unread, asking) if unread else context.words("case.unread")
        again = replace(asking, tries=asking.tries + 1, at=context.incoming.at)
        return self._again(context, record, again, heard, (lead,), await self.records.titles(context, asking))

    def _again(
        self,
        context: Context,
        record: Record,
        asking: Asking,
        heard: Sequence[Fact],
        leads: tuple[str, ...] = (),
        titles: Mapping[int, str] | None = None,
    ) -> Act:
        """A question that must be asked as it is, with what was heard beside its answer."""
        new, against = merged(record.case, heard)
        again = (*asking.again, *(fact.key for fact in against))
        return self.turns.act(
            context,
            Turn(record.case, record.published, new, asking=asking, leads=leads, titles=titles, asked_again=again),
        )
