"""Rows of `food_facts` become foods here; the Portuguese of column names stops here too."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from rag.diary.types import NUTRIENTS, Food, Measure
from rag.types import Language

COLUMNS = (
    "id", "slug", "name_pt", "name_es", "name_en", "tags", "source", "computed", "own", "measures", *NUTRIENTS,
)  # fmt: skip
"""What a row must hold, for a query to name."""


def food_of(row: Mapping[str, Any]) -> Food:
    """The food of a row that has `COLUMNS`."""
    return Food(
        id=row["id"],
        slug=row["slug"],
        names={Language.PT: row["name_pt"], Language.ES: row["name_es"], Language.EN: row["name_en"]},
        source=row["source"],
        per_100g={key: row[key] for key in NUTRIENTS},
        measures={key: Measure(Decimal(grams), source) for key, (grams, source) in row["measures"].items()},
        tags=frozenset(row["tags"]),
        computed=row["computed"],
        own=row["own"],
    )


def selected(alias: str) -> str:
    """`COLUMNS` of a table's alias, as a query lists them."""
    return ", ".join(f"{alias}.{column}" for column in COLUMNS)
