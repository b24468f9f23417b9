"""The composition root: the only place where adapters are chosen."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain

import asyncpg
import structlog
from threadpoolctl import threadpool_limits

from bot.acts import Command
from bot.adapters.conversations import PostgresConversations
from bot.adapters.delivery.opening import open_storage
from bot.adapters.health import PostgresHealth
from bot.agents.agent import Agents, Limits, SpecialtyAgent
from bot.agents.general import General
from bot.agents.scope import beyond
from bot.app import App
from bot.commands.consent import ConsentButtons
from bot.commands.help import Help
from bot.commands.privacy import DeleteMe, Privacy
from bot.commands.session import Forget
from bot.commands.settings import LanguageSettings
from bot.commands.sources import Sources
from bot.commands.start import Start
from bot.delivery.limits import FloodLimits
from bot.delivery.pacing import Pace
from bot.delivery.service import OpenStorage
from bot.locales import Catalogue, load_catalogue
from bot.metrics import AnswerMeter, MeteredChatModel, MeteredEmbedder, MeteredNoteIndex, NullMeter
from bot.paths import CORPUS, SQL
from bot.ports import Person
from bot.profile import Profile, load_profiles
from bot.prompts import load_prompt
from bot.redflags import warm as warm_screen
from bot.routing import Router
from bot.settings import CAPABILITIES, Settings, SettingsError
from rag.adapters.budget import Budget, BudgetedChatModel, BudgetedEmbedder, BudgetLimits, PostgresBudget
from rag.adapters.cache import CachingEmbedder
from rag.adapters.local.embedder import LocalEmbedder
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.adapters.postgres.migrations import load_schema, migrate
from rag.adapters.postgres.note_index import PostgresNoteIndex
from rag.adapters.postgres.pool import again_if_lost, connect, losses_told, open_pool
from rag.answering import Answerer
from rag.notes.extracting import wish_of
from rag.notes.faq import FaqIndex, load_faq
from rag.notes.ingest import Ingestion, Progress, Report
from rag.notes.preparing import Preparer
from rag.notes.retrieval import Retriever
from rag.ports import ChatModel, Embedder
from rag.resilience import Breaker, GuardedChatModel, GuardedEmbedder
from rag.types import Language

TERMS = "2026-11"
"""Version of the consent's text: a new one is asked for again. `_terms` adds where texts are processed."""
QUERY_CACHE = 1_024
HTTP_TIMEOUT_S = 30.0
DOCUMENTS_DEADLINE_S = 60.0
LIMITS = Limits(near_enough=0.35, also_within=0.03)
"""Calibrated on the development half of tests/golden (docs/decisions)."""
UNBUILT = frozenset({"diary", "consultation"})
"""Capabilities that the FAQ already describes and this version does not have."""


class StartError(Exception):
    """Fonte can't start as it is set up; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one process. `active` is the provider's embedder, or None."""

    local: Embedder
    active: Embedder | None
    chat: ChatModel | None


@contextmanager
def database(settings: Settings, progress: Callable[[str], None] = lambda _: None) -> Iterator[str]:
    """The address of the database: the one that is set, or the embedded server's, kept there for as long as the block.

    Call it from the main thread, before the event loop. Raises EmbeddedPostgresError; DatabaseUnavailableError for a
    connection that was lost in the block.
    """
    url = settings.database_url.get_secret_value()
    if url:
        with losses_told():
            yield url
        return
    from rag.adapters.postgres.embedded import EmbeddedPostgres, Server  # noqa: PLC0415 - not with a server of one's own

    log = structlog.get_logger("database")

    def told(what: Server | Exception) -> None:
        if isinstance(what, Server):
            log.warning("database_restarted", here=what.owned)
        else:
            log.error("database_not_restarted", error=str(what))

    server = EmbeddedPostgres(settings.fonte_home / "postgres", on_progress=lambda step: progress(str(step)))
    with losses_told(), server.kept(told) as dsn:
        yield dsn


async def migrated(dsn: str, settings: Settings, progress: Callable[[str], None] = lambda _: None) -> str:
    """Brings the database to this version's schema and returns its address. Raises DatabaseUnavailableError."""
    return await again_if_lost(lambda: _migrated(dsn, settings, progress))


async def _migrated(dsn: str, settings: Settings, progress: Callable[[str], None]) -> str:
    if not settings.database_url.get_secret_value():
        from rag.adapters.postgres.embedded.database import ensure_database  # noqa: PLC0415

        dsn = await ensure_database(dsn, "fonte")
    connection = await connect(dsn)
    try:
        await migrate(connection, load_schema(SQL), progress)
    finally:
        await connection.close()
    return dsn


@asynccontextmanager
async def open_models(
    settings: Settings, meter: AnswerMeter | None = None, budget: Budget | None = None
) -> AsyncIterator[Models]:
    """The local model, warmed; Gemini's where there is a key, with every call counted."""
    meter = meter or NullMeter()
    async with AsyncExitStack() as stack:
        # a second BLAS thread gains nothing on vectors this small, and takes the core from the database
        stack.enter_context(threadpool_limits(1, "blas"))
        local = await LocalEmbedder.load()
        stack.callback(local.close)
        cached = CachingEmbedder(local, QUERY_CACHE)
        if not settings.gemini_api_key.get_secret_value():
            yield Models(cached, None, None)
            return
        from rag.adapters.gemini.chat import GeminiChatModel  # noqa: PLC0415 - a second and 60 MB to import
        from rag.adapters.gemini.client import open_client  # noqa: PLC0415
        from rag.adapters.gemini.embedder import GeminiEmbedder  # noqa: PLC0415

        client = await stack.enter_async_context(
            open_client(settings.gemini_api_key, http_timeout=HTTP_TIMEOUT_S, base_url=settings.google_gemini_base_url)
        )
        embedding: Embedder = GeminiEmbedder(client, settings.gemini_embedding_model, DOCUMENTS_DEADLINE_S)
        writing: ChatModel = GeminiChatModel(client, settings.gemini_chat_model, settings.gemini_chat_deadline_s)
        if budget:
            embedding, writing = BudgetedEmbedder(embedding, budget), BudgetedChatModel(writing, budget)
        embedder = GuardedEmbedder(
            MeteredEmbedder(embedding, meter, time.monotonic),
            Breaker(time.monotonic),
            settings.gemini_embedding_deadline_s,
            DOCUMENTS_DEADLINE_S,
        )
        deadline = settings.gemini_chat_deadline_s
        chat = GuardedChatModel(
            MeteredChatModel(writing, meter, time.monotonic),
            Breaker(time.monotonic),
            deadline,
        )
        generation = chat if settings.enabled("generation") else None
        yield Models(cached, CachingEmbedder(embedder, QUERY_CACHE), generation)


def preparer(models: Models) -> Preparer:
    """What reads notes, for these models' limits."""
    embedders = [models.local, *([models.active] if models.active else [])]
    return Preparer(CORPUS, models.local.count_tokens, min(e.max_tokens for e in embedders))


async def ingest_bundled(pool: asyncpg.Pool, models: Models, progress: Progress) -> Report | None:
    """Ingests the bundled notes where none are there yet, or where they have changed; never over a service's own."""
    corpus = PostgresCorpus(pool)
    digest = corpus_digest()
    if not await corpus.wants_bundled(digest):
        return None
    report = await Ingestion(corpus, models.local, models.active, progress).run(preparer(models).prepare([]))
    await corpus.note_bundled(digest)
    return report


def corpus_digest() -> str:
    """SHA-256 over the names and contents of the bundled corpus."""
    digest = hashlib.sha256()
    for path in sorted(p for p in CORPUS.rglob("*") if p.suffix in {".md", ".toml"}):
        digest.update(path.relative_to(CORPUS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Runtime:
    """What channels need."""

    app: App
    conversations: PostgresConversations
    catalogue: Catalogue
    pool: asyncpg.Pool
    menu: Sequence[Command]


@asynccontextmanager
async def open_runtime(
    dsn: str, settings: Settings, progress: Progress = lambda *_: None, meter: AnswerMeter | None = None
) -> AsyncIterator[Runtime]:
    """Everything wired, on a migrated database. Raises StartError or SettingsError."""
    async with open_pool(dsn) as pool, open_models(settings, meter, _budget(pool, settings)) as models:
        await ingest_bundled(pool, models, progress)
        yield await wired(pool, PostgresNoteIndex(pool), models, settings, new_id=uuid.uuid4, meter=meter)


def _budget(pool: asyncpg.Pool, settings: Settings) -> Budget | None:
    """The day's budget of model calls, where one is set."""
    limits = BudgetLimits(settings.fonte_model_calls_a_day, settings.fonte_model_tokens_a_day)
    if not (limits.calls or limits.tokens):
        return None
    return PostgresBudget(pool, limits, settings.zone, lambda: datetime.now(UTC), structlog.get_logger("budget"))


def delivery_storage(dsn: str, runtime: Runtime, settings: Settings) -> OpenStorage:
    """What opens the inbox and the outbox of a bot, at the pace that is set."""
    rest = 1 / settings.fonte_chat_send_rate if settings.fonte_chat_send_rate else 0.0
    pace = Pace(settings.fonte_send_rate or None, chat_pause_s=rest)
    floods = FloodLimits(settings.fonte_user_rate, settings.fonte_user_burst, settings.fonte_user_backlog)
    return partial(open_storage, dsn, runtime.pool, pace, floods=floods)


def health(runtime: Runtime) -> PostgresHealth:
    """What tells how the database is."""
    return PostgresHealth(runtime.pool, {s.version: (s.name, s.digest) for s in load_schema(SQL).migrations})


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
    catalogue = load_catalogue()
    await _check_vectors(index, models)
    retriever = Retriever(MeteredNoteIndex(index, meter or NullMeter()), models.local, models.active)
    faq = await _faq(pool, settings)
    agents = _agents(index, models, settings, profiles, retriever, faq, meter or NullMeter())
    await _warm(agents, conversations)
    terms = _terms(models)
    menu = _commands(conversations, catalogue, settings, profiles, terms, agents.consent_lines)
    app = App(
        conversations=conversations,
        catalogue=catalogue,
        commands={name: c for c in menu for name in (c.name, *chain(*c.aliases.values()))},
        buttons={c.name: c for c in (*menu, ConsentButtons(terms, agents.answer))},
        agents=agents,
        specialties={language: [p.described(language) for p in profiles] for language in Language},
        terms=terms,
        default_language=settings.fonte_locale,
        new_id=new_id,
        new_token=lambda: secrets.token_urlsafe(12),
        log=structlog.get_logger("app"),
        meter=meter or NullMeter(),
    )
    return Runtime(app, conversations, catalogue, pool, menu)


def enabled_profiles(settings: Settings) -> tuple[Profile, ...]:
    """The specialties that are switched on. Raises SettingsError for a feature that doesn't exist."""
    profiles = load_profiles(CORPUS / "profiles")
    known = _known_features()
    unknown = sorted((settings.fonte_features or frozenset()) - known)
    if unknown:
        raise SettingsError(f"FONTE_FEATURES: unknown '{unknown[0]}'; known: {', '.join(sorted(known))}")
    return tuple(p for p in profiles if settings.enabled(p.specialty))


def _known_features() -> frozenset[str]:
    return CAPABILITIES | {path.stem for path in (CORPUS / "profiles").glob("*.toml")} | {"none"}


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
    entries = load_faq(CORPUS / "faq", features=_known_features())
    await PostgresCorpus(pool).keep_faq(entries)
    return FaqIndex.build(entries)


async def _warm(agents: Agents, conversations: PostgresConversations) -> None:
    """Builds what is built at first use, so that nobody waits for it."""
    session = await conversations.session(Person("start", "nobody"), TERMS, datetime.now(UTC))
    await agents.router.warm(session.corpus_version)
    await asyncio.to_thread(_warm_rules)


def _warm_rules() -> None:
    warm_screen()
    beyond("")
    wish_of("")


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
    lines = ["consent.stored", processed, "consent.telegram", "consent.rights"]
    return Agents(router, agents, General(faq, lambda name: name not in UNBUILT and settings.enabled(name)), lines)


def _commands(
    conversations: PostgresConversations,
    catalogue: Catalogue,
    settings: Settings,
    profiles: Sequence[Profile],
    terms: str,
    consent_lines: Sequence[str],
) -> list[Command]:
    menu: list[Command] = [Start(), Help(lambda: menu, faq=settings.enabled("faq"))]
    if profiles:
        menu += [
            Sources(conversations, settings.enabled),
            Forget("new", {Language.PT: ["nova"], Language.ES: ["nueva"]}),
            Forget("cancel", {Language.PT: ["cancelar"], Language.ES: ["cancelar"]}),
        ]
    menu += [LanguageSettings(catalogue), Privacy(terms, consent_lines), DeleteMe()]
    return menu
