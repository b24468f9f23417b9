"""Lists of foods into the catalogue: Fonte's own, the official tables, an operator's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from rag.diary.catalogue.embedding import FORMULA, Filled, FoodVectors, Progress, fill
from rag.diary.catalogue.lists import Finding, FoodList, Kind
from rag.diary.catalogue.tables import BUNDLED, read_bundled, read_tags
from rag.diary.lexis.wording import KEYS
from rag.ports import Embedder
from rag.types import Language

_VERSION: Final = "1"
"""Of how lists are read: another one loads the bundled list anew."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a load did. `taken` slugs belong to another list, and were left out."""

    kept: int = 0
    new: int = 0
    changed: int = 0
    retired: int = 0
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A load, and the vectors filled after it; `refused` counts rows."""

    counts: Counts
    filled: Filled
    findings: tuple[Finding, ...] = ()
    refused: int = 0


class FoodCatalogue(FoodVectors, Protocol):
    """Where the catalogue's foods are kept. Adapter: `rag.adapters.postgres.food_catalogue`."""

    async def loaded(self, name: str) -> str | None:
        """The digest under which a list was loaded last."""
        ...

    async def load(self, foods: FoodList) -> Counts:
        """Makes a list the current one of its name, in one transaction.

        Unchanged foods stay untouched, changed ones become new versions, what is gone is retired.
        """
        ...

    async def name_tags(self, words: Iterable[tuple[str, Language, str]]) -> None:
        """Replaces what the tags are called: key, language, tag."""
        ...

    async def note(self, name: str, digest: str) -> None:
        """Remembers the digest of a list that is loaded whole."""
        ...


async def load(catalogue: FoodCatalogue, embedder: Embedder, foods: FoodList, progress: Progress) -> Report:
    """Loads one list and fills in the vectors that lack."""
    counts = await catalogue.load(foods)
    lines = {food.slug: food.line for food in foods.foods}
    taken = [Finding(lines[slug], Kind.REFUSED, f"{slug}: another list has this slug") for slug in counts.taken]
    filled = await fill(catalogue, embedder, progress)
    return Report(counts, filled, (*foods.findings, *taken, *foods.flagged()), foods.refused + len(taken))


async def load_bundled(
    catalogue: FoodCatalogue, embedder: Embedder, corpus: Path, progress: Progress = lambda *_: None
) -> Report | None:
    """Loads rag/corpus/foods.csv where it has changed since the last time; else one query, and None.

    Raises NoteError for a file that can't be read, StorageError.
    """
    paths = (corpus / "foods.csv", corpus / "foods" / "tags.csv")
    digest = _digest(paths, embedder.name)
    if await catalogue.loaded(BUNDLED) == digest:
        return None
    await catalogue.name_tags(read_tags(paths[1]))
    report = await load(catalogue, embedder, read_bundled(corpus), progress)
    if report.filled.outage is None:
        await catalogue.note(BUNDLED, digest)
    return report


def _digest(paths: Sequence[Path], model: str) -> str:
    digest = hashlib.sha256(f"{_VERSION} {FORMULA} {KEYS} {model}".encode())
    for path in paths:
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()
