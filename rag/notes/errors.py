"""What is wrong with a file of the corpus, said in one line to whoever has to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class NoteError(Exception):
    """One problem in one file: where it is, what it is, and what mends it. Its `str` is one line."""

    def __init__(self, path: object, line: int | None, problem: str, remedy: str) -> None:
        super().__init__(path, line, problem, remedy)
        self.path = str(path)
        self.line = line
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return " ".join(f"{place}: {self.problem}; {self.remedy}".split())


class NoteErrors(ExceptionGroup[NoteError]):
    """Several problems found in one pass. Its `str` has one line a problem.

    `except* NoteError` catches one of these and a lone `NoteError` alike.
    """

    @property
    def errors(self) -> tuple[NoteError, ...]:
        """Every problem, in the order in which they were found."""
        nested = (e.errors if isinstance(e, NoteErrors) else (e,) for e in self.exceptions)
        return tuple(error for found in nested for error in found if isinstance(error, NoteError))

    def derive(self, excs: Sequence[NoteError]) -> NoteErrors:  # type: ignore[override]
        """A group of the same kind, as `except*` needs it."""
        return NoteErrors(self.message, excs)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


def raise_any(errors: Iterable[NoteError]) -> None:
    """Raises the error where there is one, a `NoteErrors` where there are more, else does nothing."""
    found = tuple(errors)
    if len(found) == 1:
        raise found[0]
    if found:
        raise NoteErrors(f"{len(found)} problems", found)
