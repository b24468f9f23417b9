"""Runs Fonte: `python -m bot chat | telegram | review`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import datetime

from bot.bootstrap import Runtime, database, delivery_storage, enabled_profiles, migrated, open_runtime
from bot.channels.console import Console, read_lines
from bot.launch import OK, StartProgress, guarded
from bot.logs import configure_logs
from bot.settings import Settings, SettingsError, load_settings
from rag.types import Language


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 1 failed, 2 wrong use or settings."""
    options = _parser().parse_args(arguments)
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    settings = load_settings(**({"fonte_locale": options.locale} if options.locale else {}))
    if options.channel == "telegram" and not settings.telegram_bot_token.get_secret_value():
        raise SettingsError("TELEGRAM_BOT_TOKEN: missing; BotFather gives one for each bot")
    enabled_profiles(settings)  # before the database, which takes longer to say no
    quiet = options.channel == "chat" and settings.log_level == "INFO"
    configure_logs("ERROR" if quiet else settings.log_level, settings.log_format)
    progress = StartProgress()
    with database(settings, progress.step) as dsn:
        return asyncio.run(_serve(dsn, settings, options, progress))


async def _serve(dsn: str, settings: Settings, options: argparse.Namespace, progress: StartProgress) -> int:
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        progress.close()
        if options.channel == "telegram":
            from bot.channels.telegram.polling import run_polling  # noqa: PLC0415 - half a second that the console spares

            storage = delivery_storage(dsn, runtime, settings)
            await run_polling(runtime.app, runtime.conversations, runtime.catalogue, runtime.menu, settings, storage)
        else:
            await _chat(runtime, settings, options)
    return OK


async def _chat(runtime: Runtime, settings: Settings, options: argparse.Namespace) -> None:
    language = Language(options.locale) if options.locale else None
    console = Console(
        runtime.app, runtime.conversations, options.user, language, lambda: datetime.now(settings.zone), options.consent
    )
    lines = read_lines(sys.stdin)
    if options.json:
        await console.run_json(lines, sys.stdout)
        return
    someone = sys.stdin.isatty()
    if someone:
        sys.stdout.write(runtime.catalogue[settings.fonte_locale]("console.welcome") + "\n\n")
    await console.run_text(lines, sys.stdout, "> " if someone else "")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Fonte: answers with their sources.")
    channels = parser.add_subparsers(dest="channel", required=True, metavar="{chat,telegram}")
    chat = channels.add_parser("chat", help="talk in the terminal")
    chat.add_argument("--user", default="local", help="who is talking (default: %(default)s)")
    chat.add_argument(
        "--locale", choices=[str(language) for language in Language], help="language (default: FONTE_LOCALE)"
    )
    chat.add_argument("--json", action="store_true", help="JSON lines in and out")
    chat.add_argument("--consent", action="store_true", help="accept the current terms for every user of this run")
    channels.add_parser("telegram", help="run the bot in Telegram").set_defaults(locale=None)
    return parser


if __name__ == "__main__":
    sys.exit(main())
