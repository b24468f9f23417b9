from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from rag.protocols.reading import Heard, read_volunteered
from rag.protocols.types import Reading, Value
from rag.types import Language
from tests.unit.protocol_reading_samples import PROTOCOL, TODAY


def heard(text: str, language: Language = Language.PT) -> dict[str, Value]:
    return {one.key: one.value for one in read_volunteered(text, PROTOCOL, language, TODAY)}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("meu imc é 42", {"bmi": Decimal(42)}),
        ("meu imc é de 42,3 kg/m²", {"bmi": Decimal("42.3")}),
        ("TSH deu 12,5", {"tsh": Decimal("12.5")}),
        ("TSH 12 e T4 livre 0,8", {"tsh": Decimal(12), "free_t4": Decimal("0.8")}),
        ("meu TSH deu 12,5, é grave?", {"tsh": Decimal("12.5")}),
        ("nódulo de 15 mm", {"ultrasound_size": Decimal("1.5")}),
        ("o nódulo tem 1,5 cm", {"ultrasound_size": Decimal("1.5")}),
        ("peso 98 kg e altura 1,63", {"weight": Decimal(98), "bmi": Decimal("36.9")}),
        (
            "mulher de 35 anos, imc 38,5 com diabetes tipo 2",
            {"age": Decimal(35), "sex": "female", "bmi": Decimal("38.5")},
        ),
        ("homem, 58a, HAS, DM2, IMC 43", {"age": Decimal(58), "sex": "male", "bmi": Decimal(43)}),
        (
            "tenho 42 anos e peso 120 kg, 1,60 m de altura",
            {"age": Decimal(42), "weight": Decimal(120), "bmi": Decimal("46.9")},
        ),
        ("tenho diabetes desde criança", {"diabetes": True}),
        ("tenho 54 anos", {"age": Decimal(54)}),
        ("homem de 54 anos, TSH de 12", {"age": Decimal(54), "sex": "male", "tsh": Decimal(12)}),
        ("sou mulher, 54a", {"age": Decimal(54), "sex": "female"}),
        ("Sou diabético e fumo.", {"diabetes": True, "smoking": True}),
        ("não tenho diabetes", {"diabetes": False}),
        ("não tenho pressão alta nem diabetes", {"diabetes": False, "hypertension": False}),
        ("nunca fumei", {"smoking": False}),
        ("tenho diabetes há 8 anos", {"diabetes": True}),
        ("fico cansado mesmo parado", {"nyha_class": "iv"}),
        ("minha filha tem 8 anos, tem diabetes", {"age": Decimal(8), "diabetes": True}),
        ("paciente de 54 anos com diabetes", {"age": Decimal(54), "diabetes": True}),
    ],
)
def test_a_plain_statement_of_the_patient_is_heard(text: str, facts: dict[str, Value]) -> None:
    assert heard(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tengo 54 años y soy diabético", {"age": Decimal(54), "diabetes": True}),
        ("nunca he fumado", {"smoking": False}),
        ("mi imc es de 42", {"bmi": Decimal(42)}),
        ("no tengo diabetes", {"diabetes": False}),
        ("si tengo diabetes", {}),
        ("mi papá tiene diabetes", {}),
        ("tengo 3 años con dolor", {}),
    ],
)
def test_spanish_is_heard(text: str, facts: dict[str, Value]) -> None:
    assert heard(text, Language.ES) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm 54 and I have diabetes", {"age": Decimal(54), "diabetes": True}),
        ("54-year-old man, TSH 12", {"age": Decimal(54), "sex": "male", "tsh": Decimal(12)}),
        ("I never smoked", {"smoking": False}),
        ("I don't smoke", {"smoking": False}),
        ("my daughter is 8 years old and she has diabetes", {"age": Decimal(8), "diabetes": True}),
        ("my mother has diabetes", {}),
        ("I used to smoke", {}),
        ("do I have diabetes?", {}),
    ],
)
def test_english_is_heard(text: str, facts: dict[str, Value]) -> None:
    assert heard(text, Language.EN) == facts


@pytest.mark.parametrize(
    "text",
    [
        "minha mãe tem diabetes",
        "tenho histórico familiar de diabetes",
        "tenho pressão alta, minha mãe tem diabetes",
        "já tive diabetes",
        "fumava",
        "não fumo mais",
        "parei de fumar",
        "se eu tivesse diabetes",
        "será que tenho diabetes?",
        "tenho diabetes?",
        "acho que tenho pressão alta",
        "meu médico acha que tenho diabetes",
        "não sei se tenho diabetes",
        "quem tem diabetes pode comer doce?",
        "tenho medo de ter diabetes",
        "não controlo minha diabetes",
        "sou filha de diabético",
        "sou pré-diabético",
        "tenho diabetes não",
        "o fumo faz mal",
        "odeio fumo",
        "fumo passivo",
    ],
)
def test_others_the_past_and_what_is_asked_feared_or_guessed_are_not_heard(text: str) -> None:
    assert heard(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "o TSH normal é 4",
        "TSH acima de 10 é grave?",
        "imc acima de 40",
        "TSH era 12 agora está 8",
        "tsh 12 em março e 4 em maio",
        "TSH 12 e depois 8",
        "imc 42 e 38",
        "nódulo de 1,5",
        "nódulo de 1,5 x 1,2 cm",
        "nódulo de 1,5 cm e outro de 2 cm",
        "2 nódulos de 1,5 cm",
        "meu TSH deu uns 12",
        "se o imc for 42",
        "imc do meu filho 42",
        "perdi 10 kg",
        "minha pressão é 15 por 9",
    ],
)
def test_a_number_that_may_be_another_is_not_heard(text: str) -> None:
    assert heard(text) == {}


@pytest.mark.parametrize(
    "text",
    ["perdi 20 kg e tenho 1,60 m de altura", "peso 120 kg, o nódulo tem 1,5 cm", "quero pesar 70 kg, altura 1,60 m",
     "minha mãe pesa 120 kg e tem 1,60 m", "peso uns 120 kg e altura 1,60 m",
     "meu imc é 40, peso 120 kg, altura 1,60 m",
     "peso 120 kg e meu filho mede 1,20 m"],
)  # fmt: skip
def test_no_index_is_computed_of_what_may_not_be_the_patients_own(text: str) -> None:
    assert heard(text).get("bmi") in (None, Decimal(40))


def test_the_quote_of_an_index_that_is_heard_has_both_numbers() -> None:
    found = read_volunteered("tenho 42 anos e peso 120 kg, 1,60 m de altura", PROTOCOL, Language.PT, TODAY)
    assert [one.quote for one in found if one.key == "bmi"] == ["120 kg, 1,60 m"]


@pytest.mark.parametrize(
    "text",
    ["há 8 anos", "faz 2 anos", "faço tratamento há 54 anos", "tenho 8 anos de diabetes", "tenho 3 anos com isso",
     "moro com meu pai de 70 anos", "sou casada com um homem de 54 anos", "minha filha tem 8 anos e eu tenho 40"],
)  # fmt: skip
def test_a_duration_or_anothers_age_is_no_age(text: str) -> None:
    assert "age" not in heard(text)


def test_two_values_of_one_field_are_not_heard() -> None:
    assert "bmi" not in heard("meu imc é 42. Meu imc é 38.")


def test_a_number_is_heard_with_its_date() -> None:
    found = read_volunteered("meu TSH deu 12,5 em 10/10/2026", PROTOCOL, Language.PT, TODAY)
    assert found == (Heard("tsh", Decimal("12.5"), "TSH deu 12,5", date(2026, 10, 10)),)


def test_pressures_are_heard_where_there_are_enough() -> None:
    assert heard("minha pressão 150/90 ontem e 160x95 hoje")["blood_pressure_readings"] == (
        Reading(Decimal(150), Decimal(90), date(2026, 11, 30)),
        Reading(Decimal(160), Decimal(95), TODAY),
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("tomo losartana 50mg e metformina. Tenho pressão alta.", "tomo losartana 50mg e metformina"),
        ("tomo levotiroxina 100, TSH 12", "tomo levotiroxina 100"),
        ("uso insulina e metformina, sou diabético", "uso insulina e metformina"),
        (
            "estou tomando losartana, hidroclorotiazida e anlodipino",
            "estou tomando losartana, hidroclorotiazida e anlodipino",
        ),
    ],
)
def test_medicines_are_heard_in_the_patients_own_words(text: str, kept: str) -> None:
    assert heard(text)["medications"] == kept


@pytest.mark.parametrize(
    "text",
    [
        "tomo banho",
        "uso óculos",
        "não tomo losartana",
        "minha mãe toma losartana",
        "já tomei losartana",
        "posso parar? tomo losartana?",
    ],
)
def test_what_is_no_medicine_of_the_patients_is_not_heard(text: str) -> None:
    assert "medications" not in heard(text)


def test_no_other_text_is_heard() -> None:
    assert "symptoms" not in heard("sintomas: dor e febre")
