"""What operators are shown of replies and cases, and that each look is written down."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.bootstrap.review import ReviewParts
from bot.review.records import Cursor, Filters, Judgement, Viewer
from rag.adapters.cache import CachingEmbedder
from tests.integration.belonging import case_of
from tests.integration.conversing import Conversation, conversation
from tests.integration.reviewing import an_operator, parts_on


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
        yield someone


async def test_a_reply_is_shown_with_its_passages_and_the_look_is_written_down(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (reply,) = await ana.say("o que é psoríase?")
    record = await parts.records.reply(viewer, uuid.UUID(reply.id))
    assert record is not None
    assert (record.question, record.specialty) == ("o que é psoríase?", "dermatologia")
    assert [p.rank for p in record.passages] == [1, 2, 3, 4]
    assert record.passages[0].cited
    assert "Psoríase" in record.passages[0].title
    assert record.has_vector
    assert ana.user not in repr(record)
    assert str(ana.person.id) not in repr(record)
    (line, *_) = await parts.audit.page(None, 10)
    assert (line.action, line.subject, line.operator) == ("see_reply", reply.id, viewer.operator.name)


async def test_who_a_reply_went_to_is_told_for_a_reason_that_is_kept(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (reply,) = await ana.say("o que é psoríase?")
    with pytest.raises(ValueError, match="for a reason"):
        await parts.records.reveal(viewer, uuid.UUID(reply.id), "  ")
    identity = await parts.records.reveal(viewer, uuid.UUID(reply.id), " queixa ao serviço ")
    assert identity
    assert (identity.channel, identity.external_id) == ("test", ana.user)
    (line,) = await parts.audit.page(None, 1)
    assert (line.action, line.subject, line.detail) == ("reveal", reply.id, {"reason": "queixa ao serviço"})


async def test_a_passage_that_was_retired_is_shown_as_it_was(
    parts: ReviewParts, viewer: Viewer, ana: Conversation, corpus_database: str
) -> None:
    (reply,) = await ana.say("o que é psoríase?")
    connection = await asyncpg.connect(corpus_database)
    await connection.execute("update documentos_rag set retired_at = now() where slug = 'psoriase'")
    await connection.close()
    record = await parts.records.reply(viewer, uuid.UUID(reply.id))
    assert record
    assert [p.title for p in record.passages if p.retired_at] == ["Psoríase"]


async def test_a_reply_without_consent_has_no_words(
    parts: ReviewParts, viewer: Viewer, own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    async with conversation(own_corpus_pool, Models(local_embedder, None, None), fonte_home=tmp_path) as someone:
        (reply,) = await someone.say("o que é psoríase?")
    record = await parts.records.reply(viewer, uuid.UUID(reply.id))
    assert record
    assert (record.question, record.answer, record.query_text, record.has_vector) == (None, None, None, False)


async def test_an_emergency_is_flagged_and_belongs_to_the_case_that_it_ended(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    (opening,) = await ana.say("estou com acne grave no rosto, o que eu faço?")
    (urgent,) = await ana.say("estou com uma dor forte no peito agora")
    assert urgent.status == "URGENCIA"
    (line,) = await parts.queue.replies(viewer, Filters(flagged=True), None, 50)
    assert str(line.id) == urgent.id
    records = [await parts.records.reply(viewer, uuid.UUID(one.id)) for one in (opening, urgent)]
    ids = {record.case_id for record in records if record}
    assert len(ids) == 1
    case = await parts.records.case(viewer, ids.pop() or uuid.uuid4())
    assert case
    assert case.status == "URGENCIA"
    assert [str(one.id) for one in case.replies] == [opening.id, urgent.id]


async def test_a_case_shows_its_facts_criteria_referral_and_reviews(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    made = await case_of(ana, "tenho 47 anos", closed_at=ana.at)
    await parts.reviews.judge_case(viewer, made, Judgement.OVERRIDE, "faltou o exame")
    case = await parts.records.case(viewer, made)
    assert case
    assert [(fact.label, fact.value, fact.quote) for fact in case.facts] == [("Idade", "47 anos", "tenho 47 anos")]
    assert case.criteria
    assert case.referral == "tenho 47 anos"
    assert [(one.judgement, one.reason) for one in case.reviews] == [(Judgement.OVERRIDE, "faltou o exame")]
    (line,) = await parts.queue.cases(viewer, Filters(flagged=True), None, 50)
    assert (line.id, line.status, line.facts, line.judged) == (made, "FINALIZADO", 1, Judgement.OVERRIDE)
    assert await parts.queue.cases(viewer, Filters(unreviewed=True), None, 50) == []


async def test_cases_are_in_pages_by_when_they_were_opened(
    parts: ReviewParts, viewer: Viewer, ana: Conversation
) -> None:
    made = [await case_of(ana, at=ana.at + timedelta(hours=n // 2), closed_at=ana.at) for n in range(5)]
    seen: list[uuid.UUID] = []
    after = None
    while page := await parts.queue.cases(viewer, Filters(specialty="cardiologia", status="FINALIZADO"), after, 2):
        seen += [line.id for line in page]
        after = Cursor(page[-1].at, page[-1].place)
    assert seen == made[::-1]
    assert await parts.queue.cases(viewer, Filters(specialty="dermatologia"), None, 50) == []


async def test_what_is_not_there_is_none_and_no_look(parts: ReviewParts, viewer: Viewer) -> None:
    before = await parts.audit.page(None, 10)
    assert await parts.records.reply(viewer, uuid.uuid4()) is None
    assert await parts.records.case(viewer, uuid.uuid4()) is None
    assert await parts.records.reveal(viewer, uuid.uuid4(), "why") is None
    assert await parts.records.replay(viewer, uuid.uuid4()) is None
    assert await parts.audit.page(None, 10) == before
