"""How much of one person is taken at a time. What is held back waits in the inbox; the person is told once a flood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.delivery.ports import Channel, Job, Message, Post
from bot.messages import Incoming, Kind, Reply
from bot.ports import Person, Transaction
from rag.types import Language

_SHORTEST_QUIET_S = 60.0


@dataclass(frozen=True, slots=True)
class FloodLimits:
    """Of one person: `per_minute` messages, in bursts of `burst`; 0 a minute is no limit.

    Beyond a `backlog` of so many waiting the newest are left out, which loses them on purpose; 0 keeps all.
    """

    per_minute: float = 8.0
    burst: int = 8
    backlog: int = 0

    @property
    def quiet(self) -> timedelta:
        """Without anything held back for so long, a flood is over: the bucket is full again."""
        filling = self.burst * 60 / self.per_minute if self.per_minute else 0.0
        return timedelta(seconds=max(filling, _SHORTEST_QUIET_S))


UNLIMITED = FloodLimits(0.0, 1, 0)
"""For benches."""


@dataclass(frozen=True, slots=True)
class Episode:
    """A flood. `begins`: the person has not been told yet; `language` is their own choice, if they made one."""

    begins: bool
    language: Language | None


class Buckets(Protocol):
    """Everybody's tokens, in all processes together."""

    async def take(self, person: Person) -> float:
        """Takes a token: 0; where there is none, the seconds until there is one."""

    async def hold(self, transaction: Transaction) -> Episode:
        """Notes, as part of the person's transaction, that something of theirs is held back."""


FloodNotice = Callable[[Message, Language | None], Post]
"""What somebody is told who writes too much, given the language of their choice."""


@dataclass(frozen=True, slots=True)
class Floods:
    """What holds a flood up. `spared` tells the messages that are never held back: emergencies."""

    buckets: Buckets
    notice: FloodNotice
    spared: Callable[[Incoming], bool]

    async def wait(self, job: Job, incoming: Incoming) -> float:
        """Seconds until the message may be thought about; another try at one that paid already costs nothing."""
        if job.attempts > 1 or job.deaths or incoming.kind is Kind.BUTTON:
            return 0.0
        wait = await self.buckets.take(Person(incoming.channel, incoming.user))
        return 0.0 if wait and self.spared(incoming) else wait


def flood_notice(channel: Channel, words: Callable[[Language], str], default: Language) -> FloodNotice:
    """The notice, of `words` of markup."""

    def notice(message: Message, chosen: Language | None) -> Post:
        language = chosen or message.incoming.language or default
        parts = channel.render(Reply("", words(language)), None)
        return Post(message.incoming.chat, [(None, part) for part in parts], language, push=True)

    return notice
