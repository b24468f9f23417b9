"""Whether an answer gives a relative's value instead of the patient's. Pure."""

from __future__ import annotations

from typing import Final

from rag.protocols.reading.asked import asked
from rag.protocols.reading.choices import option_index
from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.scope import CARED_FOR, ENGLISH, OPENERS, ROMANCE
from rag.types import Language

_PRONOUNS: Final = frozenset(
    """ele ela eles elas dele dela seu sua ella ellos su sus he she they his her their him them alguem alguien someone
    somebody hereditario hereditaria hereditary""".split()
)
"""They may stand for the patient, of whom a carer speaks; someone may be who measured."""
_MORE: Final = frozenset(
    "cunado cunada yerno nuera stepmother stepfather cachorro cachorra gato gata perro perra dog cat".split()
)
_MINE: Final = frozenset("minha minhas meu meus nossa nosso mi mis nuestra nuestro my our".split())
_ARTICLES: Final = frozenset("o a da do na no um uma el la del un una the".split())
_LED_BY_MINE: Final = frozenset({"mama", "papa", "pais", "amigo", "amiga", "partner", "child", "gato", "gata", "cat"})
"""Words for relatives that mean something else too: a breast, a country, a courtesy, a scale's name."""
_LED: Final = frozenset({"bebe", "baby"})
_FAMILY: Final = frozenset({"familia", "family", "familiar"})
_CARE: Final = frozenset("medico medica saude salud equipe clinica clinico doctor physician practice posto".split())
_CHILDREN: Final = frozenset(
    """filha filho neta neto bebe enteada enteado hija hijo nieta nieto daughter son baby child kid granddaughter
    grandson""".split()
)
_AM: Final = frozenset({"sou", "soy", "am", "im"})
_REACH: Final = 3


def of_another(said: Said, ready: Prepared) -> bool:
    """Whether an answer speaks of a relative ("minha mãe pesa 120"), and not as a carer does of the patient.

    A parent of a child opens so ("minha filha tem…"). Of grown relatives who are cared for only "ele", "ela" is taken.
    """
    question = ready.field.question.said_in(said.language)
    if asked(question).of_kin or _of_their_child(said):
        return False
    return any(_relative(said, at, ready) for at in range(len(said.words)))


def _relative(said: Said, at: int, ready: Prepared) -> bool:
    word = said.words[at]
    if said.language is Language.EN and word.endswith("s") and word[:-1] in CARED_FOR:
        word = word[:-1]  # "my wife's"
    english = said.language is Language.EN
    if word not in words_in("kin") | _MORE or word in _PRONOUNS | (ROMANCE - {"pais"} if english else ENGLISH):
        return _wife(said, at)
    before = said.words[at - 1] if at else ""
    if word in _LED_BY_MINE and before not in _MINE:
        return False
    if word in _LED and before not in _MINE | _ARTICLES:
        return False
    near = {*said.words[max(0, at - _REACH) : at], *said.words[at + 1 : at + 2]}
    if word in _FAMILY and near & _CARE:
        return False
    writer = _AM & set(said.words[max(0, at - _REACH) : at])
    return not writer and not ready.asks(word) and not _of_options(word, ready)


def _wife(said: Said, at: int) -> bool:
    """As in "minha mulher", where the noun alone is the patient's sex too."""
    return said.words[at - 1 : at + 1] in (("minha", "mulher"), ("meu", "homem"), ("mi", "mujer"), ("mi", "senora"))


def _of_options(word: str, ready: Prepared) -> bool:
    return any(word in phrase for group in option_index(ready.field).values() for phrase, _ in group)


def _of_their_child(said: Said) -> bool:
    """Whether it opens with the writer's child, and tells nothing of another relative or the writer's own."""
    words = list(said.words)
    while words and (words[0] in OPENERS or (words[0] in ("a", "o") and words[1:2] and words[1] in _MINE)):
        words.pop(0)
    if len(words) <= _REACH - 1 or words[0] not in _MINE or words[1] not in _CHILDREN:
        return False
    kin = set(words) & words_in("kin") - _PRONOUNS - ENGLISH - ROMANCE - {words[1]}
    return not kin and set(words[2:]).isdisjoint(words_in("mine") - {"me"})
