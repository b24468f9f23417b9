"""`python -m bot telegram` as people meet it: a whole process, a fake Bot API, a real PostgreSQL."""

from __future__ import annotations

from tests.acceptance.telegram_bot import ITCH, LEGS, Bot, buttons, texts


async def test_the_menu_is_set_in_three_languages_and_for_everybody_else(bot: Bot) -> None:
    menus = {code: [command["command"] for command in menu] for code, menu in bot.fake.state.commands.items()}
    assert set(menus) == {"", "pt", "es", "en"}
    assert menus[""] == menus["pt"]
    assert [menus[code][2] for code in ("pt", "es", "en")] == ["fontes", "fuentes", "sources"]
    assert "apagar" in menus["pt"]


async def test_a_question_waits_for_consent_and_is_then_answered(bot: Bot) -> None:
    user = bot.somebody()
    question = bot.fake.say(user, ITCH)
    (terms,) = await bot.replies(user, 1)
    assert len(buttons(terms)) == 2
    assert terms.params["reply_parameters"]["message_id"] == question["message"]["message_id"]
    assert [row["text"] for row in await bot.rows(user)] == [None, None]
    bot.fake.press(user, buttons(terms)[0], terms)
    _, thanks, answer = await bot.replies(user, 3)
    assert "Consentimento registrado" in thanks.text
    assert "[1]" in answer.text
    (row,) = [row for row in await bot.rows(user) if row["especialidade"] == "dermatologia"]
    assert len(buttons(answer)) == 1
    assert row["text"] == answer.text
    assert row["fontes_rag"] != "[]"


async def test_the_button_under_an_answer_shows_the_sources_of_that_answer(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.say(user, ITCH)
    bot.fake.say(user, LEGS)
    *_, itch, _legs = await bot.replies(user, 4)
    bot.fake.press(user, buttons(itch)[0], itch)
    sources = (await bot.replies(user, 5))[-1]
    assert sources.text.startswith("Fontes da resposta\n\n[1] Prurido")
    assert sources.text.count("semelhança") == 4
    assert bot.fake.calls("answerCallbackQuery")[-1].status == 200


async def test_it_types_while_it_thinks(bot: Bot) -> None:
    user = await bot.consented()
    before = len(bot.fake.state.calls)
    bot.fake.say(user, ITCH)
    await bot.replies(user, 3)
    methods = [c.method for c in bot.fake.state.calls[before:] if str(c.params.get("chat_id")) == str(user)]
    assert methods == ["sendChatAction", "sendMessage"]


async def test_a_group_is_told_once_and_nothing_of_it_is_stored(bot: Bot) -> None:
    user, group = bot.somebody(), -100_500
    bot.fake.say_in_group(user, group, ITCH)
    bot.fake.say_in_group(user, group, "/start@fonte_test_bot")
    await bot.idle()
    bot.fake.say_in_group(user, group, LEGS)
    await bot.idle()
    await bot.replies(group, 1)
    assert texts(bot.fake.to(group)) == ["Eu só converso em particular. Me chame no privado."]
    assert await bot.query("select from users where external_id in ($1, $2)", str(user), str(group)) == []


async def test_a_forwarded_question_is_answered(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.forward(user, ITCH)
    assert "[1]" in (await bot.replies(user, 3))[-1].text


async def test_a_long_reply_is_split_between_paragraphs_with_its_markup_whole(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.say(user, LEGS)
    answer = (await bot.replies(user, 3))[-1]
    lengthen = "update documentos_rag set note = note || repeat(' e outras', 170) where especialidade = 'cardiologia'"
    shorten = "update documentos_rag set note = replace(note, ' e outras', '') where especialidade = 'cardiologia'"
    await bot.query(lengthen)
    bot.fake.press(user, buttons(answer)[0], answer)
    parts = (await bot.replies(user, 5))[3:]
    await bot.query(shorten)
    assert len(parts) == 2
    assert sum(len(part.text) for part in parts) > 4_096
    assert all(part.entities and part.params["parse_mode"] == "HTML" for part in parts)
    assert parts[1].text.startswith(("[3]", "[4]"))
