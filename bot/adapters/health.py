"""How the database is, for the operators' probes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import asyncpg


@dataclass(frozen=True, slots=True)
class PostgresHealth:
    """Of the database behind a pool. `migrations` are this version's, names and hashes by their numbers."""

    pool: asyncpg.Pool
    migrations: Mapping[str, tuple[str, str]]

    async def answer(self) -> None:
        """Returns where the database answers; raises otherwise."""
        await self.pool.execute("select")

    async def missing(self) -> list[str]:
        """Names of the migrations of this version that the database lacks, or has otherwise.

        Those of a newer version don't count: while one is being deployed, processes of the older go on.
        """
        rows = await self.pool.fetch("select version, hash from schema_migrations")
        applied = {row["version"]: row["hash"] for row in rows}
        return [name for version, (name, digest) in self.migrations.items() if applied.get(version) != digest]
