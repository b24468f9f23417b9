"""The words of a question as codes: what rules of periods are written over. Pure, linear in the text.

`TODAY`, `WEEK`, `WD0` (Monday), `MO6` (June), `#7` (a number), `@3` (an ordinal), `=5/11` (a numeric date); other
words stand as they are, folded. Which words are which code: periods.toml.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.diary.planning.lexing import Phrases, Token, load_lists
from rag.types import Language

_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|o)")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}([.-])\d{1,2}\1\d{2,4}")
_DAY_BEFORE = frozenset(
    "na no n em de da do on el del al from to a o e y and ou or SINCE UNTIL BETWEEN THIS LAST NEXT ROLLING - .".split()
)
_TUESDAY_BEFORE = frozenset("na n on LAST THIS".split())
_MONTH_BEFORE = frozenset("em en in de do from SINCE UNTIL BETWEEN LAST THIS NEXT durante during".split())
_MARCH_BEFORE = frozenset("em en in SINCE UNTIL LAST durante during".split())
_BETWEEN_NUMBERS = re.compile(r"[#@=]|WD|MO|wd\d|mo\d")
_UNIT = re.compile(r"DAYS?|WEEKS?|MONTHS?|YEARS?|FORTNIGHTS?|dias?|semanas?|meses|mes|anos?|noites?|vezes")
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Code:
    """A code and the tokens it stands for, from `start` up to `end`."""

    text: str
    start: int
    end: int


def codes_of(tokens: Sequence[Token], language: Language) -> list[Code]:
    """The codes of `tokens`, commas left out; short words ("sex", "may", "set") are days or months where that fits."""
    found = _coded(tokens, _phrases(language))
    plain = [code for at, code in enumerate(found) if code.text not in {"-", "."} or _kept(found, at)]
    texts = [code.text for code in plain]
    return [Code(_settled(texts, at), code.start, code.end) for at, code in enumerate(plain)]


def _coded(tokens: Sequence[Token], phrases: Phrases) -> list[Code]:
    words = phrases.mended([token.word for token in tokens])
    found, at = [], 0
    while at < len(words):
        end, meaning = phrases.at(words, at) or (at + 1, "")
        text = _meant(meaning, words[at:end]) if meaning else _number(words[at])
        if text != ",":
            found.append(Code(text, at, end))
        at = end
    return found


def _meant(meaning: str, words: Sequence[str]) -> str:
    if meaning == "plain":
        return "_".join(words)
    return f"#{meaning[1:]}" if meaning[0] == "n" else meaning


def _number(word: str) -> str:
    ordinal = _ORDINAL.fullmatch(word)
    if ordinal:
        return f"@{int(ordinal[1])}"
    if word.isdecimal() and word.isascii() and len(word) <= _DIGITS:
        return f"#{int(word)}"
    if _DATE.fullmatch(word):
        return f"={word}"
    return "." if word in {";", ":", "\n", "!", "?"} else word


_DIGITS = 4


def _kept(codes: Sequence[Code], at: int) -> bool:
    """Whether a dash stands between days or numbers, or a full stop ends more than an abbreviation."""
    before = codes[at - 1].text if at else ""
    after = codes[at + 1].text if at + 1 < len(codes) else ""
    if codes[at].text == "-":
        return bool(_BETWEEN_NUMBERS.match(before) and _BETWEEN_NUMBERS.match(after))
    return before.islower() and not _BETWEEN_NUMBERS.match(before) and before not in {"sem", "dia"}


def _settled(texts: Sequence[str], at: int) -> str:
    text = texts[at]
    if re.fullmatch(r"wd\d", text):
        return text.upper() if _is_weekday(texts, at) else "_"
    if text == "mo12" and at + 1 < len(texts) and _UNIT.fullmatch(texts[at + 1]):
        return "#10"  # "dez" is ten as well as December
    if re.fullmatch(r"mo\d+", text):
        return text.upper() if _is_month(texts, at) else "_"
    return text


def _is_weekday(texts: Sequence[str], at: int) -> bool:
    before = texts[at - 1] if at else "."
    near = [*texts[max(0, at - _NEAR) : at], *texts[at + 1 : at + 1 + _NEAR]]
    allowed = _TUESDAY_BEFORE if texts[at] == "wd1" else _DAY_BEFORE
    return before in allowed or any(re.match(r"wd\d|WD\d|PAST", text) for text in near)


def _is_month(texts: Sequence[str], at: int) -> bool:
    before = texts[at - 1] if at else ""
    earlier = texts[at - 2] if at > 1 else ""
    after = texts[at + 1] if at + 1 < len(texts) else ""
    if before in (_MARCH_BEFORE if texts[at] == "mo3" else _MONTH_BEFORE) or after == "PAST":
        return True
    near = [*texts[max(0, at - _NEAR) : at], *texts[at + 1 : at + 1 + _NEAR]]
    dated = (earlier if before in {"de", "of"} else before)[:1] in {"#", "@"}
    return dated or after[:1] in {"#", "@"} or any(re.match(r"mo\d|MO\d", text) for text in near)


@cache
def _phrases(language: Language) -> Phrases:
    tables = load_lists(Path(__file__).with_name("periods.toml"))
    lists = [*tables["any"].items(), *tables[language].items()]
    return Phrases.of((entry, name) for name, entries in lists for entry in entries)
