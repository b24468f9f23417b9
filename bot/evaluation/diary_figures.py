"""From the diary's outcomes to figures with their targets, breakdowns and misses. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.evaluation.diary import HITS, DiaryResults, LoggedMessage, PlannedQuestion, Searched
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.misses import Miss
from bot.evaluation.statistics import Share
from bot.messages import Planned

_Outcome = LoggedMessage | Searched | PlannedQuestion


def figures(results: DiaryResults) -> list[Figure]:
    """Every figure of some results, in the order of the report."""
    wrong = _wrong(results.log)
    questions = [outcome for outcome in results.log if outcome.item.asks]
    return [
        _share("messages logged right", (r.right for r in results.log), Target(0.95)),
        Figure("silent wrong stores", wrong.value, target=Target(0.01, at_least=False), share=wrong),
        _share("messages with something to ask about, right", (r.right for r in questions)),
        _share("foods found among three", (r.right for r in results.searches), Target(0.95)),
        _share("plans right", (r.right for r in results.questions), Target(0.95)),
        Figure("messages to the diary that failed", results.failures, "messages", Target(0, at_least=False)),
    ]


def _share(name: str, outcomes: Iterable[bool], target: Target | None = None) -> Figure:
    share = Share.of(outcomes)
    return Figure(name, share.value, target=target, share=share)


def _wrong(log: Sequence[LoggedMessage]) -> Share:
    """Wrong entries, of those stored."""
    return Share(sum(r.wrong for r in log), sum(len(r.stored) for r in log))


def breakdowns(results: DiaryResults) -> list[Table]:
    """The three sets by language and by kind."""
    return [
        _table("the diary by language", "language", results, lambda outcome: outcome.item.language),
        _table("the diary by kind", "kind", results, lambda outcome: outcome.item.kind),
    ]


def _table(title: str, column: str, results: DiaryResults, key: Callable[[_Outcome], str]) -> Table:
    sets: dict[str, Sequence[_Outcome]] = {
        "messages logged right": results.log,
        "foods found among three": results.searches,
        "plans right": results.questions,
    }
    rows = []
    for name, outcomes in sets.items():
        for value in sorted({key(outcome) for outcome in outcomes}):
            members = [outcome for outcome in outcomes if key(outcome) == value]
            log = [outcome for outcome in members if isinstance(outcome, LoggedMessage)]
            right = Share.of(outcome.right for outcome in members)
            rows.append((name, value, _counted(right), _counted(_wrong(log)) if log else ""))
    return Table(title, ("", column, "right", "wrong, of entries stored"), tuple(rows))


def _counted(share: Share) -> str:
    return f"{share.hits}/{share.total}"


def misses(results: DiaryResults) -> list[Miss]:
    """Every miss, by kind; of the messages those that stored something wrong first."""
    log = sorted((r for r in results.log if not r.right), key=lambda r: -r.wrong)
    return [
        *(_logged(r) for r in log),
        *(_searched(r) for r in results.searches if not r.right),
        *(_planned(r) for r in results.questions if not r.right),
    ]


def _logged(r: LoggedMessage) -> Miss:
    wanted = "; ".join(f"{i.expect} {i.said}" + (f" {i.low}–{i.high} g" if i.low else "") for i in r.item.items)
    stored = "; ".join(f"{e.food} {e.grams} g, {e.day}, {e.meal}" for e in r.stored)
    asked = f"asked: {', '.join(r.asked)}" if r.asked else ""
    got = "failed" if r.failed else "; ".join(filter(None, (stored, asked))) or "nothing"
    expected = "; ".join(filter(None, (wanted, str(r.item.day or ""), r.item.meal))) or "nothing"
    return Miss("message logged wrong", r.item.id, r.item.text, expected, got, r.wrong)


def _searched(r: Searched) -> Miss:
    got = "; ".join(pt for pt, _ in r.found[:HITS]) or "nothing"
    return Miss("food not among three", r.item.id, r.item.text, f"{r.item.expect} / {r.item.expect_en}", got, 0)


def _planned(r: PlannedQuestion) -> Miss:
    wanted = r.item.plan
    expected = _told(Planned(wanted.date_from, wanted.date_to, tuple(wanted.nutrients), wanted.need_detail))
    text = f"{r.item.text} ({r.item.at:%Y-%m-%d})"
    got = "failed" if r.failed else _told(r.plan) if r.plan else "no plan"
    return Miss("plan wrong", r.item.id, text, expected, got, 0)


def _told(plan: Planned) -> str:
    nutrients = " ".join(sorted(plan.nutrients)) or "the main ones"
    return f"{plan.date_from} to {plan.date_to}, {nutrients}{', entries' if plan.need_detail else ''}"
