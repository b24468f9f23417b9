"""The period that a question to the diary names. Pure, three languages, linear in the text.

Days are the person's own: `today` is the local day. What the words mean: CONTRACT, "Days". Beyond it: "the last month"
and "últimos N meses" run by the calendar and end today; "N weeks ago" is one day, "N months ago" a whole month; of a
date without a year the latest is meant, and in a range the year that lies nearest to the other end; several days
named, or two to compare, make one period that spans them all. Where an English "5/11" may be read both ways, it is the
one that lies nearer behind today.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from rag.diary.planning import spans
from rag.diary.planning.day_codes import Code, codes_of
from rag.diary.planning.day_meanings import Context, numeric_date
from rag.diary.planning.day_rules import Rule, rules
from rag.diary.planning.lexing import Token, lex
from rag.diary.planning.spans import Span
from rag.types import Language

_TO = frozenset("a ao al to UNTIL -".split())
_AND = frozenset("e y and".split())
_SMALL = frozenset("o a os as el la los las the DAY DAYS de do da del feira".split())
_FAR = 3
_ELLIPSIS = 8
_MONTHS = 12
_STEPS = {"year": 12, "month": 1}


@dataclass(frozen=True, slots=True)
class Period:
    """The days named, either bound None where it was not said; `words` are the tokens that were read for it."""

    first: date | None = None
    last: date | None = None
    words: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Atom:
    """Codes from `start` up to `end` that one rule read."""

    start: int
    end: int
    span: Span | None
    step: str = ""
    weak: bool = False


def period_of(text: str, language: Language, today: date) -> tuple[date | None, date | None]:
    """First and last day that `text` names, as it says them: reversed, long or future ones are the clamp's matter."""
    period = read_period(lex(text), language, today)
    return period.first, period.last


def read_period(tokens: Sequence[Token], language: Language, today: date) -> Period:
    """The period that `tokens` name, and which of them name it."""
    codes = codes_of(tokens, language)
    texts = [code.text for code in codes]
    atoms = _atoms(texts, Context(today, month_first=_month_first(texts, language, today)))
    strong = [atom for atom in atoms if atom.span and not atom.weak]
    chosen = strong or [atom for atom in atoms if atom.span]
    bounds = [bound for bound in _bounds(texts, chosen, today) if bound != (None, None)]
    first, last = _hull(bounds)
    return Period(first, last, _words(codes, atoms, texts))


def _month_first(texts: Sequence[str], language: Language, today: date) -> bool:
    """Whether numeric dates put the month first: only in English, where that lies nearer behind today."""
    said = [text[1:] for text in texts if text[0] == "=" and not text[1:5].isdecimal()]
    if language is not Language.EN or not said:
        return False

    def distance(*, month_first: bool) -> tuple[int, int]:
        days = [numeric_date(one, today, month_first) for one in said]
        away = [(today - day).days for day in days if day is not None]
        swapped = sum(int(one.split(one.lstrip("0123456789")[0])[not month_first]) > _MONTHS for one in said)
        return swapped + sum(days_away < 0 for days_away in away), max(map(abs, away), default=0)

    return distance(month_first=True) <= distance(month_first=False)


def _atoms(texts: Sequence[str], context: Context) -> list[_Atom]:
    """What the rules read, in the order of the text; a word is read by one rule at most."""
    line = f" {' '.join(texts)} "
    places = {0: 0}
    for at, char in enumerate(line[1:-1], start=1):
        if char == " ":
            places[at] = len(places)
    taken = [False] * len(texts)
    found: list[_Atom] = []
    for rule in rules():
        found += _read(rule, line, places, taken, context)
    return sorted(found, key=lambda atom: atom.start)


def _read(rule: Rule, line: str, places: dict[int, int], taken: list[bool], context: Context) -> Iterator[_Atom]:
    for match in rule.words.finditer(line):
        start = places[match.start() - 1]
        end = start + match.group().count(" ") + 1
        meant = None if any(taken[start:end]) else rule.resolve(match, context)
        if meant is not None:
            taken[start:end] = [True] * (end - start)
            yield _Atom(start, end, meant.span, meant.step, rule.weak)


def _bounds(texts: Sequence[str], atoms: Sequence[_Atom], today: date) -> Iterator[tuple[date | None, date | None]]:
    """First and last day of each atom or pair of atoms, with the words before and after them."""
    at = 0
    while at < len(atoms):
        pair = atoms[at : at + 2]
        if len(pair) > 1 and _is_range(texts, pair[0], pair[1]):
            yield _range(pair[0], pair[1])
            at += 2
            continue
        yield _alone(texts, pair[0], today)
        yield _left_out(texts, pair[0], today)
        at += 1


def _is_range(texts: Sequence[str], one: _Atom, other: _Atom) -> bool:
    between = texts[one.end : other.start]
    joined = [text for text in between if text in _TO or text in _AND]
    if len(between) > _FAR or not joined or not all(text in _SMALL or text in joined for text in between):
        return False
    return any(text in _TO for text in joined) or _before(texts, one.start) == "BETWEEN"


def _before(texts: Sequence[str], start: int) -> str:
    """The first word before place `start` that isn't small."""
    earlier = range(start - 1, max(-1, start - 1 - _FAR), -1)
    return next((texts[at] for at in earlier if texts[at] not in _SMALL), "")


def _range(one: _Atom, other: _Atom) -> tuple[date | None, date | None]:
    """From the first day of `one` to the last of `other`; what a bound left unsaid is moved to lie near the other."""
    if one.span is None or other.span is None:  # pragma: no cover: such atoms are left out before
        return None, None
    first, last = one.span.first, other.span.last
    if one.step == "week" == other.step and first > last:
        return spans.days_after(first, -7), last
    if one.step == "week" and other.step != "week" and first > last:
        return spans.weekday(last, first.weekday()), last
    months = _STEPS.get(other.step, 0)
    if months and last < first:
        later = _moved(other.span, months)
        last = later if (later - first) < (first - last) else last
    if last < first and (one.span.first, other.span.first) != (one.span.last, other.span.last):
        return other.span.first, one.span.last  # two periods, the later one first: "this week to last week"
    return first, last


def _moved(span: Span, months: int) -> date:
    """The last day of `span`, so many months later; a month's last day stays one."""
    whole = span.first.day == 1 and span.last != span.first
    later = spans.months_after(span.last, months)
    return spans.month(later).last if whole else later


def _alone(texts: Sequence[str], atom: _Atom, today: date) -> tuple[date | None, date | None]:
    if atom.span is None:  # pragma: no cover: such atoms are left out before
        return None, None
    after = texts[atom.end] if atom.end < len(texts) else ""
    before = _before(texts, atom.start)
    onward = after == "ONWARD" or (after == "on" and before == "from")
    if before == "SINCE" or onward:
        return atom.span.first, max(today, atom.span.first)
    if before == "UNTIL":
        return None, atom.span.last
    if before == "AFTER":
        return spans.days_after(atom.span.last, 1), max(today, spans.days_after(atom.span.last, 1))
    if before == "BEFORE":
        return None, spans.days_after(atom.span.first, -1)
    return atom.span.first, atom.span.last


def _left_out(texts: Sequence[str], atom: _Atom, today: date) -> tuple[date | None, date | None]:
    """The second period of "esta semana com a passada", whose unit is not said again."""
    said = texts[atom.start : atom.end]
    rest = texts[atom.end : atom.end + _ELLIPSIS]
    unit = next((text for text in said if text in {"WEEK", "MONTH", "YEAR"}), None)
    after = rest[1:] if rest[:1] == ["THIS"] else rest
    place = next((at for at, text in enumerate(after) if text in {"PAST", "LAST", "BEFORE_LAST"}), None)
    if unit is None or "THIS" not in said or place is None or after[place + 1 : place + 2] == ["WEEK"]:
        return None, None
    if any(text[0].isupper() and text not in {"PAST", "LAST", "BEFORE_LAST", "BETWEEN"} for text in after[: place + 2]):
        return None, None
    span = spans.calendar_unit(today, unit, -2 if after[place] == "BEFORE_LAST" else -1)
    return span.first, span.last


def _hull(bounds: Sequence[tuple[date | None, date | None]]) -> tuple[date | None, date | None]:
    """The bound itself where there is one; else the days from the earliest to the latest that was named."""
    if len(bounds) == 1:
        return bounds[0]
    firsts = [first for first, _ in bounds if first is not None]
    lasts = [last for _, last in bounds if last is not None]
    ends = [last for first, last in bounds if first is None and last is not None]
    return min(firsts, default=None), max(ends, default=max(lasts, default=None))


def _words(codes: Sequence[Code], atoms: Sequence[_Atom], texts: Sequence[str]) -> frozenset[int]:
    """The tokens of the atoms, and of the words that join and open them."""
    read = [place for atom in atoms for place in range(atom.start, atom.end)]
    edges = [place for atom in atoms for place in (atom.start - 1, atom.end) if 0 <= place < len(texts)]
    read += [place for place in edges if texts[place] in {"SINCE", "UNTIL", "ONWARD", "BETWEEN", "AFTER", "BEFORE"}]
    return frozenset(token for place in read for token in range(codes[place].start, codes[place].end))
