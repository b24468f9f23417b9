"""Answers and refusals as markup, with the locale's words around what the sources say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.acts import Context
from bot.agents.scope import Beyond
from bot.citing import citation
from bot.locales import Words
from bot.markup import escape, plain
from rag.answering import Answer, Part
from rag.notes.retrieval import Retrieval
from rag.types import Passage, Section

_HEADED = {
    Section.CRITERIA: "answer.criteria",
    Section.REQUIRED: "answer.required",
    Section.WARNINGS: "answer.warnings",
}
MAX_ANSWER = 900
"""Longest answer, in characters as a reader sees them."""
MAX_ORIENTATION = 560
"""Longest orientation before a consultation's first question, and longest answer for who wishes for short ones."""


@dataclass(frozen=True, slots=True)
class Told:
    """A reply as markup, and the positions of the passages whose markers it prints."""

    text: str
    cited: frozenset[int]

    def fits(self, most: int) -> bool:
        """Whether a reader sees at most so many characters."""
        return len(plain(self.text)) <= most


@dataclass(frozen=True, slots=True)
class Page:
    """What stands around an answer: what was asked that isn't given, and another passage about as near, by position.

    `most` is how many characters it may have.
    """

    context: Context
    retrieval: Retrieval
    asked: Beyond | None
    also: int | None
    most: int = MAX_ANSWER

    def told(self, answer: Answer) -> Told:
        """The whole reply; the other passage is named where an extractive answer leaves room for it."""
        if self.also and answer.extractive:
            longer = self._told(answer, self.also)
            if longer.fits(self.most):
                return longer
        return self._told(answer, None)

    def has_room(self, answer: Answer) -> bool:
        """Whether the reply is short enough, the other passage named; unless a single part leaves no room for that."""
        also = self.also if answer.extractive and len(answer.parts) > 1 else None
        return self._told(answer, also).fits(self.most)

    def _told(self, answer: Answer, also: int | None) -> Told:
        words, passages = self.context.words, self.retrieval.passages
        cited = answer.cited | ({also} if also else set())
        blocks = [words(f"refusal.{self.asked}")] if self.asked else []
        blocks += _extract(words, passages[0], answer.parts) if answer.extractive else [_sentences(answer.parts)]
        if also:
            blocks.append(words("answer.also", title=passages[also - 1].title_in(words.language), position=also))
        blocks += [words("answer.closing"), *degraded(self.context, self.retrieval, answer), self._notes(cited)]
        return Told("\n\n".join(blocks), frozenset(cited))

    def _notes(self, cited: frozenset[int]) -> str:
        """The notes that are cited, a line each with all its markers."""
        lines: dict[str, str] = {}
        on = self.context.incoming.at.date()
        for n in sorted(cited):
            if 1 <= n <= len(self.retrieval.passages):
                line = citation(self.context.words, self.retrieval.passages[n - 1], "", on)
                lines[line] = lines.get(line, "") + f"[{n}]"
        return "<i>" + "\n".join(markers + line for line, markers in lines.items()) + "</i>"


def degraded(context: Context, retrieval: Retrieval, answer: Answer | None) -> list[str]:
    """A block that says what is missing at the moment, if anything is."""
    missing = [
        *(["degraded.local"] if answer and answer.parts and answer.degraded else []),
        *(["degraded.retrieval"] if retrieval.degraded else []),
    ]
    return [f"<i>{' '.join(map(context.words, missing))}</i>"] if missing else []


def _extract(words: Words, passage: Passage, parts: Sequence[Part]) -> list[str]:
    blocks = [words("answer.lead", title=passage.title_in(words.language))]
    for section in dict.fromkeys(part.section for part in parts):
        members = [part for part in parts if part.section is section]
        if section in _HEADED:
            lines = [f"• {escape(part.cited)}" for part in members]
            blocks.append("\n".join([words(_HEADED[section]), *lines]))
        else:
            blocks.append(_sentences(members))
    return blocks


def _sentences(parts: Sequence[Part]) -> str:
    return " ".join(escape(part.cited) for part in parts)


def refusal(context: Context, asked: Beyond) -> str:
    """A calm no, and what can be had instead."""
    return f"{context.words(f'refusal.{asked}')}\n\n{context.words('refusal.offer')}"


def out_of_scope(context: Context) -> str:
    """A calm no to what is nobody's subject here, and what can be had instead."""
    refused = context.words("refusal.out_of_scope", specialties=context.specialties)
    return f"{refused}\n\n{context.words('refusal.offer')}"


def abstention(context: Context) -> str:
    """The plain word that nothing near enough was found, and what helps."""
    return f"{context.words('answer.nothing')}\n\n{context.words('answer.offer', specialties=context.specialties)}"
