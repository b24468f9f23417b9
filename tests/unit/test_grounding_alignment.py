"""A sentence and its translation say the same numbers."""

from __future__ import annotations

import pytest

from rag.grounding import aligned, differences


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Dura pelo menos três meses.", "Dura al menos tres meses."),
        ("Dura pelo menos 3 meses.", "It lasts at least three months."),
        ("Acima de 180 por 120 mmHg", "Above 180/120 mmHg"),
        ("Diâmetro maior que 4,5 cm", "Diameter greater than 4.5 cm"),
        ("Cresce 7 a 10 mm por ano", "It grows 7 to 10 mm a year"),
        ("Homens de 50 a 69 anos e mulheres de 30 a 49.", "Men aged 50 to 69 and women aged 30 to 49."),
        ("Bloqueio de segundo grau", "Second-degree block"),
        ("SAMU 192 (CID E05.0)", "SAMU 192 (ICD E05.0)"),
        ("Duas vezes por dia", "Twice a day"),
        ("Hemoglobina glicada (HbA1c) > 7,0%", "Glycated hemoglobin > 7%"),
        ("Um deles melhora", "One of them gets better"),
        ("Os dois melhoram", "Both get better"),
    ],
)
def test_the_same_figures_align_across_languages(first: str, second: str) -> None:
    assert str(differences(first, second)) == "only in the first: -; only in the second: -"
    assert aligned(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Dura pelo menos 3 meses.", "It lasts more than three months."),
        ("Dura 3 meses.", "Dura 3 semanas."),
        ("Mede 4,5 cm.", "It measures 45 cm."),
        ("De 30 a 70 anos", "From 30 to 75 years"),
        ("CID E05.0", "ICD E05.1"),
        ("3 vezes por dia e 3 por semana", "3 times a day"),
    ],
)
def test_other_figures_do_not_align(first: str, second: str) -> None:
    assert not aligned(first, second)


def test_the_difference_names_what_each_side_alone_holds() -> None:
    found = differences("Mais de 5 cm em 2 dias", "More than 6 cm in 2 days")
    assert (found.only_first, found.only_second) == (("> 5 cm",), ("> 6 cm",))
