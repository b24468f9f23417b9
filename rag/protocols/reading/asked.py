"""The words of a question that an answer may echo, and whether it asks for something to be absent. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rag.protocols.reading.phrases import lists, plain_words

STEM: Final = 5
_SHORTEST: Final = 3
_NEGATIONS: Final = frozenset(
    """nao sem nem nunca sin tampoco nunca not without never cannot cant dont doesnt didnt isnt arent wasnt hasnt havent
    falta faltam faltan lack lacks unable""".split()
)
_KIN: Final = frozenset(
    """familia familiar familiares parente parentes pariente parientes family relative relatives mae pai pais irmao irma
    irmaos madre padre padres hermano hermana mother father parents brother sister""".split()
)
GUARDIANS: Final = frozenset(
    """mae mamae pai papai responsavel responsable madre padre mama papa mother mom mum father dad guardian tutor
    tutora""".split()
)
_GENERIC: Final = frozenset(
    """voce voces seus suas algum alguma profissional medico medica disse dice dijo exame exames examen laudo resultado
    posto saude salud unidade unidad acompanha acompana essa esse isso depois despues como mais sobre para pelo pela
    quando cuando porque hoje muito nesta neste health doctor professional said told test tests with your that this
    have does ever been usted algun alguna veio vieram deu deram ficou mostrou apareceu salio dio came valor
    valores referencia esta estao este cada outra outro other otro""".split()
)
# What a patient answers, and the forms in which it is asked.
_FORMS: Final = {
    "tenho": "tem", "tive": "teve", "estou": "esta", "faco": "faz", "fiz": "fez", "sinto": "sente", "posso": "pode",
    "consigo": "consegue", "quero": "quer deseja", "durmo": "dorme", "vou": "vai", "vejo": "ve", "fui": "foi",
    "cai": "caiu", "tengo": "tiene", "tuve": "tuvo tenido", "estoy": "esta", "hago": "hace", "hice": "hizo hecho",
    "siento": "siente", "puedo": "puede", "quiero": "quiere desea", "voy": "va", "had": "had",
}  # fmt: skip
_THIRD: Final = frozenset(" ".join(_FORMS.values()).split()) - {"esta", "had", "ve", "va"} | {"veio", "vieram", "salio"}
_PAST: Final = re.compile(r"\w{2,}(?:ou|eu|iu)")
_EVER: Final = re.compile(
    r"\balgu[mn]a vez\b|\b\w+ó\b|\bha[ns]? \w+(?:ado|ido|to|cho)\b|^\W*(?:have|has)\b|\b(?:did|was|were|said)\b"
    r"|\b\w{2,}(?:aram|iram|aron|ieron)\b|\b(?:fizeram|tiveram|deram|vieram|foram|disse|disseram|houve|tinha|era)\b"
    r"|\b(?:tenía|hubo|fue|dijo)\b"
)
_NO_VERBS: Final = frozenset({"estou", "sou", "vou", "dou", "breu"})
_RECALLED: Final = {
    "tive": "tem",
    "fiz": "faz",
    "estive": "esta",
    "tuve": "tiene",
    "hice": "hace",
    "senti": "sente siente",
}
_TO_PAST: Final = frozenset({"teve", "fez", "foi", "tuvo", "hizo", "had", "ever", "tenido", "hecho"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its folded words, and stems of those that say what is asked.

    `absent` are stems of what it asks to be missing ("sem melhora"); `negated`: whether it asks so.
    `several`: it joins alternatives, so that denying one of them denies not all; `joined`: it asks two things at once.
    `ever`: it asks for what was so at any time, by other words than a verb in the past. `order` are its words in order.
    """

    words: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    negated: bool = False
    several: bool = False
    joined: bool = False
    ever: bool = False
    order: tuple[str, ...] = ()

    @property
    def of_once(self) -> bool:
        """Whether something that was so once answers it: "já teve", "alguna vez", "have you had"."""
        return self.of_past or self.ever

    @property
    def of_kin(self) -> bool:
        """Whether it asks about the family, or who answers."""
        return not _KIN.isdisjoint(self.words)

    @property
    def of_guardian(self) -> bool:
        """Whether it asks if the writer is the parent or the guardian."""
        return len(GUARDIANS & self.words) > 1

    @property
    def of_past(self) -> bool:
        """Whether it asks for what has been."""
        return any(word in _TO_PAST or _is_past(word) for word in self.words)

    def echoed_by(self, word: str) -> bool:
        """Whether a verb is one of the question's, as the patient says it: "fumo" of "fuma", "fiz" of "fez"."""
        if word in _FORMS:
            return not self.words.isdisjoint(_FORMS[word].split())
        if word in self.words and (word in _THIRD or _is_past(word)):
            return True
        return len(word) >= _SHORTEST and any(form in self.words for form in _asked_forms(word))

    def recalled_by(self, word: str) -> bool:
        """Whether a verb is one of the question's in the past: "fumei" of "fuma"."""
        return len(word) > _SHORTEST and any(form in self.words for form in _present_forms(word))


def _present_forms(word: str) -> Sequence[str]:
    """The third person, in the present, of a verb in the first, in the past."""
    if word in _RECALLED:
        return _RECALLED[word].split()
    if word.endswith("ei"):
        return (word[:-2] + "a",)
    return (word[:-1] + "a", word[:-1] + "e") if word[-1:] in ("e", "i") else ()


def _is_past(word: str) -> bool:
    return word not in _NO_VERBS and _PAST.fullmatch(word) is not None


def _asked_forms(word: str) -> Sequence[str]:
    """The third person of a regular verb in the first."""
    if word.endswith("ei"):
        return (word[:-2] + "ou",)
    if word.endswith("o"):
        return (word[:-1] + "a", word[:-1] + "e")
    if word.endswith("i"):
        return (word[:-1] + "eu", word[:-1] + "iu", word + "o")
    return (word[:-1] + "o",) if word.endswith("e") and len(word) > _SHORTEST + 1 else ()


@lru_cache(maxsize=2048)
def asked(question: str) -> Asked:
    """The sentence of a question that ends in its question mark, in words; of none an empty one."""
    before = question.rpartition("?")[0] or question
    sentence = re.split(r"[.!?¿]\s*", before)[-1]
    words = plain_words(sentence)
    spanish_or_english = "¿" in question or "you" in words or "the" in words
    marks = _NEGATIONS | ({"no"} if spanish_or_english else frozenset())
    absent: set[str] = set()
    for at, word in enumerate(words):
        absent |= set(map(_stem, words[at + 1 : at + 5])) if word in marks else set()
    plain = sentence.replace("ou seja", "").replace("o sea", "")
    parts = {"ou", "or"} | ({"o", "u"} if "¿" in question else set())
    several = not parts.isdisjoint(plain_words(plain))
    joined = re.search(r", (?:e|y|and) ", sentence) is not None
    stems = frozenset(_stem(word) for word in words if _tells(word))
    told, negated = frozenset(words), not marks.isdisjoint(words)
    return Asked(told, stems, frozenset(absent) & stems, negated, several, joined, _ever(sentence), words)


def _ever(sentence: str) -> bool:
    return _EVER.search(sentence.casefold()) is not None


def _stem(word: str) -> str:
    return word[:STEM]


def _tells(word: str) -> bool:
    """Whether a word says what is asked, and not only that something is."""
    hollow = word in _GENERIC or any((word,) in lists()[name] for name in ("filler", "link", "echo", "ask"))
    return len(word) >= _SHORTEST and not hollow


NOTHING_ASKED: Final = Asked()
