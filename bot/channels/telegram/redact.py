"""Keeps a bot token out of logs: the second line of defence, after `transport`, which never hands it out."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import quote

from pydantic import SecretStr

_SHAPE = re.compile(r"\d{6,}(?::|%3[Aa])[\w-]{30,}")
_HIDDEN = "[token]"


class Redactor:
    """A structlog processor that hides the token, and anything shaped like one. Put it last but for the renderer."""

    def __init__(self, token: SecretStr) -> None:
        secret = token.get_secret_value()
        self._forms = {secret, quote(secret, safe=""), quote(secret)} - {""}

    def __repr__(self) -> str:
        return "Redactor()"

    def text(self, text: str) -> str:
        """`text` without the token."""
        for form in self._forms:
            text = text.replace(form, _HIDDEN)
        return _SHAPE.sub(_HIDDEN, text)

    def __call__(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Rewrites the event's values, at any depth."""
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
