"""One reply: what it says, what it rests on, who judged it, and the same search run again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import Response

from bot.review.records import CaseRecord, Identity, Label, ReplyRecord, Role
from bot.review.web.judging import MOST_REASON, NOTHING_GIVEN, Given, given
from bot.review.web.tying import Held, Tied, tied
from bot.review.web.visits import Page, Refused, Visit

MOST_WHY: Final = 500


async def reply(visit: Visit) -> Response:
    """The whole of it."""
    return await _page(visit)


async def judge(visit: Visit) -> Response:
    """Keeps a review, or shows the form again with what it lacks."""
    filled = given(visit)
    if filled.problem or filled.judgement is None:
        return await _page(visit, filled=filled, status=422)
    try:
        await visit.parts.reviews.judge_reply(visit.viewer, visit.id(), filled.judgement, filled.labels, filled.reason)
    except LookupError as error:
        raise Refused(404, "missing") from error
    return visit.go(f"/replies/{visit.id()}#reviews")


async def reveal(visit: Visit) -> Response:
    """Whom it went to, for a reason that is kept."""
    reason = visit.said("reason")[:MOST_WHY]
    if not reason:
        if visit.partial:
            return visit.show("reply_identity.html", _identity(visit, None, visit.words("identity.no_reason")))
        return await _page(visit, why=visit.words("identity.no_reason"), status=422)
    identity = await visit.parts.records.reveal(visit.viewer, visit.id(), reason)
    if identity is None:
        raise Refused(404, "missing")
    if visit.partial:
        return visit.show("reply_identity.html", _identity(visit, identity, ""))
    return await _page(visit, identity=identity)


async def replay(visit: Visit) -> Response:
    """The retrieval, then and now: a part for htmx, a page otherwise."""
    replayed = await visit.parts.records.replay(visit.viewer, visit.id())
    if replayed is None:
        raise Refused(404, "missing")
    template = "reply_replay.html" if visit.partial else "replay.html"
    return visit.show(template, {"replayed": replayed, "id": visit.id()})


async def _page(
    visit: Visit,
    *,
    filled: Given = NOTHING_GIVEN,
    identity: Identity | None = None,
    why: str = "",
    status: int = 200,
) -> Response:
    record = await visit.parts.records.reply(visit.viewer, visit.id())
    if record is None:
        raise Refused(404, "missing")
    case = await visit.parts.records.case(visit.viewer, record.case_id) if record.case_id else None
    sentences = tied(record.answer, record.passages, record.language) if record.answer else ()
    values = {
        "record": record,
        "sentences": sentences,
        "figures": _count(sentences),
        "case": case,
        "decisive": _decisive(record, case),
        "evidence": [item for item in record.evidence if item.get("kind") != "case"],
        "filled": filled,
        "labels": list(Label),
        "most_reason": MOST_REASON,
        "rejected": len((record.verdict or {}).get("rejected", ())),
        **_identity(visit, identity, why),
    }
    return visit.show("reply.html", values, status)


def _identity(visit: Visit, identity: Identity | None, why: str) -> Mapping[str, Any]:
    return {"id": visit.id(), "identity": identity, "why": why, "most_why": MOST_WHY}


def _count(sentences: tuple[Tied, ...]) -> Mapping[str, int]:
    held = [piece.held for sentence in sentences for piece in sentence.pieces if piece.held]
    return {kind.value: held.count(kind) for kind in Held}


def _decisive(record: ReplyRecord, case: CaseRecord | None) -> list[Mapping[str, str]]:
    """How each criterion stood when the reply was given, in the protocol's words where the case has them."""
    labels = {criterion.key: criterion.label for criterion in case.criteria} if case else {}
    findings = [item.get("findings") or {} for item in record.evidence if item.get("kind") == "case"]
    stood = {key: str(truth) for found in findings for key, truth in found.items()}
    order = ["true", "unknown", "false"]
    rows = [{"label": labels.get(key, key), "truth": truth} for key, truth in stood.items()]
    return sorted(rows, key=lambda row: order.index(row["truth"]) if row["truth"] in order else len(order))


PAGES: Final = (
    Page("GET", "/replies/{id}", Role.READER, reply),
    Page("POST", "/replies/{id}/reviews", Role.REVIEWER, judge, shown_at="/replies/{id}"),
    Page("POST", "/replies/{id}/identity", Role.REVIEWER, reveal, shown_at="/replies/{id}"),
    Page("GET", "/replies/{id}/replay", Role.READER, replay),
)
