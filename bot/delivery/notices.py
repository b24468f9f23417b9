"""Tells operators, beside everything else, of emergencies and of updates that were given up."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum
from typing import Final, Protocol

import structlog

from bot.delivery.ports import Bell, Channel, Post
from bot.locales import Catalogue, Words
from bot.locales.prose import show_date
from bot.messages import Reply
from rag.types import Language

_NAMES: Final = 8
"""Rules, or classes of errors, that one message names."""


class NoticeKind(StrEnum):
    """What happened."""

    URGENT = "urgent"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Notice:
    """What operators are told of. `name` is the emergency's rule, or the error's class; "" where there is none."""

    kind: NoticeKind
    name: str
    at: datetime


NoticePost = Callable[[str, Language | None, Sequence[Notice]], Post]
"""What an operator is told, given their chat and the language of their choice."""


class Notices(Protocol):
    """What waits to be told. It was stored in the transaction of what happened."""

    async def pass_on(self, operators: Sequence[str], post: NoticePost) -> int:
        """Takes what waits and puts one post for each operator into the outbox, both or neither; how many it took."""


@dataclass(frozen=True, slots=True)
class Notifier:
    """Looks every `every_s` seconds; `sleep` waits so long. `operators` are their chats."""

    notices: Notices
    operators: Sequence[str]
    post: NoticePost
    bell: Bell
    log: structlog.stdlib.BoundLogger
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    every_s: float = 5.0

    async def run(self) -> None:
        """Tells until it is cancelled."""
        while True:
            await self.tell()
            await self.sleep(self.every_s)

    async def tell(self) -> None:
        """Tells once; a failure is left for the next time."""
        try:
            taken = await self.notices.pass_on(self.operators, self.post)
        except Exception as error:  # noqa: BLE001 - the database is away, or busy
            self.log.warning("operators_not_told", error=type(error).__name__)
            return
        if taken:
            self.log.info("operators_told", notices=taken)
            self.bell.ring()


def notice_post(channel: Channel, catalogue: Catalogue, default: Language, url: str, zone: tzinfo) -> NoticePost:
    """Posts with times of `zone` and the console's `url`, in the `default` language where none was chosen."""

    def post(chat: str, chosen: Language | None, notices: Sequence[Notice]) -> Post:
        language = chosen or default
        text = told(notices, catalogue[language], url, zone)
        return Post(chat, [(None, part) for part in channel.render(Reply("", text), None)], language, push=True)

    return post


def told(notices: Sequence[Notice], words: Words, url: str, zone: tzinfo) -> str:
    """Any number of notices as one message, of markup: each kind counted, each name with its latest time."""
    blocks = []
    for kind in NoticeKind:
        if some := [notice for notice in notices if notice.kind is kind]:
            title = words(f"notice.{kind}", count=len(some))
            blocks.append("\n".join([title, *_named(some, words, zone)]))
    return "\n\n".join([*blocks, words("review.link", url=url)])


def _named(notices: Sequence[Notice], words: Words, zone: tzinfo) -> Iterator[str]:
    """A line a name, the latest first."""
    times: defaultdict[str, list[datetime]] = defaultdict(list)
    for notice in notices:
        times[notice.name].append(notice.at)
    by_time = sorted(times.items(), key=lambda item: max(item[1]), reverse=True)
    for name, its in by_time[:_NAMES]:
        at = max(its).astimezone(zone)
        when = f"{show_date(at.date().isoformat(), words.language)} {at:%H:%M}"
        shown = name or words("notice.unnamed")
        yield (
            words("notice.one", name=shown, at=when)
            if len(its) == 1
            else words("notice.many", name=shown, at=when, count=len(its))
        )
    if rest := sum(len(its) for _, its in by_time[_NAMES:]):
        yield words("notice.rest", count=rest)
