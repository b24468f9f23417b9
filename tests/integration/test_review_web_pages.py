"""What the console's pages show and do: the queue, a reply, a case, an impact, agreement, health, audit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.review.records import Judgement, Label
from bot.review.web.pages.queue import A_PAGE
from tests.fakes.review import FakeReview
from tests.fakes.review_samples import NOW, identified, record
from tests.fakes.review_visitor import Document, Element, Visitor, visiting

REPLY = identified("pt")
PART = {"HX-Request": "true"}


def many(count: int) -> FakeReview:
    return FakeReview(replies=[record(f"{n}", at=NOW - timedelta(minutes=n // 3)) for n in range(count)])


def opened(page: Document) -> list[str]:
    return [element["href"] for element in page.classed("open")]


def texts(page: Document, name: str) -> list[str]:
    return [" ".join(element.text.split()) for element in page.classed(name)]


async def test_the_queue_gives_every_row_once_fifty_a_page_by_its_older_button() -> None:
    async with visiting(many(2 * A_PAGE + 7)) as visitor:
        await visitor.log_in("reviewer")
        path, seen, pages = "/queue", [], 0
        while path:
            page = await visitor.page(path)
            seen += opened(page)
            pages += 1
            path = next((e["href"] for e in page.all("a") if e["rel"] == "next"), "")
    assert pages == 3
    assert len(seen) == len(set(seen)) == 2 * A_PAGE + 7


async def test_a_queue_of_exactly_one_page_has_no_older_button() -> None:
    async with visiting(many(A_PAGE)) as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page("/queue")
    assert [e for e in page.all("a") if e["rel"] == "next"] == []


async def test_the_older_button_keeps_the_filters_and_gives_rows_alone_to_htmx() -> None:
    async with visiting(many(A_PAGE + 1)) as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page("/queue?specialty=endocrinologia&text=n%C3%B3dulo+%26")
        assert opened(page) == []
        page = await visitor.page("/queue?specialty=endocrinologia&text=n%C3%B3dulo")
        (link,) = [e for e in page.all("a") if e["rel"] == "next"]
        assert "specialty=endocrinologia&text=n%C3%B3dulo&after=" in link["hx-get"]
        part = Document((await visitor.get(link["hx-get"], **PART)).text)
    assert len(opened(part)) == 1
    assert part.all("html", "main", "table") == []


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("verdict=violated", ["false"]),
        ("status=URGENCIA", ["emergency"]),
        ("degraded=1", ["es"]),
        ("text=dor+no+peito", ["emergency"]),
        ("below=0.2", []),
        ("since=2026-12-02", []),
        (
            "status=NONE&since=never&below=much&verdict=x&after=here",
            ["silent", "case", "emergency", "en", "es", "false", "pt"],
        ),
    ],
)
async def test_filters_show_what_they_say_and_nonsense_filters_nothing(query: str, names: list[str]) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/queue?{query}")
    assert opened(page) == [f"/replies/{identified(name)}" for name in names]


async def test_the_form_shows_the_filters_that_hold() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page("/queue?verdict=ok&below=0.9&flagged=1&text=%22n%C3%B3dulo%22&since=2026-11-01")
    chosen = [e["value"] for e in page.all("option") if "selected" in e.attributes and e["value"] not in {"", "pt-BR"}]
    assert chosen == ["ok"]
    assert [page.by_id(name)["value"] for name in ("below", "text", "since")] == ["0.9", '"nódulo"', "2026-11-01"]
    assert [e["name"] for e in page.all("input") if "checked" in e.attributes] == ["flagged"]


async def test_filters_are_kept_under_a_name_replaced_and_forgotten() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        for query in ("verdict=violated", "verdict=violated&nonsense=1&tab=cases&status=PENDENTE"):
            await visitor.get("/queue")
            response = await visitor.post("/queue/saved", {"name": " Para <hoje> ", "query": query})
        assert response.headers["location"] == "/queue?tab=cases&status=PENDENTE&verdict=violated"
        page = await visitor.page("/queue")
        (kept,) = [e for e in page.all("a") if e.text == "Para <hoje>"]
        assert kept["href"] == "/queue?tab=cases&status=PENDENTE&verdict=violated"
        await visitor.post("/queue/saved/1/forget")
        assert visitor.state.kept == {}
        assert (await visitor.post("/queue/saved", {"name": " ", "query": ""})).status_code == 422
        for place in ("x", "9" * 30, "-"):
            assert (await visitor.post(f"/queue/saved/{place}/forget")).status_code == 404


async def test_a_sentence_is_tied_to_the_passage_that_it_cites_and_its_figure_is_marked_in_words_and_shape() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/replies/{identified('false')}")
    (sentence,) = [e for e in page.elements if e["data-cites"]]
    assert sentence["data-cites"] == "1"
    (marker,) = [e for e in page.all("a") if e["href"] == "#passage-1"]
    assert sentence in marker.around
    assert page.by_id("passage-1")["data-rank"] == "1"
    figures = [e for e in page.classed("fig") if e.tag == "span"]
    assert [e["class"] for e in figures] == ["fig unsupported", "fig outside"]
    assert [e.text for e in figures] == ["≥ 5 cm (sem apoio na nota)", "15 (não vem de nota)"]
    assert "«≥ 5 cm»: nenhuma passagem citada traz este valor" in texts(page, "problem")


async def test_a_reply_shows_its_passages_in_rank_with_what_was_cited() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/replies/{REPLY}")
    assert texts(page, "rank") == ["1", "2", "3", "4"]
    assert [e["value"] for e in page.all("meter")] == ["0.8123", "0.5512", "0.4412", "0.3101"]
    assert [e["class"] for e in page.all("article")] == ["passage cited", *["passage"] * 3]


async def test_a_reply_shows_how_it_was_made() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/replies/{identified('false')}")
        told = " ".join(" ".join(e.text for e in page.all("dd")).split())
    for part in (
        "gemini-2.5-flash",
        "ab" * 5,
        "1.234 lidos, 210 escritos",
        "42 ms",
        "frase leiga mais próxima",
        "0,97",
    ):
        assert part in told


async def test_a_reply_of_a_case_shows_the_criteria_that_stood_the_true_ones_first() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/replies/{identified('case')}")
    rows = [" ".join(row.text.split()) for row in page.all("tr")]
    assert rows[1:] == ["Nódulo espongiforme grande verdadeiro", "Nódulo endurecido não se sabe"]


async def test_a_replay_is_a_page_of_its_own_and_a_part_for_htmx() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/replies/{REPLY}/replay")
        part = Document((await visitor.get(f"/replies/{REPLY}/replay", **PART)).text)
    for shown in (page, part):
        assert "reproduz o guardado" in shown.by_id("replayed").text
        assert len(list(shown.classed("differs"))) == 1
    assert (len(page.all("main")), len(part.all("main"))) == (1, 0)


async def test_an_override_without_a_reason_is_asked_for_one_and_keeps_what_was_filled_in() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        data = {"judgement": "override", "labels": ["unsafe", "tone"], "reason": "  "}
        response = await visitor.post(f"/replies/{REPLY}/reviews", data)
        page = Document(response.text)
        assert response.status_code == 422
        assert page.by_id("review-problem").text == "Para discordar, escreva o motivo."
        checked = [e["value"] for e in page.all("input") if "checked" in e.attributes]
        assert checked == ["override", "unsafe", "tone"]
        assert visitor.state.replies[0].reviews == ()


@pytest.mark.parametrize("data", [{}, {"judgement": "maybe"}, {"judgement": "agree", "reason": "x" * 2001}])
async def test_a_review_that_says_nothing_or_too_much_is_not_kept(data: dict[str, str]) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        for path in (f"/replies/{REPLY}/reviews", f"/cases/{identified('case')}/reviews"):
            assert (await visitor.post(path, data)).status_code == 422
        assert visitor.state.replies[0].reviews == ()


async def test_a_review_is_kept_with_its_labels_and_shown() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        data = {"judgement": "override", "labels": ["wrong_source", "nonsense"], "reason": "a nota é <outra>\0"}
        response = await visitor.post(f"/replies/{REPLY}/reviews", data)
        assert response.headers["location"] == f"/replies/{REPLY}#reviews"
        (kept,) = visitor.state.replies[0].reviews
        assert (kept.judgement, kept.labels, kept.reason) == (
            Judgement.OVERRIDE,
            (Label.WRONG_SOURCE,),
            "a nota é <outra>",
        )
        page = await visitor.page(f"/replies/{REPLY}")
        assert "a nota é <outra>" in texts(page, "said")


async def test_an_identity_is_shown_for_a_reason_alone_and_the_reason_is_kept() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        path = f"/replies/{REPLY}/identity"
        hidden = await visitor.post(path, {"reason": " "}, headers=PART)
        assert "escreva o motivo" in hidden.text
        assert [row.action for row in visitor.state.log] == []
        shown = await visitor.post(path, {"reason": "ligar para a família"}, headers=PART)
        assert Document(shown.text).all("main") == []
        assert "telegram" in shown.text
        assert visitor.state.log[-1].detail == {"reason": "ligar para a família"}
        assert "telegram" not in (await visitor.get(f"/replies/{REPLY}")).text


async def test_a_case_shows_its_facts_with_quotes_and_each_criterion_in_words() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page(f"/cases/{identified('case')}")
    rows = [" ".join(row.text.split()) for row in page.all("tr")]
    assert any(row.startswith("Nódulo espongiforme grande verdadeiro Tamanho do nódulo: 2 cm") for row in rows)
    assert any("Bócio que comprime falso" in row for row in rows)
    assert "uns 2 cm, acho" in [e.text for e in page.all("q")]


@pytest.mark.parametrize("pasted", [True, False])
async def test_a_revised_note_shows_what_it_would_have_touched(pasted: bool) -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        form = {"name": "../../etc/endocrinologia.md", "text": "# Nota\r\nrevista"} if pasted else {}
        files = None if pasted else {"files": ("C:\\notas\\endocrinologia.md", b"# Nota")}
        page = Document((await visitor.post("/impact", form, files=files)).text)
        assert visitor.state.log[-1].subject == "endocrinologia.md"
    assert "≥ 2 cm deixa de ter apoio" in " ".join(texts(page, "mark"))
    assert opened(page) == [f"/cases/{identified('case')}", f"/replies/{REPLY}"]


async def test_a_note_that_is_wrong_is_told_what_mends_it_and_stays_in_the_form() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        response = await visitor.post("/impact", {"name": "a.md", "text": "broken <note>"})
        page = Document(response.text)
        assert response.status_code == 422
        assert texts(page, "problem") == ["a.md:3: a heading has no body; write one"]
        assert page.by_id("note-text").text == "broken <note>"
        assert (await visitor.post("/impact")).status_code == 422


async def test_agreement_is_drawn_described_and_tabled() -> None:
    async with visiting() as visitor:
        await visitor.log_in("reviewer")
        page = await visitor.page("/agreement")
    drawings = page.all("svg")
    assert len(drawings) == 3
    assert all(e["role"] == "img" and e["aria-labelledby"] for e in drawings)
    assert len(page.all("circle")) == 24
    assert "05/10/2026: 50 % (5/10)" in [e.text for e in page.all("title")]
    assert [" ".join(e.text.split()) for e in page.all("tr")][-1] == "05/10/2026 50 % 5 de 10 60 % 6 de 10 70 % 7 de 10"


async def test_labelled_items_are_written_by_an_admin_and_only_where_there_are_some() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        assert "There are no reviewed replies yet." in (await visitor.post("/export")).text
        assert visitor.folder.items == []
        await visitor.post(f"/replies/{REPLY}/reviews", {"judgement": "agree"})
        response = await visitor.post("/export")
        assert "labelled/2026-12-01.jsonl" in response.text
        assert visitor.folder.items == [{"id": str(REPLY)}]


async def told(visitor: Visitor, path: str) -> str:
    moved = await visitor.post(path)
    page = await visitor.page(moved.headers["location"].partition("#")[0])
    (said,) = [element for element in page.elements if element["role"] == "status"]
    return said.text


async def test_a_dead_update_is_run_again_or_discarded_once() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        assert await told(visitor, "/health/updates/7/1001/run_again") == "The message is back in the queue."
        assert "no longer possible" in await told(visitor, "/health/updates/7/1001/run_again")
        assert await told(visitor, "/health/updates/7/1002/discard") == "The message was discarded."
        assert visitor.state.dead == {}


async def test_only_an_update_that_is_kept_can_be_run_again_from_the_page() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        page = await visitor.page("/health")
    acts = [form["action"] for form in page.all("form") if "/updates/" in form["action"]]
    assert acts == [f"/health/updates/7/{act}" for act in ("1001/run_again", "1001/discard", "1002/discard")]


async def test_the_chain_says_that_it_is_whole_or_where_it_breaks() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        await visitor.get("/queue")
        whole = await visitor.get("/audit/chain", **PART)
        visitor.state.broken_at = 1
        broken = await visitor.get("/audit/chain", **PART)
    assert "the chain is whole: 1 links" in whole.text
    assert visitor.state.log[-1].hash in whole.text
    assert "the chain breaks at link 1" in broken.text


async def test_the_audit_log_is_read_page_by_page() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        for _ in range(101):
            await visitor.get("/queue")
        page = await visitor.page("/audit")
        (older,) = [e for e in page.all("a") if e["rel"] == "next"]
        last = await visitor.page(older["href"])
        assert (_rows(page), _rows(last)) == (100, 1)
        assert _rows(await visitor.page("/audit?before=x")) == 100


def _rows(page: Document) -> int:
    return sum("data-row" in element.attributes for element in page.all("tr"))


async def test_a_visitor_is_where_the_navigation_says() -> None:
    async with visiting() as visitor:
        await visitor.log_in("admin")
        here: list[Element] = []
        for path in ("/queue", "/impact", "/agreement", "/experiments", "/health", "/audit"):
            page = await visitor.page(path)
            here += [e for e in page.all("a") if e["data-go"] and e["aria-current"] == "page"]
    assert [element["href"] for element in here] == [
        "/queue",
        "/impact",
        "/agreement",
        "/experiments",
        "/health",
        "/audit",
    ]
