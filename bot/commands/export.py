"""/export: everything that is a person's as one file; or the diary alone, in the format of their choice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.acts import Act, Context, Draft, reply, say
from bot.diary.exporting import Export as Contents
from bot.diary.exporting import Format, written
from bot.diary.files import PersonFiles
from bot.diary.ports import DiaryReader, Preferences
from bot.exporting.archive import Whole, archived
from bot.exporting.belongings import Everything, Table
from bot.locales import Words
from bot.messages import Button
from bot.ports import Person, Provenance
from rag.diary.lexis.measures import Measures
from rag.diary.types import Clock, Food
from rag.types import Language

ALL: Final = "all"
_COUNTED: Final = (Table.MESSAGES, Table.CASES, Table.REFERRALS)


class Spoken(Protocol):
    """How a diary is told: in which days, and in which measures."""

    @property
    def measures(self) -> Measures:
        """The household measures."""

    def clock(self, context: Context) -> Clock:
        """The person's days."""


@dataclass(frozen=True, slots=True)
class Spokes:
    """`Spoken` where there is no diary to record in."""

    measures: Measures
    of: Callable[[Context], Clock]

    def clock(self, context: Context) -> Clock:
        """The person's days."""
        return self.of(context)


class Export:
    """Sends the file. `foods` reads a person's own; `everything` is what is theirs beside the diary.

    With `diary` the diary is also offered alone. Without `everything` there is nothing but the diary.
    """

    name = "export"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["exportar"], Language.ES: ["exportar"]}
    in_menu = True

    def __init__(
        self,
        reader: DiaryReader,
        preferences: Preferences,
        foods: Callable[[Person], Awaitable[Sequence[Food]]],
        spoken: Spoken,
        files: PersonFiles,
        everything: Everything | None = None,
        *,
        diary: bool = True,
    ) -> None:
        self.reader = reader
        self.preferences = preferences
        self.foods = foods
        self.spoken = spoken
        self.files = files
        self.everything = everything
        self.diary = diary

    async def run(self, context: Context, argument: str) -> Act:
        """Everything at once, with one button a format of the diary alone; a format that is named is made at once."""
        named = argument.strip().lower()
        if named in set(Format):
            return await self._diary(context, Format(named))
        if self.everything is not None:
            return await self._whole(context, self.everything)
        return say(context.words("export.ask"), buttons=self._formats(context))

    async def press(self, context: Context, argument: str) -> Act:
        """The file of that format, or everything."""
        if argument == ALL and self.everything is not None:
            return await self._whole(context, self.everything)
        if argument not in set(Format):
            return say(context.words("input.stale"))
        return await self._diary(context, Format(argument))

    def _formats(self, context: Context) -> tuple[tuple[Button, ...], ...]:
        return tuple((Button(context.words(f"export.{form}"), f"export:{form}"),) for form in Format)

    async def _whole(self, context: Context, everything: Everything) -> Act:
        belongings = await everything.belongings(context.session.person)
        contents = await self._contents(context)
        whole = Whole(belongings, contents)
        content = await asyncio.to_thread(archived, whole, context.words, self.spoken.measures)
        counts = {table.value: belongings.count(table) for table in _COUNTED} | _counts(contents)
        told = context.words("export.whole", counts=_listed(counts, context.words))
        buttons = self._formats(context) if self.diary else ()
        if self.diary:
            told = f"{told}\n{context.words('export.alone')}"
        sent = await self._sent(context, contents, ".zip", content)
        evidence = {"kind": "export", **counts}
        return reply(Draft(told, buttons, media=sent, provenance=Provenance(evidence=(evidence,))))

    async def _diary(self, context: Context, form: Format) -> Act:
        contents = await self._contents(context)
        if not (contents.entries or contents.targets or contents.foods):
            return say(context.words("export.nothing"))
        content = await asyncio.to_thread(written, contents, form, context.words, self.spoken.measures)
        sent = await self._sent(context, contents, form.suffix, content)
        counts = _counts(contents)
        evidence = {"kind": "diary", "export": form.value, **counts}
        told = context.words("export.done", **{name: _counted(name, n, context.words) for name, n in counts.items()})
        return reply(Draft(told, media=sent, provenance=Provenance(evidence=(evidence,))))

    async def _contents(self, context: Context) -> Contents:
        person = context.session.person
        return Contents(
            await self.reader.export(person),
            await self.preferences.targets(person),
            await self.foods(person),
            self.spoken.clock(context),
            context.incoming.at,
        )

    async def _sent(self, context: Context, contents: Contents, suffix: str, content: bytes) -> str:
        name = f"fonte-{context.incoming.at.astimezone(contents.clock.zone):%Y-%m-%d}{suffix}"
        return str(await self.files.write(context.session.person, name, content))


def _counts(contents: Contents) -> dict[str, int]:
    return {"entries": len(contents.entries), "targets": len(contents.targets), "foods": len(contents.foods)}


def _listed(counts: Mapping[str, int], words: Words) -> str:
    """What there is of each kind; nothing of what there is none of."""
    told = [_counted(name, n, words) for name, n in counts.items() if n]
    return ", ".join(told) or words("export.settings_only")


def _counted(name: str, count: int, words: Words) -> str:
    return words(f"export.{name}_one") if count == 1 else words(f"export.{name}_many", count=count)
