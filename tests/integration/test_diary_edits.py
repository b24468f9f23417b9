"""Messages that their writer edits: what was told, what was asked, what was offered."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from bot.bootstrap import Runtime
from bot.messages import Kind, Reply
from tests.integration.conversing import Conversation
from tests.integration.diarising import NOON, STALE, eaten, labels


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    opened = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


async def edit(talking: Conversation, text: str) -> list[Reply]:
    return await talking.say(text, kind=Kind.EDIT, edits="m1", message="m1")


async def days(talking: Conversation) -> set[tuple[str, str]]:
    return {(str(row["day"]), row["meal"]) for row in await talking.diary()}


async def test_an_edit_ends_the_question_about_the_message(talking: Conversation) -> None:
    _, question = await talking.say("/registrar 100 g de arroz e feijão", message="m1")
    await edit(talking, "/registrar 100 g de arroz e 80 g de feijão")
    (stale,) = await talking.press_first(question)
    assert stale.text == STALE
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Feijão carioca cozido", 80)]


async def test_an_edit_leaves_the_question_about_another_message(talking: Conversation) -> None:
    await talking.say("/registrar 100 g de arroz", message="m1")
    await talking.say("/registrar feijão", message="m2")
    await edit(talking, "/registrar 120 g de arroz")
    await talking.say("80 g")
    assert await eaten(talking) == [("Arroz branco cozido", 120), ("Feijão carioca cozido", 80)]


async def test_an_edit_ends_a_question_that_waits_behind_another(talking: Conversation) -> None:
    await talking.say("/registrar 100 g de arroz e feijão", message="m1")
    await talking.say("/registrar banana", message="m2")
    await edit(talking, "/registrar 100 g de arroz e 80 g de feijão")
    replies = await talking.say("100 g")
    assert len(replies) == 1
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Banana", 100), ("Feijão carioca cozido", 80)]


async def test_yesterday_in_an_edit_is_the_day_before_the_message(talking: Conversation) -> None:
    await talking.say("/registrar ontem no jantar 2 ovos", message="m1")
    await edit(talking, "/registrar ontem no jantar 3 ovos")
    assert await eaten(talking) == [("Ovo de galinha cozido", 135)]
    assert await days(talking) == {("2026-11-29", "dinner")}


async def test_yesterday_in_an_edit_on_the_next_day_is_still_that_day(talking: Conversation) -> None:
    await talking.say("/registrar ontem no jantar 2 ovos", message="m1")
    talking.at += timedelta(days=1)
    await edit(talking, "/registrar ontem no jantar 3 ovos")
    await edit(talking, "/registrar ontem no jantar 1 ovo")
    assert await days(talking) == {("2026-11-29", "dinner")}


async def test_an_edit_of_a_message_that_is_being_asked_about_is_read_anew(talking: Conversation) -> None:
    (question,) = await talking.say("/registrar arroz", message="m1")
    (stored,) = await edit(talking, "/registrar 100 g de arroz")
    assert len(stored.entries) == 1
    (stale,) = await talking.press_first(question)
    assert stale.text == STALE
    assert await eaten(talking) == [("Arroz branco cozido", 100)]


async def test_an_edit_of_an_offer_is_offered_with_its_new_text(talking: Conversation) -> None:
    (old,) = await talking.say("comi 2 ovos no café", message="m1")
    (new,) = await edit(talking, "comi 3 ovos no café")
    assert "3 ovos" in new.text
    assert labels(new) == ["Anotar", "Não anotar"]
    (stale,) = await talking.press_first(old)
    assert stale.text == STALE
    await talking.press_first(new)
    assert await eaten(talking) == [("Ovo de galinha cozido", 135)]


async def test_an_edit_after_an_offer_that_tells_of_nothing_ends_it(talking: Conversation) -> None:
    await talking.say("comi 2 ovos no café", message="m1")
    (reply,) = await edit(talking, "não comi nada no café")
    assert reply.text == "Certo, não anotei."
    await talking.say("sim")
    assert await eaten(talking) == []


async def test_an_edited_repeat_repeats_the_other_meal(talking: Conversation) -> None:
    await talking.say("/registrar ontem no almoço 100 g de arroz")
    await talking.say("/registrar anteontem no almoço 2 ovos")
    await talking.say("/registrar o mesmo de ontem no almoço", message="m1")
    await edit(talking, "/registrar o mesmo de anteontem no almoço")
    today = [row["name_pt"] for row in await talking.diary() if str(row["day"]) == "2026-11-30"]
    assert today == ["Ovo de galinha cozido"]


async def test_an_edited_repeat_of_nothing_keeps_the_meal(talking: Conversation) -> None:
    await talking.say("/registrar 100 g de arroz", message="m1")
    (reply,) = await edit(talking, "/registrar o mesmo de anteontem no almoço")
    assert "Não achei nada anotado nesse dia" in reply.text
    assert await eaten(talking) == [("Arroz branco cozido", 100)]


async def test_an_edit_in_which_no_food_is_found_keeps_the_meal_and_says_so(talking: Conversation) -> None:
    await talking.say("/registrar 100 g de arroz", message="m1")
    (reply,) = await edit(talking, "/registrar será que posso comer isso?")
    assert "Deixei o que já estava anotado" in reply.text
    assert await eaten(talking) == [("Arroz branco cozido", 100)]


@pytest.mark.parametrize("text", ["não comi nada", "Não comi.", "no comí nada", "I didn't eat anything", "nada"])
async def test_an_edit_that_denies_the_meal_takes_it_away(talking: Conversation, text: str) -> None:
    await talking.say("/registrar 100 g de arroz", message="m1")
    await edit(talking, f"/registrar {text}")
    assert await eaten(talking) == []
