"""A Bot API on loopback that keeps the real one's rules and breaks on demand.

    async with FakeTelegram() as fake:
        fake.say(7, "oi")
        ...  # a bot with fake.token at fake.url
        await fake.until(lambda: fake.to(7))

Alone: `python -m tests.fakes.telegram --port 8088`. Then `POST /control/say {"user": 7, "text": "oi"}` and so
on for every method of People, `POST /control/plan {"method": "sendMessage", "fates": ["drop_after"]}`,
`GET /control/sent`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from tests.fakes.telegram_faults import DOWNLOAD, Fate, Fault, Faults
from tests.fakes.telegram_http import Gone, Head, answer, params, read_body, read_head
from tests.fakes.telegram_messages import Params
from tests.fakes.telegram_methods import METHODS
from tests.fakes.telegram_people import People
from tests.fakes.telegram_state import Call, Clock, Json, Limits, Refused, Sent, State, too_many
from tests.fakes.telegram_webhook import Deliverer, Sleep

TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcF"  # noqa: S105 - opens nothing but this fake
_NOT_FOUND = Refused(404, "Not Found")
_GATEWAY = b"<html><body>gateway</body></html>"
_BAD_TOKEN = Refused(401, "Unauthorized")
_Answer = tuple[int, bytes]


class FakeTelegram(People):
    """The server, the people who write to its one bot, and a record of everything.

    `clock` dates messages and rules limits; `sleep` waits between webhook tries.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        clock: Clock = time.time,
        limits: Limits | None = None,
        faults: Faults | None = None,
        sleep: Sleep = asyncio.sleep,
        port: int = 0,
    ) -> None:
        self.token = token
        self.state = State(token, clock, limits or Limits())
        self.faults = faults or Faults()
        self._deliverer = Deliverer(self.state, self.faults, sleep)
        self._port = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._over = asyncio.Event()
        self._crashes: list[Exception] = []
        self.garbled: dict[bytes, bytes] = {}
        """What an answer says instead: for bytes that no JSON library writes."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
        self._tasks.add(asyncio.create_task(self._deliverer.run()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._crashes:
            raise ExceptionGroup("the fake itself failed", self._crashes)

    @property
    def url(self) -> str:
        """What TELEGRAM_API_URL should be."""
        if self._server is None:
            raise RuntimeError("not started")
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    @property
    def sent(self) -> list[Sent]:
        """Every message the bot sent or edited, in order."""
        return self.state.sent

    def to(self, user: int) -> list[Sent]:
        """What was sent to one chat, in order."""
        return [sent for sent in self.state.sent if sent.chat == user]

    def calls(self, method: str) -> list[Call]:
        """Requests of one method that were carried out or refused, in order."""
        return [call for call in self.state.calls if call.method.lower() == method.lower()]

    @property
    def waiting(self) -> list[Json]:
        """Updates not yet confirmed."""
        return self.state.queue

    async def until(self, condition: Callable[[], object], timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Returns once `condition` holds; asked again after whatever happens here. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not condition():
                await self.state.changed.wait(0.2)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while not self._over.is_set():
                response = await self._exchange(reader, await read_head(reader))
                if response is None:
                    break
                writer.write(response)
                await writer.drain()
        except (Gone, ConnectionError):
            pass
        except Exception as error:  # noqa: BLE001 - told to whoever runs the fake, at its end
            self._crashes.append(error)
        finally:
            writer.transport.abort()

    async def _exchange(self, reader: asyncio.StreamReader, head: Head) -> bytes | None:
        """The bytes of the answer, or None to close the connection without one."""
        if head.path.startswith("/control/"):
            return answer(200, json.dumps(self._control(head, await read_body(reader, head))).encode())
        if head.path.startswith("/file/bot"):
            return await self._download(head.path)
        token, _, name = head.path.removeprefix("/bot").partition("/")
        fault = self.faults.next(name)
        if fault and fault.fate is Fate.DROP_BEFORE:
            return None
        arguments = params(head, await read_body(reader, head))
        status, body = await self._answer(token, name, arguments, fault)
        self.state.record(call=Call(name, arguments.decoded, self.state.clock(), status))
        return await self._spoilt(status, body, fault)

    async def _answer(self, token: str, name: str, arguments: Params, fault: Fault | None) -> _Answer:
        method = METHODS.get(name.lower())
        try:
            if token != self.token:
                raise _BAD_TOKEN if token.partition(":")[0].isdecimal() and ":" in token else _NOT_FOUND
            if method is None:
                raise _NOT_FOUND
            if fault and fault.fate is Fate.RATE_LIMITED:
                raise too_many(fault.seconds)
            if fault and fault.fate is Fate.SERVER_ERROR:
                return fault.status, _GATEWAY
            result = await method(self.state, arguments)
        except Refused as refused:
            return refused.status, json.dumps(refused.answer).encode()
        if fault and fault.fate is Fate.REORDER and isinstance(result, list):
            result = self.faults.rng.sample(result, len(result))
        body = json.dumps({"ok": True, "result": result}).encode()
        for said, instead in self.garbled.items():
            body = body.replace(said, instead)
        return 200, body

    async def _spoilt(self, status: int, body: bytes, fault: Fault | None) -> bytes | None:
        if fault is None:
            return answer(status, body)
        match fault.fate:
            case Fate.HANG_AFTER:
                await self._over.wait()
                return None
            case Fate.DROP_AFTER:
                return None
            case Fate.SERVER_ERROR_AFTER:
                return answer(fault.status, _GATEWAY)
            case Fate.MALFORMED:
                return answer(status, body[: len(body) // 2])
        return answer(status, body)

    async def _download(self, path: str) -> bytes | None:
        fault = self.faults.next(DOWNLOAD)
        if fault and fault.fate is Fate.SERVER_ERROR:
            return answer(fault.status, _GATEWAY)
        if fault and fault.fate is Fate.HANG_AFTER:
            await self._over.wait()
        if fault:
            return None
        token, _, rest = path.removeprefix("/file/bot").partition("/")
        content = self.state.files.get(rest.removeprefix("files/"))
        if token != self.token or content is None:
            return answer(404, json.dumps(_NOT_FOUND.answer).encode())
        return answer(200, content, "application/octet-stream")

    def _control(self, head: Head, body: bytes) -> Any:
        verb, arguments = head.path.removeprefix("/control/"), json.loads(body or b"{}")
        match verb:
            case "sent":
                return [asdict(sent) for sent in self.state.sent]
            case "waiting":
                return self.state.queue
            case "plan":
                return self.faults.plan(arguments["method"], *map(Fate, arguments["fates"]))
        if verb.startswith("_") or verb not in vars(People):
            return {"error": f"no {verb}"}
        return getattr(self, verb)(**arguments)


async def _run(port: int, token: str) -> None:
    async with FakeTelegram(port=port, token=token) as fake:
        print(fake.url, flush=True)  # noqa: T201 - whoever started this reads it
        await asyncio.Event().wait()


def main() -> None:
    """Serves until interrupted."""
    parser = argparse.ArgumentParser(description="A fake Telegram Bot API on loopback.")
    parser.add_argument("--port", type=int, default=8088)
    parser.add_argument("--token", default=TOKEN)
    arguments = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(arguments.port, arguments.token))


if __name__ == "__main__":
    main()
