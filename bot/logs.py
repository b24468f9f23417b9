"""Logs: structured, on standard error, with hashed ids, and never a message's text or a secret.

To find somebody's lines: `printf %s ID | openssl dgst -sha256 -hmac "$FONTE_SECRET" | cut -d' ' -f2 | cut -c1-12`.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import hmac
import logging
import math
import os
import secrets
import sys
import time
from collections.abc import Callable, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import structlog
from pydantic import SecretStr
from structlog.typing import Processor

_CHATTY: Final = ("httpx", "httpcore", "telegram", "google_genai", "asyncio", "urllib3")
_IDS: Final = frozenset({"user", "person", "chat", "message", "update", "query", "reply"})
"""Keys, with or without `_id`, whose values come from people."""
_EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_TOLD_EVERY_S: Final = 60.0
_SHOWN = 12
_SECRET_FILE = "secret"  # noqa: S105 - a file's name

Event = MutableMapping[str, Any]


def configure_logs(
    level: str, form: str, secret: SecretStr | None = None, processors: Sequence[Processor] = ()
) -> None:
    """Sets up structlog, and the standard library's logging for libraries, which speak from WARNING.

    `secret` keys the hashes of ids; without one they mean nothing outside this process. `processors` come last but for
    the renderer.
    """
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    hashing = IdHashing(secret or SecretStr(secrets.token_hex()))
    stamped: list[Processor] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso", utc=True)]
    chain: list[Processor] = [*stamped, hashing, untraced, *processors]
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, *chain, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    unmarked = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=[_named, *chain], processors=[unmarked, renderer])
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class IdHashing:
    """A structlog processor: ids of people, chats and messages become the beginning of their HMAC-SHA256."""

    secret: SecretStr
    _key: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_key", self.secret.get_secret_value().encode())

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        """Hashes what `_IDS` names."""
        for name in [name for name in event if name.removesuffix("_id") in _IDS]:
            event[name] = self._value(event[name])
        return event

    def _value(self, value: object) -> object:
        if value is None:
            return None
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(one) for one in value]
        return self.hashed(str(value))

    def hashed(self, given: str) -> str:
        """The first twelve hexadecimal digits."""
        return hmac.new(self._key, given.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:_SHOWN]


def untraced(_logger: object, _method: str, event: Event) -> Event:
    """A structlog processor: of an exception only the class stays, since its text and its frames quote people."""
    event.pop("stack_info", None)
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    if isinstance(raised, tuple):
        raised = raised[1]
    if isinstance(raised, BaseException):
        event.setdefault("error", type(raised).__name__)
    return event


def _named(_logger: object, _method: str, event: Event) -> Event:
    """A library's record says which library it is."""
    record = event.get("_record")
    if isinstance(record, logging.LogRecord):
        event["logger"] = record.name
    return event


def log_stray_errors(loop: asyncio.AbstractEventLoop, clock: Callable[[], float] = time.monotonic) -> None:
    """Has errors that nobody waits for logged by their class: asyncio's own words show the exception's.

    That the process is out of descriptors or memory is said once a minute by `clock` (seconds), not at each connection.
    """
    log: structlog.stdlib.BoundLogger = structlog.get_logger("asyncio")

    told = -math.inf

    def stray(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal told
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _EXHAUSTED:
            log.error("stray_error", error=type(error).__name__)
        elif clock() - told >= _TOLD_EVERY_S:
            told = clock()
            log.error("stray_error", error=type(error).__name__, errno=errno.errorcode[error.errno])

    loop.set_exception_handler(stray)


def kept_secret(given: SecretStr, home: Path) -> SecretStr:
    """The secret that is set, else the one kept in `home`, made there the first time and readable by its owner only.

    Raises OSError where none can be kept there, ValueError where what is kept is no secret.
    """
    if given.get_secret_value():
        return given
    path = home / _SECRET_FILE
    kept = _read(path) or _made(path)
    if not kept:
        raise ValueError(f"{_SECRET_FILE} is empty")
    return SecretStr(kept)


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        return ""


def _made(path: Path) -> str:
    """Written whole under another name first; of processes that start together, the first one's stays."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex() + "\n")
        with suppress(FileExistsError):
            path.hardlink_to(fresh)
    finally:
        fresh.unlink()
    return _read(path)
