"""Answers that take up a question's own words: its verb, the role it asks for, what is no longer so. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rag.protocols.reading.asked import GUARDIANS
from rag.protocols.reading.phrases import Tag, words_in
from rag.protocols.reading.said import Said
from rag.protocols.reading.yes_kinds import DENIES, LIMITS, Kinds, Turned, of_time

_HAS: Final = frozenset({"tenho", "sou", "tengo", "soy", "have"})
_TAKES: Final = frozenset({"tomo", "uso", "faco", "trato", "take", "use", "hago"})
_AM: Final = frozenset({"sou", "soy", "im", "am", "its"})
_MYSELF: Final = frozenset({"eu", "yo", "me"})
_SELF: Final = _MYSELF | frozenset(
    "proprio propria paciente propio propia patient myself mesmo mesma mismo misma".split()
)
_RELATIVES: Final = frozenset(
    """irma irmao avo tia tio amiga amigo vizinha vizinho prima primo madrasta padrasto baba cuidadora cuidador namorada
    namorado esposa esposo marido filha filho sobrinha sobrinho cunhada cunhado sogra sogro madrinha padrinho colega
    hermana hermano abuela abuelo vecina vecino madrastra padrastro ninera cuidadora novia novio hija hijo sobrina
    sobrino cunada cunado suegra suegro sister brother grandmother grandfather grandma grandpa aunt uncle friend
    neighbour neighbor cousin stepmother stepfather nanny caregiver carer girlfriend boyfriend wife husband daughter
    son""".split()
)
_LEGAL: Final = frozenset("responsavel responsable guardian tutor tutora legal".split())
_OTHERS: Final = frozenset(
    "outro outra outros outras otro otra another else vizinho vizinha amigo amiga vecino vecina neighbor friend".split()
)
_SHORTEST: Final = 3
"""Words of a question from which it is known what it asks."""
_APART: Final = frozenset({"consigo", "puedo", "deu", "dio", "foi", "fue", "ficou"})
_DOING: Final = frozenset("feito feita feitos feitas fazer realizou exame exames hecho hacer examen done test".split())
_DONE: Final = frozenset({"fiz", "fez", "hice", "hizo", "did", "done", "fizeram", "hicieron"})
_RESULTS: Final = frozenset(
    """resultado resultados result results positivo positive compativel compatible mostrou deu veio confirmou mostro
    salio showed confirmed""".split()
)
_NOT_ANY_MORE: Final = frozenset({("nao", "mais"), ("ya", "no"), ("no", "mas"), ("not", "anymore"), ("no", "longer")})


def of_guardian(kinds: Kinds) -> bool | Turned | None:
    """As in "sou a mãe dela"; "sou eu mesma" and "sou a irmã" are a no, and another's mother is asked again."""
    words, first = kinds.said.words, kinds.first
    if kinds.any("reverse", "ask", "hedge", "unknown", "if", "contrast", "past", "correction") or _of_other(words):
        return Turned() if _of_other(words) else None
    at = next((at for at, word in enumerate(words) if word in _AM), -1)
    if kinds.any("no"):
        leads = first is not None and first.meaning == "no" and kinds.said.breaks[first.end] and not kinds.any("yes")
        return False if leads and GUARDIANS.isdisjoint(words) else None
    if at < 0 or set(words[:at]) - words_in("filler", "yes") - {"it", "its"}:
        return None
    after = words[at + 1 : at + 5]
    told = next((word for word in after if word in GUARDIANS | _RELATIVES | _SELF), "")
    if told in GUARDIANS or (told in _RELATIVES and not _LEGAL.isdisjoint(words)):
        return True
    if told and (told not in _MYSELF or not kinds.any("kin")):
        return False
    return Turned() if kinds.any("yes") and after and not told else None


def _of_other(words: Sequence[str]) -> bool:
    """As in "mãe de outro", "a mãe do vizinho"."""
    others = (at for at, word in enumerate(words) if at > 1 and word in _OTHERS)
    return any(
        {"de", "do", "da", "of", "del"} & set(words[max(0, at - 3) : at]) or words[at] == "else" for at in others
    )


def no_longer(kinds: Kinds) -> bool | None:
    """As in "parei faz 10 anos, hoje não fumo", "não fumo mais", of what is asked for as it is."""
    said, asked = kinds.said, kinds.asked
    if asked.negated or asked.several or asked.of_past or not kinds.any("past", "hedge", "link"):
        return None
    if tuple(word for word in said.words if word not in words_in("filler") or word == "ya") in _NOT_ANY_MORE:
        return False if asked.words else None
    ends = [at for at in range(1, len(said.words)) if said.words[at - 1] in DENIES and asked.echoed_by(said.words[at])]
    if len(ends) != 1:
        return None
    spare = {"filler", "link", "past", "since"}
    for tag in kinds.tags:
        at_denial = tag.start <= ends[0] < tag.end or tag.end == ends[0]
        if tag.meaning not in spare and not at_denial:
            return None
    return False if all(of_time(word) for word in kinds.untagged) and _is_now(said, ends[0]) else None


def _is_now(said: Said, verb: int) -> bool:
    near = said.words[max(0, verb - 3) : verb + 2]
    return not {"hoje", "hoy", "agora", "ahora", "mais", "mas", "ya", "now", "anymore"}.isdisjoint(near)


def echoes_verb(kinds: Kinds, tag: Tag) -> bool:
    """Whether a phrase is the question's own verb, and more than a "tenho" that fits any question."""
    word = kinds.said.words[tag.start]
    return tag.meaning == "echo" and word not in ("tenho", "tengo", "have") and kinds.asked.echoed_by(word)


def strays(kinds: Kinds, tag: Tag) -> bool:
    """Whether a verb by itself is none that the question asks for: "não consigo" of "tem dificuldade?"."""
    word, asked = kinds.said.words[tag.start], kinds.asked
    if tag.meaning != "echo" or len(asked.words) < _SHORTEST or asked.echoed_by(word):
        return False
    return word in _APART or (word in _DONE and asked.words.isdisjoint(_DOING))


def echoed(kinds: Kinds) -> bool:
    """As in "tenho desde 2019", "fiz ano passado", "tenho, tomo metformina"; of the family "minha mãe tem".

    The question's verb and a time are all that is said, or all of a clause that nothing after it turns.
    """
    said, asked, first = kinds.said, kinds.asked, kinds.first
    if first is None or asked.negated or asked.joined or half_told(kinds):
        return False
    meanings = {tag.meaning for tag in kinds.tags}
    if first.meaning == "kin" and asked.of_kin and not asked.of_guardian:
        return meanings <= {"kin", "echo", "filler", "yes"} and not kinds.untagged
    if first.meaning != "echo" or not asked.echoed_by(said.words[first.start]):
        return False
    if all(map(of_time, kinds.untagged)):
        return meanings <= {"echo", "filler", "link", "yes", "since"}
    plain = meanings <= {"echo", "filler", "link", "since"} and LIMITS.isdisjoint(said.words)
    return plain and said.words[first.start] in _HAS and _goes_on(said, first.end)


def half_told(kinds: Kinds) -> bool:
    """Whether a question for what an exam showed is answered only by its being done."""
    done = not _DONE.isdisjoint(kinds.said.words)
    return done and not _RESULTS.isdisjoint(kinds.asked.words)


def _goes_on(said: Said, at: int) -> bool:
    """Whether what is taken for it follows: "tenho, tomo metformina", "tenho e uso insulina"."""
    joined = said.words[at : at + 1] in (("e",), ("y",), ("and",))
    after = at + 1 if joined else at
    return (joined or said.breaks[at] > 0) and after < len(said.words) and said.words[after] in _TAKES
