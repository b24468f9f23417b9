"""Keeps experiments, and tells how two of them differ: what `scripts/evaluate.py` does with the database of them."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import SecretStr
from rich.console import Console

from bot.adapters.experiments import PostgresExperiments
from bot.bootstrap import database, migrated
from bot.evaluation.figures import Table
from bot.evaluation.report import print_table
from bot.experiments.comparing import BOTH
from bot.experiments.records import ChangedItem, ComparedFigure, Experiment, Experiments
from bot.paths import ROOT
from bot.settings import Settings, load_settings
from rag.adapters.postgres.pool import open_pool

MOST_CHANGED = 40
_DIGITS = 4
_T = TypeVar("_T")


def with_experiments(
    url: str | None, work: Callable[[Experiments], Awaitable[_T]], step: Callable[[str], None] = lambda _: None
) -> _T:
    """What `work` returns of the database that keeps experiments, brought to this version. From the main thread.

    It is that of `url`, else of DATABASE_URL, else the embedded one under FONTE_HOME. Raises SettingsError.
    """
    settings = load_settings(**({"database_url": SecretStr(url)} if url else {}), log_level="ERROR")
    with database(settings, step) as dsn:
        return asyncio.run(_on(dsn, settings, work))


async def _on(dsn: str, settings: Settings, work: Callable[[Experiments], Awaitable[_T]]) -> _T:
    dsn = await migrated(dsn, settings)
    async with open_pool(dsn) as pool:
        return await work(PostgresExperiments(pool))


def commit() -> str:
    """The checkout's commit, with a + where files were changed; empty where there is none."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()  # noqa: S603 - our own words


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two experiments side by side."""

    first: Experiment
    second: Experiment
    figures: Sequence[ComparedFigure]
    changed: Sequence[ChangedItem]


async def compare(experiments: Experiments, first: str, second: str) -> Comparison:
    """By id, or by name: the newest of it. Raises ExperimentError."""
    one, other = await experiments.find(first), await experiments.find(second)
    return Comparison(
        one, other, await experiments.compared(one.id, other.id), await experiments.changed(one.id, other.id)
    )


def print_comparison(console: Console, told: Comparison, most: int = MOST_CHANGED) -> None:
    """Figures of both halves, then the items of the development half that changed, what got worse first."""
    for number, one in (("first", told.first), ("second", told.second)):
        console.print(f"{number}: {_line(one)}", markup=False)
    columns = ("set", "figure", "split", "first", "second", "difference", "")
    rows = tuple(_row(figure) for figure in told.figures if figure.difference)
    print_table(console, Table("figures, and the difference's 95 % interval (paired bootstrap)", columns, rows))
    alone = dict.fromkeys(figure.set for figure in told.figures if not figure.difference)
    if alone:
        console.print(f"with figures that only one of them has: {', '.join(alone)}", markup=False)
    shown = [item for item in told.changed if item.split != "test"]
    title = f"items of the development half that changed: {len(shown)}"
    title += f", the first {most}" if len(shown) > most else ""
    changed = tuple((i.set, i.metric, i.item, f"{i.first:.3f}", f"{i.second:.3f}", _came(i)) for i in shown[:most])
    print_table(console, Table(title, ("set", "figure", "item", "first", "second", "came"), changed))


def _line(one: Experiment) -> str:
    settings = " ".join(f"{key}={value}" for key, value in one.settings.items()) or "as it is"
    note = f" — {one.note}" if one.note else ""
    at = one.started_at.strftime("%Y-%m-%d %H:%M")
    return f"{one.id} {one.name}, {at}, {one.commit or 'no commit'}, {', '.join(one.models)}, {settings}{note}"


def _row(figure: ComparedFigure) -> tuple[str, ...]:
    by = figure.difference
    told = f"{by.value:+.3f} [{by.low:+.3f} to {by.high:+.3f}]" if by else ""
    word = "" if by is None else "better" if by.better else "WORSE" if by.worse else ""
    return figure.set, figure.metric, figure.split, _number(figure.first), _number(figure.second), told, word


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _came(item: ChangedItem) -> str:
    """What differs of what came."""
    keys = [key for key in item.came_second if item.came_first.get(key) != item.came_second[key]]
    return "; ".join(f"{key}: {item.came_first.get(key)} → {item.came_second[key]}" for key in keys)


def print_list(console: Console, experiments: Sequence[Experiment]) -> None:
    """One row each, the newest first."""
    rows = tuple(
        (str(e.id), e.name, f"{e.started_at:%Y-%m-%d %H:%M}", json.dumps(dict(e.settings)), e.commit, e.note)
        for e in experiments
    )
    print_table(console, Table("experiments", ("id", "name", "started", "settings", "commit", "note"), rows))


async def exported(experiments: Experiments, names: Sequence[str] = ()) -> dict[str, Any]:
    """Experiments (all where none is named), oldest first, each compared with the first one; figures of both halves."""
    chosen = [await experiments.find(name) for name in names] if names else list(await experiments.list())[::-1]
    told = [await _told(experiments, one) for one in chosen]
    pairs = [(chosen[0], other) for other in chosen[1:]]
    compared = [
        {"first": a.id, "second": b.id, "figures": [_rounded(asdict(f)) for f in await _both(experiments, a, b)]}
        for a, b in pairs
    ]
    return {"experiments": told, "compared": compared}


async def _told(experiments: Experiments, one: Experiment) -> dict[str, Any]:
    figures = [asdict(figure) for figure in await experiments.figures(one.id) if figure.split == BOTH]
    told: dict[str, Any] = _rounded({**asdict(one), "started_at": one.started_at.isoformat(), "figures": figures})
    return told


async def _both(experiments: Experiments, first: Experiment, second: Experiment) -> list[ComparedFigure]:
    return [figure for figure in await experiments.compared(first.id, second.id) if figure.split == BOTH]


def _rounded(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    match value:
        case float():
            return round(value, _DIGITS)
        case dict():
            return {key: _rounded(member) for key, member in value.items()}
        case list() | tuple():
            return [_rounded(member) for member in value]
    return value


def write_export(told: dict[str, Any], path: Path) -> None:
    """One line an experiment and a comparison."""
    lines = {key: ",\n    ".join(json.dumps(one, ensure_ascii=False) for one in told[key]) for key in told}
    body = ",\n".join(f'  "{key}": [\n    {members}\n  ]' for key, members in lines.items())
    path.write_text(f"{{\n{body}\n}}\n", encoding="utf-8")


def read_experiments(url: str | None, sample: Path) -> dict[str, Any]:
    """For a notebook: of the database of `url`, or the sample where there is none. Works inside a running loop too."""
    if not url:
        told: dict[str, Any] = json.loads(sample.read_text(encoding="utf-8"))
        return told

    def work() -> dict[str, Any]:
        async def of() -> dict[str, Any]:
            async with open_pool(url) as pool:
                return await exported(PostgresExperiments(pool))

        return asyncio.run(of())

    with ThreadPoolExecutor(1) as worker:
        return worker.submit(work).result()
