"""/review: for operators, how much there is to look at, and where. For anybody else there is no such command."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import Final, Protocol

from bot.acts import Act, Context, say
from bot.locales import Words
from bot.locales.prose import show_date
from rag.types import Language

CHANNEL: Final = "telegram"
"""The channel in which ids name operators."""
UNREVIEWED_DAYS: Final = 7


@dataclass(frozen=True, slots=True)
class Counts:
    """Of everybody together. `closed` counts consultations by how they ended.

    `replies`, `emergencies`, `opened` and `closed` are of one period, `unreviewed` of another; `dead` letters and sends
    of `unknown` end are those of this moment.
    """

    replies: int
    emergencies: int
    opened: int
    closed: Mapping[str, int]
    unreviewed: int
    dead: int
    unknown: int


class Overview(Protocol):
    """Adapter: `bot.adapters.delivery.notices`."""

    async def counts(self, since: datetime, until: datetime, unreviewed_since: datetime) -> Counts:
        """Those of the period from `since` to before `until`; replies that nobody reviewed, from `unreviewed_since`."""


class Review:
    """Counts alone, of today in the service's `zone`. `operators` are ids of people in Telegram."""

    name = "review"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["revisar"], Language.ES: ["revisar"]}
    in_menu = False

    def __init__(self, overview: Overview, operators: Collection[str], url: str, zone: tzinfo) -> None:
        self.overview = overview
        self.operators = operators
        self.url = url
        self.zone = zone

    async def run(self, context: Context, argument: str) -> Act:
        """The counts and the console's address."""
        incoming = context.incoming
        if incoming.channel != CHANNEL or incoming.user not in self.operators:
            return say(context.words("input.unknown_command"))
        day = incoming.at.astimezone(self.zone).date()
        since, until = (datetime.combine(day + timedelta(days=n), time(), self.zone) for n in (0, 1))
        counts = await self.overview.counts(since, until, incoming.at - timedelta(days=UNREVIEWED_DAYS))
        title = context.words("review.title", day=show_date(day.isoformat(), context.language))
        return say("\n".join([title, *_lines(counts, context.words), "", context.words("review.link", url=self.url)]))

    async def press(self, context: Context, argument: str) -> Act:
        """The same as the command."""
        return await self.run(context, argument)


def _lines(counts: Counts, words: Words) -> Iterator[str]:
    for name in ("replies", "emergencies", "opened"):
        yield words(f"review.{name}", count=getattr(counts, name))
    yield words("review.closed", count=sum(counts.closed.values()))
    for status, count in sorted(counts.closed.items()):
        yield words("review.end", status=words.get(f"review.{status.lower()}", status), count=count)
    yield words("review.unreviewed", count=counts.unreviewed, days=UNREVIEWED_DAYS)
    for name in ("dead", "unknown"):
        yield words(f"review.{name}", count=getattr(counts, name))
