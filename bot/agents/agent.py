"""The specialty agents: one class, whose specialty is data; and the one that answers for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.acts import REPLY_ID, Act, Context, Draft, reply
from bot.agents.general import General
from bot.agents.rendering import MAX_ANSWER, abstention, answer_text, frame, refusal
from bot.agents.scope import Beyond, beyond
from bot.consent import ask_consent
from bot.messages import Button
from bot.ports import PromptText, Provenance
from bot.profile import Profile
from bot.routing import Router, Routing
from rag.answering import Answer, Answerer, Question
from rag.notes.retrieval import Retrieval, Retriever
from rag.types import GENERAL, Passage, Source


@dataclass(frozen=True, slots=True)
class Limits:
    """How near a passage must be to be spoken of: cosines under the local model, of the first passage."""

    near_enough: float
    also_within: float


@dataclass(frozen=True, slots=True)
class SpecialtyAgent:
    """Answers from one specialty's notes."""

    profile: Profile
    retriever: Retriever
    answerer: Answerer
    prompt: PromptText
    limits: Limits

    async def answer(self, context: Context, text: str, routing: Routing) -> Act:
        """Retrieves, answers or abstains, and leaves the reply with its sources to be stored."""
        retrieval = await self.retriever.search(
            routing.query_text, self.profile.specialty, routing.vector, context.session.incomplete
        )
        asked = beyond(text)
        if not retrieval.passages or not self._near(retrieval) or asked is Beyond.LOGISTICS:
            return reply(self._unanswered(context, routing, retrieval, asked))
        budget = MAX_ANSWER - len(frame(context, retrieval.passages, asked))
        answer = await self.answerer.answer(Question(routing.query_text, retrieval, context.language, budget))
        if not answer.parts:
            return reply(self._unanswered(context, routing, retrieval, asked))
        return reply(self._answered(context, routing, retrieval, answer, asked))

    def _near(self, retrieval: Retrieval) -> bool:
        return retrieval.passages[0].similarity >= self.limits.near_enough

    def _answered(
        self, context: Context, routing: Routing, retrieval: Retrieval, answer: Answer, asked: Beyond | None
    ) -> Draft:
        text = answer_text(context, retrieval.passages, answer, asked, self._also(retrieval, answer))
        buttons = ((Button(context.words("sources.button"), f"sources:{REPLY_ID}"),),)
        cited = answer.cited
        return Draft(
            text,
            buttons,
            self.profile.specialty,
            sources=_sources(retrieval.passages, cited),
            provenance=self._provenance(context, routing, retrieval, answer),
        )

    def _also(self, retrieval: Retrieval, answer: Answer) -> int | None:
        """The position of a second condition about as near as the first, worth naming under an extractive answer."""
        passages = retrieval.passages
        near = len(passages) > 1 and passages[0].similarity - passages[1].similarity <= self.limits.also_within
        return 2 if answer.extractive and near else None

    def _unanswered(self, context: Context, routing: Routing, retrieval: Retrieval, asked: Beyond | None) -> Draft:
        text = refusal(context, asked) if asked else abstention(context)
        return Draft(
            text,
            specialty=self.profile.specialty,
            sources=_sources(retrieval.passages, frozenset()),
            provenance=self._provenance(context, routing, retrieval, None),
        )

    def _provenance(
        self, context: Context, routing: Routing, retrieval: Retrieval, answer: Answer | None
    ) -> Provenance:
        consented = context.session.consented
        degraded = tuple(d for d in (retrieval.degraded, *(answer.degraded if answer else ())) if d)
        return Provenance(
            routing=routing.as_dict(),
            query_text=retrieval.query_text if consented else None,
            query_embedding=retrieval.vector if consented else None,
            embedding_model=retrieval.model,
            chat_model=answer.chat_model if answer else None,
            prompt=self.prompt if answer and answer.chat_model else None,
            tokens_in=answer.tokens_in if answer else None,
            tokens_out=answer.tokens_out if answer else None,
            verdict=answer.verdict.as_dict() if answer and answer.verdict else None,
            degraded=degraded,
        )


@dataclass(frozen=True, slots=True)
class Agents:
    """Sends a text to the agent that answers for it."""

    router: Router
    specialties: dict[str, SpecialtyAgent]
    general: General
    consent_lines: Sequence[str]

    async def answer(self, context: Context, text: str) -> Act:
        """Routes and answers. Nothing clinical is answered, kept or sent anywhere before consent."""
        await self.router.refresh(context.session.corpus_version)
        routing = await self.router.route(text, context.session.turn, allow_model=context.session.consented)
        if routing.specialty == GENERAL:
            return await self.general.answer(context, text, routing)
        agent = self.specialties.get(routing.specialty)
        if agent is None:
            return self.general.switched_off(context, replace(routing, specialty=GENERAL, detail="off"))
        if not context.session.consented:
            return ask_consent(context, self.consent_lines, routing)
        return await agent.answer(context, text, routing)


def _sources(passages: Sequence[Passage], cited: frozenset[int]) -> tuple[Source, ...]:
    return tuple(
        Source(p.title, p.similarity, p.document_id, p.version, p.content_hash, n, n in cited)
        for n, p in enumerate(passages, start=1)
    )
