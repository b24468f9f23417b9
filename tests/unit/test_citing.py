from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.citing import caveats, citation
from bot.locales import load_catalogue
from rag.types import Language

WORDS = load_catalogue()[Language.PT]


@dataclass(frozen=True)
class Named:
    note: str = "Nota <1>"
    note_date: str = "2018-08-23"
    review_date: str | None = "2027-11-30"
    demonstration: bool = True


def test_a_citation_names_the_note_its_date_and_that_it_is_a_demonstration() -> None:
    line = citation(WORDS, Named(), "[1][2]", date(2027, 11, 30))
    assert line == "[1][2] resumo de demonstração da Nota &lt;1&gt;, 23/08/2018."


def test_a_note_of_the_service_s_own_is_named_plainly_and_without_a_date_where_it_has_none() -> None:
    assert citation(WORDS, Named("NT 7", "", None, demonstration=False), "[1]", date(2030, 1, 1)) == "[1] NT 7."


def test_an_overdue_review_is_said_from_the_day_after_in_a_citation_and_among_the_caveats_alike() -> None:
    late = date(2027, 12, 1)
    overdue = "A revisão deste resumo venceu em 30/11/2027."
    assert citation(WORDS, Named(), "[1]", late).endswith(overdue)
    assert caveats(WORDS, Named(), late)[-1] == overdue
    assert overdue not in caveats(WORDS, Named(), date(2027, 11, 30))
    assert caveats(WORDS, Named(demonstration=False), date(2027, 11, 30)) == []
