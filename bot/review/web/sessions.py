"""Cookies, the token that every form carries, and where a request comes from. Pure."""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

SESSION: Final = "fonte_session"
DOOR: Final = "fonte_door"
"""Before log-in: a random value that the log-in form's token is bound to."""
FIELD: Final = "csrf"
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def csrf_of(secret: str) -> str:
    """The token of the forms of a session, in hex: its HMAC-SHA256, so that it tells nothing of the session's own."""
    return hmac.new(secret.encode(), b"fonte.review.csrf", hashlib.sha256).hexdigest()


def same(given: str, expected: str) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(given.encode(), expected.encode())


def loopback(host: str) -> bool:
    """Whether a host's name is this machine's own to itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(request: Request) -> str:
    """The host that was asked for, without its port."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def put(response: Response, request: Request, name: str, value: str) -> None:
    """Sets a cookie of the browser's session. It crosses plain http to loopback alone."""
    secure = not loopback(host_of(request))
    response.set_cookie(_named(name, secure=secure), value, path="/", secure=secure, httponly=True, samesite="strict")


def drop(response: Response, request: Request, name: str) -> None:
    """Takes a cookie away."""
    secure = not loopback(host_of(request))
    response.delete_cookie(_named(name, secure=secure), path="/", secure=secure, httponly=True, samesite="strict")


def held(request: Request, name: str) -> str:
    """A cookie's value; "" where there is none."""
    return request.cookies.get(_named(name, secure=not loopback(host_of(request))), "")


def from_here(request: Request) -> bool:
    """Whether a form was sent from a page of this console.

    Under `Referrer-Policy: no-referrer` a browser says `Origin: null` of a form, and then Sec-Fetch-Site tells: it is
    sent to https and to loopback, which is where the console is served (https://fetch.spec.whatwg.org/#origin-header).
    """
    site = request.headers.get("sec-fetch-site")
    if site not in {None, "same-origin"}:
        return False
    origin = request.headers.get("origin", "null")
    return site == "same-origin" if origin == "null" else _is_ours(origin, request)


def local_path(wanted: str) -> str:
    """A place to go on to: a path of this console, else the queue."""
    plain = wanted.isprintable() and "\\" not in wanted
    return wanted if plain and wanted.startswith("/") and not wanted.startswith("//") else "/queue"


def _named(name: str, *, secure: bool) -> str:
    """The prefix has the browser refuse the cookie from a neighbouring host, or without TLS."""
    return f"__Host-{name}" if secure else name


def _is_ours(origin: str, request: Request) -> bool:
    try:
        theirs, ours = urlsplit(origin), urlsplit(f"//{request.headers.get('host', '')}")
        default = _DEFAULT_PORTS.get(theirs.scheme)
        same_port = (theirs.port or default) == (ours.port or default)
    except ValueError:
        return False
    trusted = theirs.scheme == "https" or (theirs.scheme == "http" and loopback(theirs.hostname or ""))
    return trusted and theirs.hostname == ours.hostname and same_port
