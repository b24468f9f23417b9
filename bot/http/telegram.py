"""The bot in Telegram, as one process: it receives by polling or by webhook, works, sends, and tells how it is.

Nothing is set up by hand to change from one way of receiving to the other: a webhook is set at the start and taken away
by whoever polls, and what Telegram holds meanwhile stays held.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog
from starlette.applications import Starlette

from bot.acts import Command
from bot.app import App
from bot.channels.errors import ChannelError
from bot.channels.telegram.announcing import identified, menus, menus_set_beside
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import Unauthorised
from bot.channels.telegram.polling import Receiver
from bot.channels.telegram.receiver import Retries, unless
from bot.channels.telegram.wiring import Parts, delivery
from bot.delivery.intake import Intake
from bot.delivery.service import OpenStorage, Receive, Storage
from bot.http.admin import Check, NotReady, admin_app, not_stopping, running
from bot.http.prometheus import CachedStats, Exposition, PrometheusMeter
from bot.http.registration import Registration
from bot.http.serving import Door, door, serve
from bot.http.webhook import Unreadable, Webhook, webhook_app
from bot.locales import Catalogue
from bot.metrics import Stats
from bot.ports import Conversations
from bot.settings import Settings

_CONNECTIONS: Final = 48  # eight sends, and what thinking chats type
_FAREWELL_S: Final = 3
_ADMIN_FAREWELL_S: Final = 1
LOOPS: Final = ("receiver", "worker", "sender")


class Health(Protocol):
    """How the database is. Adapter: `bot.adapters.health`."""

    async def answer(self) -> None:
        """Returns where the database answers; raises otherwise."""

    async def missing(self) -> list[str]:
        """Names of the migrations that the database lacks."""


@dataclass(frozen=True, slots=True)
class Telegram:
    """What the process is made of."""

    app: App
    conversations: Conversations
    catalogue: Catalogue
    menu: Sequence[Command]
    settings: Settings
    open_storage: OpenStorage
    health: Health
    meter: PrometheusMeter
    sweep: Callable[[], None]


@dataclass(slots=True)
class _Stage:
    """How far the start has come."""

    storage: Storage | None = None
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def stats(self) -> Stats:
        if self.storage is None:
            raise NotReady("not started")
        return await self.storage.stats()


async def run_telegram(telegram: Telegram, stop: asyncio.Event) -> None:
    """Receives and answers until `stop` is set.

    Raises SettingsError where an address can't be listened at, ChannelError where Telegram rejects the token.
    """
    try:
        await _run(telegram, stop)
    except Unauthorised as error:
        raise ChannelError("TELEGRAM_BOT_TOKEN: TELEGRAM_API_URL does not know this token") from error
    structlog.get_logger("telegram").info("telegram_stopped")


async def _run(telegram: Telegram, stop: asyncio.Event) -> None:
    settings, meter, stage = telegram.settings, telegram.meter, _Stage()
    log = structlog.get_logger("telegram")
    backoff = Retries(asyncio.sleep, random.random)
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(
            BotApi(
                settings.telegram_bot_token,
                settings.telegram_api_url,
                connections=_CONNECTIONS,
                throttled=meter.throttled,
            )
        )
        hook = await _hook(stack, settings, api, backoff)
        admin = admin_app(
            _checks(telegram.health, stage, stop, hook.registration if hook else None),
            Exposition(meter.registry, CachedStats(stage.stats, time.monotonic)),
        )
        address = (settings.admin_host, settings.admin_port)
        await stack.enter_async_context(serve(admin, *address, name="ADMIN", farewell_s=_ADMIN_FAREWELL_S))
        bot = await identified(api, stop, backoff, log)
        if bot is None:
            return
        stage.storage = await stack.enter_async_context(telegram.open_storage(bot))
        parts = Parts(
            telegram.app,
            telegram.conversations,
            telegram.catalogue,
            settings.fonte_locale,
            meter,
            loses=settings.fonte_user_backlog > 0,
            sweep=telegram.sweep,
            operators=settings.fonte_operators,
            review_url=settings.review_url,
            zone=settings.zone,
        )
        loops = delivery(parts, stage.storage, api, stage.tasks)
        commands = menus(telegram.menu, telegram.catalogue)
        await stack.enter_async_context(menus_set_beside(api, commands, settings.fonte_locale, backoff, log))
        polling = Receiver(api, loops.intake, stage.storage, backoff, log)
        await loops.run(hook.receiving(loops.intake, meter) if hook else polling.run, stop)


@dataclass(frozen=True, slots=True)
class _Hook:
    """The webhook's address, taken, and its registration."""

    settings: Settings
    door: Door
    registration: Registration

    def receiving(self, intake: Intake, meter: PrometheusMeter) -> Receive:
        app = self._app(intake, meter)

        async def receive(stop: asyncio.Event) -> None:
            """Until `stop` is set. Raises Unauthorised."""
            async with self.door.serving(app, farewell_s=_FAREWELL_S):
                await unless(stop, self.registration.run())

        return receive

    def _app(self, intake: Intake, meter: PrometheusMeter) -> Starlette:
        async def accept(update: dict[str, Any]) -> None:
            await intake.accept([update])

        async def quarantine(body: bytes, reason: Unreadable) -> None:
            await intake.quarantine(body, reason)

        log = structlog.get_logger("webhook")
        webhook = Webhook(self.settings.telegram_webhook_secret, accept, quarantine, meter, log)
        return webhook_app(webhook, self.settings.telegram_webhook_url)


async def _hook(stack: AsyncExitStack, settings: Settings, api: BotApi, backoff: Retries) -> _Hook | None:
    """None where updates are polled for."""
    url, secret = settings.telegram_webhook_url, settings.telegram_webhook_secret
    if not url:
        return None
    taken = await stack.enter_async_context(door(settings.http_host, settings.http_port, name="HTTP"))
    log = structlog.get_logger("webhook")
    return _Hook(settings, taken, Registration(api, url, secret, backoff, log, settings.fonte_webhook_connections))


def _checks(
    health: Health, stage: _Stage, stop: asyncio.Event, registration: Registration | None
) -> Mapping[str, Check]:
    async def migrations() -> None:
        if missing := await health.missing():
            raise NotReady(f"missing: {', '.join(missing)}")

    checks: dict[str, Check] = {
        "service": not_stopping(stop),
        "database": health.answer,
        "migrations": migrations,
        **{name: running(stage.tasks, name) for name in LOOPS},
    }
    return checks | ({"webhook": registration.check} if registration else {})
