"""A specialty is data: its profile file says its names and the words that call it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.types import Language, Specialty

_CODES = {Language.PT: "pt", Language.ES: "es", Language.EN: "en"}


class ProfileError(Exception):
    """A profile file is wrong; the message names the file and what is wrong in it."""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: dict[str, str]
    about: dict[str, str]
    keywords: dict[str, list[str]] = Field(default_factory=dict)
    ambiguous: dict[str, list[str]] = Field(default_factory=dict)


class Profile(BaseModel):
    """What the conversation needs to know of a specialty. Texts by language code: pt, es, en.

    `keywords` name the specialty; `ambiguous` may name it, or mean something else.
    """

    model_config = ConfigDict(frozen=True)

    specialty: Specialty
    names: Mapping[str, str]
    abouts: Mapping[str, str]
    keywords: Sequence[str]
    ambiguous: Sequence[str] = ()

    def name(self, language: Language) -> str:
        """The specialty's name in a language."""
        return self.names[_CODES[language]]

    def described(self, language: Language) -> str:
        """Name and subject, for help: "Cardiologia (coração e pressão)"."""
        return f"{self.name(language)} ({self.abouts[_CODES[language]]})"


def load_profiles(folder: Path) -> tuple[Profile, ...]:
    """One profile a file; the file's name is the specialty. Raises ProfileError."""
    return tuple(_load(path) for path in sorted(folder.glob("*.toml")))


def _load(path: Path) -> Profile:
    try:
        data = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path}: {str(error).splitlines()[0]}") from error
    for table, texts in (("name", data.name), ("about", data.about)):
        missing = [code for code in _CODES.values() if not texts.get(code)]
        if missing:
            raise ProfileError(f"{path}: [{table}] lacks {', '.join(missing)}")
    return Profile(
        specialty=path.stem,
        names=data.name,
        abouts=data.about,
        keywords=_words(data.keywords),
        ambiguous=_words(data.ambiguous),
    )


def _words(table: dict[str, list[str]]) -> list[str]:
    return [word for words in table.values() for word in words]
