"""Answers whose yes or no is to something else than the question."""

from __future__ import annotations

import pytest

from rag.protocols.reading import Doubt, Problem, Told, Unknown, read_yes_no
from tests.unit.protocol_reading_samples import answer, yes_no

HAS, HAS_ES = "Você tem pressão alta?", "¿Tiene usted presión alta?"
HAS_EN = "Do you have high blood pressure?"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("hã", HAS), ("ha", HAS), ("ha ha", HAS), ("is", HAS), ("do", HAS), ("tem", HAS), ("sim ou", HAS),
        ("uma sim, outra não", HAS), ("sim, metade", HAS), ("meio", HAS), ("agora não", HAS), ("não agora", HAS),
        ("sí o", HAS_ES), ("una sí, otra no", HAS_ES), ("sí, mitad", HAS_ES), ("ahora no", HAS_ES), ("tiene", HAS_ES),
        ("yes or", HAS_EN), ("yes, half", HAS_EN), ("not now", HAS_EN), ("have", HAS_EN),
    ],
)  # fmt: skip
def test_a_fragment_a_half_and_a_put_off_are_no_answer(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None


SHOWED, SHOWED_ES = "O exame mostrou doença?", "¿El examen mostró enfermedad?"
SHOWED_EN = "Did the test show disease?"
ANAEMIC = "Você tem anemia confirmada?"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        *((text, question) for question in (SHOWED, ANAEMIC) for text in (
            "nunca fiz exame", "não fiz o exame", "não tenho o exame aqui", "não fiz exame nenhum")),
        ("ainda não fiz", SHOWED), ("nunca me hice el examen", SHOWED_ES), ("no tengo el examen aquí", SHOWED_ES),
        ("I never had the test", SHOWED_EN), ("I don't have the test here", SHOWED_EN),
    ],
)  # fmt: skip
def test_an_exam_that_was_not_done_says_nothing_of_what_it_shows(text: str, question: str) -> None:
    assert isinstance(read_yes_no(text, question), Unknown)


@pytest.mark.parametrize("text", ["nunca fiz exame", "não fiz o exame", "não fiz"])
def test_an_exam_that_was_not_done_is_a_no_where_that_is_asked(text: str) -> None:
    assert read_yes_no(text, "Você fez o exame?") is False


@pytest.mark.parametrize(
    ("text", "question"),
    [("não, tá alta ainda", "A diabetes está fora de controle?"), ("não controla", "A pressão está descontrolada?"),
     ("no, sigue alta", "¿La diabetes está fuera de control?"), ("no, it's still high", "Is it out of control?")],
)  # fmt: skip
def test_what_is_still_high_is_no_no_to_being_out_of_control(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None


TYPE, TYPE_ES, TYPE_EN = "Você tem diabetes tipo 2?", "¿Tiene diabetes tipo 2?", "Do you have type 2 diabetes?"


@pytest.mark.parametrize(
    ("text", "question"),
    [("sim, tipo 1", TYPE), ("sim tipo 1", TYPE), ("sim, do tipo I", TYPE), ("sim, gestacional", TYPE),
     ("sim, classe 2", "Tem insuficiência cardíaca classe III?"), ("sí, tipo 1", TYPE_ES), ("yes, type 1", TYPE_EN)],
)  # fmt: skip
def test_a_yes_of_another_type_is_no_answer(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None


@pytest.mark.parametrize(
    ("text", "question"), [("sim, tipo 2", TYPE), ("sí, tipo II", TYPE_ES), ("yes, type 2", TYPE_EN)]
)
def test_a_yes_of_the_same_type_is_a_yes(text: str, question: str) -> None:
    assert read_yes_no(text, question) is True


KIN, KIN_ES = "Alguém da sua família tem diabetes?", "¿Alguien de su familia tiene diabetes?"
KIN_EN = "Does anyone in your family have diabetes?"


@pytest.mark.parametrize(
    ("text", "question"),
    [("minha sogra", KIN), ("marido", KIN), ("vizinho", KIN), ("sim, meu marido", KIN), ("um amigo", KIN),
     ("mi suegra", KIN_ES), ("sí, mi vecino", KIN_ES), ("my mother-in-law", KIN_EN), ("yes, my husband", KIN_EN)],
)  # fmt: skip
def test_who_is_no_relative_by_blood_is_none_of_the_family(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None


@pytest.mark.parametrize(
    ("text", "question"),
    [("minha mãe", KIN), ("sim, mãe e sogra", KIN), ("sí, mi madre", KIN_ES), ("yes, my mother", KIN_EN)],
)
def test_a_relative_by_blood_is_of_the_family(text: str, question: str) -> None:
    assert read_yes_no(text, question) is True


GUARDIAN = "Você é a mãe, o pai ou o responsável legal?"
GUARDIAN_ES = "¿Es usted la madre, el padre o el responsable legal?"
GUARDIAN_EN = "Are you the mother, father or legal guardian?"


@pytest.mark.parametrize(
    ("text", "question", "is_one"),
    [
        ("sim, sou o próprio", GUARDIAN, False), ("sou a irmã", GUARDIAN, False), ("sou a avó", GUARDIAN, False),
        ("sim, sou a tia", GUARDIAN, False), ("sou amiga da mãe", GUARDIAN, False), ("sou a mãe", GUARDIAN, True),
        ("sou a avó, responsável legal", GUARDIAN, True), ("soy la abuela", GUARDIAN_ES, False),
        ("sí, soy yo mismo", GUARDIAN_ES, False), ("soy la madre", GUARDIAN_ES, True),
        ("yes, I'm the patient", GUARDIAN_EN, False), ("I'm her grandmother", GUARDIAN_EN, False),
        ("I'm her mother", GUARDIAN_EN, True),
    ],
)  # fmt: skip
def test_a_relative_or_the_patient_is_no_guardian(text: str, question: str, is_one: bool) -> None:
    assert read_yes_no(text, question) is is_one


@pytest.mark.parametrize(
    ("text", "question"),
    [("mãe de outro", GUARDIAN), ("sou a mãe do vizinho", GUARDIAN), ("madre de otro", GUARDIAN_ES),
     ("mother of another", GUARDIAN_EN)],
)  # fmt: skip
def test_anothers_mother_is_asked_again(text: str, question: str) -> None:
    assert read_yes_no(text, question) is None
    assert not isinstance(answer(text, yes_no(question)), Told)


def test_a_half_is_a_doubt() -> None:
    found = answer("sim, metade", yes_no(HAS))
    assert isinstance(found, Doubt)
    assert found.problem is Problem.AMBIGUOUS
