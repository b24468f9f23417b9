"""The queues: what each filter keeps, in pages, and what reading them costs."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from bot.adapters.review.connections import as_operator
from bot.bootstrap.review import ReviewParts
from bot.review.filtering import of_replies
from bot.review.records import Cursor, Filters, Judgement, Label, ReplyLine, Verdict, Viewer
from rag.adapters.postgres.pool import as_person
from tests.fakes.models import FakeEmbedder
from tests.integration.reviewing import a_reply, an_operator, parts_on, similar

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANA, BIA = uuid.uuid4(), uuid.uuid4()


@pytest.fixture
def parts(pool: asyncpg.Pool, tmp_path: Path) -> ReviewParts:
    return parts_on(pool, FakeEmbedder(), tmp_path)


@pytest.fixture
async def viewer(pool: asyncpg.Pool) -> Viewer:
    return await an_operator(pool)


async def listed(parts: ReviewParts, viewer: Viewer, **filters: Any) -> list[uuid.UUID]:
    return [line.id for line in await parts.queue.replies(viewer, Filters(**filters), None, 50)]


async def test_lines_hold_the_beginnings_of_question_and_answer_and_a_pseudonym(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    made = await a_reply(
        pool, ANA, NOW, "p" * 500, "r" * 500, especialidade="cardiologia", status="PENDENTE",
        fontes_rag=similar(0.9, 0.4), verdict={"ok": True}, degraded=["embedding:down"],
    )  # fmt: skip
    (line,) = await parts.queue.replies(viewer, Filters(), None, 50)
    assert line == ReplyLine(
        id=made, place=line.place, at=NOW, person=line.person, language=line.language, kind="text",
        specialty="cardiologia", status="PENDENTE", verdict=Verdict.OK, lowest=0.4, degraded=("embedding:down",),
        question="p" * 240, answer="r" * 240, judged=None, labels=(),
    )  # fmt: skip
    assert len(line.person) == 10
    assert set(line.person) <= set("0123456789abcdef")


async def test_a_person_has_one_pseudonym_and_another_person_another(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    for user in (ANA, BIA, ANA):
        await a_reply(pool, user, NOW)
    people = [line.person for line in await parts.queue.replies(viewer, Filters(), None, 50)]
    assert people[0] == people[2] != people[1]


async def test_a_look_is_written_down_by_ids_and_not_by_what_was_searched_for(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    made = await a_reply(pool, ANA, NOW, "zorbulina")
    await parts.queue.replies(viewer, Filters(text="zorbulina", flagged=False, below=0.5), None, 50)
    await parts.queue.replies(viewer, Filters(text="zorbulina"), None, 50)
    second, first = (await parts.audit.page(None, 2))[:2]
    assert first.detail == {"filters": {"below": 0.5, "searched": True}, "ids": []}
    assert second.detail == {"filters": {"searched": True}, "ids": [str(made)]}


async def test_pages_follow_one_another_though_moments_are_level_and_new_ones_come(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    made = [await a_reply(pool, ANA, NOW + timedelta(hours=n // 3)) for n in range(7)]
    seen: list[uuid.UUID] = []
    after = None
    while page := await parts.queue.replies(viewer, Filters(), after, 2):
        seen += [line.id for line in page]
        after = Cursor(page[-1].at, page[-1].place)
        await a_reply(pool, BIA, NOW + timedelta(days=1))
    assert seen == made[::-1]


async def test_days_are_inclusive_and_the_services_own(pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer) -> None:
    moments = ["2026-11-30T02:59:59+00:00", "2026-11-30T03:00:00+00:00", "2026-12-01T02:59:59+00:00",
               "2026-12-01T03:00:00+00:00"]  # fmt: skip
    made = [await a_reply(pool, ANA, datetime.fromisoformat(moment)) for moment in moments]
    day = date(2026, 11, 30)
    assert await listed(parts, viewer, since=day, until=day) == made[2:0:-1]
    assert await listed(parts, viewer, since=day) == made[:0:-1]
    assert await listed(parts, viewer, until=day) == made[2::-1]
    assert len(await listed(parts, viewer, since=date.min, until=date.max)) == 4


COUNT = "select count(*) from {}"
KINDS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "heart": {"especialidade": "cardiologia", "fontes_rag": similar(0.9, 0.5), "verdict": {"ok": True}},
    "skin": {"especialidade": "dermatologia", "fontes_rag": similar(0.8, 0.7), "verdict": {"ok": False}},
    "pending": {"status": "PENDENTE", "verdict": {"rejected": [{"ok": False}], "ok": True}},
    "urgent": {"status": "URGENCIA", "evidence": [{"kind": "red_flag", "rule": "x"}]},
    "red": {"evidence": [{"kind": "red_flag", "rule": "x"}]},
    "poor": {"degraded": ["model:down"]},
}


@pytest.mark.parametrize(("filters", "expected"), [
    ({"specialty": "cardiologia"}, "heart"), ({"status": "PENDENTE"}, "pending"), ({"degraded": True}, "poor"),
    ({"verdict": Verdict.OK}, "heart"), ({"verdict": Verdict.VIOLATED}, "skin"),
    ({"verdict": Verdict.REJECTED}, "pending"), ({"verdict": Verdict.NONE}, "poor red urgent plain"),
    ({"below": 0.7}, "heart"), ({"below": 0.71}, "skin heart"), ({"flagged": True}, "red urgent"),
    ({"specialty": "cardiologia", "below": 0.1}, ""),
])  # fmt: skip
async def test_each_filter_keeps_its_own(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, filters: Mapping[str, Any], expected: str
) -> None:
    made = {await a_reply(pool, ANA, NOW, **fields): name for name, fields in KINDS.items()}
    assert [made[one] for one in await listed(parts, viewer, **filters)] == expected.split()


@pytest.mark.parametrize(("text", "found"), [
    ("coração", True), ("CORACAO", True), ("cora", True), ("palpitações", True), ("coração palpita", True),
    ("140/90", True), ("ração", False), ("coração inexistente", False), ("d'água", True), ("&|!:*()", False),
    ("  ", True),
])  # fmt: skip
async def test_words_are_found_in_question_and_answer_by_their_beginnings_without_accents(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, text: str, found: bool
) -> None:
    made = await a_reply(pool, ANA, NOW, "sinto o Coração, copo d'água", "Palpitações com pressão de 140/90 mmHg [1].")
    assert await listed(parts, viewer, text=text) == ([made] if found else [])


async def test_flagged_and_unreviewed_follow_the_latest_review_of_each_operator(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    good, mended, bad, toned, fresh = [await a_reply(pool, ANA, NOW) for _ in range(5)]
    other = await an_operator(pool)
    judge = parts.reviews.judge_reply
    await judge(viewer, good, Judgement.AGREE, [Label.GOOD], "")
    await judge(viewer, mended, Judgement.OVERRIDE, [], "no")
    await judge(viewer, mended, Judgement.AGREE, [], "yes after all")
    await judge(viewer, bad, Judgement.OVERRIDE, [], "no")
    await judge(other, bad, Judgement.AGREE, [], "")
    await judge(viewer, toned, Judgement.AGREE, [Label.TONE], "")
    assert await listed(parts, viewer, flagged=True) == [toned, bad]
    assert await listed(parts, viewer, unreviewed=True) == [fresh]
    lines = {line.id: line for line in await parts.queue.replies(viewer, Filters(), None, 50)}
    assert (lines[bad].judged, lines[toned].labels) == (Judgement.AGREE, (Label.TONE,))


async def test_a_reply_that_goes_takes_its_reviews_facets_and_words_along(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer, database: str
) -> None:
    made = await a_reply(pool, ANA, NOW)
    await parts.reviews.judge_reply(viewer, made, Judgement.OVERRIDE, [Label.UNSAFE], "no")
    async with as_person(pool, ANA) as connection:
        await connection.execute("delete from users where id = $1", ANA)
    superuser = await asyncpg.connect(database)
    for table in ("reviews", "reply_facets", "reply_words", "mensagens"):
        assert await superuser.fetchval(COUNT.format(table)) == 0
    await superuser.close()
    assert (await parts.audit.verify()).broken_at is None


async def test_a_review_of_what_is_not_there_is_refused(parts: ReviewParts, viewer: Viewer) -> None:
    with pytest.raises(LookupError):
        await parts.reviews.judge_reply(viewer, uuid.uuid4(), Judgement.AGREE, [], "")
    with pytest.raises(LookupError):
        await parts.reviews.judge_case(viewer, uuid.uuid4(), Judgement.AGREE, "")
    assert [row.action for row in await parts.audit.page(None, 9)] == ["operator_created"]


async def test_agreement_is_counted_by_week_and_specialty(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    sunday, monday = datetime(2026, 11, 29, 12, tzinfo=UTC), datetime(2026, 11, 30, 12, tzinfo=UTC)
    heart = [await a_reply(pool, ANA, at, especialidade="cardiologia") for at in (sunday, monday, monday)]
    general = await a_reply(pool, ANA, monday)
    for reply, judgement in zip([*heart, general], ["agree", "agree", "override", "agree"], strict=True):
        await parts.reviews.judge_reply(viewer, reply, Judgement(judgement), [], "")
    found = [(one.week, one.specialty, one.agreed, one.reviewed) for one in await parts.reviews.agreement()]
    assert found == [
        (date(2026, 11, 23), "cardiologia", 1, 1),
        (date(2026, 11, 30), "cardiologia", 1, 2),
        (date(2026, 11, 30), "duvidas_gerais", 1, 1),
    ]


async def test_saved_filters_are_the_operators_own(parts: ReviewParts, pool: asyncpg.Pool, viewer: Viewer) -> None:
    other = (await an_operator(pool)).operator
    queue, mine = parts.queue, viewer.operator
    await queue.save(mine, "b", "status=URGENCIA")
    await queue.save(mine, "A", "degraded=1")
    await queue.save(mine, "b", "status=PENDENTE")
    await queue.save(other, "b", "text=x")
    saved = await queue.saved(mine)
    assert [(one.name, one.query) for one in saved] == [("A", "degraded=1"), ("b", "status=PENDENTE")]
    await queue.forget(other, saved[0].id)
    assert len(await queue.saved(mine)) == 2
    await queue.forget(mine, saved[0].id)
    assert [one.name for one in await queue.saved(mine)] == ["b"]


async def test_what_postgresql_keeps_in_no_text_is_left_out_and_not_an_error(
    pool: asyncpg.Pool, parts: ReviewParts, viewer: Viewer
) -> None:
    bad = "a\x00\ud800"
    made = await a_reply(pool, ANA, NOW)
    await parts.queue.save(viewer.operator, bad, bad)
    assert await listed(parts, viewer, text=bad, specialty=bad, status=bad) == []
    await parts.reviews.judge_reply(viewer, made, Judgement.AGREE, [], bad)
    assert await parts.records.reveal(viewer, made, bad)
    assert await parts.access.log_in(bad, bad, "::1", NOW) is None
    assert [one.name for one in await parts.queue.saved(viewer.operator)] == ["a?"]


async def explained(connection: asyncpg.Connection, sql: str, *values: object) -> str:
    (row,) = await connection.fetch(f"explain (format json) {sql}", *values)
    return json.dumps(row[0])


async def filled(database: str) -> None:
    """So many rows that the planner would rather not read them all."""
    connection = await asyncpg.connect(database)
    await connection.execute("""
        insert into users (id, channel, external_id) select gen_random_uuid(), 'test', n::text
          from generate_series(1, 400) n;
        insert into mensagens (id, user_id, direction, kind, text, language, created_at)
        select gen_random_uuid(), u.id, case n % 2 when 0 then 'in' else 'out' end, 'text', repeat('palavra ', 20),
               'es', now() - n * interval '1 minute' from users u, generate_series(1, 20) n;
    """)
    await connection.execute("analyze")
    await connection.close()


async def test_the_bots_own_reads_keep_their_index_under_the_consoles_policies(
    pool: asyncpg.Pool, database: str
) -> None:
    await filled(database)
    last = """
        select m.seq from mensagens m
         where m.user_id = $1 and m.seq > 0 and m.direction = 'out' and m.created_at >= now() - interval '2 hours'
           and (m.status = 'URGENCIA' or m.fontes_rag @> '[{"citada": true}]') order by m.seq desc limit 1"""
    own = "select fontes_rag from mensagens where user_id = $1 and direction = 'out' order by seq desc limit 1"
    async with as_person(pool, ANA) as connection:
        for sql in (last, own):
            plan = await explained(connection, sql, ANA)
            assert "Index Cond" in plan
            assert "user_id = " in plan.partition("Index Cond")[2].partition(",")[0]
            assert "Seq Scan" not in plan
        assert "users_pkey" in await explained(connection, "select * from users where id = $1", ANA)


async def test_a_page_of_the_queue_reads_its_index_from_the_newest(
    pool: asyncpg.Pool, database: str, viewer: Viewer
) -> None:
    await filled(database)
    found = of_replies(Filters(), Cursor(NOW, 1), ZoneInfo("UTC"))
    sql = f"select f.* from reply_facets f where {found.text} order by f.at desc, f.place desc limit 50"  # noqa: S608
    async with as_operator(pool, viewer.operator.id) as connection:
        plan = await explained(connection, sql, *found.values)
    assert "reply_facets_newest" in plan
    assert '"Sort"' not in plan


async def test_without_a_name_nothing_of_anybodys_is_seen(pool: asyncpg.Pool, database: str) -> None:
    await filled(database)
    for table in ("users", "mensagens", "cases", "case_facts", "encaminhamentos", "reply_facets", "reply_words"):
        assert await pool.fetchval(COUNT.format(table)) == 0


async def test_operators_change_nothing_of_patients(pool: asyncpg.Pool, viewer: Viewer, database: str) -> None:
    made = await a_reply(pool, ANA, NOW)
    async with as_operator(pool, viewer.operator.id) as connection:
        assert await connection.execute("update mensagens set text = 'x' where id = $1", made) == "UPDATE 0"
        assert await connection.execute("delete from users where id = $1", ANA) == "DELETE 0"
        assert await connection.fetchval("select count(*) from mensagens where text = 'uma resposta'") == 1
