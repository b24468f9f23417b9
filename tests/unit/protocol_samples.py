"""A small protocol, its note, and common fields to test with."""

from __future__ import annotations

from pathlib import Path

from rag.notes.sections import Condition
from rag.types import Section, Sentence

TITLE = "Insuficiência Cardíaca"
NAME = "insuficiencia-cardiaca.toml"
SEVERE = "Cansaço em repouso, com peso acima de 120 kg."
SUSPECTED = "Suspeita de insuficiência cardíaca."
CALL = "Chame o SAMU 192 se a pressão passar de 180 mmHg."
ABOUT = "O coração bombeia pouco."

CONDITION = Condition(
    TITLE,
    1,
    (
        Sentence(Section.ABOUT, ABOUT),
        Sentence(Section.CRITERIA, "Encaminhe quando houver:"),
        Sentence(Section.CRITERIA, SEVERE),
        Sentence(Section.CRITERIA, SUSPECTED),
        Sentence(Section.WARNINGS, CALL),
    ),
)

_WORDS = """[fields.label]
pt = "Classe"
es = "Clase"
en = "Class"
[fields.question]
pt = "Cansa?"
es = "¿Cansa?"
en = "Tired?"
"""
_FIELDS = (
    """[[fields]]
key = "swelling"
type = "yes_no"
required = false
""",
    """[[fields]]
key = "weight"
type = "number"
unit = "kg"
min = 20
max = 300.5
needed_when = "swelling"
""",
    """[[fields]]
key = "pressure"
type = "measurements"
unit = "mmHg"
min = 30.0
max = 300.0
at_least = 2
""",
    """[[fields]]
key = "story"
type = "text"
""",
    """[[fields]]
key = "nyha"
type = "choice"
[[fields.options]]
key = "iii"
pt = "III"
es = "III"
en = "III"
[[fields.options]]
key = "iv"
pt = "IV"
es = "IV"
en = "IV"
[fields.options.cues]
pt = ["em repouso"]
""",
)
HEAD = f'condition = "{TITLE}"\ncids = ["I50", "E05.0"]\nrisk_class = "amarela"\n'
FIELDS = "".join(field + _WORDS for field in _FIELDS)
SEVERE_WHEN = 'swelling && weight > 120.0 && nyha == "iv"'
CRITERIA = f"""[[criteria]]
key = "severe"
passage = "{SEVERE}"
when = '{SEVERE_WHEN}'
[[criteria]]
key = "suspected"
passage = "{SUSPECTED}"
[criteria.question]
pt = "Há suspeita?"
es = "¿Hay sospecha?"
en = "Is it suspected?"
"""
ALERTS = f"""[[alerts]]
key = "crisis"
passage = "{CALL}"
when = "pressure.exists(r, r > 180.0)"
"""
WHOLE = HEAD + FIELDS + CRITERIA + ALERTS
COMMON = '[[fields]]\nkey = "age"\ntype = "number"\nunit = "anos"\nmin = 0.0\nmax = 120.0\n' + _WORDS


def saved(folder: Path, text: str, name: str = NAME) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path
