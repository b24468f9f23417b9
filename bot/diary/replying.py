"""What a reply or an edit says beside foods: that nothing was eaten, another time, one food more. Three languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from rag.diary.days import day_of
from rag.diary.evidence import Entry
from rag.diary.lexis.stems import singular
from rag.diary.lexis.words import clean, scan
from rag.diary.reading.moments import placed, said_day
from rag.diary.reading.timing import merged
from rag.diary.reading.timings import MomentReader
from rag.diary.types import Clock, Moment, Placed
from rag.types import Language
from rag.wording import fold

_DENIAL: Final = re.compile(
    r"(?:nada|nothing|none"
    r"|(?:eu |yo )?(?:nao|no) (?:comi|bebi|tomei|tome|almocei|almorce|jantei|cene|desayune|lanchei)"
    r"(?: nada| isso| eso)?"
    r"|(?:eu )?nao foi nada|no fue nada"
    r"|(?:i )?(?:didn.?t|did not) (?:eat|have|drink)(?: anything| that| it)?|(?:i )?(?:ate|had) nothing)"
    r"(?: (?:hoje|ontem|hoy|ayer|today|yesterday))?[.! ]*"
)
_BESIDE: Final = frozenset(
    "foi foram era eram fue fueron was were it its isso isto eso esto that this na no em en verdade realidad on at "
    "comi tomei eu yo i ah ops oops nao desculpa perdon sorry actually mas pero but tudo todo all".split()
)
"""Words that may stand around a time that is all a reply says."""
_ADDS: Final = re.compile(
    r"^(?:e|y|and|mais|plus|tambem|tambien|also) |^\+"
    r"|\b(?:mais (?:um|uma|dois|duas|meio|meia|\d)|outr[oa]s?|otr[oa]s?|another|more|tambem|tambien|also"
    r"|faltou|faltaram|falto|faltaron|esqueci|olvide|forgot)\b"
)
_CORRECTS: Final = re.compile(r"\b(?:era|eram|foi|foram|eran|fue|fueron|was|were)\b")
_EMPTY: Final = frozenset("de da do das dos del la el o a os as los las the of um uma un una".split())
_BEYOND: Final = frozenset("com con with sem sin without e y and".split())


def denies(text: str) -> bool:
    """Whether all of `text` says that nothing was eaten."""
    return _DENIAL.fullmatch(fold(" ".join(text.split()))) is not None


def adds(text: str) -> bool:
    """Whether a reply tells of foods beside those that stand ("e mais 1 banana")."""
    return _ADDS.search(fold(" ".join(text.split()))) is not None


def corrects(text: str) -> bool:
    """Whether a reply says what it was ("era arroz integral")."""
    return _CORRECTS.search(fold(text)) is not None and not adds(text)


def moment_of(text: str) -> Moment | None:
    """The time that is all a text says ("foi no almoço de ontem"); None where it says more, or none."""
    words = scan(clean(text))
    timings = MomentReader.of(words).timings()
    taken = {place for timing in timings for place in range(timing.start, timing.end)}
    rest = [word for at, word in enumerate(words) if at not in taken]
    if not timings or any(word.is_number or (word.is_text and word.form not in _BESIDE) for word in rest):
        return None
    return None if "?" in {word.form for word in rest} else merged(timings)


def moved(moment: Moment, entry: Entry, at: datetime, clock: Clock) -> Placed | None:
    """When an entry was eaten after a reply of the time `at`, which says a part of it; None for what has not been."""
    if moment == Moment():
        return Placed(entry.eaten_at, entry.day, entry.meal)
    said = said_day(moment, day_of(at, clock))
    meal = moment.meal or (entry.meal if moment.time is None else None)
    return placed(Moment(day=said or entry.day, time=moment.time, meal=meal), at, clock)


# Which of the entries that stand a food's words mean


def named_by(food: str, entry: Entry, said: Iterable[str], language: Language) -> bool:
    """Whether the words are an entry's own name or what it was called, its head among them ("ovos": "Ovo mexido").

    `said` are the foods' words of the message that told of it.
    """
    wanted = frozenset(_words(food))
    phrases = [(name, named is Language.EN) for named, name in entry.food.names.items()]
    phrases += [(phrase, language is Language.EN) for phrase in said]
    return bool(wanted) and any(
        wanted <= {*_words(name)} and _head(name, last=last) in wanted for name, last in phrases
    )


def hinted_by(food: str, entry: Entry, said: Iterable[str]) -> bool:
    """Whether the words are part of such a name, what it goes with left out ("frango": "peito de frango")."""
    wanted = frozenset(_words(food))
    names = [*entry.food.names.values(), *said]
    return bool(wanted) and any(wanted <= {*_core(name)} for name in names)


def _words(phrase: str) -> list[str]:
    return [singular(word.form) for word in scan(clean(phrase)) if word.is_text and word.form not in _EMPTY]


def _core(phrase: str) -> list[str]:
    found = _words(phrase)
    return found[: next((at for at, word in enumerate(found) if at and word in _BEYOND), len(found))]


def _head(phrase: str, *, last: bool) -> str:
    """What the phrase is a kind of: its first word, in English the last before a comma or "with"."""
    core: Sequence[str] = _core(phrase.partition(",")[0]) or [""]
    return core[-1] if last else core[0]
