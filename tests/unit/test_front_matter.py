from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path, PurePath
from types import MappingProxyType

import pytest
from pydantic import ValidationError

from rag.notes.chunking import Note, split_note
from rag.notes.errors import NoteError, NoteErrors
from rag.notes.front_matter import NoteMeta, read_meta
from rag.types import Language
from tests.unit.note_samples import OFFICIAL, SMALL_NOTE, bundled_notes, needs_official_notes

KNOWN = ("cardiologia", "dermatologia", "endocrinologia")
BODY = "## Consulta em Cardiologia - Valvopatias\nTexto.\n"
FIELDS = {
    "specialty": "cardiologia",
    "title": "Encaminhamento — resumo",
    "note": '"Nota Técnica n.º 4/2018: SES"',
    "date": "2018-08-23",
    "review_date": "2027-11-30",
    "language": "pt-BR",
    "licence": "CC-BY-4.0",
    "notice": "Resumo de demonstração.",
}


def note_with(changes: Mapping[str, str | None] = MappingProxyType({}), body: str = BODY) -> Note:
    fields = {key: value for key, value in {**FIELDS, **changes}.items() if value is not None}
    front = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return split_note(f"---\n{front}---\n\n{body}", "nota.md")


def meta(note: Note, name: str = "nota.md", specialty: str | None = None) -> NoteMeta:
    return read_meta(note, PurePath(name), specialty=specialty, known=KNOWN)


def error_of(note: Note, specialty: str | None = None, name: str = "nota.md") -> str:
    with pytest.raises(NoteError) as caught:
        meta(note, name, specialty)
    return str(caught.value)


def test_front_matter_is_read_into_typed_frozen_data() -> None:
    found = meta(note_with())
    assert found == NoteMeta(
        specialty="cardiologia",
        title="Encaminhamento — resumo",
        note="Nota Técnica n.º 4/2018: SES",
        date="2018-08-23",
        review_date=dt.date(2027, 11, 30),
        language=Language.PT,
        licence="CC-BY-4.0",
        notice="Resumo de demonstração.",
    )
    with pytest.raises(ValidationError, match="frozen"):
        found.title = "outro"  # type: ignore[misc]


@pytest.mark.parametrize("year", ["2021", '"2021"', "'2021'"])
def test_a_bare_year_is_kept_as_text(year: str) -> None:
    assert meta(note_with({"date": year})).date == "2021"


def test_a_translation_says_what_it_translates_and_has_its_specialty() -> None:
    body = "## Cardiology referral - Valve disease\nText.\n"
    found = meta(note_with({"specialty": None, "language": "en", "translates": "cardiologia"}, body))
    assert (found.specialty, found.translates, found.language) == ("cardiologia", "cardiologia", Language.EN)


def test_empty_fields_are_none() -> None:
    found = meta(note_with({"review_date": "", "notice": "~", "licence": "null"}))
    assert (found.review_date, found.notice, found.licence) == (None, None, None)


@pytest.mark.parametrize(
    ("changes", "line", "said"),
    [
        ({"date": "23/08/2018"}, 5, "date: must be an ISO date"),
        ({"date": "2018-02-30"}, 5, "date: day"),
        ({"specialty": "Cardiologia"}, 2, "specialty: String should match"),
        ({"specialty": "ab"}, 2, "specialty: String should match"),
        ({"language": "fr"}, 7, "language: Input should be"),
        ({"review_date": "amanhã"}, 6, "review_date: Input should be a valid date"),
        ({"title": "''"}, 3, "title: String should have at least 1"),
        ({"note": None}, 1, "note: Field required"),
        ({"licenca": "x"}, 10, "licenca: Extra inputs are not permitted"),
        ({"translates": "dermatologia"}, 1, "'translates' must name the same specialty"),
        ({"translates": "cardiologia"}, 1, "can't be the original's, pt-BR"),
        ({"note": "Nota: SES: x"}, 4, "not YAML"),
        ({"title": "[a, b]"}, 3, "must be plain text"),
        ({"title": "&a x", "notice": "*b"}, 9, "not YAML"),
        ({"title": "x\ntitle: y"}, 4, "the field 'title' occurs twice"),
    ],
)
def test_a_wrong_field_is_an_error_with_its_line(changes: dict[str, str | None], line: int, said: str) -> None:
    message = error_of(note_with(changes))
    assert message.startswith(f"nota.md:{line}: ")
    assert said in message


def test_all_wrong_fields_are_said_at_once() -> None:
    with pytest.raises(NoteErrors) as caught:
        meta(note_with({"date": "ontem", "language": "fr"}))
    assert {error.line for error in caught.value.errors} == {5, 7}


def test_front_matter_without_an_end_is_an_error() -> None:
    assert error_of(split_note(f"---\ntitle: x\n\n{BODY}", "n")).startswith("nota.md:1: the front matter has no end")


def test_deep_nesting_is_an_error_and_not_a_crash() -> None:
    assert "front matter" in error_of(note_with({"title": "[" * 5_000}))


@pytest.mark.parametrize("start", ["\ufeff", "\n\n", ""])
def test_front_matter_may_follow_a_bom_or_blank_lines(start: str) -> None:
    fields = "".join(f"{key}: {value}\r\n" for key, value in FIELDS.items())
    note = split_note(f"{start}---\r\n{fields}---\r\n{BODY}", "n")
    assert meta(note).note == "Nota Técnica n.º 4/2018: SES"


def test_a_rule_above_the_text_is_no_front_matter() -> None:
    assert meta(split_note(f"---\nTexto livre\n---\n{BODY}", "n")).title == "nota"


def test_a_specialty_that_the_headings_contradict_is_an_error() -> None:
    body = "## Consulta em Dermatologia - Acne\nTexto.\n"
    assert error_of(note_with({}, body)).startswith("nota.md:12: the heading names 'Dermatologia'")


def test_a_specialty_that_the_argument_contradicts_is_an_error() -> None:
    assert "says 'cardiologia', not 'dermatologia'" in error_of(note_with(), "dermatologia")


def test_a_plain_note_is_described_by_its_header_lines() -> None:
    found = meta(split_note(SMALL_NOTE, "n"))
    assert found == NoteMeta(
        specialty="cardiologia",
        title="Encaminhamento para consulta em Cardiologia",
        note="Nota Técnica n.º 9/2019 - SES",
        date="2019-03-03",
        language=Language.PT,
        link="https://example.org/nota.pdf",
    )


@pytest.mark.parametrize(
    ("line", "note", "date"),
    [
        ("IDENTIFICAÇÃO: NOTA TÉCNICA N.º 8/2021 SES", "NOTA TÉCNICA N.º 8/2021 SES", "2021"),
        ("Identificação: Nota 1, de 1º de abril de 2020", "Nota 1", "2020-04-01"),
        ("**Identificação:** Nota 1 de 05/06/2020", "Nota 1 de 05/06/2020", "2020-06-05"),
        ("Identificação: Nota 1, de 31 de fevereiro de 2020", "Nota 1, de 31 de fevereiro de 2020", "2020"),
        ("Identificação: Nota sem data", "Nota sem data", None),
        ("Texto qualquer", "nota", None),
    ],
)
def test_the_date_is_the_identification_s(line: str, note: str, date: str | None) -> None:
    found = meta(split_note(f"# Título da nota\n{line}\n\n{BODY}", "n"))
    assert (found.title, found.note, found.date) == ("Título da nota", note, date)


@needs_official_notes
@pytest.mark.parametrize(
    ("specialty", "number", "date"),
    [
        ("cardiologia", "4/2018", "2018-08-23"),
        ("dermatologia", "22/2018", "2018-12-07"),
        ("endocrinologia", "8/2021", "2021"),
    ],
)
def test_an_official_note_is_described_by_itself(specialty: str, number: str, date: str) -> None:
    path = OFFICIAL / f"{specialty}.txt"
    found = read_meta(split_note(path.read_text("utf-8"), path), PurePath("qualquer.txt"))
    assert (found.specialty, found.date) == (specialty, date)
    assert number in found.note
    assert (found.link or "").startswith("https://www.saude.df.gov.br/")


@pytest.mark.parametrize("path", bundled_notes(), ids=lambda path: path.name)
def test_a_bundled_note_says_all_about_itself(path: Path) -> None:
    found = meta(split_note(path.read_text("utf-8"), path), path.name)
    assert found.specialty == path.name.split(".")[0]
    assert found.review_date
    assert found.notice


@pytest.mark.parametrize(
    ("heading", "name", "argument", "specialty"),
    [
        ("Consulta em Dermatologia Geral - Acne", "x.txt", None, "dermatologia"),
        ("Consulta em Dermatologia - Acne", "x.txt", "cardiologia", "cardiologia"),
        ("1. Micoses\n1.1 Micose", "dermatologia.pt.txt", None, "dermatologia"),
        ("1. Micoses\n1.1 Micose", "Nota Dermatologia 2018.txt", None, "dermatologia"),
        ("1. Micoses\n1.1 Micose", "nota.txt", "reumatologia", "reumatologia"),
    ],
)
def test_the_specialty_is_the_argument_s_the_headings_or_the_file_name_s(
    heading: str, name: str, argument: str | None, specialty: str
) -> None:
    assert meta(split_note(f"{heading}\nTexto.\n", "n"), name, argument).specialty == specialty


def test_a_new_specialty_is_taken_from_the_headings_where_none_is_given_as_known() -> None:
    note = split_note("Consulta em Cirurgia Torácica - Nódulo\nTexto.\n", "n")
    assert read_meta(note, PurePath("nota.md")).specialty == "cirurgia_toracica"


def test_a_note_whose_specialty_is_unknown_is_an_error() -> None:
    message = error_of(split_note("1. Micoses\n1.1 Micose\n", "n"), name="nota.txt")
    assert message.startswith("nota.txt: can't tell its specialty ('nota' is none that is known)")


def test_a_note_of_two_specialties_is_an_error() -> None:
    text = f"{BODY}## Consulta em Dermatologia - Acne\nTexto.\n"
    assert "more than one specialty (cardiologia, dermatologia)" in error_of(split_note(text, "n"))
