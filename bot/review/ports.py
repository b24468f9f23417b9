"""What the console needs from storage. Adapters: `bot.adapters.review`.

A method that returns a patient's words takes the viewer, and writes the look down in the audit log in the same
transaction: there is no look without its line. All raise StorageError where the database is away.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from bot.review.records import (
    Agreement,
    AuditRow,
    CaseLine,
    CaseRecord,
    Chain,
    Cursor,
    FailedUpdate,
    Filters,
    Gauges,
    Identity,
    Impact,
    Judgement,
    Label,
    Operator,
    Replayed,
    ReplyLine,
    ReplyRecord,
    SavedFilters,
    UnknownSend,
    Viewer,
)
from rag.types import Language


class Access(Protocol):
    """Operators and their sessions. Tokens are the cookie's; only their hashes are kept."""

    async def log_in(self, name: str, password: str, address: str, at: datetime) -> str | None:
        """A new session's token; None where name and password don't fit, or too many tries were made (`throttled`)."""

    async def throttled(self, name: str, address: str, at: datetime) -> int:
        """Seconds until this name from this address may try again; 0: at once."""

    async def session(self, token: str, at: datetime) -> Operator | None:
        """Who it belongs to, and marks it used; None where it is unknown, ended, or was left idle too long."""

    async def log_out(self, token: str, at: datetime) -> None:
        """Ends it."""

    async def speak(self, operator: Operator, language: Language) -> None:
        """Keeps the operator's language."""


class Queue(Protocol):
    """Lists, newest first."""

    async def replies(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[ReplyLine]:
        """One page."""

    async def cases(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[CaseLine]:
        """One page; `verdict`, `below`, `degraded` and `text` don't apply."""

    async def saved(self, operator: Operator) -> list[SavedFilters]:
        """The operator's own, by name."""

    async def save(self, operator: Operator, name: str, query: str) -> None:
        """Keeps them under a name of the operator's; one of that name is replaced."""

    async def forget(self, operator: Operator, saved_id: int) -> None:
        """Drops one of the operator's own."""


class Records(Protocol):
    """One thing in full. None: there is none of that id."""

    async def reply(self, viewer: Viewer, reply_id: uuid.UUID) -> ReplyRecord | None:
        """A reply."""

    async def case(self, viewer: Viewer, case_id: uuid.UUID) -> CaseRecord | None:
        """A case, its labels in the operator's language."""

    async def reveal(self, viewer: Viewer, reply_id: uuid.UUID, reason: str) -> Identity | None:
        """Whom a reply went to; the reason is kept in the audit log."""

    async def replay(self, viewer: Viewer, reply_id: uuid.UUID) -> Replayed | None:
        """The reply's retrieval, run again."""


class Impacts(Protocol):
    """What a change would do, before it is published."""

    async def of(self, viewer: Viewer, files: Mapping[str, bytes]) -> Impact:
        """Of revised notes, by file name, as `ingest_notes.py` takes them. Raises rag.notes.errors.NoteErrors."""


class Reviews(Protocol):
    """What reviewers say."""

    async def judge_reply(
        self, viewer: Viewer, reply_id: uuid.UUID, judgement: Judgement, labels: Sequence[Label], reason: str
    ) -> None:
        """Adds a review. LookupError where there is no such reply."""

    async def judge_case(self, viewer: Viewer, case_id: uuid.UUID, judgement: Judgement, reason: str) -> None:
        """Adds a review. LookupError where there is no such case."""

    async def agreement(self) -> list[Agreement]:
        """By week and specialty, the oldest first; the latest review of each operator and reply counts."""

    async def labelled(self, viewer: Viewer) -> list[Mapping[str, Any]]:
        """Reviewed replies, pseudonymised.

        One mapping an item: id, language, specialty, question, answer, titles, judgement, labels, reason.
        """


class Deliveries(Protocol):
    """What did not go as it should."""

    async def gauges(self) -> Gauges:
        """The state of this moment."""

    async def failed(self, most: int) -> list[FailedUpdate]:
        """Dead and quarantined updates, newest first; no words of theirs."""

    async def unknown(self, most: int) -> list[UnknownSend]:
        """Sends of unknown end, newest first."""

    async def run_again(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        """Puts a dead update back into its chat's queue; False where it can't be. Audited."""

    async def discard(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        """Ends it for good, its payload gone; False where there is none. Audited."""


class Audit(Protocol):
    """The chain of what operators did and saw."""

    async def page(self, before: int | None, most: int) -> list[AuditRow]:
        """Newest first."""

    async def verify(self) -> Chain:
        """Reads the whole chain."""
