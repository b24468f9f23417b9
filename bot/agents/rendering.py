"""Answers and refusals as markup, with the locale's words around what the sources say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.acts import Context
from bot.agents.scope import Beyond
from bot.locales import Words
from bot.locales.prose import show_date
from bot.markup import escape, plain
from rag.answering import Answer, Part
from rag.types import Passage, Section

_HEADED = {
    Section.CRITERIA: "answer.criteria",
    Section.REQUIRED: "answer.required",
    Section.WARNINGS: "answer.warnings",
}
MAX_ANSWER = 900


def answer_text(
    context: Context, passages: Sequence[Passage], answer: Answer, asked: Beyond | None, also: int | None
) -> str:
    """The whole reply: a refusal first where something was asked that isn't given, the parts, the notes."""
    words = context.words
    head = [words(f"refusal.{asked}")] if asked else []
    head += _extract(words, passages[0], answer.parts) if answer.extractive else [_sentences(answer.parts)]
    tail = [words("answer.closing")]
    if answer.degraded:
        tail.append(f"<i>{words('degraded.local')}</i>")
    whole = _whole(head, tail, [_citation(words, passages[n - 1], n, context) for n in sorted(answer.cited)])
    if also is None:
        return whole
    head.append(words("answer.also", title=passages[also - 1].title_in(context.language), position=also))
    cited = sorted(answer.cited | {also})
    longer = _whole(head, tail, [_citation(words, passages[n - 1], n, context) for n in cited])
    return longer if len(plain(longer)) <= MAX_ANSWER else whole


def _whole(head: Sequence[str], tail: Sequence[str], citations: Sequence[str]) -> str:
    notes = "<i>" + "\n".join(citations) + "</i>"
    return "\n\n".join([*head, *tail, notes])


def frame(context: Context, passages: Sequence[Passage], asked: Beyond | None) -> str:
    """The words that stand around an extractive answer at their longest, to tell how much room it has."""
    words = context.words
    blocks = [words(f"refusal.{asked}")] if asked else []
    blocks += [
        words("answer.lead", title=passages[0].title_in(words.language)),
        _citation(words, passages[0], 1, context),
    ]
    blocks += [words(key) for key in ("answer.criteria", "answer.warnings", "answer.closing")]
    return plain("\n\n".join(blocks))


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


def _citation(words: Words, passage: Passage, position: int, context: Context) -> str:
    key = "answer.citation_demonstration" if passage.demonstration else "answer.citation"
    line = words(key, position=position, note=passage.note, date=show_date(passage.note_date, words.language))
    if passage.review_date and context.incoming.at.date() > date.fromisoformat(passage.review_date):
        line += " " + words("answer.past_review", date=show_date(passage.review_date, words.language))
    return line


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
