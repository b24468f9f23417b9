"""The bot in Telegram where sending or storing fails, and in a rush."""

from __future__ import annotations

import pytest

from tests.acceptance.telegram_bot import ITCH, SECRET, Bot, texts
from tests.fakes.telegram_faults import Fate, Fault
from tests.fakes.telegram_messages import Params
from tests.fakes.telegram_methods import METHODS
from tests.fakes.telegram_state import Json, State, bad_request


async def test_somebody_who_blocked_the_bot_stops_nobody_else(bot: Bot) -> None:
    gone, other = bot.somebody(), bot.somebody()
    bot.fake.say(gone, "oi")
    bot.fake.block(gone)
    bot.fake.say(other, "oi")
    await bot.replies(other, 1)
    await bot.fake.until(lambda: [c for c in bot.fake.calls("sendMessage") if c.status == 403], timeout=20)
    assert bot.fake.to(gone) == []
    bot.fake.unblock(gone)
    bot.fake.say(gone, "oi")
    assert texts(await bot.replies(gone, 1))[0].startswith("Oi!")


async def test_markup_that_telegram_cannot_parse_is_sent_plain(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    user = bot.somebody()
    send = METHODS["sendmessage"]

    async def strict(state: State, params: Params) -> Json:
        if params.text("chat_id") == str(user) and params.text("parse_mode"):
            raise bad_request("can't parse entities: Unsupported start tag at byte offset 0")
        message: Json = await send(state, params)
        return message

    monkeypatch.setitem(METHODS, "sendmessage", strict)
    bot.fake.say(user, "/start")
    (reply,) = await bot.replies(user, 1)
    assert "parse_mode" not in reply.params
    assert "Eu sou o Fonte" in reply.text
    assert "<b>" not in reply.text


async def test_a_reply_that_was_too_much_is_sent_a_little_later(bot: Bot) -> None:
    user = bot.somebody()
    bot.fake.faults.plan("sendMessage", Fault(Fate.RATE_LIMITED, seconds=1))
    bot.fake.say(user, "oi")
    (reply,) = await bot.replies(user, 1)
    statuses = [c for c in bot.fake.calls("sendMessage") if str(c.params["chat_id"]) == str(user)]
    assert [call.status for call in statuses] == [429, 200]
    assert reply.text.startswith("Oi!")
    await bot.idle()
    assert len(bot.fake.to(user)) == 1


async def test_thirty_quick_messages_are_answered_in_their_order(bot: Bot) -> None:
    user, others = bot.somebody(), [bot.somebody() for _ in range(3)]
    said = ("oi", "obrigado", "/xyzzy", "/cancelar", "/nova", "/ajuda")
    for number in range(30):
        bot.fake.say(user, said[number % 6])
        bot.fake.say(others[number % 3], said[number % 6])
    answers = texts(await bot.replies(user, 30))
    assert len(set(answers[:6])) == 6
    assert answers == answers[:6] * 5
    for other in others:
        assert len(await bot.replies(other, 10)) == 10


async def test_what_cannot_be_stored_is_answered_later_and_the_rest_of_its_batch_once(bot: Bot) -> None:
    unlucky, other = bot.somebody(), bot.somebody()
    await bot.query("create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$")
    refused = f"create trigger refusal before insert on users for each row when (new.external_id = '{unlucky}')"
    await bot.query(f"{refused} execute function refuse()")
    bot.fake.say(unlucky, "oi")
    bot.fake.say(other, "oi")
    await bot.replies(other, 1)
    await bot.fake.until(lambda: "update_failed" in bot.log.read_text(), timeout=20)
    await bot.query("drop trigger refusal on users")
    assert texts(await bot.replies(unlucky, 1))[0].startswith("Oi!")
    await bot.idle()
    assert len(bot.fake.to(other)) == 1
    assert "no room" not in bot.log.read_text()


async def test_neither_token_nor_words_are_logged_at_any_level(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.faults.plan("sendMessage", Fate.MALFORMED)
    bot.fake.faults.plan("getUpdates", Fate.DROP_AFTER, Fate.SERVER_ERROR, Fate.MALFORMED)
    bot.fake.say(user, f"{ITCH} ornitorrinco")
    await bot.replies(user, 3)
    await bot.idle()
    log = bot.log.read_text()
    assert "telegram_started" in log
    assert SECRET not in log
    assert "ornitorrinco" not in log
    assert "coceira" not in log
    assert "Traceback" not in log
