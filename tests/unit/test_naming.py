"""A condition that is called by its name comes first, and only then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from rag.notes.naming import Condition, Names
from rag.notes.ports import Coverage, RoutingPhrase, StoredSentence
from rag.notes.retrieval import MATCH_COUNT, Retrieval, Retriever
from rag.ports import Outage, ProviderError
from rag.types import Passage, Specialty, Vector
from tests.fakes.models import FakeEmbedder

SKIN, HEART = "dermatologia", "cardiologia"
PSORIASIS, MYCOSIS, ECZEMA, ATOPY = "Psoríase", "Micoses", "Eczemas", "Dermatite Atópica"
CONDITIONS = (
    Condition(SKIN, PSORIASIS, ("Psoriasis",), ("placas na pele", "psoríase tem cura?")),
    Condition(SKIN, MYCOSIS, ("Micosis", "Fungal infections"), ("pé de atleta", "coceira", "athlete's foot")),
    Condition(SKIN, ECZEMA, ("Eccemas",), ("eczema", "coceira")),
    Condition(SKIN, ATOPY, ("Atopic dermatitis",), ("atopic eczema since birth", "is my atopic eczema catching")),
    Condition(SKIN, "Prurido", ("Itching (pruritus)",), ("coceira sem fim",)),
    Condition(SKIN, "Câncer de Pele não Melanoma/Ceratoses Actínicas", (), ("tenho carcinoma",)),
    Condition(SKIN, "Melanoma", (), ("pinta preta", "melanoma na família")),
    Condition(HEART, "Hipertensão Arterial Sistêmica", (), ("pressão alta", "minha pressão alta não baixa")),
    Condition(HEART, "Insuficiência Cardíaca", ("Heart failure",), ("tenho insuficiência cardíaca", "cansaço")),
    Condition(HEART, "Arritmia / Síncope", (), ("desmaio",)),
    Condition(HEART, "Arritmia / Taquiarritmias", (), ("palpitação", "tenho fibrilação atrial")),
)
NAMES = Names.of(CONDITIONS)


@pytest.mark.parametrize(
    ("text", "specialty", "title"),
    [
        ("Tenho PSORIASE há anos, mudei de cidade e perdi os papéis", SKIN, PSORIASIS),
        ("desde hace un año tengo psoriasis y me duele todo", SKIN, PSORIASIS),
        ("I was diagnosed with heart failure two years ago. Things are stable", HEART, "Insuficiência Cardíaca"),
        ("faz dez anos que tenho pressão alta, durmo bem", HEART, "Hipertensão Arterial Sistêmica"),
        ("my athlete's foot came back", SKIN, MYCOSIS),
        ("apareceu fibrilação atrial no exame", HEART, "Arritmia / Taquiarritmias"),
        ("tive síncope no ônibus", HEART, "Arritmia / Síncope"),
        ("tirei um carcinoma do nariz", SKIN, "Câncer de Pele não Melanoma/Ceratoses Actínicas"),
        ("câncer de pele não melanoma na testa", SKIN, "Câncer de Pele não Melanoma/Ceratoses Actínicas"),
        ("psoríase com prurido à noite", SKIN, PSORIASIS),
        ("prurido há meses", SKIN, "Prurido"),
    ],
)
def test_a_message_that_names_one_condition_names_it_whatever_else_it_says(
    text: str, specialty: Specialty, title: str
) -> None:
    assert NAMES.only(text, specialty) == title


@pytest.mark.parametrize(
    "text",
    [
        "não é psoríase",
        "a médica disse que não tenho psoríase",
        "no es psoriasis, me dijeron",
        "I don't think it's psoriasis",
        "it isn't psoriasis",
        "sem psoríase",
        "psoríase foi descartada",
        "descartaram psoríase",
        "they ruled out psoriasis",
        "minha mãe tem psoríase",
        "mi hermana tiene psoriasis",
        "my dad has psoriasis",
        "psoríase na família",
        "melanoma na família",
        "melanoma runs in my family",
        "tenho psoríase e micose",
        "coceira no braço",
        "my atopic eczema is back",
        "",
    ],
)
def test_names_denied_of_relatives_several_or_none_say_nothing(text: str) -> None:
    assert NAMES.only(text, SKIN) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("não é psoríase, é micose", MYCOSIS),
        ("minha mãe tem psoríase, e eu tenho micose", MYCOSIS),
        ("não sei se é psoríase", PSORIASIS),
        ("não consigo controlar a psoríase", PSORIASIS),
        ("minha mãe disse que tenho psoríase", PSORIASIS),
        ("o médico de família encaminhou por psoríase", PSORIASIS),
        ("meu filho tem psoríase", PSORIASIS),
        ("não, tenho psoríase", PSORIASIS),
    ],
)
def test_only_the_name_itself_is_denied_or_given_to_a_relative(text: str, title: str) -> None:
    assert NAMES.only(text, SKIN) == title


def test_a_part_that_several_titles_share_names_none_of_them() -> None:
    assert NAMES.only("tenho arritmia", HEART) is None


def test_a_name_of_another_specialty_says_nothing() -> None:
    assert NAMES.only("tenho psoríase", HEART) is None
    assert NAMES.only("tenho psoríase", "neurologia") is None


@pytest.mark.parametrize("text", ["cansaço", "palpitação", "placas na pele", "pinta preta"])
def test_a_complaint_is_no_name_though_one_condition_alone_has_it(text: str) -> None:
    assert (NAMES.only(text, HEART), NAMES.only(text, SKIN)) == (None, None)


@dataclass
class Shelf:
    """An index of one passage a condition, by its title alone; searches and readings are counted."""

    searched: list[str] = field(default_factory=list)
    read: int = 0

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        self.searched.append(model)
        passages = [
            Passage(n, 1, "ab", SKIN, c.title, c.title, float(vector @ await _vector(c.title, model)), "N", "2018",
                    None, demonstration=True)
            for n, c in enumerate(CONDITIONS) if c.specialty == specialty
        ]  # fmt: skip
        return sorted(passages, key=lambda passage: -passage.similarity)[:count]

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        return {}

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        return ()

    async def conditions(self, model: str) -> Sequence[Condition]:
        self.read += 1
        return CONDITIONS

    async def coverage(self, model: str) -> Coverage:
        return Coverage(1, 1, "provider", "complete")


async def _vector(text: str, model: str) -> Vector:
    return await FakeEmbedder(model).embed_query(text)


FAR = "tenho psoríase; " + "melanomatoso eczematoso pruridoso micosesoso atópica dermatitezinha actínicas cânceres " * 3
"""Names one condition, in letters that are every other's: by itself it finds those."""


async def searched(text: str, local: FakeEmbedder, active: FakeEmbedder | None = None) -> tuple[Retrieval, Shelf]:
    shelf = Shelf()
    return await Retriever(shelf, local, active).search(text, SKIN, await _vector(text, local.name)), shelf


@pytest.mark.parametrize("provider", [None, "provider"])
async def test_a_named_condition_that_is_far_is_first_and_its_search_can_be_run_again(provider: str | None) -> None:
    local, active = FakeEmbedder("local"), FakeEmbedder(provider) if provider else None
    plain = await Shelf().nearest(await _vector(FAR, "local"), SKIN, MATCH_COUNT, "local")
    assert PSORIASIS not in {passage.title for passage in plain}
    retrieval, shelf = await searched(FAR, local, active)
    assert (retrieval.passages[0].title, retrieval.named) == (PSORIASIS, 1)
    again = await shelf.nearest(await _vector(retrieval.query_text, retrieval.model), SKIN, 4, retrieval.model)
    assert {p.document_id for p in again} == {p.document_id for p in retrieval.passages}
    assert (retrieval.vector == await _vector(retrieval.query_text, retrieval.model)).all()
    assert (retrieval.local_vector == await _vector(FAR, "local")).all()


@pytest.mark.parametrize("text", ["coceira no braço", "minha mãe tem psoríase", "tenho psoríase"])
async def test_no_text_is_embedded_again_where_nothing_is_named_or_the_name_finds_its_condition(text: str) -> None:
    local, active = FakeEmbedder("local"), FakeEmbedder("provider")
    retrieval, shelf = await searched(text, local, active)
    assert (local.queries, active.queries, retrieval.query_text) == ([], [text], text)
    assert shelf.searched == ["local", "provider"]


async def test_when_the_provider_fails_the_named_condition_is_first_all_the_same() -> None:
    active = FakeEmbedder("provider")
    active.failures.append(ProviderError(Outage.DOWN, "away"))
    retrieval, _ = await searched(FAR, FakeEmbedder("local"), active)
    assert (retrieval.passages[0].title, retrieval.model, retrieval.degraded) == (PSORIASIS, "local", "embedding:down")


async def test_names_are_read_once_a_version_of_the_corpus() -> None:
    shelf = Shelf()
    retriever = Retriever(shelf, FakeEmbedder("local"), None)
    for version in ("1", "1", None, "2", "2"):
        await retriever.search("tenho psoríase", SKIN, version=version)
    assert shelf.read == 2
