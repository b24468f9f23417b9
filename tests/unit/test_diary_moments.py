from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.days import day_of
from rag.diary.reading.moments import meal_at, placed
from rag.diary.types import Clock, Meal, Moment, Placed
from tests.unit.diary_messages import asked

SAO_PAULO = Clock(ZoneInfo("America/Sao_Paulo"))
NOON = datetime(2026, 11, 25, 12, 45, tzinfo=SAO_PAULO.zone)  # a Wednesday


def at(text: str, when: datetime = NOON, clock: Clock = SAO_PAULO) -> Placed:
    found = placed(asked(f"{text}, 2 ovos").moment, when, clock)
    assert found is not None
    return found


def local(found: Placed) -> str:
    return found.at.replace(tzinfo=None).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("ontem no jantar", Moment(days_ago=1, meal=Meal.DINNER)),
        ("anteontem", Moment(days_ago=2)),
        ("hoje às 8h", Moment(days_ago=0, time=time(8))),
        ("às 8h30", Moment(time=time(8, 30))),
        ("às 8 da noite", Moment(time=time(20))),
        ("ayer a las 9 de la noche", Moment(days_ago=1, time=time(21))),
        ("a las nueve y media de la noche", Moment(time=time(21, 30))),
        ("last night", Moment(days_ago=1, meal=Meal.DINNER)),
        ("this morning", Moment(days_ago=0, meal=Meal.BREAKFAST)),
        ("at 8:15 pm", Moment(time=time(20, 15))),
        ("na segunda", Moment(weekday=0)),
        ("el viernes", Moment(weekday=4)),
        ("dia 12", Moment(day_of_month=12)),
        ("em 12/11", Moment(day_of_month=12, month=11)),
        ("12/11/2026", Moment(day=date(2026, 11, 12))),
        ("12 de novembro", Moment(day_of_month=12, month=11)),
        ("no café da manhã", Moment(meal=Meal.BREAKFAST)),
        ("no café", Moment(meal=Meal.BREAKFAST)),
        ("café de ontem:", Moment(days_ago=1, meal=Meal.BREAKFAST)),
        ("de madrugada", Moment(time=time(2))),
        ("no lanche da tarde", Moment(meal=Meal.AFTERNOON_SNACK)),
        ("merienda:", Moment(meal=Meal.AFTERNOON_SNACK)),
        ("na ceia", Moment(meal=Meal.SUPPER)),
        ("jantei às 8", Moment(time=time(20), meal=Meal.DINNER)),
        ("ao meio-dia", Moment(time=time(12))),
        ("há 2 dias", Moment(days_ago=2)),
        ("3 days ago", Moment(days_ago=3)),
    ],
)
def test_what_is_said_of_when_is_read_and_is_no_food(text: str, moment: Moment) -> None:
    plan = asked(f"{text} 2 ovos")
    assert plan.moment == moment
    assert [item.food for item in plan.items] == ["ovos"]


@pytest.mark.parametrize(
    ("text", "foods"),
    [
        ("tomei café", ["café"]),
        ("café com leite no café", ["café com leite"]),
        ("um lanche", ["lanche"]),
        ("comi as 2 bananas", ["bananas"]),
    ],
)
def test_a_food_is_not_taken_for_a_meal_or_a_time(text: str, foods: list[str]) -> None:
    assert [item.food for item in asked(text).items] == foods


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ontem no jantar", "2026-11-24T20:00"),
        ("às 8h", "2026-11-25T08:00"),
        ("às 13h30", "2026-11-25T13:30"),
        ("às 23h", "2026-11-24T23:00"),
        ("no café da manhã", "2026-11-25T08:00"),
        ("no almoço", "2026-11-25T12:45"),
        ("no jantar", "2026-11-24T20:00"),
        ("na quarta", "2026-11-18T12:45"),
        ("na segunda", "2026-11-23T12:45"),
        ("dia 26", "2026-10-26T12:45"),
    ],
)
def test_a_moment_is_placed_in_the_persons_days(text: str, expected: str) -> None:
    found = at(text)
    assert (local(found), found.day.isoformat()) == (expected, expected[:10])


def test_nothing_said_is_the_messages_own_time() -> None:
    assert placed(Moment(), NOON, SAO_PAULO) == Placed(NOON, date(2026, 11, 25), Meal.LUNCH)


@pytest.mark.parametrize(("zone", "day"), [("America/Sao_Paulo", 24), ("America/Manaus", 24), ("Europe/Lisbon", 25)])
def test_the_zone_decides_the_day(zone: str, day: int) -> None:
    moment = datetime(2026, 11, 25, 2, 30, tzinfo=UTC)
    found = placed(Moment(), moment, Clock(ZoneInfo(zone)))
    assert found is not None
    assert found.day == date(2026, 11, day)


def test_before_the_day_starts_it_is_the_day_before() -> None:
    clock = Clock(SAO_PAULO.zone, time(4))
    night = datetime(2026, 11, 25, 1, 30, tzinfo=SAO_PAULO.zone)
    assert day_of(night, clock) == date(2026, 11, 24)
    assert at("às 23h", night, clock).at == datetime(2026, 11, 24, 23, tzinfo=SAO_PAULO.zone)


def test_an_hour_of_late_evening_told_after_midnight_was_yesterdays() -> None:
    assert at("às 23h", datetime(2026, 11, 25, 0, 30, tzinfo=SAO_PAULO.zone)).day == date(2026, 11, 24)


@pytest.mark.parametrize("moment", [Moment(day=date(2026, 11, 26)), Moment(days_ago=0, time=time(20))])
def test_what_is_yet_to_come_is_not_placed(moment: Moment) -> None:
    assert placed(moment, NOON, SAO_PAULO) is None


def test_an_hour_that_a_clock_skips_is_moved_forward() -> None:
    clock = Clock(ZoneInfo("America/New_York"))
    found = placed(Moment(time=time(2, 30)), datetime(2026, 3, 8, 9, tzinfo=clock.zone), clock)
    assert found is not None
    assert local(found) == "2026-03-08T03:30"


def test_of_an_hour_that_comes_twice_the_first_is_meant() -> None:
    clock = Clock(ZoneInfo("America/New_York"))
    found = placed(Moment(time=time(1, 30)), datetime(2026, 11, 1, 9, tzinfo=clock.zone), clock)
    assert found is not None
    assert found.at.astimezone(UTC).hour == 5


@pytest.mark.parametrize(
    ("hour", "meal"),
    [(4, Meal.SUPPER), (5, Meal.BREAKFAST), (10, Meal.MORNING_SNACK), (12, Meal.LUNCH), (15, Meal.AFTERNOON_SNACK),
     (18, Meal.DINNER), (22, Meal.SUPPER)],
)  # fmt: skip
def test_the_hour_tells_the_meal(hour: int, meal: Meal) -> None:
    assert meal_at(time(hour)) is meal


MOMENTS = st.builds(
    Moment,
    day=st.none() | st.dates(),
    days_ago=st.none() | st.integers(0, 400),
    time=st.none() | st.times(),
    meal=st.none() | st.sampled_from(Meal),
    weekday=st.none() | st.integers(0, 6),
    day_of_month=st.none() | st.integers(1, 31),
    month=st.none() | st.integers(1, 12),
)


@given(
    MOMENTS,
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.sampled_from(["America/Sao_Paulo", "Europe/Lisbon", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"]),
    st.times(max_value=time(8)),
)
def test_nothing_is_placed_after_its_day_or_in_the_future(
    moment: Moment, when: datetime, zone: str, start: time
) -> None:
    clock = Clock(ZoneInfo(zone), start.replace(second=0, microsecond=0))
    found = placed(moment, when, clock)
    assert found is None or (found.day <= day_of(when, clock) and found.at.tzinfo is not None)
