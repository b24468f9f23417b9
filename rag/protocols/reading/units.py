"""Units of a patient's numbers, and exact conversion between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Final

from rag.grounding.scan import words_of
from rag.protocols.reading.phrases import Meanings, indexed, longest
from rag.protocols.types import ProtocolField

Unit = str
"""A canonical unit: a key of UNITS, or two of them around a slash for what is told per time ("mm/ano")."""

CALENDAR, CLOCK, COUNT, LENGTH, MASS, ACTIVITY = "calendar", "clock", "count", "length", "mass", "activity/volume"
_POUND: Final = Decimal("453.59237")
"""Grams in an avoirdupois pound, exact since the international yard and pound agreement of 1959."""

# What one unit is of its dimension's base, in decimal. A year has 365.25 days (the Julian year), a month a twelfth.
_FACTORS: Final = MappingProxyType(
    {
        "mm": (LENGTH, "1"), "cm": (LENGTH, "10"), "m": (LENGTH, "1000"),
        "kg": (MASS, "1000"), "g": (MASS, "1"), "mg": (MASS, "1e-3"), "mcg": (MASS, "1e-6"), "ng": (MASS, "1e-9"),
        "lb": (MASS, str(_POUND)),
        "mm2": ("area", "1"), "cm2": ("area", "100"), "m2": ("area", "1e6"),
        "mL": ("volume", "1"), "L": ("volume", "1000"),
        "kg/m2": ("bmi", "1"), "%": ("percent", "1"), "bpm": ("pulse", "1"), "vezes": (COUNT, "1"),
        "ms": (CLOCK, "1e-3"), "s": (CLOCK, "1"), "min": (CLOCK, "60"), "h": (CLOCK, "3600"),
        "dias": (CALENDAR, "1"), "semanas": (CALENDAR, "7"), "meses": (CALENDAR, "30.4375"),
        "anos": (CALENDAR, "365.25"),
        "mmHg": ("pressure", "1"), "cmHg": ("pressure", "10"),
        "g/L": ("mass/volume", "1"), "g/dL": ("mass/volume", "10"), "mg/mL": ("mass/volume", "1"),
        "mg/dL": ("mass/volume", "1e-2"), "mg/L": ("mass/volume", "1e-3"), "mcg/mL": ("mass/volume", "1e-3"),
        "mcg/dL": ("mass/volume", "1e-5"), "mcg/L": ("mass/volume", "1e-6"), "ng/mL": ("mass/volume", "1e-6"),
        "ng/dL": ("mass/volume", "1e-8"), "ng/L": ("mass/volume", "1e-9"), "pg/mL": ("mass/volume", "1e-9"),
        "pg/dL": ("mass/volume", "1e-11"), "pg/L": ("mass/volume", "1e-12"),
        "mmol/L": ("amount/volume", "1"), "umol/L": ("amount/volume", "1e-3"), "nmol/L": ("amount/volume", "1e-6"),
        "pmol/L": ("amount/volume", "1e-9"),
        "mEq/L": ("charge/volume", "1"),
        "UI/L": (ACTIVITY, "1"), "mUI/L": (ACTIVITY, "1e-3"), "uUI/mL": (ACTIVITY, "1e-3"),
        "mUI/mL": (ACTIVITY, "1"), "UI/mL": (ACTIVITY, "1e3"),
        "UI": ("activity", "1"), "mUI": ("activity", "1e-3"),
        "mmol": ("amount", "1"), "mEq": ("charge", "1"),
    }
)  # fmt: skip

_WRITTEN: Final = MappingProxyType(
    {
        "mm": "mm mms milimetro milimetros millimeter millimeters millimetre millimetres",
        "cm": "cm cms centimetro centimetros centimeter centimeters centimetre centimetres",
        "m": "m mt mts metro metros meter meters metre metres",
        "kg": "kg kgs k quilo quilos kilo kilos quilograma quilogramas kilogramo kilogramos kilogram kilograms",
        "g": "g gr grs grama gramas gramo gramos gram grams",
        "mg": "mg mgs miligrama miligramas miligramo miligramos milligram milligrams",
        "mcg": "mcg ug μg micrograma microgramas microgramo microgramos microgram micrograms",
        "ng": "ng nanograma nanogramas nanogramo nanogramos nanogram nanograms",
        "pg": "pg picograma picogramas picogramo picogramos picogram picograms",
        "lb": "lb lbs libra libras pound pounds",
        "mm2": "mm2 mm² mm_2", "cm2": "cm2 cm² cm_2 centimetros_quadrados centimetro_quadrado centimetros_cuadrados"
        " centimetro_cuadrado square_centimeters square_centimetres",
        "m2": "m2 m² m_2 metro_quadrado metros_quadrados metro_cuadrado metros_cuadrados square_meter square_metre"
        " square_meters square_metres",
        "mL": "ml mls mililitro mililitros milliliter milliliters millilitre millilitres cc cm3 cm³ cm_3",
        "dL": "dl decilitro decilitros deciliter deciliters decilitre decilitres",
        "L": "l litro litros liter liters litre litres",
        "%": "% por_cento por_ciento percent per_cent porcento",
        "bpm": "bpm lpm ppm batimentos_por_minuto batimentos batidas batidas_por_minuto batimentos/min"
        " batimentos/minuto latidos latidos_por_minuto pulsacoes_por_minuto beats beats_per_minute"
        " beats_a_minute vezes_por_minuto",
        "vezes": "x vez vezes veces time times",
        "ms": "ms milissegundo milissegundos milisegundo milisegundos millisecond milliseconds",
        "s": "s seg segs segundo segundos sec secs second seconds",
        "min": "min mins minuto minutos minute minutes",
        "h": "h hs hr hrs hora horas hour hours",
        "dias": "dia dias day days", "semanas": "semana semanas week weeks wk wks",
        "meses": "mes meses month months",
        "anos": "ano anos aninho aninhos anito anitos year years yr yrs",
        "mmHg": "mmhg mm_hg mm_de_hg milimetros_de_mercurio millimeters_of_mercury", "cmHg": "cmhg cm_hg",
        "mmol": "mmol mmols milimol milimoles millimol", "umol": "umol μmol micromol micromoles",
        "nmol": "nmol", "pmol": "pmol", "mEq": "meq miliequivalente miliequivalentes",
        "UI": "ui iu", "mUI": "mui miu mu", "uUI": "uui uiu μui μiu mcui mciu microui microiu uu",
    }
)  # fmt: skip
"""Canonical unit → how it is written, folded; "_" is a blank."""

_PER: Final = frozenset({"/", "por", "per", "a", "ao", "al", "an", "each", "cada"})
_OVER: Final = frozenset({"mL", "dL", "L", "m2"})
_TIMES: Final = frozenset({"dias", "semanas", "meses", "anos", "h", "min"})

_MONTHLY: Final[Mapping[Unit, tuple[int, int]]] = MappingProxyType({"semanas": (4, 52), "dias": (30, 365)})
"""How many of a unit people call a month, and a year."""


@dataclass(frozen=True, slots=True)
class Analyte:
    """A substance whose amount can be told otherwise, in mass as a rule: one `molar` unit is `factor` of `mass`."""

    names: tuple[str, ...]
    molar: Unit
    mass: Unit
    factor: Decimal


# Factors of the AMA Manual of Style (11th ed., SI conversion): mg/dL × 0.0555 = mmol/L for glucose, and so on; here
# as molar masses: glucose 180.16, cholesterol 386.7, triglycerides 885.7 (triolein), creatinine 113.1, T4 776.9 g/mol.
GLUCOSE: Final = Decimal("18.016")
CHOLESTEROL: Final = Decimal("38.67")
TRIGLYCERIDES: Final = Decimal("88.57")
CREATININE: Final = Decimal("88.4")
THYROXINE: Final = Decimal("12.87")
_ANALYTES: Final = (
    Analyte(("free_t4", "t4 livre", "t4 libre", "free t4"), "pmol/L", "ng/dL", 1 / THYROXINE),
    Analyte(("triglycerid", "triglicer"), "mmol/L", "mg/dL", TRIGLYCERIDES),
    Analyte(("ldl", "cholesterol", "colesterol"), "mmol/L", "mg/dL", CHOLESTEROL),
    Analyte(("creatinin",), "umol/L", "mg/dL", 1 / CREATININE),
    # A mole of a monovalent ion is an equivalent.
    Analyte(("potassium", "potassio", "potasio", "sodium", "sodio"), "mmol/L", "mEq/L", Decimal(1)),
    Analyte(("glucose", "glicemia", "glicose", "glucemia", "glucosa"), "mmol/L", "mg/dL", GLUCOSE),
)


def dimension(unit: Unit) -> str:
    """What a unit measures; "" for one that is told per time or not known."""
    return _FACTORS[unit][0] if unit in _FACTORS else ""


def analyte(field: ProtocolField) -> Analyte | None:
    """The substance that a field is about, by its key or its words."""
    said = " ".join((field.key, *(" ".join(words_of(cue)) for cue in (*field.cues.every(), field.label.pt))))
    found = [one for one in _ANALYTES if any(name in field.key for name in one.names)]
    found = found or [one for one in _ANALYTES if any(name in said for name in one.names)]
    return found[0] if len(found) == 1 else None


def converted(value: Decimal, unit: Unit, into: Unit, of: Analyte | None = None) -> Decimal | None:
    """`value` in another unit; None where the two measure different things. Exact but for what division leaves.

    Years are 12 months. Days and weeks become months as people count them: 30 days or 4 weeks are a month, but less
    than 365 days or 52 weeks no more than 12 months. Between mass and amount of substance only for a known analyte.
    """
    if unit == into:
        return value
    counted = into == "meses" and unit in _MONTHLY
    found = _in_months(value, unit) if counted else _converted(value, unit, into, of)
    return None if found is None else Decimal(f"{found:f}")


def _in_months(value: Decimal, unit: Unit) -> Decimal:
    month, year = _MONTHLY[unit]
    return min(value / month, Decimal(12)) if value < year else value * 12 / year


def _converted(value: Decimal, unit: Unit, into: Unit, of: Analyte | None) -> Decimal | None:
    if unit not in _FACTORS or into not in _FACTORS:
        return None
    (kind, factor), (wanted, base) = _FACTORS[unit], _FACTORS[into]
    if kind == wanted:
        return value * Decimal(factor) / Decimal(base)
    if of is None or (kind, wanted) != ("amount/volume", dimension(of.mass)):
        return None
    molar = converted(value, unit, of.molar)
    if molar is None:
        return None
    # Multiplying by a reciprocal would leave a last digit that dividing does not.
    divisor = {CREATININE, THYROXINE} & {_reciprocal(of)}
    mass = molar / divisor.pop() if divisor else molar * of.factor
    return converted(mass, of.mass, into)


def read_unit(words: Sequence[str], at: int) -> tuple[Unit, int]:
    """The unit that starts at token `at`, and the index after it; ("", at) if there is none.

    `words` are tokens, marks included, with an empty one after the last.
    """
    unit, end = longest(_phrases(), words, at)
    if not unit:
        return "", at
    if unit in ("%", "bpm"):
        return unit, end
    while end < len(words) and words[end] in _PER:
        below, after = longest(_phrases(), words, _after_one(words, end + 1))
        told_per_time = below in _TIMES and "/" not in unit.replace("kg/m2", "")
        below = "dias" if below == "h" and words[after - 2] == "24" else below
        if (below in _OVER and (words[end] == "/" or words[end] in ("por", "per"))) or told_per_time:
            unit, end = f"{unit}/{below}", after
        else:
            break
    return unit, end


def _after_one(words: Sequence[str], at: int) -> int:
    """After a "24" or a "1" of "mg/24h", "mm em 1 ano"."""
    return at + 1 if at < len(words) and words[at] in ("24", "1", "o", "el", "the") else at


@cache
def unit_of(written: str | None) -> Unit:
    """The canonical form of a field's unit; "" where it has none or none that is known."""
    if not written:
        return ""
    words = [*words_of(written), ""]
    unit, end = read_unit(words, 0)
    return unit if end == len(words) - 1 else ""


def _reciprocal(of: Analyte) -> Decimal:
    return {"umol/L": CREATININE, "pmol/L": THYROXINE}.get(of.molar, Decimal(0))


@cache
def _phrases() -> Meanings:
    pairs = ((form, unit) for unit, forms in _WRITTEN.items() for form in forms.split())
    return indexed((words_of(form.replace("_", " ")), unit) for form, unit in pairs)


def spellings() -> Mapping[Unit, str]:
    """Every canonical unit and its written forms, parted by blanks; "_" is a blank within one."""
    return _WRITTEN
