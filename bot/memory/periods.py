"""Up to when something holds: "até dia 20", "por 2 semanas", "hasta el viernes", "until December 20". Pure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from rag.types import Language
from rag.wording import fold

LONGEST: Final = timedelta(days=366)
_MONTHS: Final = {
    "jan": 1, "ene": 1, "fev": 2, "feb": 2, "mar": 3, "abr": 4, "apr": 4, "mai": 5, "may": 5, "jun": 6, "jul": 7,
    "ago": 8, "aug": 8, "set": 9, "sep": 9, "out": 10, "oct": 10, "nov": 11, "dez": 12, "dic": 12, "dec": 12,
}  # fmt: skip
_WEEKDAYS: Final = {
    "segunda": 0, "lunes": 0, "monday": 0, "terca": 1, "martes": 1, "tuesday": 1, "quarta": 2, "miercoles": 2,
    "wednesday": 2, "quinta": 3, "jueves": 3, "thursday": 3, "sexta": 4, "viernes": 4, "friday": 4, "sabado": 5,
    "saturday": 5, "domingo": 6, "sunday": 6,
}  # fmt: skip
_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        ["", "um uma un una uno one a", "dois duas dos two", "tres three", "quatro cuatro four", "cinco five",
         "seis six", "sete siete seven", "oito ocho eight", "nove nueve nine", "dez diez ten"]
    )
    for word in words.split()
}  # fmt: skip
_TO: Final = r"\b(?:ate|hasta|until|till)\s+(?:o\s+|a\s+|el\s+|la\s+|the\s+)?"
_FOR: Final = r"\b(?:por|durante|for|over|pel[ao]s|nas|nos|en)\s+(?:as\s+|os\s+|las\s+|los\s+|the\s+)?"
_UNIT: Final = r"(?P<unit>dias?|days?|semanas?|weeks?|mes(?:es)?|months?)\b"
_MONTH: Final = (
    r"(?P<month>janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|enero|febrero"
    r"|marzo|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|january|february|march|april|june|july|august"
    r"|september|october|november|december|may|jan|feb|fev|mar|apr|abr|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|dic)\b"
)
_YEAR: Final = r"(?:,?\s+(?:de\s+|del\s+|of\s+)?(?P<year>20\d{2}))?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th|o)?"
_NUMBER: Final = rf"(?P<number>\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"


@dataclass(frozen=True, slots=True)
class Ended:
    """A text without the words of its end, and the last day."""

    text: str
    until: date


def ended(text: str, today: date, language: Language) -> Ended | None:
    """What is said and up to which day; None where no day is said, or none from `today` to a year on."""
    folded = _folded(text)
    for pattern, last in _READERS:
        if match := pattern.search(folded):
            until = _dated(last, match, today, language)
            if until is None or not today <= until <= today + LONGEST:
                return None
            rest = f"{text[: match.start()]} {text[match.end() :]}"
            return Ended(" ".join(rest.split()).strip(" ,;.:"), until)
    return None


def _dated(last: Callable[..., date | None], match: re.Match[str], today: date, language: Language) -> date | None:
    try:
        return last(match.groupdict(), today, language)
    except (ValueError, OverflowError):
        return None


def _folded(text: str) -> str:
    """Lower case without accents, letter by letter, so that places stay where they are."""
    return "".join(folded if len(folded := fold(mark)) == 1 else mark for mark in text)


def _iso(found: Mapping[str, str], _today: date, _language: Language) -> date:
    return date.fromisoformat(found["iso"])


def _slashed(found: Mapping[str, str | None], today: date, language: Language) -> date:
    day, month = int(found["first"] or 0), int(found["second"] or 0)
    if (language is Language.EN and day <= 12) or month > 12:  # noqa: PLR2004 - months
        day, month = month, day
    year = found["year"]
    return _coming(day, month, today, int(year) if year and len(year) > 2 else 2000 + int(year) if year else None)  # noqa: PLR2004


def _named(found: Mapping[str, str | None], today: date, _language: Language) -> date:
    year = found["year"]
    return _coming(int(found["day"] or 0), _MONTHS[(found["month"] or "")[:3]], today, int(year) if year else None)


def _coming(day: int, month: int, today: date, year: int | None) -> date:
    if year is not None:
        return date(year, month, day)
    this = date(today.year, month, day)
    return this if this >= today else date(today.year + 1, month, day)


def _numbered(found: Mapping[str, str], today: date, _language: Language) -> date | None:
    """The next such day of a month."""
    day = int(found["day"])
    for ahead in range(13):
        month = (today.month - 1 + ahead) % 12 + 1
        year = today.year + (today.month - 1 + ahead) // 12
        if 1 <= day <= calendar.monthrange(year, month)[1] and date(year, month, day) >= today:
            return date(year, month, day)
    return None


def _lasting(found: Mapping[str, str], today: date, _language: Language) -> date:
    told = found["number"]
    number = int(told) if told.isdecimal() else _NUMBERS[told]
    days = {"d": 1, "s": 7, "w": 7, "m": 30}[found["unit"][0]]
    return today + timedelta(days=number * days)


def _weekday(found: Mapping[str, str], today: date, _language: Language) -> date:
    return today + timedelta(days=(_WEEKDAYS[found["weekday"]] - today.weekday()) % 7)


def _month_end(_found: Mapping[str, str], today: date, _language: Language) -> date:
    return today.replace(day=calendar.monthrange(today.year, today.month)[1])


def _tomorrow(_found: Mapping[str, str], today: date, _language: Language) -> date:
    return today + timedelta(days=1)


_READERS: Final = [
    (re.compile(pattern), reader)
    for pattern, reader in (
        (_TO + r"(?P<iso>\d{4}-\d{2}-\d{2})\b", _iso),
        (_TO + r"(?:dia\s+)?(?P<first>\d{1,2})/(?P<second>\d{1,2})(?:/(?P<year>\d{4}|\d{2}))?\b", _slashed),
        (_TO + rf"(?:dia\s+)?{_DAY}\s+(?:de\s+|of\s+)?{_MONTH}{_YEAR}", _named),
        (_TO + rf"{_MONTH}\s+{_DAY}\b{_YEAR}", _named),
        (r"\b(?:ate|hasta)\s+(?:o\s+|el\s+)?dia\s+(?P<day>\d{1,2})\b", _numbered),
        (r"\bhasta\s+el\s+(?P<day>\d{1,2})\b(?!\s*(?:%|kg|g\b|mg))", _numbered),
        (r"\b(?:until|till)\s+the\s+(?P<day>\d{1,2})(?:st|nd|rd|th)\b", _numbered),
        (_TO + r"(?:fim|final|fin|end)\s+(?:do\s+|de\s+|del\s+|of\s+)?(?:the\s+)?(?:mes|month)\b", _month_end),
        (_TO + rf"(?:proxim[ao]\s+|next\s+)?(?P<weekday>{'|'.join(_WEEKDAYS)})(?:-feira)?\b", _weekday),
        (_TO + r"(?:amanha|manana|tomorrow)\b", _tomorrow),
        (_FOR + rf"(?:proxim[ao]s\s+|next\s+)?{_NUMBER}\s+{_UNIT}", _lasting),
    )
]
