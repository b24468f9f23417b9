from __future__ import annotations

from urllib.parse import quote

import pytest
from pydantic import SecretStr

from bot.channels.telegram.redact import Redactor

TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcF"  # noqa: S105 - opens nothing
ODD_TOKEN = "short:tok/en"  # noqa: S105 - opens nothing


@pytest.mark.parametrize("token", [TOKEN, ODD_TOKEN])
@pytest.mark.parametrize("form", [str, quote, lambda token: quote(token, safe="")])
def test_every_form_of_the_token_is_hidden(token: str, form: object) -> None:
    assert callable(form)
    text = f"POST https://api.telegram.org/bot{form(token)}/sendMessage"
    hidden = Redactor(SecretStr(token)).text(text)
    assert hidden == "POST https://api.telegram.org/bot[token]/sendMessage"


def test_another_bots_token_is_hidden_by_its_shape() -> None:
    assert TOKEN not in Redactor(SecretStr("")).text(f"x {TOKEN} y")


def test_text_without_a_token_is_left_alone() -> None:
    assert Redactor(SecretStr(TOKEN)).text("às 12:30 em 10/2026") == "às 12:30 em 10/2026"


def test_structured_events_are_redacted_at_any_depth() -> None:
    event = {"a": TOKEN, "b": [{"c": ("x", TOKEN)}], "n": 1, "none": None, "e": ValueError(TOKEN), "o": {1}}
    shown = Redactor(SecretStr(TOKEN))(None, "info", event)
    assert TOKEN not in repr(shown)
    assert (shown["n"], shown["none"], shown["o"]) == (1, None, {1})


def test_the_redactor_does_not_show_its_token() -> None:
    assert TOKEN not in repr(Redactor(SecretStr(TOKEN)))
