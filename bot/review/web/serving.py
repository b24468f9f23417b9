"""The console's process: its storage, served until it is told to stop."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from urllib.parse import urlsplit

import structlog

from bot.http.serving import serve
from bot.profile import Profile
from bot.review.web.app import review_app
from bot.review.web.parts import Deployment, KeepLabelled, Parts
from bot.settings import Settings

_FAREWELL_S = 5


def deployed(settings: Settings, profiles: tuple[Profile, ...], keep_labelled: KeepLabelled) -> Deployment:
    """What the settings decide."""
    return Deployment(
        frozenset({settings.review_host.lower(), urlsplit(settings.review_url).hostname or ""} - {""}),
        settings.zone,
        settings.fonte_locale,
        {profile.specialty: profile.name for profile in profiles},
        keep_labelled,
        lambda: datetime.now(UTC),
        lambda: secrets.token_urlsafe(24),
        settings.fonte_model_calls_a_day,
        settings.fonte_model_tokens_a_day,
    )


async def run_review(parts: Parts, deployment: Deployment, host: str, port: int, stop: asyncio.Event) -> None:
    """Serves at an address until `stop` is set. Raises SettingsError where the address can't be listened at."""
    log = structlog.get_logger("review")
    app = review_app(parts, deployment)
    async with serve(app, host, port, name="REVIEW", farewell_s=_FAREWELL_S) as served:
        log.info("review_started", host=host, port=served)
        await stop.wait()
    log.info("review_stopped")
