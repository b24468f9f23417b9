"""What the diary's commands need of storage. Adapter: `bot.adapters.diary`."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Protocol

from bot.ports import Pending, Person, Transaction
from rag.diary.evidence import Entry, Evidence, FoodPhrase, Target
from rag.diary.own.foods import OwnFood
from rag.diary.types import Food, Meal, Placed, Plan, Portion
from rag.types import Language, Vector


class ActKind(StrEnum):
    """What an act of the diary is."""

    LOG = "log"
    AMEND = "amend"
    REMOVE = "remove"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be stored: so much of a food, said so, eaten then."""

    food_id: int
    portion: Portion
    said: str
    placed: Placed


@dataclass(frozen=True, slots=True)
class NewAct:
    """What is to be done to the diary at once: entries removed, entries added.

    `message` is where it came from; None: where the entries that it removes came from.
    """

    kind: ActKind
    at: datetime
    added: Sequence[NewEntry] = ()
    removed: Sequence[uuid.UUID] = ()
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """An act that has been done, undone or done again, with the entries that it added and removed."""

    id: uuid.UUID
    kind: ActKind
    added: Sequence[Entry] = ()
    removed: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands of a message's entries, in order, the channel's id of the message, and when it told of them first."""

    entries: Sequence[Entry] = ()
    message: str | None = None
    at: datetime | None = None


class Diary(Protocol):
    """Writes to the diary, each as part of a person's transaction."""

    async def do(self, transaction: Transaction, act: NewAct) -> Done:
        """Does an act and returns its rows. What was undone before can't be redone after it."""

    async def undo(self, transaction: Transaction, at: datetime, act: uuid.UUID | None = None) -> Done | None:
        """Undoes that act, or the last one that stands; None where there is none, or it is undone already."""

    async def redo(self, transaction: Transaction, act: uuid.UUID | None = None) -> Done | None:
        """Does again that act, or what was undone last; None where there is nothing, or something was done since."""

    async def shown(self, transaction: Transaction, act: uuid.UUID, reply: uuid.UUID) -> None:
        """Notes which reply shows an act's entries."""

    async def ask(self, transaction: Transaction, pending: Pending, expires_at: datetime) -> None:
        """Keeps a question, in the place of any before."""

    async def answered(self, transaction: Transaction, pending: uuid.UUID) -> bool:
        """Ends that question; false where it no longer waits."""


class DiaryReader(Protocol):
    """Reads a person's diary, in one short transaction each, under row-level security and read-only."""

    async def evidence(self, person: Person, plan: Plan, asked: FoodPhrase | None = None) -> Evidence:
        """Totals, summaries, and entries where the plan needs them; and the sums of what is asked for by name."""

    async def entries(self, person: Person, day: date, meal: Meal | None = None) -> Sequence[Entry]:
        """What stands of one day, in the order eaten."""

    async def standing_of(self, person: Person, *, message: str | None = None, reply: str | None = None) -> Standing:
        """What stands of all that a message has told: known by its id, or by a reply's (ours, or the channel's)."""

    async def entry(self, person: Person, entry: uuid.UUID) -> Entry | None:
        """An entry that stands."""

    async def export(self, person: Person) -> Sequence[Entry]:
        """Everything that stands, in order."""


class Preferences(Protocol):
    """What a person has set for their diary."""

    async def targets(self, person: Person) -> Sequence[Target]:
        """All of theirs."""

    async def set_target(self, transaction: Transaction, target: Target) -> None:
        """Keeps one in the place of any for the same nutrient and weekday; without bounds it goes."""

    async def set_clock(self, transaction: Transaction, zone: str | None, day_start: time | None) -> None:
        """Changes what is given."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vector of a food that is being stored, and those of foods of the same person that lack one, by id."""

    model: str
    vector: Vector
    others: Mapping[int, Vector]


@dataclass(frozen=True, slots=True)
class Kept:
    """A food as it has been stored; `replaced`: in the place of one of the same name."""

    food: Food
    replaced: bool = False


class OwnFoods(Protocol):
    """A person's own foods and recipes."""

    async def add(
        self, transaction: Transaction, food: OwnFood, text: str, embedded: Embedded | None = None
    ) -> Kept | None:
        """Stores a food in the place of one of the same name; None where the person has as many as one may have.

        `text` is the one that is embedded. Entries keep the version that they were logged with.
        """

    async def remove(self, transaction: Transaction, food: int) -> Food | None:
        """Retires a food; None where it is none of theirs, or retired already."""

    async def all(self, person: Person) -> Sequence[Food]:
        """Theirs, by name."""

    async def names(self, person: Person) -> Sequence[str]:
        """What theirs are called."""

    async def unembedded(self, person: Person, model: str, most: int) -> Mapping[int, str]:
        """Up to `most` of theirs that have no vector of `model`: id and text."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file, and all that it shows as markup: its text alternative."""

    path: str
    alternative: str


class Charts(Protocol):
    """Pictures of a diary, each a file of the person's that goes once it has been sent, or after two days."""

    async def today(self, person: Person, evidence: Evidence, language: Language) -> Picture | None:
        """The plan's first day against its targets; None where nothing was eaten."""

    async def trend(self, person: Person, evidence: Evidence, nutrient: str, language: Language) -> Picture | None:
        """A nutrient over the plan's days; None where nothing of it is known on any of them."""
