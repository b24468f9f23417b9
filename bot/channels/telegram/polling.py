"""Runs the bot in Telegram, by polling, until it is told to stop. Of several processes one receives, and all work."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import structlog

from bot.acts import Command
from bot.app import App
from bot.channels.errors import ChannelError
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import RetryLater, TelegramError, Unauthorised
from bot.channels.telegram.menu import Commands, set_menus
from bot.channels.telegram.receiver import Backoff, UpdatesApi, poll, unless
from bot.channels.telegram.redact import install
from bot.channels.telegram.wiring import Parts, delivery
from bot.commands.help import called
from bot.delivery.intake import Intake
from bot.delivery.service import OpenStorage, Storage
from bot.locales import Catalogue
from bot.metrics import NullMeter
from bot.ports import Conversations
from bot.settings import Settings
from rag.types import Language

_CONNECTIONS = 48  # eight sends, and what thinking chats type
_UNTIL_READ_S = 2.0


async def run_polling(
    app: App,
    conversations: Conversations,
    catalogue: Catalogue,
    menu: Sequence[Command],
    settings: Settings,
    open_storage: OpenStorage,
) -> None:
    """Receives and answers until SIGTERM or SIGINT. Raises ChannelError where Telegram rejects the token."""
    token = settings.telegram_bot_token
    install(token, logging.getLogger().handlers)
    log = structlog.get_logger("telegram")
    stop = _stopped_by_signals()
    backoff = Backoff(asyncio.sleep, random.random)
    try:
        async with BotApi(token, settings.telegram_api_url, connections=_CONNECTIONS) as api:
            bot = await _announce(api, menus(menu, catalogue), settings.fonte_locale, stop, backoff, log)
            if bot is not None:
                async with open_storage(bot) as storage:
                    parts = Parts(app, conversations, catalogue, settings.fonte_locale, NullMeter())
                    loops = delivery(parts, storage, api)
                    receiver = Receiver(api, loops.intake, storage, backoff, log)
                    await loops.run(receiver.run, stop)
    except Unauthorised as error:
        raise ChannelError("TELEGRAM_BOT_TOKEN: TELEGRAM_API_URL does not know this token") from error
    log.info("telegram_stopped")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Polls while this process leads; stands by otherwise."""

    api: UpdatesApi
    intake: Intake
    storage: Storage
    backoff: Backoff
    log: structlog.stdlib.BoundLogger

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop` is set. Raises Unauthorised."""
        while not stop.is_set():
            async with AsyncExitStack() as stack:
                lost = await unless(stop, stack.enter_async_context(self.storage.leadership.led()))
                if lost is not None:
                    self.log.info("telegram_receiving")
                    await self._poll(stop, lost)

    async def _poll(self, stop: asyncio.Event, lost: asyncio.Event) -> None:
        over = asyncio.Event()
        watching = [asyncio.create_task(_passed_on(event, over)) for event in (stop, lost)]
        try:
            offset = await self._offset()
            await poll(self.api, self._accept, offset=offset, stop=over, backoff=self.backoff, log=self.log)
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _offset(self) -> int | None:
        """Only spares Telegram what was stored already: without it, that comes again and changes nothing."""
        try:
            async with asyncio.timeout(_UNTIL_READ_S):
                return await self.storage.arrivals.next_offset()
        except Exception as error:  # noqa: BLE001 - the database is away
            self.log.warning("cursor_unknown", error=type(error).__name__)
            return None

    async def _accept(self, updates: list[dict[str, Any]]) -> None:
        await self.intake.accept(updates, cursor=True)


async def _passed_on(event: asyncio.Event, over: asyncio.Event) -> None:
    await event.wait()
    over.set()


def _stopped_by_signals() -> asyncio.Event:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


async def _announce(
    api: BotApi,
    commands: Mapping[Language, Commands],
    default: Language,
    stop: asyncio.Event,
    backoff: Backoff,
    log: structlog.stdlib.BoundLogger,
) -> int | None:
    """Checks the token and sets the menus, as soon as Telegram can be reached; the bot's id. Raises Unauthorised."""
    failures = 0
    while not stop.is_set():
        try:
            me = await api.get_me()
            await set_menus(api, commands, default)
        except Unauthorised:
            raise
        except RetryLater as error:
            pause = error.seconds
        except TelegramError as error:
            failures += 1
            pause = backoff.pause(failures)
            log.warning("telegram.unreachable", error=type(error).__name__, failures=failures)
        else:
            log.info("telegram_started", bot=me.username)
            return int(me.id)
        await unless(stop, backoff.sleep(pause))
    return None


def menus(menu: Sequence[Command], catalogue: Catalogue) -> dict[Language, list[tuple[str, str]]]:
    """The commands of each language, under that language's names."""
    return {
        language: [(called(c, language), catalogue[language](f"command.{c.name}")) for c in menu if c.in_menu]
        for language in Language
    }
