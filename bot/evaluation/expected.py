"""The answers that some golden questions expect (tests/golden/expected.jsonl), read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from bot.evaluation.golden import FOLDER, Golden, GoldenError, read


class Expected(BaseModel):
    """What a reader of the notes answers to the question of that id, in the question's language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    expected: str = Field(min_length=1)


def load_expected(golden: Golden, folder: Path = FOLDER) -> Mapping[str, str]:
    """Expected answers by the question's id; none where the file is missing.

    Raises GoldenError, also where an id is no question's or is used twice.
    """
    items = read(folder / "expected.jsonl", Expected)
    known = {question.id for question in golden.questions}
    found: dict[str, str] = {}
    for item in items:
        if item.id not in known or item.id in found:
            why = "used twice" if item.id in found else "no question of routing.jsonl"
            raise GoldenError(f"expected.jsonl: the id {item.id} is {why}")
        found[item.id] = item.expected
    return found
