"""The models' instructions: one a file, known by the hash of its text."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bot.ports import PromptText


def load_prompt(name: str, folder: Path | None = None) -> PromptText:
    """Reads `<name>.md`."""
    text = ((folder or Path(__file__).parent) / f"{name}.md").read_text(encoding="utf-8")
    return PromptText(hashlib.sha256(text.encode()).hexdigest(), name, text)
