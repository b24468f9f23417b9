"""Getting into the console and staying there: sessions, forms, hosts, and what is said when it goes wrong."""

from __future__ import annotations

import uuid

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.review.records import Filters, ReplyLine, Viewer
from bot.review.web.guards import MOST_FORM, MOST_UPLOAD
from bot.review.web.serving import deployed
from bot.review.web.sessions import local_path
from bot.settings import Settings
from tests.fakes.review import IDLE, MOST_FAILURES, PASSWORD, WAIT_S, FakeQueue, FakeReview
from tests.fakes.review_samples import identified
from tests.fakes.review_visitor import Document, Visitor, visiting

REPLY = identified("pt")
OVERRIDE = {"judgement": "override", "reason": "fonte errada"}


async def judge(visitor: Visitor, **options: object) -> httpx.Response:
    return await visitor.post(f"/replies/{REPLY}/reviews", OVERRIDE, **options)


def judged(visitor: Visitor) -> int:
    return sum(len(reply.reviews) for reply in visitor.state.replies)


async def test_logging_in_leads_to_where_one_wanted_to_go() -> None:
    async with visiting() as visitor:
        turned = await visitor.get("/queue?status=PENDENTE")
        door = Document((await visitor.get(turned.headers["location"])).text)
        (wanted,) = [element["value"] for element in door.all("input") if element["name"] == "next"]
        response = await visitor.log_in("reader", wanted=wanted)
        assert response.headers["location"] == "/queue?status=PENDENTE"


@pytest.mark.parametrize(("name", "password"), [("reader", "errada"), ("nobody", PASSWORD), ("reader", ""), ("", "")])
async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(name: str, password: str) -> None:
    async with visiting() as visitor:
        response = await visitor.log_in(name, password)
        said = Document(response.text).by_id("login-problem").text
        assert response.status_code == 401
        assert said == "Nome e senha não combinam. Confira e tente de novo."
        assert (await visitor.get("/queue")).status_code == 303


async def test_who_tries_too_often_is_told_how_long_to_wait_and_the_right_password_does_not_help() -> None:
    async with visiting() as visitor:
        for _ in range(MOST_FAILURES):
            last = await visitor.log_in("reader", "errada")
        for response in (last, await visitor.log_in("reader")):
            assert response.status_code == 429
            assert response.headers["Retry-After"] == str(WAIT_S)
            assert f"Espere {WAIT_S} segundos" in response.text


async def test_a_password_too_long_to_be_one_is_not_even_hashed() -> None:
    async with visiting() as visitor:
        assert (await visitor.log_in("reader", "x" * 1025)).status_code == 401
        assert visitor.state.failures == {}


@pytest.mark.parametrize(
    ("base", "secure"),
    [("http://127.0.0.1:8081", False), ("http://localhost:8081", False), ("https://fonte.test", True)],
)
async def test_the_session_is_a_cookie_that_scripts_and_other_sites_never_see(base: str, secure: bool) -> None:
    async with visiting(base=base, host="fonte.test") as visitor:
        response = await visitor.log_in("reader")
    cookie = response.headers["set-cookie"].lower()
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip() for part in cookie.split(";")}
    assert ("secure" in cookie, cookie.startswith("__host-fonte_session=")) == (secure, secure)
    assert "expires" not in cookie


async def test_signing_out_ends_the_session_itself_not_only_the_cookie() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        kept = dict(visitor.client.cookies)
        assert (await visitor.post("/logout")).headers["location"] == "/login"
        visitor.client.cookies = httpx.Cookies(kept)
        assert (await visitor.get("/queue")).status_code == 303
        assert visitor.state.sessions == {}


async def test_a_session_left_idle_leads_to_the_door_and_back() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        visitor.clock.at += IDLE * 2
        assert (await visitor.get("/health")).headers["location"] == "/login?next=%2Fhealth"


async def test_a_part_asked_for_after_the_session_sends_the_whole_page_to_the_door() -> None:
    async with visiting() as visitor:
        here = f"http://127.0.0.1:8081/replies/{REPLY}"
        response = await visitor.get(f"/replies/{REPLY}/replay", **{"HX-Request": "true", "HX-Current-URL": here})
        assert response.status_code == 401
        assert response.headers["HX-Redirect"] == f"/login?next=%2Freplies%2F{REPLY}"


async def test_a_link_from_another_site_is_opened_again_from_here_so_that_the_cookie_comes_along() -> None:
    async with visiting() as visitor:
        response = await visitor.get("/queue?status=URGENCIA", **{"Sec-Fetch-Site": "cross-site"})
        page = Document(response.text)
        assert [e["content"] for e in page.all("meta") if e["http-equiv"] == "refresh"] == ["0"]
        assert "/queue?status=URGENCIA" in [e["href"] for e in page.all("a")]


@pytest.mark.parametrize(
    "wanted",
    ["//evil.test", "https://evil.test", "/\\evil.test", "javascript:alert(1)", "/\n/evil.test", "", "\\\\evil"],
)
def test_the_door_leads_to_paths_of_the_console_alone(wanted: str) -> None:
    assert local_path(wanted) == "/queue"


@given(st.text())
def test_whatever_is_asked_for_the_door_leads_to_one_slash_and_a_path(wanted: str) -> None:
    assert local_path(wanted).startswith("/")
    assert local_path(wanted)[1:2] not in {"/", "\\"}


@pytest.mark.parametrize("token", ["", "0" * 64, "ação"])
async def test_a_form_without_its_token_is_refused(token: str) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        response = await visitor.post(f"/replies/{REPLY}/reviews", {**OVERRIDE, "csrf": token})
        assert response.status_code == 403
        assert "O formulário ficou velho" in response.text
        assert judged(visitor) == 0


async def test_the_token_of_another_session_and_that_of_the_door_are_refused() -> None:
    async with visiting() as visitor:
        await visitor.get("/login")
        tokens = [visitor.token]
        await visitor.log_in("admin")
        tokens.append(visitor.token)
        await visitor.post("/logout")
        await visitor.log_in("reviewer")
        for token in tokens:
            assert token != visitor.token
            response = await visitor.client.post(f"/replies/{REPLY}/reviews", data={**OVERRIDE, "csrf": token})
            assert response.status_code == 403
        assert judged(visitor) == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"},
        {"Sec-Fetch-Site": "same-site", "Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:8081"},
        {"Sec-Fetch-Site": "none", "Origin": "null"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.test"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://[::1"},
    ],
)
async def test_a_form_from_anywhere_else_is_refused_though_its_token_is_right(headers: dict[str, str]) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        assert (await judge(visitor, headers=headers)).status_code == 403
        assert judged(visitor) == 0


async def test_a_browser_that_says_neither_origin_nor_site_is_refused_and_one_that_names_our_origin_is_not() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        del visitor.client.headers["Sec-Fetch-Site"]
        assert (await judge(visitor)).status_code == 403
        del visitor.client.headers["Origin"]
        assert (await judge(visitor)).status_code == 403
        assert (await judge(visitor, headers={"Origin": "http://127.0.0.1:8081"})).status_code == 303
        assert judged(visitor) == 1


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "", "localhost."])
async def test_another_name_of_the_machine_is_not_served(host: str) -> None:
    async with visiting(host="fonte.test") as visitor:
        assert (await visitor.get("/login", Host=host)).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8081", "127.0.0.1", "[::1]:8081", "fonte.test", "FONTE.test:8081"])
async def test_names_of_loopback_and_the_host_that_is_set_are_served(host: str) -> None:
    async with visiting(host="fonte.test") as visitor:
        assert (await visitor.get("/login", Host=host)).status_code == 200


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, {"127.0.0.1"}),
        ({"review_host": "10.0.0.8"}, {"10.0.0.8"}),
        ({"review_host": "10.0.0.7", "fonte_review_url": "https://Fonte.test:444/"}, {"10.0.0.7", "fonte.test"}),
    ],
)
def test_the_names_that_are_served_are_those_of_the_settings(settings: dict[str, str], names: set[str]) -> None:
    async def keep(_: object) -> str:
        return ""

    assert deployed(Settings(_env_file=None, **settings), (), keep).names == names  # type: ignore[arg-type]


@pytest.mark.parametrize("announced", [True, False])
async def test_a_form_that_is_too_long_is_refused_in_words(announced: bool) -> None:
    async def pieces() -> object:
        for _ in range(MOST_FORM // 1000 + 1):
            yield b"x" * 1000

    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        body = b"x" * (MOST_FORM + 1) if announced else pieces()
        response = await visitor.client.post(f"/replies/{REPLY}/reviews", content=body, headers=headers)  # type: ignore[arg-type]
        assert response.status_code == 413
        assert "grande demais" in response.text


async def test_notes_may_be_longer_than_forms_but_not_without_end() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        for size, status in ((MOST_FORM * 4, 200), (MOST_UPLOAD + 1, 413)):
            response = await visitor.post("/impact", files={"files": ("cardiologia.md", b"x" * size)})
            assert response.status_code == status


@pytest.mark.parametrize(
    "content", [b"--", b"--x\r\n\r\n", b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\xff\r\n--x--\r\n']
)
async def test_a_form_that_cannot_be_read_is_refused_in_words(content: bytes) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        response = await visitor.client.post("/impact", content=content, headers=headers)
        assert response.status_code in {400, 403}
        assert Document(response.text).all("h1")[0].text == "Não deu certo"


@pytest.mark.parametrize("path", ["/queue", "/login", "/nowhere"])
async def test_without_its_database_the_console_says_so(path: str) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        visitor.state.down = True
        response = await visitor.get(path)
        assert response.status_code == 503
        assert "não está respondendo" in response.text or "no responde" in response.text


class Broken(FakeReview):
    """A queue with a fault, whose text holds a patient's words."""

    @property
    def queue(self) -> FakeQueue:
        return BrokenQueue(self)


class BrokenQueue(FakeQueue):
    async def replies(self, viewer: Viewer, filters: Filters, after: object, most: int) -> list[ReplyLine]:
        raise ValueError("minha dor no peito")


async def test_a_fault_is_told_without_its_text_on_the_page_and_in_the_log() -> None:
    async with visiting(Broken()) as visitor:
        await visitor.log_in("reviewer")
        with capture_logs() as logs:
            response = await visitor.get("/queue")
    assert response.status_code == 500
    assert "dor no peito" not in f"{response.text} {logs}"
    assert [(line["event"], line["error"]) for line in logs] == [("review.failed", "ValueError")]


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        f"/replies/{uuid.UUID(int=1)}",
        "/replies/1",
        f"/cases/{uuid.UUID(int=1)}",
        f"/replies/{uuid.UUID(int=1)}/replay",
    ],
)
async def test_what_is_not_there_is_said_in_the_operators_language(path: str) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        response = await visitor.get(path)
        assert response.status_code == 404
        assert "Esto no existe" in response.text


async def test_the_language_at_the_door_is_the_browsers_or_the_one_chosen_and_the_operators_inside() -> None:
    async with visiting() as visitor:
        spanish = await visitor.get("/login", **{"Accept-Language": "fr, es-MX;q=0.8"})
        english = await visitor.get("/login?language=en", **{"Accept-Language": "es"})
        unknown = await visitor.get("/login", **{"Accept-Language": "fr, *;q=0.1"})
        languages = [Document(page.text).all("html")[0]["lang"] for page in (spanish, english, unknown)]
        assert languages == ["es", "en", "pt-BR"]
        await visitor.log_in("admin")
        assert Document((await visitor.get("/queue")).text).all("html")[0]["lang"] == "en"


@pytest.mark.parametrize(
    ("path", "back"),
    [
        (f"/replies/{REPLY}/reviews", f"/replies/{REPLY}"),
        (f"/replies/{REPLY}/identity", f"/replies/{REPLY}"),
        (f"/cases/{identified('case')}/reviews", f"/cases/{identified('case')}"),
        ("/queue/saved", "/queue"),
        ("/impact", "/impact"),
        ("/export", "/agreement"),
    ],
)
async def test_the_answer_to_a_form_leads_back_to_a_page_that_can_be_opened(path: str, back: str) -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        page = Document((await visitor.post(path)).text)
        (wanted,) = [e["value"] for e in page.all("input") if e["name"] == "next"]
        assert wanted == back
        assert (await visitor.get(wanted)).status_code == 200


async def test_a_change_of_language_keeps_the_filters_of_the_queue() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        page = await visitor.page("/queue?status=PENDENTE&text=a%26b")
        (wanted,) = [e["value"] for e in page.all("input") if e["name"] == "next"]
        response = await visitor.post("/language", {"language": "en", "next": wanted})
        assert response.headers["location"] == "/queue?status=PENDENTE&text=a%26b"


async def test_a_language_chosen_inside_is_kept_for_the_operator() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reader")
        response = await visitor.post("/language", {"language": "en", "next": "/health"})
        assert response.headers["location"] == "/health"
        await visitor.post("/language", {"language": "xx", "next": "//evil.test"})
        assert visitor.state.operators["reader"].language == "en"
