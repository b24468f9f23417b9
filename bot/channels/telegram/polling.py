"""Runs the bot in Telegram until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import structlog

from bot.acts import Command
from bot.app import App
from bot.channels.errors import ChannelError
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import RetryLater, TelegramError, Unauthorised
from bot.channels.telegram.menu import Commands, set_menus
from bot.channels.telegram.receiver import Backoff, poll, unless
from bot.channels.telegram.redact import install
from bot.channels.telegram.sender import Sender
from bot.channels.telegram.service import Service
from bot.commands.help import called
from bot.locales import Catalogue
from bot.ports import Conversations
from bot.settings import Settings
from rag.types import Language


async def run_polling(
    app: App, conversations: Conversations, catalogue: Catalogue, menu: Sequence[Command], settings: Settings
) -> None:
    """Receives and answers until SIGTERM or SIGINT. Raises ChannelError where Telegram rejects the token."""
    token = settings.telegram_bot_token
    install(token, logging.getLogger().handlers)
    log = structlog.get_logger("telegram")
    stop = _stopped_by_signals()
    backoff = Backoff(asyncio.sleep, random.random)
    try:
        async with BotApi(token, settings.telegram_api_url) as api:
            await _announce(api, menus(menu, catalogue), settings.fonte_locale, stop, backoff, log)
            sender = Sender(api, asyncio.sleep)
            service = Service(
                app, conversations, catalogue, settings.fonte_locale, api, sender, lambda: datetime.now(UTC), log
            )
            await poll(api, service.accept, offset=None, stop=stop, backoff=backoff, log=log)
    except Unauthorised as error:
        raise ChannelError("TELEGRAM_BOT_TOKEN: TELEGRAM_API_URL does not know this token") from error
    log.info("telegram_stopped")


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
) -> None:
    """Checks the token and sets the menus, as soon as Telegram can be reached. Raises Unauthorised."""
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
            return
        await unless(stop, backoff.sleep(pause))


def menus(menu: Sequence[Command], catalogue: Catalogue) -> dict[Language, list[tuple[str, str]]]:
    """The commands of each language, under that language's names."""
    return {
        language: [(called(c, language), catalogue[language](f"command.{c.name}")) for c in menu if c.in_menu]
        for language in Language
    }
