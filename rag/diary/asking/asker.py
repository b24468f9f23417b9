"""From the diary's rows to an answer: a model phrases them where there is one, and code checks every sentence.

What fails is asked for once more, and then replaced by the table that code makes of the rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import BaseModel, Field

from rag.diary.asking.claims import LONGEST_SENTENCE, Checker, Claim, LogVerdict
from rag.diary.asking.rows import Rows
from rag.diary.asking.telling import LogQuestion, Teller
from rag.ports import ChatModel, Completion, Prompt, ProviderError

MAX_OUTPUT_TOKENS: Final = 1200
TRIES: Final = 2
_LONGEST_TEXT: Final = 4000


class ModelLogSentence(BaseModel):
    """One sentence and the ids of the rows that it rests on."""

    text: str = Field(min_length=1, max_length=LONGEST_SENTENCE)
    rows: list[str] = Field(max_length=60)


class ModelLogAnswer(BaseModel):
    """What the model is asked for. `enough` false: the rows don't answer."""

    enough: bool
    sentences: list[ModelLogSentence] = Field(max_length=8)


@dataclass(frozen=True, slots=True)
class LogAnswer:
    """An answer as blocks of markup, and how it came about.

    `claims` are a model's sentences with their rows, where they were sent; `verdict` is of these. `chat_model` and the
    tokens tell of a model that was asked, whatever came of it, and `rejected` are the verdicts of its failed answers.
    """

    parts: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    verdict: LogVerdict | None = None
    rejected: tuple[LogVerdict, ...] = ()
    chat_model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    degraded: tuple[str, ...] = ()

    def judged(self) -> Mapping[str, object] | None:
        """The verdict as it is stored, with the rows that each sentence cites and the failed answers' verdicts."""
        judged = self.verdict.as_dict() if self.verdict else {}
        if self.claims:
            judged["rows"] = [list(claim.rows) for claim in self.claims]
        if self.rejected:
            judged["rejected"] = [verdict.as_dict() for verdict in self.rejected]
        return judged or None


@dataclass(slots=True)
class _Tried:
    """What a model has cost, and what was wrong with its answers."""

    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    rejected: tuple[LogVerdict, ...] = ()
    faults: tuple[Mapping[str, object], ...] = ()

    def took(self, completion: Completion) -> None:
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out

    def reject(self, claims: Sequence[Claim], verdict: LogVerdict) -> None:
        self.rejected += (verdict,)
        self.faults = tuple({"kind": f.kind, "sentence": claims[f.sentence].text} for f in verdict.faults)

    def told(self, answer: LogAnswer) -> LogAnswer:
        return replace(
            answer,
            rejected=self.rejected,
            chat_model=self.model,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
        )


@dataclass(frozen=True, slots=True)
class Asker:
    """Answers questions to the diary. `chat` is None where there is no model; `prompt` holds `{language}`."""

    chat: ChatModel | None
    prompt: str

    async def ask(self, question: LogQuestion, teller: Teller) -> LogAnswer:
        """The model's answer if it holds, else code's own, which says why in `degraded`. An empty log asks no model."""
        if self.chat is None or not question.ledger.days:
            return LogAnswer(teller.tell(question))
        tried = _Tried(self.chat.name)
        try:
            answer = await self._modelled(self.chat, question, teller, tried)
        except ProviderError as error:
            return tried.told(LogAnswer(teller.tell(question), degraded=(f"chat:{error.reason}",)))
        return tried.told(answer)

    async def _modelled(self, chat: ChatModel, question: LogQuestion, teller: Teller, tried: _Tried) -> LogAnswer:
        """An answer that holds, or the table; code's own sentences where the model says that the rows don't answer."""
        checker = Checker(Rows(question.ledger))
        for _ in range(TRIES):
            completion = await chat.complete(self._prompt(question, checker.rows, tried.faults))
            tried.took(completion)
            claims = _claims(completion.parsed)
            if not claims:
                break
            verdict = checker.check(claims)
            if verdict.ok:
                parts = (teller.said([claim.text for claim in claims]), *teller.remarks(question), teller.footer)
                return LogAnswer(parts, claims, verdict)
            tried.reject(claims, verdict)
        if tried.rejected:
            return LogAnswer(teller.table(question), degraded=("chat:ungrounded",))
        return LogAnswer(teller.tell(question))

    def _prompt(self, question: LogQuestion, rows: Rows, faults: Sequence[Mapping[str, object]]) -> Prompt:
        """The rows and the question as one JSON object, which no text can close."""
        ledger = question.ledger
        told: dict[str, object] = {
            "today": ledger.today.isoformat(),
            "period": {"from": ledger.plan.date_from.isoformat(), "to": ledger.plan.date_to.isoformat()},
            "rows": [row.told for row in rows.all],
            "message": question.text[:_LONGEST_TEXT],
        }
        told |= {"rejected": list(faults)} if faults else {}
        system = self.prompt.replace("{language}", ledger.language)
        return Prompt(system, json.dumps(told, ensure_ascii=False), ModelLogAnswer, MAX_OUTPUT_TOKENS)


def _claims(parsed: BaseModel | None) -> tuple[Claim, ...]:
    if not isinstance(parsed, ModelLogAnswer) or not parsed.enough:
        return ()
    told = ((" ".join(s.text.split()), tuple(dict.fromkeys(s.rows))) for s in parsed.sentences)
    return tuple(Claim(text, rows) for text, rows in told if text)
