"""Gemini's ways of failing, as the port names them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Iterator
from http import HTTPStatus
from typing import Any, TypeVar

import httpx
from google.genai import errors

from rag.ports import Outage, ProviderError

T = TypeVar("T")

_SECONDS = re.compile(r"(\d+(?:\.\d+)?)s?")


async def within(deadline: float, request: Awaitable[T]) -> T:
    """The request's result, or a ProviderError within `deadline` seconds, whatever the SDK raised.

    Raises:
        ProviderError: With no cause or context, which would carry the provider's text into a log.
    """
    try:
        async with asyncio.timeout(deadline):
            return await request
    except Exception as error:  # noqa: BLE001 - the SDK parses bodies unguarded
        failure = failure_of(error)
    raise failure


def failure_of(error: Exception) -> ProviderError:
    """What an exception of the SDK, or of the client beneath it, means."""
    match error:
        case errors.APIError():
            return _failure_of_status(error)
        case httpx.ConnectTimeout():
            return ProviderError(Outage.DOWN, "could not connect in time")
        case TimeoutError() | httpx.TimeoutException():
            return ProviderError(Outage.SLOW, "no answer in time")
        case httpx.DecodingError():
            return ProviderError(Outage.BAD_OUTPUT, "a body that can't be decoded")
        case httpx.HTTPError() | httpx.InvalidURL() | OSError():
            return ProviderError(Outage.DOWN, type(error).__name__)
        case _:
            return ProviderError(Outage.BAD_OUTPUT, f"unreadable answer ({type(error).__name__})")


def _failure_of_status(error: errors.APIError) -> ProviderError:
    code = int(error.code or 0)
    if code == HTTPStatus.TOO_MANY_REQUESTS:
        return _quota(error)
    if code == HTTPStatus.REQUEST_TIMEOUT:
        return ProviderError(Outage.SLOW, f"HTTP {code}")
    if HTTPStatus.BAD_REQUEST <= code < HTTPStatus.INTERNAL_SERVER_ERROR:
        wrong_key = any(detail.get("reason") == "API_KEY_INVALID" for detail in _details(error))
        return ProviderError(Outage.REFUSED, f"HTTP {code}" + (", API key not valid" if wrong_key else ""))
    return ProviderError(Outage.DOWN, f"HTTP {code}")


def _quota(error: errors.APIError) -> ProviderError:
    daily = False
    retry_after = _seconds(_header(error, "retry-after"))
    for detail in _details(error):
        kind = str(detail.get("@type", ""))
        if kind.endswith("RetryInfo"):
            retry_after = _seconds(detail.get("retryDelay")) or retry_after
        elif kind.endswith("QuotaFailure"):
            daily = daily or "PerDay" in str(detail.get("violations"))
    return ProviderError(Outage.QUOTA, "HTTP 429", retry_after=retry_after, daily=daily)


def _details(error: errors.APIError) -> Iterator[dict[str, Any]]:
    """The elements of `error.details` in the body that are objects; none where the body has another shape."""
    body: object = error.details
    inner = body.get("error", body) if isinstance(body, dict) else None
    listed = inner.get("details") if isinstance(inner, dict) else None
    return (detail for detail in listed if isinstance(detail, dict)) if isinstance(listed, list) else iter(())


def _header(error: errors.APIError, name: str) -> str | None:
    headers = getattr(error.response, "headers", None)
    return headers.get(name) if isinstance(headers, httpx.Headers) else None


def _seconds(value: object) -> float | None:
    """`"37s"`, `"1.5s"` (RetryInfo) or `"37"` (Retry-After); a date or anything else is no answer."""
    matched = _SECONDS.fullmatch(value) if isinstance(value, str) else None
    return float(matched[1]) if matched else None
