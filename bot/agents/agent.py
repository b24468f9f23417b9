"""The specialty agents: one class, whose specialty is data; and the one that answers for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.acts import REPLY_ID, Act, Context, Draft, reply, say
from bot.agents.feelings import fearful
from bot.agents.general import General
from bot.agents.rendering import MAX_ANSWER, MAX_ORIENTATION, Page, abstention, degraded, refusal
from bot.agents.scope import Beyond, beyond
from bot.consent import accepts, ask_consent
from bot.consultation.attending import Opening
from bot.consultation.consultations import Consultations
from bot.consultation.opening import Stance, stance
from bot.memory.template import parse
from bot.messages import Button
from bot.metrics import AnswerMeter
from bot.ports import PromptText, Provenance
from bot.profile import Profile
from bot.routing import Router, Routing
from rag.answering import Answer, Answerer, Question
from rag.notes.retrieval import Retrieval, Retriever
from rag.types import GENERAL, Passage, Source


@dataclass(frozen=True, slots=True)
class Limits:
    """How near a passage must be to be spoken of: cosines under the local model, whatever model found it."""

    near_enough: float
    also_within: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply and what it rests on. `near` are the passages that it may be about; none where it is an abstention."""

    draft: Draft
    retrieval: Retrieval
    near: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class SpecialtyAgent:
    """Answers from one specialty's notes."""

    profile: Profile
    retriever: Retriever
    answerer: Answerer
    prompt: PromptText
    limits: Limits
    meter: AnswerMeter

    async def answer(
        self, context: Context, text: str, routing: Routing, *, complaint: bool = False, phrased: bool = True
    ) -> Answered:
        """Retrieves, and answers or abstains. A complaint is attended to, whatever it asks of schedules beside it.

        `phrased` false keeps a model away from the answer: nobody will read it.
        """
        retrieval = await self.retriever.search(
            routing.query_text,
            self.profile.specialty,
            routing.vector,
            context.session.incomplete,
            context.session.corpus_version,
        )
        asked = beyond(text)
        if complaint and asked is Beyond.LOGISTICS:
            asked = None
        # a condition called by its name is meant, however much is said beside it
        near = retrieval.named or (retrieval.passages and retrieval.nearness >= self.limits.near_enough)
        if not near or asked is Beyond.LOGISTICS:
            return Answered(self._unanswered(context, routing, retrieval, asked, None), retrieval)
        most = MAX_ORIENTATION if complaint or parse(context.session.memory).short else MAX_ANSWER
        page = Page(context, retrieval, asked, None if complaint else self._also(retrieval), most)
        # what must not be given is not even asked of a model; nor where the question before it is asked along
        phrased = phrased and beyond(routing.query_text) is None
        question = Question(routing.query_text, retrieval, context.language, page.has_room, phrased, routing.asked)
        answer = await self.answerer.answer(question)
        for _ in answer.rejected:
            self.meter.rejected()
        if not answer.parts:
            return Answered(self._unanswered(context, routing, retrieval, asked, answer), retrieval)
        return Answered(self._answered(page, routing, answer), retrieval, self._near(retrieval))

    def _answered(self, page: Page, routing: Routing, answer: Answer) -> Draft:
        context, retrieval = page.context, page.retrieval
        told = page.told(answer)
        return Draft(
            told.text,
            ((Button(context.words("sources.button"), f"sources:{REPLY_ID}"),),),
            self.profile.specialty,
            sources=_sources(retrieval.passages, told.cited),
            provenance=self._provenance(context, routing, retrieval, answer),
        )

    def _also(self, retrieval: Retrieval) -> int | None:
        """The position of a second condition about as near as the first, worth naming under an extractive answer."""
        if retrieval.named == 1:
            return None
        first, second = retrieval.local_similarity(1), retrieval.local_similarity(2)
        near = first is not None and second is not None and first - second <= self.limits.also_within
        return 2 if near else None

    def _near(self, retrieval: Retrieval) -> tuple[Passage, ...]:
        """The passages about as near as the first, which is among them; those that were called by their names alone."""
        if retrieval.named:
            return retrieval.passages[: retrieval.named]
        nearest = retrieval.local[0].document_id if retrieval.local else None
        if retrieval.signed and retrieval.passages[0].document_id == nearest:
            return retrieval.passages[:1]
        first = retrieval.local_similarity(1)
        pairs = ((passage, retrieval.local_similarity(n)) for n, passage in enumerate(retrieval.passages, start=1))
        within = self.limits.also_within
        near = tuple(p for p, score in pairs if score is not None and first is not None and first - score <= within)
        return near or retrieval.passages[:1]

    def _unanswered(
        self, context: Context, routing: Routing, retrieval: Retrieval, asked: Beyond | None, answer: Answer | None
    ) -> Draft:
        text = refusal(context, asked) if asked else abstention(context)
        return Draft(
            "\n\n".join([text, *degraded(context, retrieval, answer)]),
            specialty=self.profile.specialty,
            sources=_sources(retrieval.passages, frozenset()),
            provenance=self._provenance(context, routing, retrieval, answer),
        )

    def _provenance(
        self, context: Context, routing: Routing, retrieval: Retrieval, answer: Answer | None
    ) -> Provenance:
        consented = context.session.consented
        found = (retrieval.degraded,) if retrieval.degraded else ()
        return Provenance(
            routing=routing.as_dict(consented=consented),
            query_text=retrieval.query_text if consented else None,
            query_embedding=retrieval.vector if consented else None,
            embedding_model=retrieval.model,
            chat_model=answer.chat_model if answer else None,
            prompt=self.prompt if answer and answer.chat_model else None,
            tokens_in=answer.tokens_in if answer else None,
            tokens_out=answer.tokens_out if answer else None,
            verdict=answer.judged() if answer else None,
            degraded=(*routing.degraded, *found, *(answer.degraded if answer else ())),
        )


@dataclass(frozen=True, slots=True)
class Agents:
    """Sends a text to the agent that answers for it."""

    router: Router
    specialties: dict[str, SpecialtyAgent]
    general: General
    consent_lines: Sequence[str]
    consultations: Consultations | None = None

    async def answer(self, context: Context, text: str) -> Act:
        """Routes and answers. Nothing clinical is answered, kept or sent anywhere before consent."""
        if fearful(text):
            return say(context.words("general.fear"))
        if not context.session.consented and accepts(text):
            return ask_consent(context, self.consent_lines)
        await self.router.refresh(context.session.corpus_version)
        routing = await self.router.route(text, context.session.turn, allow_model=context.session.consented)
        agent = self.specialties.get(routing.specialty)
        if agent is None:
            return await self._reminding(context, await self._general(context, text, routing))
        if not context.session.consented:
            return ask_consent(context, self.consent_lines, routing)
        complaint = self.consultations is not None and stance(text) is Stance.COMPLAINT
        # of a complaint that goes on with an open case only what was found is used
        held = any(row["especialidade"] == routing.specialty for row in context.session.cases)
        answered = await agent.answer(context, text, routing, complaint=complaint, phrased=not (complaint and held))
        if self.consultations is not None and complaint and answered.near:
            return await self.consultations.attend(context, Opening(text, routing, answered.draft, answered.near))
        return await self._reminding(context, reply(answered.draft))

    async def _general(self, context: Context, text: str, routing: Routing) -> Act:
        if routing.specialty == GENERAL:
            return await self.general.answer(context, text, routing)
        return self.general.switched_off(context, replace(routing, specialty=GENERAL, detail="off"))

    async def _reminding(self, context: Context, act: Act) -> Act:
        return await self.consultations.reminding(context, act) if self.consultations else act


def _sources(passages: Sequence[Passage], cited: frozenset[int]) -> tuple[Source, ...]:
    return tuple(
        Source(p.title, p.similarity, p.document_id, p.version, p.content_hash, n, n in cited)
        for n, p in enumerate(passages, start=1)
    )
