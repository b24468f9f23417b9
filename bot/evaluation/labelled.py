"""Replies that reviewers found fault with, as the console exports them, asked again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from bot.evaluation.asking import Asked, Subject
from bot.evaluation.figures import Table
from bot.evaluation.golden import read
from bot.evaluation.measuring import DONE
from bot.experiments.records import ItemScore
from bot.markup import plain
from rag.types import Language, Specialty
from rag.wording import fold

FAULTS = frozenset({"wrong_source", "wrong_decision", "unsafe"})
_TITLES = "select id, titulo from documentos_rag where id = any($1::bigint[])"
_SET, _SPLIT = "labelled", "test"
_ID_LETTERS = 12


class Labelled(BaseModel):
    """A reviewed reply; `titles` are those of its sources."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    language: Language
    specialty: Specialty | None = None
    question: str | None = None
    answer: str | None = None
    titles: tuple[str, ...] = ()
    judgement: str = ""
    labels: tuple[str, ...] = ()
    reason: str = ""

    @property
    def faulty(self) -> bool:
        """Whether a source, a decision or its safety was found wrong, and the question is there to be asked again."""
        return bool(FAULTS & set(self.labels)) and bool((self.question or "").strip())


def load_labelled(folder: Path) -> tuple[Labelled, ...]:
    """The faulty replies of a folder's files; of one that is in several, the last. Raises GoldenError."""
    items = {item.id: item for path in sorted(folder.glob("*.jsonl")) for item in read(path, Labelled)}
    return tuple(item for item in items.values() if item.faulty)


@dataclass(frozen=True, slots=True)
class Reasked:
    """A faulty reply beside the one that the same question gets at this moment, as a first message of somebody new."""

    item: Labelled
    asked: Asked
    titles: tuple[str, ...]

    @property
    def answer_changed(self) -> bool:
        """Whether the words are others; case, accents, blanks and marks apart."""
        return _words(self.item.answer or "") != _words(self.asked.text)

    @property
    def sources_changed(self) -> bool:
        """Whether the sources are others."""
        return set(self.item.titles) != set(self.titles)


def _words(text: str) -> list[str]:
    return fold(plain(text)).split()


async def ask_again(subject: Subject, items: Sequence[Labelled], done: DONE = lambda *_: None) -> list[Reasked]:
    """Puts each question to the application, as a person of its own who has consented."""
    found = []
    async with subject.people([f"labelled-{number}" for number in range(len(items))]):
        for number, item in enumerate(items):
            asked = await subject.ask(f"labelled-{number}", item.question or "", item.language)
            rows = await subject.runtime.pool.fetch(_TITLES, list(asked.documents))
            titles = {row["id"]: row["titulo"] for row in rows}
            found.append(Reasked(item, asked, tuple(titles[n] for n in asked.documents if n in titles)))
            done("labelled replies", number + 1, len(items))
    return found


def labelled_scores(outcomes: Sequence[Reasked]) -> list[ItemScore]:
    """Whether answer and sources changed: 1 where they did.

    An experiment outlives an erasure, so nothing of the reply is in it: a part of the hash of its id, and its labels.
    """
    return [
        ItemScore(_SET, _pseudonym(one.item.id), _SPLIT, metric, float(changed), {"labels": list(one.item.labels)})
        for one in outcomes
        for metric, changed in (("answer changed", one.answer_changed), ("sources changed", one.sources_changed))
    ]


def _pseudonym(reply_id: str) -> str:
    return hashlib.sha256(reply_id.encode()).hexdigest()[:_ID_LETTERS]


def table(outcomes: Sequence[Reasked]) -> Table:
    """One row a reply."""
    rows = tuple(
        (
            one.item.id,
            " ".join(one.item.labels),
            "changed" if one.answer_changed else "the same",
            "changed" if one.sources_changed else "the same",
        )
        for one in outcomes
    )
    return Table("labelled replies, asked again", ("reply", "labels", "answer", "sources"), rows)
