"""Answers whose yes or no isn't to the question: of an exam not done, another type, no relative, half of it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rag.protocols.reading.answers import Unknown
from rag.protocols.reading.asked import Asked
from rag.protocols.reading.phrases import words_in
from rag.protocols.reading.said import Said
from rag.protocols.reading.yes_kinds import Turned

_FRAGMENTS: Final = frozenset("ha han is do does has am have did e es tem tiene of to in it".split())
"""Words that answer nothing by themselves, be they a verb of the question's."""
_LAUGH: Final = re.compile(r"k+|(?:ha|he|hi|ja|je|rs|hua)+h?")
_OPEN: Final = frozenset("ou or e y and o u mas pero but".split())
_NOT_NOW: Final = re.compile(
    r"(?:(?:nao|no) )?(?:agora nao|nao agora|ahora no|no ahora|not now|not right now)(?: \w{1,3})?"
)
_OTHER: Final = frozenset("outra outro otra otro other another".split())
_HALF: Final = frozenset("metade mitad half meio medio".split())
_HALF_WORDS: Final = frozenset("um uma un una so solo only just pela por la a sim si yes o tipo que".split())
_YES: Final = frozenset("sim si yes yeah yep uma".split())
_NO: Final = frozenset("nao no not n".split())
_LONGEST: Final = 120
"""Characters of an answer that is only that an exam was not done."""
_EXAM: Final = "exames?|examenes|examen|testes?|tests?|exams?|laudos?|resultados?|results?|informes?|reports?|pruebas?"
_DID: Final = (
    "fiz|fizeram|realizei|fui fazer|hice|me hice|hicieron|me hicieron|did|do|had|have had|done|havent had|havent done"
)
_HAVE: Final = "tenho|peguei|recebi|tengo|recibi|have|got"
_NEVER: Final = "ainda nao|nunca|jamais|nao|n|aun no|todavia no|jamas|no|never|didnt|dont|havent|not"
_NOT_DONE: Final = re.compile(
    rf"(?:(?:eu|yo|i|nao|no) )*(?:{_NEVER})(?: (?:me|lo|he|ever|{_NEVER}))*(?: (?P<verb>{_DID}|{_HAVE}))"
    rf"(?: (?:o|a|os|el|la|los|the|that|this|esse|este|esses|estes|ese|any|nenhum|ningun|um|un|me|lo|meu|mi|my))*"
    rf"(?P<exam> (?:{_EXAM}))?"
    r"(?: (?:aqui|comigo|ainda|nenhum|ninguno|em maos|here|yet|with me|conmigo|todavia|aun|disso|de nada))*"
)
_DOING: Final = frozenset(
    """fez fizeram fizer fazer faz feito feita feitos feitas realizou realizaram hizo hicieron hace hecho hecha hacer
    did done had do test tested taken undergone foi""".split()
)
_SHOWS: Final = frozenset(
    """mostrou mostraram deu deram veio vieram confirmou apareceu acusou mostro dio dieron salio salieron confirmo
    show showed shows confirmed came said""".split()
)
_KINDS: Final = re.compile(
    r"\b(?:tipo|type|classe|class|clase|grau|grado|grade|estagio|estadio|stage) (\d|i{1,3}|iv|v)\b"
    r"(?: (?:ou|or|o|e|y|and|a) (\d|i{1,3}|iv|v)\b)?"
)
_ROMAN: Final = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
_OTHER_KIND: Final = re.compile(r"\b(?:gestacional|gestational|pre ?diabet\w+|lada|mody)\b")
_WILD: Final = re.compile(
    r"\b(?:fora de controle|sem controle|fuera de control|sin control|out of control|\w*descontrol\w*|uncontrolled)\b"
)
_STILL: Final = frozenset(
    "alta alto altas altos ainda subindo ruim elevada elevado descontrolada high still rising sigue mala".split()
)
_NO_BLOOD: Final = frozenset(
    """sogra sogro marido esposo esposa cunhado cunhada vizinho vizinha colega namorado namorada padrasto madrasta genro
    nora enteado enteada patrao patroa companheiro companheira suegra suegro yerno nuera cunado cunada vecino vecina
    novia novio pareja padrastro madrastra hijastro hijastra husband wife neighbour neighbor friend partner boyfriend
    girlfriend stepfather stepmother stepson stepdaughter cachorro cachorra gato gata perro dog cat""".split()
)
_FRIEND: Final = frozenset({"amigo", "amiga", "mulher", "mujer"})
_MY: Final = frozenset({"meu", "minha", "um", "uma", "mi", "un", "una"})
_BLOOD: Final = frozenset(
    """mae mamae pai papai irma irmao irmas irmaos filha filho filhas filhos avo avos tio tia tios primo prima sobrinho
    sobrinha neto neta pais madre padre mama papa hermana hermano hermanas hermanos hija hijo hijas hijos abuela abuelo
    abuelos nieto nieta mother mom mum dad father sister brother sisters brothers daughter son daughters sons
    grandmother grandfather grandma grandpa aunt uncle cousin nephew niece parents child children""".split()
)


@dataclass(frozen=True, slots=True)
class Ruled:
    """What an answer comes to, whatever its yes or no says."""

    answer: Unknown | Turned | None


def says_nothing(said: Said) -> bool:
    """Whether a text is a fragment, a laugh, a put-off, or breaks off at an "ou"."""
    words = said.words
    if len(words) == 1 and words[0] in _FRAGMENTS:
        return "é" not in said.text.casefold()
    if all(word in ("ha", "han") or _LAUGH.fullmatch(word) for word in words) and words not in (("si",), ("no",)):
        return True
    return (len(words) > 1 and words[-1] in _OPEN) or _NOT_NOW.fullmatch(" ".join(words)) is not None


def ruled_out(said: Said, asked: Asked, *, kin: bool) -> Ruled | None:
    """Why the yes or no of an answer is none to the question; None where nothing speaks against it."""
    words, line = set(said.words), " ".join(said.words)
    if asked.words and _exam_not_done(line, asked):
        return Ruled(Unknown())
    if (words & _OTHER and words & _NO and words & _YES) or _halved(said):
        return Ruled(Turned())
    if _of_other_kind(line, asked):
        return Ruled(None)
    if kin and not asked.of_guardian and _no_relative(said, asked):
        return Ruled(None)
    opens = said.words[0] in _NO and len(said.words) > 1
    return Ruled(Turned()) if opens and words & _STILL and _WILD.search(" ".join(asked.order)) else None


def _halved(said: Said) -> bool:
    """As in "sim, metade", "meio": all that is said beside the half is a yes, an article."""
    rest = [word for word in said.words if word not in _HALF]
    return len(rest) < len(said.words) and all(word in _HALF_WORDS for word in rest)


def _exam_not_done(line: str, asked: Asked) -> bool:
    """Whether the exam was not done, or isn't at hand, and that is not what is asked."""
    found = _NOT_DONE.fullmatch(line) if len(line) < _LONGEST else None
    if found is None:
        return False
    did = re.fullmatch(_DID, found["verb"]) is not None and found["verb"] not in ("have", "do")
    shows = not asked.words.isdisjoint(_SHOWS)
    if not found["exam"]:
        return did and shows and asked.words.isdisjoint(_DOING) and not line.startswith(("had", "have"))
    named = any(re.fullmatch(_EXAM, word) for word in asked.words)
    if did or found["verb"] == "do":
        return shows or asked.words.isdisjoint(_DOING)
    return shows or not (named and (asked.echoed_by(found["verb"].split()[-1]) or "have" in asked.words))


def _of_other_kind(line: str, asked: Asked) -> bool:
    """As in "sim, tipo 1" of "diabetes tipo 2"."""
    wanted = _kinds(" ".join(asked.order))
    if not wanted or re.match(r"(?:nao|no|n)\b", line):
        return False
    told = _kinds(line)
    return bool(told - wanted) or (_OTHER_KIND.search(line) is not None and not told)


def _kinds(line: str) -> set[str]:
    return {_ROMAN.get(kind, kind) for found in _KINDS.finditer(line) for kind in found.groups() if kind}


def _no_relative(said: Said, asked: Asked) -> bool:
    """Whether those told of are no blood relatives: in-laws, a spouse, a neighbour."""
    words, none, blood = said.words, False, False
    for at, word in enumerate(words):
        in_law = "".join(words[at + 1 : at + 3]) == "inlaw" or (at > 0 and words[at - 1] == "step")
        friend = word in _FRIEND and at > 0 and words[at - 1] in _MY
        if in_law or friend or (word in _NO_BLOOD and word not in asked.words):
            none = True
        elif word in _BLOOD:
            blood = True
    leads = words[0] in words_in("no") and said.breaks[1] > 0
    return none and not blood and not leads
