"""Makes and changes operators: for the script, which acts at the door in nobody's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from bot.adapters.review.connections import at_door
from bot.review.passwords import Passwords
from bot.review.records import Operator, Role
from rag.types import Language

BY: Final = "scripts/operators.py"
"""Who did it, as the audit log has it."""
_CREATE: Final = """
insert into operators (name, role, language, password_hash) values ($1, $2, $3, $4)
on conflict (lower(name)) do nothing returning id, name
"""
_AUDIT: Final = "select audit($1, '', $2, $3, $4)"
_LIST: Final = """
select o.id, o.name, o.role, o.language, o.disabled_at is not null as disabled from operators o order by lower(o.name)
"""


class OperatorError(Exception):
    """It can't be done; the message says why."""


@dataclass(frozen=True, slots=True)
class PostgresOperators:
    """Each change is a line of the audit log, and ends the operator's sessions."""

    pool: asyncpg.Pool
    passwords: Passwords

    async def create(self, name: str, role: Role, language: Language, password: str) -> Operator:
        """A new one. Raises WeakPasswordError, OperatorError for a name that is taken."""
        name = name.strip()
        if not name or not name.isprintable():
            raise OperatorError("a name has to be written in letters that can be seen")
        kept = self.passwords.made(password)
        async with at_door(self.pool) as connection:
            row = await connection.fetchrow(_CREATE, name, role.value, language.value, kept)
            if row is None:
                raise OperatorError(f"there is an operator {name} already")
            await connection.execute(_AUDIT, BY, "operator_created", row["name"], {"role": role.value})
        return Operator(row["id"], row["name"], role, language)

    async def set_password(self, name: str, password: str) -> None:
        """Another password. Raises WeakPasswordError, OperatorError."""
        await self._changed(name, "password_hash = $2", self.passwords.made(password), "operator_password", {})

    async def set_role(self, name: str, role: Role) -> None:
        """Another role. Raises OperatorError."""
        await self._changed(name, "role = $2", role.value, "operator_role", {"role": role.value})

    async def set_disabled(self, name: str, *, disabled: bool) -> None:
        """Lets an operator in no more, or again; what they did stays under their name. Raises OperatorError."""
        action = "operator_disabled" if disabled else "operator_enabled"
        await self._changed(name, "disabled_at = case when $2 then now() end", disabled, action, {})

    async def all(self) -> list[tuple[Operator, bool]]:
        """Everybody, and whether they are disabled."""
        async with at_door(self.pool) as connection:
            rows = await connection.fetch(_LIST)
        return [(Operator(r["id"], r["name"], Role(r["role"]), Language(r["language"])), r["disabled"]) for r in rows]

    async def _changed(self, name: str, change: str, value: object, action: str, detail: Mapping[str, Any]) -> None:
        sql = f"update operators set {change} where lower(name) = lower($1) returning id, name"  # noqa: S608 - ours
        async with at_door(self.pool) as connection:
            row = await connection.fetchrow(sql, name.strip(), value)
            if row is None:
                raise OperatorError(f"there is no operator {name.strip()}")
            await connection.execute("delete from operator_sessions where operator_id = $1", row["id"])
            await connection.execute(_AUDIT, BY, action, row["name"], dict(detail))
