"""Questions that wait, one behind the other; long messages; what is not known."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from bot.bootstrap import Runtime
from bot.markup import plain
from tests.integration.conversing import Conversation
from tests.integration.diarising import NOON, eaten, labels, short
from tests.integration.eating import eat, own_food


@pytest.fixture
async def talking(corpus_runtime: Runtime) -> Conversation:
    opened = Conversation(corpus_runtime, corpus_runtime.pool, uuid.uuid4().hex, at=NOON)
    await opened.consent()
    return opened


# Meals told in passing


async def test_several_meals_told_in_passing_are_offered_together(talking: Conversation) -> None:
    (offer,) = await talking.say("comi 2 ovos no café e no almoço comi 100 g de arroz")
    assert labels(offer) == ["Anotar", "Não anotar"]
    assert "2 ovos" in offer.text
    assert "arroz" in offer.text
    await talking.press_first(offer)
    assert sorted(row["meal"] for row in await talking.diary()) == ["breakfast", "lunch"]


async def test_a_compound_told_in_passing_is_one_food(talking: Conversation) -> None:
    (offer,) = await talking.say("tomei 200 ml de café com leite")
    (stored,) = await talking.press_first(offer)
    assert len(stored.entries) == 1


async def test_an_own_food_told_in_passing_is_one_food(talking: Conversation) -> None:
    await talking.say("/alimento Mistura e Manda: 100 kcal, 2 g proteína, 22 g carboidrato, 0 g gordura")
    (offer,) = await talking.say("comi 30 g de mistura e manda")
    (stored,) = await talking.press_first(offer)
    assert [entry.food for entry in stored.entries] == ["Mistura e Manda"]


# Questions behind questions


async def test_a_new_question_comes_before_the_one_that_waits_and_both_are_answered(talking: Conversation) -> None:
    await talking.say("/registrar feijão")
    (second,) = await talking.say("/registrar banana")
    assert "Banana" in second.text
    stored, first = await talking.say("90 g")
    assert [short(entry.food) for entry in stored.entries] == ["Banana"]
    assert "Feijão" in first.text
    await talking.say("80 g")
    assert await eaten(talking) == [("Banana", 90), ("Feijão carioca cozido", 80)]


async def test_all_items_of_a_question_that_was_interrupted_are_asked_about(talking: Conversation) -> None:
    await talking.say("/registrar arroz e feijão")
    await talking.say("/registrar banana")
    for answer in ("90 g", "100 g", "80 g"):
        await talking.say(answer)
    assert await eaten(talking) == [("Arroz branco cozido", 100), ("Banana", 90), ("Feijão carioca cozido", 80)]


async def test_a_change_of_an_entry_comes_back_to_what_waits(talking: Conversation) -> None:
    stored, _ = await talking.say("/registrar 100 g de arroz e feijão")
    await talking.press_labelled(stored, "Mudar quantidade")
    changed, asked = await talking.say("150 g")
    assert len(changed.entries) == 1
    assert "Feijão" in asked.text
    await talking.press_first(asked)
    assert [name for name, _ in await eaten(talking)] == ["Arroz branco cozido", "Feijão carioca cozido"]


async def test_skipping_goes_on_with_what_waits(talking: Conversation) -> None:
    await talking.say("/registrar feijão")
    (second,) = await talking.say("/registrar banana")
    skipped, first = await talking.press_labelled(second, "Deixar de fora")
    assert "deixei de fora" in skipped.text
    assert "Feijão" in first.text


@pytest.mark.parametrize(("answer", "foods"), [("sim", 2), ("não", 1)])
async def test_an_offer_carries_what_waits_along(talking: Conversation, answer: str, foods: int) -> None:
    await talking.say("/registrar feijão")
    await talking.say("comi 2 ovos no café")
    *_, asked = await talking.say(answer)
    assert "Feijão" in asked.text
    await talking.say("80 g")
    assert len(await talking.diary()) == foods


async def test_an_offer_that_was_interrupted_is_made_again(talking: Conversation) -> None:
    await talking.say("comi 2 ovos no café")
    await talking.say("/registrar feijão")
    _, offer = await talking.say("80 g")
    assert "2 ovos" in offer.text
    await talking.press_first(offer)
    assert await eaten(talking) == [("Feijão carioca cozido", 80), ("Ovo de galinha cozido", 90)]


async def test_of_more_questions_than_are_kept_the_oldest_is_let_go_with_a_word(talking: Conversation) -> None:
    replies = [(await talking.say("/registrar feijão"))[0] for _ in range(22)]
    assert "ficou para trás" in replies[-1].text
    assert all("ficou para trás" not in reply.text for reply in replies[:-1])


async def test_an_answer_that_is_refused_leaves_the_question_open(talking: Conversation) -> None:
    await talking.say("/registrar feijão")
    (refused,) = await talking.say("9999 kg")
    assert "grande demais" in refused.text
    await talking.say("80 g")
    assert await eaten(talking) == [("Feijão carioca cozido", 80)]


# Long messages


async def test_many_refused_amounts_make_one_reply(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar " + ", ".join(["0 g de arroz"] * 30))
    assert reply.text.count("é zero") == 10
    assert reply.text.endswith("E mais 20 sem quantidade que eu possa anotar.")


async def test_more_foods_than_are_read_are_not_logged_and_it_is_said(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar " + ", ".join(["2 ovos"] * 41))
    assert "41 alimentos" in reply.text
    assert await talking.diary() == []


async def test_as_many_foods_as_are_read_are_logged_the_total_first(talking: Conversation) -> None:
    (reply,) = await talking.say("/registrar " + ", ".join(["2 ovos"] * 40))
    assert len(await talking.diary()) == 40
    assert plain(reply.text).startswith("Total:")


async def test_more_foods_than_are_read_are_not_offered(talking: Conversation) -> None:
    (reply,) = await talking.say("comi " + ", ".join(["2 ovos"] * 41))
    assert reply.button_rows == ()
    assert "41 alimentos" in reply.text


# What is not known


async def test_a_total_of_which_nothing_is_known_is_not_zero(talking: Conversation) -> None:
    paste = await own_food(talking, "Pasta Muda", {"energy_kcal": None, "protein_g": "10"})
    for grams in ("10", "20"):
        await eat(talking, paste, grams, NOON - timedelta(days=1))
    (reply,) = await talking.say("/registrar o mesmo de ontem no almoço")
    assert plain(reply.text).splitlines()[-1].startswith("Total: não sei · proteína 3 g")
    assert "soma só o que é conhecido" not in reply.text


async def test_a_total_that_is_known_in_part_says_so(talking: Conversation) -> None:
    for name, energy in (("Pasta Muda", None), ("Pasta Clara", "200")):
        paste = await own_food(talking, name, {"energy_kcal": energy})
        await eat(talking, paste, "100", NOON - timedelta(days=1))
    (reply,) = await talking.say("/registrar o mesmo de ontem no almoço")
    total, said = plain(reply.text).splitlines()[-2:]
    assert total.startswith("Total: 200 kcal")
    assert "soma só o que é conhecido" in said


# Redo


async def test_the_redo_button_does_its_own_act_again(talking: Conversation) -> None:
    await talking.say("/registrar 1 banana")
    await talking.say("/registrar 2 ovos")
    (eggs,) = await talking.say("/desfazer")
    await talking.say("/desfazer")
    (redone,) = await talking.press_labelled(eggs, "Refazer")
    assert [entry.food for entry in redone.entries] == ["Ovo de galinha cozido"]
    assert await eaten(talking) == [("Ovo de galinha cozido", 90)]


async def test_a_redo_button_says_when_something_was_done_since(talking: Conversation) -> None:
    await talking.say("/registrar 1 banana")
    (undone,) = await talking.say("/desfazer")
    await talking.say("/registrar 2 ovos")
    (reply,) = await talking.press_labelled(undone, "Refazer")
    assert "já mudou depois" in reply.text
    assert await eaten(talking) == [("Ovo de galinha cozido", 90)]


async def test_a_change_is_not_done_again_before_the_meal_that_it_changed(talking: Conversation) -> None:
    (stored,) = await talking.say("/registrar 100 g de arroz")
    await talking.say("150 g", reply_to=stored.id)
    (change,) = await talking.say("/desfazer")
    await talking.say("/desfazer")
    (reply,) = await talking.press_labelled(change, "Refazer")
    assert "já mudou depois" in reply.text
    assert await talking.diary() == []


# Meals told while a question waits


@pytest.mark.parametrize("told", ["comi 1 maçã ontem no almoço", "1 maçã ontem no almoço"])
async def test_a_meal_of_its_own_is_offered_while_a_question_waits(talking: Conversation, told: str) -> None:
    await talking.say("/registrar 1 pedaço de pizza")
    (offer,) = await talking.say(told)
    assert labels(offer) == ["Anotar", "Não anotar"]
    assert "almoço de ontem: 1 maçã" in offer.text
    stored, asked = await talking.say("sim")
    assert [entry.meal for entry in stored.entries] == ["lunch"]
    assert "pizza" in asked.text.casefold()


@pytest.mark.parametrize("answer", ["comi 90 g", "comi 1 banana", "90 g"])
async def test_the_amount_of_the_food_asked_about_is_an_answer_with_a_verb_too(
    talking: Conversation, answer: str
) -> None:
    await talking.say("/registrar banana")
    (stored,) = await talking.say(answer)
    assert [short(entry.food) for entry in stored.entries] == ["Banana"]


@pytest.mark.parametrize("command", ["/cancelar", "/nova"])
@pytest.mark.parametrize("opened", ["/registrar banana", "comi 2 ovos no café"])
async def test_a_cancelled_question_takes_no_answer(talking: Conversation, command: str, opened: str) -> None:
    await talking.say("/registrar feijão")
    await talking.say(opened)
    await talking.say(command)
    await talking.say("90 g")
    await talking.say("sim")
    assert await talking.diary() == []


# Answers in words


@pytest.mark.parametrize("yes", ["anota aí", "dale", "vale", "Anotar", "sim, pode"])
async def test_an_offer_is_taken_in_everyday_words(talking: Conversation, yes: str) -> None:
    await talking.say("comi 2 ovos no café")
    await talking.say(yes)
    assert await eaten(talking) == [("Ovo de galinha cozido", 90)]


async def test_an_offer_in_english_is_taken_in_everyday_words(talking: Conversation) -> None:
    (offer,) = await talking.say("I had 2 eggs for breakfast")
    assert "breakfast: 2 eggs" in offer.text
    await talking.say("go ahead")
    assert await eaten(talking) == [("Ovo de galinha cozido", 90)]


@pytest.mark.parametrize("no", ["não anota", "Não anotar"])
async def test_an_offer_is_refused_in_the_words_of_its_button(talking: Conversation, no: str) -> None:
    await talking.say("comi 2 ovos no café")
    (reply,) = await talking.say(no)
    assert reply.text == "Certo, não anotei."


async def test_a_word_picks_the_choice_whose_name_holds_it(talking: Conversation) -> None:
    await talking.say("/registrar um copo de suco")
    await talking.say("laranja")
    (stored,) = await talking.say("200 ml")
    assert "suco" in stored.entries[0].food.casefold()
    assert "laranja" in stored.entries[0].food.casefold()


async def test_a_number_picks_the_choice_at_that_place(talking: Conversation) -> None:
    (which,) = await talking.say("/registrar um copo de suco")
    (amount,) = await talking.say("2")
    (stored,) = await talking.press_first(amount)
    assert short(stored.entries[0].food) == short(labels(which)[1])


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("deixar de fora", "Certo, deixei de fora."),
        ("dejar fuera", "De acuerdo, lo dejé fuera."),
        ("leave it out", "All right, I left it out."),
    ],
)
async def test_the_words_of_the_button_that_leaves_out_leave_out(talking: Conversation, label: str, said: str) -> None:
    await talking.say("/registrar um copo de suco")
    (left,) = await talking.say(label)
    assert left.text == said


async def test_an_amount_that_the_food_cannot_take_is_asked_again_with_the_reason(talking: Conversation) -> None:
    await talking.say("/registrar banana")
    (asked,) = await talking.say("2 conchas")
    assert "Não sei quanto pesa <b>2 conchas</b> de <b>Banana" in asked.text


# Totals


@pytest.mark.parametrize(("energy", "is_said"), [(101, True), (102, False)])
async def test_a_total_that_its_rounded_lines_do_not_add_up_to_says_so(
    talking: Conversation, energy: int, is_said: bool
) -> None:
    for name in ("Cremosinho", "Durinho"):
        await talking.say(f"/alimento {name}: {energy} kcal, 2 g proteína, 22 g carboidrato, 0 g gordura")
    (shown,) = await talking.say("/registrar 50 g de cremosinho e 50 g de durinho")
    total = next(line for line in plain(shown.text).splitlines() if line.startswith("Total"))
    assert f"Total: {energy} kcal" in total
    assert ("(valores arredondados)" in total) is is_said


# Questions to the diary without its command


@pytest.mark.parametrize(
    ("question", "said"),
    [("o que eu comi hoje?", "Arroz"), ("quantas calorias comi hoje?", "kcal")],
)
async def test_a_plain_question_about_what_was_eaten_is_answered_as_the_command_does(
    talking: Conversation, question: str, said: str
) -> None:
    await talking.say("/registrar 100 g de arroz")
    (asked,) = await talking.say(question)
    (commanded,) = await talking.say(f"/perguntar {question}")
    assert asked.text.splitlines()[1:] == commanded.text.splitlines()[1:]
    assert said in asked.text


async def test_a_plain_question_after_an_emergency_is_answered_from_the_diary(talking: Conversation) -> None:
    await talking.say("/registrar 100 g de arroz")
    (alarm,) = await talking.say("dor no peito forte que vai pro braço e suando frio")
    assert "192" in alarm.text
    (answer,) = await talking.say("quantas calorias comi hoje?")
    assert "kcal" in answer.text
    assert "192" not in answer.text
