"""What retrieval and answering ask of the world. Adapters implement these; bootstrap chooses among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

import pydantic

from rag.types import Vector


class Outage(StrEnum):
    """Why a provider gave no usable answer."""

    DOWN = "down"
    """No connection, a dropped one, or a 5xx."""
    SLOW = "slow"
    """Our own deadline passed."""
    QUOTA = "quota"
    """429: too many requests or tokens, this minute or this day."""
    BLOCKED = "blocked"
    """The provider withheld its answer (safety), or gave no candidate."""
    TRUNCATED = "truncated"
    """The answer met the limit of output tokens."""
    BAD_OUTPUT = "bad_output"
    """Not JSON, another schema, another count or dimension, or numbers that aren't finite."""
    REFUSED = "refused"
    """Key, permission, model or request not accepted (4xx other than 429)."""


class ProviderError(Exception):
    """A provider gave no usable answer.

    `detail` is made of our own words, codes and counts: never of the user's text, the provider's or the key.
    `retry_after` is in seconds, where the provider said it; `daily` tells a day's quota from a minute's.
    """

    def __init__(
        self, reason: Outage, detail: str = "", *, retry_after: float | None = None, daily: bool = False
    ) -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.retry_after = retry_after
        self.daily = daily


class StorageError(Exception):
    """The database was away or could not do what it was asked: the same may go well at another try.

    A refusal of the values themselves (of their form, a constraint, a right) is none: it stays the adapter's own error.
    """


class Embedder(Protocol):
    """Texts to unit vectors of one model.

    Every vector has EMBEDDING_DIMENSIONS finite components and norm 1. A blank text is a ValueError:
    nothing can be near it. Any other failure is a ProviderError.
    """

    @property
    def name(self) -> str:
        """The model, stored with each vector: vectors of two names are never compared."""
        ...

    @property
    def max_tokens(self) -> int:
        """The longest text accepted, in tokens as `count_tokens` counts them."""
        ...

    async def embed_query(self, text: str) -> Vector:
        """The vector of a question; of its beginning, if it is long."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order; no texts, no call. A text over `max_tokens` is a ValueError."""
        ...

    def count_tokens(self, text: str) -> int:
        """A cheap estimate that errs upwards."""
        ...


_IMAGE_TOKENS: Final = 3_096
_AUDIO_TOKENS_A_SECOND: Final = 32
_AUDIO_BYTES_A_SECOND: Final = 2_000


@dataclass(frozen=True, slots=True)
class Media:
    """A picture or a recording that goes along with a prompt. Its bytes appear in no repr, so in no log either."""

    mime_type: str
    content: bytes = field(repr=False)

    @property
    def tokens(self) -> int:
        """A cheap estimate that errs upwards.

        A picture of 2560 x 1920 is twelve tiles of 258 tokens, a second of sound 32 tokens
        (ai.google.dev/gemini-api/docs/tokens); speech is seldom packed into less than 16 kbit/s.
        """
        if self.mime_type.startswith("image/"):
            return _IMAGE_TOKENS
        return _AUDIO_TOKENS_A_SECOND * (1 + len(self.content) // _AUDIO_BYTES_A_SECOND)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a chat model is asked. With a `schema`, the answer is JSON of that model; `media` is read before `user`."""

    system: str
    user: str
    schema: type[pydantic.BaseModel] | None
    max_output_tokens: int
    media: Media | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer: `parsed` is set exactly when the prompt had a schema.

    `tokens_out` includes tokens spent thinking; `finish` is the provider's own word for why it stopped.
    """

    text: str
    parsed: pydantic.BaseModel | None
    tokens_in: int
    tokens_out: int
    finish: str


class ChatModel(Protocol):
    """Prompts to whole answers; anything less than a whole answer is a ProviderError."""

    @property
    def name(self) -> str:
        """The model, stored with each reply."""
        ...

    async def complete(self, prompt: Prompt) -> Completion:
        """The answer to one prompt."""
        ...
