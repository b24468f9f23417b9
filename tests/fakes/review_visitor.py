"""A browser without a screen: asks the console over ASGI, and reads its pages as a browser would."""

from __future__ import annotations

import re
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from starlette.types import ASGIApp

from bot.review.web.app import review_app
from bot.review.web.parts import Deployment
from rag.types import Language
from tests.fakes.review import PASSWORD, FakeReview
from tests.fakes.review_samples import NOW

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Element:
    """A tag with its attributes, what stands in it, and around it."""

    tag: str
    attributes: dict[str, str]
    around: tuple[Element, ...]
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")


class Document(HTMLParser):
    """A page's elements, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, tuple(self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self.handle_data(" ")
        while self._open and self._open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]

    def by_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if element["id"] == name]
        return found

    def classed(self, name: str) -> Iterator[Element]:
        return (element for element in self.elements if name in element["class"].split())


@dataclass
class Clock:
    """Goes on when it is told to."""

    at: datetime = NOW

    def __call__(self) -> datetime:
        return self.at


@dataclass
class Folder:
    """Where labelled items would be written."""

    items: list[Mapping[str, Any]] = field(default_factory=list)

    async def keep(self, items: Sequence[Mapping[str, Any]]) -> str:
        self.items = list(items)
        return "labelled/2026-12-01.jsonl"


def deployment(clock: Clock, folder: Folder, host: str = "127.0.0.1") -> Deployment:
    """One with the three specialties, whose names are its words'."""
    names = {"cardiologia": "Cardiologia", "dermatologia": "Dermatologia", "endocrinologia": "Endocrinologia"}

    def called(name: str) -> Any:
        return lambda _: names[name]

    return Deployment(
        frozenset({host}),
        ZoneInfo("America/Sao_Paulo"),
        Language.PT,
        {name: called(name) for name in names},
        folder.keep,
        clock,
        lambda: uuid.uuid4().hex,
        calls_a_day=1000,
    )


@dataclass
class Visitor:
    """Somebody at a browser, and the console that they use."""

    client: httpx.AsyncClient
    state: FakeReview
    clock: Clock
    folder: Folder
    token: str = field(default="")

    async def get(self, path: str, **headers: str) -> httpx.Response:
        response = await self.client.get(path, headers=headers)
        self._keep_token(response)
        return response

    async def post(self, path: str, data: Mapping[str, Any] | None = None, **options: Any) -> httpx.Response:
        """A form as the last page had it, with its token unless another is given."""
        response = await self.client.post(path, data={"csrf": self.token, **(data or {})}, **options)
        self._keep_token(response)
        return response

    async def log_in(self, name: str, password: str = PASSWORD, wanted: str = "/queue") -> httpx.Response:
        await self.get("/login")
        response = await self.post("/login", {"name": name, "password": password, "next": wanted})
        if response.status_code == 303:
            await self.get("/agreement")
        return response

    async def page(self, path: str) -> Document:
        """A page that must be there."""
        response = await self.get(path)
        assert response.status_code == 200, f"{path}: {response.status_code}"
        return Document(response.text)

    def _keep_token(self, response: httpx.Response) -> None:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', response.text)
        self.token = found[1] if found else self.token


@asynccontextmanager
async def visiting(
    state: FakeReview | None = None, *, base: str = "http://127.0.0.1:8081", host: str = "127.0.0.1"
) -> AsyncIterator[Visitor]:
    """The console on a fake, and somebody who visits it. `host` is REVIEW_HOST."""
    state, clock, folder = state or FakeReview(), Clock(), Folder()
    app: ASGIApp = review_app(state, deployment(clock, folder, host))
    transport = httpx.ASGITransport(app)
    headers = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}
    async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as client:
        yield Visitor(client, state, clock, folder)
