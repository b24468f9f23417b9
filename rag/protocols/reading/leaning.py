"""What an answer leans to, where the grammar will not vouch for it. Pure.

A leaning is never taken for an answer: it is put to the patient with their own words beside it ("Você contou: …
Entendi que … é não. Está certo?"), and what they say then decides. So it may read what an answer's first clause says
and leave aside what explains it, which a reading must not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from rag.protocols.reading.answering import read_answer
from rag.protocols.reading.answers import Answer, Doubt, Problem, Told
from rag.protocols.reading.asked import STEM, Asked, asked
from rag.protocols.reading.overlap import in_the
from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.said import Said, heard
from rag.protocols.types import FieldType, ProtocolField, Value
from rag.types import Language

_MOST_WORDS: Final = 24
_NO: Final = ("no", "not_done")
_TURNS: Final = ("if", "correction", "contrast")
_UNSURE: Final = ("hedge", "unknown")
_ONLY: Final = frozenset({"so", "somente", "apenas", "solo", "solamente", "only", "just"})
"""Says what is so instead, and takes nothing back."""
_DENYING: Final = frozenset(
    """nega nego negou negativo niega negativa denies denied assintomatico assintomatica asintomatico asintomatica
    asymptomatic""".split()
)
_COUNTED: Final = frozenset({None, "vezes"})
_ALREADY: Final = frozenset({"ja", "ya"})
_NEAR: Final = frozenset(
    tuple(phrase.split())
    for phrase in """
    uns; umas; unos; unas; mais ou menos; mas o menos; more or less; cerca de; por volta; por volta de; em torno de
    em torno; aproximadamente; aprox; aproximado; alrededor de; alrededor; around; about; roughly; approximately; approx
    maybe; talvez; acho; acho que; acho q; eu acho; eu acho que; creo; creo que; yo creo; yo creo que; i think; i guess
    or so; ish; tipo; perto de; proximo de; cercano a; close to; quiza; quizas; tal vez; parece; parece que; por ai
    provavelmente; probablemente; probably
    """.replace("\n", ";").split(";")
)
"""Phrases that make a number a rough one, and are no bound of it."""


def lean(text: str, field: ProtocolField, language: Language, today: date) -> Value | None:
    """What `text` leans to as the answer to the question of `field`; None where it leans to nothing.

    A yes or a no, a number that was told roughly ("uns 5 mm"), or an option that was named with a doubt, or denied.
    """
    match field.type:
        case FieldType.YES_NO:
            return lean_yes_no(text, field.question.said_in(language), language)
        case FieldType.NUMBER:
            return _number(read_answer(text, field, language, today), heard(text, language), field, today)
        case FieldType.CHOICE:
            return _option(read_answer(text, field, language, today), heard(text, language), field)
        case _:
            return None


def lean_yes_no(text: str, question: str, language: Language) -> bool | None:
    """What the first clause says that says yes or no, unless the answer is turned, supposed or unsure.

    A yes that a later clause denies leans to neither.
    """
    said = heard(text, language)
    if not said.words or len(said.words) > _MOST_WORDS or said.asks or _turned(said):
        return None
    about = asked(question)
    says = [(_says(said, *clause, about), _unsure(said, *clause)) for clause in _clauses(said)]
    first = next((at for at, (answer, _) in enumerate(says) if answer is not None), None)
    if first is None or any(unsure for at, (answer, unsure) in enumerate(says) if at <= first or answer is not None):
        return None
    told = says[first][0]
    return None if told and any(answer is False for answer, _ in says) else told


def _number(answer: Answer, said: Said, field: ProtocolField, today: date) -> Decimal | None:
    """A rough number; one that a list explains ("três: losartana, …"); or none of what is counted ("nenhuma, só …")."""
    if isinstance(answer, Doubt) and isinstance(answer.value, Decimal) and _rough(answer, said):
        return answer.value
    lead, _, listed = said.text.partition(":")
    alone = read_answer(lead, field, said.language, today) if listed and not isinstance(answer, Told) else None
    if isinstance(alone, Told) and isinstance(alone.value, Decimal):
        return alone.value
    first = next(_clauses(said), None)
    counted = field.min == 0 and field.unit in _COUNTED and first is not None and not _turned(said)
    denied = counted and first is not None and any(_denies(said, tag) for tag in said.tags_in(*first))
    return Decimal(0) if denied and not isinstance(answer, Told) else None


def _rough(doubt: Doubt, said: Said) -> bool:
    hedges = [tag for tag in said.tags if tag.meaning in ("bound", "hedge")]
    near = all(said.words[tag.start : tag.end] in _NEAR for tag in hedges)
    return doubt.problem is Problem.INEXACT and bool(hedges) and near


def _turned(said: Said) -> bool:
    turns = (tag for tag in said.tags if tag.meaning in _TURNS and said.words[tag.start] not in _ONLY)
    return any(not (said.words[tag.start] == "mas" and "más" in said.text.casefold()) for tag in turns)


def _unsure(said: Said, start: int, end: int) -> bool:
    return any(tag.meaning in _UNSURE for tag in said.tags_in(start, end))


def _clauses(said: Said) -> Iterator[tuple[int, int]]:
    begin = 0
    for at in range(1, len(said.words) + 1):
        if at == len(said.words) or said.breaks[at]:
            yield begin, at
            begin = at


def _says(said: Said, start: int, end: int, about: Asked) -> bool | None:
    """What one clause says: a no anywhere in it denies; a yes, or an echo of what was asked, affirms."""
    tags, words = list(said.tags_in(start, end)), said.words[start:end]
    if any(tag.meaning == "reverse" for tag in tags) and not _bare(said, tags):
        return None  # "não falho uma semana" affirms
    if any(word in _DENYING for word in words) or any(_denies(said, tag) for tag in tags):
        return False
    if any(tag.meaning == "yes" for tag in tags):
        return True
    echoes = about.echoed_by(words[0]) or words[0][:STEM] in about.stems
    already = words[0] in _ALREADY and about.of_once
    return True if not about.negated and (echoes or already) else None


def _bare(said: Said, tags: Sequence[Tag]) -> bool:
    """Whether "sem" is all that turns a clause: "sem frêmito" denies as much as "não" does."""
    return all(said.words[tag.start] in ("sem", "sin", "without") for tag in tags if tag.meaning == "reverse")


def _denies(said: Said, tag: Tag) -> bool:
    return tag.meaning in _NO and not in_the(said, tag.start)


def _option(answer: Answer, said: Said, field: ProtocolField) -> str | None:
    """The option that stands for none where the answer begins with a denial: "nenhum, deu tudo normal"."""
    if isinstance(answer, Doubt) and isinstance(answer.value, str):
        return answer.value
    none = next((option.key for option in field.options if option.key == "none"), None)
    first = next(_clauses(said), None)
    denied = first is not None and any(_denies(said, tag) for tag in said.tags_in(*first))
    return none if denied and not _turned(said) else None
