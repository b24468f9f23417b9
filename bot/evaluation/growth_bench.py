"""Whether a question takes longer as messages pile up: other people's, and those of the person who asks.

Each size has a database of its own. What is stored are copies of messages that went through the application, as wide as
those and with their vectors, a hundred a person and as many again by one person; the newest is three hours old, so that
whoever asks comes back after the time in which a question may follow up another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.app import FOLLOW_UP_WINDOW
from bot.bootstrap import Models, Runtime, open_models
from bot.evaluation.asking import CHANNEL, Subject
from bot.evaluation.bench_parts import Part, Scratch
from bot.evaluation.benchmark import FailedMessageError
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.report import measured_on
from bot.evaluation.statistics import percentile
from bot.evaluation.turns_bench import Script
from bot.ports import Person
from rag.adapters.postgres.pool import connect

SIZES = (1, 10_000, 100_000)
MOST = 1_000_000
"""With BENCH=full."""
SEEDS = 48
"""Messages that went through the application, of which those stored are copies."""
A_PERSON = 100
ROUNDS = 80
WARM_UP = 10
SLOWER = 1.5
"""The target: p95 among the most messages, of that among one."""
QUESTION = "o que é hipertensão e quando preciso de um cardiologista?"
AT = datetime(2026, 11, 30, 13, tzinfo=UTC)
OTHERS, OWN = "other people's messages", "one's own messages"
_NAMES: Mapping[str, str] = {OTHERS: "bench-newcomer", OWN: "bench-regular"}
_SEED = "bench-seed"
_PEOPLE = """
insert into users (id, channel, external_id)
select md5('grown' || n)::uuid, $2, 'grown-' || n from generate_series(0, ($1::int - 1) / $3) n
"""
_COPIES = """
with seeds as materialized (
    select m.*, row_number() over (order by m.seq) - 1 as place, count(*) over () as many
      from mensagens m where m.user_id = $1)
insert into mensagens (id, user_id, direction, kind, in_reply_to, external_id, text, language, especialidade, status,
                       fontes_rag, evidence, routing, query_text, query_embedding, embedding_model, chat_model,
                       prompt_hash, tokens_in, tokens_out, latency_ms, verdict, degraded, created_at)
select md5(coalesce($2::uuid::text, '') || n)::uuid, coalesce($2, md5('grown' || n / $4)::uuid), s.direction, s.kind,
       md5(coalesce($2::uuid::text, '') || n - s.place + r.place)::uuid, s.external_id, s.text, s.language,
       s.especialidade, s.status, s.fontes_rag, s.evidence, s.routing, s.query_text, s.query_embedding,
       s.embedding_model, s.chat_model, s.prompt_hash, s.tokens_in, s.tokens_out, s.latency_ms, s.verdict, s.degraded,
       $5::timestamptz - ($3 - n) * interval '1 minute'
  from generate_series(0, $3::int - 1) n
  join seeds s on s.place = n % s.many
  left join seeds r on r.id = s.in_reply_to
 order by n
"""


@dataclass(frozen=True, slots=True)
class Grown:
    """Milliseconds of the same question by whose messages there are so many of, and how many; MiB of each database."""

    times: Mapping[str, Mapping[str, Sequence[float]]]
    mebibytes: Mapping[str, float]


async def measure_growth(scratch: Scratch) -> Part:
    """Among 1, 10,000 and 100,000 messages; with `full` a million."""
    sizes = (*SIZES, MOST) if scratch.full else SIZES
    async with open_models(scratch.settings) as models:
        found = await scratch.kept.part("growth", lambda: grow(scratch, models, sizes))
    return growth_part(Grown(**found))


async def grow(
    scratch: Scratch, models: Models, sizes: Sequence[int], rounds: int = ROUNDS, seeds: int = SEEDS
) -> Grown:
    """A database each, all open; the question is asked in each in turn, so that whatever else runs meets all."""
    async with scratch.copied("bench_growth") as source, AsyncExitStack() as stack:
        async with scratch.wired(source, models) as runtime:
            await say_seeds(runtime, seeds)
        subjects: dict[int, Subject] = {}
        mebibytes: dict[str, float] = {}
        for size in sizes:
            scratch.step(f"{size:,} messages")
            dsn = await stack.enter_async_context(scratch.copied(f"bench_growth_{size}", source))
            mebibytes[str(size)] = await store_copies(dsn, size)
            subjects[size] = Subject(await stack.enter_async_context(scratch.wired(dsn, models)), AT)
        scratch.step("the question")
        return Grown(await _asked(subjects, rounds), mebibytes)


async def say_seeds(runtime: Runtime, count: int = SEEDS) -> None:
    """Messages of a person that the copies are made of, and the two people who will ask."""
    subject = Subject(runtime, AT)
    for name in (_SEED, *_NAMES.values()):
        async with runtime.conversations.transaction(Person(CHANNEL, name)) as transaction:
            await transaction.keep_person(None)
            await transaction.set_consent(runtime.app.terms, AT, granted=True)
    for said in Script.golden().of(0, count):
        await _milliseconds(subject, _SEED, said.text)


async def store_copies(dsn: str, size: int) -> float:
    """Stores `size` messages of other people's and `size` of one person's own; MiB of the table then, indexes included.

    As a superuser without triggers: foreign keys are right by themselves.
    """
    before = AT - FOLLOW_UP_WINDOW - timedelta(hours=1)
    seed, regular = (Person(CHANNEL, name).id for name in (_SEED, _NAMES[OWN]))
    connection = await connect(dsn)
    try:
        await connection.execute("set session_replication_role = replica; set synchronous_commit = off")
        await connection.execute(_PEOPLE, size, CHANNEL, A_PERSON)
        for owner in (None, regular):
            await connection.execute(_COPIES, seed, owner, size, A_PERSON, before)
        await connection.execute("vacuum analyze mensagens, users")
        held: int = await connection.fetchval("select pg_total_relation_size('mensagens')")
    finally:
        await connection.close()
    return held / 1024**2


async def _asked(subjects: Mapping[int, Subject], rounds: int) -> dict[str, dict[str, list[float]]]:
    times: dict[str, dict[str, list[float]]] = {whose: {str(size): [] for size in subjects} for whose in _NAMES}
    at, order = AT, list(subjects.items())
    for number in range(WARM_UP + rounds):
        at += FOLLOW_UP_WINDOW + timedelta(hours=1)  # each time somebody who comes back
        first = number % len(order)
        for size, subject in (*order[first:], *order[:first]):
            for whose, name in _NAMES.items():
                milliseconds = await _milliseconds(replace(subject, at=at), name, QUESTION)
                if number >= WARM_UP:
                    times[whose][str(size)].append(milliseconds)
    return times


async def _milliseconds(subject: Subject, name: str, text: str) -> float:
    asked = await subject.ask(name, text)
    if asked.failed:
        raise FailedMessageError("a message failed: its error stands above")
    return asked.seconds * 1000


def growth_part(grown: Grown) -> Part:
    """What is reported."""
    return Part("growth", "growth", growth_figures(grown), [growth_table(grown), measured_on()])


def growth_figures(grown: Grown) -> list[Figure]:
    """The same question's p95 among the most messages, of that among the fewest."""
    found = []
    for whose, times in grown.times.items():
        fewest, *_, most = times
        base = percentile(times[fewest], 95)
        found.append(Figure(f"own time a question with {int(fewest):,} of {whose}, p95", base, "ms"))
        for size in list(times)[1:]:
            target = Target(SLOWER, at_least=False) if size == most else None
            name = f"p95 with {int(size):,} of {whose}, of that with {int(fewest):,}"
            found.append(Figure(name, percentile(times[size], 95) / base, "times", target))
    return found


def growth_table(grown: Grown) -> Table:
    """Times by whose messages and how many, and how large the table of messages is."""
    rows = [
        (
            whose,
            f"{int(size):,}",
            f"{percentile(ms, 50):.2f}",
            f"{percentile(ms, 95):.2f}",
            f"{grown.mebibytes[size]:.1f}",
        )
        for whose, times in grown.times.items()
        for size, ms in times.items()
    ]
    return Table("own time of the same question, ms", ("whose", "stored", "p50", "p95", "table, MiB"), tuple(rows))
