"""What stands in a diary, as tests of meals told by chat compare it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from bot.messages import Reply
from tests.integration.conversing import Conversation

NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)  # 12:00 in São Paulo
STALE = "Esse botão já não vale mais."


def labels(reply: Reply) -> list[str]:
    """The buttons under a reply."""
    return [button.label for row in reply.button_rows for button in row]


def short(name: str) -> str:
    """A food's name without what tells kinds of it apart."""
    return re.split(r"[,(]", name)[0].strip()


async def eaten(talking: Conversation) -> list[tuple[str, int]]:
    """Foods and grams that stand, by name."""
    return sorted((short(row["name_pt"]), int(row["grams"])) for row in await talking.diary())


async def placed(talking: Conversation) -> list[tuple[str, str, str]]:
    """Foods, days and meals that stand, by name."""
    return sorted((short(row["name_pt"]), str(row["day"]), row["meal"]) for row in await talking.diary())
