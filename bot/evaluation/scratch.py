"""A place to measure in: settings of its own, and a database that nobody else needs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from bot.settings import Settings, load_settings
from rag.types import Language


@contextmanager
def scratch_settings(*, database_url: str | None, local_only: bool, **more: object) -> Iterator[Settings]:
    """Settings with everything switched on, under a folder that is gone after the block.

    `database_url` None takes the environment's; "" is embedded PostgreSQL in that folder. `local_only` leaves the key
    out; `more` are settings by name. Raises SettingsError.
    """
    with tempfile.TemporaryDirectory(prefix="fonte-", ignore_cleanup_errors=True) as folder:
        chosen: dict[str, object] = {
            "fonte_home": Path(folder),
            "fonte_features": None,
            "fonte_locale": Language.PT,
            "log_level": "ERROR",
            **more,
        }
        if database_url is not None:
            chosen["database_url"] = SecretStr(database_url)
        if local_only:
            chosen["gemini_api_key"] = SecretStr("")
        yield load_settings(**chosen)
