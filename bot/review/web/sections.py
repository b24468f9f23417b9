"""Every page of the console, and the order of its navigation."""

from __future__ import annotations

from typing import Final

from bot.review.records import Role
from bot.review.web.pages import agreement, audit, case, experiments, health, impact, login, queue, reply
from bot.review.web.rendering import Section
from bot.review.web.visits import Page

SECTIONS: Final = (
    Section("queue", "/queue", Role.READER, "q"),
    Section("impact", "/impact", Role.REVIEWER, "i"),
    Section("agreement", "/agreement", Role.READER, "a"),
    Section("experiments", "/experiments", Role.READER, "e"),
    Section("health", "/health", Role.READER, "h"),
    Section("audit", "/audit", Role.ADMIN, "u"),
)
PAGES: Final[tuple[Page, ...]] = (
    *login.PAGES,
    *queue.PAGES,
    *reply.PAGES,
    *case.PAGES,
    *impact.PAGES,
    *agreement.PAGES,
    *experiments.PAGES,
    *health.PAGES,
    *audit.PAGES,
)
