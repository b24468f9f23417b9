from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.chunking import split_note
from rag.notes.sections import by_section, read_conditions, read_sentences
from rag.types import Section
from tests.unit.note_samples import (
    OFFICIAL,
    SMALL_NOTE,
    SPECIALTIES,
    bundled_notes,
    needs_official_notes,
)


def texts(body: str, section: Section) -> list[str]:
    return [sentence.text for sentence in read_sentences(body) if sentence.section is section]


def test_a_condition_is_read_into_its_four_sections() -> None:
    condition = read_conditions(split_note(SMALL_NOTE, "nota.md"))[0]
    assert (condition.title, condition.line) == ("Valvopatias", 5)
    assert [(sentence.section, sentence.text) for sentence in condition.sentences] == [
        (Section.ABOUT, "Uma válvula não abre bem."),
        (Section.ABOUT, "A pessoa cansa."),
        (Section.CRITERIA, "Sopro diastólico"),
        (Section.CRITERIA, "Prótese com diâmetro > 2,5 cm."),
        (Section.REQUIRED, "Eco, com data."),
        (Section.WARNINGS, "Procure urgência (SAMU 192) se houver desmaio."),
    ]


@pytest.mark.parametrize("path", bundled_notes(), ids=lambda path: path.name)
def test_every_condition_of_a_bundled_note_has_the_four_sections_and_no_other(path: Path) -> None:
    for condition in read_conditions(split_note(path.read_text("utf-8"), path)):
        found = tuple(by_section(condition.sentences))
        assert found == (Section.ABOUT, Section.CRITERIA, Section.REQUIRED, Section.WARNINGS)


@needs_official_notes
@pytest.mark.parametrize("specialty", SPECIALTIES)
def test_every_condition_of_an_official_note_has_criteria_and_required_items(specialty: str) -> None:
    text = (OFFICIAL / f"{specialty}.txt").read_text("utf-8")
    for condition in read_conditions(split_note(text, specialty)):
        sections = by_section(condition.sentences)
        assert sections[Section.CRITERIA]
        assert sections[Section.REQUIRED]
        assert not any(s.text.endswith(("; ou", ";")) or s.text[:2].isdigit() for s in condition.sentences)


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("### O que é", Section.ABOUT),
        ("### Qué es", Section.ABOUT),
        ("### What it is", Section.ABOUT),
        ("**O que é?**", Section.ABOUT),
        ("### Cuándo está indicada la derivación", Section.CRITERIA),
        ("### When referral is indicated", Section.CRITERIA),
        ("Condições clínicas que indicam a necessidade de encaminhamento ambulatorial", Section.CRITERIA),
        ("8.1Condições clínicas que indicam a necessidade de encaminhamento para x:", Section.CRITERIA),
        ("CONDIÇÕES CLÍNICAS QUE INDICAM A NECESSIDADE DE ENCAMINHAMENTO:", Section.CRITERIA),
        ("### Qué debe traer la derivación", Section.REQUIRED),
        ("### What the referral must bring", Section.REQUIRED),
        ("2.2. Conteúdo descritivo mínimo que o encaminhamento deve ter:", Section.REQUIRED),
        ("Conteu\u0301do descritivo mínimo que o encaminhamento deve ter", Section.REQUIRED),
        ("### Señales de alarma", Section.WARNINGS),
        ("### Sinais de alerta e urgência", Section.WARNINGS),
        ("## Warning signs:", Section.WARNINGS),
        ("Observação:", Section.OTHER),
        ("### Referências", Section.OTHER),
    ],
)
def test_a_section_is_known_by_its_wording(heading: str, section: Section) -> None:
    sentences = read_sentences(f"### O que é\nAntes.\n{heading}\n- item\n")
    assert (sentences[-1].section, sentences[-1].text) == (section, "item")


def test_text_before_any_known_heading_is_other() -> None:
    assert texts("Introdução. Mais texto.\n", Section.OTHER) == ["Introdução.", "Mais texto."]


def test_what_a_heading_says_after_its_colon_belongs_to_its_section() -> None:
    assert texts("Conteúdo descritivo mínimo: idade; peso.\n", Section.REQUIRED) == ["idade; peso."]


def test_a_bullet_that_begins_like_a_heading_is_an_item() -> None:
    body = "### Quando encaminhar\n* Observação: todos os casos.\n- Sinais de alerta: ver abaixo.\n"
    assert texts(body, Section.CRITERIA) == ["Observação: todos os casos.", "Sinais de alerta: ver abaixo."]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- um item", "um item"),
        ("* **um** item", "um item"),
        ("•um item", "um item"),
        ("– um item", "um item"),
        ("1.1.2 um item; ou", "um item"),
        ("1.1.2. um item;", "um item"),
        ("2. um item; e/ou", "um item"),
        ("b) um item; e", "um item"),
        ("um item;  ", "um item"),
        ("3.5 cm ou mais;", "3.5 cm ou mais"),
        ("2 medidas de pressão;", "2 medidas de pressão"),
        ("1,5 cm;", "1,5 cm"),
        ("10.5 mg ao dia;", "10.5 mg ao dia"),
        ("- 3.5 cm. Se mais, outro.", "3.5 cm. Se mais, outro."),
        ("tabaco ou álcool;", "tabaco ou álcool"),
    ],
)
def test_an_item_is_one_sentence_without_its_marker(line: str, text: str) -> None:
    assert texts(f"### O que é\n{line}\n", Section.ABOUT) == [text]


def test_each_line_of_a_listing_section_is_an_item() -> None:
    body = "Conteúdo descritivo mínimo:\nCardiopatia (sim ou não). Se sim, qual?\nOutros exames\n"
    assert texts(body, Section.REQUIRED) == ["Cardiopatia (sim ou não). Se sim, qual?", "Outros exames"]


def test_a_paragraph_in_a_listing_section_is_split_into_sentences() -> None:
    assert texts("### Warning signs\nGo now. Call 192.\n", Section.WARNINGS) == ["Go now.", "Call 192."]


def test_lines_broken_to_fit_are_joined() -> None:
    body = (
        "### O que é\nO coração fica fraco e\nnão bombeia.\n\n"
        "### Quando encaminhar\n- Diâmetro maior que\n  5 cm.\n- Dor no peito\nque não passa\n"
    )
    assert texts(body, Section.ABOUT) == ["O coração fica fraco e não bombeia."]
    assert texts(body, Section.CRITERIA) == ["Diâmetro maior que 5 cm.", "Dor no peito que não passa"]


@pytest.mark.parametrize("rule", ["---", "* * *", "=====", "***"])
def test_rules_are_no_text(rule: str) -> None:
    assert texts(f"### O que é\nTexto.\n\n{rule}\n", Section.ABOUT) == ["Texto."]


# Letters that no marker nor connective has, so that every one must come out again.
LINES = st.text(st.sampled_from("çÉB1 .;:-*()\n"), max_size=40)


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_no_letter_is_lost_and_no_sentence_is_blank(body: str) -> None:
    sentences = read_sentences(body)
    found = "".join(mark for sentence in sentences for mark in sentence.text if mark.isalpha())
    assert found == "".join(mark for mark in body if mark.isalpha())
    assert all(sentence.text.strip() == sentence.text != "" for sentence in sentences)
