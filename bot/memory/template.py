"""A working memory as the text that is stored: Markdown of a fixed form, in one language. Pure.

    # Memória de trabalho
    ## Foco
    hipertensão
    ## Preferências
    - Nome: Ana
    - Respostas curtas
    ## Ajustes temporários
    - até 2026-12-20: comer sem sal
    ## Observações
    - moro em zona rural

Any text is read: what can't be placed is an observation, so that a damaged one loses nothing that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from bot.memory.memory import MOST_ITEM, MOST_NAME, Adjustment, Memory, bounded, clean
from rag.types import Language
from rag.wording import fold


class Heading(StrEnum):
    """Parts of the text."""

    TITLE = "title"
    FOCUS = "focus"
    PREFERENCES = "preferences"
    ADJUSTMENTS = "adjustments"
    NOTES = "notes"


HEADINGS: Final[Mapping[Language, Mapping[Heading, str]]] = {
    Language.PT: {
        Heading.TITLE: "Memória de trabalho", Heading.FOCUS: "Foco", Heading.PREFERENCES: "Preferências",
        Heading.ADJUSTMENTS: "Ajustes temporários", Heading.NOTES: "Observações",
    },
    Language.ES: {
        Heading.TITLE: "Memoria de trabajo", Heading.FOCUS: "Foco", Heading.PREFERENCES: "Preferencias",
        Heading.ADJUSTMENTS: "Ajustes temporales", Heading.NOTES: "Observaciones",
    },
    Language.EN: {
        Heading.TITLE: "Working memory", Heading.FOCUS: "Focus", Heading.PREFERENCES: "Preferences",
        Heading.ADJUSTMENTS: "Temporary adjustments", Heading.NOTES: "Notes",
    },
}  # fmt: skip
_NAME: Final = {Language.PT: "Nome", Language.ES: "Nombre", Language.EN: "Name"}
_SHORT: Final = {Language.PT: "Respostas curtas", Language.ES: "Respuestas cortas", Language.EN: "Short answers"}
_UNTIL: Final = {Language.PT: "até", Language.ES: "hasta", Language.EN: "until"}
_NAMED: Final = re.compile(rf"(?:{'|'.join(_NAME.values())})\s*:\s*(.*)", re.IGNORECASE)
_DATED: Final = re.compile(rf"(?:{'|'.join(_UNTIL.values())}) (\d{{4}}-\d{{2}}-\d{{2}})\s*:\s*(.+)", re.IGNORECASE)
_BRIEF: Final = frozenset(fold(label) for label in _SHORT.values())
_KNOWN: Final = {fold(label): heading for labels in HEADINGS.values() for heading, label in labels.items()}
_LINE: Final = MOST_ITEM + 40
"""An item with the words before it."""
_NEAR: Final = 0.75
"""How alike a heading is to the one it was (difflib's ratio)."""


def render(memory: Memory, language: Language) -> str:
    """The text of a memory, every heading in its place."""
    return "\n".join(_lines(memory, language)) + "\n"


def parse(text: str) -> Memory:
    """What a text holds, whatever has become of it. Of a text of ours: what was rendered."""
    found = _Found()
    heading: Heading | None = None
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            heading = found.under(clean(line))
        elif item := clean(line, _LINE):
            found.take(heading, item)
    return bounded(found.memory())


def is_setting(item: str) -> bool:
    """Whether an item among the preferences would be read as the name, or as the wish for short answers."""
    return bool(_NAMED.fullmatch(item)) or fold(item) in _BRIEF


def _lines(memory: Memory, language: Language) -> Iterator[str]:
    headings = HEADINGS[language]
    yield f"# {headings[Heading.TITLE]}"
    yield f"## {headings[Heading.FOCUS]}"
    if memory.focus:
        yield f"- {memory.focus}"
    yield f"## {headings[Heading.PREFERENCES]}"
    if memory.name:
        yield f"- {_NAME[language]}: {memory.name}"
    if memory.short:
        yield f"- {_SHORT[language]}"
    yield from (f"- {item}" for item in memory.preferences)
    yield f"## {headings[Heading.ADJUSTMENTS]}"
    yield from (f"- {_UNTIL[language]} {held.until.isoformat()}: {held.text}" for held in memory.adjustments)
    yield f"## {headings[Heading.NOTES]}"
    yield from (f"- {item}" for item in memory.notes)


@dataclass(slots=True)
class _Found:
    focus: str = ""
    name: str = ""
    short: bool = False
    preferences: list[str] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def under(self, told: str) -> Heading | None:
        """The heading that a line was; one that was none is kept as an observation."""
        folded = fold(told)
        begun = [name for name in _KNOWN if folded and name.startswith(folded)]
        near = begun[:1] or get_close_matches(folded, _KNOWN, 1, _NEAR)
        if not near and told:
            self.notes.append(told)
        return _KNOWN[near[0]] if near else None

    def take(self, heading: Heading | None, item: str) -> None:
        """Puts a line in its place."""
        if heading is Heading.FOCUS and not self.focus:
            self.focus = clean(item)
        elif heading is Heading.PREFERENCES:
            self._prefer(item)
        elif heading is Heading.ADJUSTMENTS and (held := _adjustment(item)):
            self.adjustments.append(held)
        else:
            self.notes.append(clean(item))

    def _prefer(self, item: str) -> None:
        if fold(item) in _BRIEF:
            self.short = True
        elif (named := _NAMED.fullmatch(item)) is None:
            self.preferences.append(clean(item))
        elif not self.name:
            self.name = clean(named[1], MOST_NAME)

    def memory(self) -> Memory:
        return Memory(
            self.focus, self.name, self.short, tuple(self.preferences), tuple(self.adjustments), tuple(self.notes)
        )


def _adjustment(item: str) -> Adjustment | None:
    dated = _DATED.fullmatch(item)
    if dated is None:
        return None
    try:
        text = clean(dated[2])
        return Adjustment(text, date.fromisoformat(dated[1])) if text else None
    except ValueError:
        return None
