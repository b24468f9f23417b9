"""Meals told by chat: what is stored at once, what is asked first, and what no message may store."""

from __future__ import annotations

import uuid
from decimal import Decimal

import pytest

from bot.bootstrap import Runtime
from bot.messages import Kind
from rag.types import Language
from tests.integration.conversing import Conversation
from tests.integration.diarising import NOON, labels, short


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    opened = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


async def test_what_is_clear_is_stored_at_once_and_shown_from_the_rows(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar 2 pães franceses, 100 g de arroz e meia concha de feijão")
    assert [(short(entry.food), entry.grams) for entry in reply.entries] == [
        ("Pão francês", Decimal("100.000")),
        ("Arroz branco cozido", Decimal("100.000")),
        ("Feijão carioca cozido", Decimal("70.000")),
    ]
    assert labels(reply) == ["Desfazer", "Mudar quantidade", "Mudar alimento"]
    assert [row["meal"] for row in await talking.diary()] == ["lunch"] * 3
    (_, sent) = (await talking.rows())[-2:]
    assert [kept["kind"] for kept in sent["evidence"]] == ["diary"]
    assert len(sent["evidence"][0]["entries"]) == 3


async def test_before_consent_the_terms_are_asked_and_nothing_of_the_meal_is_kept(talking: Conversation) -> None:
    stranger = Conversation(talking.runtime, talking.pool, uuid.uuid4().hex)
    (reply,) = await stranger.say("/registrar 2 ovos")
    assert labels(reply) == ["Aceito", "Não aceito"]
    assert await stranger.diary() == []
    assert all(row["text"] is None for row in await stranger.rows())


async def test_consent_pressed_under_a_quoted_meal_logs_it(talking: Conversation) -> None:
    newcomer = Conversation(talking.runtime, talking.pool, uuid.uuid4().hex)
    (terms,) = await newcomer.say("/registrar 2 ovos")
    _, logged = await newcomer.press_labelled(terms, "Aceito", quoted="/registrar 2 ovos")
    assert [entry.food for entry in logged.entries] == ["Ovo de galinha cozido"]


async def test_an_amount_that_was_not_said_is_asked_and_never_guessed(talking: Conversation) -> None:
    stored, question = await talking.say("/registrar 100 g de arroz e feijão")
    assert [entry.food for entry in stored.entries] == ["Arroz branco cozido"]
    assert "Quanto de" in question.text
    (answered,) = await talking.say("80 g")
    assert [(short(entry.food), entry.grams) for entry in answered.entries] == [
        ("Feijão carioca cozido", Decimal("80.000"))
    ]
    assert len(await talking.diary()) == 2


async def test_a_word_that_means_many_foods_is_asked_about_and_then_its_amount(talking: Conversation) -> None:
    (which,) = await talking.say("/registrar um copo de suco")
    assert "qual destes" in which.text
    (amount,) = await talking.press_first(which)
    assert "tamanho" in amount.text
    (stored,) = await talking.press_first(amount)
    assert len(stored.entries) == 1
    assert "suco" in stored.entries[0].food.casefold()


async def test_an_item_in_doubt_can_be_left_out_and_the_next_is_asked(talking: Conversation) -> None:
    (first,) = await talking.say("/registrar arroz e feijão")
    (second,) = await talking.press_labelled(first, "Deixar de fora")
    assert "Feijão" in second.text
    (left,) = await talking.press_labelled(second, "Deixar de fora")
    assert "deixei de fora" in left.text
    assert await talking.diary() == []


async def test_a_button_of_an_earlier_question_is_stale(talking: Conversation) -> None:
    (first,) = await talking.say("/registrar arroz")
    await talking.say("/registrar feijão")
    (reply,) = await talking.press_first(first)
    assert reply.text == "Esse botão já não vale mais."
    assert await talking.diary() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("-2 ovos", "negativa"),
        ("0 g de arroz", "zero"),
        ("nan g de arroz", "Não entendi a quantidade"),
        ("9999 kg de feijão", "grande demais"),
    ],
)
async def test_an_amount_that_is_none_is_refused_with_the_reason(talking: Conversation, text: str, said: str) -> None:
    (reply,) = await talking.say(f"/registrar {text}")
    assert said in reply.text
    assert await talking.diary() == []


@pytest.mark.parametrize(
    "text",
    ["posso comer 2 ovos por dia?", "não comi nada hoje", "amanhã vou comer 2 ovos", "comi 2 camarões e passei mal"],
)
async def test_questions_denials_plans_and_complaints_are_never_offered(talking: Conversation, text: str) -> None:
    replies = await talking.say(text)
    assert all("Anotar" not in labels(reply) for reply in replies)
    assert await talking.diary() == []


async def test_a_meal_told_in_passing_is_offered_and_stored_only_after_a_yes(talking: Conversation) -> None:
    (offer,) = await talking.say("comi 2 ovos no café")
    assert labels(offer) == ["Anotar", "Não anotar"]
    assert await talking.diary() == []
    (stored,) = await talking.press_first(offer)
    assert [entry.meal for entry in stored.entries] == ["breakfast"]
    (again,) = await talking.press_first(offer)
    assert again.text == "Esse botão já não vale mais."
    assert len(await talking.diary()) == 1


@pytest.mark.parametrize(("answer", "count"), [("sim", 1), ("não", 0)])
async def test_an_offer_is_answered_in_words_too(talking: Conversation, answer: str, count: int) -> None:
    await talking.say("comi 2 ovos no café")
    await talking.say(answer)
    assert len(await talking.diary()) == count


async def test_undo_is_a_stack_and_redo_goes_back_up(talking: Conversation) -> None:
    await talking.say("/registrar 1 banana")
    await talking.say("/registrar 2 ovos")
    await talking.say("/desfazer")
    assert [short(row["name_pt"]) for row in await talking.diary()] == ["Banana"]
    await talking.say("/desfazer")
    assert await talking.diary() == []
    (nothing,) = await talking.say("/desfazer")
    assert nothing.text == "Não há nada para desfazer."
    await talking.say("/redo")
    assert [short(row["name_pt"]) for row in await talking.diary()] == ["Banana"]
    await talking.say("/redo")
    assert len(await talking.diary()) == 2
    (nothing,) = await talking.say("/redo")
    assert nothing.text == "Não há nada para refazer."


async def test_what_was_undone_cannot_be_redone_after_something_new(talking: Conversation) -> None:
    await talking.say("/registrar 1 banana")
    await talking.say("/desfazer")
    await talking.say("/registrar 2 ovos")
    (nothing,) = await talking.say("/redo")
    assert nothing.text == "Não há nada para refazer."
    assert [row["name_pt"] for row in await talking.diary()] == ["Ovo de galinha cozido"]


async def test_the_undo_button_takes_back_its_own_meal_once(talking: Conversation) -> None:
    (first,) = await talking.say("/registrar 1 banana")
    await talking.say("/registrar 2 ovos")
    await talking.press_labelled(first, "Desfazer")
    assert [row["name_pt"] for row in await talking.diary()] == ["Ovo de galinha cozido"]
    (again,) = await talking.press_labelled(first, "Desfazer")
    assert again.text == "Esse botão já não vale mais."


async def test_an_amount_is_changed_by_a_button_and_undone_to_what_it_was(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.press_labelled(stored, "Mudar quantidade")
    (changed,) = await talking.say("150 g")
    assert [entry.grams for entry in changed.entries] == [Decimal("150.000")]
    assert [row["grams"] for row in await talking.diary()] == [Decimal("150.000")]
    (refused,) = await talking.press_labelled(stored, "Desfazer")
    assert "já mudou depois" in refused.text
    await talking.say("/desfazer")
    assert [row["grams"] for row in await talking.diary()] == [Decimal("100.000")]


async def test_a_food_is_changed_and_keeps_its_amount(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.press_labelled(stored, "Mudar alimento")
    (changed,) = await talking.say("arroz integral")
    assert [(entry.food, entry.grams) for entry in changed.entries] == [("Arroz integral cozido", Decimal("100.000"))]
    assert len(await talking.diary()) == 1


async def test_of_several_entries_the_one_to_change_is_asked_for(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz e 2 ovos")
    (which,) = await talking.press_labelled(stored, "Mudar quantidade")
    assert labels(which) == ["Arroz branco cozido", "Ovo de galinha cozido"]
    await talking.press_labelled(which, "Ovo de galinha cozido")
    await talking.say("3 unidades")
    assert [row["grams"] for row in await talking.diary()] == [Decimal("100.000"), Decimal("135.000")]


async def test_editing_one_s_own_message_changes_its_meal_and_adds_none(talking: Conversation) -> None:
    await talking.say("/registrar 2 ovos", message="m1")
    await talking.say("/registrar 3 ovos e 1 banana", kind=Kind.EDIT, edits="m1", message="m1")
    assert sorted(short(row["name_pt"]) for row in await talking.diary()) == ["Banana", "Ovo de galinha cozido"]
    await talking.say("/registrar 1 ovo", kind=Kind.EDIT, edits="m1", message="m1")
    assert [row["grams"] for row in await talking.diary()] == [Decimal("45.000")]


async def test_an_edit_that_tells_of_no_food_takes_the_meal_away(talking: Conversation) -> None:
    await talking.say("/registrar 2 ovos", message="m1")
    await talking.say("/registrar não comi nada", kind=Kind.EDIT, edits="m1", message="m1")
    assert await talking.diary() == []


async def test_an_edit_of_a_message_that_told_nothing_gets_the_fixed_answer(talking: Conversation) -> None:
    (reply,) = await talking.say("olá!", kind=Kind.EDIT, edits="m0", message="m0")
    assert reply.text.startswith("Vi que você mudou a mensagem")


@pytest.mark.parametrize(
    ("answer", "grams"),
    [
        ("foram 3 ovos", {"Ovo de galinha cozido": 135, "Arroz branco cozido": 100}),
        ("e mais 1 banana", {"Ovo de galinha cozido": 90, "Arroz branco cozido": 100, "Banana": None}),
        ("sem o arroz", {"Ovo de galinha cozido": 90}),
    ],
)
async def test_a_reply_to_the_bot_s_message_amends_that_meal(
    talking: Conversation, answer: str, grams: dict[str, int | None]
) -> None:
    (stored,) = await talking.say("/registrar 2 ovos e 100 g de arroz")
    await talking.say("/registrar 1 laranja")
    await talking.say(answer, reply_to=stored.id)
    rows = {short(row["name_pt"]): row["grams"] for row in await talking.diary()}
    del rows["Laranja"]
    assert set(rows) == set(grams)
    assert all(grams[name] in (None, weight) for name, weight in rows.items())


async def test_a_reply_with_an_amount_changes_the_only_entry(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.say("120 g", reply_to=stored.id)
    assert [row["grams"] for row in await talking.diary()] == [Decimal("120.000")]


async def test_a_meal_of_another_day_is_repeated(talking: Conversation) -> None:
    await talking.say("/registrar ontem no almoço 100 g de arroz e 2 ovos")
    (again,) = await talking.say("/registrar o mesmo de ontem no almoço")
    assert [entry.grams for entry in again.entries] == [Decimal("100.000"), Decimal("90.000")]
    assert sorted(str(row["day"]) for row in await talking.diary()) == [*["2026-11-29"] * 2, *["2026-11-30"] * 2]


async def test_two_real_meals_count_twice(talking: Conversation) -> None:
    await talking.say("/registrar 2 ovos")
    await talking.say("/registrar 2 ovos")
    assert len(await talking.diary()) == 2


async def test_several_meals_of_one_message_stand_each_in_its_own(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar no café 2 ovos; no almoço 100 g de arroz")
    assert [entry.meal for entry in reply.entries] == ["breakfast", "lunch"]
    assert "café da manhã de hoje" in reply.text
    assert "almoço de hoje" in reply.text


@pytest.mark.parametrize(
    ("language", "text", "food"),
    [
        (Language.ES, "/registrar 2 huevos", "Huevo duro (hervido)"),
        (Language.EN, "/log_food 2 boiled eggs", "Egg, boiled"),
    ],
)
async def test_meals_are_told_in_every_language(
    talking: Conversation, language: Language, text: str, food: str
) -> None:
    talking.language = language
    (reply,) = await talking.say(text)
    assert [entry.food for entry in reply.entries] == [food]


async def test_a_range_is_stored_at_its_midpoint_and_said_so(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar 100 a 150 g de arroz")
    assert [entry.grams for entry in reply.entries] == [Decimal("125.000")]
    assert "125 (meio entre 100 e 150)" in reply.text


async def test_withdrawn_consent_stores_nothing_even_if_it_was_thought_about(talking: Conversation) -> None:
    handled = await talking.think("/registrar 2 ovos")
    async with talking.runtime.conversations.transaction(talking.person) as transaction:
        await transaction.set_consent(talking.runtime.app.terms, talking.at, granted=False)
    async with talking.runtime.conversations.transaction(talking.person) as transaction:
        (reply,) = await handled.write(transaction)
    assert reply.entries == ()
    assert await talking.diary() == []


async def test_erasing_a_person_takes_their_diary_along(talking: Conversation) -> None:
    await talking.say("/registrar 2 ovos")
    async with talking.runtime.conversations.transaction(talking.person) as transaction:
        await transaction.keep_person(None)
        await transaction.erase()
    assert await talking.diary() == []
