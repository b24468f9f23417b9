"""The bot in Telegram, by polling: updates are answered before they are confirmed, in order within each chat."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog

from bot.app import App
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import TelegramError
from bot.channels.telegram.parsing import NotPrivate, Received, parse
from bot.channels.telegram.rendering import render
from bot.channels.telegram.sender import Sender, typing
from bot.locales import Catalogue
from bot.messages import Kind, Reply
from bot.ports import Conversations
from rag.types import Language


@dataclass(slots=True)
class Service:
    """Takes batches of raw updates and answers them. `clock` gives an aware time."""

    app: App
    conversations: Conversations
    catalogue: Catalogue
    default_language: Language
    api: BotApi
    sender: Sender
    clock: Callable[[], datetime]
    log: structlog.stdlib.BoundLogger
    told_private: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)

    async def accept(self, updates: list[dict[str, Any]]) -> None:
        """Answers a batch; chats side by side, each chat's messages in order.

        Raises what failed first, once every chat has had its turn; given the batch again, answers only the rest.
        """
        chats: defaultdict[str, list[Received | NotPrivate]] = defaultdict(list)
        for update in updates:
            parsed = parse(update, self.clock())
            if isinstance(parsed, Received):
                chats[parsed.incoming.chat].append(parsed)
            elif isinstance(parsed, NotPrivate):
                chats[parsed.chat].append(parsed)
            else:
                self.log.info("update_ignored", update=parsed.id, reason=parsed.reason)
        outcomes = await asyncio.gather(*(self._chat(seen) for seen in chats.values()), return_exceptions=True)
        for outcome in outcomes:
            if outcome is not None:
                raise outcome
        self.answered.clear()

    async def _chat(self, seen: Sequence[Received | NotPrivate]) -> None:
        for update in seen:
            if isinstance(update, NotPrivate):
                await self._say_private(update)
            elif update.incoming.id not in self.answered:
                await self._answer(update)
                self.answered.add(update.incoming.id)

    async def _answer(self, received: Received) -> None:
        incoming = received.incoming
        if received.query is not None:
            await self.sender.acknowledge(received.query)
        async with typing(self.api, incoming.chat):
            handled = await self.app.handle(incoming)
            async with self.conversations.transaction(handled.person) as transaction:
                replies = await handled.write(transaction)
        quoted = None if incoming.kind is Kind.BUTTON else received.message
        for reply in replies:
            await self._send(incoming.chat, reply, quoted)

    async def _send(self, chat: str, reply: Reply, quoted: str | None) -> None:
        try:
            await self.sender.send(chat, render(reply, reply_to=quoted if _asks_consent(reply) else None))
        except (TelegramError, ValueError) as error:  # ValueError: a reply that Telegram would refuse
            self.log.warning("reply_unsent", reply=reply.id, error=type(error).__name__)

    async def _say_private(self, seen: NotPrivate) -> None:
        if seen.chat in self.told_private:
            return
        self.told_private.add(seen.chat)
        words = self.catalogue[seen.language or self.default_language]
        await self._send(seen.chat, Reply("", words("input.group")), None)


def _asks_consent(reply: Reply) -> bool:
    """Whether the reply should quote the question it answers, so that it needn't be asked again once accepted."""
    return any(button.data == "consent:yes" for row in reply.button_rows for button in row)
