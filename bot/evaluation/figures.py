"""From outcomes to figures with their targets. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.evaluation.cosines import OVERALL, WEIGHTS
from bot.evaluation.measuring import Answered, Results, Routed
from bot.evaluation.statistics import Share, discounted_gain, mean, percentile, reciprocal_rank
from rag.notes.retrieval import MATCH_COUNT
from rag.types import Specialty

MAX_ANSWER = 900
"""Characters of an answer, about (the sources' lines included)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A bound that a figure keeps: at least `bound`, or at most."""

    bound: float
    at_least: bool = True

    def met(self, value: float) -> bool:
        """Whether `value` keeps it."""
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `unit` is empty for shares and means of shares; `share` holds what it was counted from."""

    name: str
    value: float
    unit: str = ""
    target: Target | None = None
    share: Share | None = None

    @property
    def passed(self) -> bool | None:
        """None where there is no target, or nothing was measured."""
        if self.target is None or (self.share is not None and not self.share.total):
            return None
        return self.target.met(self.value)

    def shown(self) -> str:
        """The value with its unit, interval and count."""
        if self.share is None:
            return f"{self.value:,.1f} {self.unit}" if self.unit else f"{self.value:.3f}"
        if not self.share.total:
            return "—"
        low, high = self.share.interval
        return f"{self.value:.3f} [{low:.2f}–{high:.2f}] {self.share.hits}/{self.share.total}"


@dataclass(frozen=True, slots=True)
class Table:
    """A breakdown: a title, column names, and rows of text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def figures(results: Results) -> list[Figure]:
    """Every figure of some results, in the order of the report."""
    return [
        *_routing(results),
        *_retrieval(results),
        *_follow_ups(results),
        *_declining(results),
        *_answers(results.answers),
        *_cosines(results),
        *_emergencies(results),
    ]


def _share(name: str, outcomes: Iterable[bool], target: Target | None = None) -> Figure:
    share = Share.of(outcomes)
    return Figure(name, share.value, target=target, share=share)


def _routing(results: Results) -> list[Figure]:
    return [
        _share("specialty right", (r.right for r in results.questions), Target(0.97)),
        _share("out of scope kept out of the specialties", (r.right for r in results.out_of_scope), Target(0.95)),
    ]


def _retrieval(results: Results) -> list[Figure]:
    true = [r.within_true.rank for r in results.questions]
    routed = [r.within_routed.rank for r in results.questions]
    return [
        _share("right condition first, in the true specialty", (rank == 1 for rank in true), Target(0.75)),
        _share("right condition among four, in the true specialty", (_near(rank) for rank in true), Target(0.95)),
        Figure("MRR@4, in the true specialty", _mean_of(reciprocal_rank, true)),
        Figure("nDCG@4, in the true specialty", _mean_of(discounted_gain, true)),
        _share("right condition first, in the routed specialty", (rank == 1 for rank in routed), Target(0.75)),
        _share("right condition among four, in the routed specialty", (_near(rank) for rank in routed), Target(0.95)),
        Figure("MRR@4, in the routed specialty", _mean_of(reciprocal_rank, routed)),
        Figure("nDCG@4, in the routed specialty", _mean_of(discounted_gain, routed)),
    ]


def _near(rank: int | None) -> bool:
    return rank is not None and rank <= MATCH_COUNT


def _mean_of(score: Callable[[int | None, int], float], ranks: Sequence[int | None]) -> float:
    return mean([score(rank, MATCH_COUNT) for rank in ranks])


def _follow_ups(results: Results) -> list[Figure]:
    return [
        _share("follow-up keeps its specialty", (r.right for r in results.follow_ups)),
        _share("follow-up: right condition first", (r.ranking.rank == 1 for r in results.follow_ups)),
        _share("follow-up: right condition among four", (_near(r.ranking.rank) for r in results.follow_ups)),
        _share("new subject after another: specialty right", (r.right for r in results.switched)),
    ]


def _declining(results: Results) -> list[Figure]:
    return [
        _share("declined what the notes don't answer", (r.right for r in results.abstain)),
        _share("declined with the fitting words", (r.fitting for r in results.abstain)),
        _share("no dose given", (r.figure is None for r in results.abstain), Target(1.0)),
    ]


def _answers(answers: Sequence[Answered]) -> list[Figure]:
    if not answers:
        return []
    cited = [a for a in answers if a.asked.cited]
    lengths = [float(len(a.asked.text)) for a in cited] or [0.0]
    times = [a.asked.seconds * 1000 for a in answers]
    return [
        _share("answers that cite a source", (a.asked.cited > 0 for a in answers)),
        _share("cited answers with a good grounding verdict", (a.asked.grounded is True for a in cited), Target(1.0)),
        _share("answers in the language asked", (_same_language(a) for a in answers)),
        Figure("messages that failed", sum(a.asked.failed for a in answers), "messages", Target(0, at_least=False)),
        _share("answers at their best (nothing degraded)", (not a.asked.degraded for a in answers)),
        _share("routing questions taken for an emergency", (a.asked.status == "URGENCIA" for a in answers)),
        Figure("length of a cited answer, p95", percentile(lengths, 95), "characters"),
        Figure("length of a cited answer, longest", max(lengths), "characters", Target(MAX_ANSWER, at_least=False)),
        Figure("own time a question, p50", percentile(times, 50), "ms"),
        Figure("own time a question, p95", percentile(times, 95), "ms"),
    ]


def _same_language(answered: Answered) -> bool:
    return answered.item.language == answered.asked.language == (answered.asked.read_as or answered.asked.language)


def _cosines(results: Results) -> list[Figure]:
    """Means, without a target: copying the context scores high."""
    named = [one.cosines.named() for one in results.likened]
    found = [(name, [scores[name] for scores in named if name in scores]) for name in WEIGHTS]
    found.append((OVERALL, [o for one in results.likened if (o := one.cosines.overall) is not None]))
    return [Figure(f"cosines: {name}", mean(values)) for name, values in found if values]


def _emergencies(results: Results) -> list[Figure]:
    alarms = [r for r in results.red_flags if r.item.alarm]
    calm = [r for r in results.red_flags if not r.item.alarm]
    return [
        _share("emergencies caught", (r.right for r in alarms), Target(0.98)),
        _share("critical emergencies caught", (r.right for r in alarms if r.item.critical), Target(1.0)),
        _share("false alarms", (not r.right for r in calm), Target(0.05, at_least=False)),
    ]


def chance(results: Results) -> tuple[float, float]:
    """First and among four, were the passages of the right specialty drawn at random; the mean over the questions."""
    counts = [results.conditions.get(r.item.especialidade, 0) for r in results.questions]
    known = [count for count in counts if count]
    return mean([1 / count for count in known]), mean([min(1.0, MATCH_COUNT / count) for count in known])


def breakdown(results: Results) -> Table:
    """Routing and retrieval by specialty, language and style."""
    keys: Mapping[str, Callable[[Routed], str]] = {
        "specialty": lambda r: r.item.especialidade,
        "language": lambda r: r.item.language,
        "style": lambda r: r.item.style,
    }
    rows = [
        _row(name, value, [r for r in results.questions if key(r) == value])
        for name, key in keys.items()
        for value in sorted({key(r) for r in results.questions})
    ]
    columns = (
        "by",
        "",
        "n",
        "specialty right",
        "first",
        "among four",
        "MRR@4",
        "nDCG@4",
        "first, routed",
        "four, routed",
    )
    return Table("routing and retrieval (in the true specialty, unless routed is said)", columns, tuple(rows))


def _row(name: str, value: str, members: Sequence[Routed]) -> tuple[str, ...]:
    true = [r.within_true.rank for r in members]
    routed = [r.within_routed.rank for r in members]
    numbers = (
        Share.of(r.right for r in members).value,
        Share.of(rank == 1 for rank in true).value,
        Share.of(_near(rank) for rank in true).value,
        _mean_of(reciprocal_rank, true),
        _mean_of(discounted_gain, true),
        Share.of(rank == 1 for rank in routed).value,
        Share.of(_near(rank) for rank in routed).value,
    )
    return (name, value, str(len(members)), *(f"{number:.3f}" for number in numbers))


def confusion(results: Results) -> tuple[tuple[Specialty, ...], list[list[int]]]:
    """Names, and how many of each true specialty (row) went to each (column); out-of-scope messages included."""
    pairs = [(r.item.especialidade, r.specialty) for r in results.questions]
    pairs += [("duvidas_gerais", r.specialty) for r in results.out_of_scope]
    names = tuple(sorted({name for pair in pairs for name in pair}, key=lambda name: (name == "duvidas_gerais", name)))
    return names, [[sum(pair == (true, routed) for pair in pairs) for routed in names] for true in names]


def confusion_table(results: Results) -> Table:
    """The confusion matrix as text."""
    names, counts = confusion(results)
    rows = tuple((true, *(str(n) if n else "·" for n in row)) for true, row in zip(names, counts, strict=True))
    return Table("where messages went (rows: where they belong)", ("", *names), rows)


def by_kind(results: Results) -> Table:
    """Declining and staying out of the specialties, by the kind of message; and emergencies by family."""
    rows = [
        ("declined", kind, _counted(r.right for r in results.abstain if r.item.kind == kind))
        for kind in sorted({r.item.kind for r in results.abstain})
    ]
    rows += [
        ("kept out of the specialties", kind, _counted(r.right for r in results.out_of_scope if r.item.kind == kind))
        for kind in sorted({r.item.kind for r in results.out_of_scope})
    ]
    families = sorted({r.item.rule_family or "" for r in results.red_flags if r.item.alarm})
    rows += [
        (
            "emergencies caught",
            family,
            _counted(r.right for r in results.red_flags if r.item.alarm and (r.item.rule_family or "") == family),
        )
        for family in families
    ]
    return Table("by kind", ("", "kind", "right"), tuple(rows))


def _counted(outcomes: Iterable[bool]) -> str:
    share = Share.of(outcomes)
    return f"{share.hits}/{share.total}"
