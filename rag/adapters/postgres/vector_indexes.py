"""The indexes of the specialties whose vectors are too many to be measured one by one."""

from __future__ import annotations

from typing import Final

import asyncpg

from rag.adapters.postgres.pool import at_leisure

INDEXED_FROM: Final = 3_000
"""Current vectors of a specialty from which an exact search takes longer than one by an index (docs/decisions, 4)."""
_MISSING: Final = "select statement from vector_indexes_missing($1)"
_MEMORY: Final = "400MB"
"""Holds the graph of some 150,000 vectors in half precision; beyond it building takes many times as long."""
_ROUNDS: Final = 2
"""One that was cut short is dropped in the first, and made in the second."""


async def index_vectors(pool: asyncpg.Pool, least: int = INDEXED_FROM) -> int:
    """Makes the indexes that are missing, and tells how many statements that took: none for a small corpus.

    Takes a minute or two for 100,000 vectors; searches and publications go on meanwhile. Raises StorageError or
    asyncpg's errors where the server can't: searches then stay exact.
    """
    done = 0
    async with at_leisure(pool) as connection:
        for _ in range(_ROUNDS):
            statements = [row["statement"] for row in await connection.fetch(_MISSING, least)]
            if not statements:
                break
            await connection.execute(f"set maintenance_work_mem = '{_MEMORY}'")
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("reset maintenance_work_mem")
            done += len(statements)
    return done
