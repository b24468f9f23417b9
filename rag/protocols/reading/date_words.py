"""Words for days and months, folded, in the three languages: data only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DAYS: Final = {
    **dict.fromkeys(("hoje", "hj", "hoy", "today"), 0),
    **dict.fromkeys(("ontem", "ontm", "ayer", "yesterday"), 1),
    **dict.fromkeys(("anteontem", "antontem", "anteayer", "antier"), 2),
    **dict.fromkeys(("amanha", "manana", "tomorrow"), -1),
}
WEEKDAYS: Final = {
    name: day
    for day, names in enumerate(
        (
            "segunda lunes monday", "terca martes tuesday", "quarta miercoles wednesday", "quinta jueves thursday",
            "sexta viernes friday", "sabado saturday", "domingo sunday",
        )
    )
    for name in names.split()
}  # fmt: skip
LED: Final = frozenset({"na", "no", "nesta", "nessa", "el", "on", "este", "essa", "esta", "this"})
VAGUE_DAYS: Final = frozenset(
    {"passada", "passado", "pasado", "last", "retrasada", "retrasado", "que", "proxima", "proximo", "next"}
)
ON: Final = frozenset({"em", "dia", "el", "on", "data", "fecha", "desde", "date", "since"})
IN: Final = frozenset({"em", "en", "in", "de", "desde", "since", "mes"})
NEVER_ALONE: Final = frozenset({"set", "out", "ago", "mar"})
IN_YEAR: Final = frozenset({"em", "en", "in", "de", "desde", "since", "ano", "year"})
LAST_MONTH: Final[Mapping[tuple[str, ...], int]] = {
    ("mes", "passado"): 1, ("mes", "pasado"): 1, ("last", "month"): 1,
    ("este", "mes"): 0, ("esse", "mes"): 0, ("neste", "mes"): 0, ("nesse", "mes"): 0, ("this", "month"): 0,
}  # fmt: skip
LOOSE: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "semana passada;semana pasada;last week;ano passado;ano pasado;last year;esta semana;essa semana;this week;"
        "outro dia;otro dia;the other day;ano retrasado;semana retrasada;mes retrasado;mes que vem;semana que vem;"
        "next week;next month;proxima semana;proximo mes;este ano;esse ano;this year;recentemente;"
        "recientemente;recently;mes que viene;semana que viene;ano que viene;ano que vem"
    ).split(";")
)
BACK: Final[Mapping[tuple[str, ...], int]] = {
    ("semana", "passada"): 7, ("semana", "pasada"): 7, ("last", "week"): 7, ("semana", "retrasada"): 14,
}  # fmt: skip
"""How many days before today a loose time is, about."""
