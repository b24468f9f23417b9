"""Whether a specialty's agent speaks or abstains, and what it tells of how it found its passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from bot.acts import Context, Draft
from bot.agents.agent import Limits, SpecialtyAgent
from bot.locales import load_catalogue
from bot.messages import Incoming, Kind
from bot.metrics import NullMeter
from bot.ports import Person, PromptText, Session
from bot.profile import Profile
from bot.routing import Reason, Routing
from rag.answering import Answerer
from rag.notes.naming import Condition
from rag.notes.ports import Coverage, RoutingPhrase, StoredSentence
from rag.notes.retrieval import Retriever
from rag.types import Language, Passage, Section, Sentence, Specialty, Vector
from tests.fakes.models import FakeEmbedder
from tests.integration.conversing import START

LIMITS = Limits(near_enough=0.35, also_within=0.03)
ABSTAINED = "Não encontrei nas notas"
TITLES = ("Coração", "Pressão", "Pulso")


@dataclass
class TwoModels:
    """An index whose cosines are as told: one list under the local model, another under the provider's."""

    local: Sequence[float]
    provider: Sequence[float]

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        cosines = self.local if model == "local" else self.provider
        return [_passage(n, cosine) for n, cosine in enumerate(cosines)]

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        told = Sentence(Section.ABOUT, "O coração bate.")
        return {number: (StoredSentence(0, told, np.ones(768, np.float32)),) for number in document_ids}

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        return ()

    async def conditions(self, model: str) -> Sequence[Condition]:
        return ()

    async def coverage(self, model: str) -> Coverage:
        return Coverage(1, 1, "provider", "complete")


def _passage(number: int, cosine: float) -> Passage:
    return Passage(number, 1, "ab", "cardiologia", TITLES[number], "O coração bate.", cosine, "Nota 1", "2018", None,
                   demonstration=True)  # fmt: skip


async def asked(local: Sequence[float], provider: Sequence[float] | None) -> Draft:
    """The reply to a question, with these cosines; `provider` None where there is none."""
    index = TwoModels(local, provider or ())
    active = FakeEmbedder("provider") if provider is not None else None
    profile = Profile(specialty="cardiologia", names={"pt": "Cardiologia"}, abouts={"pt": "coração"}, keywords=())
    retriever = Retriever(index, FakeEmbedder("local"), active)
    agent = SpecialtyAgent(
        profile, retriever, Answerer(index, None, ""), PromptText("h", "answer", ""), LIMITS, NullMeter()
    )
    session = Session(Person("test", "1"), consented=True)
    incoming = Incoming("1", "test", "1", "1", Kind.TEXT, "meu coração dói", START)
    context = Context(incoming, session, Language.PT, load_catalogue()[Language.PT], "cardiologia")
    text = incoming.text
    answered = await agent.answer(context, text, Routing("cardiologia", Reason.PHRASE, "", 1.0, text, text, None))
    return answered.draft


@pytest.mark.parametrize(
    ("local", "provider", "speaks"),
    [
        ([0.2, 0.1], [0.99, 0.98], False),
        ([0.34], [0.99], False),
        ([0.36], [0.99], True),
        ([0.6, 0.1], [0.1, 0.1], True),
        ([0.2], None, False),
        ([0.6], None, True),
        ([], None, False),
    ],
)
async def test_near_enough_is_decided_by_the_local_model_whatever_the_other_s_cosines(
    local: Sequence[float], provider: Sequence[float] | None, speaks: bool
) -> None:
    draft = await asked(local, provider)
    assert (ABSTAINED not in draft.text) is speaks
    assert any(source.citada for source in draft.sources) is speaks


@pytest.mark.parametrize(
    ("local", "provider", "named"),
    [
        ([0.6, 0.59], [0.99, 0.5], True),
        ([0.6, 0.4], [0.99, 0.99], False),
        ([0.6, 0.59], None, True),
        ([0.6, 0.4], None, False),
        ([0.6], [0.99, 0.99], False),
    ],
)
async def test_another_condition_is_named_by_the_local_model_s_difference(
    local: Sequence[float], provider: Sequence[float] | None, named: bool
) -> None:
    draft = await asked(local, provider)
    assert ("Outro tema próximo: Pressão [2]" in draft.text) is named


async def test_the_stored_similarity_is_the_one_of_the_model_that_found_the_passage() -> None:
    draft = await asked([0.6, 0.1], [0.99, 0.98])
    assert [source.similarity for source in draft.sources] == [0.99, 0.98]
