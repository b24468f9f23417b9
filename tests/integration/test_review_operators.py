"""scripts/operators.py: who may come in to the console."""

from __future__ import annotations

import asyncio
import getpass
import io
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.review.auditing import PostgresAudit
from bot.adapters.review.operators import PostgresOperators
from bot.bootstrap.review import open_review
from bot.review.passwords import Passwords
from bot.settings import Settings
from scripts import operators

Run = Callable[..., Awaitable[int]]
PASSWORD = "uma senha bem comprida"  # noqa: S105


@pytest.fixture
def run(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("FONTE_HOME", str(tmp_path))

    async def running(*arguments: str, given: str = f"{PASSWORD}\n") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        return await asyncio.to_thread(operators.main, list(arguments))

    return running


async def test_somebody_made_with_the_script_gets_in_with_that_password(
    run: Run, pool: asyncpg.Pool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run("create", "Ana", "--role", "reviewer", "--language", "es", "--stdin") == 0
    told = capsys.readouterr()
    assert "Ana: created as reviewer" in told.out
    assert PASSWORD not in told.out + told.err
    access = open_review(pool, Settings(_env_file=None, fonte_home=tmp_path)).access
    assert await access.log_in("ana", PASSWORD, "::1", datetime.now(UTC))
    assert await run("list") == 0
    assert "Ana: reviewer, es" in capsys.readouterr().out


async def test_password_role_and_standing_are_changed_and_written_down(
    run: Run, pool: asyncpg.Pool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run("create", "Ana", "--stdin") == 0
    assert await run("password", "ana", "--stdin", given="outra senha comprida\n") == 0
    assert await run("role", "ana", "--role", "admin") == 0
    assert await run("disable", "ana") == 0
    ((who, disabled),) = await PostgresOperators(pool, Passwords()).all()
    assert (who.role, disabled) == ("admin", True)
    assert await run("enable", "ana") == 0
    done = [(row.action, row.subject) for row in await PostgresAudit(pool).page(None, 9)][::-1]
    names = ["created", "password", "role", "disabled", "enabled"]
    assert done == [(f"operator_{name}", "Ana") for name in names]


@pytest.mark.parametrize(("arguments", "given", "status", "told"), [
    (["create", "Bia", "--stdin"], "short\n", 1, "12 to"),
    (["create", "Bia", "--stdin"], "", 2, "holds no password"),
    (["create", "Bia"], "", 2, "give --stdin"),
    (["create", " ", "--stdin"], f"{PASSWORD}\n", 1, "letters"),
    (["role", "Bia", "--role", "admin"], "", 1, "no operator Bia"),
    (["disable", "Bia"], "", 1, "no operator Bia"),
])  # fmt: skip
async def test_what_can_not_be_done_is_one_line(
    run: Run, arguments: list[str], given: str, status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run(*arguments, given=given) == status
    line = capsys.readouterr().err.strip()
    assert told in line
    assert "\n" not in line


async def test_a_password_is_asked_for_twice_on_a_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(operators, "_has_terminal", lambda: True)
    typed = iter([PASSWORD, "another one typed", PASSWORD, PASSWORD])
    monkeypatch.setattr(getpass, "getpass", lambda _: next(typed))
    assert await run("create", "Ana") == 2
    assert "differ" in capsys.readouterr().err
    assert await run("create", "Ana") == 0


def test_a_password_is_no_argument() -> None:
    with pytest.raises(SystemExit):
        operators.main(["create", "Ana", "--password", PASSWORD])
