"""The `Cases` port on PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.adapters.delivery.connections import connection_of, person_of
from bot.consultation.case import Case, CaseStatus, value_json
from bot.consultation.ports import Referral
from bot.ports import Transaction
from rag.ports import StorageError
from rag.protocols.types import Fact

_KEEP = "select keep_case($1, $2, $3, $4)"
_REFER = """
insert into encaminhamentos (id, case_id, user_id, especialidade, summary, text, created_at)
values ($1, $2, $3, $4, $5, $6, $7)
"""


@dataclass(frozen=True, slots=True)
class PostgresCases:
    """Writes in the transaction it is given."""

    async def keep(self, transaction: Transaction, case: Case, told: Sequence[Fact], message: uuid.UUID | None) -> None:
        """Writes one turn; StorageError where the case has been written to since it was read."""
        facts = [_fact(fact, message) for fact in told]
        kept = await connection_of(transaction).fetchval(
            _KEEP, person_of(transaction), _row(case), case.revision, facts
        )
        if not kept:
            raise StorageError("the case has been written to meanwhile")

    async def refer(self, transaction: Transaction, referral: Referral) -> None:
        """Keeps a referral."""
        await connection_of(transaction).execute(
            _REFER,
            referral.id,
            referral.case_id,
            person_of(transaction),
            referral.specialty,
            referral.summary,
            referral.text,
            referral.created_at,
        )


def _row(case: Case) -> dict[str, Any]:
    closed = None if case.status is CaseStatus.PENDENTE else case.updated_at.isoformat()
    return {
        "id": str(case.id),
        "especialidade": case.specialty,
        "slug": case.slug,
        "document_id": case.document_id,
        "status": case.status,
        "asking": case.asking.as_json() if case.asking else None,
        "sources": [asdict(source) for source in case.sources],
        "decision": case.decision,
        "opened_at": case.opened_at.isoformat(),
        "updated_at": case.updated_at.isoformat(),
        "closed_at": closed,
    }


def _fact(fact: Fact, message: uuid.UUID | None) -> dict[str, Any]:
    return {
        "key": fact.key,
        "value": value_json(fact.value),
        "how": fact.how,
        "quote": fact.quote,
        "message_id": str(message) if message else None,
        "said_at": fact.at.isoformat(),
    }
