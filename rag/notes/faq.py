"""The published FAQ: what Fonte says about itself, read, checked and searched by words alone.

General questions cost no embedding and no model: stop words out, words compared by their stems and by likeness, in the
person's own language first.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from rag.notes.errors import NoteError, raise_any
from rag.types import Language

MAX_HITS = 6
MAX_ANSWER = 450
FLOOR = 0.55
"""The least score of a hit; calibrated on half of the questions in tests/unit/test_faq.py."""

_PER_KIND = 2
_LONGEST_TEXT, _MOST_WORDS = 400, 24  # what a search reads of a message
_ALIKE = 82.0  # the least likeness, in percent, of two stems that a typing error tells apart
_TYPO_WORTH = 0.85
_SHARE_OF_WORDS = 0.75
_UNKNOWN = 0.6  # an unheard word weighs this share of the rarest known one
_WORDLESS_FLOOR = 0.7  # "what can you do?" is all stop words: only nearly the same sentence is a hit
_QUESTIONS = range(3, 7)
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(
    r"(?<=\w{4})(?:amentos?|mente|coes|cion|cao|ando|endo|iendo|indo|ados?|adas?|idos?|idas?|ing|ed|ar|er|ir|am|em|os|as|es|o|a|e|s)$"
)
_LINE = re.compile(r"at line (\d+)")
_STOP_WORDS = frozenset(
    "a o as os um uma uns umas de da do das dos em no na nos nas por pelo pela pra pro para com sem e ou mas se que como "
    "qual quais quando onde quem porque pois eu tu ele ela nos voces voce vc vcs me te lhe meu minha meus minhas seu sua "
    "isso isto esse essa este esta aqui ai la ja so tambem tb mais muito bem ta to sou e eh era foi ser estar estou esta "
    "tem tenho ter ha vai vou posso pode podem consigo consegue da preciso precisa quero queria gostaria saber favor oi ola "
    "bom boa dia tarde noite obrigado obrigada alguma algum coisa entao agora afinal mesmo ne tipo pf pfv fala falar fale diga explica faz faco fazer sobre ao aos num numa q "
    "el los las un unos unas del al en y o pero si lo le les se mi mis tus su yo usted ustedes esto eso ese esa este "
    "cual cuales cuando donde quien por porque para con sin soy eres es estoy esta estan hay tengo tienes tiene tener ser "
    "puedo puedes puede quiero quisiera hace hacer haces hola buenos buenas dias gracias muy ya algo entonces ahora mismo habla hablar hablas dime explica una aca ahi "
    "the an of to in on at for from with without and or but if that this these those it its i im my me you your yours we our "
    "is are am was be been do does did can could would should will shall may have has had what which who whom how when "
    "where why there here so just please hi hello hey thanks not dont any some about into by as get now then tell say talk explain really actually".split()
)


class FaqKind(StrEnum):
    """What an entry is about; hits of several kinds are shown mixed."""

    ABOUT = "about"
    PRIVACY = "privacy"
    SPECIALTY = "specialty"
    DIARY = "diary"
    LIMITS = "limits"
    HELP = "help"
    SAFETY = "safety"
    OPERATORS = "operators"


@dataclass(frozen=True, slots=True)
class FaqEntry:
    """One published answer, in one language; `requires` names the feature without which it isn't shown."""

    id: str
    kind: FaqKind
    language: Language
    questions: tuple[str, ...]
    answer: str
    requires: str | None


@dataclass(frozen=True, slots=True)
class FaqHit:
    """An entry found, and how well it fits: a score in [FLOOR, 1]."""

    entry: FaqEntry
    score: float


def load_faq(folder: Path, *, features: Collection[str]) -> tuple[FaqEntry, ...]:
    """The entries of `<language>.toml` for every Language, in the files' order.

    Raises NoteError, or NoteErrors for several problems: a file missing or not TOML, a field missing, of another type or
    unknown, an answer too long, a `requires` outside `features`, entries that differ between the languages.
    """
    by_language = {language: _read(folder / f"{language}.toml", language, features) for language in Language}
    first = by_language[Language.PT]
    raise_any(
        NoteError(folder / f"{language}.toml", None, f"its entries differ from {Language.PT}.toml's", _same(first, entries))
        for language, entries in by_language.items()
        if _shape(entries) != _shape(first)
    )
    return tuple(entry for entries in by_language.values() for entry in entries)


def _shape(entries: Iterable[FaqEntry]) -> list[tuple[str, str, str | None]]:
    return [(entry.id, entry.kind, entry.requires) for entry in entries]


def _same(wanted: Sequence[FaqEntry], found: Sequence[FaqEntry]) -> str:
    odd = set(_shape(wanted)) ^ set(_shape(found))
    names = ", ".join(sorted({name for name, _, _ in odd})) or "the order"
    return f"give every language the same ids, kinds and requires, in the same order: see {names}"


def _read(path: Path, language: Language, features: Collection[str]) -> tuple[FaqEntry, ...]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("entry")
    except (OSError, UnicodeDecodeError) as error:
        raise NoteError(path, None, "the file can't be read", "check that it exists and is UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        raise NoteError(path, int(line[1]) if line else None, "this is no valid TOML", "mend its syntax") from error
    if not isinstance(tables, list) or not tables:
        raise NoteError(path, None, "there is no entry", "write each as a table [[entry]]")
    entries = [_entry(table, language) if isinstance(table, dict) else "is no table" for table in tables]
    raise_any(
        NoteError(path, None, f"entry {number}: {problem}", "see the other entries for the form")
        for number, problem in _problems(entries, features)
    )
    return tuple(entry for entry in entries if isinstance(entry, FaqEntry))


def _entry(table: Mapping[str, object], language: Language) -> FaqEntry | str:
    """The entry of one table, or what is wrong with its form."""
    unknown = table.keys() - {"id", "kind", "questions", "answer", "requires"}
    name, kind, questions, answer = (table.get(key) for key in ("id", "kind", "questions", "answer"))
    requires = table.get("requires")
    if unknown:
        return f"unknown field '{min(unknown)}'"
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name):
        return "its id is no lower-case-with-hyphens name"
    if kind not in list(FaqKind):
        return f"'{name}' has no known kind"
    if not isinstance(questions, list) or not all(isinstance(q, str) and q.strip() for q in questions):
        return f"'{name}' has questions that aren't text"
    if not isinstance(answer, str) or not answer.strip():
        return f"'{name}' has no answer"
    if not isinstance(requires, str | None):
        return f"'{name}' requires what is no name"
    return FaqEntry(name, FaqKind(str(kind)), language, tuple(questions), answer, requires)


def _problems(entries: Sequence[FaqEntry | str], features: Collection[str]) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, str):
            yield number, entry
            continue
        if entry.id in seen:
            yield number, f"'{entry.id}' stands twice"
        if len(entry.questions) not in _QUESTIONS:
            yield number, f"'{entry.id}' needs 3 to 6 questions"
        if len(entry.answer) > MAX_ANSWER:
            yield number, f"'{entry.id}' has an answer over {MAX_ANSWER} characters"
        if entry.requires is not None and entry.requires not in features:
            yield number, f"'{entry.id}' requires '{entry.requires}', which is no feature"
        seen.add(entry.id)


def _folded(text: str) -> str:
    """Lower case, without accents or punctuation, words apart by one space."""
    bare = unicodedata.normalize("NFKD", text[:_LONGEST_TEXT].casefold())
    return " ".join(_WORD.findall("".join(c for c in bare if not unicodedata.combining(c))))


def _stems(folded: str) -> list[str]:
    """The words that tell, each once, without the endings that number and verb forms change."""
    words = dict.fromkeys(word for word in folded.split() if word not in _STOP_WORDS)
    stems = (_ENDING.sub("", word) if len(word) > 3 else word for word in words)  # noqa: PLR2004
    return list(dict.fromkeys(stem or word for stem, word in zip(stems, words, strict=True)))[:_MOST_WORDS]


@dataclass(frozen=True)
class _Shelf:
    """One language's entries, their questions and the words in them.

    `owners` says whose each question is; `holds` is (questions, words), 1.0 where a question has a word; `weights` is
    (words,): ln(1 + entries / entries that have the word).
    """

    entries: tuple[FaqEntry, ...]
    questions: tuple[str, ...]
    owners: NDArray[np.intp]
    words: tuple[str, ...]
    holds: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def build(cls, entries: Sequence[FaqEntry]) -> Self:
        asked = [(owner, _folded(q)) for owner, entry in enumerate(entries) for q in entry.questions]
        stems = [_stems(question) for _, question in asked]
        words = sorted({stem for each in stems for stem in each})
        column = {word: place for place, word in enumerate(words)}
        holds = np.zeros((len(asked), len(words)))
        for row, each in enumerate(stems):
            holds[row, [column[stem] for stem in each]] = 1.0
        owners = np.array([owner for owner, _ in asked], dtype=np.intp)
        had = np.zeros((len(entries), len(words)))
        np.maximum.at(had, owners, holds)
        weights = np.log1p(len(entries) / np.maximum(had.sum(axis=0), 1.0))
        return cls(tuple(entries), tuple(q for _, q in asked), owners, tuple(words), holds, weights)

    def scores(self, text: str) -> NDArray[np.float64]:
        """Each entry's score, in [0, 1]: its best question's."""
        folded = _folded(text)
        best = np.zeros(len(self.entries))
        if not folded or not self.questions:
            return best
        alike = process.cdist([folded], self.questions, scorer=fuzz.token_sort_ratio)[0].astype(float) / 100
        stems = _stems(folded)
        by_words = self._by_words(stems) if stems and self.words else np.zeros(len(self.questions))
        both = _SHARE_OF_WORDS * by_words + (1 - _SHARE_OF_WORDS) * alike
        scores = np.where((by_words == 0) & (alike < _WORDLESS_FLOOR), 0.0, np.where(by_words == 0, alike, both))
        np.maximum.at(best, self.owners, scores)
        return best

    def _by_words(self, stems: Sequence[str]) -> NDArray[np.float64]:
        """Each question's share of the asked words and, less, the asked words' share of the question; in [0, 1]."""
        near = process.cdist(stems, self.words, scorer=fuzz.ratio, score_cutoff=_ALIKE).astype(float) / 100
        near = np.where(near < 1.0, near * _TYPO_WORTH, near)
        met = np.flatnonzero(near.max(axis=0))
        unheard = _UNKNOWN * float(np.log1p(len(self.entries)))
        weights = np.where(near.max(axis=1) > 0, self.weights[near.argmax(axis=1)], unheard)
        found = (near[:, None, met] * self.holds[None][:, :, met]).max(axis=2, initial=0.0)  # (asked words, questions)
        asked_found = weights @ found / weights.sum()
        whole = np.maximum(self.holds @ self.weights, 1e-9)
        question_found = self.holds[:, met] @ (self.weights[met] * near[:, met].max(axis=0)) / whole
        shares: NDArray[np.float64] = asked_found * (0.6 + 0.4 * question_found)
        return shares


@dataclass(frozen=True)
class FaqIndex:
    """The FAQ in memory. Pure: the same question finds the same entries."""

    shelves: Mapping[Language, _Shelf]

    @classmethod
    def build(cls, entries: Iterable[FaqEntry]) -> Self:
        """Indexes entries of any languages."""
        given = tuple(entries)
        return cls({each: _Shelf.build([e for e in given if e.language is each]) for each in Language})

    def search(
        self, text: str, language: Language, *, limit: int = MAX_HITS, enabled: Callable[[str], bool]
    ) -> list[FaqHit]:
        """The entries that answer `text`, best first but kinds mixed: at most `limit`, and never over MAX_HITS.

        Only where nothing in `language` reaches FLOOR are the other languages' questions tried; what they find is shown
        as the entry of `language`. Entries whose feature is not `enabled` are as good as not there.
        """
        others = (each for each in Language if each is not language)
        own = {entry.id: entry for entry in self.shelves[language].entries}
        for each in (language, *others):
            hits = self._hits(text, each, enabled)
            if hits:
                shown = [FaqHit(own.get(hit.entry.id, hit.entry), hit.score) for hit in hits]
                return _mixed(shown)[: max(0, min(limit, MAX_HITS))]
        return []

    def _hits(self, text: str, language: Language, enabled: Callable[[str], bool]) -> list[FaqHit]:
        shelf = self.shelves[language]
        scored = zip(shelf.entries, shelf.scores(text).tolist(), strict=True)
        hits = [FaqHit(entry, min(score, 1.0)) for entry, score in scored if score >= FLOOR]
        hits = [hit for hit in hits if hit.entry.requires is None or enabled(hit.entry.requires)]
        return sorted(hits, key=lambda hit: -hit.score)


def _mixed(hits: Sequence[FaqHit]) -> list[FaqHit]:
    """The same hits; those of a kind beyond its first two come after the other kinds'."""
    first: list[FaqHit] = []
    later: list[FaqHit] = []
    for hit in hits:
        shown = sum(other.entry.kind is hit.entry.kind for other in first)
        (first if shown < _PER_KIND else later).append(hit)
    return first + later
