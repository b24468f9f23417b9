"""What an experiment changes: settings by name, checked, and put into the application that is evaluated."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.agents.agent import SpecialtyAgent
from bot.bootstrap import Runtime
from bot.experiments.records import ExperimentError
from bot.ports import PromptText
from rag.notes.naming import Condition
from rag.notes.ports import Coverage, NoteIndex, RoutingPhrase, StoredSentence
from rag.notes.retrieval import MATCH_COUNT
from rag.types import Passage, Specialty, Vector

_MOST_PASSAGES = 8
_MOST_PROMPT = 20_000


class Conditions(BaseModel):
    """The settings of an experiment; None: Fonte's own.

    `prompt` is a file that stands in for bot/prompts/answer.md. `near_enough` and `also_within` are cosines
    (bot.agents.agent.Limits), `match_count` the passages that are retrieved. `generation` false keeps the chat model
    away from answers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: Path | None = None
    chat_model: str | None = None
    embedding_model: str | None = None
    generation: bool | None = None
    near_enough: float | None = Field(default=None, ge=-1, le=1)
    also_within: float | None = Field(default=None, ge=0, le=2)
    match_count: int | None = Field(default=None, ge=1, le=_MOST_PASSAGES)

    def overrides(self) -> dict[str, object]:
        """The environment's settings that these stand for."""
        named = {"gemini_chat_model": self.chat_model, "gemini_embedding_model": self.embedding_model}
        return {name: value for name, value in named.items() if value is not None}

    def kept(self) -> dict[str, Any]:
        """As they are stored: those that were set, and of a prompt the file's name and the hash of its text."""
        told = {name: value for name, value in self.model_dump(mode="json").items() if value is not None}
        if self.prompt is not None:
            told |= {"prompt": self.prompt.name, "prompt_hash": self.prompt_text().hash}
        return told

    def prompt_text(self) -> PromptText:
        """The prompt of the file. Raises ExperimentError."""
        if self.prompt is None:
            raise ExperimentError("no prompt is set")
        try:
            text = self.prompt.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ExperimentError(f"--set prompt: {self.prompt} can't be read") from error
        if not text.strip() or len(text) > _MOST_PROMPT:
            raise ExperimentError(f"--set prompt: {self.prompt} is empty or longer than {_MOST_PROMPT} characters")
        return PromptText(hashlib.sha256(text.encode()).hexdigest(), self.prompt.stem, text)


def conditions_of(pairs: Sequence[str]) -> Conditions:
    """From `key=value` texts. Raises ExperimentError, whose message names the key."""
    told: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not value or key.strip() in told:
            raise ExperimentError(f"--set {pair}: key=value is expected, and each key once")
        told[key.strip()] = value.strip()
    try:
        conditions = Conditions.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        known = ", ".join(Conditions.model_fields)
        wrong = f"no such setting; there are {known}" if first["type"] == "extra_forbidden" else first["msg"]
        raise ExperimentError(f"--set {first['loc'][0]}: {wrong}") from error
    if conditions.prompt is not None:
        conditions.prompt_text()
    return conditions


def put_into(runtime: Runtime, conditions: Conditions) -> None:
    """Changes the application's specialties, in the one mapping that everything reads them from."""
    agents = runtime.app.agents.specialties
    for name, agent in list(agents.items()):
        agents[name] = _changed(agent, conditions)


def _changed(agent: SpecialtyAgent, conditions: Conditions) -> SpecialtyAgent:
    limits: Mapping[str, float | None] = {
        "near_enough": conditions.near_enough,
        "also_within": conditions.also_within,
    }
    set_limits = {name: value for name, value in limits.items() if value is not None}
    agent = replace(agent, limits=replace(agent.limits, **set_limits))
    if conditions.prompt is not None:
        prompt = conditions.prompt_text()
        agent = replace(agent, prompt=prompt, answerer=replace(agent.answerer, system_prompt=prompt.text))
    if conditions.generation is False:
        agent = replace(agent, answerer=replace(agent.answerer, model=None))
    if conditions.match_count is not None:
        retriever = agent.retriever
        index = Counted(retriever.index, conditions.match_count)
        agent = replace(agent, retriever=replace(retriever, index=index))
    return agent


@dataclass(frozen=True, slots=True)
class Counted:
    """A note index that gives `count` passages where MATCH_COUNT are asked for."""

    inner: NoteIndex
    count: int

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        """As the index does."""
        return await self.inner.nearest(vector, specialty, self.count if count == MATCH_COUNT else count, model)

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        """As the index does."""
        return await self.inner.sentences(document_ids)

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        """As the index does."""
        return await self.inner.routing_phrases(model)

    async def conditions(self, model: str) -> Sequence[Condition]:
        """As the index does."""
        return await self.inner.conditions(model)

    async def coverage(self, model: str) -> Coverage:
        """As the index does."""
        return await self.inner.coverage(model)
