"""From an incoming message to a `Write`: think first, holding no connection; then one short transaction.

The way of a message: the emergency screen, then buttons and commands, then what can't be read, then routing, then
consent, then the specialty's agent. Whatever fails on the way, the person gets one fixed sentence.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from time import perf_counter

import structlog

from bot.acts import REPLY_ID, Act, Command, Context, Draft, Listener, say
from bot.agents.agent import Agents
from bot.emergency import emergency
from bot.language import detect
from bot.locales import Catalogue
from bot.locales.prose import joined
from bot.markup import plain
from bot.messages import Button, Incoming, Kind, Reply, Status
from bot.metrics import AnswerMeter
from bot.ports import ButtonRow, Conversations, MediaSource, MessageRow, Person, Provenance, Session, Transaction
from bot.redflags import Alarm, screen
from bot.redflags.texts import text_for
from rag.ports import StorageError
from rag.types import Language

MAX_TEXT = 4_000
FOLLOW_UP_WINDOW = timedelta(hours=2)

Write = Callable[[Transaction], Awaitable[list[Reply]]]
"""Given the open transaction, stores the message, its effects and its replies, and returns the replies."""

_UNREADABLE = {
    Kind.PHOTO: "input.photo",
    Kind.VOICE: "input.voice",
    Kind.STICKER: "input.sticker",
    Kind.EDIT: "input.edit",
    Kind.OTHER: "input.other",
}


@dataclass(frozen=True, slots=True)
class Handled:
    """A message thought about: who wrote it, and what is to be written."""

    person: Person
    write: Write


@dataclass(frozen=True, slots=True)
class App:
    """The conversation, for every channel."""

    conversations: Conversations
    catalogue: Catalogue
    commands: Mapping[str, Command]
    buttons: Mapping[str, Command]
    listeners: Sequence[Listener]
    agents: Agents
    specialties: Mapping[Language, Sequence[str]]
    terms: str
    default_language: Language
    new_id: Callable[[], uuid.UUID]
    new_token: Callable[[], str]
    log: structlog.stdlib.BoundLogger
    meter: AnswerMeter

    async def handle(self, incoming: Incoming, media: MediaSource | None = None) -> Handled:
        """Thinks about one message. Storage's failing raises StorageError; any other failure becomes a fixed reply.

        `media` is where the channel keeps the file of the message, if it has one.
        """
        started = perf_counter()
        person = Person(incoming.channel, incoming.user)
        session = await self.conversations.session(person, self.terms, incoming.at - FOLLOW_UP_WINDOW, incoming.at)
        context = replace(self._context(incoming, session), media=media)
        try:
            act = await self._think(context)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the one edge: whatever failed, the person gets an answer
            failure = {"error": type(error).__name__, "where": _where(error)}
            self.log.error("message_failed", message=incoming.id, **failure)  # noqa: TRY400 - a traceback holds texts
            act = say(context.words("error.generic"), degraded=("failed",))
        return self._handled(person, context, act, started)

    async def apologise(self, incoming: Incoming) -> Handled:
        """The end of a message that could not be handled, whatever was tried: the fixed word, and both rows.

        An emergency's is its fixed text all the same.
        """
        started = perf_counter()
        person = Person(incoming.channel, incoming.user)
        session = await self.conversations.session(person, self.terms, incoming.at, incoming.at)
        context = self._context(incoming, session)
        alarm = self._alarm(incoming)
        act = self._alarmed(alarm, context) if alarm else say(context.words("error.generic"), degraded=("given_up",))
        return self._handled(person, context, act, started)

    def unstored(self, incoming: Incoming) -> Reply:
        """What can still be said where nothing can be stored: an emergency's fixed text, or the fixed word."""
        context = self._context(incoming, Session(Person(incoming.channel, incoming.user)))
        if alarm := self._alarm(incoming):
            return Reply("", text_for(alarm, context.language), status=Status.URGENCIA)
        return Reply("", context.words("error.generic"))

    def _handled(self, person: Person, context: Context, act: Act, started: float) -> Handled:
        return Handled(person, self._write(context, act, started))

    def _context(self, incoming: Incoming, session: Session) -> Context:
        language = session.language or self._written(incoming.text) or incoming.language or self.default_language
        return Context(
            incoming,
            session,
            language,
            self.catalogue[language],
            joined(self.specialties[language], language),
            received=self.new_id(),
        )

    def _written(self, text: str) -> Language | None:
        """The language of a text; a command's name says nothing of it."""
        return None if text.startswith("/") else detect(text)

    async def _think(self, context: Context) -> Act:
        incoming = context.incoming
        if alarm := self._alarm(incoming):
            return self._alarmed(alarm, context)
        if incoming.kind is Kind.BUTTON:
            return await self._press(context, incoming.data)
        if incoming.kind is Kind.TEXT:
            return await self.read(context, incoming.text.strip())
        heard = await self._heard(context, incoming.text.strip())
        return heard or say(context.words(_UNREADABLE[incoming.kind]))

    def alarmed(self, context: Context, text: str) -> Act | None:
        """The fixed answer to the emergency that a text tells of, None where it tells of none: for what was spoken."""
        alarm = screen(text)
        return self._alarmed(alarm, context) if alarm else None

    def _alarm(self, incoming: Incoming) -> Alarm | None:
        return screen(incoming.text) if incoming.text and incoming.kind is not Kind.BUTTON else None

    def _alarmed(self, alarm: Alarm, context: Context) -> Act:
        answer = emergency(alarm, context)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            self.meter.alarmed(alarm.family)  # here: a redelivery is thought about, but not written
            return await answer(transaction)

        return act

    async def _press(self, context: Context, token: str) -> Act:
        stale = say(context.words("input.stale"))
        data = await self.conversations.button(context.session.person, token)
        name, _, argument = (data or "").partition(":")
        if name not in self.buttons:
            return stale
        pressed = await self.buttons[name].press(context, argument)

        async def act(transaction: Transaction) -> Sequence[Draft]:
            spent = await transaction.use_button(token, context.incoming.at)
            return await (pressed if spent else stale)(transaction)

        return act

    async def _heard(self, context: Context, text: str) -> Act | None:
        for listener in self.listeners:
            if act := await listener.hear(context, text):
                return act
        return None

    async def read(self, context: Context, text: str) -> Act:
        """Thinks about a text: a command, or what a listener takes, or a question for the agents."""
        if not text:
            return say(context.words("input.empty"))
        if len(text) > MAX_TEXT:
            return say(context.words("input.too_long", limit=MAX_TEXT))
        if text.startswith("/"):
            return await self._command(context, text)
        return await self._heard(context, text) or await self.agents.answer(context, text)

    async def _command(self, context: Context, text: str) -> Act:
        name, *argument = text[1:].split(maxsplit=1) or [""]
        command = self.commands.get(name.partition("@")[0].casefold())
        if command is None:
            return say(context.words("input.unknown_command"))
        return await command.run(context, argument[0] if argument else "")

    def _write(self, context: Context, act: Act, started: float) -> Write:
        async def write(transaction: Transaction) -> list[Reply]:
            # read again: it may have been withdrawn, or the person erased, while this was thought about
            consented = await transaction.keep_person(None, self.terms) and context.session.consented
            received = self._received(context, consented=consented)
            drafts = await act(transaction)
            latency = (perf_counter() - started) * 1000
            sent = [self._sent(context, received.id, draft, latency, consented=consented) for draft in drafts]
            replies, buttons = self._replies(sent, drafts)
            if all(draft.recorded for draft in drafts):
                await transaction.record([received, *sent], buttons)
            return replies

        return write

    def _replies(self, rows: Sequence[MessageRow], drafts: Sequence[Draft]) -> tuple[list[Reply], list[ButtonRow]]:
        """The replies as channels get them, and what the tokens of their buttons stand for."""
        replies, kept = [], []
        for row, draft in zip(rows, drafts, strict=True):
            shown = []
            for line in draft.buttons:
                made = [ButtonRow(self.new_token(), row.id, b.data.replace(REPLY_ID, str(row.id))) for b in line]
                shown.append(tuple(Button(b.label, m.token) for b, m in zip(line, made, strict=True)))
                kept += made
            replies.append(_reply(row, draft, tuple(shown)))
        return replies, kept

    def _received(self, context: Context, *, consented: bool) -> MessageRow:
        incoming = context.incoming
        return MessageRow(
            id=context.received or self.new_id(),
            direction="in",
            kind=incoming.kind,
            language=context.language,
            created_at=incoming.at,
            text=(incoming.text or incoming.data) if consented else None,
            external_id=incoming.id,
        )

    def _sent(
        self, context: Context, received: uuid.UUID, draft: Draft, latency: float, *, consented: bool
    ) -> MessageRow:
        consented = consented or draft.consented
        return MessageRow(
            id=draft.id or self.new_id(),
            direction="out",
            kind=Kind.TEXT,
            language=context.language,
            created_at=context.incoming.at,
            text=plain(draft.text) if consented else None,
            in_reply_to=received,
            specialty=draft.specialty,
            status=draft.status,
            sources=draft.sources,
            provenance=_kept(draft.provenance.timed(latency), consented=consented),
        )


def _reply(row: MessageRow, draft: Draft, buttons: tuple[tuple[Button, ...], ...]) -> Reply:
    return Reply(
        str(row.id),
        draft.text,
        buttons,
        draft.specialty,
        draft.status,
        draft.sources,
        draft.media,
        quotes=draft.quotes,
        degraded=draft.provenance.degraded,
        entries=draft.entries,
        plan=draft.plan,
    )


def _kept(provenance: Provenance, *, consented: bool) -> Provenance:
    """What may be stored: without consent, nothing that tells what a person wrote about."""
    if consented or provenance.routing is None:
        return provenance
    routing = {name: value for name, value in provenance.routing.items() if name != "detail"}
    return replace(provenance, routing=routing, query_text=None, query_embedding=None)


def _where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else ""
