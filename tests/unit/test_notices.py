"""What operators read: any number of notices in one short message."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.notices import Notice, NoticeKind, told
from bot.locales import load_catalogue
from bot.markup import plain
from rag.types import Language

CATALOGUE = load_catalogue()
AT = datetime(2026, 12, 1, 2, 30, tzinfo=UTC)
URL = "https://review.example/?a=1&b=2"
ZONE = ZoneInfo("America/Sao_Paulo")


def urgent(name: str, minutes: int = 0) -> Notice:
    return Notice(NoticeKind.URGENT, name, AT + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (Language.PT, ["Emergências: 1", "• stroke, 30/11/2026 23:30", "", f"Painel: {URL}"]),
        (Language.ES, ["Emergencias: 1", "• stroke, 30/11/2026 23:30", "", f"Panel: {URL}"]),
        (Language.EN, ["Emergencies: 1", "• stroke, November 30, 2026 23:30", "", f"Console: {URL}"]),
    ],
)
def test_one_emergency_is_its_rule_its_time_in_the_services_zone_and_a_link(
    language: Language, lines: list[str]
) -> None:
    assert plain(told([urgent("stroke")], CATALOGUE[language], URL, ZONE)).splitlines() == lines


def test_the_same_rule_is_named_once_with_its_count_and_latest_time() -> None:
    text = told([urgent("a", 5), urgent("b", 3), urgent("a", 1)], CATALOGUE[Language.PT], URL, UTC)
    assert plain(text).splitlines()[:3] == [
        "Emergências: 3",
        "• 2 × a, a última em 01/12/2026 02:35",
        "• b, 01/12/2026 02:33",
    ]


def test_emergencies_come_before_dead_letters() -> None:
    dead = Notice(NoticeKind.DEAD, "RuntimeError", AT)
    text = plain(told([dead, urgent("a")], CATALOGUE[Language.EN], URL, UTC))
    assert text.index("Emergencies: 1") < text.index("Messages that could not be handled: 1")


def test_of_many_rules_the_latest_are_named_and_the_others_counted() -> None:
    notices = [urgent(f"rule_{number}", number) for number in range(12)]
    lines = plain(told([*notices, urgent("rule_0", -1)], CATALOGUE[Language.EN], URL, UTC)).splitlines()
    assert [line.split(",")[0] for line in lines[1:9]] == [f"• rule_{number}" for number in range(11, 3, -1)]
    assert lines[9] == "• others: 5"


@given(
    st.lists(
        st.tuples(st.sampled_from(NoticeKind), st.text("abcdefgh._-", max_size=64), st.integers(0, 10_000)), min_size=1
    ),
    st.sampled_from(Language),
)
def test_any_batch_fits_one_message_and_counts_everything(
    happened: list[tuple[NoticeKind, str, int]], language: Language
) -> None:
    notices = [Notice(kind, name, AT + timedelta(minutes=minutes)) for kind, name, minutes in happened]
    text = plain(told(notices, CATALOGUE[language], URL, UTC))
    assert len(text) < 4_096
    for kind in {notice.kind for notice in notices}:
        count = sum(notice.kind is kind for notice in notices)
        assert plain(CATALOGUE[language](f"notice.{kind}", count=count)) in text
