"""Whom and what a sentence speaks of: the patient as they are, or somebody and something else. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.said import QUESTION, Said
from rag.types import Language

_UNSURE: Final = ("unknown", "hedge", "if", "ask")


@dataclass(frozen=True, slots=True)
class Scope:
    """A message's subject and what may be heard in it.

    `carer`: from its first words to its last it speaks of one person in the writer's care ("minha filha…").
    """

    said: Said
    carer: bool

    def asserts(self, start: int, end: int, *, denied: bool = False) -> bool:
        """Whether words [start, end) of one sentence tell of the patient, here and now, and ask nothing.

        What is `denied` may stand in the past: "nunca tive".
        """
        said = self.said
        first, last = said.sentence(start)
        if said.breaks[last] >= QUESTION or (said.words[first] in _IF and said.language is not Language.EN):
            return False
        if any(tag.meaning in (*_UNSURE, "past") for tag in said.tags_in(first, last)) or self.of_others(first, last):
            return False
        words = said.words[first:last]
        clause = said.words[said.clause(start)[0] : max(said.clause(start)[1], end)]
        former = not denied and set(clause) & words_in("preterite")
        if not _WHENEVER.isdisjoint(words):
            return False
        return not former and not set(words) & words_in("suspect", "former")

    def numbers(self, start: int, end: int) -> bool:
        """Whether a number in words [start, end) is the patient's: the question after a comma doesn't touch it."""
        said = self.said
        first, last = said.sentence(start)
        clause, stop = said.clause(start)
        asked = said.breaks[last] >= QUESTION and stop >= last
        words = set(said.words[clause:stop])
        if asked or self.of_others(first, last) or words & words_in("suspect", "former", "norm"):
            return False
        opening = {tag.meaning for tag in said.tags_in(first, clause + 1)} & {"if", "ask", "hedge", "unknown"}
        inside = {tag.meaning for tag in said.tags_in(clause, stop)} & {"past", "former", "norm", *_UNSURE}
        return not opening and not inside

    def of_others(self, first: int, last: int) -> bool:
        """Whether a sentence speaks of a relative who is not the patient."""
        if self.carer:
            return False
        if any(tag.meaning == "kin" and tag.end > tag.start + 1 for tag in self.said.tags_in(first, last)):
            return True
        words = set(self.said.words[first:last]) & words_in("kin")
        return bool(words - (ROMANCE if self.said.language is Language.EN else ENGLISH))


_WHENEVER: Final = frozenset({"quando", "qdo", "cuando", "when", "whenever", "people", "quem", "quien", "who"})
ENGLISH: Final = frozenset({"he", "him", "her", "his", "they", "them", "son", "dad", "you", "your"})
ROMANCE: Final = frozenset({"su", "sus", "pais", "seu", "sua", "ex", "tia", "papa"})
"""Words for relatives that mean something else in the other languages: "he tenido", "pais"."""
_IF: Final = frozenset({"se", "si", "caso"})
CARED_FOR: Final = frozenset(
    """filha filho neta neto bebe mae pai avo marido esposa esposo irma irmao sogra sogro tia tio hija hijo nieta nieto
    madre padre mama papa abuela abuelo hermana hermano suegra suegro daughter son baby mother mom mum father dad
    grandmother grandfather grandson granddaughter husband wife sister brother""".split()
)
_AGED: Final = frozenset({"tem", "tiene", "has", "is", "de", "com", "con", "of"})
_YEARS: Final = frozenset({"ano", "anos", "mes", "meses", "year", "years", "months", "month"})
_MY: Final = frozenset({"minha", "meu", "mi", "my"})
OPENERS: Final = frozenset(
    "oi ola bom dia boa tarde noite hola buenos dias buenas tardes hi hello doutor doutora dr dra doctor".split()
)


def scope(said: Said) -> Scope:
    """Of whom a message speaks."""
    return Scope(said, _cares(said))


def _cares(said: Said) -> bool:
    """One "my" relative at the start, told with an age, no other anywhere, and nothing of the writer's own.

    Without the age it may be a family's history ("minha mãe tem diabetes").
    """
    words = list(said.words)
    while words and words[0] in OPENERS:
        words.pop(0)
    opens = len(words) > 4 and words[0] in _MY and words[1] in CARED_FOR  # noqa: PLR2004
    if not opens or words[2] not in _AGED or words[4] not in _YEARS:
        return False
    kin = {word for word in words if word in words_in("kin")} - {words[1], "ele", "ela", "he", "she", "ella", "el"}
    mine = [word for word in words[2:] if word in words_in("mine")]
    return not kin and not mine
