"""Which words of a message speak of no present danger, and why. Pure; linear in the number of words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from bot.redflags.matching import Matches, Mention
from bot.redflags.types import Scope
from bot.redflags.words import Tokens

NEGATIONS = frozenset({"NOT", "WITHOUT"})

MARKERS = frozenset(
    "NOT WITHOUT DENIES NOR HAVE CLITIC DENIAL DENIAL_VOID CONTRAST AND KIN POSSESSIVE SUBJECT STATE FIRST_PERSON NOW TODAY HELP RETURNED "
    "SINCE AGO LONG_AGO DURATION DEATH FAMILY LAST_WEEK ONSET WAS PRETERITE PERFECT OVER MAY_PT MAY_ES MAY_EN "
    "IF_HAPPENS IF_REAL ASK FEAR MEDIA FICTION TOLD CHRONIC EXERTION MEAL STILL INFINITIVE HAS_SIGNS ALWAYS FEEL_NOTHING".split()
)
"""Concepts that only say how others are to be taken."""

_IDIOMS = ("FIGURE_OF_SPEECH", "FOOD_CHEST", "ANSWER_ELSE", "VANISH_FROM", "SUICIDAL_OTHER", "NASAL", "BUSY")


class Reading:
    """One message's scopes. `flags[i]` are those of word i."""

    def __init__(self, tokens: Tokens, matches: Matches) -> None:
        self._tokens = tokens
        self._matches = matches
        self._count = len(tokens.words)
        self._starts = {name: {m.start: m.end for m in found} for name, found in matches.mentions.items()}
        self._consumed = self._used_negations()
        self._sentences = [i for i in range(self._count) if tokens.breaks[i] >= 3]
        self._segments = sorted({*self._sentences, *self._turns()})
        self._clauses = sorted({*self._segments, *(i for i in range(self._count) if tokens.breaks[i])})
        self._signs = {m.start: m.end for name, found in matches.mentions.items() if _is_sign(name) for m in found}
        self.flags: list[Scope] = [Scope.NONE] * self._count
        for scope, intervals in self._intervals().items():
            self._mark(scope, intervals)

    # -- where clauses begin and end

    def _used_negations(self) -> frozenset[int]:
        used: set[int] = set()
        for name, found in self._matches.mentions.items():
            if not _is_sign(name):
                continue
            for mention in found:
                if mention.uses_negation:
                    used.update(range(mention.start, mention.end))
        return frozenset(used)

    def _at(self, name: str, position: int) -> int:
        """End of the mention of `name` that starts at `position`; 0 if there is none."""
        return self._starts.get(name, {}).get(position, 0)

    def _turns(self) -> Iterator[int]:
        for i in range(self._count):
            after_and = self._at("AND", i)
            opens = after_and or (i if self._tokens.breaks[i] == 1 else 0)
            now = self._at("NOW", i) or self._at("TODAY", i)
            if self._tokens.breaks[i] >= 2 or self._at("CONTRAST", i) or (opens and self._asserts(opens)) or (now and self._asserts(now)):
                yield i

    def _asserts(self, position: int) -> bool:
        """True where a clause that states something of its own begins at `position`."""
        position = self._at("NOW", position) or self._at("TODAY", position) or position
        position = self._at("SUBJECT", position) or position
        for ahead in range(1, 4) if self._at("POSSESSIVE", position) else ():
            if self._at("STATE", position + ahead):
                return True
        return bool(self._at("STATE", position) or self._at("NOT", position) or self._at("CANT", position))

    def _clause(self, position: int) -> tuple[int, int]:
        return _around(self._clauses, position, self._count)

    def _about(self, mention: Mention, whole: tuple[int, int]) -> tuple[int, int]:
        """What a word of time speaks of: its own clause where that holds a sign, else the `whole` stretch."""
        start, end = self._clause(mention.start)
        own = any(start <= at < end for at in self._signs)
        return (start, end) if own else whole

    def _segment(self, position: int) -> tuple[int, int]:
        return _around(self._segments, position, self._count)

    def _sentence(self, position: int) -> tuple[int, int]:
        return _around(self._sentences, position, self._count)

    # -- scopes

    def _intervals(self) -> dict[Scope, list[tuple[int, int]]]:
        return {
            Scope.NEGATED: [*self._denied(), *self._directly_denied(), *self._denied_after(), *self._denied_within()],
            Scope.PAST: list(self._past()),
            Scope.RECENT: list(self._recent()),
            Scope.HYPOTHETICAL: list(self._hypothetical()),
            Scope.EDUCATIONAL: list(self._asked()),
            Scope.FEARED: [(m.start, self._segment(m.start)[1]) for m in self._of("FEAR")],
            Scope.FICTION: list(self._fiction()),
            Scope.QUOTED: list(self._quoted()),
            Scope.IDIOM: list(self._figurative()),
            Scope.RESOLVED: list(self._resolved()),
            Scope.CHRONIC: list(self._chronic()),
        }

    def _mark(self, scope: Scope, intervals: list[tuple[int, int]]) -> None:
        done = 0
        for start, end in sorted(intervals):
            for i in range(max(start, done), end):
                self.flags[i] |= scope
            done = max(done, end)

    def _of(self, *names: str) -> list[Mention]:
        return self._matches.of(names)

    def _inside(self, low: int, high: int, *names: str) -> bool:
        return any(low <= m.start < high for m in self._of(*names))

    def _denied(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("DENIAL", "WITHOUT"):
            end = mention.end
            void = self._at("DENIAL_VOID", end) or self._at("DENIAL_VOID", end + 1)
            if mention.start not in self._consumed and not void:
                yield end, self._list_end(mention.start)

    def _list_end(self, position: int) -> int:
        """A denial runs to the end of its clause, or of the list that "or" or "nor" closes, or that "denies" opens."""
        _, stop = self._segment(position)
        whole = self._at("DENIES", position) or self._inside(position, stop, "NOR")
        return stop if whole else self._clause(position)[1]

    def _directly_denied(self) -> Iterator[tuple[int, int]]:
        signs = {
            m.start: m.end
            for name, found in self._matches.mentions.items()
            if name not in MARKERS
            for m in found
        }
        for mention in self._of("NOT", "NOR"):
            if mention.start in self._consumed:
                continue
            position = mention.end
            for _ in range(3):
                if position in signs:
                    break
                position = self._at("CLITIC", position) or position
            if position in signs and (mention.concept == "NOT" or self._denied_before(mention.start)):
                yield position, signs[position]

    def _denied_before(self, position: int) -> bool:
        start, _ = self._segment(position)
        return self._inside(start, position, "NOT", "WITHOUT")

    def _denied_after(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("NOT"):
            end = self._at("HAVE", mention.end) or mention.end
            start, stop = self._segment(mention.start)
            closes = end >= stop or self._tokens.breaks[end] >= 1
            if not closes or mention.start in self._consumed:
                continue
            if mention.start > start:
                yield start, mention.start
            elif start and self._tokens.question[start - 1]:
                yield self._sentence(start - 1)

    def _denied_within(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("NOT"):
            if mention.start not in self._consumed:
                yield mention.start, mention.end

    def _past(self) -> Iterator[tuple[int, int]]:
        onsets = [(m.start, m.end) for m in self._of("ONSET")]
        for mention in self._of("AGO", "LONG_AGO", "DEATH", "FAMILY"):
            if not _covered(mention, onsets):
                yield self._about(mention, self._segment(mention.start))
        for mention in self._of("DURATION"):
            low, high = self._about(mention, self._segment(mention.start))
            if not _covered(mention, onsets) and self._inside(low, high, "PRETERITE", "WAS"):
                yield low, high

    def _recent(self) -> Iterator[tuple[int, int]]:
        if self._of("RETURNED"):
            return
        onsets = [(m.start, m.end) for m in self._of("ONSET")]
        for mention in self._of("LAST_WEEK"):
            if not _covered(mention, onsets):
                yield self._about(mention, self._segment(mention.start))
        if self._of("NOW", "HELP", "STILL"):
            return
        perfect = [(m.start, m.end) for m in self._of("PERFECT")]
        for mention in self._of("WAS"):
            if not _covered(mention, perfect):
                yield mention.start, self._segment(mention.end - 1)[1]

    def _hypothetical(self) -> Iterator[tuple[int, int]]:
        real = [(m.start, m.end) for m in self._of("IF_REAL")]
        for mention in self._of("IF_HAPPENS"):
            if not _covered(Mention("", mention.start, mention.start + 1, False), real):
                yield mention.start, self._segment(mention.end - 1)[1]

    def _asked(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("ASK"):
            has = any(self._at("HAS_SIGNS", mention.start - back) for back in (1, 2, 3))
            if not has:
                yield mention.start, self._segment(mention.end - 1)[1]
        for mention in self._of("ALWAYS"):
            start, end = self._segment(mention.start)
            if self._tokens.question[mention.start] and not self._inside(start, end, "FIRST_PERSON", "NOW", "KIN"):
                yield start, end

    def _fiction(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("FICTION", "TOLD"):
            start, end = self._segment(mention.start)
            _, last = self._sentence(mention.start)
            while end < last and not self._first_person(end):
                end = self._segment(end)[1]
            yield start, end

    def _first_person(self, position: int) -> bool:
        for name in ("CONTRAST", "AND", "NOW"):
            position = self._at(name, position) or position
        return bool(self._at("FIRST_PERSON", position))

    def _quoted(self) -> Iterator[tuple[int, int]]:
        for i, quoted in enumerate(self._tokens.quoted):
            if quoted and (self._of("MEDIA") or not self._of("KIN")):
                yield i, i + 1

    def _figurative(self) -> Iterator[tuple[int, int]]:
        for mention in self._of(*_IDIOMS):
            yield mention.start, mention.end
        tests = [(m.start, m.end) for m in self._of("BLOOD_TEST")]
        for mention in self._of("BLOOD"):
            if _covered(mention, tests):
                yield mention.start, mention.end

    def _resolved(self) -> Iterator[tuple[int, int]]:
        negations = {m.end for m in self._of("NOT")}
        returns = [m.start for m in self._of("RETURNED")]
        for mention in self._of("OVER"):
            if mention.start in negations or any(r >= mention.start for r in returns):
                continue
            start, _ = self._sentence(mention.start)
            if start:
                start, _ = self._sentence(start - 1)
            yield start, self._segment(mention.end - 1)[1]

    def _chronic(self) -> Iterator[tuple[int, int]]:
        for mention in self._of("CHRONIC", "DURATION", "EXERTION"):
            start, end = self._sentence(mention.start)
            if not self._inside(start, end, "NOW", "RETURNED"):
                yield self._about(mention, (start, end)) if mention.concept == "DURATION" else (start, end)


def _is_sign(name: str) -> bool:
    return name not in MARKERS and " " not in name


def _around(starts: list[int], position: int, count: int) -> tuple[int, int]:
    at = bisect_right(starts, position) - 1
    start = starts[at] if at >= 0 else 0
    return start, starts[at + 1] if at + 1 < len(starts) else count


def _covered(mention: Mention, spans: list[tuple[int, int]]) -> bool:
    return any(start <= mention.start and mention.end <= end for start, end in spans)
