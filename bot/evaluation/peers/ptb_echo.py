"""python-telegram-bot's echo: https://docs.python-telegram-bot.org/en/stable/examples.echobot.html."""

from __future__ import annotations

import sys

from telegram import Update
from telegram.ext import Application, ContextTypes, MessageHandler, filters


async def echo(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Says the same."""
    if update.message and update.message.text:
        await update.message.reply_text(update.message.text)


def main() -> None:
    """Polls until it is ended. With `--concurrent`, updates are handled side by side."""
    url, token, *flags = sys.argv[1:]
    builder = Application.builder().token(token).base_url(f"{url}/bot").concurrent_updates("--concurrent" in flags)
    application = builder.build()
    application.add_handler(MessageHandler(filters.ALL, echo))
    application.run_polling()


if __name__ == "__main__":
    main()
