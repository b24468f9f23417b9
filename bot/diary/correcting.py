"""The foods of a reply to a meal: each corrects an entry that stands, or is added to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.acts import Context
from bot.diary.drafts import Part, Several
from bot.diary.recording import Recorder
from bot.diary.replying import adds, hinted_by, moved, named_by
from rag.diary.evidence import Entry
from rag.diary.foods.resolving import Outcome, Refused, Resolver, Settled, Unsettled
from rag.diary.reading.meals import read_log
from rag.diary.types import Clock, Food, LogPlan, Moment, Placed
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Corrector:
    """Knows the entries that stand of a message. `said` are the foods' words of each; `adding`: all is to be added."""

    resolver: Resolver
    language: Language
    at: datetime
    clock: Clock
    entries: Sequence[Entry]
    said: Sequence[Sequence[str]]
    adding: bool

    @classmethod
    def of(
        cls, recorder: Recorder, resolver: Resolver, context: Context, entries: Sequence[Entry], text: str
    ) -> Corrector:
        """For a reply of that text."""
        language = context.language
        plans = [read_log(entry.said, recorder.measures, language, asked=True) for entry in entries]
        said = [[item.food for item in plan.items] for plan in plans]
        return cls(resolver, language, context.incoming.at, recorder.clock(context), entries, said, adds(text))

    def parts(self, plans: Sequence[LogPlan], outcomes: Sequence[Outcome]) -> list[Part] | None:
        """A part of each outcome, in the order of the plans' items; None where one has not been eaten yet."""
        moments = [plan.moment for plan in plans for _ in plan.items]
        found = [self._part(outcome, moment) for outcome, moment in zip(outcomes, moments, strict=True)]
        parts = [part for part in found if part is not None]
        return parts if len(parts) == len(found) else None

    def _part(self, outcome: Outcome, moment: Moment) -> Part | None:
        matching = [] if self.adding else self._matching(outcome, self._of_meal(moment))
        if not matching:
            when = self._beside(moment)
            return Part(outcome, when) if when else None
        when = moved(moment, matching[0], self.at, self.clock)
        if when is None:
            return None
        if len(matching) > 1:
            return Part(Several(outcome.item, tuple(matching)), when, own_time=moment == Moment())
        return Part(self._settled(outcome, matching[0]), when, (matching[0].id,))

    def _settled(self, outcome: Outcome, entry: Entry) -> Outcome:
        """The entry's own food, of the amount that was said."""
        if isinstance(outcome, Refused):
            return outcome
        return self.resolver.settle(replace(outcome.item, food=entry.food.name(self.language)), entry.food)

    def _of_meal(self, moment: Moment) -> list[int]:
        """The entries that may be meant: those of the meal named, where there are any."""
        every = list(range(len(self.entries)))
        return [at for at in every if self.entries[at].meal is moment.meal] or every

    def _matching(self, outcome: Outcome, among: Sequence[int]) -> list[Entry]:
        """By their names or what they were called; else by their food; else by a part of their names.

        A part counts only where the words are no other food's name ("leite" is not "doce de leite").
        """
        item, food = outcome.item, food_of(outcome)
        named = [at for at in among if named_by(item.food, self.entries[at], self.said[at], self.language)]
        same = [at for at in among if food is not None and self.entries[at].food.id == food.id]
        found = named or same
        if not found and food is None:
            found = [at for at in among if hinted_by(item.food, self.entries[at], self.said[at])]
        return [self.entries[at] for at in found]

    def _beside(self, moment: Moment) -> Placed | None:
        """When an added food was eaten: with the entries of the meal named, else with the last."""
        whole = replace(moment, meal=None) == Moment()
        beside = [e for e in self.entries if e.meal is moment.meal]
        if whole and beside:
            return Placed(beside[-1].eaten_at, beside[-1].day, beside[-1].meal)
        return moved(moment, self.entries[-1], self.at, self.clock)


def food_of(outcome: Outcome) -> Food | None:
    """The food of an outcome, where it is known."""
    return outcome.food if isinstance(outcome, Settled | Unsettled) else None
