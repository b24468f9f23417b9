"""Whether a message tells of somebody's own trouble or asks for information. Pure, in three languages.

No list of sentences: a clause is read for who it is about (one's own, a relative's, people's in general), for what is
felt in it or which care has lapsed, and for the form of a question. Patterns: opening.toml, opening_histories.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from bot.consultation.opening_clauses import (
    BODY,
    FIGURE,
    LAB,
    LESION,
    SYMPTOM,
    Clause,
    found,
    hedged,
    opens,
    read,
    split_up,
    words_of,
)

_FEWEST_WORDS: Final = 3
_ANOTHERS: Final = ("relayed", "might", "acquaintance", "hearsay")


class Stance(StrEnum):
    """What a message is to a specialty: a case, a question for its notes, or neither for sure."""

    COMPLAINT = "complaint"
    QUESTION = "question"
    UNCLEAR = "unclear"


def stance(text: str) -> Stance:
    """A complaint of somebody's own or a relative's, with or without a question beside it; a question; or neither.

    What is over, denied or supposed is no complaint; the bare name of a condition is neither.
    """
    clauses = read(text)
    asked = any(clause.asked for clause in clauses)
    if any(clause.has("study") for clause in clauses):
        return Stance.QUESTION
    told = [clause for clause in _standing(clauses) if clause.words]
    stated = [clause for clause in told if not clause.asked]
    if any(map(_own, told)) or any(map(_felt, stated)) or _measured(stated):
        return Stance.COMPLAINT
    if not asked and _related(stated):
        return Stance.COMPLAINT
    if _wished(stated, asked=asked) or _referred(clauses) or _followed(told, stated):
        return Stance.COMPLAINT
    if any(_theirs(clause, asked=asked) for clause in told) and not (asked and _inherited(clauses)):
        return Stance.COMPLAINT
    return Stance.QUESTION if asked else Stance.UNCLEAR


def suffers(text: str) -> bool:
    """Whether a text tells of a symptom as somebody's own: "tô com coceira", not "tenho asma e uso bombinha"."""
    clauses = [clause for clause in _standing(read(text)) if clause.words]
    felt = [one for one in clauses if {SYMPTOM, LESION}.intersection(one.words) or one.has("change", "off")]
    return any(map(_own, felt))


def begins_anew(text: str) -> bool:
    """Whether another consultation is asked for in so many words: "quero começar outra consulta"."""
    return found("begins", words_of(text))


def asks(text: str) -> bool:
    """Whether `text` is by its form a question to Fonte, and not an answer: "pra que serve?", not "uns 80 kg?".

    A figure told beside the question makes it an answer.
    """
    clauses = split_up(words_of(text))
    opened = [opens(clause.words) or (clause.asked and not hedged(clause.words)) for clause in clauses]
    told = [clause for clause, opening in zip(clauses, opened, strict=True) if not opening]
    return any(opened) and not any(FIGURE in clause.words for clause in told)


def _own(clause: Clause) -> bool:
    """Somebody's own for sure, even in a question: "por que meu cabelo tá caindo"."""
    if clause.found("own"):
        return True
    troubled = SYMPTOM in clause.words or clause.has("change", "off") or clause.found("stubborn")
    if troubled and clause.found("mine"):
        return True
    return clause.healthy and not _gone(clause) and clause.found("began", "lasting")


def _felt(clause: Clause) -> bool:
    """Told as one's own where it is not asked: "mancha nas costas", "minha tireoide", "tomo losartana"."""
    if clause.found("relayed", "might", "acquaintance"):
        return False
    if clause.found("bodily"):
        return True
    if _gone(clause):
        return False
    if clause.found("mine", "taking") or _spoken(clause):
        return True
    if clause.found("denied") or not clause.healthy:
        return False
    return SYMPTOM in clause.words or _somewhere(clause) or (clause.found("placed") and not clause.has("kin"))


def _spoken(clause: Clause) -> bool:
    """Something of health in a sentence on oneself or one's own, or a part of the body in any."""
    if clause.found("denied", "hearsay") or len(clause.words) <= _FEWEST_WORDS:
        return False
    if clause.has("kin"):
        return BODY in clause.words and not clause.found("relative")
    return BODY in clause.words or (clause.healthy and clause.found("person"))


def _somewhere(clause: Clause) -> bool:
    """A mole or a part of the body with its place or its looks: "verruga no dedo", "unha grossa"."""
    seen = {LESION, BODY}.intersection(clause.words)
    return len(seen) > 1 or (bool(seen) and clause.has("change", "off"))


def _wished(stated: Sequence[Clause], *, asked: bool) -> bool:
    """Care is wanted, for something named or with no question beside it."""
    wishes = any(clause.found("wishes") for clause in stated)
    return wishes and (not asked or any(clause.healthy for clause in stated))


def _followed(told: Sequence[Clause], stated: Sequence[Clause]) -> bool:
    """Care is under way, has lapsed or was advised: "pus um stent", "ninguém me acompanha", "mandaram ver o cardio"."""
    if any(clause.found("operated", "sent", "unseen") for clause in stated):
        return True
    return any(clause.healthy for clause in told) and any(clause.found("lapsed", "relapsed") for clause in stated)


def _measured(stated: Sequence[Clause]) -> bool:
    """A condition with figures or that nothing helps: "LDL 210", "acne que não melhora"."""
    named = [one for one in stated if one.healthy and (one.found("stubborn") or not one.found("denied"))]
    if any(LAB in clause.words and clause.has("off") for clause in named):
        return True
    present = [clause for clause in stated if FIGURE in clause.words and not _gone(clause)]
    return bool(named) and (bool(present) or any(clause.found("stubborn") for clause in stated))


def _related(stated: Sequence[Clause]) -> bool:
    """More is said of something of health than its name: "hiperparatireoidismo com cálculo renal"."""
    named = [one for one in stated if one.healthy and not (_gone(one) or one.found("denied", *_ANOTHERS))]
    return bool(named) and sum(len(clause.words) for clause in stated) > _FEWEST_WORDS


def _referred(clauses: Sequence[Clause]) -> bool:
    """A professional's "encaminho?" after what the case is."""
    stated = [clause for clause in clauses if not clause.asked]
    case = any(clause.healthy for clause in stated) and sum(len(clause.words) for clause in stated) >= _FEWEST_WORDS
    return case and any(clause.found("refers") for clause in clauses if clause.asked)


def _theirs(clause: Clause, *, asked: bool) -> bool:
    if clause.found("relayed", "might") or (clause.asked and clause.found("hearsay")):
        return False
    told = not clause.asked and clause.healthy and not _gone(clause) and clause.found("relative")
    named = clause.found("theirs") and (not clause.asked or clause.has("my"))
    return told or named or (not asked and clause.found("acquaintance"))


def _inherited(clauses: Sequence[Clause]) -> bool:
    return any(clause.asked and clause.found("inherited") for clause in clauses)


def _gone(clause: Clause) -> bool:
    return clause.found("past") and not (clause.has("recent") or clause.found("returned"))


def _standing(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Clauses as far as they are no supposition, without what is over and errands: "tive acne, mas já passou"."""
    back = any(clause.found("returned", "lapsed", "unseen", "wishes", "sent") for clause in clauses)
    if not back and any(clause.found("closed") and not clause.has("recent", "place") for clause in clauses):
        return
    over = [not back and clause.found("over") for clause in clauses] + [False]
    for at, clause in enumerate(clauses):
        if not (over[at] or over[at + 1] or _errand(clause)):
            yield clause.told()


def _errand(clause: Clause) -> bool:
    """A visit to be moved, a document, that all is well: nothing to be seen by a specialist."""
    return clause.found("errand", "well") and SYMPTOM not in clause.words
