"""Dates and lists as each language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

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


def show_number(value: Decimal, language: Language, places: int = 0) -> str:
    """A number rounded half up to at most `places` decimals, as the language writes it; no zeros at its end."""
    rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{rounded:,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if language is Language.EN else text.translate(_COMMAS)


_COMMAS = str.maketrans(",.", ".,")
