"""Cases as they are kept on PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import asyncpg
import pytest

from bot.adapters.consultation.cases import PostgresCases
from bot.adapters.conversations import PostgresConversations
from bot.consultation.case import Asking, AskKind, Case, CaseStatus, case_of
from bot.consultation.ports import Referral
from bot.ports import Person
from rag.ports import StorageError
from rag.protocols.types import Fact, How, ProtocolField, Reading
from rag.types import Source
from tests.unit.case_samples import PROTOCOL, field, protocol

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ANN, BEA = Person("test", "ann"), Person("test", "bea")
PRESSURE = ProtocolField.model_validate(field("pressure", "measurements", unit="mmHg"))
FIELDS = {one.key: one for one in (*protocol(**PROTOCOL).fields, PRESSURE)}
CASES = PostgresCases()


@pytest.fixture
async def document(pool: asyncpg.Pool) -> int:
    """A chunk for cases to be decided by."""
    made: int = await pool.fetchval(
        "insert into documentos_rag (especialidade, titulo, conteudo, slug) "
        "values ('endocrinologia', 'Obesidade', 'x', 'obesidade') returning id"
    )
    return made


def opened(document: int, **changed: Any) -> Case:
    case = Case(uuid.uuid4(), "endocrinologia", "obesidade", document, AT, AT)
    return replace(case, **changed)


async def keep(pool: asyncpg.Pool, case: Case, *told: Fact, person: Person = ANN) -> None:
    async with PostgresConversations(pool).transaction(person) as transaction:
        await transaction.keep_person(None)
        await CASES.keep(transaction, case, told, None)


async def kept_of(pool: asyncpg.Pool, case: Case, fact: Fact, message: uuid.UUID) -> None:
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        await transaction.keep_person(None)
        await CASES.keep(transaction, case, [fact], message)


async def rows(pool: asyncpg.Pool, person: Person = ANN) -> tuple[Mapping[str, Any], ...]:
    session = await PostgresConversations(pool).session(person, "t", AT, AT)
    return session.cases


async def test_a_case_comes_back_as_it_was_kept(pool: asyncpg.Pool, document: int) -> None:
    readings = (Reading(Decimal(150), Decimal(95), AT.date()), Reading(Decimal("14.5")))
    told = [
        Fact("bmi", Decimal("41.3"), How.HEARD, AT, "imc 41,3"),
        Fact("diabetes", None, How.ANSWERED, AT, "não sei"),
        Fact("operated_on", AT.date(), How.ANSWERED, AT, "hoje"),
        Fact("pressure", readings, How.ANSWERED, AT, "15 por 9"),
        Fact("hormonal", value=True, how=How.PRESSED, at=AT),
    ]
    asking = Asking(AskKind.FIELD, AT, "sex", again=("diabetes",))
    source = Source("Obesidade", 0.7, document, 1, "ab", 1, citada=True)
    case = opened(document, asking=asking, sources=(source,))
    await keep(pool, case, *told)
    (row,) = await rows(pool)
    assert case_of(row, FIELDS) == replace(case, revision=1, facts={fact.key: fact for fact in told})


async def test_the_latest_word_on_a_thing_holds_and_the_earlier_ones_stay(pool: asyncpg.Pool, document: int) -> None:
    case = opened(document)
    await keep(pool, case, Fact("bmi", Decimal(41), How.HEARD, AT))
    await keep(pool, replace(case, revision=1), Fact("bmi", Decimal(38), How.ANSWERED, AT))
    (row,) = await rows(pool)
    assert case_of(row, FIELDS).facts["bmi"].value == Decimal(38)
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        assert await transaction.connection.fetchval("select count(*) from case_facts") == 2


@pytest.mark.parametrize("thought_on", [1, 3])
async def test_a_turn_that_was_thought_of_on_another_state_is_refused_whole(
    pool: asyncpg.Pool, document: int, thought_on: int
) -> None:
    case = opened(document)
    await keep(pool, case)
    await keep(pool, replace(case, revision=1))
    with pytest.raises(StorageError):
        await keep(pool, replace(case, revision=thought_on), Fact("bmi", Decimal(41), How.ANSWERED, AT))
    (row,) = await rows(pool)
    assert (row["revision"], row["facts"]) == (2, [])


async def test_a_second_open_case_of_a_specialty_is_refused(pool: asyncpg.Pool, document: int) -> None:
    await keep(pool, opened(document))
    with pytest.raises(StorageError):
        await keep(pool, opened(document))


async def test_a_closed_case_makes_room_for_another(pool: asyncpg.Pool, document: int) -> None:
    case = opened(document)
    await keep(pool, case)
    await keep(pool, replace(case, revision=1, status=CaseStatus.NAO_ELEGIVEL))
    await keep(pool, opened(document))
    assert len(await rows(pool)) == 1


async def test_a_closed_case_is_written_to_no_more(pool: asyncpg.Pool, document: int) -> None:
    case = opened(document)
    await keep(pool, case)
    await keep(pool, replace(case, revision=1, status=CaseStatus.FINALIZADO))
    with pytest.raises(StorageError):
        await keep(pool, replace(case, revision=2))


async def test_a_case_left_alone_for_thirty_days_is_open_no_more_and_makes_room(
    pool: asyncpg.Pool, document: int
) -> None:
    await keep(pool, opened(document, updated_at=AT - timedelta(days=30)))
    assert await rows(pool) == ()
    await keep(pool, opened(document))
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        statuses = await transaction.connection.fetch("select status from cases order by updated_at")
    assert [row["status"] for row in statuses] == ["ABANDONADO", "PENDENTE"]


async def test_the_case_last_spoken_of_comes_first(pool: asyncpg.Pool, document: int) -> None:
    later = AT + timedelta(hours=1)
    await keep(pool, opened(document, specialty="dermatologia", updated_at=later))
    await keep(pool, opened(document))
    assert [row["especialidade"] for row in await rows(pool)] == ["dermatologia", "endocrinologia"]


async def test_an_emergency_ends_the_case_last_spoken_of_and_no_other(pool: asyncpg.Pool, document: int) -> None:
    await keep(pool, opened(document, specialty="dermatologia", updated_at=AT - timedelta(hours=1)))
    await keep(pool, opened(document))
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        await transaction.end_urgently(AT - timedelta(hours=24), AT)
        statuses = await transaction.connection.fetch("select especialidade, status from cases order by 1")
    assert [tuple(row) for row in statuses] == [("dermatologia", "PENDENTE"), ("endocrinologia", "URGENCIA")]


async def test_an_emergency_leaves_a_case_alone_that_nobody_has_spoken_of_for_long(
    pool: asyncpg.Pool, document: int
) -> None:
    await keep(pool, opened(document, updated_at=AT - timedelta(days=3)))
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        await transaction.end_urgently(AT - timedelta(hours=24), AT)
    assert len(await rows(pool)) == 1


async def test_nobody_reaches_another_s_cases(pool: asyncpg.Pool, document: int) -> None:
    case = opened(document)
    await keep(pool, case, Fact("bmi", Decimal(41), How.ANSWERED, AT))
    async with PostgresConversations(pool).transaction(ANN) as transaction:
        await CASES.refer(transaction, Referral(uuid.uuid4(), case.id, "endocrinologia", {}, "resumo", AT))
    assert await rows(pool, BEA) == ()
    with pytest.raises(StorageError):
        await keep(pool, replace(case, revision=1), person=BEA)
    async with PostgresConversations(pool).transaction(BEA) as transaction:
        await transaction.end_urgently(AT - timedelta(hours=24), AT)
        for table in ("cases", "case_facts", "encaminhamentos"):
            assert await transaction.connection.fetchval(f"select count(*) from {table}") == 0  # noqa: S608
    assert len(await rows(pool)) == 1


async def test_a_message_that_is_not_kept_takes_none_of_its_facts_along(pool: asyncpg.Pool, document: int) -> None:
    case = opened(document)
    fact = Fact("bmi", Decimal(41), How.ANSWERED, AT)
    unknown = uuid.uuid4()  # of a message that is never recorded
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await kept_of(pool, case, fact, unknown)
    assert await rows(pool) == ()
