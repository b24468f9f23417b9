from __future__ import annotations

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.review.filtering import of_cases, of_replies
from bot.review.records import Cursor, Filters, Role, Verdict

ZONE = ZoneInfo("America/Sao_Paulo")
FILTERS = st.builds(
    Filters,
    since=st.none() | st.dates(),
    until=st.none() | st.dates(),
    specialty=st.none() | st.text(),
    status=st.none() | st.text(),
    verdict=st.none() | st.sampled_from(Verdict),
    below=st.none() | st.floats(),
    degraded=st.booleans(),
    flagged=st.booleans(),
    unreviewed=st.booleans(),
    text=st.text(),
)


def test_no_filter_is_no_condition() -> None:
    assert (of_replies(Filters(), None, ZONE).text, of_cases(Filters(), None, ZONE).values) == ("true", [])


@given(FILTERS, st.none() | st.builds(Cursor, at=st.datetimes(timezones=st.just(UTC)), place=st.integers()))
def test_every_value_has_its_own_place_and_none_stands_in_the_text(filters: Filters, after: Cursor | None) -> None:
    for found in (of_replies(filters, after, ZONE), of_cases(filters, after, ZONE)):
        places = [int(number) for number in re.findall(r"\$(\d+)", found.text)]
        assert places == list(range(1, len(found.values) + 1))
        assert "{" not in found.text


def test_text_that_looks_like_sql_or_a_place_stays_a_value() -> None:
    found = of_replies(Filters(text="'; drop table {} $1 --"), None, ZONE)
    assert found.values == ["'; drop table {} $1 --"]
    assert "drop" not in found.text


def test_a_day_begins_and_ends_in_the_services_zone() -> None:
    found = of_replies(Filters(since=date(2026, 11, 30), until=date(2026, 11, 30)), None, ZONE)
    assert found.values == [datetime(2026, 11, 30, 3, tzinfo=UTC), datetime(2026, 12, 1, 3, tzinfo=UTC)]


def test_a_role_may_what_those_before_it_may() -> None:
    assert [[role.may(needed) for needed in Role] for role in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
