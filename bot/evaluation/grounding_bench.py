"""How long grounding takes: checks a second on the golden answers, and its share of a reply's own time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter

import rag.answering
from bot.bootstrap import Models, open_models
from bot.evaluation.asking import Subject
from bot.evaluation.bench_parts import Part, Scratch
from bot.evaluation.benchmark import WARM_UP, FailedMessageError, questions_of
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.golden import load_golden
from bot.evaluation.notes_model import NotesModel
from bot.evaluation.report import measured_on
from bot.evaluation.statistics import mean, percentile
from bot.evaluation.turns_bench import WAIT_S
from rag.grounding import Evidence, Verdict, check
from rag.ports import ChatModel
from rag.types import Language

ROUNDS = 7
"""Of all checks again, one after another."""
MOST_QUESTIONS = 160
SHARE = 2.0
"""The target, in per cent of a reply's own time."""
EXTRACTIVE, PHRASED = "extractive", "phrased by a model"


@dataclass(frozen=True, slots=True)
class Checked:
    """What one check was given."""

    text: str
    evidence: Evidence
    language: Language | None

    def again(self) -> Verdict:
        """The same check."""
        return check(self.text, self.evidence, language=self.language)


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of a block: what they were given, and the seconds of all of them so far."""

    given: list[Checked] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@contextmanager
def watched() -> Iterator[Checks]:
    """Every check of an answer in the block."""
    checks = Checks()

    def checking(text: str, evidence: Evidence, *, language: Language | None = None) -> Verdict:
        started = perf_counter()
        try:
            return check(text, evidence, language=language)
        finally:
            checks.seconds.append(perf_counter() - started)
            checks.given.append(Checked(text, evidence, language))

    name = check.__name__
    try:
        setattr(rag.answering, name, checking)
        yield checks
    finally:
        setattr(rag.answering, name, check)


@dataclass(frozen=True, slots=True)
class Replies:
    """Replies that were checked: milliseconds of each and, of these, of its checks; and what the checks were given."""

    own: Sequence[float]
    grounding: Sequence[float]
    given: Sequence[Checked]

    @property
    def share(self) -> float:
        """Of the time of all these replies, in per cent."""
        return 100 * sum(self.grounding) / sum(self.own)

    def share_with(self, seconds: float) -> float:
        """The same, were each of them to wait so long for a model besides."""
        return 100 * sum(self.grounding) / (sum(self.own) + 1000 * seconds * len(self.own))


@dataclass(frozen=True, slots=True)
class Grounding:
    """Replies by who phrased them, and milliseconds of each check made again, by round."""

    replies: dict[str, Replies]
    rounds: Sequence[Sequence[float]]

    @property
    def rate(self) -> float:
        """Checks a second, the median of the rounds."""
        return percentile([len(each) / (sum(each) / 1000) for each in self.rounds], 50)


async def measure_grounding(scratch: Scratch) -> Part:
    """Golden questions through the application, without a model and with one that phrases; then their checks alone."""
    golden = questions_of(load_golden())
    questions = golden if scratch.full else golden[:: -(-len(golden) // MOST_QUESTIONS)]
    async with open_models(scratch.settings) as models, scratch.copied("bench_grounding") as dsn:
        return grounding_part(await time_grounding(scratch, models, dsn, questions))


async def time_grounding(
    scratch: Scratch, models: Models, dsn: str, questions: Sequence[str], rounds: int = ROUNDS, warm_up: int = WARM_UP
) -> Grounding:
    """The first `warm_up` questions are not counted. Raises FailedMessageError."""
    writers: dict[str, ChatModel | None] = {EXTRACTIVE: None, PHRASED: NotesModel(scratch.sentences)}
    replies = {}
    for name, chat in writers.items():
        scratch.step(f"answers, {name}")
        async with scratch.wired(dsn, models, chat) as runtime:
            subject = Subject(runtime, datetime.now(scratch.settings.zone))
            replies[name] = await _replies(subject, name, questions, warm_up)
    scratch.step("checks")
    given = [one for each in replies.values() for one in each.given]
    return Grounding(replies, [_again(given) for _ in range(rounds)])


async def _replies(subject: Subject, name: str, questions: Sequence[str], warm_up: int) -> Replies:
    own, grounding, given = [], [], []
    people = [f"bench-{name}-{number}" for number in range(len(questions))]
    async with subject.people(people):
        for number, (person, text) in enumerate(zip(people, questions, strict=True)):
            with watched() as checks:
                asked = await subject.ask(person, text)
            if asked.failed:
                raise FailedMessageError("a message failed: its error stands above")
            if number >= warm_up and checks.given:
                own.append(1000 * asked.seconds)
                grounding.append(1000 * sum(checks.seconds))
                given += checks.given
    return Replies(own, grounding, given)


def _again(given: Sequence[Checked]) -> list[float]:
    times = []
    for one in given:
        started = perf_counter()
        one.again()
        times.append(1000 * (perf_counter() - started))
    return times


def grounding_part(grounding: Grounding) -> Part:
    """What is reported."""
    tables = [grounding_table(grounding), measured_on()]
    return Part("grounding", "grounding", grounding_figures(grounding), tables)


def grounding_figures(grounding: Grounding) -> list[Figure]:
    """Checks a second by themselves, and their share of the replies that they are made for."""
    times = [ms for each in grounding.rounds for ms in each]
    found = [
        Figure("checks a second", grounding.rate, "/s"),
        Figure("a check, p50", percentile(times, 50), "ms"),
        Figure("a check, p95", percentile(times, 95), "ms"),
    ]
    target = Target(SHARE, at_least=False)
    found += [
        Figure(f"share of a reply's own time, {name}", replies.share, "%", target)
        for name, replies in grounding.replies.items()
        if replies.own
    ]
    phrased = grounding.replies[PHRASED]
    if phrased.own:
        share = phrased.share_with(WAIT_S)
        found.append(Figure(f"share of a reply's time with a model of {WAIT_S:g} s", share, "%", target))
    return found


def grounding_table(grounding: Grounding) -> Table:
    """By who phrased the replies."""
    rows = tuple(
        (
            name, f"{len(replies.own)}", f"{len(replies.given)}", f"{mean(replies.grounding):.2f}",
            f"{percentile(replies.grounding, 95):.2f}", f"{mean(replies.own):.2f}",
            f"{mean([len(one.text) for one in replies.given]):.0f}",
        )
        for name, replies in grounding.replies.items()
        if replies.own
    )  # fmt: skip
    columns = ("replies", "n", "checks", "grounding, mean ms", "p95", "own time, mean ms", "letters a check")
    return Table("grounding within replies", columns, rows)
