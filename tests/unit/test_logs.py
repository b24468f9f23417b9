"""What gets into logs: hashed ids, classes of errors; and the secret that hashes them."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import hmac
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.channels.telegram.redact import Redactor
from bot.logs import IdHashing, configure_logs, kept_secret, log_stray_errors
from bot.settings import SettingsError, load_settings

SECRET = SecretStr("a secret of enough length")
TOKEN = "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcF"  # noqa: S105 - opens nothing
WORDS = "ornitorrinco"


@pytest.fixture
def configured() -> Iterator[None]:
    """Puts back, afterwards, what `configure_logs` changes."""
    root = logging.getLogger()
    handlers, level, before = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**before)


def events(printed: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in printed.splitlines()]


@given(st.integers() | st.text())
def test_an_id_becomes_the_beginning_of_its_hmac(given_id: int | str) -> None:
    event = IdHashing(SECRET)(None, "info", {"event": "x", "chat": given_id})
    encoded = str(given_id).encode("utf-8", "surrogatepass")
    whole = hmac.new(SECRET.get_secret_value().encode(), encoded, hashlib.sha256).hexdigest()
    assert event == {"event": "x", "chat": whole[:12]}


def test_an_id_is_the_same_as_number_and_as_text_and_another_under_another_secret() -> None:
    hashing = IdHashing(SECRET)
    assert hashing.hashed("7001") == hashing(None, "", {"user": 7001})["user"]
    assert IdHashing(SecretStr("another one of enough length")).hashed("7001") != hashing.hashed("7001")


def test_ids_are_hashed_by_their_keys_singly_and_in_lists_and_nothing_else_is() -> None:
    hashing = IdHashing(SECRET)
    event = {"user_id": 7, "message": [7, "7"], "update": None, "row": 7, "count": 7, "messages": "two"}
    seven = hashing.hashed("7")
    expected = {"user_id": seven, "message": [seven, seven], "update": None, "row": 7, "count": 7, "messages": "two"}
    assert hashing(None, "info", event) == expected


@pytest.mark.usefixtures("configured")
def test_of_an_exception_only_the_class_is_shown_ours_or_a_librarys(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("DEBUG", "json", SECRET, [Redactor(SecretStr(TOKEN))])
    try:
        int(WORDS)
    except ValueError:
        structlog.get_logger("x").exception("ours", chat=7001)
        logging.getLogger("some.library").exception("failed at %s", TOKEN, stack_info=True)
    printed = capsys.readouterr().err
    ours, theirs = events(printed)
    assert (ours["event"], ours["error"], ours["level"]) == ("ours", "ValueError", "error")
    assert (theirs["event"], theirs["error"], theirs["logger"]) == ("failed at [token]", "ValueError", "some.library")
    for hidden in (WORDS, TOKEN, "7001", "Traceback", __name__):
        assert hidden not in printed


@pytest.mark.usefixtures("configured")
def test_the_http_libraries_are_quiet_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("DEBUG", "console")
    for name in ("httpx", "httpcore.http11", "telegram.Bot"):
        logging.getLogger(name).info("POST /bot123/sendMessage")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("configured")
async def test_an_error_that_nobody_waits_for_is_logged_by_its_class(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("INFO", "json", SECRET)
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    log_stray_errors(loop)
    try:
        loop.call_exception_handler({"message": WORDS, "exception": LookupError(WORDS)})
    finally:
        loop.set_exception_handler(before)
    (event,) = events(capsys.readouterr().err)
    assert (event["event"], event["error"]) == ("stray_error", "LookupError")


def test_the_secret_that_is_set_counts_and_nothing_is_written(tmp_path: Path) -> None:
    assert kept_secret(SECRET, tmp_path) == SECRET
    assert list(tmp_path.iterdir()) == []


def test_without_one_it_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    first, second = kept_secret(SecretStr(""), home), kept_secret(SecretStr(""), home)
    assert first == second
    assert len(first.get_secret_value()) == 64
    assert (home / "secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in home.iterdir()] == ["secret"]


def test_another_processs_secret_made_at_the_same_moment_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = Path.hardlink_to

    def overtaken(path: Path, target: Path) -> None:
        path.write_text("theirs\n")
        link(path, target)

    monkeypatch.setattr(Path, "hardlink_to", overtaken)
    assert kept_secret(SecretStr(""), tmp_path).get_secret_value() == "theirs"
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.usefixtures("configured")
async def test_running_out_of_descriptors_is_logged_once_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("INFO", "json", SECRET)
    loop, now = asyncio.get_running_loop(), [1_000.0]
    before = loop.get_exception_handler()
    log_stray_errors(loop, lambda: now[0])
    try:
        for now[0] in (1_000.0, 1_001.0, 1_059.9, 1_060.0):
            loop.call_exception_handler({"message": WORDS, "exception": OSError(errno.EMFILE, WORDS)})
            loop.call_exception_handler({"message": WORDS, "exception": OSError(errno.ECONNRESET, WORDS)})
    finally:
        loop.set_exception_handler(before)
    told = events(capsys.readouterr().err)
    assert [event["errno"] for event in told if "errno" in event] == ["EMFILE", "EMFILE"]
    assert len([event for event in told if "errno" not in event]) == 4


def test_where_none_can_be_kept_it_is_an_error_unless_one_is_set(tmp_path: Path) -> None:
    home = tmp_path / "file" / "home"
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Not a directory"):
        kept_secret(SecretStr(""), home)
    assert kept_secret(SECRET, home) == SECRET


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff"])
def test_a_kept_secret_that_is_empty_or_no_text_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(ValueError, match=r"secret|codec"):
        kept_secret(SecretStr(""), tmp_path)


def test_a_secret_too_short_is_one_line_that_does_not_show_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FONTE_SECRET", "short1")
    with pytest.raises(SettingsError, match=r"^FONTE_SECRET: shorter than 16 characters") as raised:
        load_settings()
    assert "short1" not in str(raised.value)
