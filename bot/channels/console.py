"""The console channel: one line in, the replies out; as text for people, or as JSON lines for programs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Annotated, Any, TextIO

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.app import App
from bot.markup import plain
from bot.messages import Button, Incoming, Kind, Reply
from bot.ports import Conversations, Person
from rag.types import Language


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) else value


_Id = Annotated[str, BeforeValidator(_as_text), Field(max_length=200)]


class JsonLine(BaseModel):
    """One line in, as an object (CONTRACT.md, "Commands")."""

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    user: _Id | None = None
    id: _Id | None = None
    at: AwareDatetime | None = None
    button: str | None = None
    language: Language | None = None
    edits: _Id | None = None
    reply_to: _Id | None = None
    media: str | None = None


@dataclass(slots=True)
class Console:
    """Runs the two steps of the application over lines. `clock` gives an aware time where a line has none."""

    app: App
    conversations: Conversations
    user: str
    language: Language | None
    clock: Callable[[], datetime]
    consent: bool = False
    count: int = 0
    consented: set[str] = field(default_factory=set)
    offered: Sequence[Button] = ()

    async def run_text(self, lines: AsyncIterator[str], out: TextIO, prompt: str) -> None:
        """A conversation for a person: `:1` presses the first button shown, and so does its label."""
        out.write(prompt)
        out.flush()
        async for line in lines:
            if line.strip():
                replies = await self.handle(self._pressed(line) or self._incoming(JsonLine(text=line)))
                out.writelines(f"{self._shown(reply)}\n\n" for reply in replies)
            out.write(prompt)
            out.flush()
        out.write("\n")

    async def run_json(self, lines: AsyncIterator[str], out: TextIO) -> None:
        """One line out for each line in, whatever the line."""
        async for line in lines:
            answer = await self._json(line)
            out.write(json.dumps(answer, ensure_ascii=False) + "\n")
            out.flush()

    async def handle(self, incoming: Incoming) -> list[Reply]:
        """Thinks, then writes, in one transaction."""
        person = Person(incoming.channel, incoming.user)
        if self.consent and incoming.user not in self.consented:
            await self._accept(person, incoming.at)
        handled = await self.app.handle(incoming)
        async with self.conversations.transaction(handled.person) as transaction:
            return await handled.write(transaction)

    async def _accept(self, person: Person, at: datetime) -> None:
        session = await self.conversations.session(person, self.app.terms, at)
        if not session.consented:
            async with self.conversations.transaction(person) as transaction:
                await transaction.keep_person(None)
                await transaction.set_consent(self.app.terms, at, granted=True)
        self.consented.add(person.external_id)

    async def _json(self, line: str) -> dict[str, Any]:
        try:
            parsed = _parse(line)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            return {"replies": [], "error": f"{'.'.join(map(str, first['loc'])) or 'line'}: {first['msg']}"}
        return {"replies": [_as_json(reply) for reply in await self.handle(self._incoming(parsed))]}

    def _incoming(self, line: JsonLine) -> Incoming:
        self.count += 1
        kind = Kind.BUTTON if line.button is not None else Kind.EDIT if line.edits else Kind.TEXT
        if line.media:
            kind = Kind.VOICE if line.media.lower().endswith((".ogg", ".oga", ".mp3", ".m4a", ".wav")) else Kind.PHOTO
        user = line.user or self.user
        return Incoming(
            id=line.id or f"console-{self.count}",
            channel="console",
            user=user,
            chat=user,
            kind=kind,
            text=line.text.rstrip("\r\n"),
            at=line.at or self.clock(),
            language=line.language or self.language,
            data=line.button or "",
            edits=line.edits,
            reply_to=line.reply_to,
            media=line.media,
        )

    def _pressed(self, line: str) -> Incoming | None:
        said = line.strip().casefold()
        for number, button in enumerate(self.offered, start=1):
            if said in {f":{number}", button.label.casefold()}:
                return self._incoming(JsonLine(button=button.data))
        return None

    def _shown(self, reply: Reply) -> str:
        self.offered = [button for row in reply.button_rows for button in row]
        buttons = "  ".join(f"[:{n} {button.label}]" for n, button in enumerate(self.offered, start=1))
        return "\n\n".join(part for part in (plain(reply.text), buttons) if part)


def _parse(line: str) -> JsonLine:
    if line.lstrip().startswith("{"):
        try:
            return JsonLine.model_validate(json.loads(line))
        except json.JSONDecodeError:
            return JsonLine(text=line)
    return JsonLine(text=line)


def _as_json(reply: Reply) -> dict[str, Any]:
    shown = {
        "id": reply.id,
        "text": plain(reply.text),
        "buttons": [asdict(button) for row in reply.button_rows for button in row],
        "especialidade": reply.specialty,
        "status": reply.status,
        "fontes_rag": [asdict(source) for source in reply.sources],
    }
    return shown | ({"media": reply.media} if reply.media else {})


async def read_lines(stream: TextIO) -> AsyncIterator[str]:
    """The lines of a stream, read in a worker thread so that the loop goes on. Bytes that aren't UTF-8 are replaced."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="replace")
    while line := await asyncio.to_thread(stream.readline):
        yield line.rstrip("\r\n")
