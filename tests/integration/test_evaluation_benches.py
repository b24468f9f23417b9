"""The benches of turns, growth, cost, grounding and food search on a small scale, on a real database."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.evaluation.asking import CHANNEL, Subject
from bot.evaluation.bench_parts import Scratch
from bot.evaluation.cost_bench import DIALOGUES, QUESTIONS, count_cost
from bot.evaluation.delivery_bench import Kept
from bot.evaluation.dialogues import load_dialogues
from bot.evaluation.diary_golden import load_diary_golden
from bot.evaluation.food_bench_run import search_beside
from bot.evaluation.food_contenders import FONTE, ILIKE, TRIGRAMS, VECTORS, Contenders, named
from bot.evaluation.golden import Question, Split
from bot.evaluation.grounding_bench import EXTRACTIVE, PHRASED, time_grounding
from bot.evaluation.growth_bench import A_PERSON, OTHERS, OWN, grow, say_seeds, store_copies
from bot.evaluation.notes_model import NotesModel, sentences_of_notes, whole_notes
from bot.evaluation.turns_bench import time_levels
from bot.ports import Person
from bot.settings import Settings
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import connect, open_pool
from rag.types import Language

QUESTION = "o que é hipertensão arterial?"
ASKED = (QUESTION, "when does high blood pressure need a cardiologist?", "¿qué es la hipertensión?")
AT = datetime(2026, 11, 30, 13, tzinfo=UTC)


@pytest.fixture
async def scratch(server: str, corpus_template: str, corpus_pool: asyncpg.Pool, tmp_path: Path) -> Scratch:
    template = urlsplit(server)._replace(path=f"/{corpus_template}").geturl()
    settings = Settings(_env_file=None, fonte_home=tmp_path)
    return Scratch(template, settings, await sentences_of_notes(corpus_pool), lambda _: None, Kept(None))


@pytest.fixture
def models(local_embedder: CachingEmbedder) -> Models:
    return Models(local_embedder, None, None)


def _name() -> str:
    return f"test_{uuid.uuid4().hex}"


async def test_a_copy_has_the_notes_and_is_gone_after_the_block(scratch: Scratch) -> None:
    name = _name()
    async with scratch.copied(name) as dsn, open_pool(dsn, size=1) as pool:
        assert await pool.fetchval("select count(*) from documentos_rag") == len(scratch.sentences)
    connection = await connect(scratch.template)
    try:
        assert not await connection.fetchval("select count(*) from pg_database where datname = $1", name)
    finally:
        await connection.close()


async def test_the_stand_ins_answers_hold_in_every_language(scratch: Scratch, models: Models) -> None:
    model = NotesModel(scratch.sentences)
    async with scratch.copied(_name()) as dsn, scratch.wired(dsn, models, model) as runtime:
        subject = Subject(runtime, AT)
        async with subject.people(ASKED):
            asked = []
            for text in ASKED:
                with model.counted() as calls:
                    asked.append(await subject.ask(text, text))
                assert [call.schema for call in calls] == ["ModelAnswer"]
    assert [one.language for one in asked] == [Language.PT, Language.EN, Language.ES]
    assert all(one.grounded and one.cited and not one.degraded for one in asked)


async def test_turns_in_chats_at_once_are_timed_without_the_models_wait(scratch: Scratch, models: Models) -> None:
    wait_s = 0.3
    async with scratch.copied(_name()) as dsn:
        (level,) = await time_levels(scratch, models, dsn, {3: 2}, wait_s)
    assert (level.chats, len(level.turns)) == (3, 6)
    assert level.calls > 0
    assert level.seconds >= wait_s
    assert all(turn.own > 0 for turn in level.turns)


async def test_copies_are_stored_as_what_was_said_with_their_own_replies(scratch: Scratch, models: Models) -> None:
    async with scratch.copied(_name()) as dsn:
        async with scratch.wired(dsn, models) as runtime:
            await say_seeds(runtime, 4)
        size = 3 * A_PERSON
        await store_copies(dsn, size)
        connection = await connect(dsn)
        try:
            counts = await connection.fetch("select user_id, count(*) as n from mensagens group by 1 order by 2 desc")
            answered = await connection.fetchrow(
                "select count(*) as replies, count(i.id) as paired from mensagens o "
                "left join mensagens i on i.id = o.in_reply_to and i.user_id = o.user_id and i.direction = 'in' "
                "where o.direction = 'out' and o.user_id = $1",
                Person(CHANNEL, "bench-regular").id,
            )
            with_vector = await connection.fetchval("select count(*) from mensagens where query_embedding is not null")
        finally:
            await connection.close()
    assert [row["n"] for row in counts][:4] == [size, *[A_PERSON] * 3]
    assert answered["replies"] == answered["paired"] > 0
    assert with_vector > 0


async def test_the_same_question_is_timed_among_few_and_many_messages(scratch: Scratch, models: Models) -> None:
    grown = await grow(scratch, models, (1, 250), rounds=2, seeds=4)
    assert grown.times.keys() == {OTHERS, OWN}
    assert all(len(times) == 2 for by_size in grown.times.values() for times in by_size.values())
    assert grown.mebibytes["250"] > grown.mebibytes["1"]


async def test_cost_counts_the_calls_of_questions_and_of_every_turn_of_a_dialogue(
    scratch: Scratch, models: Models
) -> None:
    question = Question(
        id="rt-1", language=Language.PT, split=Split.DEV, text=QUESTION, especialidade="cardiologia",
        condition="Hipertensão Arterial Sistêmica", style="short",
    )  # fmt: skip
    async with scratch.copied(_name()) as dsn:
        turns = await count_cost(scratch, models, dsn, [question], load_dialogues()[:1])
    asked, *played = turns
    assert (asked.part, [call.schema for call in asked.calls]) == (QUESTIONS, ["ModelAnswer"])
    assert 0 < asked.tokens < asked.one_note < asked.all_notes
    assert {turn.part for turn in played} == {DIALOGUES}
    assert len(played) > 3
    assert any(not turn.calls for turn in played)


async def test_a_whole_note_holds_every_passage_of_its_specialty(corpus_pool: asyncpg.Pool) -> None:
    notes = await whole_notes(corpus_pool)
    rows = await corpus_pool.fetch("select especialidade, conteudo from documentos_rag where retired_at is null")
    assert notes.keys() == {row["especialidade"] for row in rows}
    assert all(row["conteudo"] in notes[row["especialidade"]] for row in rows)


async def test_checks_are_timed_within_replies_and_again_by_themselves(scratch: Scratch, models: Models) -> None:
    async with scratch.copied(_name()) as dsn:
        grounding = await time_grounding(scratch, models, dsn, ASKED, rounds=2, warm_up=1)
    assert grounding.replies.keys() == {EXTRACTIVE, PHRASED}
    for replies in grounding.replies.values():
        assert len(replies.own) == len(replies.grounding) == 2
        assert 0 < replies.share < 100
        assert all(one.again().ok for one in replies.given)
    assert [len(each) for each in grounding.rounds] == [4, 4]
    assert grounding.rate > 0


async def test_every_contender_finds_a_food_by_its_name(
    corpus_database: str, own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    async with named(corpus_database):
        for name, find in Contenders(own_corpus_pool, local_embedder).all().items():
            found: Sequence[tuple[str, str]] = await find("2 bananas", Language.PT)
            assert any(pt.casefold().startswith("banana") for pt, _ in found[:3]), name
        assert await Contenders(own_corpus_pool, local_embedder).ilike("???", Language.PT) == []


async def test_contenders_are_timed_in_turn_and_leave_nothing_behind(
    corpus_database: str, own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder
) -> None:
    golden = load_diary_golden().searches[:6]
    beside = await search_beside(own_corpus_pool, corpus_database, local_embedder, golden, rounds=2)
    assert list(beside.rounds) == [FONTE, ILIKE, TRIGRAMS, VECTORS]
    assert all(len(each) == 6 for rounds in beside.rounds.values() for each in rounds)
    assert sum(beside.right[FONTE]) >= 5
    assert beside.foods > 1_000
    assert await own_corpus_pool.fetchval("select to_regclass('bench_names')") is None
