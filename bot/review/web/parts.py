"""What the console is made of: storage by its ports, and what the deployment decides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from bot.experiments.records import Experiments
from bot.review.ports import Access, Audit, Deliveries, Impacts, Queue, Records, Reviews
from rag.types import Language, Specialty


class Parts(Protocol):
    """The ports, together."""

    @property
    def access(self) -> Access:
        """Who comes in."""

    @property
    def queue(self) -> Queue:
        """The lists."""

    @property
    def records(self) -> Records:
        """One thing in full."""

    @property
    def impacts(self) -> Impacts:
        """What a change would do."""

    @property
    def reviews(self) -> Reviews:
        """What reviewers say."""

    @property
    def deliveries(self) -> Deliveries:
        """What did not go as it should."""

    @property
    def experiments(self) -> Experiments:
        """Runs of the evaluation."""

    @property
    def audit(self) -> Audit:
        """What operators did and saw."""


KeepLabelled = Callable[[Sequence[Mapping[str, Any]]], Awaitable[str]]
"""Writes labelled items to a file that `scripts/evaluate.py` can read, and returns the file's name."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """What the settings decide. `specialties` names each that the service has, by language.

    `names` are those that a browser may ask for beside loopback's, in lower case. The day's budgets are 0 where there
    is none.
    """

    names: frozenset[str]
    zone: ZoneInfo
    language: Language
    specialties: Mapping[Specialty, Callable[[Language], str]]
    keep_labelled: KeepLabelled
    clock: Callable[[], datetime]
    new_token: Callable[[], str]
    calls_a_day: int = 0
    tokens_a_day: int = 0
