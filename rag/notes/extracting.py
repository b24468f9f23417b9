"""The sentences of a passage that answer a question: what the extractive writer shows instead of the whole chunk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rag.notes.ports import StoredSentence
from rag.types import Section, Vector


class Wish(StrEnum):
    """What a question wants to know of a condition."""

    ORIENTATION = "orientation"
    MEANING = "meaning"
    CRITERIA = "criteria"
    REQUIRED = "required"
    WARNINGS = "warnings"


_PLANS: Mapping[Wish, Sequence[tuple[Section, int]]] = {
    Wish.ORIENTATION: ((Section.ABOUT, 1), (Section.CRITERIA, 2), (Section.WARNINGS, 1)),
    Wish.MEANING: ((Section.ABOUT, 3), (Section.WARNINGS, 1)),
    Wish.CRITERIA: ((Section.CRITERIA, 4), (Section.WARNINGS, 1)),
    Wish.REQUIRED: ((Section.REQUIRED, 7),),
    Wish.WARNINGS: ((Section.WARNINGS, 4),),
}
_WISHES = (
    (
        Wish.REQUIRED,
        r"\b(o que|oque|quais?|que|qu[eé]|cu[aá]les|what|which)\b.{0,40}\b(lev\w+|traz\w*|exames?|documentos?|informa\w+|ex[aá]menes|"
        r"estudios|traer|bring|tests?|documents?|papers?|paperwork)\b|\b(encaminhamento|derivaci[oó]n|referral)\b.{0,30}\b(precisa|pede|ter|"
        r"trazer|necesita|pide|need|include)\w*",
    ),
    (
        Wish.WARNINGS,
        r"\b(sinais|sinal|se[ñn]ales|alerta|alarma|warning|red flags?|emerg[eê]ncia|urg[eê]ncia|urgencias?|emergenc(y|ias?)|pronto.socorro|"
        r"perig\w+|peligros\w+|dangerous|worr(y|ied) about)\b",
    ),
    (
        Wish.CRITERIA,
        r"\b(quando|cu[aá]ndo|when)\b.{0,40}\b(especialista|encaminh\w+|consulta|m[eé]dico|cardio\w*|dermato\w*|endocrino\w*|deriva\w*|"
        r"specialist|refer\w*|see a|doctor)|\b(preciso|precisa|necesito|need|should i|tenho direito|crit[eé]rios?|criteria)\b.{0,30}"
        r"\b(especialista|encaminh\w+|cardio\w*|dermato\w*|endocrino\w*|specialist|refer\w*)",
    ),
    (
        Wish.MEANING,
        r"^\W*(o q(ue)? [eé]|oq [eé]|qu[eé] es|what('s| is| are)|explica|o que significa|qu[eé] significa)\b",
    ),
)


def wish_of(question: str) -> Wish:
    """What `question` wants to know; an orientation where it says nothing else."""
    text = question.casefold()
    return next((wish for wish, pattern in _WISHES if re.search(pattern, text)), Wish.ORIENTATION)


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
