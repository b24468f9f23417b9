from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.ports import Turn
from bot.profile import Profile
from bot.routing import ModelCall, Reason, Router, Routing
from bot.routing.naming import named
from bot.routing.phrases import PhraseIndex
from bot.routing.vocabulary import Vocabulary
from rag.notes.ports import RoutingPhrase
from rag.ports import ChatModel, Outage, ProviderError
from rag.types import GENERAL
from tests.fakes.models import FakeChatModel, FakeEmbedder

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SKIN = Profile(specialty="skin", names={}, abouts={}, keywords=["dermatologista"])
HEART = Profile(specialty="heart", names={}, abouts={}, keywords=["cardiologista"], ambiguous=["cardio"])
PHRASES = {
    "skin": ["coceira na pele", "minha pele coça", "mancha na pele", "coceira no braço", "mancha escura"],
    "heart": ["pressão alta", "minha pressão subiu", "sopro no coração", "o coração dispara", "é grave o sopro?"],
    GENERAL: ["bom filme", "previsão do tempo", "conte uma piada", "o que você faz?", "quem é você?"],
}


class _Watched(list[RoutingPhrase]):
    """Phrases that note in which thread they are read."""

    threads: list[int]

    def __iter__(self) -> Iterator[RoutingPhrase]:
        self.threads.append(threading.get_ident())
        return super().__iter__()


class _Phrases:
    """Nothing of a note index but its phrases, given after a pause; readings are counted."""

    def __init__(self, phrases: Sequence[RoutingPhrase]) -> None:
        self.phrases = _Watched(phrases)
        self.phrases.threads = []
        self.readings = 0
        self.failures: deque[Exception] = deque()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        self.readings += 1
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.popleft()
        return self.phrases


async def _phrases(embedder: FakeEmbedder) -> list[RoutingPhrase]:
    return [
        RoutingPhrase(specialty, None, text, await embedder.embed_query(text))
        for specialty, texts in PHRASES.items()
        for text in texts
    ]


async def _router(model: ChatModel | None = None, *, empty: bool = False) -> tuple[Router, _Phrases]:
    embedder = FakeEmbedder()
    index = _Phrases([] if empty else await _phrases(embedder))
    return Router(index, embedder, [HEART, SKIN], model, "Which specialty?"), index


async def test_however_many_messages_ask_at_once_the_phrases_are_read_once() -> None:
    router, index = await _router()
    await asyncio.gather(*(router.refresh("1") for _ in range(20)))
    assert index.readings == 1
    await asyncio.gather(*(router.refresh("2") for _ in range(20)))
    assert index.readings == 2


async def test_the_phrases_are_made_ready_outside_the_event_loop_s_thread() -> None:
    router, index = await _router()
    await router.warm("1")
    assert index.phrases.threads
    assert threading.get_ident() not in index.phrases.threads


async def test_after_a_reading_that_failed_the_next_message_reads_again() -> None:
    router, index = await _router()
    index.failures.append(ConnectionError())
    with pytest.raises(ConnectionError):
        await router.refresh("1")
    await router.refresh("1")
    assert index.readings == 2
    assert (await router.route("mancha escura", None, allow_model=False)).specialty == "skin"


async def test_a_warm_router_reads_nothing_more_for_the_same_corpus() -> None:
    router, index = await _router()
    await router.warm("1")
    await router.refresh("1")
    assert index.readings == 1


async def test_what_the_model_was_asked_is_known_beside_its_choice() -> None:
    model = FakeChatModel(deque(['{"specialty": "skin"}']))
    router, _ = await _router(model, empty=True)
    routing = await router.route("algo estranho em mim", None, allow_model=True)
    assert (routing.specialty, routing.reason, routing.degraded) == ("skin", Reason.MODEL, ())
    stored = routing.as_dict(consented=True)
    assert stored["model"] == model.name
    assert stored["tokens_in"]
    assert stored["tokens_out"]
    assert len(str(stored["prompt_hash"])) == 64


@pytest.mark.parametrize("outage", list(Outage))
async def test_an_outage_of_the_model_is_stored_with_the_routing(outage: Outage) -> None:
    model = FakeChatModel(deque([ProviderError(outage)]))
    router, _ = await _router(model, empty=True)
    routing = await router.route("algo estranho em mim", None, allow_model=True)
    assert (routing.specialty, routing.reason) == (GENERAL, Reason.PHRASE)
    stored = routing.as_dict(consented=True)
    assert stored["degraded"] == [f"routing:{outage}"]
    assert stored["model"] == model.name
    assert stored["tokens_in"] is None


async def test_a_specialty_that_does_not_exist_is_no_choice() -> None:
    router, _ = await _router(FakeChatModel(deque(['{"specialty": "neurologia"}'])), empty=True)
    routing = await router.route("algo estranho em mim", None, allow_model=True)
    assert routing.specialty == GENERAL
    assert routing.degraded == ("routing:bad_output",)
    assert routing.as_dict()["tokens_in"]


async def test_a_follow_up_is_read_with_a_bounded_beginning_of_the_question_before() -> None:
    router, _ = await _router()
    turn = Turn("skin", "minha pele coça " * 250, AT)
    routing = await router.route("e se for à noite?", turn, allow_model=False)
    assert routing.reason is Reason.FOLLOW_UP
    assert routing.asked == "e se for à noite?"
    assert routing.query_text.endswith("\ne se for à noite?")
    assert len(routing.query_text) < 1_100


async def test_a_message_that_follows_nothing_is_what_is_asked_and_what_is_retrieved_with() -> None:
    router, _ = await _router()
    routing = await router.route("mancha escura", None, allow_model=False)
    assert routing.asked == routing.query_text == "mancha escura"


def test_without_consent_nothing_stored_tells_what_a_message_was_about() -> None:
    routing = Routing("skin", Reason.PHRASE, "mancha escura", 0.9, "a", "a", None, ModelCall("m", "h", 1, 2))
    assert routing.as_dict(consented=False) == routing.as_dict()
    assert not {"skin", "mancha escura"} & set(map(str, routing.as_dict().values()))
    assert routing.as_dict(consented=True)["detail"] == "mancha escura"
    assert routing.as_dict(consented=True)["specialty"] == "skin"


async def _loaded() -> PhraseIndex:
    return PhraseIndex.build(await _phrases(FakeEmbedder()))


async def test_a_word_speaks_of_a_specialty_whose_phrases_use_it_more_than_the_others() -> None:
    index = await _loaded()
    assert index.tells("pressao", "heart", ("skin", GENERAL))
    assert not index.tells("pressao", "skin", ("heart", GENERAL))
    assert not index.tells("zumbido", "heart", ("skin", GENERAL))


def test_words_that_fit_any_subject_speak_of_none() -> None:
    vocabulary = Vocabulary.of({"heart": ["é grave?", "isso é grave?"], "skin": ["mancha", "mancha nova"]})
    assert not vocabulary.tells("grave", "heart", ("skin",))
    assert vocabulary.tells("mancha", "skin", ("heart",))


@pytest.mark.parametrize(
    ("text", "specialty", "word", "decides", "others"),
    [
        ("preciso do dermatologista?", "skin", "dermatologista", True, []),
        ("o Cardiologista viu uma mancha", "heart", "cardiologista", True, ["viu", "mancha"]),
        ("faço cardio e minha pele coça", "heart", "cardio", False, ["pele", "coca"]),
        ("faço cardio, o dermatologista deixou", "skin", "dermatologista", True, ["cardio", "deixou"]),
    ],
)
def test_a_specialty_s_name_is_read_with_what_is_said_beside_it(
    text: str, specialty: str, word: str, decides: bool, others: list[str]
) -> None:
    naming = named(text, [HEART, SKIN])
    assert naming
    assert (naming.specialty, naming.word, naming.decides, naming.others) == (specialty, word, decides, others)


def test_what_stands_beside_a_name_keeps_its_accents() -> None:
    naming = named("faço cardio e minha pele coça", [HEART])
    assert naming
    assert naming.without == "faço  e minha pele coça"


@pytest.mark.parametrize("text", ["cardiopatia", "minha pele coça", ""])
def test_a_message_that_names_no_specialty_has_no_name_in_it(text: str) -> None:
    assert named(text, [HEART, SKIN]) is None
