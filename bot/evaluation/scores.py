"""From outcomes to one score an item and metric: more is better. What experiments and the gate are made of. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.evaluation.asking import Ranking
from bot.evaluation.consultation import ConsultationResults
from bot.evaluation.cosines import OVERALL
from bot.evaluation.diary import HITS, DiaryResults
from bot.evaluation.golden import Item
from bot.evaluation.measuring import Results
from bot.evaluation.statistics import discounted_gain, reciprocal_rank
from bot.experiments.records import ItemScore
from rag.notes.retrieval import MATCH_COUNT

Detail = dict[str, object]
Told = Callable[[Item, str, float | bool, Detail], ItemScore]


def notes_scores(results: Results) -> list[ItemScore]:
    """Routing, retrieval, declining, answers and emergencies."""
    return [
        *_routing(results),
        *_turns(results),
        *_declining(results),
        *_answers(results),
        *_cosines(results),
        *_emergencies(results),
    ]


def _told(name: str) -> Told:
    def told(item: Item, metric: str, value: float | bool, detail: Detail) -> ItemScore:
        return ItemScore(name, item.id, item.split.value, metric, float(value), {"language": item.language, **detail})

    return told


def _routing(results: Results) -> Iterator[ItemScore]:
    told, outside = _told("routing"), _told("out_of_scope")
    for r in results.questions:
        yield told(r.item, "specialty", r.right, {"came": r.specialty, "reason": r.reason})
        for within, suffix in ((r.within_true, ""), (r.within_routed, ", routed")):
            rank = retrieved(within)
            came: Detail = {"rank": within.rank, "first": within.found[0][0] if within.found else None}
            yield told(r.item, f"hit@1{suffix}", rank == 1, came)
            yield told(r.item, f"hit@{MATCH_COUNT}{suffix}", rank is not None, came)
            yield told(r.item, f"mrr@{MATCH_COUNT}{suffix}", reciprocal_rank(rank, MATCH_COUNT), came)
            yield told(r.item, f"ndcg@{MATCH_COUNT}{suffix}", discounted_gain(rank, MATCH_COUNT), came)
    for k in results.out_of_scope:
        yield outside(k.item, "kept out", k.right, {"came": k.specialty, "reason": k.reason})


def retrieved(ranking: Ranking) -> int | None:
    """The right title's rank, where it is among the passages given, and among the first MATCH_COUNT of them."""
    most = min(MATCH_COUNT, len(ranking.found))
    return ranking.rank if ranking.rank is not None and ranking.rank <= most else None


def _turns(results: Results) -> Iterator[ItemScore]:
    follow, switch = _told("followups"), _told("switched")
    for f in results.follow_ups:
        rank = retrieved(f.ranking)
        came: Detail = {"came": f.specialty, "rank": f.ranking.rank}
        yield follow(f.item, "specialty", f.right, came)
        yield follow(f.item, "hit@1", rank == 1, came)
        yield follow(f.item, f"hit@{MATCH_COUNT}", rank is not None, came)
    for s in results.switched:
        yield switch(s.item, "specialty", s.right, {"came": s.specialty, "reason": s.reason})


def _declining(results: Results) -> Iterator[ItemScore]:
    told = _told("abstain")
    for d in results.abstain:
        came: Detail = {"refusal": d.refusal, "cited": d.asked.cited}
        yield told(d.item, "declined", d.right, came)
        yield told(d.item, "fitting words", d.fitting, came)
        yield told(d.item, "no dose", d.figure is None, came)


def _answers(results: Results) -> Iterator[ItemScore]:
    told = _told("answers")
    for a in results.answers:
        came: Detail = {"status": a.asked.status, "cited": a.asked.cited, "degraded": list(a.asked.degraded)}
        yield told(a.item, "cites", a.asked.cited > 0, came)
        if a.asked.cited:
            yield told(a.item, "grounded", a.asked.grounded is True, came)
        yield told(a.item, "language", a.item.language == a.asked.language, {"came": a.asked.language})
        yield told(a.item, "at its best", not a.asked.degraded, came)


def _cosines(results: Results) -> Iterator[ItemScore]:
    told = _told("answers")
    for one in results.likened:
        for name, value in one.cosines.named().items():
            yield told(one.item, name, value, {})
        if one.cosines.overall is not None:
            yield told(one.item, OVERALL, one.cosines.overall, {})


def _emergencies(results: Results) -> Iterator[ItemScore]:
    told = _told("redflags")
    for r in results.red_flags:
        came: Detail = {"rule": r.rule, "family": r.item.rule_family}
        yield told(r.item, "caught" if r.item.alarm else "left alone", r.right, came)
        if r.item.alarm and r.item.critical:
            yield told(r.item, "critical caught", r.right, came)


def diary_scores(results: DiaryResults) -> list[ItemScore]:
    """Messages to the food log, food search and questions to the log."""
    return [*_log(results), *_plans(results)]


def _log(results: DiaryResults) -> Iterator[ItemScore]:
    told, search = _told("log"), _told("food_search")
    for m in results.log:
        came: Detail = {"stored": len(m.stored), "asked": len(m.asked), "failed": m.failed}
        yield told(m.item, "logged right", m.right, came)
        yield told(m.item, "nothing wrong stored", m.wrong == 0, came)
    for s in results.searches:
        yield search(s.item, f"hit@{HITS}", s.right, {"found": [name for name, _ in s.found[:HITS]]})


def _plans(results: DiaryResults) -> Iterator[ItemScore]:
    told = _told("ask")
    for q in results.questions:
        plan = q.plan
        came: Detail = {"from": str(plan.date_from), "to": str(plan.date_to)} if plan else {"plan": None}
        yield told(q.item, "plan", q.right, came)


def consultation_scores(results: ConsultationResults) -> list[ItemScore]:
    """Dialogues, and whether a first message is taken for a complaint."""
    dialogues, complaints = _told("dialogues"), _told("complaints")
    found = []
    for one in results.played:
        came: Detail = {"status": one.status, "condition": one.condition, "waiting": one.waiting}
        found.append(dialogues(one.item, "reaches its end", one.right, came))
        found.append(dialogues(one.item, "no wrong decision", not one.wrong_claim, came))
    for opened in results.openings:
        metric = "taken for one" if opened.item.stance == "complaint" else "left alone"
        found.append(complaints(opened.item, metric, opened.right, {"complaint": opened.complaint}))
    return found


def every_score(
    notes: Results | None, diary: DiaryResults | None, consultation: ConsultationResults | None
) -> Sequence[ItemScore]:
    """Of all the parts that were run."""
    return [
        *(notes_scores(notes) if notes else ()),
        *(diary_scores(diary) if diary else ()),
        *(consultation_scores(consultation) if consultation else ()),
    ]
