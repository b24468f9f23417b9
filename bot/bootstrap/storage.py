"""The database: the one that is set, or the embedded server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from bot.paths import SQL
from bot.settings import Settings
from rag.adapters.postgres.migrations import load_schema, migrate
from rag.adapters.postgres.pool import again_if_lost, connect, losses_told


@contextmanager
def database(settings: Settings, progress: Callable[[str], None] = lambda _: None) -> Iterator[str]:
    """The address of the database: the one that is set, or the embedded server's, kept there for as long as the block.

    Call it from the main thread, before the event loop. Raises EmbeddedPostgresError; DatabaseUnavailableError for a
    connection that was lost in the block.
    """
    url = settings.database_url.get_secret_value()
    if url:
        with losses_told():
            yield url
        return
    from rag.adapters.postgres.embedded import EmbeddedPostgres, Server  # noqa: PLC0415 - not with a server of one's own

    log = structlog.get_logger("database")

    def told(what: Server | Exception) -> None:
        if isinstance(what, Server):
            log.warning("database_restarted", here=what.owned)
        else:
            log.error("database_not_restarted", error=str(what))

    server = EmbeddedPostgres(settings.fonte_home / "postgres", on_progress=lambda step: progress(str(step)))
    with losses_told(), server.kept(told) as dsn:
        yield dsn


async def migrated(dsn: str, settings: Settings, progress: Callable[[str], None] = lambda _: None) -> str:
    """Brings the database to this version's schema and returns its address. Raises DatabaseUnavailableError."""
    return await again_if_lost(lambda: _migrated(dsn, settings, progress))


async def _migrated(dsn: str, settings: Settings, progress: Callable[[str], None]) -> str:
    if not settings.database_url.get_secret_value():
        from rag.adapters.postgres.embedded.database import ensure_database  # noqa: PLC0415

        dsn = await ensure_database(dsn, "fonte")
    connection = await connect(dsn)
    try:
        await migrate(connection, load_schema(SQL), progress)
    finally:
        await connection.close()
    return dsn
