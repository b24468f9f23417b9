"""Yes/no facts stated of their own accord: "sou diabético", "não tenho diabetes", "nunca fumei". Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from rag.protocols.reading.answers import Heard
from rag.protocols.reading.phrases import Meanings, indexed, lists, longest, words_in
from rag.protocols.reading.prepared import DENIED, Prepared, denials_of, statements_of
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import Scope, scope
from rag.types import Language

_NO_MORE: Final = frozenset(
    {
        "mais",
        "zero",
        "nao",
        "no",
        "not",
        "mas",
        "anymore",
        "controlo",
        "controla",
        "controlada",
        "gestacional",
        "maconha",
        "marihuana",
        "marijuana",
        "weed",
        "cannabis",
        "passivo",
        "passiva",
        "pasivo",
    }
)
_PATIENT: Final = frozenset({"paciente", "pct", "pcte", "patient"})
_ARTICLES: Final = frozenset({"a", "o", "la", "el", "the", "any", "nenhuma", "nenhum", "ninguna", "ningun"})
_BEFORE_VERBS: Final = frozenset(
    "eu yo i e y and mas pero but tambem tb tbm tambien also ja ya hoje hoy que ainda aun still sempre".split()
)
"""What may stand before a verb that states something by itself: "o fumo" is a noun."""
_NEVER: Final = frozenset({"nunca", "jamais", "jamas", "never"})
_LONGEST: Final = 6


def stated(said: Said, ready: Prepared) -> bool | None:
    """What a text states of one yes/no field by its cues; None where it states nothing, or two things."""
    cues = ready.field.cues.every()
    told = [one and one.value for _, one in statements(said, *_own(ready.field.key, cues), scope(said))]
    return bool(told[0]) if told and None not in told and len(set(told)) == 1 else None


def _own(key: str, cues: tuple[str, ...]) -> tuple[Meanings, Mapping[str, str]]:
    return statements_of(((key, cues),)), denials_of(((key, cues),))


def statements(
    said: Said, cues: Meanings, denials: Mapping[str, str], about: Scope
) -> Iterator[tuple[str, Heard | None]]:
    """What each mention of a field states, by the field's key; None where it asserts nothing of the patient."""
    at = 0
    while at < len(said.words):
        meaning, end = longest(cues, said.words, at)
        key, _, offset = meaning.partition("/")
        if offset == DENIED:
            if _denied(said, at, about):
                yield key, Heard(key, False, said.quoted(_from(said, at), end))
        elif offset:
            value = _stated_at(said, at, end, at + int(offset), about)
            yield key, None if value is None else Heard(key, value, said.quoted(_from(said, at), end))
        at = max(end, at + 1)
    for at, word in enumerate(said.words):
        if word in denials and _never(said, at) and about.asserts(at, at + 1, denied=True):
            yield denials[word], Heard(denials[word], False, said.quoted(at - 1, at + 1))


def _denied(said: Said, at: int, about: Scope) -> bool:
    """Whether a verb without its pronoun is denied of the patient: "I don't smoke"."""
    return _led(said, at, "never") and about.asserts(at, at + 1, denied=True)


def _from(said: Said, at: int) -> int:
    """The word from which a statement is quoted: what leads to it in its clause, up to a few words."""
    return max(said.clause(at)[0], at - _LONGEST)


def _stated_at(said: Said, at: int, end: int, core: int, about: Scope) -> bool | None:
    """What a cue at words [at, end) states; `core` is where its words begin that are no "sou", "tenho"."""
    if end < len(said.words) and not said.breaks[end] and said.words[end] in _NO_MORE:
        return None
    if _led(said, core, "never") or (core != at and _led(said, at, "never")):
        return False if about.asserts(at, end, denied=True) else None
    start, _ = said.clause(at)
    if not about.asserts(at, end) or any(tag.meaning in ("no", "reverse") for tag in said.tags_in(start, at)):
        return None
    alone = at == start or said.words[at - 1] in _BEFORE_VERBS
    verb = said.words[at] in words_in("mine", "echo") and alone and not about.carer
    return True if core != at or verb or asserted(said, core, about) else None


def asserted(said: Said, at: int, about: Scope) -> bool:
    """Whether words that say it of the patient end right before word `at`: "sou", "tenho"; "tem" of one cared for."""
    theirs = about.carer or said.words[0] in _PATIENT
    return _led(said, at, "am", *(("has",) if theirs else ()))


def _led(said: Said, at: int, *names: str) -> bool:
    """Whether a phrase of some lists ends right before word `at`, in its clause."""
    start, _ = said.clause(at)
    for begin in range(max(start, at - _LONGEST), at):
        meaning, end = longest(_phrases(*names), said.words, begin)
        if not meaning or (end == begin + 1 and not _verb(said, begin)):
            continue
        while end < at and said.words[end] in _ARTICLES:
            end += 1
        if end == at:
            return True
    return False


def _verb(said: Said, at: int) -> bool:
    """Whether a short word is what it seems: the Portuguese "no" denies nothing, "e" is no "é"."""
    if said.words[at] == "no":
        return said.language is not Language.PT
    if said.words[at] == "e":
        return said.quoted(at, at + 1).casefold() == "é"
    return True


def _never(said: Said, at: int) -> bool:
    back = at - 1 if at and said.words[at - 1] in ("he", "have") else at
    return back > 0 and not said.breaks[at] and said.words[back - 1] in _NEVER


@cache
def _phrases(*names: str) -> Meanings:
    return indexed((phrase, name) for name in names for phrase in lists()[name])
