"""What every program of Fonte does around its work: one line for what is wrong, an exit status, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console as Terminal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from bot.bootstrap import StartError
from bot.channels.errors import ChannelError
from bot.locales import Words
from bot.profile import ProfileError
from bot.settings import SettingsError
from rag.adapters.postgres.embedded import EmbeddedPostgresError, Step
from rag.adapters.postgres.migrations import MigrationError
from rag.adapters.postgres.pool import DatabaseUnavailableError
from rag.notes.errors import NoteError, NoteErrors

_TOLD = {Step.WAITING.value: "progress.waiting"}
"""What a step's name is to people; any other is about the database."""
OK, FAILED, MISUSE, INTERRUPTED = 0, 1, 2, 130
_FAILURES = (
    StartError,
    ChannelError,
    ProfileError,
    EmbeddedPostgresError,
    MigrationError,
    DatabaseUnavailableError,
    NoteError,
    NoteErrors,
)


def guarded(program: Callable[[], int]) -> int:
    """Runs `program`; a known failure becomes one line on standard error and an exit status."""
    try:
        return program()
    except SettingsError as error:
        return _complain(error, MISUSE)
    except _FAILURES as error:
        return _complain(error, FAILED)
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(error: Exception, status: int) -> int:
    sys.stderr.write(f"fonte: {error}\n")
    return status


class StartProgress:
    """Steps and bars on a terminal's standard error; silent elsewhere.

    With `words` it speaks to the person who is about to talk; without, it names each step and model to an operator.
    """

    def __init__(self, words: Words | None = None, terminal: Terminal | None = None) -> None:
        self._words = words
        self._terminal = terminal or Terminal(stderr=True)
        self._last = ""
        self._bars: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def step(self, name: str) -> None:
        """Says one step's name."""
        told = self._words(_TOLD.get(name, "progress.database")) if self._words else name
        if self._terminal.is_terminal and told != self._last:
            self._terminal.print(f"[dim]{told}…[/dim]")
        self._last = told

    def embedding(self, model: str, done: int, total: int) -> None:
        """Moves the bar of one model."""
        if not self._terminal.is_terminal:
            return
        if self._bars is None:
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
            )
            self._bars = Progress(*columns, console=self._terminal, transient=True)
            self._bars.start()
        if model not in self._tasks:
            told = self._words("progress.reading") if self._words else model
            self._tasks[model] = self._bars.add_task(told, total=total)
        self._bars.update(self._tasks[model], completed=done, total=total)

    def close(self) -> None:
        """Ends the bars."""
        if self._bars:
            self._bars.stop()
            self._bars = None
