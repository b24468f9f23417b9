from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.errors import NoteError, NoteErrors
from rag.notes.sections import Condition
from rag.notes.translations import align
from rag.types import Language, Section, Sentence


def same(_: str, __: str) -> str | None:
    return None


def different(one: str, other: str) -> str | None:
    return f"'{one}' is not '{other}'" if one[-1] != other[-1] else None


def condition(title: str, *sentences: tuple[Section, str], line: int = 5) -> Condition:
    return Condition(title, line, tuple(Sentence(section, text) for section, text in sentences))


ORIGINAL = (
    condition("Acne", (Section.ABOUT, "um 1"), (Section.CRITERIA, "dois 2"), (Section.CRITERIA, "três 3")),
    condition("Melanoma", (Section.ABOUT, "quatro 4")),
)
SPANISH = (
    condition("Acné", (Section.ABOUT, "uno 1"), (Section.CRITERIA, "dos 2"), (Section.CRITERIA, "tres 3")),
    condition("Melanoma (es)", (Section.ABOUT, "cuatro 4"), line=9),
)


def test_the_original_is_given_back_with_its_translations() -> None:
    aligned = align(ORIGINAL, SPANISH, Language.ES, "acne.es.md", different)
    assert [(c.title, c.titles) for c in aligned] == [
        ("Acne", {Language.ES: "Acné"}),
        ("Melanoma", {Language.ES: "Melanoma (es)"}),
    ]
    assert aligned[0].sentences[1] == Sentence(Section.CRITERIA, "dois 2", {Language.ES: "dos 2"})


def test_a_second_translation_is_laid_beside_the_first() -> None:
    aligned = align(ORIGINAL, SPANISH, Language.ES, "acne.es.md", same)
    both = align(aligned, SPANISH, Language.EN, "acne.en.md", same)
    assert both[0].sentences[0].translations == {Language.ES: "uno 1", Language.EN: "uno 1"}
    assert ORIGINAL[0].sentences[0].translations == {}


def test_another_number_of_conditions_is_an_error_with_both_counts() -> None:
    with pytest.raises(NoteError, match=r"acne\.es\.md: it has 1 conditions, and the original 2;"):
        align(ORIGINAL, SPANISH[:1], Language.ES, "acne.es.md", same)


def test_other_counts_are_errors_that_name_condition_section_and_counts() -> None:
    shorter = condition("Acné", (Section.ABOUT, "uno 1"), (Section.CRITERIA, "dos 2"), (Section.WARNINGS, "tres 3"))
    with pytest.raises(NoteErrors) as caught:
        align(ORIGINAL, (shorter, SPANISH[1]), Language.ES, "acne.es.md", same)
    assert [(error.line, error.problem) for error in caught.value.errors] == [
        (5, "'Acne', section criteria: 1 sentences, and the original has 2"),
        (5, "'Acne', section warnings: 1 sentences, and the original has 0"),
    ]


def test_sections_in_another_order_are_an_error() -> None:
    moved = condition("Acné", (Section.CRITERIA, "dos 2"), (Section.ABOUT, "uno 1"), (Section.CRITERIA, "tres 3"))
    with pytest.raises(NoteError, match="'Acne': its sections are in another order"):
        align(ORIGINAL, (moved, SPANISH[1]), Language.ES, "acne.es.md", same)


def test_figures_that_differ_are_an_error_that_names_the_sentence() -> None:
    wrong = condition("Acné", (Section.ABOUT, "uno 1"), (Section.CRITERIA, "dos 2"), (Section.CRITERIA, "tres 4"))
    with pytest.raises(NoteError) as caught:
        align(ORIGINAL, (wrong, SPANISH[1]), Language.ES, "acne.es.md", different)
    expected = "acne.es.md:5: 'Acne', section criteria, sentence 2: 'três 3' is not 'tres 4'; write the original's"
    assert str(caught.value).startswith(expected)


@given(st.lists(st.tuples(st.sampled_from(Section), st.text(min_size=1)), max_size=8))
def test_a_note_aligns_with_itself(sentences: list[tuple[Section, str]]) -> None:
    conditions = (condition("Acne", *sentences),)
    aligned = align(conditions, conditions, Language.EN, "x", different)
    assert all(s.translations == {Language.EN: s.text} for s in aligned[0].sentences)
    assert len(aligned[0].sentences) == len(sentences)
