"""The console in a real browser, served by its own process, on replies that the application made.

Chromium is installed by `.ci/run`; where there is none these tests are left out.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from bot.adapters.review.operators import PostgresOperators
from bot.bootstrap import Models
from bot.review.passwords import Passwords
from bot.review.records import Role
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.pool import open_pool
from rag.types import Language
from tests.acceptance.processes import BOT, bot_environment, database_copy, free_port, start
from tests.integration.conversing import conversation

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium on this machine: `apt-get install chromium`")
PASSWORD = "quatro pedras no caminho"  # noqa: S105 - of an operator of these tests
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
QUESTION = "todo nódulo de tireoide de 3 cm precisa de especialista?"
TALKS = {
    Language.PT: [QUESTION, "minha perna incha no fim do dia e eu canso para subir escada", "70 anos"],
    Language.ES: ["¿cuándo hay que derivar un nódulo de tiroides?"],
    Language.EN: ["what is acne?", "my father has chest pain right now"],
}


@dataclass
class Console:
    """The console's address, a browser, and what the browser complained of."""

    url: str
    browser: Browser
    complaints: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def page(self, *, width: int = 1280, script: bool = True) -> AsyncIterator[Page]:
        """A page of a browser that was never here."""
        self.complaints.clear()
        context: BrowserContext = await self.browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script, base_url=self.url, locale="pt-BR"
        )
        page = await context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        yield page
        await context.close()


async def log_in(page: Page, name: str = "revisora") -> None:
    await page.goto("/queue")
    await page.fill("#name", name)
    await page.fill("#password", PASSWORD)
    await page.click("main button")
    await page.wait_for_url("**/queue")


@pytest.fixture(scope="module")
async def console(
    server: str, corpus_template: str, local_embedder: CachingEmbedder, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Console]:
    """The process on a database with conversations and two operators, and a browser."""
    async with database_copy(server, corpus_template) as dsn:
        await _filled(dsn, local_embedder)
        async with _served(dsn, tmp_path_factory.mktemp("review")) as url, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            yield Console(url, browser)
            await browser.close()


async def _filled(dsn: str, local: CachingEmbedder) -> None:
    async with open_pool(dsn) as pool:
        operators = PostgresOperators(pool, Passwords.ready(PasswordHasher(1, 8, 1)))
        await operators.create("revisora", Role.REVIEWER, Language.PT, PASSWORD)
        await operators.create("leitora", Role.READER, Language.ES, PASSWORD)
        for language, texts in TALKS.items():
            async with conversation(pool, Models(local, None, None), f"{language}-{uuid.uuid4()}") as talk:
                talk.language = language
                await talk.consent()
                for text in texts:
                    await talk.say(text)


@asynccontextmanager
async def _served(dsn: str, home: Path) -> AsyncIterator[str]:
    """The process, told to stop at the end; where it serves."""
    port = free_port()
    env = bot_environment(dsn, home, REVIEW_HOST="127.0.0.1", REVIEW_PORT=str(port))
    process = await start(*BOT, "review", env=env, cwd=home)
    assert process.stderr
    said = b""
    try:
        async with asyncio.timeout(60):
            while b"review_started" not in said:
                line = await process.stderr.readline()
                assert line, said.decode()
                said += line
        yield f"http://127.0.0.1:{port}"
        process.terminate()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_reviewer_filters_opens_replays_overrides_and_signs_out(console: Console) -> None:
    async with console.page() as page:
        await log_in(page)
        await expect(page.locator("[data-row]")).to_have_count(6)
        await page.fill("#text", "nódulo")
        await page.select_option("#specialty", "endocrinologia")
        await page.click(".filters button")
        await expect(page.locator("[data-row]")).to_have_count(2)
        await page.click(f"text={QUESTION}")
        await expect(page.locator(".said").first).to_have_text(QUESTION)
        await expect(page.locator(".passage")).to_have_count(4)

        await page.click("#replay-run")
        await expect(page.locator("#replayed .mark.good")).to_be_visible()
        await expect(page.locator("#replay .ranked li")).to_have_count(12)
        await expect(page.locator("#replay .differs")).to_have_count(0)

        await page.check("#judge-override")
        await page.check("[value=wrong_source]")
        await page.fill("#reason", "faltou o critério do nódulo de 3 cm <b>")
        await page.click("#review-send")
        await expect(page.locator(".reviews .said")).to_have_text("faltou o critério do nódulo de 3 cm <b>")
        await page.goto("/queue?flagged=1&specialty=endocrinologia")
        await expect(page.locator("[data-row]")).to_have_count(1)

        await page.click("#sign-out")
        await page.wait_for_url("**/login")
        await page.go_back()
        await page.goto("/queue")
        await expect(page).to_have_url(re.compile(r"/login\?next="))
    assert console.complaints == []


async def test_a_sentence_and_its_passage_show_each_other_by_pointer_and_by_keyboard(console: Console) -> None:
    async with console.page() as page:
        await log_in(page)
        await page.click(f"text={QUESTION}")
        sentence, passage = page.locator("[data-cites='1']").first, page.locator("#passage-1")
        other = page.locator("#passage-2")
        plain: str = await passage.evaluate("e => getComputedStyle(e).backgroundColor")

        await sentence.hover()
        await expect(passage).not_to_have_css("background-color", plain)
        await expect(other).to_have_css("background-color", plain)
        await page.mouse.move(0, 0)
        await expect(passage).to_have_css("background-color", plain)

        await sentence.locator("a").focus()
        await expect(passage).not_to_have_css("background-color", plain)
        await passage.locator("summary").focus()
        await expect(sentence).not_to_have_css("background-color", plain)
        await page.locator("#reason").focus()
        await expect(sentence).to_have_css("background-color", plain)
    assert console.complaints == []


async def test_the_keyboard_alone_leads_through_the_queue_and_to_an_override(console: Console) -> None:
    async with console.page() as page:
        await log_in(page)
        for key in ("j", "j", "k"):
            await page.keyboard.press(key)
        await expect(page.locator("[data-row]").first).to_have_class("at")
        await page.keyboard.press("/")
        await page.keyboard.type("jar?o")
        await expect(page.locator("#text")).to_have_value("jar?o")
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await page.locator("#text").evaluate("e => e.blur()")
        await page.keyboard.press("?")
        await expect(page.locator("dialog[open]")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.keyboard.press("g")
        await page.keyboard.press("h")
        await page.wait_for_url("**/health")
        await page.keyboard.press("g")
        await page.keyboard.press("q")
        await page.wait_for_url("**/queue")
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/replies/*")
        await page.keyboard.press("a")
        await expect(page.locator("#judge-agree")).to_be_checked()
        await expect(page.locator("#review-send")).to_be_focused()
        await page.keyboard.press("o")
        await expect(page.locator("#judge-override")).to_be_checked()
        await expect(page.locator("#reason")).to_be_focused()
    assert console.complaints == []


async def test_without_javascript_everything_can_be_read_and_judged(console: Console) -> None:
    async with console.page(script=False) as page:
        await log_in(page)
        await page.click("a.open >> nth=0")
        await page.goto("/queue?specialty=dermatologia")
        await page.click("a.open >> nth=0")
        await page.click("#replay-run")
        await expect(page.locator("#replayed .mark.good")).to_be_visible()
        await page.go_back()
        await page.check("#judge-agree")
        await page.click("#review-send")
        await expect(page.locator(".reviews li")).to_have_count(1)
        await page.fill("#why", "pedido da pessoa")
        await page.click("#identity button")
        await expect(page.locator("#identity dd").first).to_have_text("test")
        await page.select_option("#language", "en")
        await page.click(".me form[action='/language'] button")
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await page.select_option("#language", "pt-BR")
        await page.click(".me form[action='/language'] button")


async def test_nothing_is_wider_than_a_small_phone(console: Console) -> None:
    async with console.page(width=360) as page:
        await log_in(page)
        case = await page.locator("a.open").first.get_attribute("href")
        assert case
        await page.goto("/queue?tab=cases")
        cases = await page.locator("a.open").first.get_attribute("href")
        assert cases
        for path in ("/queue", "/queue?tab=cases", case, cases, f"{case}/replay", "/impact", "/agreement", "/health"):
            await page.goto(path)
            assert await page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert console.complaints == []


async def test_a_reader_reads_and_judges_nothing(console: Console) -> None:
    async with console.page() as page:
        await log_in(page, "leitora")
        await page.click("a.open >> nth=0")
        await expect(page.locator("h1")).to_have_text("Respuesta")
        await expect(page.locator("#review-form")).to_have_count(0)
        answer = await page.goto("/audit")
        assert answer
        assert answer.status == 403
