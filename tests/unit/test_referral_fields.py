from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rag.notes.chunking import split_note
from rag.notes.errors import NoteError, NoteErrors
from rag.notes.fields import FieldType, load_all_fields, load_fields
from rag.notes.normalising import slug
from rag.types import Language
from tests.unit.note_samples import CORPUS, SPECIALTIES

TITLES = ("Acne", "Insuficiência Cardíaca")
WORDS = """
[fields.label]
pt = "Classe"
es = "Clase"
en = "Class"
[fields.question]
pt = "Cansa?"
es = "¿Cansa?"
en = "Tired?"
"""
HEAD = 'condition = "Insuficiência Cardíaca"\ncids = ["I50", "E05.0"]\nrisk_class = "amarela"\n'
CHOICE = '[[fields]]\nkey = "nyha_class"\ntype = "choice"\noptions = ["I", "II"]\n'
NUMBER = '[[fields]]\nkey = "bmi"\ntype = "number"\nunit = "kg/m2"\nmin = 10\nmax = 80.5\nrequired = false\n'
WHOLE = HEAD + CHOICE + WORDS + NUMBER + WORDS


def saved(folder: Path, text: str, name: str = "insuficiencia-cardiaca.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def error_of(path: Path) -> str:
    with pytest.raises((NoteError, NoteErrors)) as caught:
        load_fields(path, TITLES)
    return str(caught.value)


@pytest.mark.parametrize("specialty", SPECIALTIES)
def test_the_bundled_fields_load_for_every_condition(specialty: str) -> None:
    note = CORPUS / "notes" / f"{specialty}.md"
    titles = [chunk.title for chunk in split_note(note.read_text("utf-8"), note).chunks]
    fields = load_all_fields(CORPUS / "protocols" / specialty, titles)
    assert set(fields) == set(titles)


def test_fields_are_read_into_typed_values(tmp_path: Path) -> None:
    loaded = load_fields(saved(tmp_path, WHOLE), TITLES)
    assert (loaded.condition, loaded.cids, loaded.risk_class) == (TITLES[1], ("I50", "E05.0"), "amarela")
    choice, number = loaded.fields
    assert (choice.key, choice.type, choice.options) == ("nyha_class", FieldType.CHOICE, ("I", "II"))
    assert (number.unit, number.min, number.max, number.required) == ("kg/m2", 10.0, 80.5, False)
    assert [choice.question.said_in(language) for language in Language] == ["Cansa?", "¿Cansa?", "Tired?"]


def test_criteria_are_left_to_their_own_reader(tmp_path: Path) -> None:
    text = WHOLE + '[[criteria]]\nkey = "x"\n'
    assert tomllib.loads(text)["criteria"]
    assert len(load_fields(saved(tmp_path, text), TITLES).fields) == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('key = "bmi"', 'key = "BMI"', "fields.BMI.key: String should match"),
        ('key = "bmi"', 'key = "nyha_class"', "fields: the key 'nyha_class' occurs twice"),
        ('type = "number"', 'type = "integer"', "fields.bmi.type: Input should be 'number', 'date'"),
        ('type = "number"', 'type = "text"', "fields.bmi: 'unit', 'min' and 'max' belong to numbers"),
        ("min = 10", "min = 90", "fields.bmi: 'min' must be less than 'max'"),
        ("max = 80.5", "max = nan", "fields.bmi.max: Input should be a finite number"),
        ("min = 10", 'minimum = "10"', "fields.bmi.minimum: Extra inputs"),
        ('options = ["I", "II"]\n', "", "fields.nyha_class: 'options' belong to a choice"),
        ('options = ["I", "II"]', 'options = ["I"]', "at least two options"),
        ('options = ["I", "II"]', 'options = ["I", "I"]', "each once"),
        ('es = "Clase"\n', "", "fields.nyha_class.label.es: Field required"),
        ('en = "Tired?"', 'en = " "', "fields.nyha_class.question.en: String should have at least 1"),
        ('cids = ["I50"', 'cids = ["CID I50"', "cids.#1: String should match"),
        ('"amarela"', '"roxa"', "risk_class: Input should be 'vermelha'"),
        ("risk_class", "risk_clas", "risk_clas: Extra inputs"),
        ('"Insuficiência Cardíaca"', '"Insuficiência"', "condition: no note has 'Insuficiência'"),
        ('"Insuficiência Cardíaca"', '"Acne"', "isn't named after its condition, 'Acne'; name it acne.toml"),
        ("[[fields]]", "[[fields", "not TOML"),
    ],
)
def test_a_wrong_field_is_an_error_that_names_file_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in WHOLE
    message = error_of(saved(tmp_path, WHOLE.replace(old, new)))
    assert "insuficiencia-cardiaca.toml" in message
    assert said in message


def test_a_condition_without_fields_is_an_error(tmp_path: Path) -> None:
    assert "fields: Field required" in error_of(saved(tmp_path, HEAD))


def test_a_condition_without_a_file_is_an_error(tmp_path: Path) -> None:
    saved(tmp_path, WHOLE)
    with pytest.raises(NoteError, match=r"acne\.toml: 'Acne' has no file"):
        load_all_fields(tmp_path, TITLES)


def test_all_fields_are_given_by_title(tmp_path: Path) -> None:
    saved(tmp_path, WHOLE)
    saved(tmp_path, WHOLE.replace(TITLES[1], "Acne"), f"{slug('Acne')}.toml")
    assert list(load_all_fields(tmp_path, TITLES)) == ["Acne", "Insuficiência Cardíaca"]
