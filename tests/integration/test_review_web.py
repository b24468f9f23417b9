"""Every page of the console: who may see it, and that it is readable, labelled, and free of inline script and style."""

from __future__ import annotations

import re

import pytest

from bot.review.records import Role
from bot.review.web.guards import HEADERS
from bot.review.web.sections import PAGES
from bot.review.web.visits import Page
from tests.fakes.review import FakeReview
from tests.fakes.review_samples import identified, record
from tests.fakes.review_visitor import Document, Visitor, visiting

REPLY = identified("pt")
CASE = identified("case")
READ = [
    "/queue",
    "/queue?tab=cases",
    f"/cases/{CASE}",
    "/impact",
    "/agreement",
    "/health",
    "/audit",
    "/audit/chain",
    f"/replies/{REPLY}/replay",
    *(f"/replies/{identified(name)}" for name in ("pt", "false", "es", "en", "emergency", "case", "silent")),
]
HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)> \u202eesrever\u202c & \' {{ 7*7 }}'


def address(page: Page) -> str:
    """A place that the page serves."""
    path = page.path.replace("{id}", str(CASE if page.path.startswith("/cases") else REPLY))
    return re.sub(r"\{\w+\}", "1", path)


async def ask(visitor: Visitor, page: Page) -> int:
    path = address(page)
    response = await (visitor.get(path) if page.method == "GET" else visitor.post(path))
    return response.status_code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.method} {page.path}")
async def test_a_page_is_shown_to_its_role_and_those_above_alone(page: Page) -> None:
    for role in Role:
        async with visiting() as visitor:
            await visitor.log_in(role)
            status = await ask(visitor, page)
        if page.role is None or role.may(page.role):
            assert status not in {401, 403} or page.path == "/login", f"{role}: {status}"
        else:
            assert status == 403, f"{role}: {status}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.role], ids=lambda page: f"{page.method} {page.path}")
async def test_without_a_session_every_page_but_the_door_leads_to_the_door(page: Page) -> None:
    async with visiting() as visitor:
        path = address(page)
        response = await (visitor.get(path) if page.method == "GET" else visitor.post(path))
        assert response.status_code == 303
        assert response.headers["location"].startswith("/login")
        assert visitor.state.log == []


def test_only_the_door_asks_for_no_role() -> None:
    assert {page.path for page in PAGES if page.role is None} == {"/login"}


@pytest.mark.parametrize("language", ["pt-BR", "es", "en"])
@pytest.mark.parametrize("path", READ)
async def test_a_page_has_one_heading_its_landmarks_its_language_and_a_label_on_every_field(
    path: str, language: str
) -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        await visitor.post("/language", {"language": language, "next": "/queue"})
        page = await visitor.page(path)
    assert [element["lang"] for element in page.all("html")] == [language]
    assert len(page.all("h1")) == 1
    assert page.all("title")[0].text.strip()
    assert len(page.all("main")) == len(page.all("header")) == 1
    assert page.all("a")[0]["href"] == "#main"
    labelled = {element["for"] for element in page.all("label")}
    for field in page.all("input", "select", "textarea"):
        inside = any(element.tag == "label" for element in field.around)
        assert field["type"] == "hidden" or inside or field["id"] in labelled, field
    ids = [element["id"] for element in page.elements if element["id"]]
    assert len(ids) == len(set(ids))
    for element in page.elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert set(element[name].split()) <= set(ids), element


@pytest.mark.parametrize("path", [*READ, "/login", "/nowhere", "/replies/none"])
async def test_no_script_or_style_stands_in_a_page(path: str) -> None:
    async with visiting() as visitor:
        if path != "/login":
            await visitor.log_in("admin")
        page = Document((await visitor.get(path)).text)
    assert page.all("style") == []
    assert all(element["src"].startswith("/static/") and not element.text for element in page.all("script"))
    for element in page.elements:
        assert not [name for name in element.attributes if name == "style" or name.startswith(("on", "hx-on"))]
        assert not element["href"].startswith("javascript:")


@pytest.mark.parametrize("path", [*READ, "/login", "/nowhere", "/static/console.css", "/static/none.css", "/replies/1"])
async def test_every_answer_carries_the_headers_that_keep_it_safe(path: str) -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        response = await visitor.get(path)
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
    assert response.headers["Cache-Control"] == "no-store"


async def test_a_static_file_asked_for_by_its_hash_is_kept_and_the_pages_ask_so() -> None:
    async with visiting() as visitor:
        page = await visitor.page("/login")
        links = [e["src"] or e["href"] for e in page.all("script", "link")]
        assert len(links) == 4
        for link in links:
            response = await visitor.get(link)
            assert response.status_code == 200
            assert "immutable" in response.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/queue", f"/replies/{identified('hostile')}"])
async def test_what_a_patient_writes_stays_text_whatever_it_is(path: str) -> None:
    hostile = record("hostile", question=HOSTILE, answer=f"{HOSTILE} 5 mg [1]", query_text=HOSTILE, person="a1")
    async with visiting(FakeReview(replies=[hostile])) as visitor:
        await visitor.log_in("reviewer")
        response = await visitor.get(path)
    page = Document(response.text)
    assert "<script>alert" not in response.text
    assert page.all("img") == []
    holders = [e for e in page.elements if e.text.startswith("<script>alert") and e.tag in {"a", "blockquote", "dd"}]
    assert holders
    assert all(element["dir"] == "auto" for element in holders)
    assert any("{{ 7*7 }}" in element.text for element in holders)


async def test_a_revealed_name_that_is_markup_is_isolated_text() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        response = await visitor.post(f"/replies/{REPLY}/identity", {"reason": "contato de emergência"})
    assert response.status_code == 200
    assert [e.text for e in Document(response.text).all("bdi") if "script" in e.text] == ["<script>alert(1)</script>"]


async def test_the_navigation_leads_only_to_what_the_role_may_see() -> None:
    for role, most in ((Role.READER, 4), (Role.REVIEWER, 5), (Role.ADMIN, 6)):
        async with visiting() as visitor:
            await visitor.log_in(role)
            page = await visitor.page("/queue")
            links = [element["href"] for element in page.all("a") if element["data-go"]]
            assert len(links) == most
            assert [(await visitor.get(link)).status_code for link in links] == [200] * most


async def test_a_reader_finds_no_form_that_would_be_refused() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        actions = {
            form["action"]
            for path in (f"/replies/{REPLY}", f"/cases/{CASE}", "/health", "/agreement", "/queue")
            for form in (await visitor.page(path)).all("form")
        }
    assert actions == {"/language", "/logout", "/queue", "/queue/saved", ""}
