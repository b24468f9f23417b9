"""The command menu, one per language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from rag.types import Language

Commands = Sequence[tuple[str, str]]
"""(command without its slash, description), in the order shown."""

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_MOST_COMMANDS = 100
_LONGEST_DESCRIPTION = 256
_CODES: Final = {Language.PT: "pt", Language.ES: "es", Language.EN: "en"}


class MenuApi(Protocol):
    """What setting menus needs of the Bot API."""

    async def set_my_commands(self, commands: Commands, language_code: str | None = None) -> None:
        """Sets one menu."""

    async def get_my_commands(self, language_code: str | None = None) -> Commands:
        """One menu; empty where none is set for that language."""


async def set_menus(api: MenuApi, menus: Mapping[Language, Commands], default: Language = Language.PT) -> None:
    """Sets each language's menu, and `default`'s for everybody else, where Telegram has another: setting is rationed.

    Raises ValueError before the first call where Telegram would refuse a menu.
    """
    check_menus(menus)
    wanted = [(None, menus[default]), *((_CODES[language], commands) for language, commands in menus.items())]
    for code, commands in wanted:
        if list(await api.get_my_commands(code)) != list(commands):
            await api.set_my_commands(commands, code)


def check_menus(menus: Mapping[Language, Commands]) -> None:
    """Raises ValueError where Telegram would refuse a menu."""
    for commands in menus.values():
        _check(commands)


def _check(commands: Commands) -> None:
    if len(commands) > _MOST_COMMANDS:
        raise ValueError(f"{len(commands)} commands: at most {_MOST_COMMANDS}")
    for name, description in commands:
        if not _NAME.fullmatch(name):
            raise ValueError(f"command {name!r}: 1 to 32 of a-z, 0-9, _")
        if not 0 < len(description) <= _LONGEST_DESCRIPTION:
            raise ValueError(f"command {name!r}: a description of 1 to {_LONGEST_DESCRIPTION} characters")
