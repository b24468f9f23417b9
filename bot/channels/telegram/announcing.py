"""What the bot does once: finds out who it is, before anything else, and sets its menus, beside everything else."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import structlog

from bot.acts import Command
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import BadRequest, RetryLater, TelegramError, Unauthorised
from bot.channels.telegram.menu import Commands, MenuApi, check_menus, set_menus
from bot.channels.telegram.receiver import Retries, unless
from bot.commands.help import called
from bot.locales import Catalogue
from rag.types import Language


async def identified(
    api: BotApi, stop: asyncio.Event, backoff: Retries, log: structlog.stdlib.BoundLogger
) -> int | None:
    """Checks the token as soon as Telegram can be reached; the bot's id. Raises Unauthorised."""
    failures = 0
    while not stop.is_set():
        try:
            me = await api.get_me()
        except Unauthorised:
            raise
        except RetryLater as error:
            pause = error.seconds
            log.warning("telegram.asked_to_wait", seconds=pause)
        except TelegramError as error:
            failures += 1
            pause = backoff.pause(failures)
            log.warning("telegram.unreachable", error=type(error).__name__, failures=failures)
        else:
            log.info("telegram_started", bot=me.username)
            return int(me.id)
        await unless(stop, backoff.sleep(pause))
    return None


@asynccontextmanager
async def menus_set_beside(
    api: MenuApi,
    commands: Mapping[Language, Commands],
    default: Language,
    backoff: Retries,
    log: structlog.stdlib.BoundLogger,
) -> AsyncIterator[None]:
    """Sets the menus while the block lasts, however often that takes. Raises ValueError for one of no use."""
    check_menus(commands)
    task = asyncio.create_task(_set(api, commands, default, backoff, log))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _set(
    api: MenuApi,
    commands: Mapping[Language, Commands],
    default: Language,
    backoff: Retries,
    log: structlog.stdlib.BoundLogger,
) -> None:
    for failures in itertools.count(1):
        try:
            await set_menus(api, commands, default)
        except (BadRequest, Unauthorised) as error:  # the same would never do; a token taken back ends the receiver
            log.error("telegram.menus_refused", error=type(error).__name__)  # noqa: TRY400
            return
        except TelegramError as error:
            pause = error.seconds if isinstance(error, RetryLater) else backoff.pause(failures)
            log.warning("telegram.menus_not_set", error=type(error).__name__, failures=failures, seconds=pause)
        else:
            log.info("telegram.menus_set")
            return
        await backoff.sleep(pause)


def menus(menu: Sequence[Command], catalogue: Catalogue) -> dict[Language, list[tuple[str, str]]]:
    """The commands of each language, under that language's names."""
    return {
        language: [(called(c, language), catalogue[language](f"command.{c.name}")) for c in menu if c.in_menu]
        for language in Language
    }
