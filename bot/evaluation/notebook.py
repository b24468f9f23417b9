"""Runs a notebook's code cells without Jupyter, and keeps what they print and draw.

Draws with matplotlib (a development dependency), whose backend is set to one without a window.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

_DOTS = 60


def executed(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its code cells, run in order in one namespace. A cell's error is raised."""
    import matplotlib as mpl  # noqa: PLC0415 - where a notebook is run

    mpl.use("Agg")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    for number, cell in enumerate(notebook["cells"], start=1):
        if cell["cell_type"] == "code":
            outputs = _outputs("".join(cell["source"]), namespace)
            cells.append({**cell, "execution_count": number, "outputs": outputs})
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, namespace: dict[str, Any]) -> Sequence[dict[str, Any]]:
    from matplotlib import pyplot as plt  # noqa: PLC0415

    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(source, "<cell>", "exec"), namespace)  # noqa: S102 - the repository's own notebook
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    for number in plt.get_fignums():
        image = io.BytesIO()
        plt.figure(number).savefig(image, format="png", dpi=_DOTS, bbox_inches="tight", metadata={"Software": None})
        drawn = {"image/png": base64.b64encode(image.getvalue()).decode(), "text/plain": ["<Figure>"]}
        found.append({"output_type": "display_data", "data": drawn, "metadata": {}})
    plt.close("all")
    return found


def run_notebook(path: Path) -> None:
    """Runs a notebook, and writes it again with its outputs."""
    notebook = executed(json.loads(path.read_text(encoding="utf-8")))
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
