"""The emergencies, in order of priority: the first one met chooses the fixed text.

Facts with source G are general knowledge and wait for a clinician's review (`Rule.clinician_review`). The others come
from the Notas Técnicas (NT) and the public care guidance (LC, SC) that the corpus names.
"""

from __future__ import annotations

from bot.redflags.rules import acute, critical, illness
from bot.redflags.types import Rule

RULES_VERSION = "2"
"""Stored with every alarm; raise it with any change to the rules or the lexicon."""

RULES: tuple[Rule, ...] = critical.RULES + acute.RULES + illness.RULES
