"""The golden sets of tests/golden, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.paths import ROOT
from rag.types import Language, Specialty

FOLDER = ROOT / "tests" / "golden"


class GoldenError(Exception):
    """A golden file is wrong; the message names the file, the line and what is wrong."""


class Split(StrEnum):
    """`dev` is for tuning, `test` is only reported."""

    DEV = "dev"
    TEST = "test"


class Item(BaseModel):
    """What every golden item has."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    language: Language
    split: Split


class Question(Item):
    """A first message, with its specialty and the title of its condition."""

    text: str
    especialidade: Specialty
    condition: str
    style: str


class OutOfScope(Item):
    """A message that belongs to no specialty."""

    text: str
    kind: str


class FollowUp(Item):
    """A question and an elliptical second one, which keeps the first's specialty and condition."""

    first: str
    follow: str
    especialidade: Specialty
    condition: str


class Abstain(Item):
    """A question that sounds clinical and is to be declined; `kind` says why."""

    text: str
    kind: str


class RedFlag(Item):
    """A message that is (`alarm`) or is not an emergency."""

    text: str
    alarm: bool
    kind: str
    rule_family: str | None
    critical: bool


@dataclass(frozen=True, slots=True)
class Golden:
    """All the sets. A file that is not there is an empty set."""

    questions: tuple[Question, ...]
    out_of_scope: tuple[OutOfScope, ...]
    follow_ups: tuple[FollowUp, ...]
    abstain: tuple[Abstain, ...]
    red_flags: tuple[RedFlag, ...]

    def texts(self) -> list[str]:
        """Every text that routing and retrieval are judged by, each once."""
        found = [i.text for i in self.questions]
        found += [i.text for i in self.out_of_scope]
        found += [i.text for i in self.abstain]
        found += [text for i in self.follow_ups for text in (i.first, i.follow)]
        return list(dict.fromkeys(found))


_Kind = TypeVar("_Kind", bound=BaseModel)


def load_golden(folder: Path = FOLDER) -> Golden:
    """Reads the five files. Raises GoldenError, also where an id is used twice."""
    golden = Golden(
        read(folder / "routing.jsonl", Question),
        read(folder / "out_of_scope.jsonl", OutOfScope),
        read(folder / "followups.jsonl", FollowUp),
        read(folder / "abstain.jsonl", Abstain),
        read(folder / "redflags.jsonl", RedFlag),
    )
    once(folder, golden.questions, golden.out_of_scope, golden.follow_ups, golden.abstain, golden.red_flags)
    return golden


def once(folder: Path, *sets: Sequence[Item]) -> None:
    """Raises GoldenError where an id is used twice."""
    seen: set[str] = set()
    for item in (item for items in sets for item in items):
        if item.id in seen:
            raise GoldenError(f"{folder}: the id {item.id} is used twice")
        seen.add(item.id)


def read(path: Path, kind: type[_Kind]) -> tuple[_Kind, ...]:
    """The items of one file; none where it is missing. Raises GoldenError."""
    if not path.is_file():
        return ()
    items = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            items.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise GoldenError(f"{path.name}:{number}: {where}: {first['msg']}") from error
    return tuple(items)
