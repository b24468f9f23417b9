"""One form for singular and plural in Portuguese, Spanish and English, without accents. Pure.

The form is a key: where the three languages disagree (frijol, frijoles; tamale, tamales) it drops the final "e" too.
"""

from __future__ import annotations

import re
from typing import Final

_IRREGULAR: Final = {
    "ajies": "aji", "leaves": "leaf", "loaves": "loaf", "halves": "half", "calves": "calf", "knives": "knife",
    "pies": "pie", "mais": "mais", "couscous": "couscous", "anis": "anis", "chia": "chia",
}  # fmt: skip
_SHORTEST = 4
_RULES: Final = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"(?<=t)oes$|(?<=g)oes$", "o"),  # tomatoes, mangoes; in Portuguese no food ends so
        (r"(?:oes|aes|aos)$", "ao"),  # feijões, pães, grãos
        (r"(?<=\w\w)ais$", "al"),  # vegetais
        (r"(?<=\w)eis$", "el"),  # pastéis, méis
        (r"(?<=\w)ois$", "ol"),  # caracóis
        (r"(?<=\w\w)(?:ies|ie)$", "y"),  # berries, cookie
        (r"(?<=\w\w)(?:che|she|xe|sse|che|she|xe|sse)s?$", None),  # peixes, peaches, leche
        (r"(?<=[aeiou])ces?$", "z"),  # nueces, doces: and so nuez, doce
        (r"(?<=\w[aeiou][rznlds])es?$", ""),  # nozes, frijoles, panes, colheres, unidades
        (r"(?<=[uio])ns$", "n"),  # atuns
        (r"(?<=[uio])m$", "n"),  # atum
        (r"(?<=[^s])s$", ""),
    )
)


def singular(word: str) -> str:
    """The form of a folded word that its plural has too. Idempotent; words of up to three letters stay as they are."""
    while True:
        form = _once(word)
        if form == word:
            return word
        word = form


def _once(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _SHORTEST or not word.isalpha():
        return word
    for rule, put in _RULES:
        found = rule.search(word)
        if found:
            changed = word[: found.start()] + (found.group().rstrip("s").rstrip("e") if put is None else put)
            return changed if len(changed) >= _SHORTEST - 1 else word
    return word
