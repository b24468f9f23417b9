"""Weekdays as people write them in targets. Pure, three languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rag.diary.planning.lexing import Token

DAYS: Final = tuple(
    frozenset(names.split())
    for names in (
        "segunda segundas seg lunes lun monday mondays mon",
        "terca tercas martes mar tuesday tuesdays tue tues",
        "quarta quartas qua miercoles mie wednesday wednesdays wed",
        "quinta quintas qui jueves jue thursday thursdays thu thurs",
        "sexta sextas sex viernes vie friday fridays fri",
        "sabado sabados sab saturday saturdays sat",
        "domingo domingos dom sunday sundays sun",
    )
)
"""Monday first."""


def undated(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with weekdays folded and out of the way of nutrients that are spelt alike ("Saturday", "saturada")."""
    fats = {"fat", "fats"}
    return [
        Token(token.word, ".")
        if any(token.word in names for names in DAYS)
        and not (token.word == "sat" and fats & {t.word for t in tokens[at + 1 : at + 2]})
        else token
        for at, token in enumerate(tokens)
    ]
