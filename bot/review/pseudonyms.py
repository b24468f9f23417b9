"""People without their names: the beginning of a keyed hash, and marks that only the person's own id can undo. Pure."""

from __future__ import annotations

import hashlib
import hmac
import uuid
from dataclasses import dataclass
from typing import Final

from pydantic import SecretStr

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Keyed by FONTE_SECRET."""

    secret: SecretStr

    def person(self, user: uuid.UUID) -> str:
        """The first hexadecimal digits of HMAC-SHA256 over the id in `users`, as logs have them (`bot.logs`)."""
        return self._hash(str(user))[:_SHOWN]

    def mark(self, reply: uuid.UUID, user: uuid.UUID) -> str:
        """Ties one reply to its person for whoever knows both ids, and one reply's mark to another's for nobody."""
        return self._hash(f"{reply}:{user}")

    def _hash(self, text: str) -> str:
        return hmac.new(self.secret.get_secret_value().encode(), text.encode(), hashlib.sha256).hexdigest()
