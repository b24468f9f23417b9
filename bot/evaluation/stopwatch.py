"""Times and counts the calls of chosen functions while a block runs."""

from __future__ import annotations

import functools
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """A function to watch: the attribute `name` of `owner` (a class or a module)."""

    label: str
    owner: object
    name: str


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Seconds of each call, by the step's label, in order. The length is the number of calls."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @contextmanager
    def on(self, steps: Sequence[Step]) -> Iterator[None]:
        """Watches the steps for as long as the block; afterwards everything is as it was."""
        originals = [(step, getattr(step.owner, step.name)) for step in steps]
        try:
            for step, function in originals:
                setattr(step.owner, step.name, self._watched(step.label, function))
            yield
        finally:
            for step, function in originals:
                setattr(step.owner, step.name, function)

    def _watched(self, label: str, function: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def waited(*args: object, **kwargs: object) -> object:
                started = perf_counter()
                try:
                    return await function(*args, **kwargs)
                finally:
                    self.seconds[label].append(perf_counter() - started)

            return waited

        @functools.wraps(function)
        def called(*args: object, **kwargs: object) -> object:
            started = perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[label].append(perf_counter() - started)

        return called

    def calls(self, label: str) -> int:
        """How often the step was called."""
        return len(self.seconds.get(label, ()))

    def milliseconds(self, label: str) -> list[float]:
        """Of each call."""
        return [seconds * 1000 for seconds in self.seconds.get(label, ())]
