from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rag.notes.chunking import split_note
from rag.notes.errors import NoteError, NoteErrors
from rag.notes.readers import read_note_text
from rag.notes.sections import Condition, read_conditions
from rag.protocols.loading import load_common, load_protocol, load_protocols
from rag.protocols.types import FieldType, Localised, Protocol
from rag.types import Language
from tests.unit.note_samples import CORPUS, SPECIALTIES
from tests.unit.protocol_samples import COMMON, CONDITION, FIELDS, HEAD, NAME, SEVERE, TITLE, WHOLE, saved

ACNE = Condition("Acne", 9, CONDITION.sentences)


def error_of(path: Path, common: Path | None = None) -> str:
    with pytest.raises((NoteError, NoteErrors)) as caught:
        load_protocol(path, CONDITION, load_common(*([common] if common else [])))
    return str(caught.value)


@pytest.mark.parametrize("specialty", SPECIALTIES)
def test_the_bundled_protocols_load_for_every_condition(specialty: str) -> None:
    note = CORPUS / "notes" / f"{specialty}.md"
    conditions = read_conditions(split_note(read_note_text(note), note))
    protocols = load_protocols(CORPUS / "protocols" / specialty, conditions, load_common(CORPUS / "protocols"))
    assert list(protocols) == [condition.title for condition in conditions]


def test_a_protocol_is_read_into_typed_values(tmp_path: Path) -> None:
    loaded = load_protocol(saved(tmp_path, WHOLE), CONDITION)
    assert (loaded.condition, loaded.cids, loaded.risk_class) == (TITLE, ("I50", "E05.0"), "amarela")
    assert [field.key for field in loaded.fields] == ["swelling", "weight", "pressure", "story", "nyha"]
    weight, nyha = loaded.fields[1], loaded.fields[-1]
    assert (weight.unit, weight.min, weight.max, weight.required) == ("kg", 20.0, 300.5, True)
    assert (nyha.type, [option.key for option in nyha.options]) == (FieldType.CHOICE, ["iii", "iv"])
    assert nyha.options[1].cues.pt == ("em repouso",)
    assert [nyha.question.said_in(language) for language in Language] == ["Cansa?", "¿Cansa?", "Tired?"]
    severe, suspected = loaded.criteria
    assert (severe.passage, severe.question) == (SEVERE, None)
    assert (suspected.when, suspected.question) == (
        None,
        Localised(pt="Há suspeita?", es="¿Hay sospecha?", en="Is it suspected?"),
    )


def test_it_is_the_same_when_it_comes_back_from_json(tmp_path: Path) -> None:
    loaded = load_protocol(saved(tmp_path, WHOLE), CONDITION)
    assert Protocol.model_validate(loaded.model_dump(mode="json", exclude_none=True)) == loaded


def test_the_common_fields_come_first_and_can_be_read(tmp_path: Path) -> None:
    saved(tmp_path, COMMON, "common.toml")
    path = saved(tmp_path, WHOLE.replace("weight > 120.0", "weight > 120.0 && age > 18.0"))
    loaded = load_protocol(path, CONDITION, load_common(tmp_path))
    assert [field.key for field in loaded.fields][:2] == ["age", "swelling"]


def test_the_common_fields_are_those_of_the_first_folder_that_has_them(tmp_path: Path) -> None:
    first, second = tmp_path / "own", tmp_path / "bundled"
    for folder in (first, second):
        folder.mkdir()
    assert load_common(first, second) == ()
    saved(second, COMMON, "common.toml")
    assert [field.key for field in load_common(first, second)] == ["age"]
    saved(first, COMMON.replace('"age"', '"years"'), "common.toml")
    assert [field.key for field in load_common(first, second)] == ["years"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('unit = "anos"', 'unit = "anoz"', "common.toml:4: 'age': unknown unit 'anoz'; write anos"),
        ("min = 0.0", "min = 200.0", "common.toml:1: fields.age: 'min' must be less than 'max'"),
        ('key = "age"', 'key = "list"', "common.toml:2: 'list': expressions keep this word for themselves"),
        ('es = "Clase"\n', "", "common.toml:7: fields.age.label.es: Field required"),
        ("min = 0.0", 'needed_when = "weight > 1.0"', "common.toml:5: 'age': no field is called 'weight'"),
        ("min = 0.0", 'needed_when = "age > 1.0"', "common.toml:5: fields need each other: age → age"),
    ],
)
def test_a_wrong_common_field_is_an_error_in_its_own_file(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in COMMON
    saved(tmp_path, COMMON.replace(old, new), "common.toml")
    with pytest.raises(NoteError) as caught:
        load_common(tmp_path)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('key = "weight"', 'key = "Weight"', "fields.Weight.key: String should match"),
        ('key = "weight"', 'key = "swelling"', "the key 'swelling' occurs twice"),
        ('type = "number"', 'type = "integer"', "fields.weight.type: Input should be 'number', 'date'"),
        ('type = "number"', 'type = "text"', "fields.weight: 'unit', 'min' and 'max' belong to numbers"),
        ("min = 20", "min = 900", "fields.weight: 'min' must be less than 'max'"),
        ("max = 300.5", "max = nan", "fields.weight.max: Input should be a finite number"),
        ("min = 20", 'minimum = "20"', "fields.weight.minimum: Extra inputs"),
        ('key = "iv"', 'key = "iii"', "fields.nyha: a choice needs at least two options, each once"),
        ("at_least = 2", "at_least = 11", "fields.pressure.at_least: Input should be less than"),
        ('es = "Clase"\n', "", "fields.swelling.label.es: Field required"),
        ('en = "Tired?"', 'en = " "', "fields.swelling.question.en: String should have at least 1"),
        ('cids = ["I50"', 'cids = ["CID I50"', "cids.#1: String should match"),
        ('"amarela"', '"roxa"', "risk_class: Input should be 'vermelha'"),
        ("risk_class", "risk_clas", "risk_clas: Extra inputs"),
        (f'"{TITLE}"', '"Insuficiência"', f"condition: 'Insuficiência' is not the note's '{TITLE}'"),
        ("[[fields]]", "[[fields", "not TOML"),
        ('key = "severe"', 'key = "weight"', "the key 'weight' occurs twice"),
        ("[criteria.question]", '[criteria.asked]\npt = "x"\n[criteria.question]', "criteria.suspected.asked: Extra"),
        ("[criteria.question]", 'when = "swelling"\n[criteria.question]', "has either 'when' or 'question'"),
    ],
)
def test_what_is_of_another_form_is_an_error_that_names_file_and_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in WHOLE
    message = error_of(saved(tmp_path, WHOLE.replace(old, new)))
    assert f"{NAME}:" in message
    assert said in message


def test_places_are_right_with_common_fields_before_them(tmp_path: Path) -> None:
    saved(tmp_path, COMMON, "common.toml")
    message = error_of(saved(tmp_path, WHOLE.replace("min = 20", "min = 900")), tmp_path)
    assert f"{NAME}:16: fields.weight: 'min'" in message
    message = error_of(saved(tmp_path, WHOLE.replace('key = "weight"', 'key = "age"')), tmp_path)
    assert f"{NAME}:17: the key 'age' occurs twice" in message
    message = error_of(saved(tmp_path, WHOLE.replace('"kg"', '"arroba"')), tmp_path)
    assert f"{NAME}:19: 'weight': unknown unit 'arroba'" in message


def test_a_protocol_without_fields_or_criteria_is_an_error(tmp_path: Path) -> None:
    assert "fields: Field required" in error_of(saved(tmp_path, HEAD))
    assert "criteria: Field required" in error_of(saved(tmp_path, HEAD + FIELDS))


def test_a_condition_without_a_file_and_a_file_without_a_condition_are_errors(tmp_path: Path) -> None:
    saved(tmp_path, WHOLE)
    saved(tmp_path, WHOLE, "asma.toml")
    with pytest.raises(NoteErrors) as caught:
        load_protocols(tmp_path, [ACNE, CONDITION])
    assert "acne.toml: 'Acne' has no file" in str(caught.value)
    assert "asma.toml: no condition of the note has this name; name it one of acne.toml, " in str(caught.value)


def test_the_errors_of_all_files_are_said_at_once(tmp_path: Path) -> None:
    saved(tmp_path, WHOLE.replace("min = 20", "min = 900"))
    saved(tmp_path, WHOLE.replace(TITLE, "Acne").replace('"kg"', '"arroba"').replace('"mmHg"', '"bar"'), "acne.toml")
    with pytest.raises(NoteErrors) as caught:
        load_protocols(tmp_path, [ACNE, CONDITION])
    assert [Path(error.path).name for error in caught.value.errors] == ["acne.toml", "acne.toml", NAME]


def test_protocols_are_given_by_title(tmp_path: Path) -> None:
    saved(tmp_path, WHOLE)
    saved(tmp_path, WHOLE.replace(TITLE, "Acne"), "acne.toml")
    assert list(load_protocols(tmp_path, [ACNE, replace(CONDITION)])) == ["Acne", TITLE]
