"""Facts and values as a person reads them. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from bot.locales import Words
from bot.locales.prose import show_date, show_number
from bot.markup import plain
from rag.protocols.types import Fact, Facts, FieldType, Protocol, ProtocolField, Reading, Value

MOST_PLACES: Final = 6
_MOST_QUOTED: Final = 160


def shown(value: Value | None, field: ProtocolField, words: Words, *, whole: bool = False) -> str:
    """A value in plain text: with its unit, as a label, or as the patient's own words, cut unless `whole`."""
    match value:
        case None:
            return words("case.not_known")
        case bool():
            return words("case.yes" if value else "case.no")
        case Decimal():
            return _measured(value, field, words)
        case tuple():
            return "; ".join(_reading(reading, field, words) for reading in value)
        case str():
            return _text(value, field, words, whole=whole)
    return show_date(value.isoformat(), words.language)


def fact_line(fact: Fact, field: ProtocolField, words: Words, *, whole: bool = False) -> str:
    """One fact as a line of markup; the patient's words are cut unless `whole`."""
    label = field.label.said_in(words.language)
    return words("case.item", label=label, value=shown(fact.value, field, words, whole=whole))


def fact_lines(protocol: Protocol, facts: Iterable[Fact], words: Words) -> list[str]:
    """Facts of fields, a line each; those of judged criteria have none."""
    pairs = ((fact, protocol.field(fact.key)) for fact in facts)
    return [fact_line(fact, field, words) for fact, field in pairs if field is not None]


def inline(protocol: Protocol, facts: Facts, keys: Iterable[str], words: Words) -> str:
    """Facts by their keys in one line of plain text: "IMC: 32 kg/m²; diabetes: não"."""
    pairs = ((facts[key], protocol.field(key)) for key in keys if key in facts)
    return "; ".join(
        f"{field.label.said_in(words.language)}: {shown(fact.value, field, words)}" for fact, field in pairs if field
    )


def excerpt(quote: str) -> str:
    """A patient's words, cut to what a reply has room for."""
    return quote if len(quote) <= _MOST_QUOTED else quote[: _MOST_QUOTED - 1].rstrip() + "…"


def unit_of(field: ProtocolField, words: Words) -> str:
    """A field's unit as the language writes it; "" where it has none."""
    return words.get(f"unit.{field.unit}", field.unit) if field.unit else ""


def _measured(value: Decimal, field: ProtocolField, words: Words) -> str:
    unit = unit_of(field, words)
    number = show_number(value, words.language, MOST_PLACES)
    return f"{number}%" if unit == "%" else f"{number} {unit}".rstrip()


def _reading(reading: Reading, field: ProtocolField, words: Words) -> str:
    number = show_number(reading.value, words.language, MOST_PLACES)
    if reading.second is not None:
        number += f"/{show_number(reading.second, words.language, MOST_PLACES)}"
    on = f" ({show_date(reading.on.isoformat(), words.language)})" if reading.on else ""
    return f"{number} {unit_of(field, words)}".rstrip() + on


def _text(value: str, field: ProtocolField, words: Words, *, whole: bool) -> str:
    if field.type is FieldType.CHOICE:
        option = next((option for option in field.options if option.key == value), None)
        return option.said_in(words.language) if option else value
    return plain(words("case.said", said=value if whole else excerpt(value)))
