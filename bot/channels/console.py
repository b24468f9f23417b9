"""The console channel: one line in, the replies out; as text for people, or as JSON lines for programs."""

from __future__ import annotations

import asyncio
import json
import os
import re
import stat
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TextIO

import structlog
from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.app import App
from bot.channels.json_replies import as_json
from bot.markup import plain
from bot.messages import Button, Incoming, Kind, Reply
from bot.ports import MOST_MEDIA, Conversations, MediaError, MediaProblem, MediaSource, Person
from rag.types import Language

_FIRST_YEAR, _LAST_YEAR = 1970, 2100
_CHUNK = 65_536
_SOUNDS = (".ogg", ".oga", ".opus", ".mp3", ".m4a", ".aac", ".flac", ".wav")
_MOST_REPLIED = 1_000
"""Lines with an id whose replies are kept, for when they are delivered again."""
_BUTTON = re.compile(r":(\d{1,4})")


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _storable(text: str) -> str:
    """A string that UTF-8 and PostgreSQL can hold: halves of pairs joined or replaced, no NUL."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", "")


def _of_our_time(at: datetime) -> datetime:
    if not _FIRST_YEAR < at.year < _LAST_YEAR:
        raise ValueError(f"a year after {_FIRST_YEAR} and before {_LAST_YEAR} is expected")
    return at


_Text = Annotated[str, AfterValidator(_storable)]
_Id = Annotated[_Text, BeforeValidator(_as_text), Field(max_length=200)]


class JsonLine(BaseModel):
    """One line in, as an object (docs/operations.md)."""

    model_config = ConfigDict(extra="forbid")

    text: _Text = ""
    user: _Id | None = None
    id: _Id | None = None
    at: Annotated[AwareDatetime, AfterValidator(_of_our_time)] | None = None
    button: _Text | None = None
    language: Language | None = None
    edits: _Id | None = None
    reply_to: _Id | None = None
    media: _Text | None = None


@dataclass(frozen=True, slots=True)
class ConsoleMedia:
    """The `MediaSource` port, by path: the console's user reads their own files."""

    async def fetch(self, media: str) -> bytes:
        """The content of a regular file."""
        return await asyncio.to_thread(_content, Path(media))


def _content(path: Path) -> bytes:
    problem = MediaProblem.MISSING
    try:
        about = path.stat()
        if stat.S_ISREG(about.st_mode):  # not a pipe or a device, which may never end
            if about.st_size > MOST_MEDIA:
                raise MediaError(MediaProblem.TOO_LARGE)
            with path.open("rb") as file:
                content = file.read(MOST_MEDIA + 1)
            if len(content) <= MOST_MEDIA:
                return content
            problem = MediaProblem.TOO_LARGE
    except (OSError, ValueError):  # a name with a NUL is a ValueError
        problem = MediaProblem.MISSING
    raise MediaError(problem)


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
    replied: dict[str, Sequence[Reply]] = field(default_factory=dict)
    media: MediaSource = field(default_factory=ConsoleMedia)

    async def run_text(self, lines: AsyncIterator[str], out: TextIO, prompt: str) -> None:
        """A conversation for a person: `:1` presses the first button shown, and so does its label."""
        _reconfigure(out, errors="replace")
        out.write(prompt)
        out.flush()
        async for line in lines:
            if line.strip():
                out.writelines(f"{shown}\n\n" for shown in await self._said(line))
            out.write(prompt)
            out.flush()
        out.write("\n")

    async def run_json(self, lines: AsyncIterator[str], out: TextIO) -> None:
        """One line out for each line in, whatever the line; always UTF-8."""
        _reconfigure(out, encoding="utf-8")
        async for line in lines:
            answer = await self._json(line)
            out.write(json.dumps(answer, ensure_ascii=False) + "\n")
            out.flush()

    async def _said(self, line: str) -> list[str]:
        pressed = self._pressed(line)
        if pressed is None and (number := _BUTTON.fullmatch(line.strip())):
            return [plain(self._words("console.no_button", number=number[1]))]
        return [self._shown(reply) for reply in await self.handle(pressed or self._incoming(JsonLine(text=line)))]

    def _words(self, key: str, **values: object) -> str:
        return self.app.catalogue[self.language or self.app.default_language](key, **values)

    async def handle(self, incoming: Incoming) -> list[Reply]:
        """Thinks, then writes, in one transaction. Where that fails: a fixed text, unstored, an emergency's too."""
        try:
            return await self._answered(incoming)
        except Exception as error:  # noqa: BLE001 - whatever storing raises, the next line has its own chance
            log = structlog.get_logger("console")
            log.error("message_not_stored", message=incoming.id, error=type(error).__name__)  # noqa: TRY400
            return [self.app.unstored(incoming)]

    async def _answered(self, incoming: Incoming) -> list[Reply]:
        person = Person(incoming.channel, incoming.user)
        if self.consent and incoming.user not in self.consented:
            await self._accept(person, incoming.at)
        handled = await self.app.handle(incoming, self.media)
        async with self.conversations.transaction(handled.person) as transaction:
            return await handled.write(transaction)

    async def _accept(self, person: Person, at: datetime) -> None:
        session = await self.conversations.session(person, self.app.terms, at, at)
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
            where = ".".join(map(str, first["loc"])) or "line"
            return {"replies": [], "error": f"{where}: {first['msg'].removeprefix('Value error, ')}"}
        return {"replies": [as_json(reply) for reply in await self._once(parsed)]}

    async def _once(self, line: JsonLine) -> Sequence[Reply]:
        """The replies to a line; the same again to one that is delivered again, of which nothing is done twice."""
        delivered = line.model_dump_json(exclude={"at"})
        if line.id is not None and delivered in self.replied:
            return self.replied[delivered]
        replies = await self.handle(self._incoming(line))
        if line.id is not None and all(reply.id for reply in replies):  # else nothing was stored: it may come again
            self.replied[delivered] = replies
            if len(self.replied) > _MOST_REPLIED:
                del self.replied[next(iter(self.replied))]
        return replies

    def _incoming(self, line: JsonLine) -> Incoming:
        self.count += 1
        kind = Kind.BUTTON if line.button is not None else Kind.EDIT if line.edits else Kind.TEXT
        if line.media:
            kind = Kind.VOICE if line.media.lower().endswith(_SOUNDS) else Kind.PHOTO
        user = line.user or self.user
        # the time tells the messages of this run from those of others, which the diary still knows by their ids
        number = line.id or f"console-{self.clock():%Y%m%d%H%M%S%f}-{self.count}"
        return Incoming(
            id=number,
            message=number,
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
        file = plain(self._words("console.media", path=reply.media)) if reply.media else ""
        return "\n\n".join(part for part in (plain(reply.text), file, buttons) if part)


def _parse(line: str) -> JsonLine:
    if line.lstrip().startswith("{"):
        try:
            read = json.loads(line)
        except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, thousands of brackets
            return JsonLine(text=line)
        return JsonLine.model_validate(read)
    return JsonLine(text=line)


async def read_lines(stream: TextIO) -> AsyncIterator[str]:
    """The lines of a stream with a file descriptor, ended by LF. Bytes that aren't UTF-8 are replaced."""
    lines = _Lines(stream.fileno())
    while line := await _apart(lines.next):
        yield line.decode("utf-8", "replace").rstrip("\r\n")


@dataclass(slots=True)
class _Lines:
    descriptor: int
    rest: bytes = b""

    def next(self) -> bytes:
        """The next line with its end; b"" at the end of the stream."""
        while b"\n" not in self.rest and (chunk := self._read()):
            self.rest += chunk
        line, end, self.rest = self.rest.partition(b"\n")
        return line + end

    def _read(self) -> bytes:
        try:
            return os.read(self.descriptor, _CHUNK)
        except OSError:  # the terminal is gone
            return b""


async def _apart(call: Callable[[], bytes]) -> bytes:
    """What `call` returns, in a daemon thread: an interrupt would wait for one of the loop's own."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[bytes] = loop.create_future()

    def settle(result: bytes) -> None:
        if not done.done():
            done.set_result(result)

    def run() -> None:
        result = call()
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result)

    threading.Thread(target=run, daemon=True).start()
    return await done


def _reconfigure(stream: TextIO, *, encoding: str | None = None, errors: str | None = None) -> None:
    if isinstance(stream, TextIOWrapper):  # a test's StringIO has no encoding
        stream.reconfigure(encoding=encoding, errors=errors)
