from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from bot.evaluation.notebook import executed, run_notebook
from bot.paths import ROOT

NOTEBOOK = ROOT / "docs" / "evaluation.ipynb"


def notebook(*sources: str) -> dict[str, Any]:
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "metadata": {}, "source": ["# Told"]}]
    cells += [{"cell_type": "code", "metadata": {}, "source": s.splitlines(keepends=True)} for s in sources]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


@pytest.fixture(autouse=True)
def no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(ROOT)


def test_every_cell_of_the_committed_notebook_runs_and_shows_what_is_committed() -> None:
    committed = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    again = executed(committed)
    kinds = [
        [[o["output_type"] for o in cell.get("outputs", [])] for cell in told["cells"]] for told in (committed, again)
    ]
    assert kinds[0] == kinds[1]
    assert sum(kind == "display_data" for outputs in kinds[0] for kind in outputs) >= 4
    printed = [o["text"] for told in (committed, again) for o in told["cells"][1]["outputs"]]
    assert printed[0] == printed[1]


def test_the_committed_notebook_is_small_and_names_no_folder_of_a_machine() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert len(text) < 150_000
    assert str(ROOT) not in text


def test_cells_share_their_names_and_what_they_print_and_draw_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "told.ipynb"
    draws = "from matplotlib import pyplot as plt\nplt.plot([n, 2])"
    path.write_text(json.dumps(notebook("n = 1", "print(n)\nprint('é')", draws)), encoding="utf-8")
    run_notebook(path)
    _, *cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [len(cell["outputs"]) for cell in cells] == [0, 1, 1]
    assert cells[1]["outputs"][0]["text"] == ["1\n", "é\n"]
    assert base64.b64decode(cells[2]["outputs"][0]["data"]["image/png"]).startswith(b"\x89PNG")
    assert [cell["execution_count"] for cell in cells] == [2, 3, 4]


def test_a_cell_that_fails_is_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        executed(notebook("1 / 0"))
