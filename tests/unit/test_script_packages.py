"""Scripts under a Python without Fonte's packages."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.paths import ROOT
from scripts.packages import complaint

SCRIPTS = ("bench", "build_foods", "evaluate", "healthcheck", "ingest_notes", "load_foods", "migrate")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_python_without_the_packages_gets_one_line_that_names_make_setup(name: str) -> None:
    script = str(ROOT / "scripts" / f"{name}.py")
    bare = [sys.executable, "-S", script, "--help"]  # -S: no site-packages
    ended = subprocess.run(bare, capture_output=True, text=True, check=False, cwd="/", timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.endswith(f"run make setup, then .venv/bin/python {script}\n")


def test_a_python_with_them_has_nothing_to_complain_of() -> None:
    assert complaint("scripts/migrate.py") == ""
