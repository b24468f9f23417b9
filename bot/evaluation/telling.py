"""What is told of a run: in the terminal, as JSON, in a document and as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bot.evaluation import consultation, diary_figures, labelled, misses
from bot.evaluation.consultation import ConsultationResults
from bot.evaluation.diary import DiaryResults
from bot.evaluation.figures import Figure, Table, breakdown, by_kind, chance, confusion_table, figures
from bot.evaluation.golden import Split
from bot.evaluation.measuring import NEAR_COPY, Results
from bot.evaluation.misses import Miss
from bot.evaluation.report import (
    as_json,
    markdown_figures,
    markdown_table,
    print_figures,
    print_table,
    terminal,
    write_between_marks,
)
from bot.evaluation.running import Measured

_Outcomes = TypeVar("_Outcomes", Results, DiaryResults, ConsultationResults)
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class Shown:
    """How much is told: the split ("all": each apart), how many misses of a kind, and whether the test split's."""

    split: str
    misses: int
    test: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of some sets. `columns`, `tables` and `misses` go by split; `mark` is their place in a document.

    `picture` is the file of their shares.
    """

    title: str
    mark: str
    picture: str
    columns: Mapping[str, Sequence[Figure]]
    lines: Sequence[str]
    tables: Mapping[str, Sequence[Table]]
    misses: Mapping[str, Sequence[Table]]


def parts(measured: Measured, shown: Shown) -> list[Part]:
    """Of all that was run."""
    found = []
    if measured.notes:
        splits = _split(measured.notes, shown.split)
        names = "figures", "results", "evaluation.png"
        found.append(_part(*names, splits, shown, figures, _breakdowns, misses.misses, lines=_lines(splits)))
    if measured.diary:
        meals, of = _split(measured.diary, shown.split), diary_figures
        names = "the diary", "diary", "diary.png"
        found.append(_part(*names, meals, shown, of.figures, of.breakdowns, of.misses))
    if measured.consultation:
        cases, by = _split(measured.consultation, shown.split), consultation
        names = "consultations", "consultation", "consultation.png"
        found.append(_part(*names, cases, shown, by.figures, by.breakdowns, by.misses))
    return found


def _part(
    title: str,
    mark: str,
    picture: str,
    splits: Mapping[str, _Outcomes],
    shown: Shown,
    figured: Callable[[_Outcomes], Sequence[Figure]],
    broken: Callable[[_Outcomes], Sequence[Table]],
    missed: Callable[[_Outcomes], Sequence[Miss]],
    *,
    lines: Sequence[str] = (),
) -> Part:
    columns = {name: figured(results) for name, results in splits.items()}
    tables = {name: broken(results) for name, results in splits.items()}
    wrong = {name: missed(results) for name, results in splits.items()}
    return Part(title, mark, picture, columns, lines, tables, _shown(wrong, shown))


def _split(results: _Outcomes, chosen: str) -> dict[str, _Outcomes]:
    def of(split: Split) -> _Outcomes:
        return results.only(lambda item: item.split is split)

    if chosen != "all":
        return {chosen: of(Split(chosen))}
    return {**{split.value: of(split) for split in Split}, "both": results}


def _apart(splits: Mapping[str, _Any]) -> dict[str, _Any]:
    """The splits themselves, without their union."""
    return {name: results for name, results in splits.items() if name != "both"}


def _breakdowns(results: Results) -> list[Table]:
    return [confusion_table(results), breakdown(results), by_kind(results)]


def _shown(missed: Mapping[str, Sequence[Miss]], shown: Shown) -> dict[str, list[Table]]:
    """The test split's misses are for those who ask: who reads them can no longer report on it."""
    wanted = {n: found for n, found in _apart(missed).items() if n != Split.TEST or shown.test}
    return {name: misses.tables(found, shown.misses) for name, found in wanted.items()}


def _lines(splits: Mapping[str, Results]) -> list[str]:
    results = list(splits.values())[-1]
    first, four = chance(results)
    return [
        f"By chance, inside the right specialty: first {first:.3f}, among four {four:.3f}.",
        f"Golden phrases within {NEAR_COPY} trigram similarity of a phrase of the corpus: {len(results.copies)}.",
    ]


def print_parts(told: Sequence[Part], measured: Measured, seconds: float) -> None:
    """In the terminal."""
    console = terminal()
    console.print(f"models: embeddings {measured.models[0]}, answers {measured.models[1]}\n")
    for part in told:
        print_figures(console, part.title, part.columns)
        for line in part.lines:
            console.print(line)
        for name in _apart(part.columns):
            console.print(f"\n[bold]{name}[/bold]")
            for table in part.tables[name]:
                print_table(console, table)
        for name, tables in part.misses.items():
            console.print(f"\n[bold]misses, {name}[/bold]")
            for table in tables:
                print_table(console, table)
        console.print()
    print_table(console, labelled.table(measured.labelled))
    for copy in measured.copies:
        console.print(f"  {copy.similarity:.2f}  {copy.golden!r} ~ {copy.phrase!r}", markup=False)
    console.print(f"{seconds:.0f} s", style="dim")


def write_json(told: Sequence[Part], measured: Measured, path: Path) -> None:
    """Everything, for programs."""
    copies = [copy.golden for copy in measured.copies]
    columns = _joined(part.columns for part in told)
    tables = _joined(each for part in told for each in (part.tables, part.misses))
    path.write_text(as_json(columns, tables, near_copies=copies), encoding="utf-8")


def write_document(told: Sequence[Part], path: Path) -> None:
    """Each part's tables between its marks. Raises DocumentError."""
    for part in told:
        blocks = [markdown_figures(part.columns), *part.lines]
        for name, broken_down in _apart(part.tables).items():
            blocks += [f"### {name}: {table.title}\n\n{markdown_table(table)}" for table in broken_down]
        write_between_marks(path, part.mark, "\n\n".join(blocks))


def _joined(members: Iterable[Mapping[str, Sequence[_Any]]]) -> dict[str, list[_Any]]:
    """By split, what each of the members holds of it, one after another."""
    joined: dict[str, list[_Any]] = {}
    for member in members:
        for name, values in member.items():
            joined.setdefault(name, []).extend(values)
    return joined


def draw(told: Sequence[Part], measured: Measured, shown: Shown, folder: Path) -> None:
    """The pictures."""
    from bot.evaluation.pictures import draw_confusion, draw_shares  # noqa: PLC0415 - matplotlib, where it is asked for

    if measured.notes:
        draw_confusion(_apart(_split(measured.notes, shown.split)), folder / "confusion.png")
    for part in told:
        draw_shares(_apart(part.columns), folder / part.picture)


def missed_target(told: Sequence[Part]) -> bool:
    """Whether a figure with a target misses it."""
    found = [figure for part in told for members in part.columns.values() for figure in members]
    return any(figure.passed is False for figure in found)
