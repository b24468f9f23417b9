"""Runs the golden sets that are wanted on one database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from bot.bootstrap import Runtime, migrated, open_runtime
from bot.evaluation.asking import Subject
from bot.evaluation.conditions import Conditions, put_into
from bot.evaluation.consultation import (
    ConsultationGolden,
    ConsultationResults,
    load_consultation_golden,
    read_openings,
)
from bot.evaluation.dialogues import Player
from bot.evaluation.diary import Diarist, DiaryResults
from bot.evaluation.diary_golden import DiaryGolden, load_diary_golden
from bot.evaluation.expected import load_expected
from bot.evaluation.golden import FOLDER, Golden, load_golden
from bot.evaluation.labelled import Labelled, Reasked, ask_again, labelled_scores
from bot.evaluation.likening import liken
from bot.evaluation.measuring import DONE, Results, measure
from bot.evaluation.scores import every_score
from bot.evaluation.trigrams import NearCopy
from bot.experiments.records import ItemScore
from bot.settings import Settings
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.foods.search import FoodSearch

PARTS = ("notes", "diary", "consultation")


@dataclass(frozen=True, slots=True)
class Sets:
    """What is to be run; None, and nothing labelled: that part is left out.

    `expected` are expected answers by the question's id. `answers` false leaves out what goes through the whole
    application of the notes' part.
    """

    notes: Golden | None
    diary: DiaryGolden | None
    consultation: ConsultationGolden | None
    expected: Mapping[str, str]
    labelled: Sequence[Labelled] = ()
    answers: bool = True


def load_sets(folder: Path = FOLDER, only: str | None = None, *, quick: bool = False) -> Sets:
    """The sets of one part or of all; `quick` leaves out whole answers and consultations. Raises GoldenError."""
    wanted = {only} if only else set(PARTS) - ({"consultation"} if quick else set())
    notes = load_golden(folder) if "notes" in wanted else None
    return Sets(
        notes,
        load_diary_golden(folder) if "diary" in wanted else None,
        load_consultation_golden(folder) if "consultation" in wanted else None,
        load_expected(notes, folder) if notes else {},
        answers=not quick,
    )


@dataclass(frozen=True, slots=True)
class Measured:
    """What was run: each may have been left out. `models`: embedder, writer."""

    notes: Results | None
    diary: DiaryResults | None
    consultation: ConsultationResults | None
    labelled: Sequence[Reasked] = ()
    models: tuple[str, ...] = ()

    @property
    def copies(self) -> Sequence[NearCopy]:
        """Golden phrases that repeat a phrase of the corpus."""
        return self.notes.copies if self.notes else ()

    @property
    def failures(self) -> int:
        """Messages that the application failed at."""
        again = sum(one.asked.failed for one in self.labelled)
        return again + sum(results.failures for results in (self.notes, self.diary, self.consultation) if results)

    @property
    def scores(self) -> Sequence[ItemScore]:
        """One an item and metric."""
        return [*every_score(self.notes, self.diary, self.consultation), *labelled_scores(self.labelled)]


async def run_on(
    dsn: str,
    settings: Settings,
    sets: Sets,
    conditions: Conditions,
    step: Callable[[str], None] = lambda _: None,
    done: DONE = lambda *_: None,
) -> Measured:
    """Brings a database up to date, runs the sets there under `conditions`, and erases whom it invented."""
    dsn = await migrated(dsn, settings, step)
    async with open_runtime(dsn, settings, done) as runtime:
        put_into(runtime, conditions)
        return await run(runtime, datetime.now(settings.zone), sets, done)


async def run(runtime: Runtime, at: datetime, sets: Sets, done: DONE = lambda *_: None) -> Measured:
    """Runs the sets; every message of the notes' part is said to arrive at `at`."""
    subject = Subject(runtime, at)
    foods = FoodSearch(PostgresFoodIndex(runtime.pool), subject.retriever.local)
    diary = await Diarist(runtime, foods, done).measure(sets.diary) if sets.diary else None
    cases = await _consulted(runtime, sets.consultation, done) if sets.consultation else None
    notes = await _noted(subject, sets.notes, sets, done) if sets.notes else None
    again = await ask_again(subject, sets.labelled, done)
    return Measured(notes, diary, cases, again, models_of(subject))


def models_of(subject: Subject) -> tuple[str, ...]:
    """The names of the embedder and of the writer."""
    agent = next(iter(subject.agents.specialties.values()))
    active = agent.retriever.active or agent.retriever.local
    return active.name, agent.answerer.model.name if agent.answerer.model else "extractive"


async def _noted(subject: Subject, golden: Golden, sets: Sets, done: DONE) -> Results:
    results = await measure(subject, golden, done, answers=sets.answers)
    likened = await liken(subject.runtime.pool, subject.retriever.local, results.answers, sets.expected)
    return replace(results, likened=tuple(likened))


async def _consulted(runtime: Runtime, golden: ConsultationGolden, done: DONE) -> ConsultationResults:
    played = await Player(runtime, done).measure(golden.dialogues)
    return ConsultationResults(played, read_openings(golden))
