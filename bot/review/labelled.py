"""Labelled replies as files from which an evaluation reads: one JSON object a line, without who they are of."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import uuid
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from bot.review.pseudonyms import Pseudonyms

FOLDER: Final = "labelled"
"""Under FONTE_HOME."""
_LOCK: Final = ".lock"

Item = Mapping[str, Any]
Kept = Callable[[Sequence[uuid.UUID]], Awaitable[frozenset[uuid.UUID]]]


@dataclass(frozen=True, slots=True)
class LabelledFiles:
    """Files `<date>.jsonl` of mode 0600, the last export of a day standing for it.

    An item goes with its person (`erase`), and with its reply (`write` drops those whose replies are gone). Whose it is
    only its `mark` tells, and only to whoever knows the person's id and FONTE_SECRET.
    """

    folder: Path
    pseudonyms: Pseudonyms

    async def write(self, items: Sequence[Item], day: date, kept: Kept) -> str:
        """Writes the day's file and returns its name. `kept` tells which of some replies are still there."""
        name = f"{day.isoformat()}.jsonl"
        await asyncio.to_thread(self._write, name, items)
        ids = await asyncio.to_thread(self._ids)
        there = await kept(ids)
        await asyncio.to_thread(self._keep, lambda item: uuid.UUID(item["id"]) in there)
        return name

    async def erase(self, user: uuid.UUID) -> None:
        """Drops every item of a person, by their id in `users`."""
        await asyncio.to_thread(self._keep, lambda item: not self._is_of(item, user))

    def _is_of(self, item: Item, user: uuid.UUID) -> bool:
        return bool(item["mark"] == self.pseudonyms.mark(uuid.UUID(item["id"]), user))

    def _ids(self) -> Sequence[uuid.UUID]:
        return [uuid.UUID(item["id"]) for path in self._files() for item in _read(path)]

    def _files(self) -> Sequence[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def _write(self, name: str, items: Sequence[Item]) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._alone():
            _replace(self.folder / name, items)

    def _keep(self, wanted: Callable[[Item], bool]) -> None:
        if not self._files():
            return
        with self._alone():
            for path in self._files():
                items = list(_read(path))
                left = [item for item in items if wanted(item)]
                if not left:
                    path.unlink()
                elif len(left) < len(items):
                    _replace(path, left)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process at a time: the console writes, and the bot erases."""
        descriptor = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _read(path: Path) -> Iterator[Item]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line:
            yield json.loads(line)


def _replace(path: Path, items: Sequence[Item]) -> None:
    """A reader finds the old file or the new one."""
    fresh = path.with_suffix(".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    fresh.replace(path)
