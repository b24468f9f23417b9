"""From played consultations and read openings to figures with their targets, breakdowns and misses. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.consultation.opening import Stance, stance
from bot.evaluation.dialogues import Dialogue, Played, load_dialogues
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.golden import FOLDER, Item, once, read
from bot.evaluation.misses import Miss
from bot.evaluation.statistics import Share

_CLAIMS = ("FINALIZADO", "NAO_ELEGIVEL")


class Opened(Item):
    """A first message: a complaint, a question, or neither."""

    text: str
    stance: Literal["complaint", "question", "other"]


@dataclass(frozen=True, slots=True)
class ConsultationGolden:
    """The sets of the consultation."""

    dialogues: tuple[Dialogue, ...]
    openings: tuple[Opened, ...]


def load_consultation_golden(folder: Path = FOLDER) -> ConsultationGolden:
    """Reads the files. Raises GoldenError."""
    golden = ConsultationGolden(load_dialogues(folder), read(folder / "complaints.jsonl", Opened))
    once(folder, golden.dialogues, golden.openings)
    return golden


@dataclass(frozen=True, slots=True)
class OpenedOutcome:
    """An opening, and whether it was taken for a complaint."""

    item: Opened
    complaint: bool

    @property
    def right(self) -> bool:
        """Whether a complaint was taken for one, and nothing else was."""
        return self.complaint is (self.item.stance == "complaint")


@dataclass(frozen=True, slots=True)
class ConsultationResults:
    """One outcome an item."""

    played: Sequence[Played]
    openings: Sequence[OpenedOutcome]

    @property
    def failures(self) -> int:
        """Consultations that the application failed at."""
        return sum(one.failed for one in self.played)

    def only(self, chosen: Callable[[Item], bool]) -> ConsultationResults:
        """The same, of some items alone."""
        return ConsultationResults(
            [one for one in self.played if chosen(one.item)], [one for one in self.openings if chosen(one.item)]
        )


def read_openings(golden: ConsultationGolden) -> list[OpenedOutcome]:
    """Reads every opening."""
    return [OpenedOutcome(item, stance(item.text) is Stance.COMPLAINT) for item in golden.openings]


def figures(results: ConsultationResults) -> list[Figure]:
    """Every figure of some results, in the order of the report."""
    claims = [one for one in results.played if one.status in _CLAIMS]
    complaints = [one for one in results.openings if one.item.stance == "complaint"]
    others = [one for one in results.openings if one.item.stance != "complaint"]
    heard = [answer for one in results.played for answer in one.heard]
    return [
        _share("decisions claimed that are right", (not one.wrong_claim for one in claims), Target(1.0)),
        _share("consultations that reach their end", (one.right for one in results.played), Target(0.92)),
        _share("answers in words read at once", (answer is not None for answer in heard)),
        _share("of those, read as they were meant", (answer is True for answer in heard if answer is not None)),
        _share("complaints taken for one", (one.right for one in complaints)),
        _share("questions and the rest taken for a complaint", (one.complaint for one in others)),
        Figure("consultations that failed", results.failures, "consultations", Target(0, at_least=False)),
    ]


def _share(name: str, outcomes: Iterable[bool], target: Target | None = None) -> Figure:
    share = Share.of(outcomes)
    return Figure(name, share.value, target=target, share=share)


def breakdowns(results: ConsultationResults) -> list[Table]:
    """The consultations by language, specialty and expected end."""
    keys: dict[str, Callable[[Played], str]] = {
        "language": lambda one: one.item.language,
        "specialty": lambda one: one.item.specialty,
        "end": lambda one: one.item.expected,
    }
    return [_table(name, results.played, key) for name, key in keys.items()]


def _table(name: str, played: Sequence[Played], key: Callable[[Played], str]) -> Table:
    counted = Counter(key(one) for one in played)
    right = Counter(key(one) for one in played if one.right)
    wrong = Counter(key(one) for one in played if one.wrong_claim)
    rows = tuple((value, f"{right[value]}/{count}", str(wrong[value])) for value, count in sorted(counted.items()))
    return Table(f"consultations by {name}", (name, "right", "wrong decisions"), rows)


def misses(results: ConsultationResults) -> list[Miss]:
    """Every miss; wrong decisions first."""
    played = sorted((one for one in results.played if not one.right), key=lambda one: not one.wrong_claim)
    return [*(_missed(one) for one in played), *(_misread(one) for one in results.openings if not one.right)]


def _missed(one: Played) -> Miss:
    wanted = f"{one.item.condition}: {one.item.expected}"
    waiting = f", asking {one.waiting}" if one.waiting else ""
    got = f"{one.condition}: {one.status}{waiting}"
    return Miss("consultation", one.item.id, one.item.opening, wanted, got, 1 if one.wrong_claim else 0)


def _misread(one: OpenedOutcome) -> Miss:
    found = "complaint" if one.complaint else "no complaint"
    return Miss("opening", one.item.id, one.item.text, one.item.stance, found, 0)
