"""`python -m bot telegram` as people meet it: a whole process, a fake Bot API, a real PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.processes import BOT, bot_environment, database_copy, run, running
from tests.acceptance.telegram_bot import FAILED, ITCH, LEGS, SECRET, Bot, buttons, started, texts
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault
from tests.fakes.telegram_messages import Params
from tests.fakes.telegram_methods import METHODS
from tests.fakes.telegram_state import Json, State, bad_request

pytestmark = pytest.mark.xdist_group("telegram")

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


@pytest.fixture(scope="module")
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
async def bot(database: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    async with FakeTelegram() as fake, started(fake, database, tmp_path_factory.mktemp("telegram")) as running_bot:
        yield running_bot


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


@pytest.mark.parametrize("kind", SENDS)
async def test_whatever_is_sent_gets_one_kind_answer(kind: str, bot: Bot) -> None:
    user = bot.somebody()
    send, words = SENDS[kind]
    send(bot.fake, user)
    (reply,) = await bot.replies(user, 1)
    assert words in reply.text
    await bot.idle()
    assert len(bot.fake.to(user)) == 1


async def test_a_forwarded_question_is_answered(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.forward(user, ITCH)
    assert "[1]" in (await bot.replies(user, 3))[-1].text


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


async def test_somebody_who_blocked_the_bot_stops_nobody_else(bot: Bot) -> None:
    gone, other = bot.somebody(), bot.somebody()
    bot.fake.say(gone, "oi")
    bot.fake.block(gone)
    bot.fake.say(other, "oi")
    await bot.replies(other, 1)
    await bot.idle()
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
    said = ("oi", "obrigado", "/xyzzy", "/cancelar", "/nova", "/ajustes")
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


async def test_an_unknown_token_is_one_line_that_does_not_show_it(database: str, tmp_path: Path) -> None:
    wrong = TOKEN[:-1] + "G"
    async with FakeTelegram() as fake:
        settings = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": wrong}
        env = bot_environment(database, tmp_path, **settings)
        ended = await run(*BOT, "telegram", env=env, cwd=tmp_path)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("fonte: TELEGRAM_BOT_TOKEN: ")
    assert ended.err.count("\n") == 1
    assert wrong.partition(":")[2] not in ended.err


async def test_a_missing_token_is_one_line(tmp_path: Path) -> None:
    ended = await run(*BOT, "telegram", env=bot_environment("", tmp_path), cwd=tmp_path)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("fonte: TELEGRAM_BOT_TOKEN: ")
    assert ended.err.count("\n") == 1


async def test_a_telegram_that_is_away_at_the_start_is_waited_for(corpus_database: str, tmp_path: Path) -> None:
    port = _free_port()
    settings = {"TELEGRAM_API_URL": f"http://127.0.0.1:{port}", "TELEGRAM_BOT_TOKEN": TOKEN, "LOG_LEVEL": "WARNING"}
    env = bot_environment(corpus_database, tmp_path, **settings)
    async with running(*BOT, "telegram", env=env, cwd=tmp_path, log=tmp_path / "log") as process:
        watch = FakeTelegram()
        await watch.until(lambda: "telegram.unreachable" in (tmp_path / "log").read_text(), timeout=20)
        async with FakeTelegram(port=port) as fake:
            fake.say(7, "oi")
            await fake.until(lambda: fake.to(7), timeout=20)
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(20):
                assert await process.wait() == 0


async def test_sigterm_ends_it_well_and_its_last_messages_are_confirmed(bot: Bot) -> None:
    user = bot.somebody()
    bot.fake.say(user, "oi")
    await bot.replies(user, 1)
    bot.process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(20):
        assert await bot.process.wait() == 0
    assert bot.fake.waiting == []
    assert bot.process.stdout is not None
    assert await bot.process.stdout.read() == b""
    assert SECRET not in bot.log.read_text()


def _unseen(fake: FakeTelegram, user: int) -> int:
    """The id of a message that the bot was never told of."""
    chat = fake.state.chat(user)
    number = fake.state.new_message_id()
    fake.state.messages[user, number] = {
        "message_id": number, "from": fake.user(chat), "chat": chat.json, "date": int(fake.state.clock()), "text": "oi",
    }  # fmt: skip
    return number


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
