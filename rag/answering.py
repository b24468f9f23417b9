"""From passages to cited parts that an answer is made of.

A model phrases them where there is one, and code checks every figure and citation (`rag.grounding`); what fails is
asked for once more, and then left to the passages' own sentences.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field

from rag.grounding import Evidence, PassageText, PatientText, Verdict, check, markers
from rag.grounding.scan import normalise
from rag.notes.extracting import Extract, Wish, extract, wish_of
from rag.notes.ports import NoteIndex, StoredSentence
from rag.notes.retrieval import Retrieval
from rag.notes.suspicion import Suspicion, suspicion_of
from rag.ports import ChatModel, Completion, Prompt, ProviderError
from rag.types import Language, Section

MAX_OUTPUT_TOKENS = 700
TRIES = 2
LONGEST_SENTENCE = 500
_READ_WITHIN = 0.12
"""A model reads the passages so near to the nearest: half of the four, and the right one among them for 130 of 131
development questions."""
_NEVER_SAID = frozenset({Suspicion.ORDER_TO_A_MACHINE, Suspicion.LINK, Suspicion.IDENTITY})


class ModelSentence(BaseModel):
    """One sentence of a model's answer and the passages it rests on, by position from 1."""

    text: str = Field(min_length=1, max_length=LONGEST_SENTENCE)
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
    """An answer in parts, and how it came about. No parts: the passages don't answer.

    `verdict` is of the parts. `chat_model` and the tokens tell of a model that was asked, whoever wrote the parts in
    the end, and `rejected` are the verdicts of its answers that failed, the last one last.
    """

    parts: tuple[Part, ...]
    wish: Wish
    extractive: bool
    verdict: Verdict | None = None
    chat_model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    rejected: tuple[Verdict, ...] = ()
    degraded: tuple[str, ...] = ()

    @property
    def cited(self) -> frozenset[int]:
        """Positions of the passages that the answer rests on."""
        return frozenset(n for part in self.parts for n in part.positions)

    def judged(self) -> Mapping[str, object] | None:
        """The verdict as it is stored, with those of a model's failed answers under `rejected`."""
        judged = self.verdict.as_dict() if self.verdict else {}
        if self.rejected:
            judged["rejected"] = [verdict.as_dict() for verdict in self.rejected]
        return judged or None


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be answered: the person's words, what was retrieved for them, and the language of the answer.

    `fits` tells whether an answer has room. `phrased` false keeps a model away from it. `asked` is the new message
    alone, where `text` holds also what it follows.
    """

    text: str
    retrieval: Retrieval
    language: Language
    fits: Callable[[Answer], bool]
    phrased: bool = True
    asked: str = ""

    @property
    def wish(self) -> Wish:
        """What the new message wants to know."""
        return wish_of(self.asked or self.text)


@dataclass(slots=True)
class _Tried:
    """What a model has cost, and what was wrong with its answers."""

    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    rejected: tuple[Verdict, ...] = ()
    faults: tuple[Mapping[str, object], ...] = ()

    def took(self, completion: Completion) -> None:
        """Counts one call."""
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out

    def reject(self, parts: Sequence[Part], verdict: Verdict) -> None:
        """Keeps what was wrong, to be stored and to be told to the model."""
        self.rejected += (verdict,)
        self.faults = tuple(
            {"kind": v.kind, "figure": v.figure, "sentence": parts[_text(parts).count("\n", 0, v.start)].text}
            for v in verdict.violations
        )

    def told(self, answer: Answer) -> Answer:
        """The answer, with what was tried before it."""
        return replace(answer, chat_model=self.model, tokens_in=self.tokens_in, tokens_out=self.tokens_out,
                       rejected=self.rejected)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answerer:
    """Answers from passages. `model` is None where there is none; `system_prompt` holds `{language}`."""

    index: NoteIndex
    model: ChatModel | None
    system_prompt: str

    async def answer(self, question: Question) -> Answer:
        """The model's answer if it holds, else the extractive one, which says why in `degraded`."""
        if self.model is None or not question.phrased:
            return await self._extractive(question, ())
        tried = _Tried(self.model.name)
        try:
            answer = await self._modelled(self.model, question, tried)
        except ProviderError as error:
            return tried.told(await self._extractive(question, (f"chat:{error.reason}",)))
        return tried.told(answer or await self._extractive(question, ("chat:ungrounded",)))

    async def _modelled(self, model: ChatModel, question: Question, tried: _Tried) -> Answer | None:
        """An answer that holds; one without parts where the model says at once that the passages don't answer."""
        evidence = _evidence(question, await self._translations(question))
        for _ in range(TRIES):
            completion = await model.complete(self._prompt(question, tried.faults))
            tried.took(completion)
            answer = Answer(_parts(completion.parsed), question.wish, extractive=False)
            if any(suspicion_of(part.text) in _NEVER_SAID for part in answer.parts):
                return None  # a passage, or the message, gave it orders: another try would obey them too
            if not answer.parts:
                return None if tried.rejected else replace(answer, verdict=_verdict((), evidence, question.language))
            parts = _within(answer, question)
            verdict = _verdict(parts or answer.parts, evidence, question.language)
            if verdict.ok:
                return replace(answer, parts=parts, verdict=verdict) if parts else None
            tried.reject(parts or answer.parts, verdict)
        return None

    def _prompt(self, question: Question, faults: Sequence[Mapping[str, object]]) -> Prompt:
        """`faults` are those of the model's first answer, which it is told."""
        retrieval = question.retrieval
        passages = [
            {"n": n, "title": p.title, "text": p.content}
            for n, p in enumerate(retrieval.passages, start=1)
            if n == 1 or retrieval.is_near(n, _READ_WITHIN)
        ]
        told = {"passages": passages, "message": question.text} | ({"rejected": faults} if faults else {})
        system = self.system_prompt.replace("{language}", question.language)
        return Prompt(system, json.dumps(told, ensure_ascii=False), ModelAnswer, MAX_OUTPUT_TOKENS)

    async def _extractive(self, question: Question, degraded: tuple[str, ...]) -> Answer:
        """The first passage's sentences that answer, verbatim or in the note's own translation."""
        passages = question.retrieval.passages
        found = await self.index.sentences([passages[0].document_id])
        answer = Answer((), question.wish, extractive=True, degraded=degraded)
        chosen = extract(
            question.retrieval.local_vector, found.get(passages[0].document_id, ()), answer.wish, question.text
        )
        parts = _fitting(chosen, answer, question)
        verdict = _verdict(parts, _evidence(question, found), question.language)
        return replace(answer, parts=parts if verdict.ok else (), verdict=verdict)

    async def _translations(self, question: Question) -> Mapping[int, Sequence[StoredSentence]]:
        if question.language is Language.PT:
            return {}
        return await self.index.sentences([passage.document_id for passage in question.retrieval.passages])


def _parts(parsed: BaseModel | None) -> tuple[Part, ...]:
    if not isinstance(parsed, ModelAnswer) or not parsed.enough:
        return ()
    told = ((_unmarked(s.text), tuple(dict.fromkeys(s.sources))) for s in parsed.sentences)
    return tuple(Part(None, text, positions) for text, positions in told if text)


def _unmarked(text: str) -> str:
    """A model's sentence on one line, without the markers it wrote: those that are shown are made of its `sources`."""
    text = normalise(text)
    for marker in reversed(markers(text)):
        text = text[: marker.start] + text[marker.end :]
    return re.sub(r" +(?=[.,;:!?])", "", " ".join(text.split()))


def _within(answer: Answer, question: Question) -> tuple[Part, ...]:
    """The first parts, as many as fit: a model is asked to be short, and cut where it isn't."""
    parts = answer.parts
    while parts and not question.fits(replace(answer, parts=parts)):
        parts = parts[:-1]
    return parts


def _fitting(chosen: Extract, answer: Answer, question: Question) -> tuple[Part, ...]:
    """As much of the extract as fits: sentences too long for any answer are left out, then the least wanted ones."""

    def fits(*parts: Part) -> bool:
        return question.fits(replace(answer, parts=parts))

    chosen = chosen.only(lambda section, stored: fits(_part(section, stored, question.language)))
    while chosen.sections:
        parts = _told(chosen, question.language)
        if fits(*parts):
            return parts
        chosen = chosen.without_last()
    return ()


def _told(chosen: Extract, language: Language) -> tuple[Part, ...]:
    return tuple(_part(section, stored, language) for section, group in chosen.sections.items() for stored in group)


def _part(section: Section, stored: StoredSentence, language: Language) -> Part:
    return Part(section, stored.sentence.translations.get(language, stored.sentence.text), (1,))


def _text(parts: Sequence[Part]) -> str:
    return "\n".join(part.cited for part in parts)


def _verdict(parts: Sequence[Part], evidence: Evidence, language: Language) -> Verdict:
    return check(_text(parts), evidence, language=language)


def _evidence(question: Question, sentences: Mapping[int, Sequence[StoredSentence]]) -> Evidence:
    """The passages as they stand, also in the answer's language where the note has it, and the person's own words."""
    passages = []
    for n, passage in enumerate(question.retrieval.passages, start=1):
        passages.append(PassageText(n, f"{passage.title}\n{passage.content}", Language.PT))
        translated = [s.sentence.translations.get(question.language) for s in sentences.get(passage.document_id, ())]
        if any(translated):
            passages.append(PassageText(n, "\n".join(text for text in translated if text), question.language))
    return Evidence(tuple(passages), (PatientText(question.text),))
