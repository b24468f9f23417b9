"""What a model reads in a patient's words. It is only ever proposed: the patient's own answer decides.

Every proposal quotes the patient word for word; a number, a date or a text must be what the grammar itself reads in
that quote, and a criterion's proposal quotes the criterion too. What fails is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from bot.consultation.case import Proposal, value_json
from bot.ports import PromptText
from rag.ports import ChatModel, Prompt, ProviderError
from rag.protocols.ports import Published
from rag.protocols.reading import Told, read_answer
from rag.protocols.types import Facts, FieldType, ProtocolField, Value
from rag.types import Language
from rag.wording import fold

MAX_OUTPUT_TOKENS: Final = 800
FEWEST_WORDS: Final = 6
"""Words from which a text may tell more than the grammar reads in it."""
_LONGEST_TEXT: Final = 2_000
_MOST: Final = 24
_SHORTEST_QUOTE: Final = 3
_YES_NO: Final = {"yes": True, "no": False}


class FieldRead(BaseModel):
    """One field as the model read it."""

    model_config = ConfigDict(extra="ignore")

    key: str
    quote: str
    value: str


class CriterionRead(BaseModel):
    """One criterion that the model thinks may be met."""

    model_config = ConfigDict(extra="ignore")

    key: str
    quote: str
    passage: str


class CaseRead(BaseModel):
    """What the model is asked for."""

    model_config = ConfigDict(extra="ignore")

    fields: list[FieldRead] = Field(default_factory=list, max_length=_MOST)
    criteria: list[CriterionRead] = Field(default_factory=list, max_length=_MOST)


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was proposed and held, with what is told of a model that was asked; `dropped` counts what did not hold."""

    proposals: tuple[Proposal, ...] = ()
    degraded: tuple[str, ...] = ()
    chat_model: str | None = None
    prompt: PromptText | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Proposer:
    """Asks the model, where there is one, and keeps of its answer what holds. `withheld` texts go to no model."""

    model: ChatModel | None
    prompt: PromptText
    withheld: Callable[[str], bool] = lambda _: False

    async def propose(self, text: str, published: Published, facts: Facts, language: Language, today: date) -> Proposed:
        """Proposals for what `facts` lack. A model's failing is `degraded`, and costs nothing but its help."""
        if self.model is None or len(text.split()) < FEWEST_WORDS or self.withheld(text):
            return Proposed()
        asked = Proposed(chat_model=self.model.name, prompt=self.prompt)
        user = _asked(text[:_LONGEST_TEXT], published, facts, language)
        try:
            answer = await self.model.complete(Prompt(self.prompt.text, user, CaseRead, MAX_OUTPUT_TOKENS))
        except ProviderError as error:
            return Proposed(degraded=(f"consultation:{error.reason}",), chat_model=asked.chat_model, prompt=self.prompt)
        read = answer.parsed if isinstance(answer.parsed, CaseRead) else CaseRead()
        held = tuple(_held(read, text, published, facts, language, today))
        dropped = len(read.fields) + len(read.criteria) - len(held)
        return Proposed(held, (), asked.chat_model, self.prompt, answer.tokens_in, answer.tokens_out, dropped)


def _asked(text: str, published: Published, facts: Facts, language: Language) -> str:
    """JSON, so that nothing in the message can end it."""
    protocol = published.protocol
    fields = [_described(field) for field in protocol.fields if field.key not in facts]
    criteria = [{"key": c.key, "passage": c.passage} for c in protocol.criteria if c.key not in facts]
    whole = {"language": language, "message": text, "fields": fields, "criteria": criteria}
    return json.dumps(whole, ensure_ascii=False)


def _described(field: ProtocolField) -> dict[str, object]:
    described: dict[str, object] = {"key": field.key, "type": field.type, "about": field.label.pt}
    if field.unit:
        described["unit"] = field.unit
    if field.options:
        described["options"] = [{"key": option.key, "label": option.pt} for option in field.options]
    return described


def _held(
    read: CaseRead, text: str, published: Published, facts: Facts, language: Language, today: date
) -> Iterator[Proposal]:
    seen = set(facts)
    for criterion in read.criteria:
        known = published.protocol.criterion(criterion.key)
        if known is None or known.question is None or criterion.key in seen or not _quoted(criterion.quote, text):
            continue
        if _quoted(criterion.passage, known.passage):
            seen.add(criterion.key)
            yield Proposal(criterion.key, criterion.quote.strip())
    for one in read.fields:
        field = published.protocol.field(one.key)
        if field is None or one.key in seen or not _quoted(one.quote, text):
            continue
        value = _value(one, field, language, today)
        if value is not None:
            seen.add(one.key)
            yield Proposal(one.key, one.quote.strip(), value_json(value))


def _quoted(quote: str, text: str) -> bool:
    """Whether words stand in a text, letter by letter but for their case, accents and spacing, and whole."""
    wanted, among = _bare(quote), _bare(text)
    return len(wanted) >= _SHORTEST_QUOTE and f" {wanted} " in f" {among} "


def _bare(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .,;:!?\"'")


def _value(read: FieldRead, field: ProtocolField, language: Language, today: date) -> Value | None:
    """The value proposed; a number or a date only where the grammar reads the same in the quote as in the value."""
    match field.type:
        case FieldType.YES_NO:
            return _YES_NO.get(read.value.strip().casefold())
        case FieldType.CHOICE:
            return next((option.key for option in field.options if option.key == read.value), None)
    quoted, told = (_read(words, field, language, today) for words in (read.quote, read.value))
    return quoted if quoted == told else None


def _read(words: str, field: ProtocolField, language: Language, today: date) -> Value | None:
    answer = read_answer(words, field, language, today)
    return answer.value if isinstance(answer, Told) else None


def without(proposals: Sequence[Proposal], facts: Facts) -> tuple[Proposal, ...]:
    """The proposals for what is not known."""
    return tuple(proposal for proposal in proposals if proposal.key not in facts)
