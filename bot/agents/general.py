"""Answers for everything that no specialty does: greetings, the published FAQ, and a calm no."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.acts import Act, Context, Draft, reply
from bot.agents.rendering import out_of_scope, refusal
from bot.agents.scope import beyond
from bot.markup import escape
from bot.ports import Provenance
from bot.routing import Reason, Routing
from rag.notes.faq import FaqHit, FaqIndex
from rag.types import GENERAL

MOST_HITS = 3


@dataclass(frozen=True, slots=True)
class General:
    """`duvidas_gerais`: no note, no model, nothing embedded for a provider."""

    faq: FaqIndex | None
    enabled: Callable[[str], bool]

    async def answer(self, context: Context, text: str, routing: Routing) -> Act:
        """A greeting back, the FAQ's word, or the plain one that this is not Fonte's subject."""
        if routing.reason is Reason.THANKS:
            return _say(context.words("general.thanks"), routing)
        if routing.reason is Reason.GREETING:
            return _say(_hello(context), routing)
        hits = [] if routing.reason is Reason.INJECTION else self._search(context, text)
        if hits:
            return _say(_entries(context, hits), routing, hits)
        if not context.specialties:
            return self.switched_off(context, routing)
        asked = beyond(text)
        return _say(refusal(context, asked) if asked else out_of_scope(context), routing)

    def switched_off(self, context: Context, routing: Routing) -> Act:
        """For a specialty that this service has switched off."""
        return _say(context.words("refusal.off"), routing)

    def _search(self, context: Context, text: str) -> Sequence[FaqHit]:
        return self.faq.search(text, context.language, limit=MOST_HITS, enabled=self.enabled) if self.faq else []


def _hello(context: Context) -> str:
    if not context.specialties:
        return context.words("help.nothing")
    return context.words("general.hello", specialties=context.specialties)


def _say(text: str, routing: Routing, hits: Sequence[FaqHit] = ()) -> Act:
    provenance = Provenance(routing=routing.as_dict(), evidence=tuple(_evidence(hit) for hit in hits))
    return reply(Draft(text, specialty=GENERAL, provenance=provenance))


def _entries(context: Context, hits: Sequence[FaqHit]) -> str:
    first, *others = hits
    blocks = [escape(first.entry.answer)]
    if others:
        questions = [f"• {escape(hit.entry.questions[0])}" for hit in others]
        blocks.append("\n".join([context.words("general.more"), *questions]))
    return "\n\n".join(blocks)


def _evidence(hit: FaqHit) -> dict[str, object]:
    digest = hashlib.sha256(hit.entry.answer.encode()).hexdigest()
    return {
        "kind": "faq",
        "id": hit.entry.id,
        "language": hit.entry.language,
        "score": round(hit.score, 4),
        "hash": digest,
    }
