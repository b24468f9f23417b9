"""aiogram's echo: https://docs.aiogram.dev/en/latest/. It wants an older pydantic: an interpreter of its own."""

from __future__ import annotations

import asyncio
import sys

from aiogram import Bot, Dispatcher  # type: ignore[import-not-found] # not among our dependencies
from aiogram.client.session.aiohttp import AiohttpSession  # type: ignore[import-not-found]
from aiogram.client.telegram import TelegramAPIServer  # type: ignore[import-not-found]
from aiogram.types import Message  # type: ignore[import-not-found]


async def echo(message: Message) -> None:
    """Says the same."""
    await message.answer(message.text)


async def main() -> None:
    """Polls until it is ended."""
    url, token = sys.argv[1:]
    dispatcher = Dispatcher()
    dispatcher.message()(echo)
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    await dispatcher.start_polling(Bot(token, session=session))


if __name__ == "__main__":
    asyncio.run(main())
