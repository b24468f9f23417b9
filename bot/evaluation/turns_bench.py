"""Whole turns in many chats at once, with a model that takes a second: their rate, their own time, and memory."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter

from bot.bootstrap import Models, open_models
from bot.evaluation.asking import Subject
from bot.evaluation.bench_parts import Part, Scratch
from bot.evaluation.benchmark import FailedMessageError, Said, questions_of
from bot.evaluation.diary_golden import load_diary_golden
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.golden import load_golden
from bot.evaluation.notes_model import NotesModel
from bot.evaluation.processes import PROC, smaps_mebibytes
from bot.evaluation.report import measured_on
from bot.evaluation.statistics import percentile

WAIT_S = 1.0
"""Of the model's answer."""
QUICK: Mapping[int, int] = {1: 12, 10: 4, 100: 4}
FULL: Mapping[int, int] = {1: 100, 10: 60, 100: 40}
"""Turns of each chat, by how many chats there are at once."""
WARM_UP = 12
OWN_MS = 40
"""The target of the 95th percentile, of one chat."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the model's calls in it, and milliseconds without what these calls took by themselves."""

    calls: int
    own: float


@dataclass(frozen=True, slots=True)
class Level:
    """So many chats at once; `seconds` from the first message to the last reply stored, memory in MiB after it."""

    chats: int
    turns: Sequence[Turn]
    seconds: float
    mebibytes: float

    @property
    def own(self) -> list[float]:
        """Milliseconds of each turn."""
        return [turn.own for turn in self.turns]

    @property
    def rate(self) -> float:
        """Turns a second."""
        return len(self.turns) / self.seconds

    @property
    def calls(self) -> int:
        """Of the model, altogether."""
        return sum(turn.calls for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Script:
    """What is said: of every four messages two are questions, one a meal, one a question to the diary."""

    questions: Sequence[str]
    meals: Sequence[Said]
    asks: Sequence[Said]

    @classmethod
    def golden(cls) -> Script:
        """From the golden sets."""
        diary = load_diary_golden()
        meals = [Said("", f"/log_food {item.text}", item.language) for item in diary.log if item.expect == "log"]
        asks = [Said("", f"/ask_my_log {item.text}", item.language) for item in diary.questions]
        return cls(questions_of(load_golden()), meals, asks)

    def of(self, chat: int, turns: int) -> list[Said]:
        """One chat's messages; other chats begin elsewhere."""
        said = []
        for turn in range(turns):
            place = chat * turns + turn
            match turn % 4:
                case 1:
                    said.append(self.meals[place % len(self.meals)])
                case 3:
                    said.append(self.asks[place % len(self.asks)])
                case _:
                    said.append(Said("", self.questions[place % len(self.questions)]))
        return said


@dataclass(frozen=True, slots=True)
class Chats:
    """Holds chats with the application, each by a person of its own. The model takes `wait_s` an answer."""

    subject: Subject
    model: NotesModel
    script: Script
    wait_s: float

    async def level(self, chats: int, turns: int) -> Level:
        """All at once; in each chat one turn after another. Raises FailedMessageError."""
        names = [f"bench-{chats}-{chat}" for chat in range(chats)]
        async with self.subject.people(names):
            started = perf_counter()
            held = await asyncio.gather(
                *(self._chat(name, self.script.of(chat, turns)) for chat, name in enumerate(names))
            )
            seconds = perf_counter() - started
            memory = smaps_mebibytes(PROC / "self" / "smaps_rollup", "Rss")
        return Level(chats, [turn for each in held for turn in each], seconds, memory)

    async def _chat(self, name: str, said: Sequence[Said]) -> list[Turn]:
        return [await self._turn(name, each) for each in said]

    async def _turn(self, name: str, said: Said) -> Turn:
        with self.model.counted() as calls:
            asked = await self.subject.ask(name, said.text, said.language)
        if asked.failed:
            raise FailedMessageError("a message failed: its error stands above")
        return Turn(len(calls), 1000 * (asked.seconds - len(calls) * self.wait_s))


async def measure_turns(scratch: Scratch) -> Part:
    """At 1, 10 and 100 chats at once."""
    levels = FULL if scratch.full else QUICK
    async with open_models(scratch.settings) as models, scratch.copied("bench_turns") as dsn:
        measured = await time_levels(scratch, models, dsn, levels)
    return turns_part(measured)


async def time_levels(
    scratch: Scratch, models: Models, dsn: str, levels: Mapping[int, int], wait_s: float = WAIT_S
) -> list[Level]:
    """Turns by how many chats are at once; some messages before them, which wait for nothing."""
    found = []
    waits, at = [0.0], datetime.now(scratch.settings.zone)

    async def wait() -> None:
        await asyncio.sleep(waits[-1])

    model = NotesModel(scratch.sentences, wait=wait)
    async with scratch.wired(dsn, models, model) as runtime:
        chats = partial(Chats, Subject(runtime, at), model, Script.golden())
        await chats(0.0).level(2, WARM_UP // 2)
        waits.append(wait_s)
        for count, turns in levels.items():
            scratch.step(f"{count} chats at once")
            found.append(await chats(wait_s).level(count, turns))
    return found


def turns_part(levels: Sequence[Level]) -> Part:
    """What is reported."""
    tables = [turns_table(levels), measured_on()]
    return Part("whole turns", "turns", turns_figures(levels), tables, partial(_draw, levels))


def turns_figures(levels: Sequence[Level]) -> list[Figure]:
    """By how many chats are at once. One chat keeps the target of a question's own time."""
    found = []
    for level in levels:
        where = f"{level.chats} chat{'s' if level.chats > 1 else ''} at once"
        bound = Target(OWN_MS, at_least=False) if level.chats == 1 else None
        found += [
            Figure(f"{where}: turns a second", level.rate, "/s"),
            Figure(f"{where}: own time a turn, p50", percentile(level.own, 50), "ms"),
            Figure(f"{where}: own time a turn, p95", percentile(level.own, 95), "ms", bound),
        ]
    if levels[-1].mebibytes:
        grown = levels[-1].mebibytes - levels[0].mebibytes
        found.append(Figure(f"memory grown from {levels[0].chats} to {levels[-1].chats} at once", grown, "MiB"))
    return found


def turns_table(levels: Sequence[Level]) -> Table:
    """What stands behind the figures: turns that asked the model apart from those that did not."""
    rows = []
    for level in levels:
        for label, turns in (
            ("with the model", [turn.own for turn in level.turns if turn.calls]),
            ("without", [turn.own for turn in level.turns if not turn.calls]),
        ):
            if turns:
                times = f"{percentile(turns, 50):.1f}", f"{percentile(turns, 95):.1f}"
                rows.append((f"{level.chats}", label, f"{len(turns)}", *times, f"{level.mebibytes:.0f}"))
    return Table("own time a turn, ms", ("chats", "turns", "n", "p50", "p95", "MiB after"), tuple(rows))


def _draw(levels: Sequence[Level], folder: Path) -> None:
    from bot.evaluation.pictures import draw_turns  # noqa: PLC0415 - matplotlib, where it is asked for

    draw_turns({level.chats: (level.rate, level.own) for level in levels}, folder / "turns.png")
