"""Decides which specialty a message belongs to, and says why.

Rules first, then the nearest lay phrases, then, only where those hardly tell two specialties apart and a model is
there, the model. Phrases are always compared under the local model: routing needs no network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.ports import Turn
from bot.profile import Profile
from bot.routing import rules
from bot.routing.asking import ask_model
from bot.routing.naming import Naming, named
from bot.routing.phrases import PhraseIndex, Vote, confidence
from bot.routing.routing import Reason, Routing
from rag.notes.ports import NoteIndex
from rag.ports import ChatModel, Embedder
from rag.types import GENERAL, Specialty, Vector

UNSURE = 0.6
"""Confidence below which the model is asked."""
NEAR_NOTHING = 0.42
"""Score of the best vote below which a message is near no phrase at all."""
SHORT = 12
"""Words in a short question."""
STRONG = 0.75
"""Confidence from which a follow-up with words of another specialty opens its own subject."""
ABOUT = 0.1
"""Difference of two votes' scores up to which the one whose specialist is asked for decides."""
FEW = 2
"""Words of its own, beside the specialty's name, up to which a message is about what it names."""
ABOUT_THE_BOT = (0.9, 0.55)
"""Confidence and score from which a question that says "you" asks Fonte about itself."""
REMEMBERED = 1_000
"""Characters of the question before that a follow-up is read with."""


@dataclass(slots=True)
class Router:
    """Holds the corpus's lay phrases in memory; `refresh` reads them again when the corpus has changed."""

    index: NoteIndex
    local: Embedder
    profiles: Sequence[Profile]
    model: ChatModel | None
    prompt: str
    _phrases: PhraseIndex = field(default_factory=lambda: PhraseIndex.build(()))
    _version: str | None = None
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def warm(self, version: str) -> None:
        """Compiles the rules and reads the phrases of corpus `version`, so that no message waits for it."""
        await asyncio.to_thread(rules.warm)
        await self.refresh(version)

    async def refresh(self, version: str) -> None:
        """Reads the phrases of corpus `version`, unless they are the ones in memory; once, however many ask."""
        if version == self._version:
            return
        async with self._reading:
            if version != self._version:
                phrases = await self.index.routing_phrases(self.local.name)
                self._phrases = await asyncio.to_thread(PhraseIndex.build, phrases)
                self._version = version

    async def route(self, text: str, turn: Turn | None, *, allow_model: bool) -> Routing:
        """The specialty of `text`. `turn` is what it may follow; without `allow_model` the text stays here."""
        ruled = _by_rule(text)
        if ruled:
            return ruled
        vector = await self.local.embed_query(text)
        votes = self._phrases.votes(vector)
        chosen = await self._by_name(text, vector, votes) or _by_vote(text, vector, votes)
        if turn and turn.emergency is not None:
            if _follows_an_emergency(text, votes):
                return Routing(GENERAL, Reason.AFTER_EMERGENCY, turn.emergency, 1.0, text, text, None)
        elif turn and self._follows(text, turn, chosen, votes):
            return await self._following(text, turn)
        if chosen.reason is Reason.PHRASE and chosen.confidence < UNSURE and self.model and allow_model:
            names = [*(p.specialty for p in self.profiles), GENERAL]
            return await ask_model(self.model, self.prompt, names, chosen)
        return chosen

    async def _by_name(self, text: str, vector: Vector, votes: Sequence[Vote]) -> Routing | None:
        """By a specialty's own name, where little else is said; where more is, by that, if it is another's matter."""
        naming = named(text, self.profiles)
        if naming is None:
            return None
        if self._about_another(naming):
            apart = self._phrases.votes(await self.local.embed_query(naming.without))
            if naming.wanted and naming.decides and _about_as_near(naming.specialty, apart):
                return Routing(naming.specialty, Reason.KEYWORD, naming.word, 1.0, text, text, vector)
            return None if apart[0].specialty == GENERAL else _by_vote(text, vector, apart)
        if naming.decides and len(naming.others) <= FEW:
            return Routing(naming.specialty, Reason.KEYWORD, naming.word, 1.0, text, text, vector)
        return None

    def _about_another(self, naming: Naming) -> bool:
        others = {p.specialty for p in self.profiles} - {naming.specialty}
        against = (naming.specialty, GENERAL)
        return any(self._phrases.tells(word, other, against) for word in naming.others for other in others)

    def _follows(self, text: str, turn: Turn, chosen: Routing, votes: Sequence[Vote]) -> bool:
        """Whether a message leans on the last question: it says so, or it is a short question near to nothing known."""
        if rules.is_follow_up(text):
            return not _about_the_bot(text, votes) and not self._opens_subject(text, turn.specialty, chosen)
        about_the_bot = chosen.specialty == GENERAL and chosen.confidence >= UNSURE
        return text.rstrip().endswith("?") and not about_the_bot and _near_nothing(text, votes)

    def _opens_subject(self, text: str, before: Specialty, chosen: Routing) -> bool:
        """Whether a message that could be a follow-up speaks of another specialty, in a word of its own.

        Confidence alone is relative: "is it serious?" is nearest to somebody's question whether fainting is.
        """
        if chosen.specialty in {before, GENERAL}:
            return False
        if chosen.reason is Reason.KEYWORD:
            return True
        own = rules.own_words(text)
        told = any(self._phrases.tells(word, chosen.specialty, (before, GENERAL)) for word in own)
        return told and chosen.confidence >= STRONG

    async def _following(self, text: str, turn: Turn) -> Routing:
        together = f"{turn.question[:REMEMBERED]}\n{text}"
        vector = await self.local.embed_query(together)
        return Routing(turn.specialty, Reason.FOLLOW_UP, "", 0.9, text, together, vector)


def _about_as_near(specialty: Specialty, votes: Sequence[Vote]) -> bool:
    """Whether a message that speaks of several specialties' matters may well be that one's."""
    score = next((vote.score for vote in votes if vote.specialty == specialty), None)
    return score is not None and votes[0].score - score <= ABOUT


def _by_rule(text: str) -> Routing | None:
    applied = (
        (rules.is_injection, Reason.INJECTION),
        (rules.is_greeting, Reason.GREETING),
        (rules.is_thanks, Reason.THANKS),
        (_has_no_text, Reason.NO_TEXT),
    )
    reasons = (reason for applies, reason in applied if applies(text))
    return next((Routing(GENERAL, reason, "", 1.0, text, text, None) for reason in reasons), None)


def _has_no_text(text: str) -> bool:
    return not any(c.isalnum() for c in text)


def _by_vote(text: str, vector: Vector, votes: Sequence[Vote]) -> Routing:
    if not votes:
        return Routing(GENERAL, Reason.PHRASE, "", 0.0, text, text, vector)
    best = votes[0]
    return Routing(best.specialty, Reason.PHRASE, best.nearest, confidence(votes), text, text, vector)


def _follows_an_emergency(text: str, votes: Sequence[Vote]) -> bool:
    """More readily than a question: to say the emergency's text once too often does no harm."""
    return rules.is_follow_up(text) or rules.is_cry(text) or _near_nothing(text, votes)


def _near_nothing(text: str, votes: Sequence[Vote]) -> bool:
    return len(text.split()) <= SHORT and bool(votes) and votes[0].score < NEAR_NOTHING


def _about_the_bot(text: str, votes: Sequence[Vote]) -> bool:
    sure, near = ABOUT_THE_BOT
    asked = bool(votes) and votes[0].specialty == GENERAL and votes[0].score >= near
    return asked and confidence(votes) >= sure and rules.addresses(text)
