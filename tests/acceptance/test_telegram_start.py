"""How the bot in Telegram starts and ends."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from tests.acceptance.processes import BOT, bot_environment, free_port, run, running
from tests.acceptance.telegram_bot import SECRET, Bot
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.fakes.telegram_faults import Fate, Fault


async def test_an_unknown_token_is_one_line_that_does_not_show_it(corpus_copy: str, tmp_path: Path) -> None:
    wrong = TOKEN[:-1] + "G"
    async with FakeTelegram() as fake:
        settings = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": wrong}
        env = bot_environment(corpus_copy, tmp_path, **settings)
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


async def test_a_home_that_can_keep_no_secret_is_one_line_unless_one_is_set(
    corpus_database: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    async with FakeTelegram() as fake:
        settings = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN}
        env = bot_environment(corpus_database, tmp_path / "file", **settings)
        ended = await run(*BOT, "telegram", env={**env, "TMPDIR": str(tmp_path)}, cwd=tmp_path)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith("fonte: FONTE_HOME: ")
        assert "FONTE_SECRET" in ended.err
        assert ended.err.count("\n") == 1
        env |= {"FONTE_SECRET": "correct-horse-battery", "TMPDIR": str(tmp_path)}
        async with running(*BOT, "telegram", env=env, cwd=tmp_path, log=tmp_path / "log"):
            fake.say(7, "oi")
            await fake.until(lambda: fake.to(7), timeout=20)


async def test_a_menu_that_is_refused_at_the_start_holds_up_nobody(corpus_database: str, tmp_path: Path) -> None:
    async with FakeTelegram() as fake:
        fake.faults.plan("setMyCommands", Fault(Fate.RATE_LIMITED, seconds=3_600))
        settings = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN}
        env = bot_environment(corpus_database, tmp_path, **settings)
        async with running(*BOT, "telegram", env=env, cwd=tmp_path, log=tmp_path / "log") as process:
            fake.say(7, "oi")
            await fake.until(lambda: fake.to(7), timeout=20)
            await fake.until(lambda: "telegram.menus_not_set" in (tmp_path / "log").read_text())
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(20):
                assert await process.wait() == 0


async def test_a_telegram_that_is_away_at_the_start_is_waited_for(corpus_database: str, tmp_path: Path) -> None:
    port = free_port()
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
