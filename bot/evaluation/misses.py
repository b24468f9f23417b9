"""What went wrong, worst first, with what came instead. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.evaluation.figures import Table
from bot.evaluation.measuring import Answered, Results, Routed
from rag.notes.retrieval import MATCH_COUNT


@dataclass(frozen=True, slots=True)
class Miss:
    """One item that went wrong. `badness` orders those of a `kind`, the worst first."""

    kind: str
    id: str
    text: str
    expected: str
    got: str
    badness: float


def misses(results: Results) -> list[Miss]:
    """Every miss, by kind, worst first."""
    found = [*_routing(results), *_retrieval(results.questions), *_others(results), *_answers(results.answers)]
    kinds = list(dict.fromkeys(miss.kind for miss in found))
    return sorted(found, key=lambda miss: (kinds.index(miss.kind), -miss.badness))


def tables(found: Sequence[Miss], most: int) -> list[Table]:
    """One table a kind, with at most `most` rows."""
    shown = []
    for kind in dict.fromkeys(miss.kind for miss in found):
        members = [miss for miss in found if miss.kind == kind]
        title = f"{kind}: {len(members)}" + (f", the worst {most}" if len(members) > most else "")
        rows = tuple((m.id, m.text, m.expected, m.got) for m in members[:most])
        shown.append(Table(title, ("id", "text", "expected", "came"), rows))
    return shown


def _routing(results: Results) -> Iterable[Miss]:
    for r in results.questions:
        if not r.right:
            yield Miss(
                "wrong specialty", r.item.id, r.item.text, r.item.especialidade,
                f"{r.specialty} ({r.reason}: {r.detail}; {r.confidence:.2f})", r.confidence,
            )  # fmt: skip
    for k in results.out_of_scope:
        if not k.right:
            yield Miss(
                "out of scope, sent to a specialty", k.item.id, k.item.text, k.item.kind,
                f"{k.specialty} ({k.reason}: {k.detail})", 0,
            )  # fmt: skip


def _retrieval(questions: Sequence[Routed]) -> Iterable[Miss]:
    for r in questions:
        ranking = r.within_true
        if ranking.rank == 1:
            continue
        rank = ranking.rank or 1_000
        kind = "right condition not among four" if rank > MATCH_COUNT else "right condition not first"
        came = "; ".join(f"{title} {similarity:.2f}" for title, similarity in ranking.found[: min(rank, MATCH_COUNT)])
        got = f"{_ordinal(ranking.rank)}; {came}"
        yield Miss(kind, r.item.id, r.item.text, r.item.condition, got, rank + _gap(r))


def _gap(routed: Routed) -> float:
    found = routed.within_true.found
    mine = [similarity for title, similarity in found if title == routed.item.condition]
    return found[0][1] - mine[0] if found and mine else 0.0


def _ordinal(rank: int | None) -> str:
    return f"rank {rank}" if rank else "not found"


def _others(results: Results) -> Iterable[Miss]:
    for f in results.follow_ups:
        if not f.right or f.ranking.rank != 1:
            text = f"{f.item.first} → {f.item.follow}"
            got = f"{f.specialty} ({f.reason}), {_ordinal(f.ranking.rank)}"
            yield Miss("follow-up", f.item.id, text, f.item.condition, got, float(f.ranking.rank or 1_000))
    alone = {r.item.id: r.specialty for r in results.questions}
    alone |= {k.item.id: k.specialty for k in results.out_of_scope}
    for s in results.switched:
        if not s.right and s.specialty != alone.get(s.item.id):
            text = f"{s.before} → {s.item.text}"
            yield Miss(
                "new subject taken for a follow-up", s.item.id, text, s.expected, f"{s.specialty} ({s.reason})", 0
            )
    for d in results.abstain:
        if not d.right:
            got = (
                f"{d.asked.specialty}, refusal {d.refusal or 'none'}, {d.asked.cited} cited, dose {d.figure or 'none'}"
            )
            yield Miss("not declined", d.item.id, d.item.text, d.item.kind, got, 1)
        elif not d.fitting:
            got = f"{d.asked.specialty}, refusal {d.refusal or 'none'}, {d.asked.cited} cited"
            yield Miss("declined in other words", d.item.id, d.item.text, d.item.kind, got, 0)
    for a in results.red_flags:
        if not a.right:
            kind = "emergency missed" if a.item.alarm else "false alarm"
            family = f"{a.item.rule_family or a.item.kind}{', critical' if a.item.critical else ''}"
            yield Miss(kind, a.item.id, a.item.text, family, a.rule or "no alarm", float(a.item.critical))


def _answers(answers: Sequence[Answered]) -> Iterable[Miss]:
    for a in answers:
        asked, item = a.asked, a.item
        if asked.failed:
            yield Miss("failed", item.id, item.text, "an answer", "the fixed words for a failure", 1)
        elif asked.status == "URGENCIA":
            yield Miss("taken for an emergency", item.id, item.text, item.condition, asked.text[:80], 0)
        elif not asked.cited:
            yield Miss("no source cited", item.id, item.text, item.condition, asked.text[:80], 0)
        elif asked.grounded is not True:
            yield Miss("verdict not good", item.id, item.text, "ok", str(asked.grounded), 0)
        if item.language != asked.language:
            yield Miss("answered in another language", item.id, item.text, item.language, asked.language, 0)
        elif asked.read_as not in {None, item.language}:
            got = f"reads as {asked.read_as}"
            yield Miss("reads as another language", item.id, item.text, item.language, got, 0)
