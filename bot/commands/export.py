"""/export: everything in the diary as a file, in the format of the person's choice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.acts import Act, Context, Draft, reply, say
from bot.diary.exporting import Export as Contents
from bot.diary.exporting import Format, written
from bot.diary.files import PersonFiles
from bot.diary.ports import DiaryReader, Preferences
from bot.diary.recording import Recorder
from bot.locales import Words
from bot.messages import Button
from bot.ports import Person, Provenance
from rag.diary.types import Food
from rag.types import Language


class Export:
    """Asks for a format, and sends the file. `foods` reads a person's own."""

    name = "export"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["exportar"], Language.ES: ["exportar"]}
    in_menu = True

    def __init__(
        self,
        reader: DiaryReader,
        preferences: Preferences,
        foods: Callable[[Person], Awaitable[Sequence[Food]]],
        recorder: Recorder,
        files: PersonFiles,
    ) -> None:
        self.reader = reader
        self.preferences = preferences
        self.foods = foods
        self.recorder = recorder
        self.files = files

    async def run(self, context: Context, argument: str) -> Act:
        """One button a format; a format named is made at once."""
        if argument.strip().lower() in set(Format):
            return await self._exported(context, Format(argument.strip().lower()))
        buttons = tuple((Button(context.words(f"export.{form}"), f"export:{form}"),) for form in Format)
        return say(context.words("export.ask"), buttons=buttons)

    async def press(self, context: Context, argument: str) -> Act:
        """The file of that format."""
        if argument not in set(Format):
            return say(context.words("input.stale"))
        return await self._exported(context, Format(argument))

    async def _exported(self, context: Context, form: Format) -> Act:
        person, at = context.session.person, context.incoming.at
        contents = Contents(
            await self.reader.export(person),
            await self.preferences.targets(person),
            await self.foods(person),
            self.recorder.clock(context),
            at,
        )
        if not (contents.entries or contents.targets or contents.foods):
            return say(context.words("export.nothing"))
        content = await asyncio.to_thread(written, contents, form, context.words, self.recorder.measures)
        name = f"fonte-{at.astimezone(contents.clock.zone):%Y-%m-%d}{form.suffix}"
        path = await self.files.write(person, name, content)
        counts = {"entries": len(contents.entries), "targets": len(contents.targets), "foods": len(contents.foods)}
        evidence = {"kind": "diary", "export": form.value, **counts}
        told = context.words("export.done", **{name: _counted(name, n, context.words) for name, n in counts.items()})
        return reply(Draft(told, media=str(path), provenance=Provenance(evidence=(evidence,))))


def _counted(name: str, count: int, words: Words) -> str:
    return words(f"export.{name}_one") if count == 1 else words(f"export.{name}_many", count=count)
