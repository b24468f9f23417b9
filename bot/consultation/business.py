"""Whose business a message is while a case's question waits: the case's, or another's."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.acts import Context
from bot.consultation.case import Asking, AskKind
from bot.consultation.opening import Stance, asks, stance, suffers
from bot.diary.drafts import WAITS
from bot.routing import Router
from bot.routing.rules import is_greeting, is_injection, is_thanks
from rag.protocols.ports import Published
from rag.protocols.types import FieldType
from rag.types import GENERAL, Specialty
from rag.wording import fold

STRONG: Final = 0.75
"""Confidence from which a complaint is another specialty's."""
_FEWEST_WORDS: Final = 4
_AT_LENGTH: Final = 8
_ANSWERS: Final = re.compile(
    r"(?:(?:eu |yo |i )?(?:nao sei|n sei|sei la|no se|no lo se|don'?t know|do not know|not sure)"
    r"|que va|que nada|como no|que (?:eu|yo) \w+(?: \w+)?|q eu \w+|not that \w+ \w+(?: \w+)?)"
    r"\b(?=\s*(?:[,.;!-]|$))[^?]*$"
)
"""How answers begin that go on like a question: "não sei, preciso perguntar pra ele", "qué va, no siento nada"."""


@dataclass(frozen=True, slots=True)
class Other:
    """A message that is another's business; `doubtful` where the patient must say so."""

    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Business:
    """Tells what a message is about. `eaten` is whether a text plainly tells of a meal, for the diary."""

    router: Router
    eaten: Callable[[str], bool]

    async def of(self, text: str, asking: Asking, published: Published, specialty: Specialty) -> Other | None:
        """Another's business than the case's question, None where it may be an answer."""
        asked = asks(text) and not _ANSWERS.match(fold(text).strip())
        if is_injection(text) or is_greeting(text) or _courteous(text, asking) or asked or self.eaten(text):
            return Other()
        field = published.protocol.field(asking.key)
        in_words = asking.kind is AskKind.FIELD and field is not None and field.type is FieldType.TEXT
        # who is asked for illnesses or medicines names those of any specialty: only what is felt may be another case
        if in_words and suffers(text) and await self.elsewhere(text, specialty):
            return Other(doubtful=True)
        return None

    async def elsewhere(self, text: str, specialty: Specialty) -> bool:
        """Whether a text is a complaint of another specialty's, and clearly so."""
        if not self.complains(text):
            return False
        routing = await self.router.route(text, None, allow_model=False)
        return routing.specialty not in (specialty, GENERAL) and routing.confidence >= STRONG

    def complains(self, text: str) -> bool:
        """Whether a text is a complaint of its own, whosever."""
        return len(text.split()) >= _FEWEST_WORDS and stance(text) is Stance.COMPLAINT

    async def begins(self, text: str, specialty: Specialty) -> bool:
        """Whether a text that answers nothing is a matter of its own: a symptom, at length or another specialty's."""
        if not self.complains(text) or not suffers(text):
            return False
        return len(text.split()) >= _AT_LENGTH or await self.elsewhere(text, specialty)

    def asks(self, text: str) -> bool:
        """Whether a text asks something of its own."""
        return asks(text)

    def interrupted(self, context: Context, asked_at: datetime) -> bool:
        """Whether the diary has asked something since."""
        pending = context.session.pending
        return pending is not None and pending.expires_at is not None and pending.expires_at - WAITS > asked_at


def _courteous(text: str, asking: Asking) -> bool:
    """Thanks; but "sim", "ok" and the like answer a question of yes or no."""
    return is_thanks(text) and asking.kind not in (AskKind.JUDGED, AskKind.PROPOSAL, AskKind.CONFIRM, AskKind.FIELD)
