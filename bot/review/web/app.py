"""The console as an ASGI application."""

from __future__ import annotations

import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from bot.review.web.desk import Desk
from bot.review.web.guards import Guarded
from bot.review.web.parts import Deployment, Parts
from bot.review.web.rendering import STATIC, renderer
from bot.review.web.sections import PAGES, SECTIONS


def review_app(parts: Parts, deployment: Deployment) -> ASGIApp:
    """The console on these parts, under the names of loopback and those of the deployment."""
    desk = Desk(parts, deployment, renderer(SECTIONS), structlog.get_logger("review"))

    async def strayed(request: Request, error: Exception) -> Response:
        return await desk.strayed(request, error)

    routes = [Route(page.path, desk.endpoint(page), methods=[page.method]) for page in PAGES]
    app = Starlette(
        routes=[*routes, Mount("/static", StaticFiles(directory=STATIC))],
        exception_handlers={404: strayed, 405: strayed},
    )
    app.router.redirect_slashes = False
    return Guarded(app, deployment.names, {page.path: page.longest for page in PAGES if page.longest})
