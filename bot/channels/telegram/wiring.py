"""Delivery for Telegram, put together: the same for polling and for a webhook."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import partial

import structlog

from bot.app import App
from bot.channels.telegram.api import BotApi
from bot.channels.telegram.delivery import TelegramChannel
from bot.channels.telegram.media import TelegramMedia
from bot.channels.telegram.sender import Sender
from bot.delivery.intake import Intake
from bot.delivery.janitor import Janitor
from bot.delivery.limits import Floods, flood_notice
from bot.delivery.notices import Notifier, notice_post
from bot.delivery.pacing import SendLimits, WorkLimits
from bot.delivery.sending import Sending
from bot.delivery.service import Delivery, Storage
from bot.delivery.worker import Worker
from bot.locales import Catalogue
from bot.metrics import DeliveryMeter
from bot.ports import Conversations
from bot.redflags import screen
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Parts:
    """What Telegram's delivery is made of. `language` is the service's; `loses`: a flood's newest may be left out.

    `sweep` removes old files that were made to be sent. `operators` are the chats that are told of emergencies and of
    what was given up, with times of `zone`; `review_url` is where they reach the console.
    """

    app: App
    conversations: Conversations
    catalogue: Catalogue
    language: Language
    meter: DeliveryMeter
    loses: bool = False
    sweep: Callable[[], None] = lambda: None
    operators: Collection[str] = ()
    review_url: str = ""
    zone: tzinfo = UTC
    work: WorkLimits = field(default_factory=lambda: WorkLimits(grace_s=9.0))
    send: SendLimits = field(default_factory=lambda: SendLimits(grace_s=2.5))


def delivery(parts: Parts, storage: Storage, api: BotApi, tasks: dict[str, asyncio.Task[None]]) -> Delivery:
    """The loops of one process for one bot; `tasks` will hold them once they run."""
    log = structlog.get_logger("delivery")
    channel = TelegramChannel(api, Sender(api), parts.catalogue)
    handle = partial(parts.app.handle, media=TelegramMedia(api))
    bells = (storage.inbox_bell, storage.outbox_bell)
    words = "delivery.flood_lost" if parts.loses else "delivery.flood"
    notice = flood_notice(channel, lambda language: parts.catalogue[language](words), parts.language)
    floods = Floods(storage.buckets, notice, lambda incoming: screen(incoming.text) is not None)
    intake = Intake(
        storage.arrivals, storage.outbox, channel, handle, lambda text: screen(text) is not None,
        lambda language: parts.catalogue[language]("input.group"), parts.language, _now, *bells, parts.meter, log,
        notice,
    )  # fmt: skip
    worker = Worker(
        storage.inbox, storage.outbox, parts.conversations, channel, handle,
        parts.app.apologise, *bells, parts.language, parts.work, _now, parts.meter, log, floods,
    )  # fmt: skip
    sending = Sending(storage.outbox, channel, storage.outbox_bell, parts.send, parts.meter, log)
    janitor = Janitor(storage.cleaning, log, parts.sweep)
    return Delivery(intake, worker, sending, janitor, log, tasks, notifier=_notifier(parts, storage, channel, log))


def _notifier(
    parts: Parts, storage: Storage, channel: TelegramChannel, log: structlog.stdlib.BoundLogger
) -> Notifier | None:
    if not parts.operators:
        return None
    post = notice_post(channel, parts.catalogue, parts.language, parts.review_url, parts.zone)
    return Notifier(storage.notices, sorted(parts.operators), post, storage.outbox_bell, log)


def _now() -> datetime:
    return datetime.now(UTC)
