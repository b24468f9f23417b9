"""What a revised note would have touched, told before it is published."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.bootstrap.review import ReviewParts
from bot.paths import CORPUS
from bot.review.records import Viewer
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import as_person
from rag.notes.errors import NoteError, NoteErrors
from tests.integration.conversing import Conversation, conversation
from tests.integration.reviewing import an_operator, parts_on

NOTE = (CORPUS / "notes" / "dermatologia.md").read_text(encoding="utf-8")
PHRASES = (CORPUS / "phrases" / "dermatologia.toml").read_bytes()
PROTOCOL = (CORPUS / "protocols" / "dermatologia" / "acne.toml").read_text(encoding="utf-8")
FOUR, SIX = "por pelo menos 4 meses", "por pelo menos 6 meses"
ACNE_ASKED = "quando a acne é encaminhada ao dermatologista?"
FACTS: Mapping[str, Any] = {
    "age": 30, "sex": "male", "lesion_types": "cravos", "lesion_sites": "rosto", "duration_months": 20,
    "severity": "moderate", "quality_of_life_affected": True, "fever": False, "joint_pain": False,
    "systemic_symptoms": "nenhum", "sudden_onset": False, "bleeding_crusts": False, "open_sores": False,
    "topical_treatments": "gel", "systemic_treatments": "nenhum", "optimised_treatment": True, "treatment_months": 5,
    "improved": False, "acne_conglobata": False, "no_means_to_treat": False,
}  # fmt: skip


@pytest.fixture
def parts(own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path) -> ReviewParts:
    return parts_on(own_corpus_pool, local_embedder, tmp_path)


@pytest.fixture
async def viewer(own_corpus_pool: asyncpg.Pool) -> Viewer:
    return await an_operator(own_corpus_pool)


@pytest.fixture
async def ana(
    own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> AsyncIterator[Conversation]:
    models = Models(local_embedder, None, None)
    async with conversation(own_corpus_pool, models, fonte_home=tmp_path) as someone:
        await someone.consent()
        someone.at = datetime.now(UTC)
        yield someone


async def a_case(ana: Conversation, facts: Mapping[str, Any] = FACTS, status: str = "FINALIZADO") -> uuid.UUID:
    """A closed case of acne with these facts, each pressed as a button."""
    case = uuid.uuid4()
    async with as_person(ana.pool, ana.person.id) as connection:
        document = await connection.fetchval("select id from documentos_rag where slug = 'acne' and retired_at is null")
        await connection.execute(
            "insert into cases (id, user_id, especialidade, slug, document_id, status, opened_at, updated_at, "
            "closed_at) values ($1, $2, 'dermatologia', 'acne', $3, $4, $5, $5, $5)",
            case, ana.person.id, document, status, ana.at,
        )  # fmt: skip
        await connection.executemany(
            "insert into case_facts (case_id, user_id, key, value, how, said_at) "
            "values ($1, $2, $3, $4, 'pressed', $5)",
            [(case, ana.person.id, key, value, ana.at) for key, value in facts.items()],
        )
    return case


async def test_the_notes_of_today_touch_nothing(parts: ReviewParts, viewer: Viewer, ana: Conversation) -> None:
    await ana.say(ACNE_ASKED)
    await a_case(ana)
    files = {"dermatologia.md": NOTE.encode(), "dermatologia.toml": PHRASES, "acne.toml": PROTOCOL.encode()}
    impact = await parts.impacts.of(viewer, files)
    assert (impact.changed, impact.retired, impact.replies, impact.cases) == ((), (), (), ())
    assert await parts.impacts.of(viewer, {"dermatologia.md": NOTE.encode()}) == impact


async def test_a_changed_figure_touches_the_answers_that_cite_it_and_says_which_figure(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (answer,) = await ana.say(ACNE_ASKED)
    assert "4 meses" in answer.text
    await ana.say("/nova")
    await ana.say("o que é melanoma?")
    assert FOUR in NOTE
    impact = await parts.impacts.of(viewer, {"dermatologia.md": NOTE.replace(FOUR, SIX).encode()})
    assert (impact.changed, impact.retired) == (("Acne",), ())
    (touched,) = impact.replies
    assert (str(touched.line.id), touched.cited, touched.unsupported) == (answer.id, True, ("pelo menos 4 meses",))
    assert [(p.title, p.version) for p in touched.before if p.title == "Acne"] == [("Acne", 1)]
    assert [(p.title, p.version) for p in touched.after if p.title == "Acne"] == [("Acne", 2)]
    assert impact.examined == 2


async def test_what_is_told_of_today_is_what_the_database_finds(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (answer,) = await ana.say(ACNE_ASKED)
    impact = await parts.impacts.of(viewer, {"dermatologia.md": NOTE.replace(FOUR, SIX).encode()})
    replayed = await parts.records.replay(viewer, uuid.UUID(answer.id))
    assert replayed
    today = {p.document_id: p.similarity for p in replayed.today}
    assert {p.document_id: pytest.approx(p.similarity, abs=1e-6) for p in impact.replies[0].before} == today


async def test_a_condition_that_is_taken_out_is_retired_and_leaves(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    await ana.say(ACNE_ASKED)
    start, end = NOTE.index("## Consulta em Dermatologia - Acne"), NOTE.index("## Consulta em Dermatologia - Melanoma")
    impact = await parts.impacts.of(viewer, {"dermatologia.md": (NOTE[:start] + NOTE[end:]).encode()})
    assert impact.retired == ("Acne",)
    assert impact.changed == ()
    assert "Acne" not in {p.title for p in impact.replies[0].after}
    assert "pelo menos 4 meses" in impact.replies[0].unsupported


async def test_phrases_alone_may_let_another_condition_in(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (answer,) = await ana.say("tenho umas manchas redondas que soltam um pozinho branco, o que pode ser?")
    passages = {source.titulo for source in answer.sources}
    slug, outside = next(pair for pair in (("acne", "Acne"), ("alopecia", "Alopecia")) if pair[1] not in passages)
    head = f"[{slug}]\npt = ["
    said = '"umas manchas redondas que soltam um pozinho branco",'
    phrases = PHRASES.decode().replace(head, f"{head}\n    {said}", 1)
    impact = await parts.impacts.of(viewer, {"dermatologia.md": NOTE.encode(), "dermatologia.toml": phrases.encode()})
    assert impact.changed == (outside,)
    (touched,) = impact.replies
    assert not touched.cited
    assert outside not in {p.title for p in touched.before}
    assert outside in {p.title for p in touched.after}


async def test_a_closed_case_is_decided_again_by_the_protocol_that_comes(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    short, long = await a_case(ana), await a_case(ana, {**FACTS, "treatment_months": 8})
    note = NOTE.replace(FOUR, SIX)
    protocol = PROTOCOL.replace(FOUR, SIX).replace("treatment_months >= 4.0", "treatment_months >= 6.0")
    impact = await parts.impacts.of(viewer, {"dermatologia.md": note.encode(), "acne.toml": protocol.encode()})
    assert [(one.line.id, one.before, one.after, one.criteria) for one in impact.cases] == [
        (short, "FINALIZADO", "NAO_ELEGIVEL", ("moderate_after_4_months",))
    ]
    assert long != short
    assert impact.examined == 2


async def test_nothing_is_written_but_the_line_in_the_audit_log(
    parts: ReviewParts, viewer: Viewer, ana: Conversation, corpus_database: str
) -> None:
    (answer,) = await ana.say(ACNE_ASKED)
    connection = await asyncpg.connect(corpus_database)
    tables = [
        row[0]
        for row in await connection.fetch(
            "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' "
            "and relname <> 'audit_log'"
        )
    ]

    async def state() -> list[object]:
        return [
            await connection.fetchval(
                f"select md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) from {t} t"  # noqa: S608
            )
            for t in tables
            if not t.startswith("food")
        ]

    before = await state()
    await parts.impacts.of(viewer, {"dermatologia.md": NOTE.replace(FOUR, SIX).encode()})
    assert await state() == before
    await connection.close()
    (line,) = await parts.audit.page(None, 1)
    assert (line.action, line.subject, line.detail) == ("impact", "dermatologia", {"replies": [answer.id], "cases": []})


@pytest.mark.parametrize("files", [
    {"dermatologia.md": b"def f():\n    return 1\n"},
    {"dermatologia.md": NOTE.encode(), "sarna.toml": PROTOCOL.encode()},
    {"dermatologia.md": NOTE.encode(), "acne.toml": PROTOCOL.replace("4 meses", "9 meses").encode()},
    {"acne.toml": PROTOCOL.encode()},
    {"x.exe": b"MZ"},
    {"../../etc/passwd": b"x"},
    {"..": b"x"},
    {},
])  # fmt: skip
async def test_what_can_not_be_ingested_is_told_without_the_names_of_our_folders(
    parts: ReviewParts, viewer: Viewer, files: Mapping[str, bytes]
) -> None:
    with pytest.raises((NoteError, NoteErrors)) as told:
        await parts.impacts.of(viewer, files)
    assert "/tmp" not in str(told.value)  # noqa: S108
    assert "fonte-" not in str(told.value)


async def test_old_replies_and_open_cases_are_not_examined_twice(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    await ana.say("estou com acne grave, o que eu faço?")
    ana.at += timedelta(days=1)
    await ana.say(ACNE_ASKED)
    impact = await parts.impacts.of(viewer, {"dermatologia.md": NOTE.replace(FOUR, SIX).encode()})
    assert len({one.line.id for one in impact.replies}) == len(impact.replies)
    assert impact.cases == ()
