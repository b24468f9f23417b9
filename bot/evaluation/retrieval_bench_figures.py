"""What was measured of retrieval, as figures with their targets, tables and panels. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.retrieval_bench import FONTE, MATCHING, SHIPPED, VERY_MANY, Among, Searched
from bot.evaluation.statistics import mean, percentile
from rag.notes.retrieval import MATCH_COUNT

FASTER = 3.0
"""Than each peer, at the bundled notes."""
SLOWEST_MS = 10.0
"""p95 among the most chunks."""
RECALL = 0.99
_SHARES = {"bench_rare": "1 %", "bench_middle": "10 %", "bench_common": "89 %"}


@dataclass(frozen=True, slots=True)
class Group:
    """One searcher's searches in one specialty (or in all of them) among so many chunks; times in milliseconds."""

    name: str
    specialty: str
    p50: float
    p95: float
    times_fonte: float
    recall: float | None
    fewest: int
    short: int
    searches: int


def groups(among: Among) -> list[Group]:
    """By specialty where the chunks are grown, else all in one; Fonte's first."""
    grown = set(among.specialties) <= set(_SHARES)
    parts = {share: _places(among, name) for name, share in _SHARES.items()} if grown else {"all": _places(among)}
    return [_group(among, name, specialty, places) for specialty, places in parts.items() for name in among.searched]


def _places(among: Among, specialty: str | None = None) -> list[int]:
    return [at for at, name in enumerate(among.specialties) if specialty in {None, name}]


def _group(among: Among, name: str, specialty: str, places: Sequence[int]) -> Group:
    one = among.searched[name]
    timed = [at for at in places if at < len(one.rounds[0])]
    times = [each[at] for each in one.rounds for at in timed]
    rows = [one.rows[at] for at in places]
    return Group(
        name,
        specialty,
        percentile(times, 50),
        percentile(times, 95),
        ratio(one, among.searched[FONTE], timed),
        mean([one.recall[at] for at in places]) if one.recall else None,
        min(rows),
        sum(count < MATCH_COUNT for count in rows),
        len(rows),
    )


def ratio(one: Searched, other: Searched, places: Sequence[int]) -> float:
    """How many times as long `one` takes: in each round median by median, and of the rounds the median."""
    pairs = zip(one.rounds, other.rounds, strict=True)
    return median(_middle(ours, places) / _middle(theirs, places) for ours, theirs in pairs)


def _middle(times: Sequence[float], places: Iterable[int]) -> float:
    return median(times[at] for at in places)


def retrieval_figures(measured: Sequence[Among]) -> list[Figure]:
    """Fonte's, with their targets; among specialties the worst one counts."""
    found = [_faster(among, peer) for among in measured for peer in _peers(among)]
    own = [(among, [group for group in groups(among) if group.name == FONTE]) for among in measured]
    for among, parts in own:
        bound = Target(SLOWEST_MS, at_least=False) if among.chunks >= VERY_MANY else None
        where = f"at {among.chunks:,}"
        found += [
            Figure(f"a search by Fonte {where}, p50", max(part.p50 for part in parts), "ms"),
            Figure(f"a search by Fonte {where}, p95", max(part.p95 for part in parts), "ms", bound),
            Figure(f"recall@4 {where}", min(part.recall or 0.0 for part in parts), target=Target(RECALL)),
            Figure(f"fewest rows {where}", min(part.fewest for part in parts), "rows", Target(MATCH_COUNT)),
        ]
    return found


def _faster(among: Among, peer: str) -> Figure:
    least = min(group.times_fonte for group in groups(among) if group.name == peer)
    few = SHIPPED in among.searched
    return Figure(f"{peer}, of Fonte's time at {among.chunks:,}", least, "times", Target(FASTER if few else 1.0))


def _peers(among: Among) -> list[str]:
    return [name for name in among.searched if name not in {FONTE, MATCHING, SHIPPED}]


def retrieval_tables(measured: Sequence[Among]) -> list[Table]:
    """Every searcher at each size and specialty."""
    columns = (
        "filter keeps", "", "p50, ms", "p95, ms", "of Fonte's time", "recall@4", "fewest rows", "fewer than 4",
    )  # fmt: skip
    return [
        Table(f"{among.chunks:,} chunks", columns, tuple(_row(group) for group in groups(among))) for among in measured
    ] + [_loading(measured)]


def _row(group: Group) -> tuple[str, ...]:
    share = "" if group.recall is None else f"{group.recall:.3f}"
    return (
        group.specialty, group.name, f"{group.p50:.2f}", f"{group.p95:.2f}", f"{group.times_fonte:.2f}", share,
        str(group.fewest), f"{group.short} of {group.searches}",
    )  # fmt: skip


def _loading(measured: Sequence[Among]) -> Table:
    names = list(dict.fromkeys(name for among in measured for name in among.loading))
    rows = tuple(
        (name, *(f"{among.loading[name]:.1f}" if name in among.loading else "" for among in measured)) for name in names
    )
    return Table("loading and indexes, s", ("", *(f"{among.chunks:,} chunks" for among in measured)), rows)


def retrieval_columns(measured: Sequence[Among]) -> Mapping[str, Sequence[Group]]:
    """For the picture: by size and specialty."""
    columns: dict[str, list[Group]] = {}
    for among in measured:
        for group in groups(among):
            title = f"{among.chunks:,}" if group.specialty == "all" else f"{among.chunks:,}\n{group.specialty}"
            columns.setdefault(title, []).append(group)
    return columns
