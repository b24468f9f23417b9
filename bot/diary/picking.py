"""Answers in words: yes and no to an offer, and which of the choices shown is meant. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rag.diary.lexis.stems import singular
from rag.diary.types import Food
from rag.types import Language
from rag.wording import fold

_YES: Final = frozenset(
    "sim s quero pode claro si yes y yep yeah sure ok okay vale dale registra registre registrar log anota anote anotar"
    " anotalo apunta apuntalo note ahead isso eso".split()
)
_NO: Final = frozenset("nao n no nope nunca deixa cancela cancelar dont".split())
_BESIDE: Final = frozenset("ai por favor please it that go me pra para mim do lo la".split())
_SMALL: Final = frozenset(
    "de do da dos das del la el o a os as of the com con with e y and um uma un una foi era".split()
)
_WORD: Final = re.compile(r"[^\W_]+")
_SIZED: Final = re.compile(r"\s*\([^()]*\)$")


def agrees(text: str) -> bool | None:
    """Whether the whole of `text` says yes or no to an offer ("anota aí", "go ahead"); None where it says neither."""
    said = set(_words(text.replace("'", "").replace("’", "")))
    if said & _NO and said <= _NO | _YES | _BESIDE:
        return False
    return True if said & _YES and said <= _YES | _BESIDE else None


def numbered(text: str, count: int) -> int | None:
    """The place of the choice that a number from 1 to 9 alone picks of `count`."""
    said = text.strip(" .)!")
    return int(said) - 1 if len(said) == 1 and said in "123456789" and int(said) <= count else None


def labelled(text: str, labels: Sequence[str]) -> int | None:
    """The place of the one label that `text` is, what stands in brackets at its end said or not."""
    said = _words(text)
    found = [at for at, label in enumerate(labels) if said and said in (_words(label), _words(_SIZED.sub("", label)))]
    return found[0] if len(found) == 1 else None


def named(phrase: str, foods: Sequence[Food], language: Language) -> int | None:
    """The place of the food whose name holds every word of `phrase`; that of the shortest such name."""
    wanted = _content(phrase)
    names = [_content(food.name(language)) for food in foods]
    lengths = {at: len(words) for at, words in enumerate(names) if wanted and wanted <= words}
    return min(lengths, key=lambda at: (lengths[at], at)) if lengths else None


def _content(phrase: str) -> set[str]:
    return {singular(word) for word in _words(phrase) if word not in _SMALL}


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))
