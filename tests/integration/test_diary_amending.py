"""Changes by answer: another food in words, and replies to the message that shows a meal."""

from __future__ import annotations

import uuid
from decimal import Decimal

import pytest

from bot.bootstrap import Runtime
from bot.messages import Kind, Reply
from tests.integration.conversing import Conversation
from tests.integration.diarising import NOON, STALE, eaten, labels, placed, short


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    opened = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


async def changing_food(talking: Conversation, meal: str = "100 g de arroz") -> Reply:
    (stored,) = await talking.say(f"/registrar {meal}")
    (asked,) = await talking.press_labelled(stored, "Mudar alimento")
    return asked


# Another food, in words


async def test_a_food_that_may_be_several_is_asked_about_and_takes_the_entry_over(talking: Conversation) -> None:
    await changing_food(talking)
    (which,) = await talking.say("queijo")
    assert "qual destes" in which.text
    assert await eaten(talking) == [("Arroz branco cozido", 100)]
    (changed,) = await talking.press_first(which)
    assert [entry.grams for entry in changed.entries] == [Decimal("100.000")]
    assert len(await talking.diary()) == 1


@pytest.mark.parametrize("answer", ["e o feijão?", "minha mãe comeu banana", "não comi isso", "xyzzy blorp"])
async def test_what_names_no_known_food_leaves_the_entry_as_it_was(talking: Conversation, answer: str) -> None:
    await changing_food(talking)
    await talking.say(answer)
    assert await eaten(talking) == [("Arroz branco cozido", 100)]


async def test_a_food_with_another_amount_changes_both(talking: Conversation) -> None:
    await changing_food(talking)
    await talking.say("foram 50 g de arroz integral")
    assert await eaten(talking) == [("Arroz integral cozido", 50)]


async def test_a_measure_that_the_other_food_lacks_is_asked_for_before_anything_changes(talking: Conversation) -> None:
    await changing_food(talking, "2 ovos")
    (asked,) = await talking.say("azeite de oliva")
    assert "azeite" in asked.text.casefold()
    assert await eaten(talking) == [("Ovo de galinha cozido", 90)]
    await talking.say("10 g")
    (row,) = await talking.diary()
    assert row["grams"] == Decimal("10.000")


# Replies


async def test_an_amount_in_a_reply_is_of_the_food_that_stands(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos mexidos e 100 g de arroz")
    before = [row["name_pt"] for row in await talking.diary()]
    await talking.say("foram 3 ovos", reply_to=stored.id)
    rows = await talking.diary()
    assert sorted(row["name_pt"] for row in rows) == sorted(before)
    assert len(rows) == 2


async def test_a_weight_in_a_reply_replaces_the_one_that_was_told(talking: Conversation) -> None:
    (first, *_) = await talking.say("/registrar 200 g de frango grelhado e 100 g de arroz")
    (name, *_) = [short(row["name_pt"]) for row in await talking.diary()]
    await talking.say("eram 250 g de frango", reply_to=first.id)
    assert await eaten(talking) == sorted([("Arroz branco cozido", 100), (name, 250)])


async def test_a_reply_that_may_be_of_several_entries_asks_which(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos mexidos e 1 ovo cozido")
    before = await eaten(talking)
    (which,) = await talking.say("foram 3 ovos", reply_to=stored.id)
    assert len(labels(which)) == 3
    assert await eaten(talking) == before
    await talking.press_labelled(which, "Ovo de galinha cozido")
    (boiled,) = [row for row in await talking.diary() if row["name_pt"] == "Ovo de galinha cozido"]
    assert boiled["grams"] == Decimal("135.000")
    assert len(await talking.diary()) == 2


async def test_which_entry_is_answered_in_words_too(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos mexidos e 1 ovo cozido")
    await talking.say("foram 3 ovos", reply_to=stored.id)
    await talking.say("o cozido")
    assert ("Ovo de galinha cozido", 135) in await eaten(talking)
    assert len(await talking.diary()) == 2


async def test_what_a_reply_leaves_in_doubt_still_takes_its_entry_over(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de feijão e 100 g de arroz")
    (asked,) = await talking.say("foi um prato de feijão", reply_to=stored.id)
    assert "feijão" in asked.text.casefold()
    assert ("Feijão carioca cozido", 100) in await eaten(talking)
    await talking.say("180 g")
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Feijão carioca cozido", 180)]


async def test_one_more_of_a_food_that_stands_is_added_to_it(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 1 banana e 100 g de arroz")
    await talking.say("e mais 1 banana", reply_to=stored.id)
    assert [name for name, _ in await eaten(talking)] == ["Arroz branco cozido", "Banana", "Banana"]


async def test_a_food_that_stands_within_another_s_name_is_added(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 200 ml de café com leite")
    await talking.say("200 ml de leite integral", reply_to=stored.id)
    assert len(await talking.diary()) == 2


async def test_what_it_was_changes_the_food_of_the_only_entry(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.say("era arroz integral", reply_to=stored.id)
    assert await eaten(talking) == [("Arroz integral cozido", 100)]


async def test_own_foods_are_known_in_replies(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.say("/alimento Mistura e Manda: 100 kcal, 2 g proteína, 22 g carboidrato, 0 g gordura")
    await talking.say("mais 30 g de mistura e manda", reply_to=stored.id)
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Mistura e Manda", 30)]


# The day and meal of a reply


async def test_the_day_and_meal_said_in_a_reply_are_those_of_the_entry(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos e 100 g de arroz")
    await talking.say("foram 3 ovos, ontem no jantar", reply_to=stored.id)
    assert await placed(talking) == [
        ("Arroz branco cozido", "2026-11-30", "lunch"),
        ("Ovo de galinha cozido", "2026-11-29", "dinner"),
    ]


async def test_a_time_alone_moves_the_whole_meal_and_is_undone_as_one(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos e 100 g de arroz")
    (moved,) = await talking.say("foi no jantar de ontem", reply_to=stored.id)
    assert "jantar de ontem" in moved.text
    assert {where[1:] for where in await placed(talking)} == {("2026-11-29", "dinner")}
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Ovo de galinha cozido", 90)]
    await talking.say("/desfazer")
    assert {where[1:] for where in await placed(talking)} == {("2026-11-30", "lunch")}


async def test_a_day_alone_keeps_the_meals(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar no café 2 ovos; no almoço 100 g de arroz")
    await talking.say("foi ontem", reply_to=stored.id)
    assert [where[1:] for where in await placed(talking)] == [("2026-11-29", "lunch"), ("2026-11-29", "breakfast")]


@pytest.mark.parametrize(
    ("reply", "meal"), [("e 1 banana no café", "breakfast"), ("e 1 banana", "lunch"), ("1 banana no café", "breakfast")]
)
async def test_a_food_added_to_several_meals_goes_to_the_one_named_or_the_last(
    talking: Conversation, reply: str, meal: str
) -> None:
    (stored,) = await talking.say("/registrar no café 2 ovos; no almoço 100 g de arroz")
    await talking.say(reply, reply_to=stored.id)
    assert ("Banana", "2026-11-30", meal) in await placed(talking)


async def test_a_meal_that_is_yet_to_come_moves_nothing(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 2 ovos")
    (refused,) = await talking.say("foi amanhã no almoço", reply_to=stored.id)
    assert refused.entries == ()
    assert await placed(talking) == [("Ovo de galinha cozido", "2026-11-30", "lunch")]


# Which of them


async def test_entries_of_the_same_food_are_told_apart_by_grams_and_meal(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar no café 2 ovos; no almoço 1 ovo e 100 g de arroz")
    (which,) = await talking.press_labelled(stored, "Mudar quantidade")
    assert labels(which) == [
        "Ovo de galinha cozido (90 g, café da manhã)",
        "Ovo de galinha cozido (45 g, almoço)",
        "Arroz branco cozido",
    ]


async def test_an_edit_after_a_change_by_button_still_stands_for_the_whole_message(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz", message="m1")
    await talking.press_labelled(stored, "Mudar quantidade")
    await talking.say("150 g")
    await talking.say("/registrar 200 g de arroz", kind=Kind.EDIT, edits="m1", message="m1")
    assert await eaten(talking) == [("Arroz branco cozido", 200)]


async def test_a_question_about_an_entry_that_was_edited_meanwhile_adds_nothing(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz", message="m1")
    await talking.press_labelled(stored, "Mudar alimento")
    (which,) = await talking.say("queijo")
    await talking.say("/registrar 200 g de arroz", kind=Kind.EDIT, edits="m1", message="m1")
    (stale,) = await talking.press_first(which)
    assert stale.text == STALE
    assert await eaten(talking) == [("Arroz branco cozido", 200)]
