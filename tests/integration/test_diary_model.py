"""Meals that a model splits and names, in the whole application: what it may change, and what a lie changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from bot.messages import Kind
from rag.adapters.cache import CachingEmbedder
from tests.fakes.gemini_api import Fault, finished, hang, not_json, rate_limited, says, unavailable
from tests.integration.dictating import Dictated, dictated, split

LISTED = "/registrar arroz feijão bife"


@pytest.fixture
async def talking(corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder) -> AsyncIterator[Dictated]:
    async with dictated(corpus_pool, local_embedder) as opened:
        yield opened


async def test_a_list_without_commas_is_split_and_each_food_is_asked_about(talking: Dictated) -> None:
    talking.dictate(split(*[(name, name, None) for name in ("arroz", "feijão", "bife")]))
    (first,) = await talking.say(LISTED)
    assert "Quanto de" in first.text
    assert "Arroz" in first.text
    (stored, second) = await talking.say("100 g")
    assert [entry.grams for entry in stored.entries] == [100]
    assert "eijão" in second.text
    sent = next(row for row in reversed(await talking.someone.rows()) if row["chat_model"])
    assert sent["chat_model"] == "gemini-2.5-flash"
    assert sent["tokens_in"] > 0
    assert list(sent["degraded"]) == []
    assert sent["prompt_hash"] is not None


async def test_what_is_clear_is_stored_without_asking_a_model(talking: Dictated) -> None:
    (stored,) = await talking.say("/registrar 2 ovos e 100 g de arroz")
    assert len(stored.entries) == 2
    assert talking.asked == 0


@pytest.mark.parametrize(
    "lie",
    [
        split(("arroz", "arroz", "100 g"), ("feijão", "feijão", "80 g"), ("bife", "bife", "120 g")),
        split(("arroz feijão bife", "arroz", None)),
        split(("arroz", "arroz", None), ("picanha", "picanha", None)),
        split(("arroz feijão bife", "100 g de arroz", None)),
        {"items": [{"said": "arroz", "food": "arroz", "grams": 100, "energy_kcal": 128}]},
        split(),
    ],
    ids=["amounts", "left out", "invented", "grams in the name", "nutrients", "nothing"],
)
async def test_a_lying_model_changes_nothing(
    talking: Dictated, corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, lie: dict[str, Any]
) -> None:
    talking.dictate(lie)
    lied = await talking.say(LISTED)
    assert talking.asked == 1
    async with dictated(corpus_pool, local_embedder) as other:
        other.gemini.fail_next(unavailable, unavailable)
        plain = await other.say(LISTED)
    assert [reply.text for reply in lied] == [reply.text for reply in plain]
    assert await talking.someone.diary() == []


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (unavailable, "down"),
        (rate_limited(30), "quota"),
        (finished("SAFETY"), "blocked"),
        (not_json, "bad_output"),
        (says('{"items": "rice"}'), "bad_output"),
    ],
)
async def test_a_model_that_fails_leaves_the_grammar_s_question_and_the_reason_is_kept(
    talking: Dictated, fault: Fault, reason: str
) -> None:
    talking.gemini.fail_next(fault, fault)
    (question,) = await talking.say(LISTED)
    assert "arroz feijão bife" in question.text
    assert question.degraded == (f"split:{reason}",)
    assert list((await talking.someone.rows())[-1]["degraded"]) == [f"split:{reason}"]


async def test_a_spent_budget_leaves_the_grammar_and_calls_nobody(talking: Dictated) -> None:
    talking.budget.open = False
    (question,) = await talking.say(LISTED)
    assert question.degraded == ("split:quota",)
    assert talking.asked == 0


async def test_a_meal_told_in_passing_asks_no_model_before_the_yes(talking: Dictated) -> None:
    (offer,) = await talking.say("comi 2 ovos no café")
    await talking.say("", kind=Kind.BUTTON, data=offer.button_rows[0][1].data)
    assert talking.asked == 0
    assert await talking.someone.diary() == []


async def test_before_consent_no_model_reads_a_meal(corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder) -> None:
    async with dictated(corpus_pool, local_embedder, consented=False) as stranger:
        (terms,) = await stranger.say(LISTED)
        assert "Gemini" in terms.text
        assert "fotos" in terms.text
        assert stranger.asked == 0


async def test_an_edited_message_is_split_too_and_takes_the_place_of_what_it_told(talking: Dictated) -> None:
    await talking.say("/registrar 2 ovos", message="m1")
    talking.dictate(split(("150 g daquele arroz maravilhosão", "arroz", "150 g")))
    await talking.say("/registrar 150 g daquele arroz maravilhosão", kind=Kind.EDIT, edits="m1", message="m1")
    assert [(row["grams"], "rroz" in row["name_pt"]) for row in await talking.someone.diary()] == [(150, True)]


async def test_a_silent_model_costs_no_more_than_the_deadline(talking: Dictated) -> None:
    talking.gemini.fail_next(hang)
    (question,) = await talking.say(LISTED)
    assert question.degraded == ("split:slow",)
