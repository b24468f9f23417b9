"""/settings: the language to talk in; and where there is a diary, the time zone, and when a day starts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.acts import Act, Context, Draft, say
from bot.diary.clock import clock_of
from bot.diary.ports import Preferences
from bot.diary.rendering import local_time
from bot.locales import Catalogue
from bot.messages import Button
from bot.ports import Transaction
from rag.diary.types import Clock
from rag.types import Language
from rag.wording import fold

_LABELS = {Language.PT: "Português", Language.ES: "Español", Language.EN: "English"}
_ZONES: Final = (
    "America/Sao_Paulo", "America/Manaus", "America/Rio_Branco", "America/Noronha", "Europe/Lisbon", "Europe/Madrid",
    "America/Mexico_City", "America/Bogota", "America/Lima", "America/Argentina/Buenos_Aires", "America/Santiago",
    "America/New_York",
)  # fmt: skip
"""Those with a button; their cities' names are the locales' words."""
_STARTS: Final = (time(0), time(3), time(4), time(5))
_TIME: Final = re.compile(r"(\d{1,2})(?::(\d{2})|\s*h(?:\s*(\d{2}))?)")
_NOON, _HOURS, _MINUTES = 12, 24, 60
_A_ROW: Final = 2
_HELD: Final = "✓ "


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Keeps a person's time zone and day start; `zone` is the service's, which holds until they choose."""

    preferences: Preferences
    zone: ZoneInfo

    def held(self, context: Context) -> Clock:
        """What holds for the person."""
        return clock_of(context.session, self.zone)


class LanguageSettings:
    """Shows what holds, and keeps a choice. Without `clock` there is only the language."""

    name = "settings"
    aliases: Mapping[Language, Sequence[str]] = {
        Language.PT: ["idioma", "ajustes"],
        Language.ES: ["idioma", "ajustes"],
        Language.EN: ["language"],
    }
    in_menu = True

    def __init__(self, catalogue: Catalogue, clock: ClockSettings | None = None) -> None:
        self.catalogue = catalogue
        self.clock = clock

    async def run(self, context: Context, argument: str) -> Act:
        """One button a choice; a time zone or an hour that is written is kept at once."""
        if self.clock and argument.strip():
            return await self._typed(self.clock, context, argument.strip())
        languages = tuple(Button(label, f"settings:{language}") for language, label in _LABELS.items())
        if self.clock is None:
            return say(context.words("settings.language"), buttons=(languages,))
        held = self.clock.held(context)
        texts = [context.words("settings.language"), self._held(context, held), context.words("settings.how")]
        return say("\n\n".join(texts), buttons=(languages, *_zones(context, held), *_starts(context, held)))

    async def press(self, context: Context, argument: str) -> Act:
        """Keeps the choice: a language, `zone:` and its name, or `start:` and a time."""
        kind, _, value = argument.partition(":")
        if kind in set(Language):
            return self._speak(Language(kind))
        if self.clock and kind == "zone" and value in _ZONES:
            return self._move(self.clock, context, value)
        if self.clock and kind == "start" and (start := _time(value)):
            return self._start(self.clock, context, start)
        return say(context.words("input.stale"))

    def _speak(self, language: Language) -> Act:
        """Keeps a language, and answers in it."""

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await transaction.keep_person(language)
            return [Draft(self.catalogue[language]("settings.saved"))]

        return act

    async def _typed(self, clock: ClockSettings, context: Context, said: str) -> Act:
        if start := _time(said):
            if start.hour >= _NOON:
                return say(context.words("settings.late"))
            return self._start(clock, context, start)
        if zone := await asyncio.to_thread(_zone, said):  # the first look reads a folder of files
            return self._move(clock, context, zone)
        return say(context.words("settings.unknown", said=said))

    def _move(self, clock: ClockSettings, context: Context, zone: str) -> Act:
        at = local_time(context.incoming.at, ZoneInfo(zone))

        async def act(transaction: Transaction) -> Sequence[Draft]:
            await clock.preferences.set_clock(transaction, zone, None)
            return [Draft(context.words("settings.saved_zone", zone=_called(context, zone), time=at))]

        return act

    def _start(self, clock: ClockSettings, context: Context, start: time) -> Act:
        async def act(transaction: Transaction) -> Sequence[Draft]:
            await clock.preferences.set_clock(transaction, None, start)
            return [Draft(context.words("settings.saved_start", start=f"{start:%H:%M}"))]

        return act

    def _held(self, context: Context, held: Clock) -> str:
        return context.words(
            "settings.held",
            zone=_called(context, held.zone.key),
            time=local_time(context.incoming.at, held.zone),
            start=f"{held.day_start:%H:%M}",
        )


def _called(context: Context, zone: str) -> str:
    """A zone's city in the person's language, or its name in the time zone database."""
    return context.words.get(f"settings.{zone}", zone)


def _zones(context: Context, held: Clock) -> Sequence[tuple[Button, ...]]:
    buttons = [Button(f"{_HELD if zone == held.zone.key else ''}{_called(context, zone)}", f"settings:zone:{zone}")
               for zone in _ZONES]  # fmt: skip
    return [tuple(buttons[at : at + _A_ROW]) for at in range(0, len(buttons), _A_ROW)]


def _starts(context: Context, held: Clock) -> Sequence[tuple[Button, ...]]:
    buttons = [
        Button(f"{_HELD if start == held.day_start else ''}{context.words('settings.start', start=f'{start:%H:%M}')}",
               f"settings:start:{start:%H:%M}")
        for start in _STARTS
    ]  # fmt: skip
    return [tuple(buttons[at : at + _A_ROW]) for at in range(0, len(buttons), _A_ROW)]


def _time(said: str) -> time | None:
    """A time of day as it is written: "04:00", "4h", "4h30"."""
    match = _TIME.fullmatch(said)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or match[3] or 0)
    return time(hour, minute) if hour < _HOURS and minute < _MINUTES else None


def _zone(said: str) -> str | None:
    """The zone of the database by its name, or by that of its city, whatever the case and the accents."""
    wanted = fold(said).replace(" ", "_")
    names = _names()
    if wanted in names:
        return names[wanted]
    cities = [name for key, name in names.items() if key.rpartition("/")[2] == wanted and not key.startswith("etc/")]
    return cities[0] if len(cities) == 1 else None


@cache
def _names() -> Mapping[str, str]:
    return {fold(name): name for name in sorted(available_timezones()) if "/" in name or name == "UTC"}
