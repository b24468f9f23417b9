"""Where a message goes and what decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rag.types import GENERAL, Specialty, Vector


class Reason(StrEnum):
    """What decided."""

    GREETING = "greeting"
    THANKS = "thanks"
    INJECTION = "injection"
    KEYWORD = "keyword"
    PHRASE = "phrase"
    MODEL = "model"
    FOLLOW_UP = "follow_up"
    AFTER_EMERGENCY = "after_emergency"
    NO_TEXT = "no_text"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A model that was asked, with the SHA-256 of its prompt's text in hex; no tokens where it gave no answer."""

    model: str
    prompt_hash: str
    tokens_in: int | None = None
    tokens_out: int | None = None

    def as_dict(self) -> Mapping[str, object]:
        """For storage."""
        return {
            "model": self.model,
            "prompt_hash": self.prompt_hash,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
        }


@dataclass(frozen=True, slots=True)
class Routing:
    """Where a message goes. `confidence` is in [0, 1].

    `asked` is the message itself; `query_text` is what to retrieve with, the question before it included where it
    follows one, and `vector` that text's vector under the local model. `detail` is the keyword, the nearest phrase or
    the rule of the emergency before. `call` is there where a model was asked, `degraded` says why it did not decide.
    """

    specialty: Specialty
    reason: Reason
    detail: str
    confidence: float
    asked: str
    query_text: str
    vector: Vector | None
    call: ModelCall | None = None
    degraded: tuple[str, ...] = ()

    def as_dict(self, *, consented: bool = False) -> Mapping[str, object]:
        """For storage, without the message's text; without consent, nothing that tells what it was about either."""
        stored: dict[str, object] = {
            "specialty": self.specialty if consented else GENERAL,
            "reason": self.reason,
            "confidence": round(self.confidence, 4),
        }
        if consented:
            stored["detail"] = self.detail
        if self.call:
            stored |= self.call.as_dict()
        if self.degraded:
            stored["degraded"] = list(self.degraded)
        return stored
