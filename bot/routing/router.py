"""Decides which specialty a message belongs to, and says why.

Rules first, then the nearest lay phrases, then, only where those hardly tell two specialties apart and a model is
there, the model. Phrases are always compared under the local model: routing needs no network.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp

from pydantic import BaseModel

from bot.ports import Turn
from bot.profile import Profile
from bot.routing.phrases import PhraseIndex, Vote
from bot.routing.rules import fold, is_follow_up, is_greeting, is_injection, is_thanks
from rag.notes.ports import NoteIndex
from rag.ports import ChatModel, Embedder, Prompt, ProviderError
from rag.types import GENERAL, Specialty, Vector

UNSURE = 0.6
"""Confidence below which the model is asked."""
MARGIN_SCALE = 20.0
"""Turns a difference of two mean cosines into log-odds; fitted on the development half of tests/golden."""
NEAR_NOTHING = 0.42
"""Score of the best vote below which a message is near no phrase at all."""
SHORT = 12
"""Words in a short question."""
STRONG = 0.75
"""Confidence from which a message that could be a follow-up opens its own subject."""


class Reason(StrEnum):
    """What decided."""

    GREETING = "greeting"
    THANKS = "thanks"
    INJECTION = "injection"
    KEYWORD = "keyword"
    PHRASE = "phrase"
    MODEL = "model"
    FOLLOW_UP = "follow_up"
    NO_TEXT = "no_text"


@dataclass(frozen=True, slots=True)
class Routing:
    """Where a message goes. `confidence` is in [0, 1]; `query_text` is what to retrieve with, `vector` its vector."""

    specialty: Specialty
    reason: Reason
    detail: str
    confidence: float
    query_text: str
    vector: Vector | None

    def as_dict(self) -> Mapping[str, object]:
        """For storage, without the message's text."""
        return {
            "specialty": self.specialty,
            "reason": self.reason,
            "detail": self.detail,
            "confidence": round(self.confidence, 4),
        }


class _Choice(BaseModel):
    specialty: str


@dataclass(slots=True)
class Router:
    """Holds the corpus's lay phrases in memory; `refresh` reads them again when the corpus has changed."""

    index: NoteIndex
    local: Embedder
    profiles: Sequence[Profile]
    model: ChatModel | None
    prompt: str
    _phrases: PhraseIndex | None = None
    _version: str | None = None

    async def refresh(self, version: str) -> None:
        """Reads the phrases of corpus `version`, unless they are the ones in memory."""
        if self._phrases is None or version != self._version:
            self._phrases = PhraseIndex.build(await self.index.routing_phrases(self.local.name))
            self._version = version

    async def route(self, text: str, turn: Turn | None, *, allow_model: bool) -> Routing:
        """The specialty of `text`. `turn` is the last clinical question; without `allow_model` the text stays here."""
        ruled = self._by_rule(text)
        if ruled:
            return ruled
        vector = await self.local.embed_query(text)
        votes = self._phrases.votes(vector) if self._phrases else []
        chosen = self._by_keyword(text, vector) or _by_vote(text, vector, votes)
        if turn and _follows(text, turn, chosen, votes):
            return await self._following(text, turn)
        if chosen.reason is Reason.PHRASE and chosen.confidence < UNSURE and self.model and allow_model:
            return await self._by_model(self.model, text, chosen)
        return chosen

    def _by_rule(self, text: str) -> Routing | None:
        rules = ((is_injection, Reason.INJECTION), (is_greeting, Reason.GREETING), (is_thanks, Reason.THANKS))
        for applies, reason in rules:
            if applies(text):
                return Routing(GENERAL, reason, "", 1.0, text, None)
        if not any(c.isalnum() for c in text):
            return Routing(GENERAL, Reason.NO_TEXT, "", 1.0, text, None)
        return None

    def _by_keyword(self, text: str, vector: Vector) -> Routing | None:
        folded = fold(text)
        for profile in self.profiles:
            for word in profile.keywords:
                if re.search(rf"\b{re.escape(fold(word))}\b", folded):
                    return Routing(profile.specialty, Reason.KEYWORD, word, 1.0, text, vector)
        return None

    async def _following(self, text: str, turn: Turn) -> Routing:
        together = f"{turn.question}\n{text}"
        vector = await self.local.embed_query(together)
        return Routing(turn.specialty, Reason.FOLLOW_UP, "", 0.9, together, vector)

    async def _by_model(self, model: ChatModel, text: str, fallback: Routing) -> Routing:
        names = [*(p.specialty for p in self.profiles), GENERAL]
        prompt = Prompt(
            self.prompt, json.dumps({"specialties": names, "message": text}, ensure_ascii=False), _Choice, 200
        )
        try:
            completion = await model.complete(prompt)
        except ProviderError:
            return fallback
        chosen = completion.parsed
        if not isinstance(chosen, _Choice) or chosen.specialty not in names:
            return fallback
        return Routing(chosen.specialty, Reason.MODEL, model.name, 0.8, text, fallback.vector)


def _follows(text: str, turn: Turn, chosen: Routing, votes: Sequence[Vote]) -> bool:
    """Whether a message leans on the last question: it says so, or it is a short question near to nothing known."""
    own_subject = chosen.confidence >= STRONG and chosen.specialty not in {turn.specialty, GENERAL}
    if is_follow_up(text):
        return not own_subject
    about_the_bot = chosen.specialty == GENERAL and chosen.confidence >= UNSURE
    short_question = text.rstrip().endswith("?") and len(text.split()) <= SHORT
    return short_question and not about_the_bot and bool(votes) and votes[0].score < NEAR_NOTHING


def _by_vote(text: str, vector: Vector, votes: Sequence[Vote]) -> Routing:
    if not votes:
        return Routing(GENERAL, Reason.PHRASE, "", 0.0, text, vector)
    best = votes[0]
    second = votes[1].score if len(votes) > 1 else 0.0
    confidence = 1 / (1 + exp(-MARGIN_SCALE * (best.score - second)))
    return Routing(best.specialty, Reason.PHRASE, best.nearest, confidence, text, vector)
