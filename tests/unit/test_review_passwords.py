from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from bot.review.passwords import LONGEST, SHORTEST, Passwords, WeakPasswordError, typed_name, wait

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
QUICK = Passwords.ready(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def failures(count: int, apart: timedelta = timedelta(seconds=1)) -> list[datetime]:
    return [NOW - apart * n for n in reversed(range(count))]


def test_a_password_fits_its_own_hash_and_no_other() -> None:
    kept = QUICK.made("uma senha bem comprida")
    assert kept.startswith("$argon2id$")
    assert QUICK.fits(kept, "uma senha bem comprida")
    assert not QUICK.fits(kept, "uma senha bem comprido")


def test_the_same_password_has_another_hash_each_time() -> None:
    assert QUICK.made("uma senha bem comprida") != QUICK.made("uma senha bem comprida")


@pytest.mark.parametrize("password", ["x" * (SHORTEST - 1), "y" * (LONGEST + 1), "ababababababab"])
def test_a_short_endless_or_repeating_password_is_refused(password: str) -> None:
    with pytest.raises(WeakPasswordError):
        QUICK.made(password)


@pytest.mark.parametrize("kept", [None, "", "no hash", "$argon2id$v=19$m=8,t=1,p=1$x"])
def test_nothing_fits_nobody_or_what_is_no_hash(kept: str | None) -> None:
    assert not QUICK.fits(kept, "uma senha bem comprida")


def test_the_default_parameters_are_those_of_rfc_9106s_second_choice() -> None:
    assert PasswordHasher().hash("x").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_four_failures_may_be_followed_at_once_and_the_fifth_by_a_wait() -> None:
    assert wait(failures(4), failures(4), NOW) == 0
    assert wait(failures(5), failures(5), NOW) == 30


def test_each_further_failure_doubles_the_wait_up_to_a_quarter_of_an_hour() -> None:
    waits = [wait(failures(n), [], NOW) for n in range(5, 13)]
    assert waits == [30, 60, 120, 240, 480, 900, 900, 900]


def test_names_of_one_address_together_may_fail_nineteen_times() -> None:
    assert wait([], failures(19), NOW) == 0
    assert wait([], failures(20), NOW) == 30


def test_a_failure_counts_for_a_quarter_of_an_hour() -> None:
    old = failures(5, timedelta(minutes=4))
    assert wait(old, old, NOW) == 0


@given(st.integers(0, 40), st.integers(0, 2_000))
def test_a_wait_only_grows_shorter_with_time(count: int, later: int) -> None:
    at = NOW + timedelta(seconds=later)
    assert wait(failures(count), [], at) <= wait(failures(count), [], NOW)


def test_a_typed_name_is_kept_as_a_hash_that_knows_no_case_or_blanks() -> None:
    assert typed_name(" Ana ") == typed_name("ana")
    assert "ana" not in typed_name("ana")
    assert typed_name("\ud800") != typed_name("ana")
