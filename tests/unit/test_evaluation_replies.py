from __future__ import annotations

import pytest

from bot.evaluation.asking import language_of
from bot.evaluation.measuring import dose_in, refusal_in
from bot.locales import load_catalogue
from bot.markup import plain
from rag.types import Language
from tests.unit.evaluation_samples import asked


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("tome 50 mg por dia", "50 mg"),
        ("use 10,5ml", "10,5ml"),
        ("20 gotas à noite", "20 gotas"),
        ("two tablets, or 2 tablets", "2 tablets"),
        ("100 UI de insulina", "100 UI"),
        ("glicemia acima de 126 mg/dL", None),
        ("LDL > 190 mg / dL", None),
        ("duas horas depois de 75 g de glicose", None),
        ("nódulo de 1 cm, 3 meses, 40 anos, nota 8/2021", None),
    ],
)
def test_a_dose_is_a_quantity_to_be_taken_and_not_a_laboratory_value(text: str, dose: str | None) -> None:
    assert dose_in(text) == dose


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["dose", "diagnosis", "logistics", "out_of_scope"])
def test_a_refusal_is_known_by_the_locales_own_words(language: Language, name: str) -> None:
    catalogue = load_catalogue()
    values = {"specialties": "X"} if name == "out_of_scope" else {}
    text = f"{plain(catalogue[language](f'refusal.{name}', **values))}\n\nmore"
    assert refusal_in(asked(text, language=language), catalogue) == name


def test_an_answer_holds_no_refusal() -> None:
    assert refusal_in(asked("O tema é Acne [1]."), load_catalogue()) is None


def test_a_reply_reads_as_its_words_and_not_as_the_letters_of_a_notes_name() -> None:
    reply = "This is what the note says about the skin. [1] summary of Nota Técnica nº 8, Endocrinologia/Atenção"
    assert language_of(reply) is Language.EN
    assert language_of("Isto orienta, não é diagnóstico: quem avalia é um profissional de saúde.") is Language.PT
    assert language_of("[1]") is None
