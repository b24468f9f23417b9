"""Whether a message tells of somebody's own trouble or asks for information. Pure, in three languages.

No list of sentences: a clause is read for who it is about (one's own, a relative's, people's in general), for what is
felt in it, and for the form of a question. Patterns: opening.toml.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from rag.wording import ASK, MARKS, Lexicon, load_lexicon

_LONGEST: Final = 800
"""Characters read: who complains does so by then."""
_PAUSE: Final = re.compile(r",(?!\d)|[()¿¡…–—]|\s-\s")
_KINDS: Final = ("condition", "symptom", "lesion", "body", "lab", "medicine")
_HEALTH: Final = frozenset(f"{{{kind}}}" for kind in _KINDS)
_SYMPTOM, _LESION, _BODY, _LAB, _FIGURE = "{symptom}", "{lesion}", "{body}", "{lab}", "{9}"
_FEWEST_WORDS: Final = 3
_SHORTEST_STEM: Final = 2


class Stance(StrEnum):
    """What a message is to a specialty: a case, a question for its notes, or neither for sure."""

    COMPLAINT = "complaint"
    QUESTION = "question"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class _Clause:
    """Words between two marks, with kinds of words for what is said of health and `{9}` for figures.

    `asked` is whether they are a question, or the rest of one.
    """

    words: Sequence[str]
    asked: bool

    def found(self, *books: str) -> bool:
        return any(_lexicon().found(book, self.words) for book in books)

    def has(self, *names: str) -> bool:
        return any(_lexicon().has(self.words, name) for name in names)

    @property
    def healthy(self) -> bool:
        """Whether anything of health is named."""
        return not _HEALTH.isdisjoint(self.words)


def stance(text: str) -> Stance:
    """A complaint of somebody's own or a relative's, with or without a question beside it; a question; or neither.

    What is over, denied or supposed is no complaint; the bare name of a condition is neither.
    """
    clauses = _read(text)
    asked = any(clause.asked for clause in clauses)
    if any(clause.has("study") for clause in clauses):
        return Stance.QUESTION
    told = [clause for clause in _standing(clauses) if clause.words]
    stated = [clause for clause in told if not clause.asked]
    if any(map(_own, told)) or any(map(_felt, stated)) or _measured(stated):
        return Stance.COMPLAINT
    if _wished(stated, asked=asked) or _referred(clauses):
        return Stance.COMPLAINT
    if any(_theirs(clause, asked=asked) for clause in told) and not (asked and _inherited(clauses)):
        return Stance.COMPLAINT
    return Stance.QUESTION if asked else Stance.UNCLEAR


def begins_anew(text: str) -> bool:
    """Whether another consultation is asked for in so many words: "quero começar outra consulta"."""
    return _lexicon().found("begins", _words(text))


def asks(text: str) -> bool:
    """Whether `text` is by its form a question to Fonte, and not an answer: "pra que serve?", not "uns 80 kg?".

    A figure told beside the question makes it an answer.
    """
    clauses = _split(_words(text))
    opened = [_opens(clause.words) or (clause.asked and not _hedged(clause.words)) for clause in clauses]
    told = [clause for clause, opens in zip(clauses, opened, strict=True) if not opens]
    return any(opened) and not any(_FIGURE in clause.words for clause in told)


def _own(clause: _Clause) -> bool:
    """Somebody's own for sure, even in a question: "por que meu cabelo tá caindo"."""
    if clause.found("own"):
        return True
    troubled = _SYMPTOM in clause.words or clause.has("change", "off") or clause.found("stubborn")
    if troubled and clause.found("mine"):
        return True
    return clause.healthy and not _gone(clause) and clause.found("began", "lasting")


def _felt(clause: _Clause) -> bool:
    """Told as one's own where it is not asked: "mancha nas costas", "minha tireoide", "tomo losartana"."""
    if clause.found("relayed", "might", "acquaintance") or _gone(clause):
        return False
    if clause.found("mine", "taking"):
        return True
    if clause.found("denied") or not clause.healthy:
        return False
    return _SYMPTOM in clause.words or _somewhere(clause) or (clause.found("placed") and not clause.has("kin"))


def _somewhere(clause: _Clause) -> bool:
    """A mole or a part of the body with its place or its looks: "verruga no dedo", "unha grossa"."""
    seen = {_LESION, _BODY}.intersection(clause.words)
    return len(seen) > 1 or (bool(seen) and clause.has("change", "off"))


def _wished(stated: Sequence[_Clause], *, asked: bool) -> bool:
    """Care is wanted, for something named or with no question beside it."""
    wishes = any(clause.found("wishes") for clause in stated)
    return wishes and (not asked or any(clause.healthy for clause in stated))


def _measured(stated: Sequence[_Clause]) -> bool:
    """A condition with figures or that nothing helps: "LDL 210", "acne que não melhora"."""
    named = [clause for clause in stated if clause.healthy and not clause.found("denied")]
    if any(_LAB in clause.words and clause.has("off") for clause in named):
        return True
    present = [clause for clause in stated if _FIGURE in clause.words and not _gone(clause)]
    return bool(named) and (bool(present) or any(clause.found("stubborn") for clause in stated))


def _referred(clauses: Sequence[_Clause]) -> bool:
    """A professional's "encaminho?" after what the case is."""
    stated = [clause for clause in clauses if not clause.asked]
    case = any(clause.healthy for clause in stated) and sum(len(clause.words) for clause in stated) >= _FEWEST_WORDS
    return case and any(clause.found("refers") for clause in clauses if clause.asked)


def _theirs(clause: _Clause, *, asked: bool) -> bool:
    if clause.found("relayed", "might"):
        return False
    told = not clause.asked and clause.healthy and not _gone(clause) and clause.found("relative")
    return told or clause.found("theirs") or (not asked and clause.found("acquaintance"))


def _inherited(clauses: Sequence[_Clause]) -> bool:
    return any(clause.asked and clause.found("inherited") for clause in clauses)


def _gone(clause: _Clause) -> bool:
    return clause.found("past") and not (clause.has("recent") or clause.found("returned"))


def _standing(clauses: Sequence[_Clause]) -> Iterator[_Clause]:
    """Clauses as far as they are no supposition, without what is over: "tive acne, mas já passou"."""
    lexicon = _lexicon()
    back = any(clause.found("returned") for clause in clauses)
    over = [not back and clause.found("over") for clause in clauses] + [False]
    for at, clause in enumerate(clauses):
        if not (over[at] or over[at + 1]):
            until = next((at for at, _ in _entries(lexicon, clause.words, "supposing")), len(clause.words))
            stated = _without(lexicon, clause.words[:until], "neutral")
            yield _Clause(_without(lexicon, stated, "spared"), clause.asked)


def _read(text: str) -> list[_Clause]:
    """Clauses, each told from a question: by its mark, by its form, or as the rest of one."""
    found: list[_Clause] = []
    going_on = False
    for clause in _split(_words(text)):
        supposed = _lexicon().has(clause.words, "supposing")
        opens = _opens(clause.words)
        asked = going_on or clause.asked or opens or supposed or clause.found("relayed") or _general(clause)
        found.append(_Clause(clause.words, asked))
        going_on = not clause.asked and (going_on or supposed or opens)
    return found


def _general(clause: _Clause) -> bool:
    return clause.found("general") and not clause.found("past")


def _opens(words: Sequence[str]) -> bool:
    return _lexicon().found("asking", words)


def _hedged(words: Sequence[str]) -> bool:
    """An answer with a question mark after it: "80 kg?", "acho que sim?"."""
    lexicon = _lexicon()
    return (_FIGURE in words or lexicon.has(words, "hedge")) and not lexicon.has(words, "judged")


def _words(text: str) -> list[str]:
    lexicon = _lexicon()
    words = lexicon.read(_PAUSE.sub(" . ", text[:_LONGEST]))
    return ["{9}" if word[0].isdigit() else word for word in _named(words)]


def _named(words: Sequence[str]) -> Iterator[str]:
    """The words with what is said of health under its kind: "dor no peito" is `{symptom} no {body}`."""
    kinds, at = _kinds(), 0
    while at < len(words):
        phrase, kind = kinds.at(words, at)
        if kind in _HEALTH:
            yield kind
        elif kind != "{numbered}":
            yield from phrase
        at += len(phrase)


@dataclass(frozen=True, slots=True)
class _Kinds:
    """Kinds of words by an entry's first word, the longest entry first, and by stem."""

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    stems: Mapping[str, str]

    def at(self, words: Sequence[str], at: int) -> tuple[Sequence[str], str]:
        """The entry at a word and its kind; the word itself, of no kind, where there is none."""
        for phrase, kind in self.phrases.get(words[at], ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return phrase, kind
        starts = (words[at][:size] for size in range(_SHORTEST_STEM, len(words[at]) + 1))
        return words[at : at + 1], next((self.stems[start] for start in starts if start in self.stems), "")


@cache
def _kinds() -> _Kinds:
    lists = _lexicon().lists
    phrases: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    stems: dict[str, str] = {}
    for name in ("kept", "numbered", *_KINDS):
        for word, entries in lists[name].phrases.items():
            phrases[word] += [(entry, f"{{{name}}}") for entry in entries]
        stems = dict.fromkeys(lists[name].stems, f"{{{name}}}") | stems
    return _Kinds({word: sorted(entries, key=lambda e: -len(e[0])) for word, entries in phrases.items()}, stems)


def _split(words: Sequence[str]) -> list[_Clause]:
    """Clauses with their question marks; a question's turn of phrase opens its own clause wherever it stands."""
    lexicon = _lexicon()
    words = _without(lexicon, [*words, "."], "unknown")
    turns = {at for at, _ in _entries(lexicon, words, "turn")}
    found: list[_Clause] = []
    clause: list[str] = []
    for at, word in enumerate([*words, "."]):
        if word in MARKS or at in turns:
            asked = word == ASK and not _tagged(lexicon, clause)
            bare = _started(lexicon, clause)
            if bare or asked:
                found.append(_Clause(bare, asked))
            clause = []
        if word not in MARKS:
            clause.append(word)
    return found


def _tagged(lexicon: Lexicon, clause: Sequence[str]) -> bool:
    """Whether a clause ends in "né", "right": it tells, for all its question mark."""
    return any(end == len(clause) for _, end in _entries(lexicon, clause, "tag"))


def _started(lexicon: Lexicon, clause: Sequence[str]) -> list[str]:
    at = 0
    while end := max(lexicon.lists["filler"].ends(clause, at), default=0):
        at = end
    return list(clause[at:])


def _without(lexicon: Lexicon, words: Sequence[str], name: str) -> list[str]:
    gone = {place for at, end in _entries(lexicon, words, name) for place in range(at, end)}
    return [word for at, word in enumerate(words) if at not in gone]


def _entries(lexicon: Lexicon, words: Sequence[str], name: str) -> list[tuple[int, int]]:
    return [(at, end) for at in range(len(words)) for end in lexicon.lists[name].ends(words, at)]


@cache
def _lexicon() -> Lexicon:
    folder = Path(__file__).parent
    return load_lexicon(folder / "opening_words.toml", folder / "opening.toml")
