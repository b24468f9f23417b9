"""A review as its form gives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.review.records import Judgement, Label
from bot.review.web.visits import Visit

MOST_REASON: Final = 2_000


@dataclass(frozen=True, slots=True)
class Given:
    """What was filled in. `problem` is a key of the words where it can't be kept; "" where it can."""

    judgement: Judgement | None
    labels: tuple[Label, ...]
    reason: str
    problem: str


def given(visit: Visit) -> Given:
    """Reads the form: an override needs its reason."""
    chosen = visit.said("judgement")
    judgement = Judgement(chosen) if chosen in list(Judgement) else None
    told = visit.form.getlist("labels")
    labels = tuple(label for label in Label if label.value in told)
    reason = visit.said("reason")
    problem = ""
    if judgement is None:
        problem = "review.no_judgement"
    elif judgement is Judgement.OVERRIDE and not reason:
        problem = "review.no_reason"
    elif len(reason) > MOST_REASON:
        problem = "review.long_reason"
    return Given(judgement, labels, reason[:MOST_REASON], problem)


NOTHING_GIVEN: Final = Given(None, (), "", "")
