"""The conversation: agents, commands and the application that they make."""

from __future__ import annotations

import asyncio
import secrets
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain

import asyncpg
import structlog

from bot.acts import Act, Command, Context
from bot.adapters.conversations import PostgresConversations
from bot.adapters.delivery.notices import PostgresOverview
from bot.agents.agent import Agents, Limits, SpecialtyAgent
from bot.agents.general import General
from bot.agents.scope import beyond
from bot.app import App
from bot.bootstrap.consultation import NO_CONSULTATION, ConsultationParts, open_consultations
from bot.bootstrap.diary import NO_DIARY, DiaryParts, open_diary, person_files
from bot.bootstrap.features import enabled_profiles, known_features
from bot.bootstrap.models import Models
from bot.bootstrap.privacy import PrivacyParts, open_privacy
from bot.commands.consent import ConsentButtons
from bot.commands.help import Help
from bot.commands.review import Review
from bot.commands.session import Forget
from bot.commands.settings import LanguageSettings
from bot.commands.sources import Sources
from bot.commands.start import Start
from bot.consent import Consent
from bot.consultation.opening import stance
from bot.locales import Catalogue, load_catalogue
from bot.metrics import AnswerMeter, MeteredNoteIndex, NullMeter
from bot.paths import CORPUS
from bot.ports import Person
from bot.profile import Profile
from bot.prompts import load_prompt
from bot.redflags import warm as warm_screen
from bot.routing import Router
from bot.settings import Settings
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.answering import Answerer
from rag.notes.extracting import wish_of
from rag.notes.faq import FaqIndex, load_faq
from rag.notes.retrieval import Retriever
from rag.protocols.reading import read_yes_no
from rag.types import Language

TERMS = "2026-12-01"
"""Version of the consent's text: a new one is asked for again. `_terms` adds where texts are processed."""
LIMITS = Limits(near_enough=0.35, also_within=0.03)
"""Calibrated on the development half of tests/golden (docs/decisions)."""


class StartError(Exception):
    """Fonte can't start as it is set up; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What channels need. `sweep` removes old files that were made to be sent."""

    app: App
    conversations: PostgresConversations
    catalogue: Catalogue
    pool: asyncpg.Pool
    menu: Sequence[Command]
    sweep: Callable[[], None]


async def wired(
    pool: asyncpg.Pool,
    index: PostgresNoteIndex,
    models: Models,
    settings: Settings,
    *,
    new_id: Callable[[], uuid.UUID],
    meter: AnswerMeter | None = None,
) -> Runtime:
    """The application on an ingested database. Raises StartError where the active model's vectors are missing."""
    profiles = enabled_profiles(settings)
    conversations = PostgresConversations(pool)
    catalogue = load_catalogue().naming({p.specialty: p.name for p in profiles})
    await _check_vectors(index, models)
    retriever = Retriever(MeteredNoteIndex(index, meter or NullMeter()), models.local, models.active)
    faq = await _faq(pool, settings)
    agents = _agents(index, models, settings, profiles, retriever, faq, meter or NullMeter())
    terms = _terms(models)
    consent = Consent(terms, agents.consent_lines)
    consultation = _consultation(pool, models, settings, agents, consent, new_id)
    agents = replace(agents, consultations=consultation.consultations)
    await _warm(agents, conversations)
    diary = _diary(pool, models, settings, consent, new_id, lambda *heard: app.alarmed(*heard))  # noqa: PLW0108
    privacy = open_privacy(pool, settings, consent)
    menu = _commands(conversations, catalogue, settings, profiles, diary, consultation, privacy)
    unlisted = _for_operators(pool, settings)
    app = App(
        conversations=conversations,
        catalogue=catalogue,
        commands={name: c for c in (*menu, *unlisted) for name in (c.name, *chain(*c.aliases.values()))},
        buttons={
            c.name: c
            for c in (
                *menu,
                *consultation.buttons,
                *privacy.buttons,
                ConsentButtons(terms, lambda *asked: app.read(*asked)),  # noqa: PLW0108
            )
        },
        listeners=(*privacy.listeners, *consultation.listeners, *diary.listeners, *consultation.late),
        agents=agents,
        specialties={language: [p.described(language) for p in profiles] for language in Language},
        terms=terms,
        default_language=settings.fonte_locale,
        new_id=new_id,
        new_token=lambda: secrets.token_urlsafe(12),
        log=structlog.get_logger("app"),
        meter=meter or NullMeter(),
    )
    return Runtime(app, conversations, catalogue, pool, menu, person_files(settings).sweep)


def _consultation(
    pool: asyncpg.Pool,
    models: Models,
    settings: Settings,
    agents: Agents,
    consent: Consent,
    new_id: Callable[[], uuid.UUID],
) -> ConsultationParts:
    if not settings.enabled("consultation") or not agents.specialties:
        return NO_CONSULTATION
    return open_consultations(pool, models, settings, agents, consent, new_id)


def _diary(
    pool: asyncpg.Pool,
    models: Models,
    settings: Settings,
    consent: Consent,
    new_id: Callable[[], uuid.UUID],
    alarmed: Callable[[Context, str], Act | None],
) -> DiaryParts:
    if not settings.enabled("diary"):
        return NO_DIARY
    return open_diary(pool, models, settings, consent, new_id, alarmed)


async def _check_vectors(index: PostgresNoteIndex, models: Models) -> None:
    """Raises StartError where the active model's vectors are missing, unless an ingestion has met an outage."""
    if models.active is None:
        return
    coverage = await index.coverage(models.active.name)
    if coverage.complete or coverage.state == "incomplete":
        return
    missing = coverage.documents - coverage.covered
    raise StartError(
        f"{missing} of {coverage.documents} passages have no vectors of {models.active.name}: "
        "run python scripts/ingest_notes.py"
    )


def _terms(models: Models) -> str:
    """The terms that hold here: who agreed that nothing leaves the service has not agreed to a provider."""
    return f"{TERMS}+gemini" if models.active or models.chat else TERMS


async def _faq(pool: asyncpg.Pool, settings: Settings) -> FaqIndex | None:
    """The FAQ, whose texts are kept by their hashes so that an answer can be read again after it has changed."""
    if not settings.enabled("faq"):
        return None
    entries = load_faq(CORPUS / "faq", features=known_features(settings))
    await PostgresCorpus(pool).keep_faq(entries)
    return FaqIndex.build(entries)


async def _warm(agents: Agents, conversations: PostgresConversations) -> None:
    """Builds what is built at first use, so that nobody waits for it."""
    now = datetime.now(UTC)
    session = await conversations.session(Person("start", "nobody"), TERMS, now, now)
    await agents.router.warm(session.corpus_version)
    for agent in agents.specialties.values():
        await agent.retriever.names(session.corpus_version)
    await asyncio.to_thread(_warm_rules)


def _warm_rules() -> None:
    warm_screen()
    beyond("")
    wish_of("")
    stance("")
    read_yes_no("")


def _agents(
    index: PostgresNoteIndex,
    models: Models,
    settings: Settings,
    profiles: Sequence[Profile],
    retriever: Retriever,
    faq: FaqIndex | None,
    meter: AnswerMeter,
) -> Agents:
    prompt = load_prompt("answer")
    answerer = Answerer(index, models.chat, prompt.text)
    agents = {p.specialty: SpecialtyAgent(p, retriever, answerer, prompt, LIMITS, meter) for p in profiles}
    router = Router(index, models.local, profiles, models.chat, load_prompt("route").text)
    processed = "consent.processed_model" if models.active or models.chat else "consent.processed_local"
    diary = ["consent.diary"] if settings.enabled("diary") else []
    lines = ["consent.stored", *diary, processed, "consent.telegram", "consent.rights"]
    return Agents(router, agents, General(faq, settings.enabled), lines)


def _commands(
    conversations: PostgresConversations,
    catalogue: Catalogue,
    settings: Settings,
    profiles: Sequence[Profile],
    diary: DiaryParts,
    consultation: ConsultationParts,
    privacy: PrivacyParts,
) -> list[Command]:
    has_diary, has_consultation = settings.enabled("diary"), consultation.consultations is not None
    menu: list[Command] = [
        Start(diary=has_diary, consultation=has_consultation),
        Help(lambda: menu, faq=settings.enabled("faq"), diary=has_diary, consultation=has_consultation),
    ]
    if profiles:
        menu += [
            Sources(conversations, settings.enabled),
            Forget("new", {Language.PT: ["nova"], Language.ES: ["nueva"]}, diary.forget, consultation.close),
            Forget("cancel", {Language.PT: ["cancelar"], Language.ES: ["cancelar"]}, diary.forget, consultation.close),
        ]
    menu += diary.commands
    menu += [LanguageSettings(catalogue, diary.clock), *privacy.commands]
    return menu


def _for_operators(pool: asyncpg.Pool, settings: Settings) -> list[Command]:
    """What stands in no menu and in no help."""
    if not settings.fonte_operators:
        return []
    return [Review(PostgresOverview(pool), settings.fonte_operators, settings.review_url, settings.zone)]
