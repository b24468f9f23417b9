"""An answer cut into sentences, each with the passages that it cites and its figures judged. Pure: no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.review.records import ShownPassage
from rag.grounding import Evidence, PassageText, check, markers, split
from rag.grounding.scan import normalise
from rag.types import Language


class Held(StrEnum):
    """How a figure stands beside the passages."""

    SUPPORTED = "supported"
    """A passage that the sentence cites holds it, with its unit and comparator; or it is an emergency number."""
    UNSUPPORTED = "unsupported"
    """The sentence cites passages, and none holds it so."""
    OUTSIDE = "outside"
    """The sentence cites nothing: code counted it, or the person's own rows hold it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence: a figure (`held`, and what is `wrong` with it), a marker (`cites`), or plain text."""

    text: str
    held: Held | None = None
    wrong: str = ""
    cites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tied:
    """A sentence, or what stands between two (`gap`). `cites` are ranks of passages, `naming` a line of the notes."""

    pieces: tuple[Piece, ...]
    cites: tuple[int, ...] = ()
    naming: bool = False
    gap: bool = False


Span = tuple[int, int]


def tied(answer: str, passages: Sequence[ShownPassage], language: Language) -> tuple[Tied, ...]:
    """The whole answer, in order: its pieces' texts joined are its NFC form."""
    text = normalise(answer)
    return tuple(_Tying(text, passages, language).all())


@dataclass(frozen=True, slots=True)
class _Tying:
    text: str
    passages: Sequence[ShownPassage]
    language: Language

    def all(self) -> Iterator[Tied]:
        ranks = frozenset(passage.rank for passage in self.passages)
        found = [((m.start, m.end), tuple(sorted(m.positions(ranks)))) for m in markers(self.text)]
        judged, at = self._figures(), 0
        for start, end in self._sentences():
            if start > at:
                yield Tied((Piece(self.text[at:start]),), gap=True)
            own = {span: cites for span, cites in found if start <= span[0] < end}
            naming = self._names_a_note(self.text[start:end], own, start)
            cites = tuple(sorted({n for cited in own.values() for n in cited}))
            figures = {} if naming else {s: w for s, w in judged.items() if start <= s[0] and s[1] <= end}
            yield Tied(tuple(self._pieces((start, end), own, figures, lone=not cites)), cites, naming)
            at = end
        if at < len(self.text):
            yield Tied((Piece(self.text[at:]),), gap=True)

    def _sentences(self) -> Iterator[Span]:
        """Sentences without the blanks at their ends; the lines that name the notes are left whole."""
        whole = self._lines_that_name()
        spans = [s for s in split(self.text) if not any(line[0] <= s[0] < line[1] for line in whole)]
        for start, end in sorted([*spans, *whole]):
            piece = self.text[start:end]
            if piece.strip():
                yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())

    def _lines_that_name(self) -> list[Span]:
        spans, at = [], 0
        for line in self.text.splitlines(keepends=True):
            if line.lstrip().startswith("[") and any(p.note and p.note in line for p in self.passages):
                spans.append((at, at + len(line)))
            at += len(line)
        return spans

    def _names_a_note(self, sentence: str, own: dict[Span, tuple[int, ...]], start: int) -> bool:
        leads = any(span[0] == start for span in own)
        return leads and any(passage.note and passage.note in sentence for passage in self.passages)

    def _figures(self) -> dict[Span, str]:
        """Every figure's place, and what is wrong with it: "" where nothing is."""
        evidence = Evidence(tuple(PassageText(p.rank, p.content) for p in self.passages))
        verdict = check(self.text, evidence, language=self.language)
        wrong = {(v.start, v.end): v.kind.value for v in verdict.violations}
        return {(f.start, f.end): wrong.get((f.start, f.end), "") for f in verdict.figures}

    def _pieces(
        self, sentence: Span, cited: dict[Span, tuple[int, ...]], figures: dict[Span, str], *, lone: bool
    ) -> Iterator[Piece]:
        at = sentence[0]
        for start, end in sorted([*cited, *figures]):
            if start < at:
                continue
            if start > at:
                yield Piece(self.text[at:start])
            wrong = figures.get((start, end))
            held = None if wrong is None else _held(wrong, lone=lone)
            yield Piece(self.text[start:end], held, "" if lone else wrong or "", cited.get((start, end), ()))
            at = end
        if at < sentence[1]:
            yield Piece(self.text[at : sentence[1]])


def _held(wrong: str, *, lone: bool) -> Held:
    if not wrong:
        return Held.SUPPORTED
    return Held.OUTSIDE if lone else Held.UNSUPPORTED
