"""Which criteria are told to whom, on the bundled notes; the vectors are alike, so that words and figures decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from bot.paths import CORPUS
from rag.notes.extracting import Wish, extract
from rag.notes.fitting import Fit, fits
from rag.notes.ports import StoredSentence
from rag.notes.preparing import Preparer
from rag.types import EMBEDDING_DIMENSIONS, Section, Sentence

NOWHERE = np.zeros(EMBEDDING_DIMENSIONS, np.float32)


@cache
def notes() -> dict[str, tuple[StoredSentence, ...]]:
    prepared = Preparer(CORPUS, lambda text: len(text.split()), 2_000).prepare([]).notes
    return {
        chunk.title: tuple(StoredSentence(i, s, NOWHERE) for i, s in enumerate(chunk.sentences))
        for note in prepared
        for chunk in note.chunks
    }


def told(title: str, text: str, wish: Wish = Wish.ORIENTATION) -> list[str]:
    chosen = extract(NOWHERE, notes()[title], wish, text).sections
    return [stored.sentence.text for stored in chosen.get(Section.CRITERIA, ())]


@pytest.mark.parametrize(
    ("title", "text", "within", "without"),
    [
        ("Diabetes Mellitus", "muita sede e urino toda hora", "tipo", "[Gg]estacional|Gestante|cirurgia|renal"),
        ("Diabetes Mellitus", "tengo mucha sed y orino a cada rato", "tipo", "[Gg]estacional|Gestante|cirurgia"),
        ("Diabetes Mellitus", "always thirsty, peeing all night", "tipo", "[Gg]estacional|Gestante|cirurgia"),
        ("Diabetes Mellitus", "to grávida e a glicose de jejum deu 100 mg/dL", "[Gg]estacional", "tipo"),
        ("Nódulo de Tireoide", "tenho um nódulo de 2cm na tireoide", "≥ (1,5|2,0|1) cm", "< 1 cm|Gestante"),
        ("Nódulo de Tireoide", "tengo un nódulo de 2 cm en la tiroides", "≥ (1,5|2,0|1) cm", "< 1 cm|Gestante"),
        ("Nódulo de Tireoide", "I have a 2 cm thyroid nodule", "≥ (1,5|2,0|1) cm", "< 1 cm|Gestante"),
        ("Nódulo de Tireoide", "nódulo de 8 mm na tireoide", "< 1 cm", "≥"),
        ("Melanoma", "pinta que cresceu", "suspeita de melanoma", "nascença|parente|já teve"),
        ("Melanoma", "un lunar que creció", "suspeita de melanoma", "nascença|parente|já teve"),
        ("Melanoma", "my mole grew", "suspeita de melanoma", "nascença|parente|já teve"),
        ("Melanoma", "minha mãe teve melanoma", "parente de primeiro grau", "nascença"),
        ("Melanoma", "nasci com uma pinta enorme", "nascença", "parente"),
        ("Obesidade", "meu imc é 42", "grau III", "grau II,|bariátrica"),
        ("Obesidade", "imc de 37 e pressão alta", "grau II,", "grau III|bariátrica"),
        ("Hipotireoidismo", "meu tsh deu 12", "suspeita|dose|Suspeita", "Gestante"),
        ("Hipotireoidismo", "pregnant with tsh 4", "≥ 2,5", "≥ 10"),
        ("Hipertireoidismo", "coração disparado e tremor", "grávida ou não", "^$"),
        ("Doenças osteometabólicas", "minha mãe tem osteoporose", "Osteoporose", "em homem"),
        ("Doenças das Adrenais e Gônadas", "tumor de 3 cm na adrenal", "< 4 cm", "> 4 cm"),
        ("Verrugas Virais e Molusco Contagioso", "verruga na mão que não sai", "imunocompetente", "olhos|baixa"),
        ("Valvopatias", "tenho um sopro no coração", "sopro", "prótese|cirurgia"),
        ("Alopecia", "meu cabelo cai há 8 meses", "6 meses", "^$"),
    ],
)
def test_the_criteria_told_fit_the_person(title: str, text: str, within: str, without: str) -> None:
    criteria = told(title, text)
    assert any(re.search(within, criterion) for criterion in criteria)
    assert [criterion for criterion in criteria if re.search(without, criterion)] == []


def test_the_best_fitting_criterion_comes_first_so_that_it_is_the_last_to_be_left_out() -> None:
    melanoma = notes()["Melanoma"]
    chosen = extract(NOWHERE, melanoma, Wish.ORIENTATION, "pinta que cresceu")
    assert "suspeita de melanoma" in chosen.sections[Section.CRITERIA][0].sentence.text
    left = chosen.without_last().sections[Section.CRITERIA]
    assert left == chosen.sections[Section.CRITERIA][:-1]


def test_who_asks_for_the_criteria_gets_the_others_after_those_that_fit() -> None:
    criteria = told("Obesidade", "quando o imc de 42 é encaminhado?", Wish.CRITERIA)
    assert len(criteria) == 4
    assert any("grau III" in criterion for criterion in criteria)


def test_where_every_criterion_is_for_somebody_else_the_least_strange_is_told() -> None:
    assert told("Transgêneros", "nasci em corpo errado")


def test_an_empty_text_leaves_the_choice_to_the_vectors() -> None:
    assert fits(" ", sentences("uma", "outra")) == [Fit(), Fit()]


def test_a_figure_counts_only_in_its_own_unit_or_beside_its_own_name() -> None:
    criteria = sentences("IMC ≥ 40 kg/m²", "TSH ≥ 10 mUI/L", "nódulo ≥ 1 cm")
    assert [fit.met for fit in fits("tsh 12", criteria)] == [False, True, False]
    assert [fit.strange for fit in fits("tsh 8", criteria)] == [0, 1, 0]
    assert [fit.met for fit in fits("12 mm", criteria)] == [False, False, True]


def test_an_age_or_a_time_is_no_figure_to_compare() -> None:
    assert fits("tenho 30 anos há 2 meses", sentences("antes dos 20 anos e > 6 meses"))[0].strange == 0


def sentences(*texts: str) -> Sequence[Sentence]:
    return [Sentence(Section.CRITERIA, text) for text in texts]
