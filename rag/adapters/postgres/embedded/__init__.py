"""PostgreSQL as a child of this process, for those who have no server."""

from rag.adapters.postgres.embedded.errors import EmbeddedPostgresError
from rag.adapters.postgres.embedded.server import EmbeddedPostgres, Server, Step

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "Server", "Step"]
