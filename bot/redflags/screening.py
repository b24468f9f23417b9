"""The screen: rules over the mentions of a message and their scopes. Pure and linear in the message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.redflags.grammar import compile_grammar, parse
from bot.redflags.matching import Matcher, Matches, Mention
from bot.redflags.scopes import MARKERS, NEGATIONS, Reading
from bot.redflags.spelling import Vocabulary
from bot.redflags.types import Alarm, Rule, Scope
from bot.redflags.words import tokenise

WINDOW = 60
"""Signs of one emergency stand at most this many words apart."""

_CONTEXT = Scope.NEGATED | Scope.FICTION | Scope.IDIOM | Scope.HYPOTHETICAL | Scope.EDUCATIONAL
"""What calms a context: an old illness still counts, a denied one does not."""


@dataclass(frozen=True, slots=True)
class _Group:
    names: frozenset[str]
    calming: int
    """Bits of Scope that calm a mention of this group."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One alternative of the rule that stands at `order`."""

    order: int
    groups: tuple[_Group, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Outcome of one screening; `steps` counts pattern trials, so that tests can bound the work."""

    alarm: Alarm | None
    steps: int


class Screen:
    """Screens messages against `rules`, read with `lexicon`. Shareable between threads.

    Raises LexiconError on a lexicon that can't be read, ValueError on a rule that names an unknown concept.
    """

    def __init__(self, rules: Sequence[Rule], lexicon: str, vocabulary: Vocabulary, version: str) -> None:
        grammar = compile_grammar(parse(lexicon), NEGATIONS)
        unknown = {n for rule in rules for n in _names(rule)} - grammar.concepts
        if unknown:
            raise ValueError(f"rules name unknown concepts: {sorted(unknown)}")
        if missing := MARKERS - grammar.concepts:
            raise ValueError(f"lexicon lacks {sorted(missing)}")
        self._matcher = Matcher(grammar, vocabulary)
        self._rules = tuple(rules)
        self._ways: dict[str, list[_Way]] = {}
        for order, rule in enumerate(rules):
            for groups in _ways(rule):
                for name in min((group.names for group in groups), key=len):
                    self._ways.setdefault(name, []).append(_Way(order, groups))
        self._version = version

    def screen(self, text: str) -> Verdict:
        """The alarm that `text` raises, if any. Never raises."""
        tokens = tokenise(text)
        matches = self._matcher.match(tokens)
        named = self._named(matches)
        if not named:
            return Verdict(None, matches.steps)
        reading = Reading(tokens, matches)
        met = [self._rules[i] for i in sorted({way.order for way in named if _holds(way, matches, reading)})]
        if not met:
            return Verdict(None, matches.steps + reading.steps)
        first = met[0]
        alarm = Alarm(
            first.id, first.family, first.kind, any(rule.critical for rule in met), matches.language,
            self._version, tuple(rule.id for rule in met[1:]),
        )  # fmt: skip
        return Verdict(alarm, matches.steps + reading.steps)

    def _named(self, matches: Matches) -> list[_Way]:
        """Ways to meet a rule all of whose concepts the message mentions, calm or not."""
        mentioned = matches.mentions.keys()
        return [
            way
            for name in mentioned & self._ways.keys()
            for way in self._ways[name]
            if mentioned.isdisjoint(self._rules[way.order].unless)
            and not any(group.names.isdisjoint(mentioned) for group in way.groups)
        ]


def _ways(rule: Rule) -> list[tuple[_Group, ...]]:
    return [tuple(_group(rule, part.strip()) for part in when.split("&")) for when in rule.when]


def _group(rule: Rule, part: str) -> _Group:
    calming = _CONTEXT if part.startswith("+") else ~rule.ignores
    if not rule.chronic_calms:
        calming &= ~Scope.CHRONIC
    if rule.recent_counts:
        calming &= ~Scope.RECENT
    return _Group(frozenset(part.lstrip("+").split("|")), calming.value)


def _names(rule: Rule) -> list[str]:
    return [*rule.unless, *(name for groups in _ways(rule) for group in groups for name in group.names)]


def _holds(way: _Way, matches: Matches, reading: Reading) -> bool:
    live = [_live(matches.of(group.names), group.calming, reading.flags) for group in way.groups]
    return all(live) and _together(live)


def _live(mentions: list[Mention], calming: int, flags: list[int]) -> list[int]:
    """Where the mentions that nothing calms start."""
    return [m.start for m in mentions if not any(flags[i] & calming for i in range(m.start, m.end))]


def _together(live: list[list[int]]) -> bool:
    """True where one start of each list lies within WINDOW words of the others."""
    if len(live) == 1:
        return True
    events = sorted((start, group) for group, starts in enumerate(live) for start in starts)
    inside = [0] * len(live)
    low = 0
    for start, group in events:
        inside[group] += 1
        while events[low][0] < start - WINDOW:
            inside[events[low][1]] -= 1
            low += 1
        if all(inside):
            return True
    return False
