"""Runs the bot in Telegram until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
from collections.abc import Sequence
from datetime import UTC, datetime

import structlog

from bot.acts import Command
from bot.app import App
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.menu import set_menus
from bot.channels.telegram.receiver import Backoff, poll
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
    """Receives and answers until SIGTERM or SIGINT. Raises Unauthorised where Telegram rejects the token."""
    token = settings.telegram_bot_token
    install(token, logging.getLogger().handlers)
    log = structlog.get_logger("telegram")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    async with BotApi(token, settings.telegram_api_url) as api:
        me = await api.get_me()
        await set_menus(api, menus(menu, catalogue), settings.fonte_locale)
        log.info("telegram_started", bot=me.username)
        sender = Sender(api, asyncio.sleep)
        service = Service(
            app, conversations, catalogue, settings.fonte_locale, api, sender, lambda: datetime.now(UTC), log
        )
        backoff = Backoff(asyncio.sleep, random.random)
        await poll(api, service.accept, offset=None, stop=stop, backoff=backoff, log=log)
    log.info("telegram_stopped")


def menus(menu: Sequence[Command], catalogue: Catalogue) -> dict[Language, list[tuple[str, str]]]:
    """The commands of each language, under that language's names."""
    return {
        language: [(called(c, language), catalogue[language](f"command.{c.name}")) for c in menu if c.in_menu]
        for language in Language
    }
