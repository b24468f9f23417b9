"""Logs: structured, on standard error, with ids but never a message's text or a secret."""

from __future__ import annotations

import logging
import sys

import structlog

_CHATTY = ("httpx", "httpcore", "telegram", "google_genai", "asyncio", "urllib3")


def configure_logs(level: str, form: str) -> None:
    """Sets up structlog and the standard library's logging, which libraries use. Libraries speak from WARNING."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(
        stream=sys.stderr, level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s", force=True
    )
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
