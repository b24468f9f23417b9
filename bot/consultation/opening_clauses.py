"""A message's clauses: their words, with what is said of health under its kind, and whether they are asked. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rag.wording import ASK, MARKS, Lexicon, load_lexicon
from rag.wording.patterns import Choice, Pattern

SYMPTOM: Final = "{symptom}"
LESION: Final = "{lesion}"
BODY: Final = "{body}"
LAB: Final = "{lab}"
FIGURE: Final = "{9}"
_LONGEST: Final = 800
"""Characters read: who complains does so by then."""
_PAUSE: Final = re.compile(r",(?!\d)|:(?!\d)|[()¿¡…–—]|\s-\s")
_KINDS: Final = ("condition", "symptom", "lesion", "body", "lab", "medicine", "procedure")
_HEALTH: Final = frozenset(f"{{{kind}}}" for kind in _KINDS)
_FILES: Final = tuple(f"opening{part}.toml" for part in ("_words", "_kinds", "", "_asking", "_histories"))


@dataclass(frozen=True, slots=True)
class Clause:
    """Words between two marks, with kinds of words for what is said of health and `{9}` for figures.

    `asked` is whether they are a question, or the rest of one.
    """

    words: Sequence[str]
    asked: bool

    def found(self, *books: str) -> bool:
        """Whether a pattern of any of `books` stands in the clause."""
        return any(found(book, self.words) for book in books)

    def has(self, *names: str) -> bool:
        """Whether an entry of any of the lists `names` stands in the clause."""
        return any(has(self.words, name) for name in names)

    @property
    def healthy(self) -> bool:
        """Whether anything of health is named."""
        return not _HEALTH.isdisjoint(self.words)

    def told(self) -> Clause:
        """The clause as far as it is no supposition, without what is had but is no illness."""
        until = next((at for at, _ in _entries(self.words, "supposing")), len(self.words))
        return Clause(_without(_without(self.words[:until], "neutral"), "spared"), self.asked)


def read(text: str) -> list[Clause]:
    """Clauses, each told from a question: by its mark, by its form, or as the rest of one."""
    clauses: list[Clause] = []
    going_on = False
    split = split_up(words_of(text))
    doubted = any(clause.found("doubted") for clause in split)
    for clause in split:
        supposed = has(clause.words, "supposing")
        opened = opens(clause.words)
        heard = clause.found("heard") or (doubted and clause.found("hearsay"))
        asked = going_on or clause.asked or opened or supposed or heard or clause.found("relayed") or _general(clause)
        clauses.append(Clause(clause.words, asked))
        going_on = not clause.asked and (going_on or supposed or opened)
    return clauses


def opens(words: Sequence[str]) -> bool:
    """Whether a clause has the form of a question."""
    return found("asking", words)


def hedged(words: Sequence[str]) -> bool:
    """An answer with a question mark after it: "80 kg?", "acho que sim?"."""
    return (FIGURE in words or has(words, "hedge")) and not has(words, "judged")


def found(book: str, words: Sequence[str]) -> bool:
    """Whether a pattern of `book` stands anywhere in `words`."""
    known = _books()[book]
    if known.keys().isdisjoint(words):
        return False
    return any(one.stands(words, at) for at, word in enumerate(words) for one in known.get(word, ()))


def has(words: Sequence[str], name: str) -> bool:
    """Whether an entry of the list `name` stands in `words`."""
    return bool(_entries(words, name))


def words_of(text: str) -> list[str]:
    """The words of `text`, spelt right, under their kinds; marks where a clause ends."""
    words = lexicon().read(_PAUSE.sub(" . ", text[:_LONGEST]))
    return [FIGURE if word[0].isdigit() else word for word in _named(words)]


def split_up(words: Sequence[str]) -> list[Clause]:
    """Clauses with their question marks; a question's turn of phrase opens its own clause wherever it stands."""
    words = [*_without([*words, "."], "unknown"), "."]
    turns = {at for at, _ in _entries(words, "turn")}
    clauses: list[Clause] = []
    clause: list[str] = []
    for at, word in enumerate(words):
        if word in MARKS or at in turns:
            asked = word == ASK and not _tagged(clause)
            bare = _started(clause)
            if bare or asked:
                clauses.append(Clause(bare, asked))
            clause = []
        if word not in MARKS:
            clause.append(word)
    return clauses


def _general(clause: Clause) -> bool:
    return clause.found("general") and not clause.found("past")


def _tagged(clause: Sequence[str]) -> bool:
    """Whether a clause ends in "né", "right": it tells, for all its question mark."""
    return any(end == len(clause) for _, end in _entries(clause, "tag"))


def _started(clause: Sequence[str]) -> list[str]:
    at = 0
    while end := max(lexicon().lists["filler"].ends(clause, at), default=0):
        at = end
    return list(clause[at:])


def _without(words: Sequence[str], name: str) -> list[str]:
    gone = {place for at, end in _entries(words, name) for place in range(at, end)}
    return [word for at, word in enumerate(words) if at not in gone]


def _entries(words: Sequence[str], name: str) -> list[tuple[int, int]]:
    choice = lexicon().lists[name]
    if not choice.stems and choice.phrases.keys().isdisjoint(words):
        return []
    starts = (at for at, word in enumerate(words) if choice.stems or word in choice.phrases)
    return [(at, end) for at in starts for end in choice.ends(words, at)]


def _named(words: Sequence[str]) -> Iterator[str]:
    """The words with what is said of health under its kind: "dor no peito" is `{symptom} no {body}`."""
    kinds, at = _kinds(), 0
    while at < len(words):
        phrase, kind = kinds.at(words, at)
        if kind in _HEALTH:
            yield kind
        elif kind != "{numbered}":
            yield from phrase
        at += len(phrase)


@dataclass(frozen=True, slots=True)
class _Kinds:
    """Kinds of words by an entry's first word, the longest entry first, and by stem."""

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    stems: Mapping[str, str]
    sizes: Sequence[int]

    def at(self, words: Sequence[str], at: int) -> tuple[Sequence[str], str]:
        """The entry at a word and its kind; the word itself, of no kind, where there is none."""
        for phrase, kind in self.phrases.get(words[at], ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return phrase, kind
        word = words[at]
        for size in self.sizes:
            if size <= len(word) and (kind := self.stems.get(word[:size], "")):
                return (word,), kind
        return (word,), ""


@cache
def _kinds() -> _Kinds:
    lists = lexicon().lists
    phrases: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    stems: dict[str, str] = {}
    for name in ("kept", "numbered", *_KINDS):
        for word, entries in lists[name].phrases.items():
            phrases[word] += [(entry, f"{{{name}}}") for entry in entries]
        stems = dict.fromkeys(lists[name].stems, f"{{{name}}}") | stems
    longest_first = {word: sorted(entries, key=lambda e: -len(e[0])) for word, entries in phrases.items()}
    return _Kinds(longest_first, stems, sorted({len(stem) for stem in stems}))


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A pattern, and for each step that it can't do without, words one of which must be there: followed only then."""

    pattern: Pattern
    needed: Sequence[frozenset[str]]

    @classmethod
    def of(cls, pattern: Pattern) -> _Pattern:
        choices = [step for step in pattern.steps if isinstance(step, Choice) and not (step.optional or step.stems)]
        return cls(pattern, sorted((frozenset(choice.phrases) for choice in choices), key=len))

    def stands(self, words: Sequence[str], at: int) -> bool:
        for needed in self.needed:
            if needed.isdisjoint(words):
                return False
        return self.pattern.matches(words, at)


@cache
def _books() -> Mapping[str, Mapping[str, Sequence[_Pattern]]]:
    return {
        name: {word: [_Pattern.of(pattern) for pattern in patterns] for word, patterns in book.by_word.items()}
        for name, book in lexicon().books.items()
    }


@cache
def lexicon() -> Lexicon:
    """Words and patterns of opening*.toml, where no pattern opens with a beginning of a word."""
    folder = Path(__file__).parent
    return load_lexicon(*(folder / name for name in _FILES))
