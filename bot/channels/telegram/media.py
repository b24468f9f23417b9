"""Files that people send in Telegram, as the application asks for them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.channels.telegram.api import BotApi
from bot.channels.telegram.errors import BadRequest, TelegramError
from bot.ports import MOST_MEDIA, MediaError, MediaProblem


@dataclass(frozen=True, slots=True)
class TelegramMedia:
    """The `MediaSource` port, by `file_id`. `deadline` is in seconds, over both requests."""

    api: BotApi
    deadline: float = 20.0

    async def fetch(self, media: str) -> bytes:
        """Asks for the file's address, then for the file, unless it is told to be too large."""
        try:
            async with asyncio.timeout(self.deadline):
                return await self._content(media)
        except BadRequest as error:
            # the one refusal of getFile that people can do something about (core.telegram.org/bots/api#getfile)
            large = "too big" in str(error)
            problem = MediaProblem.TOO_LARGE if large else MediaProblem.UNREACHABLE
        except (TelegramError, TimeoutError):
            problem = MediaProblem.UNREACHABLE
        raise MediaError(problem)

    async def _content(self, media: str) -> bytes:
        file = await self.api.get_file(media)
        if (file.size or 0) > MOST_MEDIA:
            raise MediaError(MediaProblem.TOO_LARGE)
        content = await self.api.download(file)
        if len(content) > MOST_MEDIA:
            raise MediaError(MediaProblem.TOO_LARGE)
        return content
