"""How fast Fonte is and what it holds: questions through the application, step by step, and whole processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import bot.app
import rag.answering
from bot.adapters.conversations import PostgresConversations
from bot.bootstrap import Models, Runtime, preparer
from bot.evaluation.asking import Subject
from bot.evaluation.figures import Figure, Target
from bot.evaluation.golden import Golden
from bot.evaluation.processes import Memory, seconds_to_first_reply
from bot.evaluation.statistics import percentile
from bot.evaluation.stopwatch import Step, Stopwatch
from bot.redflags import screen
from bot.routing import Router
from rag.adapters.local.embedder import LocalEmbedder
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.answering import Answerer
from rag.notes.ingest import Ingestion
from rag.notes.retrieval import Retriever
from rag.types import Language

WARM_UP = 20
MEMORY_QUESTIONS = 50
LATER_STARTS = 5
_EMBEDDING = (
    Step("embed question", LocalEmbedder, "embed_query"),
    Step("embed documents", LocalEmbedder, "embed_documents"),
)


def steps() -> tuple[Step, ...]:
    """The parts that are timed. Answering includes grounding."""
    return (
        Step("session read", PostgresConversations, "session"),
        Step("emergency screen", bot.app, "screen"),
        Step("routing", Router, "route"),
        Step("retrieval", Retriever, "search"),
        Step("answering", Answerer, "answer"),
        Step("grounding", rag.answering, "check"),
        Step("writing", Subject, "write"),
    )


@dataclass(frozen=True, slots=True)
class Timed:
    """Milliseconds of each question, of which the bot's processor time in the mean, and p50 and p95 of each step."""

    questions: tuple[float, ...]
    processor: float
    steps: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and the name of the invented person who writes it."""

    name: str
    text: str
    language: Language | None = None


class FailedMessageError(Exception):
    """The application failed at a message that was to be timed."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Texts that the model embedded: for a question asked again, and for unchanged notes ingested again."""

    repeated_question: int
    unchanged_notes: int
    database: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds to the first reply: on an empty folder, and each later start."""

    first: float
    later: tuple[float, ...]


def questions_of(golden: Golden) -> list[str]:
    """Different golden messages, without those that the emergency screen answers at once."""
    follows = {item.follow for item in golden.follow_ups}
    return [text for text in golden.texts() if text not in follows and screen(text) is None]


async def time_questions(subject: Subject, questions: Sequence[str]) -> Timed:
    """Each question once, by a person of its own, with a stopwatch on every step; the first ones only warm up."""
    said = [Said(f"bench-{number}", text) for number, text in enumerate(questions)]
    async with subject.people([each.name for each in said]):
        return await timed(subject, said, steps())


async def timed(subject: Subject, said: Sequence[Said], watched: Sequence[Step], warm_up: int = WARM_UP) -> Timed:
    """The messages one after another; the first `warm_up` are not counted. Raises FailedMessageError."""
    watch = Stopwatch()
    for each in said[:warm_up]:
        await _milliseconds(subject, each)
    busy = process_time()
    with watch.on(watched):
        times = [await _milliseconds(subject, each) for each in said[warm_up:]]
    busy = (process_time() - busy) * 1000 / max(1, len(times))
    told = {step.label: watch.milliseconds(step.label) for step in watched if watch.calls(step.label)}
    return Timed(tuple(times), busy, {label: (percentile(ms, 50), percentile(ms, 95)) for label, ms in told.items()})


async def _milliseconds(subject: Subject, said: Said) -> float:
    asked = await subject.ask(said.name, said.text, said.language)
    if asked.failed:  # how soon it failed is not how long it takes
        raise FailedMessageError("a message failed: its error stands above")
    return asked.seconds * 1000


async def count_calls(subject: Subject, runtime: Runtime, question: str) -> Calls:
    """Asks twice and ingests twice, and counts what the second time embeds."""
    watch = Stopwatch()
    async with subject.people(["bench-one", "bench-two"]):
        await subject.ask("bench-one", question)
        with watch.on(_EMBEDDING):
            await subject.ask("bench-two", question)
        repeated = watch.calls("embed question") + watch.calls("embed documents")
        with watch.on(_EMBEDDING):
            await _ingest_again(subject, runtime)
    names = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers")
    settings = {name: str(await runtime.pool.fetchval("select current_setting($1)", name)) for name in names}
    return Calls(repeated, watch.calls("embed documents"), settings)


async def _ingest_again(subject: Subject, runtime: Runtime) -> None:
    models = Models(subject.retriever.local, None, None)
    await Ingestion(PostgresCorpus(runtime.pool), models.local, None).run(preparer(models).prepare([]))


def time_starts(home: Path, question: str) -> Starts:
    """Whole processes one after another on one folder, empty at first."""
    first = seconds_to_first_reply(home, question)
    return Starts(first, tuple(seconds_to_first_reply(home, question) for _ in range(LATER_STARTS)))


def figures(timed: Timed, calls: Calls, starts: Starts, memory: Memory | None) -> list[Figure]:
    """What is reported, with targets; memory only where it can be read."""

    def at_most(name: str, value: float, unit: str, bound: float) -> Figure:
        return Figure(name, value, unit, Target(bound, at_least=False))

    found = [
        at_most("own time a question, p50", percentile(timed.questions, 50), "ms", 15),
        at_most("own time a question, p95", percentile(timed.questions, 95), "ms", 40),
        Figure("processor time of the bot a question, mean", timed.processor, "ms"),
        at_most("first start to the first reply", starts.first, "s", 30),
        at_most(f"later starts, median of {len(starts.later)}", median(starts.later), "s", 2.5),
        at_most("embedded for a repeated question", calls.repeated_question, "texts", 0),
        at_most("embedded for unchanged notes", calls.unchanged_notes, "texts", 0),
    ]
    if memory:
        found += [
            at_most("resident memory of the bot", memory.bot_rss, "MiB", 300),
            at_most(f"PSS of postgres ({memory.postgres_processes} processes)", memory.postgres_pss, "MiB", 60),
        ]
    return found
