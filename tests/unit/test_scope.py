from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agents.scope import Beyond, beyond
from tests.unit.logistics_requests import LOGISTICS
from tests.unit.ordinary_messages import lines, ordinary
from tests.unit.refused_requests import DIAGNOSIS, DOSE


@pytest.mark.parametrize("text", lines(DOSE))
def test_asking_what_or_how_much_to_take_is_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.DOSE


@pytest.mark.parametrize("text", lines(DIAGNOSIS))
def test_asking_to_be_told_what_one_has_is_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.DIAGNOSIS


@pytest.mark.parametrize("text", lines(LOGISTICS))
def test_bookings_places_and_prices_are_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.LOGISTICS


@pytest.mark.parametrize("text", ordinary())
def test_what_patients_ordinarily_send_is_not_refused(text: str) -> None:
    assert beyond(text) is None


@pytest.mark.parametrize(
    ("plain", "misspelt"),
    [
        ("posso parar a metformina?", "posso parar a metfomina?"),
        ("qual a dosagem da levotiroxina", "qual a dossagem da levotiroxna"),
        ("quero marcar uma consulta", "quero marcar uma conssulta"),
        ("me da um diagnostico", "me da um diagnotico"),
    ],
)
def test_a_letter_wrong_changes_nothing(plain: str, misspelt: str) -> None:
    assert beyond(misspelt) is beyond(plain) is not None


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert beyond(text) in {None, *Beyond}


@pytest.mark.parametrize("piece", ["posso tomar ", "qual ", "quantos ", "a", "? ", "posso parar remedio "])
def test_a_very_long_message_is_read_in_linear_time(piece: str) -> None:
    short, long = piece * (2_000 // len(piece)), piece * (20_000 // len(piece))
    beyond(short)
    started = process_time()
    beyond(short)
    middle = process_time()
    beyond(long)
    assert process_time() - middle < 40 * (middle - started) + 0.2
