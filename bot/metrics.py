"""What is counted, as ports: whoever does the work says what happened, and knows nothing of Prometheus.

No label ever comes from a person: all are names and codes of our own, so that their number stays small.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from rag.notes.naming import Condition
from rag.notes.ports import Coverage, NoteIndex, RoutingPhrase, StoredSentence
from rag.ports import ChatModel, Completion, Embedder, Outage, Prompt, ProviderError
from rag.types import Passage, Specialty, Vector


class Outcome(StrEnum):
    """How one try to send ended."""

    SENT = "sent"
    THROTTLED = "throttled"
    UNSENT = "unsent"
    SERVER_FAILED = "server_failed"
    UNKNOWN = "unknown"
    BLOCKED = "blocked"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a provider. `outcome` is "ok", an Outage, "cancelled" or "fault"; `seconds` its whole length."""

    model: str
    outcome: str
    seconds: float
    tokens_in: int | None = None
    tokens_out: int | None = None


class DeliveryMeter(Protocol):
    """What delivery counts."""

    def received(self, new: int, duplicates: int = 0) -> None:
        """A batch of updates was made safe; `duplicates` had been before."""

    def refused(self, status: int) -> None:
        """The webhook answered a request with `status`, which is not 200."""

    def sent(self, outcome: Outcome) -> None:
        """One try to send one part ended."""

    def throttled(self) -> None:
        """Telegram answered 429, to whatever method."""

    def gave_up(self) -> None:
        """An update was given up: a dead letter."""

    def handled(self, seconds: float, degraded: Sequence[str] = ()) -> None:
        """One message was handled, `seconds` after its receipt; `degraded` are the reasons of its replies."""


class AnswerMeter(Protocol):
    """What thinking counts."""

    def retrieved(self, passages: int, wanted: int) -> None:
        """A search of the notes gave `passages` of the `wanted` ones."""

    def rejected(self) -> None:
        """A model's text failed grounding."""

    def alarmed(self, family: str) -> None:
        """An emergency of that family (`bot.redflags`) was answered."""

    def modelled(self, call: ModelCall) -> None:
        """A provider was called."""


class Meter(DeliveryMeter, AnswerMeter, Protocol):
    """Everything that is counted."""


class NullMeter:
    """Counts nothing: for the console and for tests."""

    def received(self, new: int, duplicates: int = 0) -> None:
        """Nothing."""

    def refused(self, status: int) -> None:
        """Nothing."""

    def sent(self, outcome: Outcome) -> None:
        """Nothing."""

    def throttled(self) -> None:
        """Nothing."""

    def gave_up(self) -> None:
        """Nothing."""

    def handled(self, seconds: float, degraded: Sequence[str] = ()) -> None:
        """Nothing."""

    def retrieved(self, passages: int, wanted: int) -> None:
        """Nothing."""

    def rejected(self) -> None:
        """Nothing."""

    def alarmed(self, family: str) -> None:
        """Nothing."""

    def modelled(self, call: ModelCall) -> None:
        """Nothing."""


OUTBOX_STATES: Final = ("pending", "sending", "unknown", "failed")
"""Those that are counted. What was sent is by far the most, and each process counts its own."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What the database knows of its queues, for all processes together.

    `depth` counts updates that wait or are being handled. `oldest_s` is for how long, in seconds, the chat that is due
    the longest has not been taken up (0 with none): one that is held back, or waits for another try, is not due.
    `outbox` counts rows by state.
    """

    depth: int = 0
    oldest_s: float = 0.0
    dead: int = 0
    quarantined: int = 0
    outbox: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MeteredChatModel:
    """A chat model whose calls are counted. Goes around the provider and inside the guard, so that only real calls are.

    `clock` is monotonic.
    """

    model: ChatModel
    meter: AnswerMeter
    clock: Callable[[], float]

    @property
    def name(self) -> str:
        """The model's."""
        return self.model.name

    async def complete(self, prompt: Prompt) -> Completion:
        """The model's answer."""
        started = self.clock()
        try:
            completion = await self.model.complete(prompt)
        except BaseException as error:
            self.meter.modelled(ModelCall(self.name, _outcome(error), self.clock() - started))
            raise
        seconds = self.clock() - started
        self.meter.modelled(ModelCall(self.name, "ok", seconds, completion.tokens_in, completion.tokens_out))
        return completion


@dataclass(frozen=True, slots=True)
class MeteredEmbedder:
    """An embedder whose questions are counted; ingestion's documents are not. `clock` is monotonic."""

    embedder: Embedder
    meter: AnswerMeter
    clock: Callable[[], float]

    @property
    def name(self) -> str:
        """The model's."""
        return self.embedder.name

    @property
    def max_tokens(self) -> int:
        """The model's."""
        return self.embedder.max_tokens

    async def embed_query(self, text: str) -> Vector:
        """The model's vector."""
        started = self.clock()
        try:
            vector = await self.embedder.embed_query(text)
        except BaseException as error:
            self.meter.modelled(ModelCall(self.name, _outcome(error), self.clock() - started))
            raise
        self.meter.modelled(ModelCall(self.name, "ok", self.clock() - started))
        return vector

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """The model's vectors."""
        return await self.embedder.embed_documents(texts)

    def count_tokens(self, text: str) -> int:
        """The model's estimate."""
        return self.embedder.count_tokens(text)


@dataclass(frozen=True, slots=True)
class MeteredNoteIndex:
    """A note index whose searches are counted."""

    index: NoteIndex
    meter: AnswerMeter

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        """The index's."""
        passages = await self.index.nearest(vector, specialty, count, model)
        self.meter.retrieved(len(passages), count)
        return passages

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        """The index's."""
        return await self.index.sentences(document_ids)

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        """The index's."""
        return await self.index.routing_phrases(model)

    async def conditions(self, model: str) -> Sequence[Condition]:
        """The index's."""
        return await self.index.conditions(model)

    async def coverage(self, model: str) -> Coverage:
        """The index's."""
        return await self.index.coverage(model)


def _outcome(error: BaseException) -> str:
    match error:
        case ProviderError(reason=Outage() as reason):
            return str(reason)
        case asyncio.CancelledError():  # the guard's deadline, or the end of the process
            return "cancelled"
    return "fault"
