"""Pages as HTML: Jinja templates, everything escaped, words and numbers as the reader's language writes them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.locales import Catalogue, load_catalogue
from bot.locales.prose import show_date
from bot.review.records import Operator, Role
from bot.review.web.parts import Deployment
from rag.types import Language

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"


@dataclass(frozen=True, slots=True)
class Section:
    """An entry of the navigation: its words are `nav.<name>`, its shortcut g and then `key`."""

    name: str
    path: str
    role: Role
    key: str


@dataclass(frozen=True, slots=True)
class Face:
    """What every page shows beside its own values."""

    language: Language
    deployment: Deployment
    csrf: str
    operator: Operator | None
    path: str


@dataclass(frozen=True, slots=True)
class Renderer:
    """Makes pages. `stamps` are the beginnings of the static files' hashes, so that a browser may keep them."""

    environment: Environment
    catalogue: Catalogue
    sections: tuple[Section, ...]
    stamps: Mapping[str, str]

    def page(self, template: str, face: Face, values: Mapping[str, Any]) -> str:
        """A template with its values. KeyError for words that do not exist."""
        shown: dict[str, Any] = {
            "face": face,
            "t": partial(self.said, face.language),
            "word": partial(self._word, face.language),
            "lack": partial(self._lack, face.language),
            "specialty": lambda name: self._specialty(face, name),
            "when": partial(_when, face.language, face.deployment.zone),
            "day": lambda value: show_date(_iso(value), face.language),
            "num": lambda value, places=0: _number(value, face.language, places),
            "sections": [s for s in self.sections if face.operator and face.operator.role.may(s.role)],
            "may": lambda role: face.operator is not None and face.operator.role.may(Role(role)),
            "static": self._static,
            "languages": {str(language): name for language, name in _NAMES.items()},
        }
        return self.environment.get_template(template).render({**shown, **values})

    def said(self, language: Language, key: str, **values: object) -> str:
        """Plain words, the values filled in: escaping is the template's."""
        text = self.catalogue[language].texts[key]
        return text.format(**values) if values else text

    def _word(self, language: Language, table: str, name: object) -> str:
        """A value of the program in words; as it is where there are none."""
        return self.catalogue[language].get(f"{table}.{name}", str(name))

    def _lack(self, language: Language, code: str) -> str:
        """Why a reply was degraded: "chat:down" is what was missing, and why (docs/operations.md)."""
        what, _, why = code.partition(":")
        if not why or f"degraded.{code}" in self.catalogue[language].texts:
            return self._word(language, "degraded", code)
        return f"{self._word(language, 'lacking', what)}: {self._word(language, 'outage', why)}"

    def _specialty(self, face: Face, name: str | None) -> str:
        called: Callable[[Language], str] | None = face.deployment.specialties.get(name or "")
        return called(face.language) if called else self._word(face.language, "specialty", name or "none")

    def _static(self, name: str) -> str:
        return f"/static/{name}?v={self.stamps[name]}"


_NAMES: Final = {Language.PT: "Português", Language.ES: "Español", Language.EN: "English"}


@cache
def renderer(sections: tuple[Section, ...]) -> Renderer:
    """One with the console's own templates and words."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    stamps = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in STATIC.iterdir() if path.is_file()
    }
    return Renderer(environment, load_catalogue(HERE / "words"), sections, stamps)


def _iso(value: date | str) -> str:
    return value if isinstance(value, str) else value.isoformat()


def _when(language: Language, zone: ZoneInfo, value: datetime) -> str:
    """Day and time in the service's time zone, short."""
    local = value.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M}" if language is Language.EN else f"{local:%d/%m/%Y %H:%M}"


def _number(value: float | Decimal, language: Language, places: int) -> str:
    """A number with exactly `places` decimals."""
    text = f"{Decimal(str(value)):,.{places}f}"
    return text if language is Language.EN else text.translate(str.maketrans(",.", ".,"))
