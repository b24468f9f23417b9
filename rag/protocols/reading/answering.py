"""Reads the answer to a field's question, by the field's type. Pure."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from rag.protocols.reading.amount import Amount
from rag.protocols.reading.amounts import amounts
from rag.protocols.reading.answers import Answer, Doubt, Problem, Told, Unknown
from rag.protocols.reading.asked import asked
from rag.protocols.reading.choices import read_choice
from rag.protocols.reading.dates import middle_of, times
from rag.protocols.reading.elsewhen import pretended, supposed
from rag.protocols.reading.numeric import read_number
from rag.protocols.reading.planned import belied, in_future, planned
from rag.protocols.reading.prepared import Prepared, prepared
from rag.protocols.reading.pressures import read_measurements
from rag.protocols.reading.said import Said, heard
from rag.protocols.reading.said_dates import SaidDate, Times, plausible
from rag.protocols.reading.statements import stated
from rag.protocols.reading.subjects import of_another
from rag.protocols.reading.taking import is_time, of_age
from rag.protocols.reading.texts import read_text
from rag.protocols.reading.units import converted
from rag.protocols.reading.unseen import as_written, turned
from rag.protocols.reading.yes_kinds import Turned
from rag.protocols.reading.yes_no import yes_or_no
from rag.protocols.types import FieldType, ProtocolField
from rag.types import Language

_JOINS: Final = frozenset({"e", "y", "and", "ou", "o", "or", ",", "a", "-", "de", "of"})
_MOST_AGO: Final = 1500
_FIRST_MONTH: Final = 12


def read_answer(text: str, field: ProtocolField, language: Language, today: date) -> Answer:
    """What `text` answers to the question of `field`, put on the day `today`.

    Numbers come in the field's unit, measurements as readings, choices as an option's key, texts as the patient's
    own words. None where the text is no answer: a question, a command, or about something else. A relative's value is
    a doubt.
    """
    said, ready = heard(text, language), prepared(field)
    if said.text.lstrip().startswith("/"):
        return None
    if turned(text):
        return Doubt(Problem.AMBIGUOUS, text.strip())
    return _verbatim(_answered(said, ready, today), text)


def _verbatim(answer: Answer, text: str) -> Answer:
    """The answer with its quote as it was written, unseen characters included."""
    match answer:
        case Told():
            return replace(answer, quote=as_written(answer.quote, text))
        case Doubt():
            return replace(answer, said=as_written(answer.said, text))
        case _:
            return answer


def _answered(said: Said, ready: Prepared, today: date) -> Answer:
    field, answer = ready.field, _read(said, ready, today)
    told = isinstance(answer, Told | Doubt) and field.type not in (FieldType.YES_NO, FieldType.TEXT)
    return Doubt(Problem.AMBIGUOUS, said.text.strip()) if told and of_another(said, ready) else answer


def _read(said: Said, ready: Prepared, today: date) -> Answer:
    match ready.field.type:
        case FieldType.NUMBER:
            return read_number(said, ready, today)
        case FieldType.MEASUREMENTS:
            return None if supposed(said) else read_measurements(said, ready, today)
        case FieldType.DATE:
            return read_date(said, today)
        case FieldType.CHOICE:
            return None if pretended(said) else read_choice(said, ready.field)
        case FieldType.YES_NO:
            return _yes_no(said, ready)
        case FieldType.TEXT:
            return read_text(said)


def read_yes_no(text: str, question: str = "") -> bool | Unknown | None:
    """What `text` answers to a plain yes/no question; None where it is neither yes, no, nor that it isn't known.

    "Acho que sim", "às vezes" and the like are no yes: Unknown. A yes or a no with a turn ("sim, mas…") is None.
    With the `question`'s own words an echo of its verb answers it, and what contradicts it is seen.
    """
    if turned(text):
        return None
    said = yes_or_no(heard(text, Language.PT), None, asked(question))
    return None if isinstance(said, Turned) else said


def _yes_no(said: Said, ready: Prepared) -> Answer:
    question = asked(ready.field.question.said_in(said.language))
    answer, quote = yes_or_no(said, ready, question), said.text.strip()
    match answer:
        case bool():
            return Told(answer, quote)
        case Unknown():
            return answer
        case Turned():
            return Doubt(Problem.AMBIGUOUS, quote)
    value = stated(said, ready)
    return None if value is None else Told(value, quote)


def read_date(said: Said, today: date) -> Answer:
    """The one date told; of a month told alone, its first day, in the latest year in which that is not to come."""
    if said.asks:
        return None
    when = times(said, today, slashed=True)
    ahead = [(start, end) for start, end in when.spans if planned(said, start)]
    return Doubt(Problem.FUTURE, said.quote(*ahead[0])) if ahead else _of_times(said, when, today)


def _of_times(said: Said, when: Times, today: date) -> Answer:
    if when.vague and when.dates:
        return Doubt(Problem.INEXACT, said.text.strip(), _told_whole(when))
    marks = [said.at[tag.end - 1] for tag in said.tags if tag.meaning == "correction"]
    after = ([told for told in when.dates if told.start > mark] for mark in reversed(marks))
    told = next(filter(None, after), list(when.dates))
    if not told:
        return _no_date(said, today)
    quote = said.quote(told[0].start, told[-1].end)
    if _days_beside(said, when, told):
        return Doubt(Problem.AMBIGUOUS, quote)
    days = {one.day for one in told}
    day = days.pop() if len(days) == 1 else None
    problem = _problem(said, told, day, today)
    lasting = [one for one in amounts(said, when.taken) if is_time(one) and not of_age(one, said)]
    if problem is None and belied(day, lasting, _ago(lasting, today)):
        return Doubt(Problem.INEXACT, said.text.strip())
    return Told(day, quote) if problem is None and day is not None else Doubt(problem or Problem.AMBIGUOUS, quote, day)


def _days_beside(said: Said, when: Times, told: Sequence[SaidDate]) -> bool:
    """Whether a number is joined to a date that may be another day: "10 e 12 de março"."""
    starts = {one.start for one in told}
    days = (one for one in amounts(said, when.taken) if not one.unit and one.value <= 31)  # noqa: PLR2004
    words = said.tokens.words
    return any(one.end in starts or (one.end + 1 in starts and words[one.end] in _JOINS) for one in days)


def _problem(said: Said, told: list[SaidDate], day: date | None, today: date) -> Problem | None:
    if len({one.day for one in told}) > 1:
        return Problem.AMBIGUOUS
    if day is None or not plausible(day, today):
        return Problem.IMPLAUSIBLE
    if day > today:
        return Problem.FUTURE
    if told[0].either:
        return Problem.AMBIGUOUS
    return Problem.INEXACT if said.has("hedge", "bound") else None


def _no_date(said: Said, today: date) -> Answer:
    """What is meant as a date and is none: "há 3 meses", "semana passada", "em 2023"."""
    when = times(said, today)
    if when.vague:
        days = {one.day for one in when.vague}
        day = days.pop() if len(days) == 1 else None
        return Doubt(Problem.INEXACT, said.quote(when.vague[0].start, when.vague[-1].end), day)
    lasting = [one for one in amounts(said, when.taken) if is_time(one)]
    if lasting and in_future(said, lasting[0].start):
        return Doubt(Problem.FUTURE, said.quote(lasting[0].start, lasting[0].end))
    if lasting:
        return Doubt(Problem.INEXACT, said.quote(lasting[0].start, lasting[0].end), _ago(lasting, today))
    bare = said.text.strip(" .!")
    if re.fullmatch(r"(?:19|20)\d\d", bare):
        return Doubt(Problem.INEXACT, bare, middle_of(int(bare), today))
    return Unknown() if said.has("unknown", "not_done") else None


def _told_whole(when: Times) -> date | None:
    """The one whole day told beside something loose: "semana passada, dia 24/11"."""
    days = {one.day for one in when.dates if one.whole and not one.either}
    return days.pop() if len(days) == 1 and len(when.dates) == 1 else None


def _ago(lasting: Sequence[Amount], today: date) -> date | None:
    """The day that a single span of time leads back to."""
    one = lasting[0] if lasting else None
    if one is None or len(lasting) > 1 or len(one.values) > 1 or not 0 <= one.value < _MOST_AGO:
        return None
    if one.unit in ("meses", "anos") and one.value == one.value.to_integral_value():
        months = today.year * 12 + today.month - 1 - int(one.value) * (12 if one.unit == "anos" else 1)
        last = monthrange(months // 12, months % 12 + 1)[1] if months >= _FIRST_MONTH else 0
        return date(months // 12, months % 12 + 1, min(today.day, last)) if last else None
    days = converted(one.value, one.unit, "dias") if one.unit in ("dias", "semanas", "meses", "anos") else None
    back = today.toordinal() - int(days) if days is not None else 0
    return date.fromordinal(back) if back > 0 else None
