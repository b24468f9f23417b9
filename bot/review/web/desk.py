"""Where every request passes: who asks, whether they may, whether the form is ours; and what is said when it fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, urlsplit

import structlog
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bot.review.web.guards import TooLong
from bot.review.web.parts import Deployment, Parts
from bot.review.web.rendering import Renderer
from bot.review.web.sessions import DOOR, FIELD, SESSION, csrf_of, from_here, held, local_path, put, same
from bot.review.web.visits import Page, Refused, Visit
from rag.ports import StorageError
from rag.types import Language

_MOST_FIELDS: Final = 64
_MOST_FILES: Final = 24
_PROBLEMS: Final = {400: "malformed", 403: "forbidden", 404: "missing", 405: "missing", 413: "too_long", 503: "away"}


@dataclass(frozen=True, slots=True)
class Desk:
    """Takes requests in, for pages."""

    parts: Parts
    deployment: Deployment
    renderer: Renderer
    log: structlog.stdlib.BoundLogger

    def endpoint(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        """What Starlette calls for a page."""

        async def answer(request: Request) -> Response:
            visit = replace(self._at_the_door(request), shown_at=page.shown_at)
            try:
                visit = await self._come_in(visit)
                response = await self._serve(page, visit)
            except Refused as refused:
                return self.refuse(visit, refused.status, refused.why)
            except (TooLong, ClientDisconnect):
                return self.refuse(visit, 413, "too_long")
            except HTTPException as error:  # a form that can't be read
                return self.refuse(visit, error.status_code)
            except StorageError as error:
                self.log.warning("review.storage", path=page.path, error=type(error.__cause__ or error).__name__)
                return self.refuse(visit, 503, "away")
            except Exception as error:  # noqa: BLE001 - the one edge: a text of it may hold a patient's words
                self.log.error("review.failed", path=page.path, error=type(error).__name__)  # noqa: TRY400
                return self.refuse(visit, 500, "failed")
            if visit.operator is None and not held(request, DOOR):
                put(response, request, DOOR, visit.secret)
            return response

        return answer

    def refuse(self, visit: Visit, status: int, why: str | None = None) -> Response:
        """A page that says in words why not, or the part of one that htmx asked for."""
        why = why or _PROBLEMS.get(status, "failed")
        response = visit.show("problem.html" if visit.partial else "error.html", {"why": why}, status)
        if why == "too_long":
            response.headers["Connection"] = "close"
        return response

    async def strayed(self, request: Request, error: Exception) -> Response:
        """For requests that no page takes."""
        visit = self._at_the_door(request)
        try:
            visit = await self._come_in(visit)
        except StorageError:
            return self.refuse(visit, 503, "away")
        return self.refuse(visit, error.status_code if isinstance(error, HTTPException) else 500)

    def _at_the_door(self, request: Request) -> Visit:
        secret = held(request, DOOR) or self.deployment.new_token()
        return Visit(request, self.parts, self.deployment, self.renderer, self._asked(request), secret)

    async def _come_in(self, visit: Visit) -> Visit:
        """With the operator whose session it is, if it is anybody's."""
        token = held(visit.request, SESSION)
        operator = await self.parts.access.session(token, visit.now) if token else None
        return replace(visit, secret=token, operator=operator, language=operator.language) if operator else visit

    async def _serve(self, page: Page, visit: Visit) -> Response:
        """The one place where roles and forms are checked."""
        if page.role is not None:
            if visit.operator is None:
                return _to_the_door(visit)
            if not visit.operator.role.may(page.role):
                raise Refused(403, "role")
        if page.method != "POST":
            return await page.answer(visit)
        try:
            return await page.answer(replace(visit, form=await self._form(visit)))
        finally:
            await visit.request.close()

    async def _form(self, visit: Visit) -> FormData:
        if not from_here(visit.request):
            raise Refused(403, "origin")
        await visit.request.body()  # a body that is too long ends here, before any of it is taken apart
        form = await visit.request.form(max_files=_MOST_FILES, max_fields=_MOST_FIELDS, max_part_size=4 * 1024 * 1024)
        given = form.get(FIELD, "")
        if not isinstance(given, str) or not same(given, csrf_of(visit.secret)):
            raise Refused(403, "form")
        return form

    def _asked(self, request: Request) -> Language:
        """The language of somebody at the door: chosen there, the browser's, or the service's."""
        chosen = request.query_params.get("language", "")
        if chosen in list(Language):
            return Language(chosen)
        for part in request.headers.get("accept-language", "").split(","):
            code = part.split(";")[0].strip().lower()
            found = next((language for language in Language if language.lower()[:2] == code[:2]), None)
            if found and code:
                return found
        return self.deployment.language


def _to_the_door(visit: Visit) -> Response:
    """To log in, and back afterwards; a form that was sent too late is lost."""
    request = visit.request
    if visit.partial:
        here = urlsplit(request.headers.get("hx-current-url", ""))
        wanted = local_path(here.path + (f"?{here.query}" if here.query else ""))
        return Response(status_code=401, headers={"HX-Redirect": f"/login?next={quote(wanted, safe='')}"})
    if request.method != "GET":
        return visit.go("/login")
    if request.headers.get("sec-fetch-site") == "cross-site":
        return visit.show("again.html")  # the cookie does not come along from another site's link
    return visit.go(f"/login?next={quote(local_path(visit.here), safe='')}")
