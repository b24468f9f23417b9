"""The answer to a question with options. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rag.protocols.reading.answers import Answer, Doubt, Problem, Told, Unknown
from rag.protocols.reading.overlap import denies, in_the, likely, others_named
from rag.protocols.reading.phrases import Meanings, indexed, longest, words_in
from rag.protocols.reading.prepared import option_names
from rag.protocols.reading.said import Said
from rag.protocols.reading.yes_kinds import covered
from rag.protocols.types import ProtocolField

_PLACES: Final = {
    word: place
    for place, words in enumerate(
        (
            "1 primeira primeiro primera primer first um uma uno una one a",
            "2 segunda segundo second dois duas dos two b",
            "3 terceira terceiro tercera tercero tercer third tres three c",
            "4 quarta quarto cuarta cuarto fourth quatro cuatro four d",
            "5 quinta quinto fifth cinco five e",
            "6 sexta sexto sixth seis six f",
        )
    )
    for word in words.split()
}
_KINDS: Final = frozenset("classe clase class funcional functional nyha grau grado grade tipo type fototipo".split())
_NUMBERS: Final = frozenset("um uma uno una one dois duas dos two".split())
_NONE: Final = frozenset("nenhum nenhuma ninguno ninguna none".split())
_SHORT: Final = 3
"""A name of so few letters ("I", "IV") counts only where nothing else is said."""


def read_choice(said: Said, field: ProtocolField) -> Answer:
    """The option that a text tells: by its label, key or words, or by its number. Several are a doubt."""
    if not said.words or said.asks:
        return None
    spans = list(found(said, option_index(field)))
    named = list(dict.fromkeys(key for key, _, _ in spans))
    placed = _placed(said, field)
    keys = list(dict.fromkeys([*named, *([placed] if placed else [])]))
    quote = said.text.strip()
    if len(keys) > 1:
        whole = longest(option_index(field), said.words, 0)
        return Told(whole[0], quote) if whole[1] == len(said.words) and whole[0] else Doubt(Problem.AMBIGUOUS, quote)
    if not keys:
        return Unknown() if said.has("unknown", "not_done") else _alike(said, field)
    inside = {at for _, start, end in spans for at in range(start, end)}
    if inside and others_named(said, field, keys[0], inside):
        return Doubt(Problem.AMBIGUOUS, quote)
    beside = {tag.meaning for tag in said.tags if inside.isdisjoint(range(tag.start, tag.end))}
    if beside & {"hedge", "unknown", "if"}:
        return Doubt(Problem.INEXACT, quote, keys[0])
    turned = beside & {"contrast", "past"}
    return Doubt(Problem.AMBIGUOUS, quote, keys[0]) if turned else Told(keys[0], quote)


def _alike(said: Said, field: ProtocolField) -> Answer:
    """An option that isn't named: "nenhum" of one that is none, or one whose words are said."""
    quote = said.text.strip()
    if (
        covered(said, "no", "filler")
        and not _NONE.isdisjoint(said.words)
        and any(o.key == "none" for o in field.options)
    ):
        return Told("none", quote)
    one = likely(said, field)
    return None if one is None else Told(one.key, quote) if one.sure else Doubt(Problem.INEXACT, quote, one.key)


@lru_cache(maxsize=512)
def option_index(field: ProtocolField) -> Meanings:
    """The phrases of the options of a field; one that is two options' is no option's."""
    owners: dict[tuple[str, ...], set[str]] = {}
    for option in field.options:
        for phrase in option_names(option):
            if phrase:
                owners.setdefault(phrase, set()).add(option.key)
    return indexed((phrase, keys.copy().pop() if len(keys) == 1 else "") for phrase, keys in owners.items())


def found(said: Said, names: Meanings) -> Iterator[tuple[str, int, int]]:
    """The options named and not denied: key, first word and the one after the last."""
    at = 0
    while at < len(said.words):
        key, end = longest(names, said.words, at)
        if key and not _denied(said, at, end) and (end - at > 1 or _says(said, at)):
            yield key, at, end
        at = max(end, at + 1)


def _says(said: Said, at: int) -> bool:
    """Whether one word names an option: a short one only where nothing but courtesies and its kind stand beside it."""
    if len(said.words[at]) > _SHORT:
        return True
    kinds = words_in("filler", "joins") | _KINDS
    return all(word in kinds for place, word in enumerate(said.words) if place != at)


def _denied(said: Said, at: int, end: int) -> bool:
    start, stop = said.clause(at)
    before = any(denies(said, tag) for tag in said.tags_in(start, at))
    after = end < stop and said.words[end] in ("nao", "no", "not") and not in_the(said, end)
    return before or after


def _placed(said: Said, field: ProtocolField) -> str | None:
    """The option of a number or letter that is all the text says: "2", "a segunda", "opção b"."""
    kinds = words_in("filler", "joins") | _KINDS | {"opcao", "opcion", "option", "numero", "number", "letra", "letter"}
    rest = [word for word in said.words if word not in kinds or word in _NUMBERS] if len(said.words) > 1 else said.words
    place = _PLACES.get(rest[0]) if len(rest) == 1 else None
    if place is None or place >= len(field.options):
        return None
    digits = [{word for name in option_names(one) for word in name if word.isdigit()} for one in field.options]
    # "2" is no place where options are numbered or counted otherwise ("1 ou 2 vezes").
    return field.options[place].key if not any(digits) or digits[place] == {str(place + 1)} else None
