"""What the conversation needs from storage. Adapter: `bot.adapters.conversations`."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from enum import StrEnum
from typing import Any, Final, Protocol

from bot.messages import Kind, Status
from rag.types import Language, Source, Specialty, Vector

_USERS = uuid.UUID("6f1d8a52-7f0c-5a2e-9a55-0f6f6e746531")


@dataclass(frozen=True, slots=True)
class Person:
    """Who writes: a channel and the channel's own id of the user."""

    channel: str
    external_id: str

    @property
    def id(self) -> uuid.UUID:
        """The id in `users`: derived, so that row-level security can be set before the row is read."""
        return uuid.uuid5(_USERS, f"{self.channel}:{self.external_id}")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a follow-up follows: the last clinical question answered from a source, or an emergency since.

    `question` is one that stands alone, whatever follow-ups came after it. `emergency` is the rule that spoke, None
    where there was none; then the specialty is the general one and the question empty.
    """

    specialty: Specialty
    question: str
    at: datetime
    emergency: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A question of the diary's that waits for its answer (`bot.diary.drafts` reads `payload`)."""

    id: uuid.UUID
    kind: str
    payload: Mapping[str, Any]
    message: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of a person before a message is thought about. `language` is their own choice, if they made one.

    `incomplete` are the embedding models under which not all of the corpus can be found at this moment. `timezone` is
    their own choice too, by name; their days begin at `day_start`. `pending` is a question that waits for its answer.
    `cases` are the rows of the open consultations with their facts, the one last spoken of first
    (`bot.consultation.case.case_of` reads them). `memory` is what is remembered of them (`bot.memory.template.parse`).
    """

    person: Person
    language: Language | None = None
    consented: bool = False
    turn: Turn | None = None
    corpus_version: str = ""
    incomplete: frozenset[str] = frozenset()
    timezone: str | None = None
    day_start: time = time(0)
    pending: Pending | None = None
    cases: tuple[Mapping[str, Any], ...] = ()
    memory: str = ""


@dataclass(frozen=True, slots=True)
class PromptText:
    """A prompt, kept by the SHA-256 of its text so that a reply's prompt can be read months later."""

    hash: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What stands beside a reply: how it came about (DESIGN.md, "Provenance that can be replayed")."""

    routing: Mapping[str, object] | None = None
    query_text: str | None = None
    query_embedding: Vector | None = None
    embedding_model: str | None = None
    chat_model: str | None = None
    prompt: PromptText | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    latency_ms: float | None = None
    verdict: Mapping[str, object] | None = None
    degraded: tuple[str, ...] = ()
    evidence: tuple[Mapping[str, object], ...] = ()

    def timed(self, milliseconds: float) -> Provenance:
        """The same, with how long the reply took."""
        return replace(self, latency_ms=milliseconds)


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One row of `mensagens`. `text` is plain; None where the person has not consented."""

    id: uuid.UUID
    direction: str
    kind: Kind
    language: Language
    created_at: datetime
    text: str | None = None
    in_reply_to: uuid.UUID | None = None
    external_id: str | None = None
    specialty: Specialty | None = None
    status: Status | None = None
    sources: tuple[Source, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """A button under a reply: the token that a channel carries for it, and what it does."""

    token: str
    reply_id: uuid.UUID
    data: str


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """One source of an answer, with what stands in the note's row."""

    source: Source
    specialty: Specialty
    content: str
    note: str
    note_date: str
    review_date: str | None
    demonstration: bool
    retired: bool


MOST_MEDIA_MB: Final = 8
MOST_MEDIA: Final = MOST_MEDIA_MB * 1024 * 1024
"""Bytes of a photo or voice note that is read: less than the 20 MB of the Bot API, and of Gemini after its base64."""


class MediaProblem(StrEnum):
    """Why a file can't be had."""

    MISSING = "missing"
    """There is none by that name, or it can't be read."""
    TOO_LARGE = "too_large"
    """It is larger than MOST_MEDIA."""
    UNREACHABLE = "unreachable"
    """Whoever holds it gave no answer, or no file."""


class MediaError(Exception):
    """A file can't be had. Its text holds no name and no address."""

    def __init__(self, problem: MediaProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


class MediaSource(Protocol):
    """Where a channel keeps the files of its messages. Adapters stand in the channels."""

    async def fetch(self, media: str) -> bytes:
        """The bytes of `Incoming.media`, at most MOST_MEDIA of them. Raises MediaError, nothing else."""


class Transaction(Protocol):
    """One open transaction in the name of one person."""

    async def keep_person(self, language: Language | None, terms: str = "") -> bool:
        """Makes the person's row if it is missing, and holds it to the end of the transaction.

        A `language` given is their choice from now on. Returns whether they consent to `terms` at this moment.
        """

    async def record(self, rows: Sequence[MessageRow], buttons: Sequence[ButtonRow] = ()) -> None:
        """Appends messages, with the prompts they used and the buttons under them."""

    async def use_button(self, token: str, at: datetime) -> bool:
        """Spends a button; false where it is spent already or not theirs."""

    async def set_consent(self, version: str, at: datetime, *, granted: bool) -> None:
        """Grants or withdraws; withdrawing ends every grant."""

    async def end_subject(self) -> None:
        """What is said from now on follows nothing said before."""

    async def end_urgently(self, since: datetime, at: datetime) -> None:
        """Ends the open consultation last spoken of as an emergency, if it was spoken of after `since`."""

    async def erase(self) -> None:
        """Deletes the person and everything that is theirs."""


class Conversations(Protocol):
    """Where people and messages are kept."""

    async def session(self, person: Person, terms: str, since: datetime, at: datetime) -> Session:
        """One short read: choice of language, consent to `terms`, the last clinical turn not before `since`.

        A question waits for its answer as long as it has not expired `at` the time of the message.
        """

    def transaction(self, person: Person) -> AbstractAsyncContextManager[Transaction]:
        """Commits at the end of the block, or rolls back on an exception."""

    async def button(self, person: Person, token: str) -> str | None:
        """What a button of theirs does; None where there is none by that token, or it is spent."""

    async def sources_of(self, person: Person, message: uuid.UUID | None) -> Sequence[CitedPassage]:
        """The passages of that answer of theirs, or of their last one that has any."""
