"""A message as words that know where they stand in it. Pure, linear time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rag.wording import fold

FRACTIONS: Final = "½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_WORD: Final = re.compile(rf"\d+(?:[.,]\d+)*|[{FRACTIONS}]|[dD]['’](?=\w)|[^\W\d_]+(?:['’´`][^\W\d_]+)*|\n|\S")
_ABBREVIATIONS: Final = frozenset(
    "c s col cols xic xc un und unid ud pza fat pct pcte g gr grs kg ml lt lts aprox oz lb lbs tbsp tsp tbs cda cdas"
    " cdta cdita hs hrs h ped cx pc dz colh rod porc tz".split()
)
_APOSTROPHES: Final = str.maketrans("", "", "'’´`")
_LONGEST_FORM: Final = 40


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a number or a mark: as written, folded, and its place. `glued`: nothing parts it from the one before."""

    raw: str
    form: str
    start: int
    end: int
    glued: bool

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits."""
        return self.raw[:1].isdecimal()

    @property
    def is_text(self) -> bool:
        """Whether it is made of letters."""
        return self.raw[:1].isalpha() or self.form[:1].isalpha()


def clean(text: str) -> str:
    """Composed characters, without invisible ones; what places of words count in."""
    return "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) not in {"Cf", "Cs"})


def scan(text: str) -> tuple[Word, ...]:
    """The words of a cleaned `text`; the dot of an abbreviation ("col. sopa") is left out."""
    found: list[Word] = []
    for match in _WORD.finditer(text):
        raw = match.group()
        glued = bool(found) and found[-1].end == match.start()
        if raw == "." and glued and found[-1].form in _ABBREVIATIONS:
            continue
        form = raw if raw in FRACTIONS or raw == "\n" else _form(raw)
        found.append(Word(raw, form, match.start(), match.end(), glued))
    return tuple(found)


def _form(raw: str) -> str:
    folded = fold(raw[:_LONGEST_FORM])
    bare = folded.translate(_APOSTROPHES) if len(folded) > 1 else folded
    return bare or raw


def forms(words: Iterable[Word]) -> list[str]:
    """Their folded forms."""
    return [word.form for word in words]


def phrase(words: Sequence[Word]) -> str:
    """Words as one phrase again."""
    return "".join(
        word.raw if not at or (word.glued and words[at - 1].end == word.start) else f" {word.raw}"
        for at, word in enumerate(words)
    ).strip()


def singulars(form: str) -> tuple[str, ...]:
    """`form` and what it may be the plural of, in any of the languages."""
    found = [form]
    for ending, put in _ENDINGS:
        if form.endswith(ending) and len(form) > len(ending):
            found.append(form[: -len(ending)] + put)
    return tuple(found)


_ENDINGS: Final = (
    ("s", ""), ("es", ""), ("oes", "ao"), ("aes", "ao"), ("ns", "m"), ("is", "l"), ("eis", "el"), ("ves", "f"),
    ("ies", "y"), ("ces", "z"), ("zinhos", ""), ("zinhas", ""),
)  # fmt: skip
