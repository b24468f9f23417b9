"""From raw updates to stored ones: what each is, which are emergencies, what can't be made out.

Nothing here waits for a model. Whoever receives confirms an update only after `accept` has returned.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import structlog

from bot.app import Handled
from bot.delivery.arrivals import Arrival, Arrivals, Flood, Ties, Update, Urgent
from bot.delivery.jsontext import json_text
from bot.delivery.limits import FloodNotice
from bot.delivery.ports import Bell, Channel, Message, NotPrivate, Outbox, Post, Unanswered
from bot.messages import Kind, Reply
from bot.metrics import DeliveryMeter
from bot.ports import Person, Transaction
from rag.ports import StorageError
from rag.types import Language

Handle = Callable[[Any], Awaitable[Handled]]
"""`App.handle`, or something around it."""

_LARGEST = 2**63 - 1
_MOST_PRESSES = 16
"""Acknowledged at the same time; of a flood of presses the rest look pressed until Telegram lets go of them."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Stores what is received. `alarming` says whether a text tells of an emergency; `clock` gives an aware time.

    `group_notice` is what a group is told, by language; `language` the service's. Without `flood_notice` everything is
    kept, however much of one person waits.
    """

    arrivals: Arrivals
    outbox: Outbox
    channel: Channel
    handle: Handle
    alarming: Callable[[str], bool]
    group_notice: Callable[[Language], str]
    language: Language
    clock: Callable[[], datetime]
    inbox_bell: Bell
    outbox_bell: Bell
    meter: DeliveryMeter
    log: structlog.stdlib.BoundLogger
    flood_notice: FloodNotice | None = None
    acknowledging: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def accept(self, updates: Sequence[dict[str, Any]], *, cursor: bool = False) -> None:
        """Stores raw updates, each with an id; with `cursor`, moves the poll cursor. Raises where it can't."""
        presses: list[str] = []
        stored = [await self._update(update, presses) for update in updates]
        accepted = await self.arrivals.accept(stored, min(stored[-1].id + 1, _LARGEST) if cursor and stored else None)
        self.meter.received(accepted.new, accepted.known)
        if accepted.new:
            self.inbox_bell.ring()
        if accepted.urgent or accepted.cut or any(update.notice for update in stored):
            self.outbox_bell.ring()
        for query in presses:
            self._acknowledge(query)

    async def rest(self, seconds: float) -> None:
        """Ends what still goes on beside: acknowledging presses, for at most so long."""
        if self.acknowledging:
            _, late = await asyncio.wait(self.acknowledging, timeout=seconds)
            for task in late:
                task.cancel()

    def _acknowledge(self, query: str) -> None:
        """Beside, as soon as the press is stored: whatever it waits for in its chat, the button does not."""
        if len(self.acknowledging) < _MOST_PRESSES:
            task = asyncio.create_task(self.channel.acknowledge(query))
            self.acknowledging.add(task)
            task.add_done_callback(self.acknowledging.discard)

    async def quarantine(self, body: bytes, reason: str) -> None:
        """Keeps a body that is no update, under a negative id made from its hash."""
        number = -1 - int.from_bytes(hashlib.sha256(body).digest()[:7], "big")
        text = json_text(body.decode("utf-8", "replace"))
        await self.arrivals.accept([Update(number, Arrival.QUARANTINED, payload=text, error=reason)], None)

    async def _update(self, update: dict[str, Any], presses: list[str]) -> Update:
        number: int = update["update_id"]
        reading = self.channel.read(update, self.clock())
        match reading:
            case Message(query=query):
                presses.extend([query] if query is not None else [])
                return await self._message(number, update, reading)
            case NotPrivate():
                language = reading.language or self.language
                parts = self.channel.render(Reply("", self.group_notice(language)), None)
                notice = Post(reading.chat, [(None, part) for part in parts], language)
                return Update(number, Arrival.DONE, notice=notice)
            case Unanswered(reason, strange=True):
                self.log.warning("update_quarantined", update=number, reason=reason)
                return _strange(number, update, reason)
            case Unanswered(reason):
                self.log.info("update_ignored", update=number, reason=reason)
                return Update(number, Arrival.DONE, error=reason)

    async def _message(self, number: int, update: dict[str, Any], message: Message) -> Update:
        incoming = message.incoming
        try:
            text, ties = json_text(update), _ties(message)
        except (ValueError, RecursionError) as error:
            return Update(number, Arrival.QUARANTINED, error=type(error).__name__)
        await asyncio.sleep(0)  # screening a hundred long texts takes a second: let others have their turn
        if incoming.kind is Kind.BUTTON:
            return Update(number, Arrival.NEW, incoming.chat, text)
        if incoming.text and self.alarming(incoming.text):
            urgent = await self._urgent(message)
            return Update(number, Arrival.NEW, incoming.chat, text, urgent=urgent, ties=ties)
        return Update(number, Arrival.NEW, incoming.chat, text, ties=ties, flood=self._flood(message))

    def _flood(self, message: Message) -> Flood | None:
        if self.flood_notice is None:
            return None
        return Flood(Person(message.incoming.channel, message.incoming.user), partial(self.flood_notice, message))

    async def _urgent(self, message: Message) -> Urgent | None:
        incoming = message.incoming
        try:
            handled = await self.handle(incoming)
        except StorageError:  # to be delivered again: it is not to wait behind others
            raise
        except Exception as error:  # noqa: BLE001 - it then waits its turn, and is tried more than once
            self.log.error("emergency_not_read", update=incoming.id, error=type(error).__name__)  # noqa: TRY400
            return None

        async def write(transaction: Transaction) -> None:
            replies = await handled.write(transaction)
            parts = [(reply.id, part) for reply in replies for part in self.channel.render(reply, message)]
            language = incoming.language or self.language
            await self.outbox.enqueue(transaction, [Post(incoming.chat, parts, language, priority=True)])

        return Urgent(handled.person, write)


def _ties(message: Message) -> Ties:
    """What a message belongs to. Raises ValueError or RecursionError for an edit that is no JSON."""
    incoming = message.incoming
    if message.amended is not None:
        return Ties(edits=incoming.edits, amended=json_text(message.amended))
    return Ties(message.message or None, album=message.album, worded=bool(incoming.text))


def _strange(number: int, update: dict[str, Any], reason: str) -> Update:
    try:
        return Update(number, Arrival.QUARANTINED, payload=json_text(update), error=reason)
    except (ValueError, RecursionError) as error:
        return Update(number, Arrival.QUARANTINED, error=type(error).__name__)
