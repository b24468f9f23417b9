"""Whatever is sent to the bot in Telegram, however odd, gets an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance.telegram_bot import FAILED, ITCH, Bot, texts
from tests.fakes.telegram import FakeTelegram

POLL = {"id": "1", "question": "?", "options": []}


SENDS: dict[str, tuple[Callable[[FakeTelegram, int], object], str]] = {
    "a sticker": (lambda fake, user: fake.sticker(user), "figurinha"),
    "a voice message": (lambda fake, user: fake.voice(user), "áudios"),
    "a photo": (lambda fake, user: fake.photo(user), "fotos"),
    "a photo with a caption": (lambda fake, user: fake.photo(user, "o que é isto no meu braço?"), "fotos"),
    "a picture as a file": (lambda fake, user: fake.document(user, "exame.png", "image/png"), "fotos"),
    "a location": (lambda fake, user: fake.location(user), "não consigo ler"),
    "a poll": (lambda fake, user: fake.other(user, "poll", POLL), "não consigo ler"),
    "something new": (lambda fake, user: fake.other(user, "hologram", {"depth": 3}), "não consigo ler"),
    "an edit": (lambda fake, user: fake.edit(user, _unseen(fake, user), "oi!"), "mudou a mensagem"),
    "blanks": (lambda fake, user: fake.say(user, " \n "), "vazia"),
    "nothing": (lambda fake, user: fake.say(user, ""), "vazia"),
    "an unknown command": (lambda fake, user: fake.say(user, "/xyzzy"), "Não conheço esse comando"),
    "an old button": (lambda fake, user: fake.press(user, "sources:nothing", 1), "já não vale"),
}


@pytest.mark.parametrize("kind", SENDS)
async def test_whatever_is_sent_gets_one_kind_answer(kind: str, bot: Bot) -> None:
    user = bot.somebody()
    send, words = SENDS[kind]
    send(bot.fake, user)
    (reply,) = await bot.replies(user, 1)
    assert words in reply.text
    await bot.idle()
    assert len(bot.fake.to(user)) == 1


async def test_a_message_of_20000_characters_gets_a_kind_answer_whole_or_in_pieces(bot: Bot) -> None:
    whole, pieces = bot.somebody(), bot.somebody()
    long = ("coceira " * 2_500)[:20_000]
    bot.fake.say(whole, long)
    for start in range(0, len(long), 4_096):  # as clients cut it
        bot.fake.say(pieces, long[start : start + 4_096])
    (reply,) = await bot.replies(whole, 1)
    assert "longa demais" in reply.text
    answers = texts(await bot.replies(pieces, 5))
    assert ["longa demais" in text for text in answers] == [True] * 4 + [False]
    assert not any(FAILED in text for text in answers)


@pytest.mark.parametrize("text", ["<b>oi</b>", "oi <i>", "</code> & &amp; <script>oi</script>", f"<b>{ITCH} & <u>"])
async def test_markup_in_a_message_is_only_text(text: str, bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.say(user, text)
    reply = (await bot.replies(user, 3))[-1]
    assert FAILED not in reply.text
    assert reply.params["parse_mode"] == "HTML"  # the first try was good
    assert [row["text"] for row in await bot.rows(user)][-2] == text


async def test_updates_that_make_no_sense_stop_nothing(bot: Bot) -> None:
    user = bot.somebody()
    put, raw = bot.fake.state.put, bot.fake.raw
    spoilt: list[Any] = [None, 3, "text", [], {"chat": 5}, {"chat": {"id": "x", "type": "private"}, "from": {"id": 1}}]
    for body in spoilt:
        for kind in ("message", "edited_message", "callback_query", "my_chat_member"):
            put(kind, body)
    bot.fake.unknown("message_reaction", {"chat": {"id": user, "type": "private"}})
    bot.fake.say(user, "oi", date="noon", entities={"type": 1}, reply_to_message=7)
    bot.fake.say(user, "oi \ud83d \x00")
    assert len(await bot.replies(user, 2)) == 2
    await bot.idle()
    unnumbered: list[Any] = [{"message": {"text": "oi"}}, {"update_id": "x"}, 5, None]
    for update in unnumbered:
        raw(update)
    bot.fake.say(user, "oi")
    assert len(await bot.replies(user, 3)) == 3
    bot.fake.state.queue.clear()  # the real one never keeps what has no number


def _unseen(fake: FakeTelegram, user: int) -> int:
    """The id of a message that the bot was never told of."""
    chat = fake.state.chat(user)
    number = fake.state.new_message_id()
    fake.state.messages[user, number] = {
        "message_id": number, "from": fake.user(chat), "chat": chat.json, "date": int(fake.state.clock()), "text": "oi",
    }  # fmt: skip
    return number
