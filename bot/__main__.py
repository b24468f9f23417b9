"""Runs Fonte: `python -m bot chat | telegram | review`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import structlog
from pydantic import SecretStr

from bot.bootstrap import Runtime, database, delivery_storage, enabled_profiles, health, migrated, open_runtime
from bot.channels.console import Console, read_lines
from bot.channels.telegram.redact import Redactor
from bot.launch import FAILED, OK, StartProgress, guarded
from bot.locales import load_catalogue
from bot.logs import configure_logs, kept_secret, log_stray_errors
from bot.settings import Settings, SettingsError, load_settings
from rag.types import Language

_LONGEST_STOP_S: Final = 18.0


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
    secret = _secret(settings)
    redactor = Redactor(settings.telegram_bot_token)
    configure_logs("ERROR" if quiet else settings.log_level, settings.log_format, secret, [redactor])
    progress = StartProgress(load_catalogue()[settings.fonte_locale])
    serve = {"telegram": _telegram, "review": _review, "chat": _chat}[options.channel]
    with database(settings, progress.step) as dsn:
        asyncio.run(serve(dsn, settings, options, progress))
    return OK


def _secret(settings: Settings) -> SecretStr:
    """One that changed at each start would make the hashes in the logs mean nothing."""
    try:
        return kept_secret(settings.fonte_secret, settings.fonte_home)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "what is there is no secret"
        raise SettingsError(
            f"FONTE_HOME: no secret can be kept in {settings.fonte_home} ({reason}): "
            "name a folder that can be written, or set FONTE_SECRET"
        ) from error


async def _telegram(dsn: str, settings: Settings, _: argparse.Namespace, progress: StartProgress) -> None:
    # half a second that the console spares
    from bot.http.prometheus import PrometheusMeter  # noqa: PLC0415
    from bot.http.telegram import Telegram, run_telegram  # noqa: PLC0415

    log_stray_errors(asyncio.get_running_loop())
    meter = PrometheusMeter()
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding, meter) as runtime:
        progress.close()
        telegram = Telegram(
            runtime.app,
            runtime.conversations,
            runtime.catalogue,
            runtime.menu,
            settings,
            delivery_storage(dsn, runtime, settings),
            health(runtime),
            meter,
            runtime.sweep,
        )
        await run_telegram(telegram, _stopped_by_signals())


async def _review(dsn: str, settings: Settings, _: argparse.Namespace, progress: StartProgress) -> None:
    from bot.bootstrap.review import keep_labelled, open_review  # noqa: PLC0415 - only operators need it
    from bot.review.web.serving import deployed, run_review  # noqa: PLC0415
    from rag.adapters.postgres.pool import open_pool  # noqa: PLC0415

    log_stray_errors(asyncio.get_running_loop())
    dsn = await migrated(dsn, settings, progress.step)
    async with open_pool(dsn) as pool:
        progress.close()
        parts = open_review(pool, settings)
        deployment = deployed(settings, enabled_profiles(settings), keep_labelled(parts, settings))
        await run_review(parts, deployment, settings.review_host, settings.review_port, _stopped_by_signals())


def _stopped_by_signals() -> asyncio.Event:
    """Set by SIGTERM or SIGINT. What hangs all the same, such as a database that answers no more, is then cut off."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def told() -> None:
        if not stop.is_set():
            stop.set()
            loop.call_later(_LONGEST_STOP_S, _cut_off)

    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, told)
    return stop


def _cut_off() -> None:
    """Nothing is lost by it: what is under way is found by its lease, here or in another process."""
    structlog.get_logger("telegram").error("stopped_too_slowly")
    os._exit(FAILED)


async def _chat(dsn: str, settings: Settings, options: argparse.Namespace, progress: StartProgress) -> None:
    log_stray_errors(asyncio.get_running_loop())
    dsn = await migrated(dsn, settings, progress.step)
    async with open_runtime(dsn, settings, progress.embedding) as runtime:
        progress.close()
        await _converse(runtime, settings, options)


async def _converse(runtime: Runtime, settings: Settings, options: argparse.Namespace) -> None:
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
    channels = parser.add_subparsers(dest="channel", required=True, metavar="{chat,telegram,review}")
    chat = channels.add_parser("chat", help="talk in the terminal")
    chat.add_argument("--user", default="local", help="who is talking (default: %(default)s)")
    chat.add_argument(
        "--locale", choices=[str(language) for language in Language], help="language (default: FONTE_LOCALE)"
    )
    chat.add_argument("--json", action="store_true", help="JSON lines in and out")
    chat.add_argument("--consent", action="store_true", help="accept the current terms for every user of this run")
    channels.add_parser("telegram", help="run the bot in Telegram").set_defaults(locale=None)
    channels.add_parser("review", help="serve the operators' console").set_defaults(locale=None)
    return parser


if __name__ == "__main__":
    sys.exit(main())
