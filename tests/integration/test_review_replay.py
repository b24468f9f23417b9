"""Replays: every reply's retrieval comes out as it is stored, whatever has become of the notes."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.bootstrap.corpus import preparer
from bot.bootstrap.review import ReviewParts
from bot.paths import ROOT
from bot.review.records import Replayed, Viewer
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.notes.corpus import Phrase, PreparedChunk
from rag.notes.ingest import Ingestion
from rag.notes.preparing import Batch
from rag.types import Language
from tests.integration.conversing import Conversation, conversation
from tests.integration.reviewing import an_operator, parts_on

NAMED = ["o que é psoríase?", "me fala da hipertensão", "tengo diabetes, qué necesito?", "what is melanoma?", "e acne?"]
"""Questions that call a condition by its name, so that it is put first, or searched for."""


def golden() -> list[tuple[str, str]]:
    """Every seventh question of the routing set, with its language."""
    lines = (ROOT / "tests" / "golden" / "routing.jsonl").read_text(encoding="utf-8").splitlines()[::7]
    return [(item["text"], item["language"]) for item in map(json.loads, lines)]


@pytest.fixture
def parts(own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path) -> ReviewParts:
    return parts_on(own_corpus_pool, local_embedder, tmp_path)


@pytest.fixture
async def viewer(own_corpus_pool: asyncpg.Pool) -> Viewer:
    return await an_operator(own_corpus_pool)


@pytest.fixture
async def ana(
    own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    """Somebody who talks by the database's own clock, as in service."""
    models = Models(local_embedder, None, None)
    async with conversation(own_corpus_pool, models, fonte_home=tmp_path) as someone:
        await someone.consent()
        someone.at = datetime.now(UTC) + timedelta(seconds=1)
        yield someone


async def searched(ana: Conversation) -> list[uuid.UUID]:
    return [row["id"] for row in await ana.rows() if row["direction"] == "out" and row["query_embedding"] is not None]


async def replays(parts: ReviewParts, viewer: Viewer, ids: list[uuid.UUID]) -> list[Replayed]:
    found = [await parts.records.replay(viewer, one) for one in ids]
    return [one for one in found if one is not None]


def revised(chunk: PreparedChunk, how: str) -> PreparedChunk:
    if how == "text":
        changed = chunk.content + "\n\nUma linha que a nota não tinha."
        return replace(chunk, content=changed, parts=(changed,))
    if how == "phrases":
        return replace(
            chunk, phrases=(*chunk.phrases[: len(chunk.phrases) // 2], Phrase(Language.PT, f"frase de {chunk.title}"))
        )
    return replace(chunk, title=f"{chunk.title} e outros")


async def publish(pool: asyncpg.Pool, local: CachingEmbedder, how: str) -> None:
    models = Models(local, None, None)
    batch = preparer(models).prepare([])
    notes = tuple(replace(note, chunks=tuple(revised(chunk, how) for chunk in note.chunks)) for note in batch.notes)
    await Ingestion(PostgresCorpus(pool), local, None).run(Batch(notes, batch.general))


async def test_golden_questions_reproduce_before_and_after_text_phrases_and_titles_change(
    parts: ReviewParts,
    viewer: Viewer,
    ana: Conversation,
    own_corpus_pool: asyncpg.Pool,
    local_embedder: CachingEmbedder,
) -> None:
    for text, language in [*golden(), *((text, "pt-BR") for text in NAMED)]:
        await ana.say("/nova")
        await ana.say(text, language=Language(language))
    ids = await searched(ana)
    assert len(ids) > len(golden()) // 2
    before = await replays(parts, viewer, ids)
    assert [one.reason for one in before if not one.reproduced] == []
    assert all(one.today == one.then for one in before)
    for how in ("text", "phrases", "title"):
        await publish(own_corpus_pool, local_embedder, how)
        after = await replays(parts, viewer, ids)
        assert all(one.reproduced for one in after), how
        assert [one.then for one in after] == [one.then for one in before]
        assert all(one.today != one.stored for one in after), how


async def test_a_reply_of_a_clock_that_is_far_off_reproduces_too(
    parts: ReviewParts,
    viewer: Viewer,
    ana: Conversation,
    own_corpus_pool: asyncpg.Pool,
    local_embedder: CachingEmbedder,
) -> None:
    ana.at = datetime(2020, 1, 1, tzinfo=UTC)
    await ana.say("o que é psoríase?")
    await publish(own_corpus_pool, local_embedder, "text")
    ana.at = datetime(2040, 1, 1, tzinfo=UTC)
    await ana.say("o que é acne?")
    await publish(own_corpus_pool, local_embedder, "phrases")
    outcomes = await replays(parts, viewer, await searched(ana))
    assert [one.reproduced for one in outcomes] == [True, True]


async def test_a_condition_called_by_its_name_stays_first_though_another_is_nearer(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    for text in (
        "o que é psoríase? minha cara vive cheia de espinha, rosto todo estourado de espinha",
        "o que é alopecia? uma pinta que cresceu e mudou de cor, pinta preta que sangra",
        "o que é melanoma? as costas cheias de espinhas inflamadas, espinha interna que dói muito",
    ):
        await ana.say("/nova")
        await ana.say(text)
    outcomes = await replays(parts, viewer, await searched(ana))
    assert any(one.stored[0].similarity < max(p.similarity for p in one.stored) for one in outcomes)
    assert all(one.reproduced for one in outcomes)


async def test_a_passage_that_was_tampered_with_does_not_reproduce(
    parts: ReviewParts, viewer: Viewer, ana: Conversation, corpus_database: str
) -> None:
    await ana.say("o que é psoríase?")
    (made,) = await searched(ana)
    connection = await asyncpg.connect(corpus_database)
    await connection.execute(
        "update mensagens set fontes_rag = jsonb_set(fontes_rag, '{0,similarity}', '0.12345') where id = $1", made
    )
    await connection.close()
    (outcome,) = await replays(parts, viewer, [made])
    assert not outcome.reproduced
    assert outcome.farthest > 0.1


@pytest.mark.parametrize(("text", "reason"), [("/ajuda", "no_sources"), ("bom dia", "no_sources")])
async def test_a_reply_without_a_search_says_so(
    parts: ReviewParts, viewer: Viewer, ana: Conversation, text: str, reason: str
) -> None:
    (reply,) = await ana.say(text)
    outcome = await parts.records.replay(viewer, uuid.UUID(reply.id))
    assert outcome
    assert (outcome.reproduced, outcome.reason) == (False, reason)


async def test_a_turn_of_a_case_has_passages_and_no_search_of_its_own(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    await ana.say("estou com acne grave no rosto, o que eu faço?")
    (reply,) = await ana.say("30")
    row: Any = (await ana.rows())[-1]
    assert row["fontes_rag"]
    outcome = await parts.records.replay(viewer, uuid.UUID(reply.id))
    assert outcome
    assert outcome.reason == "no_vector"
    record = await parts.records.reply(viewer, uuid.UUID(reply.id))
    assert record
    assert record.case_id is not None
    case = await parts.records.case(viewer, record.case_id)
    assert case
    assert (case.condition, case.status) == ("Acne", "PENDENTE")
    assert [fact.key for fact in case.facts if fact.key == "age"] == ["age"]
    assert {row.truth for row in case.criteria} <= {"true", "false", "unknown"}
    assert reply.id in {str(line.id) for line in case.replies}
    english = await an_operator(ana.pool, language=Language.EN)
    told = await parts.records.case(english, record.case_id)
    assert told
    assert {fact.label for fact in told.facts if fact.key == "age"} == {"Age"}
