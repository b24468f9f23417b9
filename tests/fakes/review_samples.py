"""Replies in three languages, as the console shows them."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from bot.review.records import (
    CaseLine,
    CaseRecord,
    CriterionRow,
    FactRow,
    ReplyLine,
    ReplyRecord,
    ShownPassage,
    Verdict,
)
from rag.types import Language

NOW: Final = datetime(2026, 12, 1, 15, 0, tzinfo=UTC)
_NAMESPACE = uuid.UUID("c2c1f6a4-6a39-4b9c-9d5f-3b8f6f0d1c11")
NODULE = """### Quando o encaminhamento é indicado
- Nódulo de tireoide sólido com 1 cm ou mais (CID E04.1).
- Nódulo de tireoide espongiforme ≥ 2 cm.

### Sinais de alerta
- Procure urgência (SAMU 192) se houver falta de ar."""
PRESSURE = """### Quando o encaminhamento é indicado
- Pressão alta resistente a três remédios de classes diferentes.

### Sinais de alerta
- Procure urgência (SAMU 192) se a pressão for ≥ 180/120 mmHg com dor no peito."""


def identified(name: str) -> uuid.UUID:
    """The id of something in this fake, by a name."""
    return uuid.uuid5(_NAMESPACE, name)


def passage(rank: int, title: str, content: str, *, cited: bool, similarity: float) -> ShownPassage:
    """A passage of a demonstration note."""
    digest = hashlib.sha256(content.encode()).hexdigest()
    note = "Nota Técnica n.º 8/2021 - SES"
    args = (10 + rank, 1, digest, "endocrinologia", title, content, note, "2021-05-01", date(2027, 11, 30), True)
    return ShownPassage(rank, cited, similarity, *args, None)


def passages(first: str = NODULE, title: str = "Nódulo de Tireoide") -> tuple[ShownPassage, ...]:
    """Four, of which the first is cited."""
    return (
        passage(1, title, first, cited=True, similarity=0.8123),
        passage(2, "Hipotireoidismo", "TSH acima de 10 mUI/L.", cited=False, similarity=0.5512),
        passage(3, "Hipertireoidismo", "TSH baixo em duas amostras.", cited=False, similarity=0.4412),
        passage(4, "Obesidade", "IMC ≥ 40 kg/m².", cited=False, similarity=0.3101),
    )


def record(name: str, **fields: Any) -> ReplyRecord:
    """A reply to a question about a nodule, but for the fields given."""
    values: dict[str, Any] = {
        "id": identified(name),
        "at": NOW - timedelta(minutes=30),
        "person": "a1b2c3d4e5",
        "language": Language.PT,
        "kind": "text",
        "question": "nódulo de 2 cm precisa de especialista?",
        "answer": "O encaminhamento é indicado quando:\n• Nódulo de tireoide espongiforme ≥ 2 cm. [1]\n\n"
        "[1] resumo de demonstração da Nota Técnica n.º 8/2021 - SES, 01/05/2021.",
        "specialty": "endocrinologia",
        "status": None,
        "passages": passages(),
        "evidence": (),
        "routing": {"specialty": "endocrinologia", "reason": "phrase", "detail": "nódulo?", "confidence": 0.97},
        "query_text": "nódulo de 2 cm precisa de especialista?",
        "has_vector": True,
        "embedding_model": "local-model",
        "chat_model": None,
        "prompt_name": None,
        "prompt_hash": None,
        "tokens_in": None,
        "tokens_out": None,
        "latency_ms": 42.4,
        "verdict": {"ok": True, "violations": [], "figures": [], "citations": [1]},
        "degraded": (),
        "case_id": None,
        "reviews": (),
    }
    return ReplyRecord(**(values | fields))


def samples() -> list[ReplyRecord]:
    """Replies as they really are, in three languages: good, false, degraded, an emergency, of a case, without text."""
    case = {"kind": "case", "case_id": str(identified("case")), "findings": {"large": "true", "hard": "unknown"}}
    return [
        record("pt"),
        record(
            "false",
            answer="Nódulo de tireoide espongiforme ≥ 5 cm. [1] Faltam 15 informações.",
            verdict={"ok": False, "violations": [{"kind": "figure", "figure": ">= 5 cm"}], "rejected": []},
            chat_model="gemini-2.5-flash",
            prompt_name="answer",
            prompt_hash="ab" * 32,
            tokens_in=1234,
            tokens_out=210,
        ),
        record(
            "es",
            language=Language.ES,
            question="¿qué hago con un nódulo de 2 cm?",
            answer="Nódulo de tiroides espongiforme ≥ 2 cm. [1]",
            degraded=("chat:down",),
        ),
        record("en", language=Language.EN, question="what about a nodule?", answer="A spongiform nodule ≥ 2 cm. [1]"),
        record(
            "emergency",
            question="meu pai está com dor no peito",
            answer="Ligue agora para o SAMU: 192.",
            specialty=None,
            status="URGENCIA",
            passages=(),
            evidence=({"kind": "red_flag", "rule": "cardiac.chest_pain", "version": "2"},),
            routing=None,
            verdict=None,
            has_vector=False,
        ),
        record("case", status="PENDENTE", evidence=(case,), case_id=identified("case")),
        record("silent", question=None, answer=None, passages=(), routing=None, verdict=None, has_vector=False),
    ]


def line(reply: ReplyRecord, place: int) -> ReplyLine:
    """Its row in the queue."""
    latest = reply.reviews[-1] if reply.reviews else None
    verdict = Verdict.NONE if reply.verdict is None else Verdict.OK if reply.verdict["ok"] else Verdict.VIOLATED
    return ReplyLine(
        reply.id,
        place,
        reply.at,
        reply.person,
        reply.language,
        reply.kind,
        reply.specialty,
        reply.status,
        verdict,
        min((p.similarity for p in reply.passages), default=None),
        reply.degraded,
        (reply.question or "")[:120],
        (reply.answer or "")[:120],
        latest.judgement if latest else None,
        latest.labels if latest else (),
    )


def case_line() -> CaseLine:
    """The row of the case in the queue."""
    found = identified("case"), 1, NOW, "a1b2c3d4e5", "endocrinologia", "Nódulo de Tireoide"
    return CaseLine(*found, "PENDENTE", 2, None)


def case_record(replies: list[ReplyRecord]) -> CaseRecord:
    """Of those replies that are its own."""
    lines = [line(reply, place) for place, reply in enumerate(replies) if reply.case_id]
    return CaseRecord(
        identified("case"),
        "a1b2c3d4e5",
        "endocrinologia",
        "Nódulo de Tireoide",
        11,
        "PENDENTE",
        NOW - timedelta(hours=1),
        None,
        (
            FactRow("size", "Tamanho do nódulo", "2 cm", "answered", "uns 2 cm, acho", NOW),
            FactRow("age", "Idade", "não sabe dizer", "pressed", "", NOW),
        ),
        (
            CriterionRow("large", "Nódulo espongiforme grande", "true", "Nódulo espongiforme ≥ 2 cm.", ("size",)),
            CriterionRow("hard", "Nódulo endurecido", "unknown", "Nódulo endurecido ao toque.", ()),
            CriterionRow("goitre", "Bócio que comprime", "false", "Bócio que comprime.", ("age",)),
        ),
        "Encaminho paciente com nódulo de 2 cm.",
        tuple(lines),
        (),
    )
