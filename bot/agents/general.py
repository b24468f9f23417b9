"""Answers for everything that no specialty does: greetings, the published FAQ, and a calm no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.acts import Act, Context, Draft, reply
from bot.agents.rendering import out_of_scope, refusal
from bot.agents.scope import beyond
from bot.markup import escape
from bot.memory.template import parse
from bot.messages import Status
from bot.ports import Provenance
from bot.redflags import RULES, RULES_VERSION, Alarm, AlarmKind
from bot.redflags.texts import text_for
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
        if routing.reason is Reason.AFTER_EMERGENCY:
            return _once_more(context, routing)
        if routing.reason is Reason.THANKS:
            return _say(context, context.words("general.thanks"), routing)
        if routing.reason is Reason.GREETING:
            return _say(context, _hello(context), routing)
        hits = [] if routing.reason is Reason.INJECTION else self._search(context, text)
        if hits:
            return _say(context, _entries(context, hits), routing, hits)
        if not context.specialties:
            return self.switched_off(context, routing)
        asked = beyond(text)
        return _say(context, refusal(context, asked) if asked else out_of_scope(context), routing)

    def switched_off(self, context: Context, routing: Routing) -> Act:
        """For a specialty that this service has switched off."""
        return _say(context, context.words("refusal.off"), routing)

    def _search(self, context: Context, text: str) -> Sequence[FaqHit]:
        return self.faq.search(text, context.language, limit=MOST_HITS, enabled=self.enabled) if self.faq else []


def _hello(context: Context) -> str:
    if not context.specialties:
        return context.words("help.nothing")
    name = parse(context.session.memory).name
    if name:
        return context.words("general.hello_name", name=name, specialties=context.specialties)
    return context.words("general.hello", specialties=context.specialties)


def _say(context: Context, text: str, routing: Routing, hits: Sequence[FaqHit] = ()) -> Act:
    kept = routing.as_dict(consented=context.session.consented)
    evidence = tuple(_evidence(hit) for hit in hits)
    provenance = Provenance(routing=kept, evidence=evidence, degraded=routing.degraded)
    return reply(Draft(text, specialty=GENERAL, provenance=provenance))


def _once_more(context: Context, routing: Routing) -> Act:
    """The fixed text of the emergency that a message follows, with its rule as evidence, as when it was first said."""
    rule = next((rule for rule in RULES if rule.id == routing.detail), None)
    kind = rule.kind if rule else AlarmKind.MEDICAL  # a rule of an older version
    family, critical = (rule.family, rule.critical) if rule else ("", True)
    alarm = Alarm(routing.detail, family, kind, critical, context.language, RULES_VERSION)
    evidence = {"kind": "red_flag", "rule": alarm.rule, "version": alarm.version}
    kept = routing.as_dict(consented=context.session.consented)
    provenance = Provenance(routing=kept, evidence=(evidence,))
    return reply(Draft(text_for(alarm, context.language), status=Status.URGENCIA, provenance=provenance))


def _entries(context: Context, hits: Sequence[FaqHit]) -> str:
    first, *others = hits
    blocks = [escape(first.entry.answer)]
    if others:
        questions = [f"• {escape(hit.entry.questions[0])}" for hit in others]
        blocks.append("\n".join([context.words("general.more"), *questions]))
    return "\n\n".join(blocks)


def _evidence(hit: FaqHit) -> dict[str, object]:
    return {
        "kind": "faq",
        "id": hit.entry.id,
        "language": hit.entry.language,
        "score": round(hit.score, 4),
        "hash": hit.entry.hash,
    }
