"""Figures and tables as a person reads them in a terminal, as Markdown for docs/, and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from bot.evaluation.figures import Figure, Table

_BEGIN, _END = "<!-- {name}: begin -->", "<!-- {name}: end -->"
_WIDTH = 150


class DocumentError(Exception):
    """A document lacks the marks between which results are written."""


def terminal() -> Console:
    """Wide enough for the tables where the output goes to a file."""
    console = Console()
    return console if console.is_terminal else Console(width=_WIDTH)


def verdict(figure: Figure) -> str:
    """PASS, MISS, or nothing where there is no target."""
    return "" if figure.passed is None else "PASS" if figure.passed else "MISS"


def print_figures(console: Console, title: str, columns: Mapping[str, Sequence[Figure]]) -> None:
    """One row a figure, one column a split (or a run), with target and verdict."""
    table = RichTable(title=title, title_justify="left", header_style="bold", pad_edge=False)
    table.add_column("")
    table.add_column("target", justify="right")
    for name in columns:
        table.add_column(name, justify="right")
        table.add_column("", justify="left", min_width=4)
    for name, target, members in _rows(columns):
        table.add_row(escape(name), target, *(cell for figure in members for cell in _cells(figure)))
    console.print(table)


def _rows(columns: Mapping[str, Sequence[Figure]]) -> list[tuple[str, str, list[Figure | None]]]:
    names = dict.fromkeys(figure.name for figures in columns.values() for figure in figures)
    found = []
    for name in names:
        members = [next((f for f in figures if f.name == name), None) for figures in columns.values()]
        target = next((str(f.target) for f in members if f and f.target), "")
        found.append((name, target, members))
    return found


def _cells(figure: Figure | None) -> tuple[str, str]:
    if figure is None:
        return "", ""
    word = verdict(figure)
    colour = {"PASS": "green", "MISS": "bold red"}.get(word)
    return escape(figure.shown()), f"[{colour}]{word}[/]" if colour else ""


def print_table(console: Console, table: Table) -> None:
    """A breakdown; texts wrap."""
    if not table.rows:
        return
    shown = RichTable(title=table.title, title_justify="left", header_style="bold", pad_edge=False)
    for column in table.columns:
        shown.add_column(column, overflow="fold")
    for row in table.rows:
        shown.add_row(*(escape(cell) for cell in row))
    console.print(shown)


def markdown_figures(columns: Mapping[str, Sequence[Figure]]) -> str:
    """The same rows as a Markdown table."""
    header = ["figure", "target", *columns]
    lines = [_line(header), _line(["---", *("---:" for _ in header[1:])])]
    for name, target, members in _rows(columns):
        lines.append(_line([name, target, *(_told(figure) for figure in members)]))
    return "\n".join(lines)


def _told(figure: Figure | None) -> str:
    return f"{figure.shown()} {verdict(figure)}".strip() if figure else ""


def markdown_table(table: Table) -> str:
    """A breakdown as Markdown."""
    lines = [_line(table.columns), _line(["---"] * len(table.columns)), *(_line(row) for row in table.rows)]
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def write_between_marks(path: Path, name: str, text: str) -> None:
    """Puts `text` between the two marks of `name` in a document. Raises DocumentError."""
    document = path.read_text(encoding="utf-8")
    begin, end = _BEGIN.format(name=name), _END.format(name=name)
    before, mark, rest = document.partition(begin)
    _, closing, after = rest.partition(end)
    if not mark or not closing:
        raise DocumentError(f"{path}: no {begin} … {end} to write between")
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def measured_on() -> Table:
    """The machine, and how busy it is at this moment."""
    where = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version()}
    where |= {"load when done": " ".join(f"{load:.1f}" for load in os.getloadavg())}
    return Table("measured on", ("", ""), tuple(where.items()))


def as_json(columns: Mapping[str, Sequence[Figure]], tables: Mapping[str, Sequence[Table]], **more: object) -> str:
    """Everything, for programs."""
    figures = {
        split: [
            {
                "name": figure.name,
                "value": figure.value,
                "unit": figure.unit,
                "target": str(figure.target) if figure.target else None,
                "passed": figure.passed,
                "hits": figure.share.hits if figure.share else None,
                "total": figure.share.total if figure.share else None,
                "interval": list(figure.share.interval) if figure.share else None,
            }
            for figure in members
        ]
        for split, members in columns.items()
    }
    broken_down = {split: [asdict(table) for table in members] for split, members in tables.items()}
    return json.dumps({"figures": figures, "tables": broken_down, **more}, ensure_ascii=False, indent=2) + "\n"
