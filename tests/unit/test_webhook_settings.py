"""The settings of the webhook and of the ports."""

from __future__ import annotations

import pytest

from bot.settings import SettingsError, load_settings

SECRET = "correct-horse_1"  # noqa: S105 - opens nothing but this test's webhook


GOOD: dict[str, object] = {"telegram_webhook_url": "https://bot.example/hook", "telegram_webhook_secret": SECRET}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"telegram_webhook_secret": ""}, "TELEGRAM_WEBHOOK_SECRET: missing"),
        ({"telegram_webhook_secret": "with space"}, "TELEGRAM_WEBHOOK_SECRET: not 1 to 256"),
        ({"telegram_webhook_secret": "x" * 257}, "TELEGRAM_WEBHOOK_SECRET: not 1 to 256"),
        ({"telegram_webhook_url": "http://bot.example/hook"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "bot.example"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "https://[::1/hook"}, "TELEGRAM_WEBHOOK_URL: not an https address"),
        ({"telegram_webhook_url": "https://bot.example:9000/hook"}, "TELEGRAM_WEBHOOK_URL: Telegram delivers to ports"),
        ({"telegram_webhook_url": "https://bot.example/hook?a=1"}, "TELEGRAM_WEBHOOK_URL: nothing may follow"),
        ({"telegram_webhook_url": "https://bot.example/{x}"}, "TELEGRAM_WEBHOOK_URL: nothing may follow"),
        ({"fonte_webhook_connections": "0"}, "FONTE_WEBHOOK_CONNECTIONS: "),
        ({"fonte_webhook_connections": "101"}, "FONTE_WEBHOOK_CONNECTIONS: "),
        ({"http_port": "0"}, "HTTP_PORT: "),
        ({"http_port": "http"}, "HTTP_PORT: "),
        ({"admin_port": "70000"}, "ADMIN_PORT: "),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_the_variable_and_hides_the_secret(
    wrong: dict[str, object], complaint: str
) -> None:
    with pytest.raises(SettingsError) as error:
        load_settings(**(GOOD | wrong), _env_file=None)
    line = str(error.value)
    assert line.startswith(complaint)
    assert "\n" not in line
    assert SECRET not in line


def test_ports_and_hosts_have_the_defaults_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_HOST", "HTTP_PORT", "ADMIN_HOST", "ADMIN_PORT", "TELEGRAM_WEBHOOK_URL"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings(_env_file=None)
    assert (settings.http_host, settings.http_port) == ("127.0.0.1", 8080)
    assert (settings.admin_host, settings.admin_port) == ("127.0.0.1", 9090)
    assert not settings.telegram_webhook_url


def test_a_bot_api_server_of_ones_own_may_use_plain_http_on_any_port() -> None:
    address = "http://10.0.0.5:8080/hook"
    settings = load_settings(
        **(GOOD | {"telegram_webhook_url": address, "telegram_api_url": "http://10.0.0.4:8081"}), _env_file=None
    )
    assert settings.telegram_webhook_url == address


def test_by_default_the_order_of_a_chat_holds_and_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FONTE_WEBHOOK_CONNECTIONS", "FONTE_USER_BACKLOG"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings(_env_file=None)
    assert (settings.fonte_webhook_connections, settings.fonte_user_backlog) == (1, 0)
