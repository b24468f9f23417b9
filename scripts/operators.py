"""Makes and changes the operators of the review console.

A password is asked for twice on a terminal, without echo, or read from standard input with --stdin; it is no argument,
since arguments are seen by every program of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a file, from anywhere

import scripts.packages  # noqa: F401 - before all that needs them

# isort: split

from bot.adapters.review.operators import OperatorError, PostgresOperators
from bot.bootstrap import database, migrated
from bot.launch import FAILED, MISUSE, OK, StartProgress, guarded
from bot.review.passwords import Passwords, WeakPasswordError
from bot.review.records import Role
from bot.settings import load_settings
from rag.adapters.postgres.pool import open_pool
from rag.types import Language

Work = Callable[[PostgresOperators], Awaitable[str]]


class _NoPasswordError(Exception):
    """None was given, or the two differ."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 failed, 2 wrong use or settings."""
    options = _parser().parse_args(arguments)
    try:
        return guarded(lambda: _run(_work(options)))
    except _NoPasswordError as error:
        return _complain(error, MISUSE)
    except (OperatorError, WeakPasswordError) as error:
        return _complain(error, FAILED)


def _run(work: Work) -> int:
    settings = load_settings()
    progress = StartProgress()

    async def act(dsn: str) -> str:
        dsn = await migrated(dsn, settings, progress.step)
        async with open_pool(dsn) as pool:
            return await work(PostgresOperators(pool, Passwords.ready()))

    with database(settings, progress.step) as dsn:
        print(asyncio.run(act(dsn)))
    return OK


def _work(options: argparse.Namespace) -> Work:
    """What is to be done; the password is read before anything is opened."""
    match options.command:
        case "create":
            return _create(options, _password(stdin=options.stdin))
        case "password":
            return _set_password(options, _password(stdin=options.stdin))
        case "role":
            return _set_role(options)
        case "list":
            return _list
    return _set_disabled(options, disabled=options.command == "disable")


def _create(options: argparse.Namespace, password: str) -> Work:
    async def work(operators: PostgresOperators) -> str:
        role, language = Role(options.role), Language(options.language)
        made = await operators.create(options.name, role, language, password)
        return f"{made.name}: created as {made.role}"

    return work


def _set_password(options: argparse.Namespace, password: str) -> Work:
    async def work(operators: PostgresOperators) -> str:
        await operators.set_password(options.name, password)
        return f"{options.name}: password changed, sessions ended"

    return work


def _set_role(options: argparse.Namespace) -> Work:
    async def work(operators: PostgresOperators) -> str:
        await operators.set_role(options.name, Role(options.role))
        return f"{options.name}: is {options.role}, sessions ended"

    return work


def _set_disabled(options: argparse.Namespace, *, disabled: bool) -> Work:
    async def work(operators: PostgresOperators) -> str:
        await operators.set_disabled(options.name, disabled=disabled)
        return f"{options.name}: {'disabled, sessions ended' if disabled else 'enabled'}"

    return work


async def _list(operators: PostgresOperators) -> str:
    everybody = await operators.all()
    lines = [f"{who.name}: {who.role}, {who.language}{', disabled' if off else ''}" for who, off in everybody]
    return "\n".join(lines) or "there are no operators yet"


def _password(*, stdin: bool) -> str:
    if stdin:
        password = sys.stdin.readline().rstrip("\r\n")
        if not password:
            raise _NoPasswordError("standard input holds no password")
        return password
    if not _has_terminal():
        raise _NoPasswordError("there is no terminal to ask for the password: give --stdin")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise _NoPasswordError("the two passwords differ")
    return password


def _has_terminal() -> bool:
    return sys.stdin.isatty()


def _complain(error: Exception, status: int) -> int:
    sys.stderr.write(f"fonte: {error}\n")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=".venv/bin/python scripts/operators.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    roles = [role.value for role in Role]
    for name, told in (("create", "somebody new"), ("password", "another password"), ("role", "another role")):
        command = commands.add_parser(name, help=told)
        command.add_argument("name", metavar="NAME")
        if name != "password":
            command.add_argument("--role", choices=roles, required=name == "role", default=Role.READER.value)
        if name == "create":
            languages = [language.value for language in Language]
            command.add_argument("--language", choices=languages, default=Language.PT.value, help="of the pages")
        if name != "role":
            command.add_argument("--stdin", action="store_true", help="read the password from standard input")
    commands.add_parser("disable", help="lets somebody in no more").add_argument("name", metavar="NAME")
    commands.add_parser("enable", help="lets them in again").add_argument("name", metavar="NAME")
    commands.add_parser("list", help="who there is")
    return parser


if __name__ == "__main__":
    sys.exit(main())
