"""`python -m bot chat` as a person and as a program use it: whole processes on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.acceptance.processes import BOT, Ended, bot_environment, database_copy, run, running, start

pytestmark = pytest.mark.xdist_group("console")

HEART = "quando a insuficiência cardíaca é caso de especialista?"
CHOLESTEROL = "meu colesterol não baixa nem com remédio, o LDL deu 212"
ITCH = "tenho muita coceira no corpo e não vejo nenhuma mancha"
PASSWORD = "correct-horse-battery"  # noqa: S105 - opens nothing
TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcF"  # noqa: S105
Answers = Mapping[str, dict[str, Any]]

REPLY_KEYS = {"id", "text", "buttons", "especialidade", "status", "fontes_rag"}
SOURCE_KEYS = {"titulo", "similarity", "documento_id", "versao", "hash", "posicao", "citada"}
ANSWERED: dict[str, bytes] = {
    "a greeting": b"oi",
    "a question": HEART.encode(),
    "an empty line": b"",
    "blanks": b"   \t ",
    "a command": b"/help",
    "a command that does not exist": b"/xyzzy",
    "an empty object": b"{}",
    "null": b"null",
    "a list": b"[1, 2]",
    "half an object": b'{"text": "oi"',
    "two objects": b'{"text": "oi"} {"text": "oi"}',
    "objects within objects": b'{"text":' * 30_000,
    "a number of 5,000 digits": b'{"id": ' + b"7" * 5_000 + b"}",
    "100 kB of text": b"coceira " * 12_500,
    "100 kB in an object": b'{"text": "' + b"coceira " * 12_500 + b'"}',
    "bytes that are not UTF-8": b"oi \xff\xfe\x80",
    "a NUL": b"oi \x00 tudo",
    "an escaped NUL": b'{"text": "oi \\u0000", "user": "a\\u0000b", "id": "\\u0000"}',
    "half a surrogate pair": b'{"text": "oi \\ud83d", "user": "\\ud83d", "button": "\\ud83d"}',
    "a carriage return within": b"oi\rtudo bem",
    "a line of Windows": b"oi\r",
    "every field": b'{"text": "oi", "user": "u", "id": "m-1", "at": "2026-11-30T12:00:00-03:00", "language": "pt-BR"}',
    "numbers for ids": b'{"text": "oi", "user": 7, "id": 8, "reply_to": 9}',
    "nulls": b'{"text": "oi", "user": null, "id": null, "at": null, "button": null, "media": null}',
    "a user without a name": b'{"text": "oi", "user": ""}',
    "an answer to a reply": b'{"text": "oi", "reply_to": "console-1"}',
    "a button that is gone": b'{"button": "sources:nothing"}',
    "a button that never was": b'{"button": "xyzzy"}',
    "an edit": b'{"text": "oi!", "edits": "console-1"}',
    "a photo": b'{"media": "nowhere/photo.png"}',
    "a voice message": b'{"media": "nowhere/voice.ogg"}',
    "Spanish": b'{"text": "hola", "user": "es", "language": "es"}',
    "English": b'{"text": "hello", "user": "en", "language": "en"}',
}
REFUSED: dict[str, tuple[bytes, str]] = {
    "a number for a text": (b'{"text": 3}', "text"),
    "a list for a text": (b'{"text": ["oi"]}', "text"),
    "a truth for a user": (b'{"text": "oi", "user": true}', "user"),
    "a user of 201 letters": (b'{"text": "oi", "user": "' + b"u" * 201 + b'"}', "user"),
    "a time without an offset": (b'{"text": "oi", "at": "2026-11-30T12:00:00"}', "at"),
    "no time at all": (b'{"text": "oi", "at": "noon"}', "at"),
    "the year 1": (b'{"text": "oi", "at": "0001-01-01T00:00:00Z"}', "at"),
    "the last year": (b'{"text": "oi", "at": "9999-12-31T23:59:59-12:00"}', "at"),
    "a language that is not ours": (b'{"text": "oi", "language": "fr"}', "language"),
    "an object for a button": (b'{"button": {"data": "x"}}', "button"),
    "a field that does not exist": (b'{"txet": "oi"}', "txet"),
}


@pytest.fixture(scope="module")
async def database(server: str, corpus_template: str) -> AsyncIterator[str]:
    async with database_copy(server, corpus_template) as dsn:
        yield dsn


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("console")


async def chat(database: str, home: Path, *arguments: str, said: str | bytes, **env: str) -> Ended:
    return await run(*BOT, "chat", *arguments, env=bot_environment(database, home, **env), cwd=home, stdin=said)


@pytest.fixture(scope="module")
async def json_run(database: str, home: Path) -> Ended:
    """Every line of ANSWERED and REFUSED, in order, the last without its end, where the terminal speaks ASCII."""
    lines = [*ANSWERED.values(), *(line for line, _ in REFUSED.values())]
    return await chat(database, home, "--json", "--consent", said=b"\n".join(lines), PYTHONIOENCODING="ascii")


@pytest.fixture(scope="module")
def answers(json_run: Ended) -> Answers:
    return dict(zip([*ANSWERED, *REFUSED], map(json.loads, json_run.out.split("\n")[:-1]), strict=True))


def test_each_json_line_in_gives_one_line_out_and_nothing_else(json_run: Ended) -> None:
    assert json_run.status == 0
    assert json_run.err == ""
    assert json_run.out.count("\n") == len(ANSWERED) + len(REFUSED)
    assert json_run.out.endswith("\n")


@pytest.mark.parametrize("line", ANSWERED)
def test_whatever_can_be_read_is_answered_with_the_keys_of_the_contract(line: str, answers: Answers) -> None:
    assert set(answers[line]) == {"replies"}
    (reply,) = answers[line]["replies"]
    assert set(reply) == REPLY_KEYS
    assert reply["id"]
    assert reply["text"]
    assert "Algo deu errado" not in reply["text"]


@pytest.mark.parametrize("line", REFUSED)
def test_a_field_of_the_wrong_kind_is_named_and_gets_no_reply(line: str, answers: Answers) -> None:
    field = REFUSED[line][1]
    assert answers[line]["replies"] == []
    assert answers[line]["error"].startswith(f"{field}: ")


def test_an_answer_in_json_carries_its_sources_and_a_button(answers: Answers) -> None:
    (reply,) = answers["a question"]["replies"]
    assert reply["especialidade"] == "cardiologia"
    assert reply["status"] is None
    assert "[1]" in reply["text"]
    assert [source["posicao"] for source in reply["fontes_rag"]] == [1, 2, 3, 4]
    assert all(set(source) == SOURCE_KEYS for source in reply["fontes_rag"])
    (button,) = reply["buttons"]
    assert button["label"] == "Ver fontes"
    assert 0 < len(button["data"]) <= 64


def test_a_line_of_json_chooses_its_language(answers: Answers) -> None:
    texts = [answers[line]["replies"][0]["text"] for line in ("a greeting", "Spanish", "English")]
    assert [text.split()[0] for text in texts] == ["Oi!", "¡Hola!", "Hello!"]


def test_a_reply_is_plain_text_without_markup(answers: Answers) -> None:
    texts = [reply["text"] for answer in answers.values() for reply in answer["replies"]]
    assert not any(tag in text for text in texts for tag in ("<b>", "</i>", "&lt;", "&amp;"))


async def test_every_reply_is_stored_under_the_id_it_was_shown_with(answers: Answers, database: str) -> None:
    shown = {reply["id"] for answer in answers.values() for reply in answer["replies"]}
    connection = await asyncpg.connect(database)
    stored = await connection.fetch("select id::text from mensagens where direction = 'out'")
    await connection.close()
    assert shown <= {row["id"] for row in stored}


async def test_a_conversation_in_text_shows_replies_alone_and_ends_with_its_input(database: str, home: Path) -> None:
    ended = await chat(database, home, "--user", "text", "--consent", said=f"{HEART}\n\n:1\n{HEART}\nver fontes")
    assert (ended.status, ended.err) == (0, "")
    answer, _, rest = ended.out.partition("[:1 Ver fontes]")
    assert answer.startswith("O tema das notas mais próximo do que você contou é Insuficiência Cardíaca [1].")
    assert rest.lstrip().startswith("Fontes da resposta\n\n[1] Insuficiência Cardíaca — semelhança")
    assert rest.count("Fontes da resposta") == 2


async def test_a_complaint_is_attended_to_in_words_and_by_buttons_until_it_is_cancelled(
    database: str, home: Path
) -> None:
    env = bot_environment(database, home)
    command = (*BOT, "chat", "--json", "--consent", "--user", "patient")
    async with running(*command, env=env, cwd=home, log=home / "log") as process, asyncio.timeout(60):
        opened = await _reply(process, CHOLESTEROL)
        assert (opened["especialidade"], opened["status"]) == ("endocrinologia", "PENDENTE")
        assert [source["titulo"] for source in opened["fontes_rag"] if source["citada"]] == ["Dislipidemia"]
        assert [button["label"] for button in opened["buttons"]] == ["Ver fontes", "Não sei", "Não é sobre isso"]
        aged = await _reply(process, "52 anos")
        assert aged["status"] == "PENDENTE"
        assert "Idade: 52 anos" in aged["text"]
        (female,) = (button["data"] for button in aged["buttons"] if button["label"] == "Feminino")
        pressed = await _reply(process, json.dumps({"button": female}))
        assert pressed["status"] == "PENDENTE"
        assert "Sexo: Feminino" in pressed["text"]
        assert "triglicerídeos" in pressed["text"]
        cancelled = await _reply(process, "/cancel")
        assert cancelled["status"] is None
        assert "encerrei a sua consulta sobre Dislipidemia" in cancelled["text"]
        after = await _reply(process, "310")
        assert after["status"] is None


async def test_what_one_person_says_and_accepts_is_theirs_alone(database: str, home: Path) -> None:
    first = await chat(database, home, "--json", "--locale", "es", said=json.dumps({"user": "first", "text": ITCH}))
    (asked,) = (json.loads(line)["replies"][0] for line in first.lines)
    lines = [
        {"user": "second", "button": asked["buttons"][0]["data"]},
        {"user": "first", "button": asked["buttons"][0]["data"]},
        {"user": "first", "text": ITCH},
        {"user": "second", "text": "/sources"},
        {"user": "second", "text": ITCH},
        {"user": "first", "text": "/sources"},
    ]
    said = "\n".join(map(json.dumps, lines))
    ended = await chat(database, home, "--json", "--locale", "es", said=said)
    stale, accepted, answer, none, asked_too, sources = (json.loads(line)["replies"][0] for line in ended.lines)
    assert stale["text"] == "Ese botón ya no sirve."
    assert accepted["buttons"] == []
    assert answer["especialidade"] == "dermatologia"
    assert none["text"].startswith("Todavía no tengo ninguna respuesta")
    assert none["fontes_rag"] == []
    assert len(asked_too["buttons"]) == len(asked["buttons"]) == 2
    assert "[1]" in sources["text"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", f"mysql://fonte:{PASSWORD}@localhost/fonte"),
        ("DATABASE_URL", f"postgresql://fonte:{PASSWORD}/@localhost/fonte"),
        ("FONTE_TIMEZONE", "Marte/Olimpo"),
        ("FONTE_LOCALE", "fr"),
        ("FONTE_FEATURES", "diary,telepathy"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("TELEGRAM_API_URL", "ftp://127.0.0.1"),
        ("GOOGLE_GEMINI_BASE_URL", "nowhere"),
        ("GEMINI_EMBEDDING_MODEL", "gemini-embedding-2"),
        ("GEMINI_EMBEDDING_MODEL", "gemini-embedding-9"),
    ],
)
async def test_a_wrong_setting_is_one_line_that_names_it(
    variable: str, value: str, database: str, tmp_path: Path
) -> None:
    settings = {"GEMINI_API_KEY": PASSWORD, variable: value}
    ended = await chat(settings.pop("DATABASE_URL", database), tmp_path, said="oi", **settings)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"fonte: {variable}: ")
    assert ended.err.count("\n") == 1
    assert PASSWORD not in ended.err


@pytest.mark.parametrize(
    ("content", "named"),
    [(b"FONTE_LOCALE=fr\n", "FONTE_LOCALE"), (b"FONTE_LOCALE=\xff\xfe\n", ".env")],
    ids=["a wrong value", "not UTF-8"],
)
async def test_a_wrong_env_file_is_one_line(content: bytes, named: str, database: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(content)
    ended = await chat(database, tmp_path, said="oi")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"fonte: {named}: ")
    assert ended.err.count("\n") == 1


async def test_an_env_file_is_read(database: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FONTE_FEATURES=none\nFONTE_LOCALE=en\n", encoding="utf-8")
    ended = await chat(database, tmp_path, said="/start")
    assert ended.status == 0
    assert ended.out.startswith("All subjects are switched off in this service at the moment.")


@pytest.mark.parametrize(
    "url", ["postgresql://fonte:{}@127.0.0.1:1/fonte", "postgresql://fonte:{}@/fonte?host=/nowhere"]
)
async def test_a_database_that_is_away_is_one_line(url: str, tmp_path: Path) -> None:
    ended = await chat(url.format(PASSWORD), tmp_path, said="oi", LOG_LEVEL="DEBUG")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("fonte: DATABASE_URL: ")
    assert ended.err.count("\n") == 1
    assert PASSWORD not in ended.err


async def test_a_database_that_goes_away_costs_an_answer_not_the_conversation(
    server: str, corpus_template: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    async with database_copy(server, corpus_template) as gone:
        env = bot_environment(gone, tmp_path)
        async with running(*BOT, "chat", "--json", env=env, cwd=tmp_path, log=log) as process:
            before = await _told(process, "oi")
            connection = await asyncpg.connect(server)
            await connection.execute(f"drop database {gone.partition('?')[0].rpartition('/')[2]} with (force)")
            await connection.close()
            after = await _told(process, ITCH)
            assert process.stdin is not None
            process.stdin.close()
            assert await process.wait() == 0
    assert before["replies"][0]["id"]
    assert after["replies"][0]["text"].startswith("Algo deu errado")
    assert not after["replies"][0]["id"]
    assert "message_not_stored" in log.read_text()
    assert "Traceback" not in log.read_text()
    assert "coceira" not in log.read_text()


async def test_an_interrupt_ends_it_while_it_waits_for_a_line(database: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    env = bot_environment(database, tmp_path)
    async with running(*BOT, "chat", "--json", env=env, cwd=tmp_path, log=log) as process, asyncio.timeout(20):
        await _told(process, "oi")
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 130
    assert log.read_text() == ""


async def test_a_reader_that_leaves_ends_it_without_a_word(database: str, tmp_path: Path) -> None:
    env = bot_environment(database, tmp_path)
    command = (*BOT, "chat", "--json")
    process = await start("sh", "-c", f"{' '.join(command)} | head -n 1", env=env, cwd=tmp_path)
    out, err = await process.communicate(b"oi\n" * 50)
    assert process.returncode == 0
    assert out.count(b"\n") == 1
    assert err == b""


async def test_secrets_are_not_printed_at_any_level(database: str, tmp_path: Path) -> None:
    secret = database.replace("postgres@", f"postgres:{PASSWORD}@")
    said = f"oi\n{ITCH}\n/privacy"
    ended = await chat(
        secret, tmp_path, "--consent", said=said, LOG_LEVEL="DEBUG", TELEGRAM_BOT_TOKEN=TOKEN, FONTE_SECRET=PASSWORD
    )
    assert secret != database
    assert ended.status == 0
    printed = ended.out + ended.err
    assert PASSWORD not in printed
    assert TOKEN.partition(":")[2] not in printed
    assert "mancha" not in ended.err


@pytest.mark.xdist_group("first start")
async def test_a_first_start_needs_nothing_but_an_empty_home(tmp_path: Path) -> None:
    env = bot_environment("", tmp_path, HOME=str(tmp_path), FONTE_HOME="")
    env = {name: value for name, value in env.items() if name != "XDG_DATA_HOME"}
    ended = await run(*BOT, "chat", "--json", "--consent", env=env, cwd=tmp_path, stdin=f"oi\n{ITCH}\n")
    assert (ended.status, ended.err) == (0, "")
    greeting, answer = (json.loads(line)["replies"][0] for line in ended.lines)
    assert greeting["fontes_rag"] == []
    assert answer["especialidade"] == "dermatologia"
    assert len(answer["fontes_rag"]) == 4
    files = {path.name for path in tmp_path.rglob("*")}  # noqa: ASYNC240 - nobody else waits
    assert "PG_VERSION" in files
    assert "postmaster.pid" not in files


async def _told(process: asyncio.subprocess.Process, text: str) -> dict[str, Any]:
    """The line out for one line in."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{text}\n".encode())
    await process.stdin.drain()
    line: dict[str, Any] = json.loads(await process.stdout.readline())
    return line


async def _reply(process: asyncio.subprocess.Process, text: str) -> dict[str, Any]:
    """The one reply to a line."""
    (reply,) = (await _told(process, text))["replies"]
    told: dict[str, Any] = reply
    return told
