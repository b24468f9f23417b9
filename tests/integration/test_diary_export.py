"""/export of the diary alone, in its formats; and its end with /delete_me."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.messages import Reply
from rag.adapters.cache import CachingEmbedder
from rag.diary.types import NUTRIENTS, Meal
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.eating import eat, eater, last_evidence, own_food

EVENING = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)  # 23:30 of the 29th in São Paulo
CREAM: dict[str, str | None] = {"energy_kcal": "1234.5", "protein_g": "2.5", "calcium_mg": None}


@pytest.fixture
async def ana(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    async with eater(corpus_pool, local_embedder, tmp_path) as someone:
        yield someone


async def filled(someone: Conversation) -> None:
    cream = await own_food(someone, 'Creme; de "abacate"', CREAM, source="user")
    await eat(someone, cream, "150.5", EVENING, Meal.SUPPER, day=datetime(2026, 11, 29, tzinfo=UTC).date(),
              said="=HYPERLINK(1)")  # fmt: skip
    undone = await eat(someone, cream, "99", EVENING)
    assert undone.grams == 99
    await someone.say("/desfazer")
    await someone.say("/metas sábado kcal 2000 a 2500")


def content_of(reply: Reply) -> bytes:
    return Path(str(reply.media)).read_bytes()


def files_under(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def exported(someone: Conversation, label: str, language: Language = Language.PT) -> tuple[Reply, bytes]:
    (asked,) = await someone.say("/exportar", language=language)
    (reply,) = await someone.press_labelled(asked, label, language=language)
    assert reply.media is not None
    return reply, content_of(reply)


def rows(content: bytes, separator: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator))


async def test_the_formats_are_offered(ana: Conversation) -> None:
    (reply,) = await ana.say("/exportar")
    labels = [button.label for row in reply.button_rows for button in row]
    assert labels == ["Planilha (Excel em português)", "CSV simples", "JSON"]


async def test_the_spreadsheet_has_the_mark_semicolons_decimal_commas_and_the_persons_words(ana: Conversation) -> None:
    await filled(ana)
    reply, content = await exported(ana, "Planilha (Excel em português)")
    assert "1 anotação, 1 meta e 1 alimento seu" in reply.text
    assert content.startswith(b"\xef\xbb\xbfregistro;data;hora;")
    entry, low, high, food = rows(content, ";")
    assert (entry["registro"], entry["data"], entry["hora"]) == ("anotação", "2026-11-29", "23:30")
    assert (entry["refeição"], entry["gramas"]) == ("ceia", "150,5")
    assert (entry["energia (kcal)"], entry["cálcio (mg)"]) == (
        "1857,923",
        "",
    )
    assert (low["registro"], low["dia da semana"], low["energia (kcal)"]) == ("meta, mínimo", "6", "2000")
    assert (high["registro"], high["energia (kcal)"]) == ("meta, máximo", "2500")
    assert (food["registro"], food["alimento"]) == ("alimento seu, por 100 g", 'Creme; de "abacate"')


async def test_the_plain_file_has_commas_points_and_the_keys(ana: Conversation) -> None:
    await filled(ana)
    _, content = await exported(ana, "CSV simples")
    entry, *_ = rows(content, ",")
    assert list(entry)[-len(NUTRIENTS) :] == list(NUTRIENTS)
    assert (entry["record"], entry["meal"], entry["grams"]) == ("entry", "supper", "150.5")
    assert (entry["energy_kcal"], entry["calcium_mg"]) == ("1857.923", "")
    assert not content.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(("label", "separator", "name"), [
    ("Planilha (Excel em português)", ";", "como foi dito"), ("CSV simples", ",", "said"),
])  # fmt: skip
async def test_no_cell_is_run_by_a_spreadsheet(ana: Conversation, label: str, separator: str, name: str) -> None:
    await filled(ana)
    _, content = await exported(ana, label)
    assert rows(content, separator)[0][name] == "'=HYPERLINK(1)"


async def test_json_holds_entries_targets_and_own_foods(ana: Conversation) -> None:
    await filled(ana)
    reply, content = await exported(ana, "JSON")
    told: dict[str, Any] = json.loads(content)
    assert str(reply.media).endswith(".json")
    (entry,) = told["entries"]
    assert (entry["day"], entry["eaten_at"]) == ("2026-11-29", "2026-11-29T23:30:00-03:00")
    assert (entry["said"], entry["portion"]["how"]) == ("=HYPERLINK(1)", "weighed")
    assert (entry["nutrients"]["energy_kcal"], entry["nutrients"]["calcium_mg"]) == (1857.923, None)
    assert told["targets"] == [{"nutrient": "energy_kcal", "weekday": 6, "minimum": 2000.0, "maximum": 2500.0}]
    assert [food["name"] for food in told["own_foods"]] == ['Creme; de "abacate"']
    assert (told["time_zone"], told["day_start"]) == ("America/Sao_Paulo", "00:00")


async def test_a_format_that_is_named_is_made_at_once(ana: Conversation) -> None:
    await filled(ana)
    (reply,) = await ana.say("/export json", language=Language.EN)
    assert str(reply.media).endswith(".json")
    (evidence,) = await last_evidence(ana)
    assert evidence == {"kind": "diary", "export": "json", "entries": 1, "targets": 1, "foods": 1}


async def test_an_empty_diary_is_said_to_be_empty(ana: Conversation) -> None:
    (reply,) = await ana.say("/exportar json")
    assert "não há nada no seu diário" in reply.text
    assert reply.media is None


async def test_nothing_of_another_person_is_in_the_file(
    ana: Conversation, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    await filled(ana)
    async with eater(corpus_pool, local_embedder, tmp_path) as other:
        await other.say("/metas fibra min 25")
        (reply,) = await other.say("/exportar json")
        told = json.loads(content_of(reply))
    assert (told["entries"], told["own_foods"]) == ([], [])
    assert [target["nutrient"] for target in told["targets"]] == ["fiber_g"]


async def test_the_file_is_the_persons_alone_and_goes_with_them(ana: Conversation, tmp_path: Path) -> None:
    await filled(ana)
    await exported(ana, "JSON")
    assert {path.stat().st_mode & 0o777 for path in files_under(tmp_path)} == {0o600}
    await ana.say("/hoje")
    (asked,) = await ana.say("/apagar")
    await ana.press_labelled(asked, "Apagar tudo")
    assert files_under(tmp_path) == []
