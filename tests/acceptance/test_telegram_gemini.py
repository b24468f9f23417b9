"""The bot in Telegram with Gemini, well and unwell: a whole process, two fakes, a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.processes import BOT, ROOT, Ended, bot_environment, database_copy, run
from tests.acceptance.telegram_bot import FAILED, ITCH, LEGS, SECRET, Bot, buttons, started
from tests.fakes.gemini import FakeGemini
from tests.fakes.gemini_api import Fault, example, hang, rate_limited, unavailable
from tests.fakes.telegram import TOKEN, FakeTelegram

pytestmark = pytest.mark.xdist_group("telegram with gemini")

KEY = "AIza-fake-key-of-nobody"
DEGRADED = "sem o modelo de linguagem"


def cited(body: dict[str, Any]) -> str:
    """An answer of one sentence of the first passage; for any other question, the schema's example."""
    asked = json.loads(body["contents"][0]["parts"][0]["text"])
    if "passages" not in asked:
        return json.dumps(example(body["generationConfig"]["responseSchema"]))
    sentence = _first_sentence(asked["passages"][0]["text"])
    return json.dumps({"enough": True, "sentences": [{"text": sentence, "sources": [1]}]})


def _first_sentence(note: str) -> str:
    body = next(line for line in note.splitlines() if line and not line.startswith("#"))
    return body.partition(". ")[0].rstrip(".") + "."


@pytest.fixture(scope="module")
async def gemini() -> AsyncIterator[FakeGemini]:
    async with FakeGemini(api_key=KEY, writes=cited) as fake:
        yield fake


@pytest.fixture(scope="module")
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gemini")


@pytest.fixture(scope="module")
def settings(gemini: FakeGemini) -> dict[str, str]:
    return {
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": gemini.base_url,
        "GEMINI_CHAT_DEADLINE_S": "1",
        "GEMINI_EMBEDDING_DEADLINE_S": "1",
    }


@pytest.fixture(scope="module")
async def refused(database: str, home: Path, settings: dict[str, str]) -> Ended:
    """A start on a database that Gemini has not embedded."""
    env = bot_environment(database, home, **settings, TELEGRAM_BOT_TOKEN=f"1:{SECRET}")
    return await run(*BOT, "telegram", env=env, cwd=home)


@pytest.fixture(scope="module")
async def mended(refused: Ended, database: str, home: Path, settings: dict[str, str]) -> Ended:
    """The command that the refusal names."""
    command = refused.err.strip().rpartition("run ")[2].split()
    env = bot_environment(database, home, **settings)
    return await run(command[0], ROOT / command[1], *command[2:], env=env, cwd=home)


@pytest.fixture(scope="module")
async def bot(mended: Ended, database: str, home: Path, settings: dict[str, str]) -> AsyncIterator[Bot]:
    assert mended.status == 0
    async with FakeTelegram() as fake, started(fake, database, home, **settings) as running_bot:
        yield running_bot


async def test_without_gemini_s_vectors_it_refuses_to_start_and_names_the_command_that_mends_it(
    refused: Ended, mended: Ended
) -> None:
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.startswith("fonte: ")
    assert refused.err.count("\n") == 1
    assert "gemini-embedding-001" in refused.err
    assert mended.status == 0


async def test_gemini_is_not_asked_before_consent_whose_terms_name_it(bot: Bot, gemini: FakeGemini) -> None:
    user = bot.somebody()
    asked = len(gemini.calls)
    bot.fake.say(user, ITCH)
    (terms,) = await bot.replies(user, 1)
    assert "Gemini" in terms.text
    assert len(gemini.calls) == asked


async def test_an_answer_is_written_by_gemini_and_says_nothing_of_being_degraded(bot: Bot, gemini: FakeGemini) -> None:
    user = await bot.consented()
    asked = len(gemini.calls)
    bot.fake.say(user, ITCH)
    answer = (await bot.replies(user, 3))[-1]
    methods = [call.method for call in gemini.calls[asked:]]
    assert methods == ["batchEmbedContents", "generateContent"]
    assert "[1]" in answer.text
    assert DEGRADED not in answer.text
    assert len(buttons(answer)) == 1
    row = (await bot.rows(user))[-1]
    assert (row["embedding_model"], row["chat_model"]) == ("gemini-embedding-001", "gemini-2.5-flash")
    assert list(row["degraded"]) == []


@pytest.mark.parametrize(
    ("fault", "question", "reason"),
    [
        (unavailable, "quando a coceira é caso de especialista?", "down"),
        (hang, "o que é insuficiência cardíaca?", "slow"),
        (rate_limited(30), "o que é dermatite atópica?", "quota"),
    ],
    ids=["503", "silence", "429"],
)
async def test_gemini_unwell_gives_an_answer_from_the_notes_that_says_so(
    fault: Fault, question: str, reason: str, bot: Bot, gemini: FakeGemini
) -> None:
    user = await bot.consented()
    gemini.fail_next(*[fault] * 8)
    bot.fake.say(user, question)
    answer = (await bot.replies(user, 3))[-1]
    gemini.faults.clear()
    assert "[1]" in answer.text
    assert DEGRADED in answer.text
    assert FAILED not in answer.text
    row = (await bot.rows(user))[-1]
    assert row["text"] == answer.text
    assert set(row["degraded"]) - {f"consultation:{reason}"} == {f"chat:{reason}", f"embedding:{reason}"}
    assert row["embedding_model"].startswith("use-multilingual")


async def test_neither_key_nor_words_are_logged(bot: Bot) -> None:
    user = await bot.consented()
    bot.fake.say(user, f"{LEGS} ornitorrinco")
    await bot.replies(user, 3)
    log = bot.log.read_text()
    assert "telegram_started" in log
    assert KEY not in log
    assert SECRET not in log
    assert "ornitorrinco" not in log


async def test_sigterm_ends_it_while_gemini_is_silent_and_the_question_is_kept(
    mended: Ended, database: str, tmp_path: Path, settings: dict[str, str], gemini: FakeGemini
) -> None:
    patient = settings | {"GEMINI_CHAT_DEADLINE_S": "100", "GEMINI_EMBEDDING_DEADLINE_S": "60"}
    other = f"1{TOKEN}"  # of one bot only one process receives
    patient["TELEGRAM_BOT_TOKEN"] = other
    async with FakeTelegram(token=other) as fake, started(fake, database, tmp_path, **patient) as slow:
        user = await slow.consented()
        await slow.idle()
        asked = len(gemini.calls)
        gemini.fail_next(hang)
        question = fake.say(user, ITCH)
        await fake.until(lambda: len(gemini.calls) > asked)
        slow.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            assert await slow.process.wait() == 0
        gemini.faults.clear()
        assert fake.waiting == []
        (kept,) = await slow.query("select payload, attempts from inbox where state = 'new'")
        assert (json.loads(kept["payload"]), kept["attempts"]) == (question, 0)
        assert "Traceback" not in slow.log.read_text()
