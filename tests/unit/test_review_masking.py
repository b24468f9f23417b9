from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.review.masking import masked


@pytest.mark.parametrize("hidden", [
    "11 91234-5678", "+55 11 91234-5678", "(11) 91234 5678", "(11)912345678", "0800 123 4567", "+34 600 123 456",
    "123.456.789-09", "12345678909", "123 4567 8901 2345", "+1 (212) 555-0100",
    "ana@exemplo.com.br", "a.b+c@x.org", "@fulano_23", "https://t.me/fulano", "t.me/fulano", "www.exemplo.com/x?y=1",
])  # fmt: skip
def test_what_names_a_person_is_hidden(hidden: str) -> None:
    text = masked(f"meu contato é {hidden}, pode chamar")
    assert hidden not in text
    assert not any(len(word) > 6 and word in text for word in hidden.replace("/", " ").split())
    assert text.startswith("meu contato é [")
    assert text.endswith(", pode chamar")


@pytest.mark.parametrize("kept", [
    "pressão 140/90 mmHg em 12/10/2025", "glicose 126 mg/dL", "tenho 47 anos", "em 2025-10-12",
    "12-10-2025 e 12.10.2025",
    "TSH 4,5 mUI/L; T4 1.2", "1.000.000 UI", "LDL 190, HDL 40, TG 250", "IMC ≥ 30 kg/m²",
])  # fmt: skip
def test_figures_of_health_and_dates_stay(kept: str) -> None:
    assert masked(kept) == kept


@given(st.text())
def test_masking_again_changes_nothing(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@given(st.text("0123456789", min_size=8, max_size=40))
def test_no_long_number_stays(number: str) -> None:
    assert number not in masked(f"x {number} y")
