"""/export: everything that is a person's, whole and by kind, and nobody else's."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.commands.export import Export
from bot.diary.files import PersonFiles
from bot.messages import Reply
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.types import Language
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation, conversation
from tests.integration.eating import eat, eater, own_food

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        someone.at = NOON
        yield someone


async def filled(someone: Conversation) -> None:
    await someone.say("como tratar a coceira da pele?")
    await someone.say("lembre que moro na zona rural")
    await case_of(someone, "=SUM(1) tenho 47 anos")
    cream = await own_food(someone, "Creme de abacate", {"energy_kcal": "160"}, source="user")
    await eat(someone, cream, "150", NOON, said="creme")
    await someone.say("/metas kcal max 2000")


def unzipped(reply: Reply) -> dict[str, bytes]:
    with zipfile.ZipFile(str(reply.media)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def content_of(reply: Reply) -> bytes:
    return Path(str(reply.media)).read_bytes()


def whole(files: dict[str, bytes]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(files["fonte.json"])
    return told


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


async def test_one_file_holds_everything_whole_and_by_kind(ana: Conversation) -> None:
    await filled(ana)
    (reply,) = await ana.say("/exportar")
    files = unzipped(reply)
    assert set(files) == {
        "LEIA-ME.txt", "fonte.json", "settings.csv", "consents.csv", "messages.csv", "cases.csv", "case_facts.csv",
        "referrals.csv", "memory.csv", "targets.csv", "own_foods.csv", "diary.csv", "diary-spreadsheet.csv",
    }  # fmt: skip
    told = whole(files)
    assert [len(told[table]) for table in ("consents", "cases", "case_facts", "referrals", "memory")] == [1] * 5
    assert told["settings"][0]["external_id"] == ana.user
    assert "zona rural" in told["memory"][0]["text"]
    assert len(told["diary"]["entries"]) == len(told["diary"]["targets"]) == len(told["diary"]["own_foods"]) == 1
    assert rows(files["own_foods.csv"])[0]["energy_kcal"] == "160.0"
    assert [row["record"] for row in rows(files["diary.csv"])] == ["entry", "target_maximum", "own_food"]


async def test_messages_are_given_with_the_sources_that_they_rest_on(ana: Conversation) -> None:
    await filled(ana)
    (reply,) = await ana.say("/exportar")
    stored = (await ana.rows())[:-2]
    told = whole(unzipped(reply))["messages"]
    assert [message["text"] for message in told] == [row["text"] for row in stored]
    assert [message["fontes_rag"] for message in told] == [row["fontes_rag"] for row in stored]
    assert any(message["fontes_rag"] for message in told)
    assert {message["query_text"] for message in told} == {row["query_text"] for row in stored}


async def test_no_cell_is_run_by_a_spreadsheet(ana: Conversation) -> None:
    await filled(ana)
    (reply,) = await ana.say("/exportar")
    files = unzipped(reply)
    assert rows(files["case_facts.csv"])[0]["quote"] == "'=SUM(1) tenho 47 anos"
    cells = [cell for name, content in files.items() if name.endswith(".csv") and name != "diary-spreadsheet.csv"
             for row in rows(content) for cell in row.values()]  # fmt: skip
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []


async def test_what_is_in_it_is_said_and_the_diary_is_offered_alone(ana: Conversation) -> None:
    await filled(ana)
    (reply,) = await ana.say("/exportar")
    assert "6 mensagens, 1 consulta, 1 resumo para encaminhamento, 1 anotação, 1 meta, 1 alimento seu" in reply.text
    (diary,) = await ana.press_labelled(reply, "CSV simples")
    assert content_of(diary).startswith(b"record,date")
    assert (await ana.rows())[-3]["evidence"][0]["kind"] == "export"


async def test_it_is_given_without_consent_and_after_its_withdrawal(ana: Conversation) -> None:
    await filled(ana)
    (privacy,) = await ana.say("/privacidade")
    await ana.press_labelled(privacy, "Retirar consentimento")
    (reply,) = await ana.say("/exportar")
    told = whole(unzipped(reply))
    assert told["consents"][0]["withdrawn_at"] is not None
    assert len(told["cases"]) == 1


async def test_somebody_new_gets_what_little_there_is(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        (reply,) = await someone.say("/export", language=Language.EN)
        told = whole(unzipped(reply))
    assert told["messages"] == told["cases"] == told["diary"]["entries"] == []
    assert "your registration data" in reply.text


async def test_a_diary_that_is_off_is_given_all_the_same(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    await filled(ana)
    models, features = Models(local_embedder, None, None), "consultation,dermatologia,faq"
    async with conversation(corpus_pool, models, ana.user, fonte_home=tmp_path, fonte_features=features) as same:
        (reply,) = await same.say("/exportar")
        assert reply.button_rows == ()
        assert len(whole(unzipped(reply))["diary"]["entries"]) == 1


async def test_nothing_of_another_person_is_in_it(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    await filled(ana)
    async with eater(corpus_pool, local_embedder, tmp_path) as other:
        (reply,) = await other.say("/exportar")
        content = b"".join(unzipped(reply).values()).decode("utf-8", "replace")
    for words in ("zona rural", "47 anos", "abacate", ana.user, str(ana.person.id)):
        assert words not in content


async def test_no_connection_is_held_while_the_file_is_written(ana: Conversation) -> None:
    await filled(ana)
    busy: list[int] = []
    (command,) = [command for command in ana.runtime.menu if isinstance(command, Export)]

    class Watching(PersonFiles):
        async def write(self, person: Person, name: str, content: bytes) -> Path:
            busy.append(ana.pool.get_size() - ana.pool.get_idle_size())
            return await PersonFiles.write(self, person, name, content)

    command.files = Watching(command.files.folder, command.files.token, command.files.now)
    (reply,) = await ana.say("/exportar")
    assert reply.media is not None
    assert busy == [0]
