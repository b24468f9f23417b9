"""How a note is named under what is drawn from it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Protocol

from bot.locales import Words
from bot.locales.prose import show_date
from bot.markup import escape


class Note(Protocol):
    """What is told of a note. Dates are ISO; `note_date` may be a bare year or empty."""

    @property
    def note(self) -> str:
        """Its own name and number."""

    @property
    def note_date(self) -> str:
        """Its date."""

    @property
    def review_date(self) -> str | None:
        """When it must have been reviewed, where that is known."""

    @property
    def demonstration(self) -> bool:
        """Whether it is one of the bundled summaries."""


def citation(words: Words, note: Note, markers: str, on: date) -> str:
    """One line under an answer given on that day, as markup: markers, note, date, and a review that is overdue."""
    name = words("note.demonstration_of", note=note.note) if note.demonstration else escape(note.note)
    dated = f", {escape(show_date(note.note_date, words.language))}" if note.note_date else ""
    return " ".join([f"{markers} {name}{dated}.", *_overdue(words, note, on)])


def caveats(words: Words, note: Note, on: date) -> list[str]:
    """What a reader must know of the note on that day, a sentence each."""
    demonstration = [words("note.demonstration")] if note.demonstration else []
    return [*demonstration, *_overdue(words, note, on)]


def _overdue(words: Words, note: Note, on: date) -> Iterator[str]:
    if note.review_date and on > date.fromisoformat(note.review_date):
        yield words("note.past_review", date=show_date(note.review_date, words.language))
