"""Facts that a patient tells of their own accord, read only where the words leave no doubt. Pure.

A fact is heard where a field's cue stands in a clause that asserts something of the patient, here and now: no question,
guess, wish, memory or relative near. Two values of one field in a message: neither is heard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from rag.protocols.reading.ages import ages
from rag.protocols.reading.amounts import amounts
from rag.protocols.reading.answers import Heard
from rag.protocols.reading.bmi import indices
from rag.protocols.reading.dates import times
from rag.protocols.reading.measured import Listening
from rag.protocols.reading.medicines import medicines
from rag.protocols.reading.options import options_heard
from rag.protocols.reading.prepared import AGE, PreparedProtocol, prepared_protocol
from rag.protocols.reading.said import Said, heard
from rag.protocols.reading.scope import scope
from rag.protocols.reading.statements import statements
from rag.protocols.reading.taking import in_years
from rag.protocols.reading.unseen import as_written, turned
from rag.protocols.types import FieldType, Protocol
from rag.types import Language

_MEDICINES: Final = ("medication", "medicine")


def read_volunteered(text: str, protocol: Protocol, language: Language, today: date) -> tuple[Heard, ...]:
    """The facts of a protocol's fields that a message tells unasked, each once, in the order of the fields.

    Of texts only medicines are heard.
    """
    said = heard(text, language)
    if not said.words or turned(text) or said.text.lstrip().startswith("/"):
        return ()
    ready = prepared_protocol(protocol, language)
    found: dict[str, list[Heard | None]] = {}
    for key, one in _all(said, ready, today):
        found.setdefault(key, []).append(one)
    agreed = {key: told[0] for key, told in found.items() if _agree(told)}
    told = (one for key in ready.fields if (one := agreed.get(key)) is not None)
    return tuple(replace(one, quote=as_written(one.quote, text)) for one in told)


def _agree(told: list[Heard | None]) -> bool:
    return None not in told and len({one.value for one in told if one is not None}) == 1


def _all(said: Said, ready: PreparedProtocol, today: date) -> Iterator[tuple[str, Heard | None]]:
    """Everything told, field by field; None for a mention of a field that tells nothing sure."""
    about, when = scope(said), times(said, today)
    numbers = in_years(said, amounts(said, when.taken))
    listening = Listening(said, numbers, when, about, today)
    for one in listening.at_names(ready.measured, ready.fields):
        yield one.key, one
    if AGE in ready.fields and ready.fields[AGE].unit == "anos":
        for value, start, end in ages(said, numbers, ready.fields[AGE], about):
            yield AGE, Heard(AGE, value, said.quote(start, end))
    yield from ((one.key, one) for one in indices(said, numbers, ready.fields, about))
    for one in options_heard(said, ready.options, about, numbers):
        yield one.key, one
    yield from statements(said, ready.statements, ready.denials, about)
    fields = [
        key
        for key, field in ready.fields.items()
        if any(name in key for name in _MEDICINES) and field.field.type is FieldType.TEXT
    ]
    if len(fields) == 1:
        for words in medicines(said, about):
            yield fields[0], Heard(fields[0], words, words)
