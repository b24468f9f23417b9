"""A stand-in for a chat model: it answers, at once or after a wait, with sentences of the notes, and counts calls."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import asyncpg
from pydantic import BaseModel, ValidationError

from bot.prompts import load_prompt
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.answering import LONGEST_SENTENCE, ModelAnswer
from rag.diary.asking.asker import ModelLogAnswer
from rag.diary.reading.model import ModelSplit
from rag.ports import Completion, Outage, Prompt, ProviderError
from rag.types import GENERAL, Language, Specialty

LETTERS_A_TOKEN = 4
MOST_SENTENCES = 3
MOST_LETTERS = 600
"""Of an answer, as the prompt asks."""
_CONTENTS = "select id, conteudo from documentos_rag where retired_at is null"
_NOTES = """
select especialidade, string_agg(titulo || E'\n' || conteudo, E'\n\n' order by id) as note
  from documentos_rag where retired_at is null group by especialidade
"""
_EMPTY: Mapping[type[BaseModel], str] = {
    ModelSplit: '{"items": []}',
    ModelLogAnswer: '{"enough": false, "sentences": []}',
}
"""Answers that add nothing, of schemas that may not be left empty."""

Told = Mapping[str, Mapping[Language, Sequence[str]]]
"""By a chunk's text, its sentences in each language."""


def tokens_of(*texts: str) -> int:
    """About how many tokens texts are: a quarter of their letters, rounded up; the same for whatever is compared."""
    return -(-sum(map(len, texts)) // LETTERS_A_TOKEN)


def _systems() -> dict[str, Language]:
    """The prompt of answers as it is sent for each language."""
    prompt = load_prompt("answer").text
    return {prompt.replace("{language}", language): language for language in Language}


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the schema that was asked for, and the prompt's tokens."""

    schema: str
    tokens: int


async def nothing() -> None:
    """No wait."""


@dataclass(frozen=True, slots=True)
class NotesModel:
    """The `ChatModel` port. Answers questions with the first passage's sentences, in the language asked for.

    Reads and plans nothing, and is as unsure as the phrases where it is to sort, unless `sorts` knows the message.
    `wait` goes before each answer.
    """

    told: Told
    sorts: Mapping[str, Specialty] = field(default_factory=dict)
    wait: Callable[[], Awaitable[None]] = nothing
    name: str = "stand-in"
    _systems: Mapping[str, Language] = field(default_factory=_systems)
    _calls: ContextVar[list[Call] | None] = field(default_factory=lambda: ContextVar("calls", default=None))

    @contextmanager
    def counted(self) -> Iterator[list[Call]]:
        """The calls made in the block, and in tasks begun there."""
        calls: list[Call] = []
        token = self._calls.set(calls)
        try:
            yield calls
        finally:
            self._calls.reset(token)

    async def complete(self, prompt: Prompt) -> Completion:
        """See `ChatModel`. BAD_OUTPUT for a schema that it does not know."""
        calls, tokens = self._calls.get(), tokens_of(prompt.system, prompt.user)
        schema = prompt.schema.__name__ if prompt.schema else ""
        if calls is not None:
            calls.append(Call(schema, tokens))
        await self.wait()
        text = self._text(prompt)
        try:
            parsed = prompt.schema.model_validate_json(text) if prompt.schema else None
        except ValidationError:
            raise ProviderError(Outage.BAD_OUTPUT, f"nothing to say as {schema}") from None
        return Completion(text, parsed, tokens, tokens_of(text), "STOP")

    def _text(self, prompt: Prompt) -> str:
        if prompt.schema is ModelAnswer:
            return self._answer(json.loads(prompt.user), self._systems.get(prompt.system, Language.PT))
        if prompt.schema and "specialty" in prompt.schema.model_fields:
            return json.dumps({"specialty": self.sorts.get(json.loads(prompt.user)["message"], GENERAL)})
        return _EMPTY.get(prompt.schema, "{}") if prompt.schema else "…"

    def _answer(self, asked: Mapping[str, Any], language: Language) -> str:
        known = self.told.get(asked["passages"][0]["text"], {}).get(language, ())
        chosen: list[str] = []
        for sentence in known:
            if len(sentence) < LONGEST_SENTENCE and sum(map(len, chosen)) + len(sentence) <= MOST_LETTERS:
                chosen.append(sentence)
        sentences = [{"text": text, "sources": [1]} for text in chosen[:MOST_SENTENCES]]
        return json.dumps({"enough": bool(sentences), "sentences": sentences}, ensure_ascii=False)


async def sentences_of_notes(pool: asyncpg.Pool) -> Told:
    """What a `NotesModel` may say, from an ingested database."""
    contents = {row["id"]: row["conteudo"] for row in await pool.fetch(_CONTENTS)}
    found = await PostgresNoteIndex(pool).sentences(list(contents))
    return {
        contents[document]: {
            language: [one.sentence.translations.get(language, one.sentence.text) for one in stored]
            for language in Language
        }
        for document, stored in found.items()
    }


async def whole_notes(pool: asyncpg.Pool) -> Mapping[Specialty, str]:
    """Each specialty's note as one text: its chunks with their titles, without what stands around them in the file."""
    return {row["especialidade"]: row["note"] for row in await pool.fetch(_NOTES)}
