"""Which words of a message speak of no present danger, and why. Pure; linear in the number of words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from bot.redflags.clauses import Clauses, Span, Spans
from bot.redflags.matching import Matches, Mention
from bot.redflags.types import Scope
from bot.redflags.words import Tokens

NEGATIONS = frozenset({"NOT", "WITHOUT"})

MARKERS = frozenset(
    """NOT WITHOUT DENIES NOR HAVE CLITIC DENIAL DENIAL_VOID CONTRAST AND KIN POSSESSIVE SUBJECT STATE FIRST_PERSON NOW
    TODAY HELP RETURNED SINCE AGO LONG_AGO DURATION DEATH FAMILY LAST_WEEK ONSET WAS PRETERITE PERFECT OVER
    MAY_PT MAY_ES MAY_EN IF_HAPPENS IF_REAL ASK FEAR MEDIA FICTION TOLD CHRONIC EXERTION MEAL STILL INFINITIVE
    HAS_SIGNS ALWAYS FEEL_NOTHING WISH WANT LIVE SEEN SNORE MONTH COUNTED THIS_PERIOD PERIOD IN_ALL TIME_FILLER
    PRECEDENT SEQUEL STILL_HERE LATELY THIS_WEEK NOW_SEEKS VISIT EVALUATED SEEKS ELSEWHERE PAINLESS_NOW ANGINA
    REST_NOW CASE LAST_MONTH""".split()
)
"""Concepts that only say how others are to be taken."""

_BARE_WORDS = 12
"""A clause that only says when is no longer than this."""

_SEQUELS = 4
"""At most so many clauses go on with one past event."""

_DATES = ("AGO", "LONG_AGO")
_EVENTS = ("PRETERITE", "WAS", "INFARCT", "STROKE", "SYNCOPE")

_IDIOMS = ("FIGURE_OF_SPEECH", "FOOD_CHEST", "ANSWER_ELSE", "VANISH_FROM", "SUICIDAL_OTHER", "NASAL", "BUSY")


def _common(one: Span, other: Span) -> Span:
    return max(one[0], other[0]), min(one[1], other[1])


class Reading:
    """One message's scopes: `flags[i]` are those of word i, as bits of Scope. `steps` counts the words marked."""

    def __init__(self, tokens: Tokens, matches: Matches) -> None:
        self._text = Clauses(tokens, matches, MARKERS)
        self._consumed = self._used_negations(matches)
        self._onsets = Spans(self._text.of("ONSET"))
        self._now_starts = sorted(self._nows())
        self.steps = 0
        self.flags = [0] * len(tokens.words)
        for scope, spans in self._spans():
            self._mark(scope, spans)

    def _used_negations(self, matches: Matches) -> frozenset[int]:
        """Words of signs that a denial is part of: "não" in "não consigo respirar" denies nothing."""
        used: set[int] = set()
        for name, found in matches.mentions.items():
            if name not in MARKERS and " " not in name:
                used.update(i for m in found if m.uses_negation for i in range(m.start, m.end))
        return frozenset(used)

    def _spans(self) -> Iterator[tuple[Scope, Iterator[Span]]]:
        yield Scope.NEGATED, self._denied()
        yield Scope.NEGATED, self._directly_denied()
        yield Scope.NEGATED, self._denied_after()
        yield Scope.PAST, self._past()
        yield Scope.RECENT, self._recent()
        yield Scope.HYPOTHETICAL, self._hypothetical()
        yield Scope.EDUCATIONAL, self._asked()
        yield Scope.FEARED, (self._onward(mention) for mention in self._text.of("FEAR"))
        yield Scope.FICTION, self._fiction()
        yield Scope.QUOTED, self._quoted()
        yield Scope.IDIOM, self._figurative()
        yield Scope.RESOLVED, self._resolved()
        yield Scope.RESOLVED, self._worked_up()
        yield Scope.CHRONIC, self._chronic()

    def _mark(self, scope: Scope, spans: Iterator[Span]) -> None:
        done, bit = 0, scope.value
        for start, end in sorted(spans):
            for i in range(max(start, done), end):
                self.flags[i] |= bit
                self.steps += 1
            done = max(done, end)

    def _onward(self, mention: Mention) -> Span:
        return mention.start, self._text.segment(mention.end - 1)[1]

    # -- denied

    def _live_negations(self, *names: str) -> Iterator[Mention]:
        return (mention for mention in self._text.of(*names) if mention.start not in self._consumed)

    def _denied(self) -> Iterator[Span]:
        for mention in self._live_negations("DENIAL", "WITHOUT"):
            end = mention.end
            if not (self._text.at(end, "DENIAL_VOID") or self._text.at(end + 1, "DENIAL_VOID")):
                yield end, self._list_end(mention.start)

    def _list_end(self, position: int) -> int:
        """A denial runs to the end of its clause, or of the list that "or" or "nor" closes, or that "denies" opens."""
        _, stop = self._text.segment(position)
        whole = self._text.at(position, "DENIES") or self._text.inside((position, stop), "NOR")
        return stop if whole else self._text.clause(position)[1]

    def _directly_denied(self) -> Iterator[Span]:
        signs = self._text.signs
        for mention in self._live_negations("NOT", "NOR"):
            position = mention.end
            for _ in range(3):
                if position not in signs:
                    position = self._text.at(position, "CLITIC") or position
            if position in signs and (mention.concept == "NOT" or self._denied_before(mention.start)):
                yield position, signs[position]

    def _denied_before(self, position: int) -> bool:
        start, _ = self._text.segment(position)
        return self._text.inside((start, position), "NOT", "WITHOUT")

    def _denied_after(self) -> Iterator[Span]:
        """A denial that follows what it denies ("dor no peito não tenho", "febre? não"), and its own words."""
        for mention in self._live_negations("NOT"):
            yield mention.start, mention.end
            end = self._text.at(mention.end, "HAVE") or mention.end
            start, stop = self._text.segment(mention.start)
            if end < stop and not self._text.tokens.breaks[end]:
                continue
            if mention.start > start:
                yield start, mention.start
            elif start and self._text.tokens.question[start - 1]:
                yield self._text.sentence(start - 1)

    # -- not now

    def _about(self, mention: Mention, whole: Span) -> Span:
        """What a word of time speaks of: its own clause, or the `whole` before "now" where that clause says no more."""
        start, end = self._text.stretch(mention.start)
        stretch = self._text.at(start, "NOW", "TODAY") or start, end
        clause = _common(self._text.clause(mention.start), stretch)
        own = self._text.holds_sign(clause) or not self._bare(clause, mention)
        return clause if own else _common(whole, stretch)

    def _bare(self, clause: Span, mention: Mention) -> bool:
        """True where `clause` only says when ("it was in July"), and not that it happened before as well."""
        if clause[1] - clause[0] > _BARE_WORDS or self._text.inside(clause, "PRECEDENT"):
            return False
        rest = (*range(clause[0], mention.start), *range(mention.end, clause[1]))
        return all(self._text.at(i, "TIME_FILLER", *_DATES) for i in rest)

    def _past(self) -> Iterator[Span]:
        for mention in self._text.of("AGO", "LONG_AGO", "DEATH", "FAMILY", "DURATION"):
            span = self._about(mention, self._text.segment(mention.start))
            if self._told(mention, span) and not self._onsets.hold(mention.start, mention.end):
                yield span[0], self._sequel_end(span[1])

    def _told(self, mention: Mention, span: Span) -> bool:
        """A length of time tells of the past only beside an event; a date does unless the trouble is back."""
        if mention.concept in {"DEATH", "FAMILY"}:
            return True
        event = mention.concept in _DATES or self._text.inside(span, *_EVENTS)
        return event and not self._text.inside(self._text.sentence(mention.start), "STILL_HERE")

    def _sequel_end(self, end: int) -> int:
        """Where the clauses that go on with a past event end ("first I felt sick", "was left with weakness")."""
        for _ in range(_SEQUELS):
            if end >= self._text.count or self._text.opens_sentence(end):
                break
            start = self._text.at(end, "AND") or end
            clause = self._text.clause(start)
            if not self._text.at(start, "SEQUEL") or self._text.inside(clause, "NOW", "TODAY", "RETURNED", "STILL"):
                break
            end = clause[1]
        return end

    def _recent(self) -> Iterator[Span]:
        if self._text.of("RETURNED"):
            return
        for mention in self._text.of("LAST_WEEK", "COUNTED", "THIS_PERIOD"):
            here = self._text.inside(self._text.sentence(mention.start), "STILL_HERE")
            span = self._about(mention, self._text.segment(mention.start))
            told = mention.concept != "THIS_PERIOD" or self._text.inside(span, *_EVENTS)
            if told and not here and not self._onsets.hold(mention.start, mention.end):
                yield span[0], self._sequel_end(span[1])
        perfect = Spans(self._text.of("PERFECT"))
        for mention in () if self._text.of("HELP", "STILL") else self._text.of("WAS"):
            now = self._text.inside(self._text.segment(mention.start), "NOW")
            today = self._text.inside(self._text.clause(mention.start), "TODAY")
            if not now and not today and not perfect.hold(mention.start, mention.end):
                yield _common(self._onward(mention), self._text.stretch(mention.start))

    def _resolved(self) -> Iterator[Span]:
        negations = {mention.end for mention in self._text.of("NOT")}
        returned = max((mention.start for mention in self._text.of("RETURNED")), default=-1)
        seen = () if self._text.of("NOW", "STILL", "RETURNED") else self._text.of("SEEN")
        for mention in (*self._text.of("OVER"), *seen):
            if mention.start in negations or returned >= mention.start or self._in_sign(mention.end - 1):
                continue
            start, _ = self._text.sentence(mention.start)
            yield self._text.sentence(max(start - 1, 0))[0], self._onward(mention)[1]

    def _worked_up(self) -> Iterator[Span]:
        """A faint or a fit told beside the tests it led to and a wish to see a doctor, with nothing of now."""
        if self._text.of("NOW", "TODAY", "HELP", "STILL", "RETURNED", "STILL_HERE"):
            return
        sought = self._text.of("EVALUATED") and self._text.of("SEEKS")
        for mention in self._text.of("FAINT_EVENT", "SEIZURE_NOW") if sought else ():
            if self._text.inside((mention.start, mention.end), "PRETERITE", "WAS"):
                yield mention.start, mention.end

    def _in_sign(self, position: int) -> bool:
        return self._text.signs_reach.hold(position, position + 1)

    def _chronic(self) -> Iterator[Span]:
        for mention in self._text.of("CHRONIC", "DURATION", "EXERTION"):
            sentence = self._text.sentence(mention.start)
            if self._text.inside(sentence, "RETURNED", "STILL_HERE") or self._now(sentence):
                continue
            stretch = _common(sentence, self._text.stretch(mention.start))
            dated = mention.concept == "DURATION" or self._text.at(mention.start, "SINCE")
            yield self._about(mention, sentence) if dated else stretch

    def _nows(self) -> Iterator[int]:
        """Where a "now" starts that is no wish to see a doctor."""
        seeks = Spans(self._text.of("NOW_SEEKS"))
        return (mention.start for mention in self._text.of("NOW") if not seeks.hold(mention.start, mention.end))

    def _now(self, span: Span) -> bool:
        at = bisect_left(self._now_starts, span[0])
        return at < len(self._now_starts) and self._now_starts[at] < span[1]

    # -- not so

    def _hypothetical(self) -> Iterator[Span]:
        real = Spans(self._text.of("IF_REAL"))
        for mention in self._text.of("IF_HAPPENS"):
            if not real.hold(mention.start, mention.start + 1):
                yield self._onward(mention)

    def _asked(self) -> Iterator[Span]:
        for mention in self._text.of("ASK"):
            if not any(self._text.at(mention.start - back, "HAS_SIGNS") for back in (1, 2, 3)):
                yield self._onward(mention)
        for mention in self._text.of("CASE"):
            if self._text.tokens.question[mention.start]:
                yield self._onward(mention)
        for mention in self._text.of("ALWAYS"):
            segment = self._text.segment(mention.start)
            personal = self._text.inside(segment, "FIRST_PERSON", "NOW", "KIN")
            if self._text.tokens.question[mention.start] and not personal:
                yield segment

    def _fiction(self) -> Iterator[Span]:
        done = 0
        for mention in sorted(self._text.of("FICTION", "TOLD"), key=lambda found: found.start):
            if mention.start < done:
                continue
            start, done = self._text.segment(mention.start)
            _, last = self._text.sentence(mention.start)
            while done < last and not self._first_person(done):
                done = self._text.segment(done)[1]
            yield start, done

    def _first_person(self, position: int) -> bool:
        for name in ("CONTRAST", "AND", "NOW"):
            position = self._text.at(position, name) or position
        return bool(self._text.at(position, "FIRST_PERSON"))

    def _quoted(self) -> Iterator[Span]:
        """Words in quotation marks, but for those of someone near, who may be in danger."""
        if self._text.of("KIN") and not self._text.of("MEDIA"):
            return
        for i, quoted in enumerate(self._text.tokens.quoted):
            if quoted:
                yield i, i + 1

    def _figurative(self) -> Iterator[Span]:
        for mention in self._text.of(*_IDIOMS):
            if not self._text.inside((mention.start + 1, mention.end), "DURATION"):
                yield mention.start, mention.end
        tests = Spans(self._text.of("BLOOD_TEST"))
        for mention in self._text.of("BLOOD"):
            if tests.hold(mention.start, mention.end):
                yield mention.start, mention.end
