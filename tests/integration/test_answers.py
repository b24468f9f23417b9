"""What stands in an answer, what is kept beside it, and that the two agree: a real database, the bundled notes."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.consultation.proposing import CaseRead
from bot.markup import plain
from bot.messages import Reply
from bot.paths import ROOT
from rag.adapters.texts import estimate_tokens
from rag.ports import Embedder, Outage, ProviderError
from rag.types import Language
from tests.fakes.models import FakeChatModel, FakeEmbedder
from tests.integration.conversing import Conversation, conversation

LEGS = "minhas pernas incham no fim do dia e canso pra subir escada"
ITCH = "tenho muita coceira no corpo e não vejo nenhuma mancha"
DOSE = "quantos mg de losartana eu posso tomar por dia?"
WEAK = "O coração fica fraco e não bombeia todo o sangue de que o corpo precisa."
LIE = "O coração fica fraco a partir de 77 anos."
QUESTIONS = {
    Language.PT: (LEGS, ITCH, DOSE, "coração grande e perna cheia d agua", "dobra do braço coça e racha desde criança"),
    Language.ES: (
        "me pica todo el cuerpo y no veo ninguna mancha",
        "se me hinchan las piernas y me canso al subir escaleras",
        "¿cuántos mg de losartán puedo tomar por día?",
        "mi presión no baja ni con tres remedios",
        "¿tengo psoriasis? dime sí o no",
    ),
    Language.EN: (
        "my whole body itches but there are no marks on my skin",
        "my legs swell and I get tired on the stairs",
        "how many mg of losartan can I take a day?",
        "my blood pressure stays high with three medicines",
        "do I have psoriasis? yes or no",
    ),
}
RETRIEVAL = {
    Language.PT: "No momento a busca usa só o modelo local.",
    Language.ES: "En este momento la búsqueda usa solo el modelo local.",
    Language.EN: "At the moment the search uses the local model only.",
}


def written(*sentences: tuple[str, list[int]]) -> str:
    return json.dumps({"enough": True, "sentences": [{"text": t, "sources": s} for t, s in sentences]})


NOT_ENOUGH = json.dumps({"enough": False, "sentences": []})


@pytest.fixture
def model() -> FakeChatModel:
    return FakeChatModel(deque())


@pytest.fixture
async def ana(corpus_pool: asyncpg.Pool, local_embedder: Embedder, model: FakeChatModel) -> AsyncIterator[Conversation]:
    """Somebody who has consented and whose answers `model` writes."""
    async with conversation(corpus_pool, Models(local_embedder, None, model)) as talking:
        await talking.consent()
        yield talking


async def last_row(talking: Conversation) -> dict[str, Any]:
    return dict((await talking.rows())[-1])


def printed(reply: Reply) -> set[int]:
    return {int(n) for n in re.findall(r"\[(\d+)\]", plain(reply.text))}


def stored(row: dict[str, Any]) -> set[int]:
    return {source["posicao"] for source in row["fontes_rag"] if source["citada"]}


@pytest.mark.parametrize(
    ("lie", "kind"),
    [
        ("Você está com insuficiência cardíaca.", "diagnosis"),
        ("Pare de tomar o seu remédio de pressão hoje mesmo.", "prescription"),
        ("Tome 2 comprimidos de losartana 50 mg.", "prescription"),
        ("Não é nada grave e não precisa procurar médico.", "reassurance"),
        ("Chá de hibisco em jejum limpa as veias.", "unsupported"),
        (LIE, "figure"),
    ],
)
async def test_a_lie_of_the_model_s_is_not_sent_and_its_verdict_is_kept(
    ana: Conversation, model: FakeChatModel, lie: str, kind: str
) -> None:
    model.script.extend([written((WEAK, [1]), (lie, [1]))] * 2)
    (reply,) = await ana.say(LEGS)
    row = await last_row(ana)
    assert lie not in reply.text
    assert "[1]" in reply.text
    assert row["degraded"] == ["chat:ungrounded"]
    assert [kind in {v["kind"] for v in verdict["violations"]} for verdict in row["verdict"]["rejected"]] == [True] * 2
    assert row["verdict"]["ok"] is True


async def test_two_answers_that_fail_leave_their_cost_their_model_and_their_prompt(
    ana: Conversation, model: FakeChatModel
) -> None:
    model.script.extend([written((LIE, [1]))] * 2)
    await ana.say(LEGS)
    row = await last_row(ana)
    name = await ana.pool.fetchval("select name from prompts where hash = $1", row["prompt_hash"])
    assert (row["chat_model"], name) == (model.name, "answer")
    assert row["tokens_out"] == 2 * estimate_tokens(written((LIE, [1]))) + estimate_tokens("{}")
    assert row["tokens_in"] == sum(estimate_tokens(p.system) + estimate_tokens(p.user) for p in model.prompts)


async def test_the_second_try_is_told_what_was_wrong_with_the_first(ana: Conversation, model: FakeChatModel) -> None:
    model.script.extend([written((WEAK, [1]), (LIE, [1])), written((WEAK, [1]))])
    (reply,) = await ana.say(LEGS)
    first, second = (json.loads(prompt.user) for prompt in model.prompts if prompt.schema is not CaseRead)
    assert "rejected" not in first
    assert second["rejected"] == [{"kind": "figure", "figure": ">= 77 year", "sentence": LIE}]
    row = await last_row(ana)
    assert WEAK in reply.text
    assert row["degraded"] == []
    assert len(row["verdict"]["rejected"]) == 1


async def test_a_model_that_finds_too_little_is_kept_with_the_abstention(
    ana: Conversation, model: FakeChatModel
) -> None:
    model.script.append(NOT_ENOUGH)
    (reply,) = await ana.say(LEGS)
    row = await last_row(ana)
    assert "Não encontrei nas notas" in reply.text
    assert printed(reply) == stored(row) == set()
    assert (row["chat_model"], row["verdict"]["ok"], row["degraded"]) == (model.name, True, [])
    assert row["prompt_hash"]
    assert row["tokens_in"] > 0


async def test_a_model_that_gives_up_after_a_failed_try_leaves_the_note_s_own_sentences(
    ana: Conversation, model: FakeChatModel
) -> None:
    model.script.extend([written((LIE, [1])), NOT_ENOUGH])
    (reply,) = await ana.say(LEGS)
    assert "Insuficiência Cardíaca" in reply.text
    assert (await last_row(ana))["degraded"] == ["chat:ungrounded"]


async def test_a_failed_try_before_an_outage_is_kept_too(ana: Conversation, model: FakeChatModel) -> None:
    model.script.extend([written((LIE, [1])), ProviderError(Outage.DOWN)])
    await ana.say(LEGS)
    row = await last_row(ana)
    assert row["degraded"] == ["chat:down"]
    assert row["tokens_out"] > 0
    assert len(row["verdict"]["rejected"]) == 1


@pytest.mark.parametrize(
    ("question", "refusal"),
    [
        (f"minha pressão está alta, {DOSE}", "Não posso indicar remédio"),
        ("fala a verdade, eu tenho psoríase?", "Não posso dizer se é ou não"),
    ],
)
async def test_no_model_is_asked_for_a_dose_or_a_diagnosis(
    ana: Conversation, model: FakeChatModel, question: str, refusal: str
) -> None:
    (reply,) = await ana.say(question)
    row = await last_row(ana)
    assert model.prompts == []
    assert 0 <= reply.text.find(refusal) < reply.text.find("[1]")
    assert (row["chat_model"], row["degraded"]) == (None, [])
    assert "sem o modelo de linguagem" not in reply.text


async def test_no_model_is_asked_where_the_question_before_was_for_a_dose(
    ana: Conversation, model: FakeChatModel
) -> None:
    await ana.say(f"minha pressão está alta, {DOSE}")
    (reply,) = await ana.say("e quais exames eu levo?")
    assert (await last_row(ana))["routing"]["reason"] == "follow_up"
    assert "[1]" in reply.text
    assert model.prompts == []


async def test_markers_that_the_model_writes_are_taken_out_of_its_text(ana: Conversation, model: FakeChatModel) -> None:
    model.script.append(written((WEAK.replace(" e não", " [3] e não") + " [4, 2]", [1])))
    (reply,) = await ana.say(LEGS)
    assert f"{WEAK} [1]" in reply.text
    assert printed(reply) == stored(await last_row(ana)) == {1}


async def test_a_long_answer_of_a_model_that_cites_one_note_four_times_fits_and_names_it_once(
    ana: Conversation, model: FakeChatModel
) -> None:
    long = (
        "O coração fica fraco e não bombeia todo o sangue de que o corpo precisa; o coração fica fraco, fraco e fraco."
    )
    model.script.append(written(*((long, [n % 4 + 1, *([] if n % 4 == 0 else [1])]) for n in range(8))))
    (reply,) = await ana.say("o que é insuficiência cardíaca?")
    row = await last_row(ana)
    assert row["degraded"] == []
    assert len(plain(reply.text)) <= 900
    assert plain(reply.text).count("resumo de demonstração") == 1
    assert "[1][2][3][4] resumo de demonstração da Nota" in reply.text
    assert printed(reply) == stored(row) == {1, 2, 3, 4}


@pytest.mark.parametrize("late", [False, True], ids=["in time", "review overdue"])
@pytest.mark.parametrize("language", list(Language))
async def test_whatever_is_missing_an_answer_fits_and_cites_what_is_stored_as_cited(
    own_corpus_pool: asyncpg.Pool, local_embedder: Embedder, language: Language, late: bool
) -> None:
    provider = FakeEmbedder()
    await own_corpus_pool.execute("insert into embedding_models (name, state) values ($1, 'incomplete')", provider.name)
    model = FakeChatModel(deque([ProviderError(Outage.DOWN)] * 40))
    async with conversation(own_corpus_pool, Models(local_embedder, provider, model)) as talking:
        await talking.consent()
        talking.language = language
        if late:
            talking.at = talking.at.replace(year=2031)
        answered = 0
        for question in (*QUESTIONS[language], *_golden(language, 6)):
            await talking.say("/new")
            (reply,) = await talking.say(question)
            row = await last_row(talking)
            assert len(plain(reply.text)) <= 900
            assert printed(reply) == stored(row)
            if reply.sources:
                answered += 1
                assert "embedding:incomplete" in row["degraded"]
                assert RETRIEVAL[Language(row["language"])] in plain(reply.text)
        assert answered >= len(QUESTIONS[language])


def _golden(language: Language, count: int) -> Sequence[str]:
    lines = (ROOT / "tests" / "golden" / "routing.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [item["text"] for item in map(json.loads, lines) if item["language"] == language]
    return texts[:: max(1, len(texts) // count)]


async def test_another_condition_that_is_named_is_stored_as_cited(ana: Conversation, model: FakeChatModel) -> None:
    model.script.append(ProviderError(Outage.DOWN))
    (reply,) = await ana.say("arritmia tem cura?")
    row = await last_row(ana)
    assert re.search(r"Outro tema próximo: .+ \[2\]\.", reply.text)
    assert printed(reply) == stored(row) == {1, 2}
    assert "[1][2] resumo de demonstração" in reply.text


async def test_sources_of_a_specialty_that_is_off_are_not_shown_by_button_or_command(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    models = Models(local_embedder, None, None)
    async with conversation(corpus_pool, models) as before:
        await before.consent()
        (answer,) = await before.say(LEGS)
    async with conversation(corpus_pool, models, before.user, fonte_features="dermatologia") as after:
        after.count, after.at = before.count, before.at
        for shown in (await after.press_first(answer), await after.say("/fontes")):
            assert "Insuficiência" not in shown[0].text
            assert "desligado" in shown[0].text
        await after.say(ITCH)
        (own,) = await after.say("/fontes")
        assert "Prurido" in own.text
