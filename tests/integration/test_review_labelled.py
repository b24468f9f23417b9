"""Labelled replies as files: nobody's name in them, and gone with whose they are."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pydantic import SecretStr

from bot.bootstrap import Models
from bot.bootstrap.review import ReviewParts, keep_labelled
from bot.review.labelled import LabelledFiles
from bot.review.pseudonyms import Pseudonyms
from bot.review.records import Judgement, Label, Viewer
from bot.settings import Settings
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import as_person
from tests.fakes.models import FakeEmbedder
from tests.integration.conversing import Conversation, conversation
from tests.integration.reviewing import SECRET, a_reply, an_operator, parts_on

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = date(2026, 11, 30)
ANA, BIA = uuid.uuid4(), uuid.uuid4()


@pytest.fixture
def parts(pool: asyncpg.Pool, tmp_path: Path) -> ReviewParts:
    return parts_on(pool, FakeEmbedder(), tmp_path)


@pytest.fixture
async def viewer(pool: asyncpg.Pool) -> Viewer:
    return await an_operator(pool)


@pytest.fixture
def files(tmp_path: Path) -> LabelledFiles:
    return LabelledFiles(tmp_path / "labelled", Pseudonyms(SecretStr(SECRET)))


def read(files: LabelledFiles) -> list[dict[str, Any]]:
    lines = [
        line for path in sorted(files.folder.glob("*.jsonl")) for line in path.read_text("utf-8").split("\n") if line
    ]
    return [json.loads(line) for line in lines]


async def labelled(pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, user: uuid.UUID, question: str) -> uuid.UUID:
    made = await a_reply(pool, user, NOW, question, "resposta [1]", especialidade="cardiologia")
    await parts.reviews.judge_reply(
        viewer, made, Judgement.OVERRIDE, [Label.WRONG_SOURCE], "fonte errada, ver 11 91234-5678"
    )
    return made


async def test_an_item_tells_the_reply_and_its_review_and_not_whose_it_is(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    made = await labelled(pool, parts, viewer, ANA, "ligue 11 91234-5678 ou ana@exemplo.com, pressão 140/90")
    await a_reply(pool, ANA, NOW, "sem revisão")
    (item,) = await parts.reviews.labelled(viewer)
    mark = item["mark"]
    assert item == {
        "id": str(made), "mark": mark, "language": "pt-BR", "specialty": "cardiologia",
        "question": "ligue [number] ou [email], pressão 140/90", "answer": "resposta [1]", "titles": [],
        "judgement": "override", "labels": ["wrong_source"], "reason": "fonte errada, ver [number]",
    }  # fmt: skip
    assert str(ANA) not in json.dumps(item)
    (line,) = await parts.audit.page(None, 1)
    assert (line.action, line.detail) == ("export_labelled", {"ids": [str(made)]})


async def test_two_items_of_a_person_share_nothing(pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer) -> None:
    for _ in range(2):
        await labelled(pool, parts, viewer, ANA, "oi")
    first, second = await parts.reviews.labelled(viewer)
    assert first["mark"] != second["mark"]


async def test_the_latest_review_stands_and_replies_without_words_are_left_out(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    made = await labelled(pool, parts, viewer, ANA, "oi")
    await parts.reviews.judge_reply(viewer, made, Judgement.AGREE, [Label.GOOD], "")
    silent = await a_reply(pool, ANA, NOW, None, None)
    await parts.reviews.judge_reply(viewer, silent, Judgement.AGREE, [], "")
    (item,) = await parts.reviews.labelled(viewer)
    assert (item["judgement"], item["labels"]) == ("agree", ["good"])


async def test_a_days_file_is_its_owners_alone_and_one_line_an_item(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, tmp_path: Path
) -> None:
    for question in ("oi\u2028você", 'aspas "e" barras \\'):
        await labelled(pool, parts, viewer, ANA, question)
    settings = Settings(_env_file=None, fonte_home=tmp_path, fonte_secret=SecretStr(SECRET))
    name = await keep_labelled(parts, settings)(await parts.reviews.labelled(viewer))
    path = tmp_path / "labelled" / name
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert {json.loads(line)["question"] for line in path.read_text("utf-8").split("\n") if line} == {
        "oi\u2028você",
        'aspas "e" barras \\',
    }


async def test_a_person_is_taken_out_of_every_file_and_nobody_else(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, files: LabelledFiles
) -> None:
    own = [await labelled(pool, parts, viewer, ANA, "oi") for _ in range(2)]
    other = await labelled(pool, parts, viewer, BIA, "olá")
    items = await parts.reviews.labelled(viewer)
    await files.write(items, DAY, parts.reviews.kept)
    await files.write([item for item in items if item["id"] in map(str, own)], date(2026, 12, 1), parts.reviews.kept)
    assert len(read(files)) == 5
    await files.erase(ANA)
    assert [item["id"] for item in read(files)] == [str(other)]
    assert [path.name for path in files.folder.glob("*.jsonl")] == ["2026-11-30.jsonl"]


async def test_erasing_where_nothing_was_exported_makes_no_folder(files: LabelledFiles) -> None:
    await files.erase(ANA)
    assert not files.folder.exists()


async def test_an_export_drops_what_is_no_longer_kept_from_earlier_ones(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, files: LabelledFiles
) -> None:
    await labelled(pool, parts, viewer, ANA, "oi")
    await files.write(await parts.reviews.labelled(viewer), DAY, parts.reviews.kept)
    async with as_person(pool, ANA) as connection:
        await connection.execute("delete from mensagens where user_id = $1", ANA)
    other = await labelled(pool, parts, viewer, BIA, "olá")
    await files.write(await parts.reviews.labelled(viewer), date(2026, 12, 1), parts.reviews.kept)
    assert [item["id"] for item in read(files)] == [str(other)]


@pytest.fixture
async def talking(
    own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    models = Models(local_embedder, None, None)
    async with conversation(own_corpus_pool, models, fonte_home=tmp_path, fonte_secret=SECRET) as someone:
        await someone.consent()
        yield someone


async def test_delete_me_reaches_what_was_exported_and_reviewed(
    talking: Conversation, local_embedder: CachingEmbedder, tmp_path: Path, files: LabelledFiles
) -> None:
    pool = talking.pool
    parts, viewer = parts_on(pool, local_embedder, tmp_path), await an_operator(pool)
    (answer,) = await talking.say("o que é psoríase?")
    await parts.reviews.judge_reply(viewer, uuid.UUID(answer.id), Judgement.AGREE, [Label.GOOD], "")
    await labelled(pool, parts, viewer, BIA, "olá")
    await files.write(await parts.reviews.labelled(viewer), DAY, parts.reviews.kept)
    assert len(read(files)) == 2
    (question,) = await talking.say("/apagar")
    await talking.press_first(question)
    assert [item["question"] for item in read(files)] == ["olá"]
    assert await parts.records.reply(viewer, uuid.UUID(answer.id)) is None
    assert len(await parts.reviews.labelled(viewer)) == 1
    assert (await parts.audit.verify()).broken_at is None
