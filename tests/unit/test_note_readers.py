from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from rag.notes.chunking import split_note
from rag.notes.errors import NoteError
from rag.notes.pdf import rejoin_lines
from rag.notes.readers import note_files, read_note_text
from rag.notes.sections import read_conditions
from tests.unit.note_samples import (
    OFFICIAL,
    SMALL_NOTE,
    SPECIALTIES,
    needs_official_notes,
    official_titles,
    pdf_of,
    wrapped,
)


def saved(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def error_of(path: Path) -> str:
    with pytest.raises(NoteError) as caught:
        read_note_text(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["nota.md", "nota.TXT", "nota.markdown"])
def test_a_text_file_is_read_as_it_is_but_for_its_bom(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, name, "\ufeff" + SMALL_NOTE)
    assert read_note_text(path) == SMALL_NOTE


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("vazia.md", "", "the file is empty"),
        ("vazia.txt", "\ufeff \n\t\n", "the file is empty"),
        ("latin.txt", "Pressão".encode("cp1252"), "not UTF-8"),
        ("pagina.md", "<html>", "HTML, not text"),
        ("nota.docx", "PK", "'.docx' files can't be read"),
        ("nota", "texto", "'' files can't be read"),
        ("nota.txt", b"%PDF-1.4\n%%EOF", "PDF syntax, not text"),
        ("texto.pdf", "Só texto.", "the file is not a PDF"),
        ("vazio.pdf", "", "the file is not a PDF"),
        ("corrompido.pdf", b"%PDF-1.7\n1 0 obj << /Type", "the PDF is corrupt"),
        ("cortado.pdf", pdf_of([["Texto"]])[:300], "the PDF"),
        (
            "imagem.pdf",
            pdf_of([[]], images=[0]),
            "the PDF has no text (scanned, perhaps); run it through OCR",
        ),
        ("meia.pdf", pdf_of([["Texto"], []], images=[1]), "page 2 of the PDF is an image without text"),
        ("mojibake.pdf", pdf_of([["Avalia\u00c3\u00a7\u00e3o"]]), "broken accents"),
    ],
)
def test_a_file_that_is_no_note_is_one_clear_error(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    assert said in error_of(saved(tmp_path, name, content))


def test_a_file_over_the_limit_is_an_error(tmp_path: Path) -> None:
    assert "larger than 5120 KiB" in error_of(saved(tmp_path, "grande.md", "\0" * (5 * 1024 * 1024 + 1)))
    assert read_note_text(saved(tmp_path, "justa.md", "texto"), max_bytes=5) == "texto"


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    assert "no such file or directory" in error_of(tmp_path / "nada.md")


def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    path = saved(tmp_path, "nota.md", SMALL_NOTE)

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    with pytest.raises(NoteError, match=r"nota\.md: the file can't be read \(permission denied\)"):
        read_note_text(path, read=refuse)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_regular_file_is_an_error_and_not_a_wait(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "nota.md"
    if kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    assert "no regular file" in error_of(path)


def test_a_link_that_loops_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "b.md")
    (tmp_path / "b.md").symlink_to(tmp_path / "a.md")
    assert "symbolic links" in error_of(tmp_path / "a.md")
    with pytest.raises(NoteError, match="symbolic links"):
        note_files([tmp_path])


def test_a_folder_gives_its_notes_sorted_and_each_once(tmp_path: Path) -> None:
    for name in (
        "b.md",
        "a.txt",
        "c.PDF",
        "README.md",
        "x.mends.md",
        ".oculto.md",
        "dados.toml",
        "imagem.png",
    ):
        saved(tmp_path, name, "texto")
    (tmp_path / "aa").mkdir()
    saved(tmp_path / "aa", "z.md", "texto")
    found = note_files([tmp_path / "b.md", tmp_path])
    assert [path.relative_to(tmp_path).as_posix() for path in found] == ["b.md", "a.txt", "aa/z.md", "c.PDF"]


def test_a_folder_link_that_leads_back_is_an_error(tmp_path: Path) -> None:
    saved(tmp_path, "a.md", "texto")
    (tmp_path / "volta").symlink_to(tmp_path)
    with pytest.raises(NoteError, match="volta: the link leads back"):
        note_files([tmp_path])


def test_a_folder_linked_from_elsewhere_is_read(tmp_path: Path) -> None:
    (tmp_path / "fora").mkdir()
    (tmp_path / "dentro").mkdir()
    saved(tmp_path / "fora", "a.md", "texto")
    (tmp_path / "dentro" / "notas").symlink_to(tmp_path / "fora")
    assert note_files([tmp_path / "dentro"]) == (tmp_path / "dentro" / "notas" / "a.md",)


@pytest.mark.parametrize(("name", "said"), [("nota.docx", r"'\.docx' files"), ("x.toml", "has no note")])
def test_a_folder_without_notes_or_with_an_office_document_is_an_error(tmp_path: Path, name: str, said: str) -> None:
    saved(tmp_path, name, "texto")
    with pytest.raises(NoteError, match=said):
        note_files([tmp_path])


def test_a_path_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NoteError, match="no such file"):
        note_files([tmp_path / "nada"])


@needs_official_notes
@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("specialty", SPECIALTIES)
def test_a_pdf_of_an_official_note_gives_the_same_titles(tmp_path: Path, specialty: str, width: int) -> None:
    text = (OFFICIAL / f"{specialty}.txt").read_text("utf-8").replace("\t", " ").replace("≥", ">=")
    lines = wrapped(text, width)
    texts = [lines[start : start + 50] for start in range(0, len(lines), 50)]
    pages = [["Nota Técnica - SES", *page, f"Página {n} de 9"] for n, page in enumerate(texts, start=1)]
    text = read_note_text(saved(tmp_path, "nota.pdf", pdf_of(pages)))
    note = split_note(text, "nota.pdf")
    assert [chunk.title for chunk in note.chunks] == official_titles(specialty)
    assert not any("Página" in chunk.body or "Nota Técnica - SES" in chunk.body for chunk in note.chunks)


def test_a_pdf_gives_the_conditions_of_its_text(tmp_path: Path) -> None:
    text = read_note_text(saved(tmp_path, "nota.pdf", pdf_of([wrapped(SMALL_NOTE, 40)])))
    expected = read_conditions(split_note(SMALL_NOTE, "nota.md"))
    found = read_conditions(split_note(text, "nota.pdf"))
    assert [(c.title, c.sentences) for c in found] == [(c.title, c.sentences) for c in expected]


def encrypted(user: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_of([["Texto com acentuação."]]))))
    writer.encrypt(user, "", algorithm="RC4-128")
    content = io.BytesIO()
    writer.write(content)
    return content.getvalue()


def test_an_encrypted_pdf_is_an_error(tmp_path: Path) -> None:
    assert "the PDF is encrypted" in error_of(saved(tmp_path, "nota.pdf", encrypted("segredo")))


def test_a_pdf_locked_against_changes_alone_is_read(tmp_path: Path) -> None:
    assert read_note_text(saved(tmp_path, "nota.pdf", encrypted(""))) == "Texto com acentuação.\n"


def test_page_numbers_and_running_heads_are_left_out_and_headings_kept(tmp_path: Path) -> None:
    heads = ["1. Consulta em Dermatologia - Acne", "2. Consulta em Dermatologia - Eczemas", "Mais um."]
    pages = [["Secretaria", heads[n], f"Texto {n + 7}.", f"- {n} -", f"{n + 1}"] for n in range(3)]
    text = read_note_text(saved(tmp_path, "nota.pdf", pdf_of(pages)))
    assert text.splitlines() == [heads[0], "Texto 7.", heads[1], "Texto 8.", heads[2], "Texto 9."]


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["o trata-", "mento segue"], ["o tratamento segue"]),
        (["no pós-", "operatório"], ["no pós-operatório"]),
        (["o raio-", "x de tórax"], ["o raio-x de tórax"]),
        (["bem-estar é", "o bem-", "estar"], ["bem-estar é o bem-estar"]),
        (["usa guarda-chuva e o guarda-", "chuva"], ["usa guarda-chuva e o guarda-chuva"]),
        (["Consulta em X - Doenças da", "Aorta"], ["Consulta em X - Doenças da Aorta"]),
        (["1. Consulta em X - Acne", "1.1 Critério"], ["1. Consulta em X - Acne", "1.1 Critério"]),
        (["febre;", "dor de cabeça"], ["febre;", "dor de cabeça"]),
        (
            ["Febre alta", "Dor de cabeça que não passa há dias"],
            ["Febre alta", "Dor de cabeça que não passa há dias"],
        ),
        (["dor no peito que não", "- febre"], ["dor no peito que não", "- febre"]),
        (["Texto", "", "segue"], ["Texto", "", "segue"]),
    ],
)
def test_lines_broken_to_fit_the_page_are_joined(lines: list[str], joined: list[str]) -> None:
    assert rejoin_lines(lines) == joined


@given(st.lists(st.text(st.sampled_from("abÉ1 .;:-#"), max_size=12).map(str.strip), max_size=8))
def test_rejoining_loses_nothing_but_line_ends_and_hyphens(lines: list[str]) -> None:
    def kept(parts: list[str]) -> str:
        return "".join(mark for part in parts for mark in part if mark not in " -")

    assert kept(rejoin_lines(lines)) == kept(lines)
