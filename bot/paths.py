"""Where the project's own files stand."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SQL = ROOT / "sql"
CORPUS = ROOT / "rag" / "corpus"
