"""Dates and lists as each language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rag.types import Language


def show_date(iso: str, language: Language) -> str:
    """A date as the language writes it; a bare year, or anything else, as it is."""
    parts = iso.split("-")
    if len(parts) != 3:  # noqa: PLR2004 - year, month, day
        return iso
    year, month, day = parts
    return (
        f"{day}/{month}/{year}" if language is not Language.EN else f"{date.fromisoformat(iso):%B} {int(day)}, {year}"
    )


def joined(names: Sequence[str], language: Language) -> str:
    """Names as a sentence lists them: "a, b e c"."""
    joiner = {Language.PT: " e ", Language.ES: " y ", Language.EN: " and "}[language]
    return joiner.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
