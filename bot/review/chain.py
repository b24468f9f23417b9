"""The audit chain, checked by itself: what a line's hash is of, and the first link that does not hold. Pure.

`audit_line` in sql/functions/review.sql makes the same text.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.review.records import Chain

GENESIS: Final = "0" * 64
"""What the first line has for the hash before it."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Link:
    """One line as it is stored; `detail` is PostgreSQL's own text of its JSON."""

    seq: int
    at: datetime
    operator_id: uuid.UUID | None
    operator: str
    address: str
    action: str
    subject: str
    detail: str
    previous: str
    hash: str

    @property
    def text(self) -> str:
        """What the hash is of: each field as its length in bytes, a colon, itself and a comma."""
        micros = (self.at - _EPOCH) // timedelta(microseconds=1)
        operator = str(self.operator_id) if self.operator_id else ""
        parts = [str(self.seq), str(micros), operator, self.operator, self.address, self.action, self.subject]
        return "".join(f"{len(part.encode())}:{part}," for part in [*parts, self.detail, self.previous])


def true_hash(link: Link) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(link.text.encode()).hexdigest()


EMPTY: Final = Chain(0, GENESIS, None)


def followed(so_far: Chain, links: Iterable[Link]) -> Chain:
    """A chain that held so far, and the next links in order; it stops at the first that does not hold."""
    for link in links:
        if why := _fault(so_far, link):
            return replace(so_far, broken_at=link.seq, reason=why)
        so_far = Chain(link.seq, link.hash, None)
    return so_far


def _fault(so_far: Chain, link: Link) -> str:
    if link.seq != so_far.length + 1:
        return f"line {so_far.length + 1} is missing"
    if link.previous != so_far.head:
        return "it does not name the hash of the line before"
    if link.hash != true_hash(link):
        return "its hash is not of what it says"
    return ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A head of the chain, kept elsewhere: what came before it can't be made anew unseen."""

    length: int
    head: str

    def written(self) -> str:
        """One line of text."""
        return f"{self.length} {self.head}\n"


def read_anchor(text: str) -> Anchor:
    """An anchor from its line. Raises ValueError."""
    length, _, head = text.strip().partition(" ")
    if not (length.isdecimal() and len(head) == len(GENESIS) and set(head) <= set("0123456789abcdef")):
        raise ValueError("not a length and a hash")
    return Anchor(int(length), head)
