"""From passages to cited parts that an answer is made of.

A model phrases them where there is one, and code checks every figure and citation (`rag.grounding`); what fails is
asked for once more, and then left to the passages' own sentences.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from rag.grounding import Evidence, PassageText, PatientText, Verdict, check
from rag.notes.extracting import Extract, Wish, extract, wish_of
from rag.notes.ports import NoteIndex, StoredSentence
from rag.notes.retrieval import Retrieval
from rag.ports import ChatModel, Prompt, ProviderError
from rag.types import Language, Section

MAX_OUTPUT_TOKENS = 700
BODY_CHARACTERS = 650


class ModelSentence(BaseModel):
    """One sentence of a model's answer and the passages it rests on, by position from 1."""

    text: str = Field(min_length=1, max_length=600)
    sources: list[int] = Field(min_length=1, max_length=4)


class ModelAnswer(BaseModel):
    """What the model is asked for. `enough` false: the passages don't answer."""

    enough: bool
    sentences: list[ModelSentence] = Field(max_length=8)


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of an answer, without its markers, the section it stands in, and the passages it rests on."""

    section: Section | None
    text: str
    positions: tuple[int, ...]

    @property
    def cited(self) -> str:
        """The text with its markers."""
        return self.text.rstrip() + " " + "".join(f"[{n}]" for n in self.positions)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in parts, and how it came about. No parts: the passages don't answer."""

    parts: tuple[Part, ...]
    verdict: Verdict | None
    wish: Wish
    extractive: bool
    chat_model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    degraded: tuple[str, ...] = ()

    @property
    def cited(self) -> frozenset[int]:
        """Positions of the passages that the answer rests on."""
        return frozenset(n for part in self.parts for n in part.positions)


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be answered: the person's words, what was retrieved for them, and the language of the answer.

    `budget` bounds an extractive answer, in characters.
    """

    text: str
    retrieval: Retrieval
    language: Language
    budget: int = BODY_CHARACTERS


@dataclass(frozen=True, slots=True)
class Answerer:
    """Answers from passages. `model` is None where there is none; `system_prompt` holds `{language}`."""

    index: NoteIndex
    model: ChatModel | None
    system_prompt: str

    async def answer(self, question: Question) -> Answer:
        """The model's answer if it holds, else the extractive one, which says why in `degraded`."""
        if self.model is None:
            return await self._extractive(question, ())
        try:
            answer = await self._modelled(self.model, question)
        except ProviderError as error:
            return await self._extractive(question, (f"chat:{error.reason}",))
        return answer or await self._extractive(question, ("chat:ungrounded",))

    async def _modelled(self, model: ChatModel, question: Question) -> Answer | None:
        tokens_in = tokens_out = 0
        evidence = _evidence(question, await self._translations(question))
        prompt = self._prompt(question)
        for _ in range(2):
            completion = await model.complete(prompt)
            tokens_in += completion.tokens_in
            tokens_out += completion.tokens_out
            parts = _within(_parts(completion.parsed), BODY_CHARACTERS)
            verdict = _verdict(parts, evidence, question.language)
            if verdict.ok:
                return Answer(parts, verdict, wish_of(question.text), extractive=False, chat_model=model.name,
                              tokens_in=tokens_in, tokens_out=tokens_out)  # fmt: skip
        return None

    def _prompt(self, question: Question) -> Prompt:
        passages = [
            {"n": n, "title": p.title, "text": p.content} for n, p in enumerate(question.retrieval.passages, start=1)
        ]
        user = json.dumps({"passages": passages, "message": question.text}, ensure_ascii=False)
        system = self.system_prompt.replace("{language}", question.language)
        return Prompt(system, user, ModelAnswer, MAX_OUTPUT_TOKENS)

    async def _extractive(self, question: Question, degraded: tuple[str, ...]) -> Answer:
        """The first passage's sentences that answer, verbatim or in the note's own translation."""
        passages = question.retrieval.passages
        found = await self.index.sentences([passages[0].document_id])
        wish = wish_of(question.text)
        chosen = extract(question.retrieval.local_vector, found.get(passages[0].document_id, ()), wish)
        parts = _fitting(chosen, question)
        verdict = _verdict(parts, _evidence(question, found), question.language)
        return Answer(parts if verdict.ok else (), verdict, wish, extractive=True, degraded=degraded)

    async def _translations(self, question: Question) -> Mapping[int, Sequence[StoredSentence]]:
        if question.language is Language.PT:
            return {}
        return await self.index.sentences([passage.document_id for passage in question.retrieval.passages])


def _parts(parsed: BaseModel | None) -> tuple[Part, ...]:
    if not isinstance(parsed, ModelAnswer) or not parsed.enough:
        return ()
    return tuple(Part(None, s.text, tuple(dict.fromkeys(s.sources))) for s in parsed.sentences)


def _within(parts: Sequence[Part], budget: int) -> tuple[Part, ...]:
    """The first parts, as many as fit: a model is asked to be short, and cut where it isn't."""
    room = [sum(len(part.cited) + 1 for part in parts[: n + 1]) <= budget for n in range(len(parts))]
    return tuple(part for part, fits in zip(parts, room, strict=True) if fits)


def _fitting(chosen: Extract, question: Question) -> tuple[Part, ...]:
    parts = _told_parts(chosen, question.language)
    while len(parts) > 1 and sum(len(part.cited) + 3 for part in parts) > question.budget:
        chosen = chosen.without_last()
        parts = _told_parts(chosen, question.language)
    return parts


def _told_parts(chosen: Extract, language: Language) -> tuple[Part, ...]:
    return tuple(
        Part(section, _told(stored, language), (1,)) for section, group in chosen.sections.items() for stored in group
    )


def _told(stored: StoredSentence, language: Language) -> str:
    return stored.sentence.translations.get(language, stored.sentence.text)


def _verdict(parts: Sequence[Part], evidence: Evidence, language: Language) -> Verdict:
    return check("\n".join(part.cited for part in parts), evidence, language=language)


def _evidence(question: Question, sentences: Mapping[int, Sequence[StoredSentence]]) -> Evidence:
    """The passages as they stand, also in the answer's language where the note has it, and the person's own words."""
    passages = []
    for n, passage in enumerate(question.retrieval.passages, start=1):
        passages.append(PassageText(n, f"{passage.title}\n{passage.content}", Language.PT))
        translated = [s.sentence.translations.get(question.language) for s in sentences.get(passage.document_id, ())]
        if any(translated):
            passages.append(PassageText(n, "\n".join(text for text in translated if text), question.language))
    return Evidence(tuple(passages), (PatientText(question.text),))
