"""The console's storage over a conversation of the whole application, for tests."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncpg
from argon2 import PasswordHasher

from bot.adapters.review.operators import PostgresOperators
from bot.bootstrap import Models
from bot.bootstrap.review import ReviewParts, open_review
from bot.review.passwords import Passwords
from bot.review.records import Operator, Role, Viewer
from bot.settings import Settings
from rag.adapters.postgres.pool import as_person
from rag.ports import Embedder
from rag.types import Language

PASSWORD = "uma senha bem comprida"  # noqa: S105
ADDRESS = "127.0.0.1"
SECRET = "a secret of at least sixteen"  # noqa: S105


def quick_passwords() -> Passwords:
    """Argon2 of the smallest parameters: what is tested is not how long it takes."""
    return Passwords.ready(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def opening(local: Embedder) -> Callable[[], AbstractAsyncContextManager[Models]]:
    """Opens the models that a test has already."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Models]:
        yield Models(local, None, None)

    return opened


def parts_on(pool: asyncpg.Pool, local: Embedder, home: Path, **settings: str) -> ReviewParts:
    """The console's storage, with a secret of the tests' own."""
    chosen = Settings(_env_file=None, fonte_home=home, fonte_secret=SECRET, **settings)  # type: ignore[arg-type]
    return open_review(pool, chosen, opening(local), quick_passwords())


async def an_operator(
    pool: asyncpg.Pool, role: Role = Role.ADMIN, name: str | None = None, language: Language = Language.PT
) -> Viewer:
    """Somebody new who may look, from this machine."""
    name = name or f"op {uuid.uuid4().hex[:8]}"
    operator: Operator = await PostgresOperators(pool, quick_passwords()).create(name, role, language, PASSWORD)
    return Viewer(operator, ADDRESS)


_ROW = """
insert into mensagens (id, user_id, direction, kind, in_reply_to, text, language, especialidade, status,
                       fontes_rag, evidence, verdict, degraded, created_at)
values ($1, $2, $3, 'text', $4, $5, 'pt-BR', $6, $7, $8, $9, $10, $11, $12)
"""


async def a_reply(
    pool: asyncpg.Pool,
    user: uuid.UUID,
    at: datetime,
    question: str | None = "uma pergunta",
    answer: str | None = "uma resposta",
    **fields: Any,
) -> uuid.UUID:
    """Stores a person's question and the reply to it as the bot does, in the person's name."""
    asked, replied = uuid.uuid4(), uuid.uuid4()
    own: dict[str, Any] = {
        "especialidade": None,
        "status": None,
        "fontes_rag": [],
        "evidence": [],
        "verdict": None,
        "degraded": [],
    }
    async with as_person(pool, user) as connection:
        await connection.execute(
            "insert into users (id, channel, external_id) values ($1, 'test', $2) on conflict do nothing",
            user,
            str(user),
        )
        await connection.execute(_ROW, asked, user, "in", None, question, *own.values(), at)
        await connection.execute(_ROW, replied, user, "out", asked, answer, *(own | fields).values(), at)
    return replied


def similar(*similarities: float) -> list[dict[str, Any]]:
    """Sources of a reply, of which only their similarities matter."""
    return [
        {"titulo": "x", "similarity": s, "documento_id": 1, "versao": 1, "hash": "", "posicao": n, "citada": n == 1}
        for n, s in enumerate(similarities, start=1)
    ]
