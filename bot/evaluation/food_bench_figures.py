"""What was measured of food search, as figures with their targets, and tables. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.food_bench import Among
from bot.evaluation.food_contenders import FONTE, Beside
from bot.evaluation.statistics import Share, percentile

FEW_MS, MANY_MS = 15, 40
"""Targets of the 95th percentile: among the bundled foods, and among very many."""
RIGHT = 0.95
_FEW = 10_000


def food_figures(measured: Sequence[Beside], among: Among | None) -> list[Figure]:
    """Fonte's own, with their targets, and its place beside the others."""
    found = []
    for one in measured:
        where = f"among {one.foods:,}"
        bound = Target(FEW_MS if one.foods <= _FEW else MANY_MS, at_least=False)
        times, own = _all(one.rounds[FONTE]), Share.of(one.right[FONTE])
        best = max((Share.of(right).value for name, right in one.right.items() if name != FONTE), default=0.0)
        found += [
            Figure(f"a right food among three, {where}", own.value, target=Target(RIGHT), share=own),
            Figure(f"the best of the others, {where}", best),
            Figure(f"a golden food search {where}, p50", percentile(times, 50), "ms"),
            Figure(f"a golden food search {where}, p95", percentile(times, 95), "ms", bound),
        ]
    if among:
        every = [ms for times in among.search.values() for ms in times]
        found += [
            Figure(f"a food search of any kind among {among.foods:,}, p50", percentile(every, 50), "ms"),
            Figure(
                f"a food search of any kind among {among.foods:,}, p95",
                percentile(every, 95),
                "ms",
                Target(MANY_MS, at_least=False),
            ),
        ]
    return found


def food_tables(measured: Sequence[Beside], among: Among | None) -> list[Table]:
    """Beside the others at each size; and by kind of query."""
    tables = [_beside(one) for one in measured]
    if among:
        title = f"a food search among {among.foods:,}, ms (vectors indexed in {among.index_s:.0f} s)"
        rows = tuple(
            (kind, str(len(times)), *_shown(times), *_shown(among.words[kind])) for kind, times in among.search.items()
        )
        tables.append(Table(title, ("kind of query", "n", "p50", "p95", "by words alone, p50", "p95"), rows))
    return tables


def _beside(one: Beside) -> Table:
    rows = []
    for name, rounds in one.rounds.items():
        right = Share.of(one.right[name])
        low, high = right.interval
        share = f"{right.value:.3f} [{low:.2f}–{high:.2f}]"
        rows.append((name, share, *_shown(_all(rounds)), f"{_ratio(one.rounds, name):.2f}"))
    columns = ("", "hit@3 [95 %]", "p50, ms", "p95, ms", "of Fonte's time")
    return Table(f"golden food searches among {one.foods:,} foods", columns, tuple(rows))


def _ratio(rounds: Mapping[str, Sequence[Sequence[float]]], name: str) -> float:
    """In each round median by median, and of the rounds the median."""
    pairs = zip(rounds[name], rounds[FONTE], strict=True)
    return median(median(theirs) / median(ours) for theirs, ours in pairs)


def _all(rounds: Sequence[Sequence[float]]) -> list[float]:
    return [ms for each in rounds for ms in each]


def _shown(milliseconds: Sequence[float]) -> tuple[str, str]:
    return f"{percentile(milliseconds, 50):.2f}", f"{percentile(milliseconds, 95):.2f}"
