"""What the bot does once at its start: finds out who it is, and sets its menus."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import structlog

from bot.acts import Command
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import RetryLater, TelegramError, Unauthorised
from bot.channels.telegram.menu import Commands, set_menus
from bot.channels.telegram.receiver import Backoff, unless
from bot.commands.help import called
from bot.locales import Catalogue
from rag.types import Language


async def announce(
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
