"""Settings: what is refused, in one line that names the variable and shows no secret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.settings import Settings, SettingsError, load_settings

SECRET = "correct-horse-battery"  # noqa: S105 - opens nothing


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", None)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", f"bad {SECRET}"),
        ("TELEGRAM_BOT_TOKEN", f"{SECRET}/../y"),
        ("TELEGRAM_BOT_TOKEN", f"12a:{SECRET}"),
        ("TELEGRAM_BOT_TOKEN", f"12:{SECRET}/x"),
        ("TELEGRAM_BOT_TOKEN", f"12:{SECRET}\n"),
        ("TELEGRAM_BOT_TOKEN", f"१२:{SECRET}"),
        ("DATABASE_URL", f"postgresql://fonte:{SECRET}@localhost/fonte?sslmode=foo"),
        ("DATABASE_URL", f"postgresql://fonte:{SECRET}@localhost/fonte?sslmode="),
        ("DATABASE_URL", f"postgresql://fonte:{SECRET}@localhost/fonte?target_session_attrs=foo"),
        ("DATABASE_URL", f"postgresql://fonte:{SECRET}@/fonte?host=/run&port=x"),
        ("HTTP_HOST", "a b"),
        ("HTTP_HOST", "http://localhost"),
        ("HTTP_HOST", "localhost:80"),
        ("HTTP_HOST", "-x.example"),
        ("ADMIN_HOST", "256.0.0.1"),
        ("ADMIN_HOST", "1"),
        ("ADMIN_HOST", "a..b"),
        ("ADMIN_HOST", "x" * 64),
        ("REVIEW_HOST", "[::1]"),
        ("REVIEW_PORT", "0"),
        ("REVIEW_PORT", "eighty"),
        ("GEMINI_CHAT_MODEL", "gemini 2.5"),
        ("GEMINI_CHAT_MODEL", "models/../x"),
        ("GEMINI_CHAT_MODEL", "models//x"),
        ("GEMINI_CHAT_MODEL", "/x"),
        ("GEMINI_EMBEDDING_MODEL", "x?key=y"),
        ("GEMINI_EMBEDDING_MODEL", "a..b"),
        ("GEMINI_EMBEDDING_MODEL", "gemini-embedding-2"),
        ("FONTE_FEATURES", "none,faq"),
        ("FONTE_FEATURES", "faq, None"),
        ("FONTE_SEND_RATE", "0.009"),
        ("FONTE_SEND_RATE", "-1"),
        ("FONTE_SEND_RATE", "nan"),
        ("FONTE_CHAT_SEND_RATE", "1e-300"),
        ("FONTE_USER_RATE", "0.001"),
        ("FONTE_OPERATORS", "@somebody"),
        ("FONTE_OPERATORS", "123456789;987654321"),
        ("FONTE_OPERATORS", "123456789, -100500"),
        ("FONTE_OPERATORS", "१२३"),
        ("FONTE_OPERATORS", "0123"),
        ("FONTE_OPERATORS", "0"),
        ("FONTE_OPERATORS", "12345678901234567"),
        ("FONTE_REVIEW_URL", "review.example"),
        ("FONTE_REVIEW_URL", "ftp://review.example"),
        ("FONTE_REVIEW_URL", "https://"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_its_variable_once(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    told = str(caught.value)
    assert told.startswith(f"{variable}: ")
    assert told.lower().count(variable.lower()) == 1
    assert "\n" not in told
    assert SECRET not in told


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "1:abc"),
        ("TELEGRAM_BOT_TOKEN", "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcF"),
        ("DATABASE_URL", "postgresql://fonte@localhost/fonte?sslmode=verify-full"),
        ("DATABASE_URL", "postgresql://fonte@/fonte?host=/run/postgresql&port=5433"),
        ("HTTP_HOST", "0.0.0.0"),  # noqa: S104 - read, not bound
        ("HTTP_HOST", "::1"),
        ("ADMIN_HOST", "localhost"),
        ("ADMIN_HOST", "my_service.internal"),
        ("REVIEW_HOST", "fe80::1%eth0"),
        ("GEMINI_CHAT_MODEL", "models/gemini-2.5-flash"),
        ("GEMINI_EMBEDDING_MODEL", "text-embedding-004"),
        ("FONTE_FEATURES", "none"),
        ("FONTE_FEATURES", "faq,generation"),
        ("FONTE_SEND_RATE", "0"),
        ("FONTE_CHAT_SEND_RATE", "0.01"),
        ("FONTE_USER_RATE", "0"),
        ("FONTE_OPERATORS", "123456789"),
        ("FONTE_REVIEW_URL", "https://review.example/painel"),
    ],
)
def test_a_right_value_is_taken(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert variable.lower() in load_settings().model_fields_set


def test_the_review_of_answers_has_its_address_already() -> None:
    settings = load_settings()
    assert (settings.review_host, settings.review_port) == ("127.0.0.1", 8081)


@pytest.mark.parametrize(
    ("given", "reached"),
    [
        ({}, "http://127.0.0.1:8081"),
        ({"review_host": "::1", "review_port": 8100}, "http://[::1]:8100"),
        ({"fonte_review_url": "https://review.example/painel/"}, "https://review.example/painel"),
    ],
)
def test_operators_reach_the_console_where_it_listens_unless_told_otherwise(
    given: dict[str, object], reached: str
) -> None:
    assert load_settings(**given).review_url == reached


@pytest.mark.parametrize(
    ("value", "ids"), [("", set()), (" , ", set()), ("12", {"12"}), (" 12,345 , 12,", {"12", "345"})]
)
def test_operators_are_a_list_of_ids(monkeypatch: pytest.MonkeyPatch, value: str, ids: set[str]) -> None:
    monkeypatch.setenv("FONTE_OPERATORS", value)
    assert load_settings().fonte_operators == ids


@given(octets=st.lists(st.integers(0, 999), min_size=4, max_size=4))
def test_four_numbers_are_an_address_or_refused(octets: list[int]) -> None:
    value = ".".join(map(str, octets))
    if max(octets) <= 255:
        assert load_settings(http_host=value).http_host == value
    else:
        with pytest.raises(SettingsError, match="HTTP_HOST"):
            load_settings(http_host=value)
