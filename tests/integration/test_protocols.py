"""Published protocols: a version each, readable for good, with their passages in every language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import asyncpg

from rag.adapters.postgres.protocols import PostgresProtocols
from rag.notes.corpus import PreparedChunk
from rag.protocols.deciding import findings
from rag.protocols.ports import Published
from rag.protocols.types import Fact, How, Truth
from rag.types import Language, Section, Sentence
from tests.integration.ingesting import batch_of, chunk, counting, run

_WORDS = {"pt": "Peso", "es": "Peso", "en": "Weight"}
_PASSAGE = Sentence(Section.CRITERIA, "Peso acima de 120 kg.", {Language.EN: "Weight above 120 kg."})
_WARNING = Sentence(Section.WARNINGS, "Chame o SAMU 192.", {Language.ES: "Llame al SAMU 192."})


def deciding(limit: float) -> PreparedChunk:
    protocol: dict[str, object] = {
        "condition": "A",
        "fields": [{"key": "weight", "type": "number", "unit": "kg", "label": _WORDS, "question": _WORDS}],
        "criteria": [{"key": "heavy", "passage": _PASSAGE.text, "when": f"weight > {limit}"}],
        "alerts": [{"key": "huge", "passage": _WARNING.text, "when": "weight > 400.0"}],
    }
    about = Sentence(Section.ABOUT, "texto a")
    return replace(chunk("a", "texto a"), sentences=(about, _PASSAGE, _WARNING), protocol=protocol)


async def published(pool: asyncpg.Pool, source: PostgresProtocols, slug: str = "a") -> Published:
    document = await source.current("cardiologia", slug)
    assert document is not None
    found = await source.protocol(document)
    assert found is not None
    return found


async def test_a_published_protocol_decides_and_tells_its_passages_in_every_language(pool: asyncpg.Pool) -> None:
    await run(pool, batch_of(deciding(120.0)), counting("local"))
    found = await published(pool, PostgresProtocols(pool))
    assert (found.version, found.specialty, found.slug, found.title) == (1, "cardiologia", "a", "A")
    assert (found.titles, found.note, found.demonstration) == ({Language.ES: "es a"}, "NT 1", True)
    assert found.passages == {_PASSAGE.text: _PASSAGE, _WARNING.text: _WARNING}
    facts = {"weight": Fact("weight", Decimal(130), How.ANSWERED, datetime(2026, 1, 1, tzinfo=UTC))}
    assert [finding.truth for finding in findings(found.compiled, facts)] == [Truth.TRUE]


async def test_a_changed_protocol_is_a_new_version_and_the_old_one_stays(pool: asyncpg.Pool) -> None:
    source = PostgresProtocols(pool)
    await run(pool, batch_of(deciding(120.0)), counting("local"))
    before = await published(pool, source)
    await run(pool, batch_of(deciding(140.0)), counting("local"))
    after = await published(pool, source)
    assert (before.version, after.version) == (1, 2)
    kept = await PostgresProtocols(pool).protocol(before.document_id)
    assert kept is not None
    assert [one.protocol.criteria[0].when for one in (kept, after)] == ["weight > 120.0", "weight > 140.0"]


async def test_an_unchanged_protocol_makes_no_version(pool: asyncpg.Pool) -> None:
    for _ in range(2):
        await run(pool, batch_of(deciding(120.0)), counting("local"))
    assert await pool.fetchval("select count(*) from documentos_rag") == 1


async def test_a_note_without_a_protocol_has_none(pool: asyncpg.Pool) -> None:
    source = PostgresProtocols(pool)
    await run(pool, batch_of(chunk("a", "texto a")), counting("local"))
    document = await source.current("cardiologia", "a")
    assert document is not None
    assert await source.protocol(document) is None
    assert await source.protocol(document + 1) is None
    assert await source.current("cardiologia", "b") is None


async def test_a_version_is_read_once_and_the_least_asked_for_is_forgotten(pool: asyncpg.Pool) -> None:
    other = replace(deciding(99.0), slug="b")
    await run(pool, batch_of(deciding(120.0), other), counting("local"))
    source = PostgresProtocols(pool, size=1)
    first = await published(pool, source, "a")
    assert await published(pool, source, "a") is first
    await published(pool, source, "b")
    again = await published(pool, source, "a")
    assert again is not first
    assert again.protocol == first.protocol
