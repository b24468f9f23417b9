"""The door: logging in and out, and the language."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bot.review.records import Role
from bot.review.web.sessions import SESSION, drop, local_path, put
from bot.review.web.visits import Page, Visit
from rag.types import Language

MOST_NAME: Final = 100
MOST_PASSWORD: Final = 1_024
"""Longer ones are turned away unread: hashing takes time that grows with them."""


async def home(visit: Visit) -> Response:
    """The queue is the console's first page."""
    return visit.go("/queue")


async def door(visit: Visit) -> Response:
    """The form."""
    wanted = local_path(visit.request.query_params.get("next", ""))
    return visit.go(wanted) if visit.operator else visit.show("login.html", {"next": wanted, "name": "", "problem": ""})


async def log_in(visit: Visit) -> Response:
    """A session, or a kind no. The answer is the same for an unknown name and a wrong password."""
    name, password, access = visit.said("name"), visit.form.get("password", ""), visit.parts.access
    wait = await access.throttled(name[:MOST_NAME], visit.address, visit.now)
    if wait:
        return _wait(visit, name, wait)
    if not isinstance(password, str) or len(name) > MOST_NAME or len(password) > MOST_PASSWORD:
        return _no(visit, name)
    token = await access.log_in(name, password, visit.address, visit.now)
    if token is None:
        wait = await access.throttled(name, visit.address, visit.now)
        return _wait(visit, name, wait) if wait else _no(visit, name)
    response = visit.go(local_path(visit.said("next")))
    put(response, visit.request, SESSION, token)
    return response


async def log_out(visit: Visit) -> Response:
    """Ends the session, here and in storage."""
    await visit.parts.access.log_out(visit.secret, visit.now)
    response = visit.go("/login")
    drop(response, visit.request, SESSION)
    return response


async def speak(visit: Visit) -> Response:
    """The operator's language, kept."""
    chosen = visit.said("language")
    if chosen in list(Language):
        await visit.parts.access.speak(visit.viewer.operator, Language(chosen))
    return visit.go(local_path(visit.said("next")))


def _no(visit: Visit, name: str) -> Response:
    return _again(visit, name, visit.words("login.wrong"), 401)


def _wait(visit: Visit, name: str, seconds: int) -> Response:
    response = _again(visit, name, visit.words("login.wait", seconds=seconds), 429)
    response.headers["Retry-After"] = str(seconds)
    return response


def _again(visit: Visit, name: str, problem: str, status: int) -> Response:
    values = {"next": local_path(visit.said("next")), "name": name[:MOST_NAME], "problem": problem}
    return visit.show("login.html", values, status)


PAGES: Final = (
    Page("GET", "/", Role.READER, home),
    Page("GET", "/login", None, door),
    Page("POST", "/login", None, log_in),
    Page("POST", "/logout", Role.READER, log_out, shown_at="/queue"),
    Page("POST", "/language", Role.READER, speak, shown_at="/queue"),
)
