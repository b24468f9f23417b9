"""Consultations: their storage, their protocols and what they listen to."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import asyncpg

from bot.acts import Act, Command, Context, Listener
from bot.adapters.consultation.cases import PostgresCases
from bot.adapters.memory import PostgresMemories
from bot.agents.agent import Agents
from bot.agents.scope import beyond
from bot.bootstrap.models import Models
from bot.commands.consultation import CaseButtons
from bot.commands.session import Closing
from bot.consent import Consent
from bot.consultation.attending import Attending
from bot.consultation.business import Business
from bot.consultation.consultations import Consultations
from bot.consultation.hearing import Hearing
from bot.consultation.listening import ConsultationListener
from bot.consultation.proposing import Proposer
from bot.consultation.records import Records
from bot.consultation.turns import Turns
from bot.prompts import load_prompt
from bot.settings import Settings
from rag.adapters.postgres.protocols import PostgresProtocols
from rag.diary.reading.intent import Stance, stance


@dataclass(frozen=True, slots=True)
class ConsultationParts:
    """What the application takes of the consultations. `close` ends the one last spoken of."""

    consultations: Consultations | None
    listeners: Sequence[Listener]
    late: Sequence[Listener]
    buttons: Sequence[Command]
    close: Closing | None


NO_CONSULTATION = ConsultationParts(None, (), (), (), None)


def open_consultations(
    pool: asyncpg.Pool,
    models: Models,
    settings: Settings,
    agents: Agents,
    consent: Consent,
    new_id: Callable[[], uuid.UUID],
) -> ConsultationParts:
    """Consultations on an ingested database; `agents` answer what begins anew."""
    diary = settings.enabled("diary")
    business = Business(agents.router, lambda text: diary and stance(text) is Stance.TOLD)
    turns = Turns(PostgresCases(), PostgresMemories(pool), new_id, settings.zone)
    proposer = Proposer(models.chat, load_prompt("read_case"), lambda text: beyond(text) is not None)

    async def answering(context: Context, text: str) -> Act:
        return await replace(agents, consultations=consultations).answer(context, text)

    records = Records(PostgresProtocols(pool), business, proposer, settings.zone)
    hearing = Hearing(records, turns, answering)
    consultations = Consultations(records, hearing, Attending(records, turns, hearing, new_id))
    listeners = [ConsultationListener(consultations, consent, late) for late in (False, True)]
    buttons = (CaseButtons(consultations, consent),)
    return ConsultationParts(consultations, listeners[:1], listeners[1:], buttons, consultations.closing)
