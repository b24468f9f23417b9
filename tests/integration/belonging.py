"""What is a person's, put into a real database for tests of telling, exporting, erasing and ageing it."""

from __future__ import annotations

import uuid
from datetime import datetime

from tests.integration.conversing import Conversation

_CASE = """
insert into cases (id, user_id, especialidade, slug, document_id, status, asking, decision, opened_at, updated_at,
                   closed_at)
select $1, $2, d.especialidade, d.slug, d.id, $3, $4, $5, $6, $6, $7 from documentos_rag d
 where d.especialidade = $8 order by d.id limit 1
"""
_FACT = """
insert into case_facts (case_id, user_id, key, value, how, quote, said_at)
values ($1, $2, 'age', '47', 'answered', $3, $4)
"""
_REFERRAL = """
insert into encaminhamentos (id, case_id, user_id, especialidade, summary, text, created_at)
values ($1, $2, $3, $4, $5, $6, $7)
"""


async def case_of(
    someone: Conversation,
    words: str = "tenho 47 anos",
    *,
    at: datetime | None = None,
    closed_at: datetime | None = None,
    specialty: str = "cardiologia",
) -> uuid.UUID:
    """Stores a case with one fact and a referral, all of which hold `words`; open where it is not closed."""
    case, at = uuid.uuid4(), at or someone.at
    status = "FINALIZADO" if closed_at else "PENDENTE"
    async with someone.runtime.conversations.transaction(someone.person) as transaction:
        await transaction.keep_person(None)
    async with someone.pool.acquire() as connection, connection.transaction():
        await connection.execute("select set_config('fonte.user_id', $1, true)", str(someone.person.id))
        told = {"said": words}
        await connection.execute(_CASE, case, someone.person.id, status, told, told, at, closed_at, specialty)
        await connection.execute(_FACT, case, someone.person.id, words, at)
        await connection.execute(_REFERRAL, uuid.uuid4(), case, someone.person.id, specialty, told, words, at)
    return case
