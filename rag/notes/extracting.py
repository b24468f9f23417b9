"""The sentences of a passage that answer a question: what the extractive writer shows instead of the whole chunk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.notes.fitting import fits
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
_SHARED, _MET = 0.3, 0.2
"""What sharing all the telling words of a message, and meeting a figure of it, count for beside the cosine."""
_SPARED = (Section.OTHER, Section.CRITERIA, Section.REQUIRED, Section.ABOUT, Section.WARNINGS)


@dataclass(frozen=True, slots=True)
class Extract:
    """Chosen sentences by section: the criteria with the best fitting first, the others in the note's own order."""

    sections: Mapping[Section, tuple[StoredSentence, ...]]

    def without_last(self) -> Extract:
        """The extract without its least wanted sentence: the least fitting criterion first, the last warning last."""
        section = next(s for s in _SPARED if self.sections.get(s))
        kept = {s: chosen[:-1] if s is section else chosen for s, chosen in self.sections.items()}
        return Extract({section: chosen for section, chosen in kept.items() if chosen})

    def only(self, wanted: Callable[[Section, StoredSentence], bool]) -> Extract:
        """The extract with the wanted sentences alone."""
        kept = {section: tuple(s for s in chosen if wanted(section, s)) for section, chosen in self.sections.items()}
        return Extract({section: chosen for section, chosen in kept.items() if chosen})

    def __len__(self) -> int:
        return sum(len(chosen) for chosen in self.sections.values())


def extract(question: Vector, sentences: Sequence[StoredSentence], wish: Wish, text: str = "") -> Extract:
    """The sentences of one passage that `wish` calls for; of the criteria, those that fit best where there are more.

    `question` is the vector of the person's message, and `text` its words.
    """
    chosen: dict[Section, tuple[StoredSentence, ...]] = {}
    for section, limit in _PLANS[wish]:
        members = [s for s in sentences if s.sentence.section is section]
        if section is Section.CRITERIA:
            members = _fitting(question, members, wish, text)
        if members:  # the note puts first what matters first
            chosen[section] = tuple(members[:limit])
    if not chosen and sentences:
        best = sorted(sentences, key=lambda s: -float(s.vector @ question))[:3]
        chosen[Section.OTHER] = tuple(sorted(best, key=lambda s: s.position))
    return Extract(chosen)


def _fitting(question: Vector, members: Sequence[StoredSentence], wish: Wish, text: str) -> list[StoredSentence]:
    """Criteria, the best first. In an orientation, only those that nothing, or the least, speaks against."""
    found = list(zip(members, fits(text, [s.sentence for s in members]), strict=True))
    found.sort(key=lambda pair: -float(pair[0].vector @ question) - _SHARED * pair[1].shared - _MET * pair[1].met)
    found.sort(key=lambda pair: pair[1].strange)
    if wish is Wish.ORIENTATION:
        found = [pair for pair in found if pair[1].strange == found[0][1].strange]
    return [stored for stored, _ in found]
