"""Files of word lists and patterns, and the spelling of their own longer words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.wording.patterns import Choice, Phrasebook, Reader
from rag.wording.tokens import MARKS, fold, tokens

_SHORTEST_MENDED = 7
_LONGEST_MENDED = 20


@dataclass(frozen=True, slots=True)
class Spelling:
    """Longer words of a lexicon, each under itself and under every way to leave one letter out."""

    known: frozenset[str]
    near: Mapping[str, str]

    @classmethod
    def of(cls, words: Iterable[str]) -> Spelling:
        """From folded words; those shorter than seven letters are left as they are written."""
        known = frozenset(words)
        near = {form: word for word in sorted(known) if len(word) >= _SHORTEST_MENDED for form in _shortened(word)}
        return cls(known, near | {word: word for word in known})

    def mended(self, word: str) -> str:
        """The known word that `word` misses by one letter left out, put in, swapped or wrong; else `word` itself."""
        if word in self.known or not _SHORTEST_MENDED - 1 <= len(word) <= _LONGEST_MENDED:
            return word
        forms = (form for form in (word, *_shortened(word)) if len(form) >= _SHORTEST_MENDED - 1)
        found = next((self.near[form] for form in forms if form in self.near), word)
        return found if found[0] == word[0] and len(found) >= _SHORTEST_MENDED else word


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Lists of words and books of patterns by name."""

    lists: Mapping[str, Choice]
    books: Mapping[str, Phrasebook]
    spelling: Spelling

    def read(self, text: str) -> list[str]:
        """The words of `text`, with the lexicon's own longer words spelt right."""
        return [self.spelling.mended(word) for word in tokens(text)]

    def found(self, book: str, words: Sequence[str]) -> bool:
        """Whether a pattern of `book` stands anywhere in `words`."""
        return self.books[book].found_in(words) is not None

    def covered(self, words: Sequence[str], names: Sequence[str]) -> bool:
        """Whether `words`, marks aside, are nothing but entries of the lists `names`."""
        bare = [word for word in words if word not in MARKS]
        reached = {0}
        for at in range(len(bare)):
            if at in reached:
                reached.update(end for name in names for end in self.lists[name].ends(bare, at))
        return bool(bare) and len(bare) in reached

    def has(self, words: Sequence[str], name: str) -> bool:
        """Whether any entry of the list `name` stands in `words`."""
        return any(True for at in range(len(words)) for _ in self.lists[name].ends(words, at))


def load_lexicon(*paths: Path) -> Lexicon:
    """Reads TOML files of `[lists]` and `[patterns]`: one pattern a line, an indented line goes on with the one before.

    Raises PatternError for a pattern that can't be read.
    """
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    lists: dict[str, str] = {name: text for file in files for name, text in file.get("lists", {}).items()}
    books = {name: text for file in files for name, text in file.get("patterns", {}).items()}
    reader = Reader(lists)
    written = {name: [reader.pattern(line) for line in _lines(text)] for name, text in books.items()}
    choices = {name: Choice.of(reader.entries(name)) for name in lists}
    used = [*choices.values(), *(s for ps in written.values() for p in ps for s in p.steps if isinstance(s, Choice))]
    words = {fold(word) for choice in used for phrases in choice.phrases.values() for p in phrases for word in p}
    return Lexicon(choices, {name: Phrasebook.of(ps) for name, ps in written.items()}, Spelling.of(words))


def _lines(text: str) -> list[str]:
    whole = text.replace("|\n  ", "|").replace("\n  ", " ")
    lines = (line.split("#")[0].strip() for line in whole.splitlines())
    return [line for line in lines if line]


def _shortened(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]
