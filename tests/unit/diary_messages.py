"""What the tests of the diary's reading share."""

from __future__ import annotations

from pathlib import Path

from rag.diary.lexis.measures import Measures, load_measures
from rag.diary.reading.meals import read_log
from rag.diary.types import LogPlan
from rag.types import Language

MEASURES = Path(__file__).resolve().parents[2] / "rag" / "corpus" / "foods" / "measures.csv"


def measures() -> Measures:
    return load_measures(MEASURES)


def asked(text: str, language: Language = Language.PT) -> LogPlan:
    return read_log(text, measures(), language, asked=True)


def told(text: str, language: Language = Language.PT) -> LogPlan:
    return read_log(text, measures(), language)


def shown(plan: LogPlan) -> list[str]:
    """Each item on a line: food, amount and unit, or what kept it from having one."""
    return [
        f"{item.food} | {item.amount.value.normalize():f} {item.amount.unit}"
        if item.amount
        else f"{item.food} | {item.refused or item.vague or '-'}"
        for item in plan.items
    ]
