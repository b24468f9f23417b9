from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rag.notes.chunking import split_note
from rag.notes.errors import NoteError, NoteErrors
from rag.notes.normalising import normalise
from tests.unit.note_samples import (
    OFFICIAL,
    SMALL_NOTE,
    bundled_notes,
    needs_official_notes,
    official_titles,
)

CRITERIA = "Condições clínicas que indicam a necessidade de encaminhamento ambulatorial:"


def titles(text: str) -> list[str]:
    return [chunk.title for chunk in split_note(text, "nota.md").chunks]


@needs_official_notes
@pytest.mark.parametrize(("specialty", "count"), [("cardiologia", 8), ("dermatologia", 10), ("endocrinologia", 11)])
def test_an_official_note_has_its_conditions_under_their_titles(specialty: str, count: int) -> None:
    text = (OFFICIAL / f"{specialty}.txt").read_text("utf-8")
    note = split_note(text, specialty)
    assert len(note.chunks) == count
    assert [chunk.title for chunk in note.chunks] == official_titles(specialty)
    assert note.text == normalise(text)


@needs_official_notes
def test_the_three_official_notes_in_one_file_keep_all_their_conditions() -> None:
    text = "\n\n".join(path.read_text("utf-8") for path in sorted(OFFICIAL.glob("*.txt")))
    expected = [t for name in ("cardiologia", "dermatologia", "endocrinologia") for t in official_titles(name)]
    assert titles(text) == expected


@pytest.mark.parametrize("path", bundled_notes(), ids=lambda path: path.name)
def test_a_bundled_note_rejoins_to_its_text(path: Path) -> None:
    text = path.read_text("utf-8")
    assert split_note(text, path).text == normalise(text)


@pytest.mark.parametrize(
    "heading",
    [
        "## Consulta em Cardiologia - Valvopatias",
        "##Consulta em Cardiologia - Valvopatias ##",
        "#### Consulta em Cardiologia – Valvopatias",
        "## Consulta em Cardiologia—Valvopatias",
        "## **Consulta em Cardiologia - Valvopatias**",
        "## 3. Consulta em Cardiologia - Valvopatias {#valvopatias}",
        "**Consulta em Cardiologia - Valvopatias**",
        "**Consulta em Cardiologia** - Valvopatias",
        "__Consulta em Cardiologia - Valvopatias:__",
        "**3. Consulta em Cardiologia - Valvopatias**",
        "3. **Consulta em Cardiologia - Valvopatias**",
        "3. Consulta em Cardiologia - Valvopatias",
        "3\\. Consulta em Cardiologia - Valvopatias",
        "3) Consulta em Cardiologia - Valvopatias",
        "3 - Consulta em Cardiologia - Valvopatias",
        "III. Consulta em Cardiologia - Valvopatias",
        "3.Consulta em Cardiologia - Valvopatias",
        "Consulta em Cardiologia - Valvopatias",
        "  Consulta em Cardiologia -  Valvopatias :  ",
        "CONSULTA EM CARDIOLOGIA - Valvopatias",
        "Consulta\u00a0em\tCardiologia\u00a0- Valvopatias",
        "\ufeffConsulta em Cardiologia - Valvopatias",
        "Consulta em Cardiologia \u2212 Valvopatias",
        "## Consulta en Cardiología - Valvopatias",
        "## Cardiology referral - Valvopatias",
        "Referral to Cardiology - Valvopatias",
    ],
)
def test_a_heading_is_known_however_it_is_set(heading: str) -> None:
    note = split_note(f"Antes.\n{heading}\nTexto.\n", "nota.md")
    assert [(chunk.title, chunk.body, chunk.start_line) for chunk in note.chunks] == [("Valvopatias", "Texto.\n", 2)]
    assert note.preamble == "Antes.\n"


@pytest.mark.parametrize(
    "line",
    [
        "Consulta em Cardiologia - retorno em 30 dias.",
        "consulta em Cardiologia - Valvopatias",
        "Veja ## Consulta em Cardiologia - Valvopatias",
        "Consulta em Pré-natal",
        "- Consulta em Cardiologia - Valvopatias",
        "* Consulta em Cardiologia - Valvopatias",
        "Urgent referral - today",
        "# de internações no ano: 3",
        "Usou o remédio #2 e o C# - sem melhora",
        "# Cardiologia",
        "2 medidas de pressão",
        "3. Falha terapêutica",
        "**Atenção**",
    ],
)
def test_a_line_of_text_is_no_heading(line: str) -> None:
    text = f"## Consulta em Cardiologia - Arritmia\nTexto.\n{line}\nMais texto.\n"
    assert titles(text) == ["Arritmia"]


def test_a_bare_numbered_heading_counts_when_its_sub_numbers_follow() -> None:
    text = (
        f"5. Consulta em Dermatologia - Eczemas\n5.1. {CRITERIA}\n5.1.1 eczema grave.\n"
        f"6. Micoses\n6.1. {CRITERIA}\n6.2.1 onicomicose\n\n9. Prurido\n\n9.1. {CRITERIA}\n9.1.1 prurido.\n"
    )
    note = split_note(text, "nota.txt")
    assert [(chunk.title, chunk.specialty) for chunk in note.chunks] == [
        ("Eczemas", "Dermatologia"),
        ("Micoses", None),
        ("Prurido", None),
    ]


@pytest.mark.parametrize("heading", ["## Micoses", "## **Micoses**", "## 6. Micoses"])
def test_a_bare_heading_that_looks_like_the_others_counts_when_a_section_follows(heading: str) -> None:
    text = f"## Consulta em Dermatologia - Acne\nTexto.\n{heading}\n\n{CRITERIA}\nTexto.\n## Observações\nFim.\n"
    assert titles(text) == ["Acne", "Micoses"]


def test_a_numbered_section_inside_a_condition_is_no_heading() -> None:
    sections = f"1. {CRITERIA}\n1.1 acne grave\n2. Conteúdo descritivo mínimo\n2.1 lesões\n"
    text = f"1. Consulta em X Y - Acne\n{sections}"
    assert titles(text) == ["Acne"]


def test_a_group_heading_goes_with_the_condition_below_it() -> None:
    text = (
        "# Notas\n## Consulta em Cardiologia - Valvopatias\nTexto.\n\n# Dermatologia\n\n"
        "## Consulta em Dermatologia - Acne\nTexto.\n"
    )
    note = split_note(text, "nota.md")
    assert note.preamble == "# Notas\n"
    assert note.chunks[0].body == "Texto.\n\n"
    assert note.chunks[1].heading == "# Dermatologia\n\n## Consulta em Dermatologia - Acne\n"
    assert note.chunks[1].start_line == 7
    assert note.text == text


def test_nested_headings_of_conditions_are_one_chunk_each() -> None:
    text = (
        "## Consulta em Cardiologia - Arritmia\nTexto.\n### Consulta em Cardiologia - Arritmia / Síncope\n"
        "Texto.\n#### Detalhe\nMais.\n# Consulta em Cardiologia - Valvopatias\nTexto.\n"
    )
    assert titles(text) == ["Arritmia", "Arritmia / Síncope", "Valvopatias"]


def test_front_matter_stays_in_the_preamble_and_lines_keep_their_numbers() -> None:
    note = split_note("---\nspecialty: x\n---\n" + SMALL_NOTE, "nota.md")
    assert note.preamble.startswith("---\nspecialty: x\n---\nTítulo")
    assert [chunk.start_line for chunk in note.chunks] == [8, 23]


def test_a_setext_underline_is_no_body() -> None:
    with pytest.raises(NoteError, match="has no text"):
        split_note("Consulta em Cardiologia - Valvopatias\n=====\n", "nota.md")


@pytest.mark.parametrize("body", ["", "\n \n", "---\n", "### O que é\n\n### Sinais de alerta\n"])
def test_a_heading_with_no_body_is_an_error(body: str) -> None:
    text = f"## Consulta em X Y - Acne\n{body}## Consulta em X Y - Melanoma\nTexto.\n"
    with pytest.raises(NoteError) as caught:
        split_note(text, "notas/derma.md")
    assert str(caught.value).startswith("notas/derma.md:1: the heading 'Acne' has no text")


def test_titles_that_differ_only_in_accents_and_case_are_an_error() -> None:
    with pytest.raises(NoteError) as caught:
        split_note("Consulta em X Y - Acné\nTexto.\nConsulta em X Y - ACNE\nTexto.\n", "a.md")
    assert (caught.value.line, "line 1" in caught.value.problem) == (3, True)


def test_all_the_problems_of_a_file_are_said_at_once() -> None:
    text = "Consulta em X Y - Acne\nTexto.\nConsulta em X Y - Acne\nTexto.\nConsulta em X Y - Psoríase\n"
    with pytest.raises(NoteErrors) as caught:
        split_note(text, "a.md")
    assert [error.line for error in caught.value.errors] == [5, 3]
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize("text", ["", "Só texto.\n", "# Cardiologia\n\nTexto.\n", "## Notas\nTexto.\n"])
def test_a_file_with_no_heading_is_one_error_that_names_it(text: str) -> None:
    with pytest.raises(NoteError) as caught:
        split_note(text, "pasta/nota.md")
    assert str(caught.value).startswith("pasta/nota.md: no condition heading found; start each condition")
    assert "\n" not in str(caught.value)


CONDITIONS = st.text("abcdefghijklmnopqrstuvwxyzçãéíõú", min_size=3, max_size=12).map(str.capitalize)
BODY_LINES = st.sampled_from(
    [
        "Texto simples.",
        "- item um;",
        "1.1.2 item; ou",
        "### O que é",
        "",
        "usa # no meio",
        "  recuo",
        "a\tb\u00a0c",
    ]
)
BODIES = st.lists(BODY_LINES, max_size=6).map(lambda lines: "\n".join(["Primeira linha.", *lines]))
STYLES = st.sampled_from(
    [
        "## Consulta em Cardiologia - {title}",
        "### Consulta em Cardiologia – {title}",
        "{number}. Consulta em Cardiologia - {title}",
        "Consulta em Cardiologia - {title}",
        "**Consulta em Cardiologia — {title}**",
        "## {number}. **Consulta em Cardiologia - {title}**",
        "{number}. {title}\n{number}.1. Condições clínicas que indicam a necessidade de encaminhamento:",
    ]
)


@st.composite
def mixed_notes(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A note whose headings mix the conventions, in any encoding of the same text, with its titles."""
    names = draw(st.lists(CONDITIONS, min_size=1, max_size=6, unique=True))
    # A bare heading is known by its likeness to the others: one numbered heading stands first.
    blocks = ["1. Consulta em Cardiologia - Primeira\nTexto."]
    for number, name in enumerate(names, start=2):
        blocks.append(draw(STYLES).format(number=number, title=name) + "\n" + draw(BODIES))
    text = draw(st.sampled_from(["", "Preâmbulo.\n\n"])) + "\n".join(blocks)
    text = unicodedata.normalize(draw(st.sampled_from(["NFC", "NFD"])), text)
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"])))
    return draw(st.sampled_from(["", "\ufeff"])) + text, ["Primeira", *names]


@given(mixed_notes())
def test_any_mix_of_conventions_gives_its_titles_and_rejoins(note: tuple[str, list[str]]) -> None:
    text, expected = note
    found = split_note(text, "nota.md")
    assert [chunk.title for chunk in found.chunks] == expected
    assert found.text == normalise(text)
    lines = normalise(text).split("\n")
    assert all(chunk.title in lines[chunk.start_line - 1] for chunk in found.chunks)


PIECES = st.sampled_from(
    [
        "## ",
        "1. ",
        "6.1 ",
        "**",
        "Consulta em X Y - ",
        "Acne",
        CRITERIA,
        "\n",
        "\r\n",
        "---",
        "#",
        "é",
        "e\u0301",
        " ",
    ]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_any_text_either_rejoins_or_is_refused(text: str) -> None:
    text = f"{text}\nConsulta em X Y - Última\nTexto. {text}"
    try:
        note = split_note(text, "nota.md")
    except (NoteError, NoteErrors) as refused:
        assume("nota.md" not in str(refused))
        raise
    assert note.text == normalise(text)


@given(st.text())
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert not set("\r\t\ufeff\u00a0\u2028") & set(once)
