"""What an answer may not say whatever its figures: a diagnosis, a prescription, a reassurance. Three languages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from rag.grounding.lexicon import number_words
from rag.grounding.reading import Reading, ReadPassage, read
from rag.grounding.sentences import Sentence
from rag.grounding.support import coverage
from rag.grounding.violation import ViolationKind
from rag.grounding.words import ARTICLES
from rag.types import Language
from rag.wording import Lexicon, load_lexicon

SAME_SENTENCE = 0.8
"""Share of a sentence's stems that one sentence of a cited passage must hold to be what says it."""

_KINDS = (ViolationKind.DIAGNOSIS, ViolationKind.PRESCRIPTION, ViolationKind.REASSURANCE)
_SYMBOLS = {
    **dict.fromkeys(".!…;:", "."),
    **dict.fromkeys(",()", ","),
    **dict.fromkeys(("<", ">", "<=", ">=", "≤", "≥"), ">"),
    "?": "?",
}
_SHORTEST_NAME = 6
_ILLNESS_ENDINGS = ("ite", "itis", "ose", "osis", "oma", "emia", "aemia", "patia", "pathy", "oidismo", "oidism")
_NO_ILLNESS = frozenset(
    """limite apetite permite transmite visite evite sintoma aroma idioma diploma academia glicose glucose lactose
    choose purpose propose overdose necessite solicite admite remite invite website opposite diagnosis
    prognosis""".split()
)
# International non-proprietary names: a drug of a class is known by how its name ends (WHO, Stem Book 2018).
_DRUG_ENDINGS = tuple(
    """aciclovir azol azole ciclina ciclovir cilina cillin clamida clamide coxib cycline dipina dipine dipino dronato
    floxacin floxacino formin formina gatran gliflozin gliflozina gliptin gliptina glitazona glutida glutide
    mabe micina mycin olol parin parina prazol prazole pril sartan sartana semida semide sonida statin statina
    terol thiazide tiazida xaban xabana""".split()
)


def claims(sentence: Sentence, reading: Reading, passages: Sequence[ReadPassage]) -> list[ViolationKind]:
    """Which of the three a sentence makes, those left out that a sentence of `passages` makes in the same words.

    A question put to the reader diagnoses nothing.
    """
    words = words_of(sentence, reading)
    return [kind for kind in _made(words) if not any(_says(passage, sentence, kind) for passage in passages)]


def _says(passage: ReadPassage, sentence: Sentence, kind: ViolationKind) -> bool:
    return any(
        kind in made and (coverage(sentence.stems, own) >= SAME_SENTENCE or sentence.template in own.template)
        for own, made in _of_passage(passage.reading.tokens.text, passage.reading.language)
    )


@lru_cache(maxsize=512)
def _of_passage(text: str, language: Language) -> tuple[tuple[Sentence, frozenset[ViolationKind]], ...]:
    reading = read(text, language)
    found = ((own, frozenset(_made(words_of(own, reading)))) for own in reading.sentences)
    return tuple((own, made) for own, made in found if made)


def _made(words: list[str]) -> list[ViolationKind]:
    asks = "?" in words[-1:]
    kinds = (kind for kind in _KINDS if not (asks and kind is ViolationKind.DIAGNOSIS))
    return [kind for kind in kinds if _lexicon().found(kind, words)]


def words_of(sentence: Sentence, reading: Reading) -> list[str]:
    """The words of a sentence as the patterns read them; see `claims.toml`."""
    tokens, found = reading.tokens, list[str]()
    first = bisect_left(tokens.starts, sentence.start, hi=tokens.count)
    for at in range(first, bisect_left(tokens.starts, sentence.end, first, tokens.count)):
        found += _word(tokens.words[at], tokens.kinds[at], reading.language)
    return found


def _word(word: str, kind: str, language: Language) -> list[str]:
    if kind == "symbol":
        return [_SYMBOLS[word]] if word in _SYMBOLS else []
    bare = word.replace("'", "")
    if kind in {"num", "fraction"} or (bare in number_words(language) and bare not in ARTICLES):
        return ["0"]
    return [_named(bare)]


@lru_cache(maxsize=4096)
def _named(word: str) -> str:
    """`drug` or `illness` for a name that ends as such names do, in singular or plural; any other word as it is."""
    single = word.removesuffix("s") if not word.endswith(("is", "ss")) else word
    if len(word) < _SHORTEST_NAME or single in _NO_ILLNESS:
        return word
    if single.endswith(_DRUG_ENDINGS):
        return "drug"
    return "illness" if single.endswith(_ILLNESS_ENDINGS) else word


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("claims.toml"))
