"""A channel without a network: updates are small dicts, and sending fails as told."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.delivery.ports import Message, NotPrivate, Part, Reading, Unanswered
from bot.messages import Incoming, Kind, Reply
from rag.types import Language

Step = Exception | asyncio.Event | None
"""How one try to send goes: it fails, it waits for an event first, or it goes well."""


def update(number: int, chat: str, text: str, **more: Any) -> dict[str, Any]:
    """One of a person's. `query`: a pressed button; `message`: its id, else the update's; `edits`: that of another."""
    return {"update_id": number, "chat": chat, "text": text, **more}


@dataclass
class FakeChannel:
    """The `Channel` port. `sent` holds (chat, text) in order; `plan` tells how the next tries to a chat go."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    most_at_once: int = 0
    tries: int = 0
    _steps: defaultdict[str, deque[Step]] = field(default_factory=lambda: defaultdict(deque))
    _at_once: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def plan(self, chat: str, *steps: Step) -> None:
        self._steps[chat].extend(steps)

    def to(self, chat: str) -> list[str]:
        return [text for where, text in self.sent if where == chat]

    async def until(self, condition: Callable[[], object]) -> None:
        """Returns once `condition` holds; asked again whenever something happens here."""
        async with asyncio.timeout(20):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    def read(self, update: object, received: datetime) -> Reading:
        match update:
            case {"group": str(chat)}:
                return NotPrivate(chat, None)
            case {"chat": str(chat), "text": str(text), "update_id": int(number), **more}:
                return _message(Incoming(str(number), "test", chat, chat, Kind.TEXT, text, received), more)
            case {"member": _}:
                return Unanswered("membership", strange=False)
        return Unanswered("unknown", strange=True)

    def render(self, reply: Reply, answered: Message | None) -> Sequence[Part]:
        """One part a line."""
        return [Part({"text": line}, {"text": line}) for line in reply.text.splitlines()]

    def again(self, part: Part, language: Language) -> Sequence[Part]:
        return [Part({"text": f"again: {part.payload['text']}"}, part.plain)]

    async def send(self, chat: str, part: Part) -> str:
        self._at_once += 1
        self.tries += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        self._changed.set()
        try:
            step = self._steps[chat].popleft() if self._steps[chat] else None
            if isinstance(step, asyncio.Event):
                await step.wait()
            elif step is not None:
                raise step
            self.sent.append((chat, part.payload["text"]))
            return str(len(self.sent))
        finally:
            self._at_once -= 1
            self._changed.set()

    @property
    def at_once(self) -> int:
        return self._at_once

    @asynccontextmanager
    async def thinking(self, message: Message) -> AsyncIterator[None]:
        yield

    async def acknowledge(self, query: str) -> None:
        self.acknowledged.append(query)


def _message(incoming: Incoming, more: Mapping[Any, Any]) -> Message:
    match more:
        case {"query": str(query)}:
            return Message(replace(incoming, kind=Kind.BUTTON), incoming.id, query)
        case {"edits": str(edited)}:
            amended = update(int(incoming.id), incoming.chat, incoming.text, message=edited)
            return Message(replace(incoming, kind=Kind.EDIT, edits=edited), edited, amended=amended)
    return Message(incoming, more.get("message", incoming.id), album=more.get("album"))
