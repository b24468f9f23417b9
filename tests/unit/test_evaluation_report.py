from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot.evaluation.figures import Figure, Table, Target, figures
from bot.evaluation.pictures import draw_confusion, draw_curves, draw_shares, draw_times
from bot.evaluation.report import (
    DocumentError,
    as_json,
    markdown_figures,
    markdown_table,
    print_figures,
    print_table,
    write_between_marks,
)
from bot.evaluation.statistics import Share
from tests.unit.evaluation_samples import kept, question, results, routed

COLUMNS = {
    "dev": [Figure("right", 0.98, target=Target(0.97), share=Share(98, 100))],
    "test": [Figure("right", 0.9, target=Target(0.97), share=Share(90, 100)), Figure("time", 3, "ms")],
}
PNG = b"\x89PNG\r\n"


def test_figures_are_printed_with_target_and_verdict_a_split() -> None:
    out = StringIO()
    print_figures(Console(file=out, width=120), "figures", COLUMNS)
    shown = out.getvalue()
    assert "≥ 0.97" in shown
    assert "0.980 [0.93–0.99] 98/100 │ PASS" in shown
    assert "0.900 [0.83–0.94] 90/100 │ MISS" in shown


def test_a_message_with_brackets_is_printed_as_it_is() -> None:
    out = StringIO()
    print_table(Console(file=out, width=80), Table("misses", ("text",), (("[red]dói[/red] [1]",),)))
    assert "[red]dói[/red] [1]" in out.getvalue()


def test_markdown_says_the_same() -> None:
    assert markdown_figures(COLUMNS).splitlines()[2:] == [
        "| right | ≥ 0.97 | 0.980 [0.93–0.99] 98/100 PASS | 0.900 [0.83–0.94] 90/100 MISS |",
        "| time |  |  | 3.0 ms |",
    ]
    assert markdown_table(Table("t", ("a", "b"), (("1|2", "3"),))).splitlines()[2] == "| 1\\|2 | 3 |"


def test_json_holds_counts_intervals_and_whatever_else_is_given() -> None:
    told = json.loads(as_json(COLUMNS, {}, near_copies=["x"]))
    figure = told["figures"]["test"][0]
    assert (figure["hits"], figure["total"], figure["passed"]) == (90, 100, False)
    assert figure["interval"] == pytest.approx([0.8256, 0.9448], abs=1e-4)
    assert told["near_copies"] == ["x"]


def test_results_go_between_a_documents_marks_and_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "d.md"
    path.write_text("# a\n<!-- results: begin -->\nold\n<!-- results: end -->\ntail\n", encoding="utf-8")
    write_between_marks(path, "results", "new")
    write_between_marks(path, "results", "newer")
    assert path.read_text(encoding="utf-8") == "# a\n<!-- results: begin -->\nnewer\n<!-- results: end -->\ntail\n"


def test_a_document_without_marks_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "d.md"
    path.write_text("# a\n<!-- results: begin -->\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"d\.md"):
        write_between_marks(path, "results", "new")
    assert path.read_text(encoding="utf-8") == "# a\n<!-- results: begin -->\n"


def test_pictures_are_the_same_file_for_the_same_figures(tmp_path: Path) -> None:
    found = results(
        routed(question(1)), routed(question(2), 1, "cardiologia"), out_of_scope=(kept(1, "duvidas_gerais"),)
    )
    for name in ("one", "two"):
        draw_confusion({"dev": found, "test": found}, tmp_path / name / "confusion.png")
        draw_shares({"dev": figures(found), "test": figures(found)}, tmp_path / name / "shares.png")
        draw_times([1.0, 2.0, 9.0], {"routing": 1.0, "writing": 0.5}, tmp_path / name / "times.png")
        curves = {"a message logged": ([1.0, 2.0, 9.0], 30.0), "a question": ([4.0], 40.0)}
        draw_curves(curves, {"a message logged": {"writing": 0.5}}, tmp_path / name / "curves.png")
    for picture in ("confusion.png", "shares.png", "times.png", "curves.png"):
        first = (tmp_path / "one" / picture).read_bytes()
        assert first.startswith(PNG)
        assert first == (tmp_path / "two" / picture).read_bytes()
