"""The sentences of a passage that answer a question: what the extractive writer shows instead of the whole chunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.notes.ports import StoredSentence
from rag.notes.wishes import Wish, wish_of
from rag.types import Section, Vector

__all__ = ["Extract", "Wish", "extract", "wish_of"]

_PLANS: Mapping[Wish, Sequence[tuple[Section, int]]] = {
    Wish.ORIENTATION: ((Section.ABOUT, 1), (Section.CRITERIA, 2), (Section.WARNINGS, 1)),
    Wish.MEANING: ((Section.ABOUT, 3), (Section.WARNINGS, 1)),
    Wish.CRITERIA: ((Section.CRITERIA, 4), (Section.WARNINGS, 1)),
    Wish.REQUIRED: ((Section.REQUIRED, 7),),
    Wish.WARNINGS: ((Section.WARNINGS, 4),),
}
_SPARED = (Section.OTHER, Section.CRITERIA, Section.REQUIRED, Section.ABOUT, Section.WARNINGS)


@dataclass(frozen=True, slots=True)
class Extract:
    """Chosen sentences by section, each section in the note's own order."""

    sections: Mapping[Section, tuple[StoredSentence, ...]]

    def without_last(self) -> Extract:
        """The extract with its least wanted sentence left out: the last criterion first, the last warning last."""
        section = next(s for s in _SPARED if self.sections.get(s))
        kept = {s: chosen[:-1] if s is section else chosen for s, chosen in self.sections.items()}
        return Extract({section: chosen for section, chosen in kept.items() if chosen})

    def __len__(self) -> int:
        return sum(len(chosen) for chosen in self.sections.values())


def extract(question: Vector, sentences: Sequence[StoredSentence], wish: Wish) -> Extract:
    """The sentences of one passage that `wish` calls for, those nearest to the question where there are more."""
    chosen: dict[Section, tuple[StoredSentence, ...]] = {}
    for section, limit in _PLANS[wish]:
        members = [s for s in sentences if s.sentence.section is section]
        nearest = sorted(members, key=lambda s: -float(s.vector @ question))[:limit]
        if section is not Section.CRITERIA:
            nearest = members[:limit]  # the note puts first what matters first
        if nearest:
            chosen[section] = tuple(sorted(nearest, key=lambda s: s.position))
    if not chosen and sentences:
        best = sorted(sentences, key=lambda s: -float(s.vector @ question))[:3]
        chosen[Section.OTHER] = tuple(sorted(best, key=lambda s: s.position))
    return Extract(chosen)
