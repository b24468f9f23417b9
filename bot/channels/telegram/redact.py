"""Keeps a bot token out of logs: the second line of defence, after `transport`, which never hands it out."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, MutableMapping
from typing import Any
from urllib.parse import quote

from pydantic import SecretStr

_SHAPE = re.compile(r"\d{6,}(?::|%3[Aa])[\w-]{30,}")
_HIDDEN = "[token]"
_CHATTY = ("httpx", "httpcore", "telegram")


class Redactor(logging.Filter):
    """Hides the token, and anything shaped like one, in log records.

    A logging filter for handlers (a filter on a logger misses its children), and a structlog processor.
    """

    def __init__(self, token: SecretStr) -> None:
        super().__init__()
        secret = token.get_secret_value()
        self._forms = {secret, quote(secret, safe=""), quote(secret)} - {""}

    def __repr__(self) -> str:
        return "Redactor()"

    def text(self, text: str) -> str:
        """`text` without the token."""
        for form in self._forms:
            text = text.replace(form, _HIDDEN)
        return _SHAPE.sub(_HIDDEN, text)

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrites message and traceback of `record`; lets every record pass."""
        record.msg, record.args = self.text(record.getMessage()), ()
        if record.exc_info:
            trace = record.exc_text or logging.Formatter().formatException(record.exc_info)
            record.exc_text = self.text(trace)
        if record.stack_info:
            record.stack_info = self.text(record.stack_info)
        return True

    def __call__(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """As a structlog processor: put it last but for the renderer, after exceptions became text."""
        for key, value in event.items():
            event[key] = self._value(value)
        return event

    def _value(self, value: object) -> object:
        match value:
            case str():
                return self.text(value)
            case dict():
                return {key: self._value(inner) for key, inner in value.items()}
            case list() | tuple():
                return [self._value(inner) for inner in value]
            case None | bool() | int() | float():
                return value
        shown = repr(value)
        hidden = self.text(shown)
        return value if shown == hidden else hidden


def install(token: SecretStr, handlers: Iterable[logging.Handler]) -> Redactor:
    """Adds the filter to `handlers`, and keeps the HTTP libraries at WARNING whatever LOG_LEVEL says.

    Below that httpx logs addresses and python-telegram-bot logs what people and bot write.
    """
    redactor = Redactor(token)
    for handler in handlers:
        handler.addFilter(redactor)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    return redactor
