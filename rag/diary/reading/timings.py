"""What a message says of when something was eaten. Strict, linear, three languages at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import time
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.words import Word, forms
from rag.diary.reading.numerals import NumberReader
from rag.diary.reading.said_dates import DateReader
from rag.diary.reading.timing import NIGHT, NOON, PARTS, Timing
from rag.diary.types import Meal, Moment
from rag.wording import Lexicon, load_lexicon

_BREAKS: Final = frozenset({",", ".", ";", "\n", ":", "-", "–", "!", ")", ""})
_WAS: Final = frozenset({"foi", "foram", "fue", "fueron", "was", "were", "teve", "era", "comi", "tomei", "i", "tome"})
_DAY_HOURS, _HOUR_MINUTES = 24, 60
_MOST_DAYS: Final = 366


@dataclass(frozen=True, slots=True)
class MomentReader:
    """Finds what was said of when."""

    words: Sequence[Word]
    shapes: Sequence[str]
    numbers: NumberReader
    dates: DateReader
    lexicon: Lexicon

    @classmethod
    def of(cls, words: Sequence[Word], *, month_first: bool = False) -> MomentReader:
        """For these words; `month_first` as in DateReader."""
        lexicon = _lexicon()
        dates = DateReader.of(words, lexicon.lists["months"].phrases, month_first=month_first)
        return cls(words, forms(words), NumberReader(words, spanish=True), dates, lexicon)

    def timings(self) -> list[Timing]:
        """Everything said of when, in order, the prepositions before it included."""
        found: list[Timing] = []
        at = 0
        while at < len(self.words):
            timing = self._at(at)
            if timing is None:
                at += 1
                continue
            verb = timing.part == "verb"
            begin = timing.start if verb else self._led(timing.start, found[-1].end if found else 0)
            found.append(replace(timing, start=begin))
            at = max(timing.end, at + 1)
        return found

    def _at(self, at: int) -> Timing | None:
        for read in (self._ago, self._day, self._weekday, self.dates.at, self._time, self._meal, self._part):
            found = read(at)
            if found is not None:
                return found
        return None

    def _shape(self, at: int) -> str:
        return self.shapes[at] if 0 <= at < len(self.shapes) else ""

    def _end(self, name: str, at: int) -> int | None:
        if at >= len(self.shapes):
            return None
        words = self.lexicon.lists[name]
        if self.shapes[at] not in words.phrases and not words.stems:
            return None
        return max(words.ends(self.shapes, at), default=None)

    def _led(self, at: int, least: int) -> int:
        while at > least and self._end("lead", at - 1) == at:
            at -= 1
        return at

    def _ago(self, at: int) -> Timing | None:
        """As in "há 2 dias", "hace dos días", "2 days ago"; hours ago say nothing that is kept."""
        begin = self._end("since", at) or at
        number = self.numbers.at(begin) if begin > at or self._counts(at) else None
        if number is None or number.value != number.value.to_integral_value() or number.refused:
            return None
        unit = self._shape(number.end)
        end = self._end("ago", number.end + 1) or number.end + 1
        if end == number.end + 1 and begin == at:
            return None
        if unit in {"dia", "dias", "day", "days"} and 0 < number.value <= _MOST_DAYS:
            return Timing(at, end, Moment(days_ago=int(number.value)))
        spans = {"h", "hora", "horas", "hour", "hours", "min", "minutos", "minuto", "minutes"}
        return Timing(at, end, Moment()) if unit in spans else None

    def _counts(self, at: int) -> bool:
        return any(self._shape(at + step) in {"dia", "dias", "day", "days", "hours", "hour", "horas", "hora", "minutes",
                                              "minutos", "min", "h"} for step in (1, 2))  # fmt: skip

    def _day(self, at: int) -> Timing | None:
        last = self._end("last_night", at)
        if last is not None:
            return Timing(at, last, Moment(days_ago=1), part="evening")
        for days in (0, 1):
            early = self._end(f"early{days}", at)
            if early is not None:
                return Timing(at, early, Moment(days_ago=days), part="morning")
        for days in (2, 1, 0):
            end = self._end(f"day{days}", at)
            if end is not None:
                return Timing(at, end, Moment(days_ago=days))
        return None

    def _weekday(self, at: int) -> Timing | None:
        for day in range(7):
            end = self._end(f"weekday{day}", at)
            said = self._end(f"weekday{day}_said", at) if end is None and f"weekday{day}_said" in self._lists else None
            if said is not None and (self._is_led("day_lead", at) or self._end("past", said)):
                end = said
            if end is not None:
                return Timing(at, self._end("past", end) or end, Moment(weekday=day))
        return None

    @property
    def _lists(self) -> frozenset[str]:
        return frozenset(self.lexicon.lists)

    def _is_led(self, name: str, at: int) -> bool:
        return at > 0 and self._end(name, at - 1) == at

    def _time(self, at: int) -> Timing | None:
        begin = at
        for name in ("at", "at"):
            begin = self._end(name, begin) or begin
        for name, hour in (("noon", NOON), ("midnight", 0)):
            end = self._end(name, begin)
            if end is not None:
                return Timing(at, end, Moment(time=time(hour)))
        found = self._clock(begin)
        if found is None:
            return None
        hour, minute, end, sure = found
        hour, after = self._half_of_day(hour, end)
        clear = sure or after > end or (begin > at and self._closes(at, begin, after))
        if not clear or hour > _DAY_HOURS:
            return None
        return Timing(at, after, Moment(time=time(hour % _DAY_HOURS, minute)), part="sure" if after > end else None)

    def _closes(self, at: int, begin: int, end: int) -> bool:
        """Whether "as 8" stands for a time: nothing that could be eaten follows."""
        if self._shape(begin - 1) == "las" and self._shape(at) == "a":
            return True
        last = self._shape(begin - 1)
        if last == "as" and "à" in self.words[begin - 1].raw.lower():
            return True
        following = self._shape(end)
        return last in {"as", "pelas", "das", "at", "around", "umas", "about"} and (
            following in _BREAKS or following in _WAS or self._at_word(end)
        )

    def _at_word(self, at: int) -> bool:
        return self._day(at) is not None or self._meal(at) is not None

    def _clock(self, at: int) -> tuple[int, int, int, bool] | None:
        """Hour, minute, where it ends, and whether it can be nothing else."""
        shape = self._shape(at)
        if shape.isdecimal() and len(shape) <= 2 and int(shape) <= _DAY_HOURS:  # noqa: PLR2004
            return self._minutes(int(shape), at + 1)
        value = self.numbers.at(at) if shape.isalpha() and shape not in {"a", "an", "half"} else None
        if value is None or value.refused or value.low is not None or not 0 < value.value <= _DAY_HOURS:
            return None
        hour = int(value.value)
        minute = int((value.value - hour) * _HOUR_MINUTES)
        end = self._end("hours", value.end) or value.end
        return hour, minute, end, end > value.end and self._shape(at - 1) in {"as", "las", "la", "at"}

    def _minutes(self, hour: int, at: int) -> tuple[int, int, int, bool] | None:
        mark = self._shape(at)
        glued = at < len(self.words) and self.words[at].glued
        minute = self._shape(at + 1)
        numbered = minute.isdecimal() and len(minute) == 2 and int(minute) < _HOUR_MINUTES  # noqa: PLR2004
        if mark in {":", "h"} and glued and numbered and self.words[at + 1].glued:
            return hour, int(minute), self._end("hours", at + 2) or at + 2, True
        end = self._end("hours", at)
        half = self.numbers.half_after(end or at)
        if half is not None:
            return hour, 30, half, end is not None
        quarter = self._shape(at) in {"e", "y"} and self._shape(at + 1) in {"quarto", "cuarto", "15"}
        if quarter:
            return hour, 15, at + 2, False
        return hour, 0, end or at, end is not None

    def _half_of_day(self, hour: int, end: int) -> tuple[int, int]:
        for name in ("am", "morning", "night"):
            after = self._end(name, end)
            if after is not None:
                return (0 if hour == NOON else hour), after
        for name in ("pm", "afternoon", "evening"):
            after = self._end(name, end)
            if after is not None:
                late = name == "evening" and hour == NOON  # "12 da noite"
                return (0 if late else hour + NOON if hour < NOON else hour), after
        return hour, end

    def _meal(self, at: int) -> Timing | None:
        for meal in Meal:
            end = self._end(meal, at)
            if end is not None:
                return Timing(at, self._colon(end), Moment(meal=meal))
        for meal in Meal:
            said = f"{meal}_said"
            end = self._end(said, at) if said in self.lexicon.lists else None
            if end is not None and self._names_meal(at, end):
                return Timing(at, self._colon(end), Moment(meal=meal))
            verb = f"{meal}_verb"
            spoken = self._end(verb, at) if verb in self.lexicon.lists else None
            if spoken is not None:
                return Timing(spoken, spoken, Moment(meal=meal), part="verb")
        return None

    def _colon(self, end: int) -> int:
        return end + 1 if self._shape(end) == ":" else end

    def _names_meal(self, at: int, end: int) -> bool:
        if self._shape(end) in {":", "foi", "fue", "was"} or self._heads(end):
            return True
        if self._shape(at) == "cafe":
            before = self._shape(at - 1)
            return before == "no" or (before in {"meu", "pro", "ao"} and self._shape(at - 2) in {"no", "", ","})
        before = self._shape(at - 2) if self._shape(at - 1) in {"la", "el", "mi", "my", "meu", "a", "o"} else ""
        return self._is_led("lead_meal", at) or before in {"en", "de", "para", "in", "for", "at", "no"}

    def _heads(self, at: int) -> bool:
        """Whether a day and a colon follow ("café de ontem: ...")."""
        day = self._day(at + 1) if self._shape(at) in {"de", "da", "do"} else self._day(at)
        return day is not None and self._shape(day.end) == ":"

    def _part(self, at: int) -> Timing | None:
        night = self._end("night", at)
        if night is not None:
            return Timing(at, night, Moment(time=NIGHT), part="night")
        for name in PARTS:
            end = self._end(name, at)
            if end is not None:
                today = self._shape(at) in {"this", "tonight", "esta"} or self._shape(at) == "hoje"
                return Timing(at, end, Moment(days_ago=0 if today else None), part=name)
        return None


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("timings.toml"))
