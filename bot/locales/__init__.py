"""User-facing words: one file a language, the same keys in each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bot.markup import escape
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. Keys are `table.key`."""

    language: Language
    texts: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of `key` as markup, with `values` escaped and filled in. KeyError where it does not exist."""
        template = self.texts[key]
        return template.format(**{name: escape(str(value)) for name, value in values.items()}) if values else template

    def get(self, key: str, default: str) -> str:
        """The text of `key`, or `default`: for names that a corpus may add."""
        return self.texts.get(key, default)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The words of every language."""

    words: Mapping[Language, Words]

    def __getitem__(self, language: Language) -> Words:
        return self.words[language]

    def naming(self, specialties: Mapping[str, Callable[[Language], str]]) -> Catalogue:
        """With the names of `specialties`, where it has none."""

        def named(words: Words) -> Words:
            names = {f"name.{key}": name(words.language) for key, name in specialties.items()}
            return replace(words, texts={**names, **words.texts})

        return Catalogue({language: named(words) for language, words in self.words.items()})


def load_catalogue(folder: Path | None = None) -> Catalogue:
    """Reads `<language>.toml` of each language."""
    folder = folder or Path(__file__).parent
    return Catalogue({language: _load(language, folder / f"{language}.toml") for language in Language})


def _load(language: Language, path: Path) -> Words:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {f"{table}.{key}": text for table, entries in tables.items() for key, text in entries.items()}
    return Words(language, texts)
