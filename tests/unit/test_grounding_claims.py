"""No answer diagnoses, prescribes or reassures, or speaks of what its passages don't; unless the passage says it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.grounding import Evidence, PassageText, PatientText, ViolationKind, check
from rag.types import Language
from tests.unit.answer_sentences import (
    DIAGNOSES,
    FAIR,
    PRESCRIPTIONS,
    REASSURANCES,
    UNSUPPORTED,
    Written,
    written,
)

LIES = [
    *((one, ViolationKind.DIAGNOSIS) for one in written(DIAGNOSES)),
    *((one, ViolationKind.PRESCRIPTION) for one in written(PRESCRIPTIONS)),
    *((one, ViolationKind.REASSURANCE) for one in written(REASSURANCES)),
    *((one, ViolationKind.UNSUPPORTED) for one in written(UNSUPPORTED)),
]
HEART = "O coração fica fraco e não bombeia todo o sangue. A pessoa sente falta de ar e incha nas pernas."


def kinds(sentence: str, passage: str = HEART, said: str = "", language: Language = Language.PT) -> set[ViolationKind]:
    evidence = Evidence((PassageText(1, passage, Language.PT),), (PatientText(said),) if said else ())
    return {violation.kind for violation in check(sentence, evidence, language=language).violations}


@pytest.mark.parametrize("one", written(FAIR), ids=lambda one: one.sentence)
def test_a_fair_paraphrase_passes(one: Written) -> None:
    assert one.verdict.violations == ()


@pytest.mark.parametrize(("one", "kind"), LIES, ids=[one.sentence for one, _ in LIES])
def test_a_sentence_that_must_not_be_sent_is_found_and_named(one: Written, kind: ViolationKind) -> None:
    assert kind in {violation.kind for violation in one.verdict.violations}


def test_the_tables_hold_at_least_sixty_of_each_and_every_language() -> None:
    for some in (written(FAIR), [one for one, _ in LIES]):
        spoken = Counter(one.language for one in some)
        assert len(some) >= 60
        assert all(spoken[language] >= 20 for language in Language)


@pytest.mark.parametrize(
    "sentence",
    [
        "Após a cirurgia, tome 1 comprimido de levotiroxina por dia.",
        "Não é preciso procurar o especialista.",
        "Não há risco de câncer.",
        "O seu diagnóstico é hipotireoidismo.",
    ],
)
def test_what_the_cited_passage_itself_says_may_be_said(sentence: str) -> None:
    assert kinds(f"{sentence} [1]", f"O que diz a nota.\n- {sentence}\n- Outra coisa.") == set()
    assert kinds(f"{sentence} [1]") != set()


def test_what_another_passage_says_may_not() -> None:
    order = "Suspenda o diurético antes do exame."
    evidence = Evidence((PassageText(1, HEART, Language.PT), PassageText(2, order, Language.PT)))
    assert check(f"{order} [2]", evidence).ok
    assert ViolationKind.PRESCRIPTION in {v.kind for v in check(f"{order} [1]", evidence).violations}


def test_what_is_said_of_a_person_in_general_is_not_said_of_the_reader() -> None:
    passage = "A pessoa tem insuficiência cardíaca e o coração fraco."
    assert kinds("A pessoa tem insuficiência cardíaca [1].", passage) == set()
    assert ViolationKind.DIAGNOSIS in kinds("Você tem insuficiência cardíaca [1].", passage)


def test_a_question_put_to_the_reader_is_no_diagnosis() -> None:
    assert kinds("Você tem falta de ar?") == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "Você contou que tem insuficiência cardíaca.",
        "You said that you have heart failure.",
        "Usted dijo que tiene asma.",
    ],
)
def test_what_the_reader_said_of_themselves_may_be_retold(sentence: str) -> None:
    assert ViolationKind.DIAGNOSIS not in kinds(sentence, said="tenho insuficiência cardíaca, asma")


def test_courtesy_may_not_reassure() -> None:
    assert ViolationKind.REASSURANCE in kinds("Não se preocupe!")


def test_a_patient_s_figure_passes_in_a_sentence_that_retells_it_and_in_no_other() -> None:
    said = "minha pressão deu 15 por 9 e tomo 50 mg de losartana"
    passage = "A pressão alta é medida em dias diferentes."
    assert kinds("Você contou que a pressão deu 15 por 9.", passage, said) == set()
    assert kinds("Você contou que a pressão deu 15 por 9 [1].", passage, said) == set()
    assert kinds("A pressão alta é 15 por 9 [1].", passage, said) == {ViolationKind.FIGURE}
    assert ViolationKind.FIGURE in kinds("Você contou a sua, e a pressão alta é 15 por 9 [1].", passage, said)
    assert ViolationKind.PRESCRIPTION in kinds("Tome 50 mg de losartana [1].", passage, said)


def test_words_of_two_languages_are_not_compared() -> None:
    assert ViolationKind.UNSUPPORTED not in kinds("The legs swell [1].", language=Language.EN)


@given(st.text(max_size=200))
def test_any_text_is_judged_without_an_error(text: str) -> None:
    verdict = check(text, Evidence((PassageText(1, HEART, Language.PT),)))
    assert verdict.ok is (verdict.violations == ())
