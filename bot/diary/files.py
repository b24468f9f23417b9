"""Files made for a person: pictures and exports, each in a folder of theirs that nobody else reads."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.ports import Person

KEPT: Final = timedelta(days=2)
"""Longer than a reply waits to be sent."""


@dataclass(frozen=True, slots=True)
class PersonFiles:
    """Writes below `folder`, and at each write removes what is older than KEPT; who sends a file removes it at once.

    A person's folder is named by their id in the database. `token` makes names unguessable; `now` is aware.
    """

    folder: Path
    token: Callable[[], str]
    now: Callable[[], datetime]

    async def write(self, person: Person, name: str, content: bytes) -> Path:
        """Stores a file, mode 0600, under a name that begins with that of `name` and ends with its suffix."""
        return await asyncio.to_thread(self._write, person, Path(name), content)

    async def erase(self, person: Person) -> None:
        """Removes all that is theirs."""
        await asyncio.to_thread(shutil.rmtree, self._home(person), ignore_errors=True)

    def sweep(self) -> None:
        """Removes everybody's files that are older than KEPT, and folders that are left empty."""
        oldest = (self.now() - KEPT).timestamp()
        for home in list(self.folder.glob("*/")):
            with suppress(FileNotFoundError):  # another process swept it
                for path in list(home.iterdir()):
                    if _made(path) < oldest:
                        path.unlink(missing_ok=True)
            _drop_if_empty(home)

    def _write(self, person: Person, name: Path, content: bytes) -> Path:
        self.sweep()
        path = self._home(person) / f"{name.stem}-{self.token()}{name.suffix}"
        with os.fdopen(self._made_anew(path), "wb") as file:
            file.write(content)
        return path

    def _made_anew(self, path: Path, tries: int = 3) -> int:
        """A new file, open; its folder may be swept between the two calls, since it is still empty."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileNotFoundError:
            if tries == 1:
                raise
        return self._made_anew(path, tries - 1)

    def _home(self, person: Person) -> Path:
        return self.folder / str(person.id)


def _made(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process swept it
        return float("inf")


def _drop_if_empty(home: Path) -> None:
    try:
        home.rmdir()
    except OSError:  # not empty, or gone
        return
