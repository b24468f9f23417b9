"""One request of an operator, or of somebody at the door, and what a page may do with it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bot.review.records import Operator, Role, Viewer
from bot.review.web.parts import Deployment, Parts
from bot.review.web.rendering import Face, Renderer
from bot.review.web.sessions import csrf_of
from rag.types import Language

SEE_OTHER: Final = 303
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """The request can't be met: `status` of HTTP, `why` a key of the words under `problem`."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(status, why)
        self.status, self.why = status, why


@dataclass(frozen=True, slots=True)
class Visit:
    """What a page is given. `secret` binds the forms' token: the session's token, or the door's value.

    `shown_at` is the path where what a form's answer shows can be opened again; "" where that is its own.
    """

    request: Request
    parts: Parts
    deployment: Deployment
    renderer: Renderer
    language: Language
    secret: str
    operator: Operator | None = None
    form: FormData = field(default_factory=FormData)
    shown_at: str = ""

    @property
    def viewer(self) -> Viewer:
        """Who looks. Pages that declare a role have one."""
        if self.operator is None:
            raise Refused(401, "ended")
        return Viewer(self.operator, self.address)

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def here(self) -> str:
        """Where this page can be opened again."""
        if self.shown_at:
            return self.shown_at.format(**self.request.path_params)
        query = self.request.url.query if self.request.method == "GET" else ""
        return self.request.url.path + (f"?{query}" if query else "")

    @property
    def now(self) -> datetime:
        """The moment, by the deployment's clock."""
        return self.deployment.clock()

    @property
    def partial(self) -> bool:
        """Whether htmx asks, which needs a part of a page."""
        return self.request.headers.get("hx-request") == "true"

    def id(self) -> UUID:
        """The id in the path. Raises Refused where it is none."""
        try:
            return UUID(str(self.request.path_params["id"]))
        except ValueError as error:
            raise Refused(404, "missing") from error

    def number(self, name: str) -> int:
        """A whole number in the path, as a bigint holds it. Raises Refused where it is none."""
        written = str(self.request.path_params[name])
        if not _WHOLE.fullmatch(written):
            raise Refused(404, "missing")
        return int(written)

    def said(self, name: str) -> str:
        """A text field of the form, without blanks around it or what PostgreSQL keeps in no text."""
        value = self.form.get(name, "")
        return value.replace("\0", "").strip() if isinstance(value, str) else ""

    def show(self, template: str, values: Mapping[str, Any] | None = None, status: int = 200) -> HTMLResponse:
        """A page, or a part of one."""
        face = Face(self.language, self.deployment, csrf_of(self.secret), self.operator, self.here)
        return HTMLResponse(self.renderer.page(template, face, values or {}), status_code=status)

    def words(self, key: str, **values: object) -> str:
        """Words of the console in the visit's language."""
        return self.renderer.said(self.language, key, **values)

    def go(self, path: str) -> Response:
        """On to another page, after a form."""
        return RedirectResponse(path, status_code=SEE_OTHER)


@dataclass(frozen=True, slots=True)
class Page:
    """A route. `role` is the least that it takes; None: anybody, at the door. `answer` is called for those alone.

    `longest` is how many bytes its body may have, where that is more than a form's; `shown_at` is the path of the page
    that a form's answer shows, where it is another.
    """

    method: str
    path: str
    role: Role | None
    answer: Callable[[Visit], Awaitable[Response]]
    longest: int | None = None
    shown_at: str = ""
