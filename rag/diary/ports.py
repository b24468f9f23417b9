"""What the diary asks of storage. Adapters: `rag.adapters.postgres.foods`; `rag.adapters.postgres.diary`."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Protocol

from rag.diary.types import Food, FoodHit
from rag.types import Language, Vector


class FoodIndex(Protocol):
    """Foods, as one person sees them: the catalogue's and their own."""

    async def by_words(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int
    ) -> list[list[FoodHit]]:
        """For each normalised phrase up to `limit` foods by names, spelling and categories, best first."""
        ...

    async def near(
        self, owner: uuid.UUID, phrases: Sequence[str], vectors: Sequence[Vector], limit: int, max_dist: float
    ) -> list[list[FoodHit]]:
        """For each vector up to `limit` foods within `max_dist`, ordered by .85 vector and .15 trigram likeness."""
        ...

    async def foods(self, owner: uuid.UUID, ids: Sequence[int]) -> list[Food]:
        """Those foods, retired ones included, in the order of `ids`; what the person may not see is left out."""
        ...

    async def named(self, owner: uuid.UUID, slugs: Sequence[str]) -> list[Food]:
        """The current foods of those slugs, in that order, missing ones left out."""
        ...
