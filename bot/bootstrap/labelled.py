"""The files of labelled replies: written by the console, and read by the bot when a person leaves."""

from __future__ import annotations

import asyncio

from bot.logs import kept_secret
from bot.ports import Person
from bot.review.labelled import FOLDER, LabelledFiles
from bot.review.pseudonyms import Pseudonyms
from bot.settings import Settings


def labelled_files(settings: Settings) -> LabelledFiles:
    """Where they stand. Raises OSError or ValueError where no secret can be kept."""
    secret = kept_secret(settings.fonte_secret, settings.fonte_home)
    return LabelledFiles(settings.fonte_home / FOLDER, Pseudonyms(secret))


async def erase_labelled(settings: Settings, person: Person) -> None:
    """Drops a person's items, where anything was ever exported."""
    if await asyncio.to_thread((settings.fonte_home / FOLDER).is_dir):
        await labelled_files(settings).erase(person.id)
