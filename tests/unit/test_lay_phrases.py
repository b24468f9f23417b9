from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.chunking import split_note
from rag.notes.errors import NoteError, NoteErrors
from rag.notes.phrases import LayPhrase, check_distinct, load_phrases, slug
from rag.types import Language
from tests.unit.note_samples import CORPUS, SPECIALTIES

NONE_NEEDED = dict.fromkeys(Language, 0)
TITLES = ("Acne", "Dermatite Atópica")


def saved(folder: Path, text: str) -> Path:
    path = folder / "dermatologia.toml"
    path.write_text(text, "utf-8")
    return path


def errors_of(path: Path, fewest: dict[Language, int] = NONE_NEEDED) -> list[str]:
    with pytest.raises((NoteError, NoteErrors)) as caught:
        load_phrases(path, TITLES, fewest)
    return [line.removeprefix(str(path)) for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Insuficiência Cardíaca", "insuficiencia-cardiaca"),
        ("Doenças Coronárias / Cardiopatia Isquêmica", "doencas-coronarias-cardiopatia-isquemica"),
        (
            "Câncer de Pele não Melanoma/Ceratoses Actínicas",
            "cancer-de-pele-nao-melanoma-ceratoses-actinicas",
        ),
        (" «Nódulo» (2.º) ", "nodulo-2"),
        ("...", ""),
    ],
)
def test_a_slug_has_no_accents_and_hyphens_for_the_rest(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text())
def test_the_slug_of_a_slug_is_itself(title: str) -> None:
    assert slug(slug(title)) == slug(title)


@pytest.mark.parametrize("specialty", SPECIALTIES)
def test_the_bundled_phrases_load(specialty: str) -> None:
    note = CORPUS / "notes" / f"{specialty}.md"
    titles = [chunk.title for chunk in split_note(note.read_text("utf-8"), note).chunks]
    phrases = load_phrases(CORPUS / "phrases" / f"{specialty}.toml", titles)
    assert {phrase.condition for phrase in phrases} == set(map(slug, titles))


def test_no_bundled_phrase_stands_under_two_conditions() -> None:
    found: list[LayPhrase] = []
    for specialty in SPECIALTIES:
        note = CORPUS / "notes" / f"{specialty}.md"
        titles = [chunk.title for chunk in split_note(note.read_text("utf-8"), note).chunks]
        found += load_phrases(CORPUS / "phrases" / f"{specialty}.toml", titles)
    check_distinct(found)
    assert len(found) > 29 * (12 + 6 + 6)


def test_phrases_keep_their_condition_language_order_and_line(tmp_path: Path) -> None:
    path = saved(tmp_path, '[acne]\npt = ["cara cheia de espinha", "cravo"]\nen = [" zits "]\n')
    assert load_phrases(path, TITLES, NONE_NEEDED) == (
        LayPhrase("acne", Language.PT, "cara cheia de espinha", path, 2),
        LayPhrase("acne", Language.PT, "cravo", path, 2),
        LayPhrase("acne", Language.EN, "zits", path, 3),
    )


def test_a_slug_that_no_condition_has_is_an_error(tmp_path: Path) -> None:
    path = saved(tmp_path, '[acne]\n\n[acme]\npt = ["espinha"]\n')
    assert errors_of(path) == [":3: no condition has the slug 'acme'; use the slug of a title: acne, dermatite-atopica"]


def test_a_condition_with_too_few_phrases_is_an_error_by_language(tmp_path: Path) -> None:
    path = saved(tmp_path, '[acne]\npt = ["espinha"]\nes = ["granos"]\n')
    assert errors_of(path, {Language.PT: 1, Language.ES: 2}) == [
        ":1: 'acne' has 1 phrases in es, and needs 2; add phrases as patients say them",
        ": 'dermatite-atopica' has 0 phrases in pt-BR, and needs 1; add phrases as patients say them",
        ": 'dermatite-atopica' has 0 phrases in es, and needs 2; add phrases as patients say them",
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[acne]\npt = ["Coça a pele"]\n[dermatite-atopica]\npt = ["coca, a pele!"]\n',
        '[acne]\npt = ["coça a pele"]\n[dermatite-atopica]\nes = ["coca a pele"]\n',
        '[acne]\npt = [\n"coça a pele",\n"x y",\n"COÇA A PELE"]\n',
    ],
)
def test_a_phrase_twice_is_an_error_whatever_its_accents(tmp_path: Path, text: str) -> None:
    (error,) = errors_of(saved(tmp_path, text))
    assert "is already a phrase of acne" in error


def test_two_languages_may_share_a_phrase_of_one_condition(tmp_path: Path) -> None:
    path = saved(tmp_path, '[acne]\npt = ["tenho acne"]\nes = ["tenho acne"]\n')
    assert len(load_phrases(path, TITLES, NONE_NEEDED)) == 2


def test_a_phrase_of_another_file_counts_as_twice() -> None:
    one = LayPhrase("acne", Language.PT, "coça", Path("a.toml"), 3)
    other = LayPhrase("prurido", Language.PT, "Coça!", Path("b.toml"), 7)
    with pytest.raises(NoteError, match=r"b\.toml:7: 'Coça!' \(prurido\) is already a phrase of acne, a\.toml"):
        check_distinct([one, other])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[acne\n", ":1: not TOML:"),
        ('[acne]\npt = "espinha"\n', ": acne.pt: Input should be a valid tuple"),
        ('[acne]\npt = ["x", 3]\n', ": acne.pt.#1: String should have at least 2"),
        ('[acne]\nfr = ["boutons"]\n', ": acne.fr: Extra inputs"),
        ("acne = 3\n", ": acne: Input should be a valid dictionary"),
    ],
)
def test_a_file_of_another_form_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    assert errors_of(saved(tmp_path, text))[0].startswith(said)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    assert "can't be read" in errors_of(tmp_path / "nada.toml")[0]
