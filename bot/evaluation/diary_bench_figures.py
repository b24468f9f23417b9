"""How long the diary takes, as figures with their targets, tables and curves. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.evaluation.benchmark import Timed
from bot.evaluation.diary_bench import A_DAY, DAYS, MOST_ITEMS, DiaryTimed
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.processes import Memory
from bot.evaluation.statistics import percentile

LOG_MS, ASK_MS, SEARCH_MS = 30, 40, 15
MEMORY_MIB = 300


@dataclass(frozen=True, slots=True)
class DiaryMeasured:
    """Everything measured; `memory` only where it can be read."""

    timed: DiaryTimed
    memory: Memory | None


def diary_bench_figures(measured: DiaryMeasured) -> list[Figure]:
    """What is reported, with targets."""
    timed, memory = measured.timed, measured.memory
    found = [
        *_own_time(f"a message logged (1 to {MOST_ITEMS} items)", timed.log.questions, LOG_MS),
        *_own_time(f"a question ({DAYS} days of {A_DAY} entries)", timed.ask.questions, ASK_MS),
        *_own_time("a trend with its picture", timed.trend.questions),
        *_own_time(f"a food search among {timed.foods:,}", timed.search, SEARCH_MS),
    ]
    found += [
        Figure("processor time of the bot a message logged, mean", timed.log.processor, "ms"),
        Figure("processor time of the bot a question, mean", timed.ask.processor, "ms"),
    ]
    if memory:
        found.append(_at_most("resident memory of the bot after it", memory.bot_rss, "MiB", MEMORY_MIB))
    return found


def _own_time(what: str, milliseconds: Sequence[float], bound: float | None = None) -> list[Figure]:
    """The median, and the 95th percentile with its target."""
    target = None if bound is None else Target(bound, at_least=False)
    return [
        Figure(f"{what}, p50", percentile(milliseconds, 50), "ms"),
        Figure(f"{what}, p95", percentile(milliseconds, 95), "ms", target),
    ]


def _at_most(name: str, value: float, unit: str, bound: float) -> Figure:
    return Figure(name, value, unit, Target(bound, at_least=False))


def diary_bench_tables(measured: DiaryMeasured) -> list[Table]:
    """What stands behind the figures."""
    timed = measured.timed
    kinds = {f"a message of {n} item{'s' if n > 1 else ''}": ms for n, ms in sorted(timed.log_by_items.items())}
    kinds |= {
        f"a question that {'reads entries' if rows else 'reads totals alone'}": ms
        for rows, ms in sorted(timed.ask_by_rows.items())
    }
    return [
        Table("own time by what is said, ms", ("", "n", "p50", "p95"), _rows(kinds)),
        _steps("steps of a message logged, ms", timed.log),
        _steps("steps of a question, ms", timed.ask),
        _steps("steps of a trend with its picture, ms", timed.trend),
    ]


def _steps(title: str, timed: Timed) -> Table:
    rows = tuple((label, f"{p50:.2f}", f"{p95:.2f}") for label, (p50, p95) in timed.steps.items())
    return Table(title, ("step", "p50", "p95"), rows)


def _rows(kinds: Mapping[str, Sequence[float]]) -> tuple[tuple[str, ...], ...]:
    return tuple((kind, str(len(ms)), *_shown(ms)) for kind, ms in kinds.items())


def _shown(milliseconds: Sequence[float]) -> tuple[str, str]:
    return f"{percentile(milliseconds, 50):.2f}", f"{percentile(milliseconds, 95):.2f}"


def diary_curves(measured: DiaryMeasured) -> dict[str, tuple[Sequence[float], float]]:
    """Milliseconds of each kind, and the target of their 95th percentile."""
    timed = measured.timed
    return {
        "a message logged": (timed.log.questions, LOG_MS),
        "a question": (timed.ask.questions, ASK_MS),
        f"a food search among {timed.foods:,}": (timed.search, SEARCH_MS),
    }
