"""/delete_me: no row and no word of the person stays in any table, nor in the queues, nor on the disk."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest

from bot.adapters.delivery.cleaning import PostgresCleaning
from bot.adapters.delivery.limits import PostgresBuckets
from bot.app import Handled
from bot.bootstrap import Models
from bot.delivery.arrivals import Arrival, Update
from bot.delivery.errors import LeaseLost
from bot.delivery.limits import FloodLimits
from bot.delivery.ports import Job, Part, Post
from bot.messages import Incoming, Kind, Reply
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import open_pool
from rag.types import Language
from tests.fakes.channel import update
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation, conversation
from tests.integration.delivering import Desk

WORD: Final = "zorbulina"
"""In everything that the person says, and in nothing else."""
ANA, BIA = "918273645012", "918273645013"
IMPERSONAL: Final = frozenset(
    """audit_log bundled_corpus corpus_version document_sentences documentos_rag embedding_models
    experiment_items experiments faq_texts food_catalogues food_embedding food_tag_words food_vocabulary
    general_phrases group_notices login_attempts model_usage operator_notices operator_sessions operators
    outbox_pace poll_cursor prompts saved_filters schema_functions schema_migrations text_vectors""".split()
)
"""Tables that hold nothing of a person. Any other must hold something of one here before, and nothing after."""
_TABLES = """
select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition order by 1
"""
QUEUES: Final = {"outbox", "outbox_chats"}


@dataclass
class Chatting(Conversation):
    """In Telegram, where the chat is the person's number."""

    @property
    def person(self) -> Person:
        return Person("telegram", self.user)

    def incoming(self, text: str, **fields: Any) -> Incoming:
        return replace(super().incoming(text, **fields), channel="telegram")


@dataclass(frozen=True)
class Scene:
    """Two people, the queues of the bot, and the database as its superuser sees it."""

    ana: Chatting
    bia: Chatting
    desk: Desk
    super: asyncpg.Connection
    files: Path

    async def holding(self, who: Chatting, *words: str) -> set[str]:
        """The tables in which something of a person's stands: their ids, or any of `words`."""
        found = set()
        for row in await self.super.fetch(_TABLES):
            sql = f'select exists (select from "{row[0]}" t where to_jsonb(t)::text ilike any ($1))'  # noqa: S608
            needles = [f"%{needle}%" for needle in (who.user, str(who.person.id), *words)]
            if await self.super.fetchval(sql, needles):
                found.add(row[0])
        return found

    async def arrive(self, *updates: Update) -> None:
        await self.desk.arrivals.accept(updates, None)

    async def work(self, job: Job, who: Chatting, text: str = "", **fields: Any) -> list[Reply]:
        """What a worker does with a claimed update: thinks, then stores the reply and ends the update."""
        handled = await who.think(text, **fields)
        async with self.desk.conversations.transaction(handled.person) as transaction:
            replies = await handled.write(transaction)
            parts = [(reply.id, Part({"text": reply.text}, {"text": reply.text})) for reply in replies]
            await self.desk.outbox.enqueue(transaction, [Post(who.user, parts, Language.PT)])
            await self.desk.inbox.finish(transaction, job)
        return replies


@asynccontextmanager
async def scene_on(dsn: str, embedder: CachingEmbedder, home: Path) -> AsyncIterator[Scene]:
    watching = await asyncpg.connect(dsn)
    models = Models(embedder, None, None)
    async with open_pool(dsn) as pool, conversation(pool, models, fonte_home=home) as talking:
        ana, bia = Chatting(talking.runtime, pool, ANA), Chatting(talking.runtime, pool, BIA)
        yield Scene(ana, bia, Desk(pool), watching, home)
    await watching.close()


@pytest.fixture
async def scene(corpus_database: str, local_embedder: CachingEmbedder, tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene_on(corpus_database, local_embedder, tmp_path) as made:
        yield made


def waiting(number: int, who: Chatting, text: str = WORD) -> Update:
    return Update(number, Arrival.NEW, who.user, json.dumps(update(number, who.user, text)))


async def talked(scene: Scene, who: Chatting) -> None:
    """Leaves something of a person in every table that may hold any."""
    await who.consent()
    await who.say(f"como tratar a coceira da pele? {WORD}")
    await who.say(f"lembre que moro na {WORD}")
    await who.say(f"/alimento Pamonha {WORD}: 200 kcal, 5 g de proteína, 30 g de carboidrato, 6 g de gordura")
    await who.say(f"/receita Bolo {WORD}: 100 g de arroz branco cozido; 1 fatia = 60 g")
    await who.say(f"/registrar 100 g de pamonha {WORD}")
    await who.say("/metas kcal max 2000")
    await who.say("/hoje")
    await case_of(who, f"{WORD} há 3 dias")
    await who.say("/registrar arroz")  # a question that waits
    await who.say("/exportar")
    await PostgresBuckets(who.pool, FloodLimits(8, 8, 0)).take(who.person)
    await scene.super.execute(
        "insert into food_tags (tag, food_id, place, user_id)"
        " select $2, id, 1, user_id from foods where user_id = $1 limit 1",
        who.person.id, WORD,
    )  # fmt: skip
    await scene.super.execute(
        "insert into operators (name, role, language, password_hash) values ('revisora', 'reviewer', 'pt-BR', '-')"
        " on conflict do nothing"
    )
    await scene.super.execute(
        "insert into reviews (reply_id, operator_id, judgement, reason)"
        " select m.id, o.id, 'override', $2 from mensagens m, operators o"
        "  where m.user_id = $1 and m.direction = 'out' limit 1",
        who.person.id, WORD,
    )  # fmt: skip


async def queued(scene: Scene, who: Chatting, number: int) -> Job:
    """An update in hand, one that waits behind it, and what is left of others: done, given up, unreadable, unsent."""
    await scene.arrive(waiting(number, who), waiting(number + 1, who))
    failed = {"dead": who.user, "quarantined": None}
    for offset, (state, chat) in enumerate(failed.items(), start=2):
        await scene.super.execute(
            "insert into inbox (bot, update_id, chat, payload, state, finished_at)"
            " values ($1, $2, $3, $4::jsonb, $5, now())",
            scene.desk.inbox.bot, number + offset, chat,
            json.dumps({"message": {"from": {"id": int(who.user)}, "text": WORD}}), state,
        )  # fmt: skip
    await scene.super.execute(
        "insert into inbox (bot, update_id, chat, message, state, finished_at) values ($1, $2, $3, '7', 'done', now())",
        scene.desk.inbox.bot, number + 4, who.user,
    )  # fmt: skip
    await scene.desk.post(who.user, WORD)
    return next(job for job in await scene.desk.claimed() if job.chat == who.user)


async def asked(who: Chatting) -> str:
    """What the button that erases carries."""
    (question,) = await who.say("/apagar")
    return question.button_rows[0][0].data


async def erased(scene: Scene, who: Chatting, number: int = 100) -> list[Reply]:
    button = await asked(who)
    job = await queued(scene, who, number)
    return await scene.work(job, who, kind=Kind.BUTTON, data=button)


async def test_every_table_that_may_hold_something_of_a_person_does_so_here_before_and_none_does_after(
    scene: Scene,
) -> None:
    await talked(scene, scene.ana)
    button = await asked(scene.ana)
    job = await queued(scene, scene.ana, 100)
    tables = {row[0] for row in await scene.super.fetch(_TABLES)}
    assert await scene.holding(scene.ana, WORD) == tables - IMPERSONAL
    await scene.work(job, scene.ana, kind=Kind.BUTTON, data=button)
    assert await scene.holding(scene.ana, WORD) == QUEUES  # the answer that it is done
    async with scene.desk.running(scene.desk.sending()):
        await scene.desk.channel.until(lambda: scene.desk.channel.sent)
    await PostgresCleaning(scene.ana.pool).clean()
    assert await scene.holding(scene.ana, WORD) == set()


async def test_what_is_left_in_the_queues_is_the_answer_alone(scene: Scene) -> None:
    await talked(scene, scene.ana)
    (done,) = await erased(scene, scene.ana)
    (row,) = await scene.super.fetch("select chat, reply_id, payload ->> 'text', state, last_word from outbox")
    assert tuple(row) == (ANA, None, done.text, "pending", True)
    assert WORD not in done.text
    assert await scene.super.fetch("select from inbox where chat is not null or payload is not null") == []
    assert await scene.super.fetch("select from inbox_chats") == []
    assert await scene.super.fetchval("select state || ' ' || error from inbox where update_id = 101") == "done erased"


async def test_an_update_that_waited_is_not_answered_any_more_nor_stored_anew(scene: Scene) -> None:
    await talked(scene, scene.ana)
    await erased(scene, scene.ana)
    assert await scene.desk.claimed() == []
    await scene.arrive(waiting(101, scene.ana))  # Telegram delivers it again
    assert await scene.desk.claimed() == []
    await scene.arrive(waiting(200, scene.ana, "oi"))  # what comes later is a new beginning
    assert [job.id for job in await scene.desk.claimed()] == [200]


async def test_nothing_of_anybody_else_goes(scene: Scene) -> None:
    await talked(scene, scene.bia)
    await queued(scene, scene.bia, 300)
    before = await counts(scene)
    await talked(scene, scene.ana)
    await erased(scene, scene.ana)
    after = await counts(scene)
    assert {table: after[table] - before[table] for table in before if after[table] != before[table]} == {
        "outbox": 1,
        "outbox_chats": 1,
        "inbox": 5,
    }
    assert (
        await scene.super.fetchval(
            "select count(*) from inbox where payload::text like $1 and (chat = $2 or chat is null)", f"%{WORD}%", BIA
        )
        == 4
    )


async def counts(scene: Scene) -> Mapping[str, int]:
    tables = [row[0] for row in await scene.super.fetch(_TABLES)]
    personal = [table for table in tables if table not in IMPERSONAL]
    return {table: await scene.super.fetchval(f'select count(*) from "{table}"') for table in personal}  # noqa: S608


async def test_files_go_too_and_the_end_of_backups_is_told(scene: Scene) -> None:
    await talked(scene, scene.ana)
    assert [path for path in scene.files.rglob("*") if path.is_file()]
    (done,) = await erased(scene, scene.ana)
    assert [path for path in scene.files.rglob("*") if path.is_file()] == []
    assert "expiram em 30 dias" in done.text


async def written_without_its_lease(scene: Scene, handled: Handled, job: Job) -> None:
    async with scene.desk.conversations.transaction(handled.person) as transaction:
        await handled.write(transaction)
        await scene.desk.inbox.finish(transaction, replace(job, token=uuid.uuid4()))


async def test_an_erasure_that_fails_leaves_everything_as_it_was(scene: Scene) -> None:
    await talked(scene, scene.ana)
    button = await asked(scene.ana)
    job = await queued(scene, scene.ana, 100)
    before = await scene.holding(scene.ana, WORD)
    handled = await scene.ana.think("", kind=Kind.BUTTON, data=button)
    with pytest.raises(LeaseLost):
        await written_without_its_lease(scene, handled, job)
    assert await scene.holding(scene.ana, WORD) == before


@pytest.mark.parametrize(("days", "told"), [(7, "expiram em 7 dias"), (0, "não há cópias de segurança")])
async def test_backups_are_told_of_as_the_operator_sets_them(
    corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path, days: int, told: str
) -> None:
    models = Models(local_embedder, None, None)
    async with conversation(corpus_pool, models, fonte_home=tmp_path, fonte_backup_days=days) as someone:
        (question,) = await someone.say("/apagar")
        (done,) = await someone.press_first(question)
    assert told in done.text
