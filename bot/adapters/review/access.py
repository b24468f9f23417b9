"""The `Access` port on PostgreSQL."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import asyncpg

from bot.adapters.review.connections import as_operator, at_door, audit, storable
from bot.review.passwords import WINDOW, Passwords, typed_name, wait
from bot.review.records import Operator, Role, Viewer
from rag.types import Language

IDLE: Final = timedelta(minutes=30)
LONGEST: Final = timedelta(hours=12)
_KEPT_TRIES: Final = timedelta(days=1)
_OPERATOR: Final = "select id, name, role, language, password_hash, disabled_at from operators where lower(name) = $1"
_FAILURES: Final = """
select at, name = $1 as own from login_attempts where address = $2 and at > $3 and at <= $4 order by at
"""
_TRY: Final = "insert into login_attempts (name, address, at) values ($1, $2, $3)"
_CLEAR: Final = "delete from login_attempts where (name = $1 and address = $2) or at < $3"
_BEGIN: Final = """
insert into operator_sessions (token_hash, operator_id, created_at, used_at, address) values ($1, $2, $3, $3, $4)
"""
_SWEEP: Final = "delete from operator_sessions where used_at <= $1 or created_at <= $2"
_USE: Final = """
update operator_sessions s set used_at = greatest(s.used_at, $2)
  from operators o
 where s.token_hash = $1 and s.used_at > $3 and s.created_at > $4
   and o.id = s.operator_id and o.disabled_at is null
returning o.id, o.name, o.role, o.language
"""
_END: Final = """
delete from operator_sessions s using operators o
 where s.token_hash = $1 and o.id = s.operator_id returning o.id, o.name, o.role, o.language, s.address
"""


@dataclass(frozen=True, slots=True)
class PostgresAccess:
    """Sessions end after IDLE without a request, and after LONGEST in any case. Passwords are checked in a thread."""

    pool: asyncpg.Pool
    passwords: Passwords
    new_token: Callable[[], str]
    _turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))  # each check takes 64 MiB

    async def log_in(self, name: str, password: str, address: str, at: datetime) -> str | None:
        """See `Access`. A try counts as failed until it has gone well, so that many at once count too."""
        typed = typed_name(name)
        async with at_door(self.pool) as connection:
            await connection.execute("select pg_advisory_xact_lock(hashtextextended('door ' || $1, 0))", address)
            if await _wait(connection, typed, address, at):
                return None
            await connection.execute(_TRY, typed, address, at)
            row = await connection.fetchrow(_OPERATOR, storable(name).strip().lower())
        usable = row if row is not None and row["disabled_at"] is None else None
        async with self._turn:
            fits = await asyncio.to_thread(self.passwords.fits, usable and usable["password_hash"], password)
        async with at_door(self.pool) as connection:
            if usable is None or not fits:
                await connection.execute("select audit($1, $2, 'log_in_failed', '', '{}')", _known(row), address)
                return None
            await connection.execute(_CLEAR, typed, address, at - _KEPT_TRIES)
            await connection.execute(_SWEEP, at - IDLE, at - LONGEST)
        return await self._begun(_operator(usable), address, at)

    async def _begun(self, operator: Operator, address: str, at: datetime) -> str:
        token = self.new_token()
        async with as_operator(self.pool, operator.id) as connection:
            await connection.execute(_BEGIN, _hash(token), operator.id, at, address)
            await audit(connection, Viewer(operator, address), "log_in")
        return token

    async def throttled(self, name: str, address: str, at: datetime) -> int:
        """See `Access`."""
        async with at_door(self.pool) as connection:
            return await _wait(connection, typed_name(name), address, at)

    async def session(self, token: str, at: datetime) -> Operator | None:
        """See `Access`."""
        async with at_door(self.pool) as connection:
            row = await connection.fetchrow(_USE, _hash(token), at, at - IDLE, at - LONGEST)
        return _operator(row) if row else None

    async def log_out(self, token: str, at: datetime) -> None:
        """See `Access`."""
        async with at_door(self.pool) as connection:
            row = await connection.fetchrow(_END, _hash(token))
            if row:
                await connection.execute(f"set local fonte.operator = '{row['id']}'")
                await audit(connection, Viewer(_operator(row), row["address"]), "log_out")

    async def speak(self, operator: Operator, language: Language) -> None:
        """See `Access`."""
        async with as_operator(self.pool, operator.id) as connection:
            await connection.execute("update operators set language = $2 where id = $1", operator.id, language)


async def _wait(connection: asyncpg.Connection, typed: str, address: str, at: datetime) -> int:
    rows = await connection.fetch(_FAILURES, typed, address, at - WINDOW, at)
    return wait([row["at"] for row in rows if row["own"]], [row["at"] for row in rows], at)


def _known(row: asyncpg.Record | None) -> str:
    """An operator's name; what was typed otherwise may be a password, and is kept nowhere."""
    return row["name"] if row else ""


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _operator(row: asyncpg.Record) -> Operator:
    return Operator(row["id"], row["name"], Role(row["role"]), Language(row["language"]))
