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
        self._rules = [(rule, _ways(rule)) for rule in rules]
        self._version = version

    def screen(self, text: str) -> Verdict:
        """The alarm that `text` raises, if any. Never raises."""
        tokens = tokenise(text)
        matches = self._matcher.match(tokens)
        named = [(rule, ways) for rule, ways in self._rules if _is_named(rule, ways, matches)]
        if not named:
            return Verdict(None, matches.steps)
        reading = Reading(tokens, matches)
        met = [rule for rule, ways in named if _meets(ways, matches, reading)]
        if not met:
            return Verdict(None, matches.steps + reading.steps)
        first = met[0]
        alarm = Alarm(
            first.id, first.family, first.kind, any(rule.critical for rule in met), matches.language,
            self._version, tuple(rule.id for rule in met[1:]),
        )  # fmt: skip
        return Verdict(alarm, matches.steps + reading.steps)


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


def _is_named(rule: Rule, ways: list[tuple[_Group, ...]], matches: Matches) -> bool:
    """True where the message mentions all that one way of `rule` asks for, calm or not, and nothing that ends it."""
    mentioned = matches.mentions.keys()
    return mentioned.isdisjoint(rule.unless) and any(
        not any(group.names.isdisjoint(mentioned) for group in groups) for groups in ways
    )


def _meets(ways: list[tuple[_Group, ...]], matches: Matches, reading: Reading) -> bool:
    for groups in ways:
        live = [_live(matches.of(group.names), group.calming, reading.flags) for group in groups]
        if all(live) and _together(live):
            return True
    return False


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
