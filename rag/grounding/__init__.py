"""Grounding: figures, citations and negations of a text against its evidence. Pure: no I/O, no clock, no state.

`check` judges an answer; `figures` reads the figures of a text; `aligned` compares a sentence with its translation.
"""

from rag.grounding.alignment import Difference, aligned, differences
from rag.grounding.citations import Marker, markers
from rag.grounding.evidence import EMERGENCY_NUMBERS, Evidence, Origin, PassageText, PatientText, Value
from rag.grounding.figure import Comparator, Figure, Kind, PartialDate
from rag.grounding.figures import canonical_unit, figures
from rag.grounding.sentences import split
from rag.grounding.verdict import Verdict, check
from rag.grounding.violation import Violation, ViolationKind

__all__ = [
    "EMERGENCY_NUMBERS",
    "Comparator",
    "Difference",
    "Evidence",
    "Figure",
    "Kind",
    "Marker",
    "Origin",
    "PartialDate",
    "PassageText",
    "PatientText",
    "Value",
    "Verdict",
    "Violation",
    "ViolationKind",
    "aligned",
    "canonical_unit",
    "check",
    "differences",
    "figures",
    "markers",
    "split",
]
