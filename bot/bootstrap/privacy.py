"""What is a person's own to see, take away and end: their memory, their data told and exported, their erasure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from bot.acts import Command, Listener
from bot.adapters.diary.own_foods import PostgresOwnFoods
from bot.adapters.diary.preferences import PostgresPreferences
from bot.adapters.diary.reading import PostgresDiaryReader
from bot.adapters.exporting import PostgresBelongings
from bot.adapters.memory import PostgresMemories
from bot.bootstrap.diary import FOODS, person_files
from bot.bootstrap.labelled import erase_labelled
from bot.commands.export import Export, Spokes
from bot.commands.privacy import DeleteMe, EraseMemory, Privacy
from bot.consent import Consent
from bot.diary.clock import clock_of
from bot.exporting.holdings import Keeping
from bot.memory.listening import MemoryListener
from bot.ports import Person
from bot.settings import Settings
from rag.diary.lexis.measures import load_measures
from rag.diary.reading.intent import Stance, stance


@dataclass(frozen=True, slots=True)
class PrivacyParts:
    """What the application takes of it. `memories` is where the consultation's focus is kept."""

    commands: Sequence[Command]
    buttons: Sequence[Command]
    listeners: Sequence[Listener]
    memories: PostgresMemories


def open_privacy(pool: asyncpg.Pool, settings: Settings, consent: Consent) -> PrivacyParts:
    """On a migrated database. One's own data is told and given without a consent, and whatever is switched on."""
    diary, zone = settings.enabled("diary"), settings.zone
    belongings, memories, files = PostgresBelongings(pool), PostgresMemories(pool), person_files(settings)

    async def forget(person: Person) -> None:
        await files.erase(person)
        await erase_labelled(settings, person)

    export = Export(
        PostgresDiaryReader(pool),
        PostgresPreferences(pool),
        PostgresOwnFoods(pool).all,
        Spokes(load_measures(FOODS / "measures.csv"), lambda context: clock_of(context.session, zone)),
        files,
        belongings,
        diary=diary,
    )
    keeping = Keeping(
        settings.fonte_keep_messages_days,
        settings.fonte_keep_diary_days,
        settings.fonte_keep_cases_days,
        settings.fonte_backup_days,
    )
    commands: list[Command] = [
        export,
        Privacy(consent.terms, consent.lines, belongings, keeping),
        DeleteMe(forget, diary=diary, backup_days=keeping.backups),
    ]
    listener = MemoryListener(memories, consent, zone, lambda text: diary and stance(text) is Stance.TOLD)
    return PrivacyParts(commands, (EraseMemory(memories),), (listener,), memories)
