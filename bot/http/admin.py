"""Health and metrics, for the service's own network: `/livez`, `/readyz`, `/metrics`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.http.prometheus import CONTENT_TYPE

Check = Callable[[], Awaitable[None]]
"""Returns where all is well. Raises NotReady with words of ours, or anything else, of which only the class is shown."""

CHECK_TIMEOUT_S = 2.0


class NotReady(Exception):  # noqa: N818 - an answer, not a fault
    """What is missing, in words that may be shown."""


def admin_app(checks: Mapping[str, Check], metrics: Callable[[], Awaitable[bytes]]) -> Starlette:
    """The application. `/readyz` runs all `checks` side by side, each within two seconds."""

    async def livez(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(_: Request) -> Response:
        answers = await asyncio.gather(*map(_answer, checks.values()))
        ready = all(answer == "ok" for answer in answers)
        body = {"ready": ready, "checks": dict(zip(checks, answers, strict=True))}
        return JSONResponse(body, status_code=200 if ready else 503, headers={"Cache-Control": "no-store"})

    async def scrape(_: Request) -> Response:
        return Response(await metrics(), headers={"Content-Type": CONTENT_TYPE})

    endpoints = {"/livez": livez, "/readyz": readyz, "/metrics": scrape}
    app = Starlette(routes=[Route(path, endpoint, methods=["GET"]) for path, endpoint in endpoints.items()])
    app.router.redirect_slashes = False
    return app


async def _answer(check: Check) -> str:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            await check()
    except NotReady as error:
        return str(error)
    except TimeoutError:
        return "no answer"
    except Exception as error:  # noqa: BLE001 - a check that breaks is a check that fails
        return type(error).__name__
    return "ok"


def running(tasks: Mapping[str, asyncio.Task[Any]], name: str) -> Check:
    """That the loop of this name goes on; `tasks` may be filled later."""

    async def check() -> None:
        task = tasks.get(name)
        if task is None:
            raise NotReady("not started")
        if task.done():
            raise NotReady("ended")

    return check


def not_stopping(stop: asyncio.Event) -> Check:
    """That the process was not told to stop: a balancer should look elsewhere while it finishes."""

    async def check() -> None:
        if stop.is_set():
            raise NotReady("stopping")

    return check
