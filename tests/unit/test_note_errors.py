from __future__ import annotations

import pytest

from rag.notes.errors import NoteError, NoteErrors, raise_any

ONE = NoteError("a.md", 3, "a problem", "a remedy")
OTHER = NoteError("b.md", None, "another\nproblem", "its  remedy")


def test_an_error_is_one_line_that_says_where_what_and_what_to_do() -> None:
    assert str(ONE) == "a.md:3: a problem; a remedy"
    assert str(OTHER) == "b.md: another problem; its remedy"


def test_nothing_is_raised_for_no_error() -> None:
    raised: list[BaseException] = []
    try:
        raise_any([])
    except* NoteError as group:
        raised.append(group)
    assert raised == []


def test_one_error_is_raised_as_it_is() -> None:
    with pytest.raises(NoteError) as caught:
        raise_any(iter([ONE]))
    assert caught.value is ONE


def test_several_errors_are_raised_together_a_line_each() -> None:
    with pytest.raises(NoteErrors) as caught:
        raise_any([ONE, OTHER])
    assert str(caught.value) == f"{ONE}\n{OTHER}"


@pytest.mark.parametrize("errors", [[ONE], [ONE, OTHER]])
def test_one_and_several_are_caught_alike(errors: list[NoteError]) -> None:
    caught: list[NoteError] = []
    try:
        raise_any(errors)
    except* NoteError as group:
        caught += [error for error in group.exceptions if isinstance(error, NoteError)]
    assert caught == errors


def test_a_part_of_several_is_of_the_same_kind() -> None:
    part, rest = NoteErrors("two", [ONE, OTHER]).split(lambda error: error is ONE)
    assert isinstance(part, NoteErrors)
    assert isinstance(rest, NoteErrors)
    assert str(part) == str(ONE)
