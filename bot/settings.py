"""Settings: read once from the environment and `.env`, checked, and passed on. Nothing reads them at import."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

from platformdirs import user_data_path
from pydantic import AfterValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from rag.types import Language

CAPABILITIES = frozenset({"consultation", "diary", "generation", "faq"})
TELEGRAM_API = "https://api.telegram.org"
WEBHOOK_PORTS = frozenset({443, 80, 88, 8443})
"""https://core.telegram.org/bots/api#setwebhook"""

SECRET_LENGTH = 16

_TOKEN: Final = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{3,256}")
"""https://core.telegram.org/bots/api#authorizing-your-bot shows how one looks, and promises no length."""
_TELEGRAM_ID: Final = re.compile(r"[1-9][0-9]{0,15}")
"""https://core.telegram.org/bots/api#user: at most 52 significant bits."""
_LABEL: Final = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_HOST: Final = re.compile(rf"(?=.{{1,253}}$){_LABEL}(?:\.{_LABEL})*")
_SLOWEST: Final = 0.01
"""Of a rate: a slower one is a slip of the pen, and lets next to nothing through."""
_MODEL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_CHOICES: Final = {
    "sslmode": {"disable", "allow", "prefer", "require", "verify-ca", "verify-full"},
    "target_session_attrs": {"any", "primary", "standby", "read-write", "read-only", "prefer-standby"},
}
"""https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS"""


def _host(value: str) -> str:
    try:
        ip_address(value)
    except ValueError as error:
        if not _HOST.fullmatch(value) or value.rpartition(".")[2].isdecimal():
            raise ValueError("not a host's name or address, such as 127.0.0.1 or 0.0.0.0") from error
    return value


def _model(value: str) -> str:
    if not _MODEL.fullmatch(value) or ".." in value:
        raise ValueError("not a model's name: letters, digits and - . _ / are expected")
    return value


def _rate(value: float) -> float:
    if 0 < value < _SLOWEST:
        raise ValueError(f"neither 0, for no limit, nor at least {_SLOWEST}")
    return value


Port = Annotated[int, Field(ge=1, le=65_535)]
Host = Annotated[str, AfterValidator(_host)]
Model = Annotated[str, AfterValidator(_model)]
Rate = Annotated[float, AfterValidator(_rate)]
Days = Annotated[int, Field(ge=0, le=36_500)]
"""0: for ever."""


class SettingsError(Exception):
    """A wrong value; the message is one line that names the variable and never its value where that is secret."""


class Settings(BaseSettings):
    """Everything that the environment decides (CONTRACT.md, "Environment")."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database_url: SecretStr = SecretStr("")
    fonte_home: Path = Field(default_factory=lambda: user_data_path("fonte", appauthor=False))
    fonte_corpus: Path | None = None
    telegram_bot_token: SecretStr = SecretStr("")
    telegram_api_url: str = TELEGRAM_API
    telegram_webhook_url: str = ""
    telegram_webhook_secret: SecretStr = Field(default=SecretStr(""), validate_default=True)
    http_host: Host = "127.0.0.1"
    http_port: Port = 8080
    admin_host: Host = "127.0.0.1"
    admin_port: Port = 9090
    review_host: Host = "127.0.0.1"
    review_port: Port = 8081
    gemini_api_key: SecretStr = SecretStr("")
    google_gemini_base_url: str | None = None
    gemini_chat_model: Model = "gemini-2.5-flash"
    gemini_embedding_model: Model = "gemini-embedding-001"
    gemini_chat_deadline_s: float = Field(default=12.0, gt=0, le=120)
    gemini_embedding_deadline_s: float = Field(default=4.0, gt=0, le=60)
    fonte_locale: Language = Language.PT
    fonte_timezone: str = "America/Sao_Paulo"
    fonte_features: Annotated[frozenset[str] | None, NoDecode] = None
    fonte_secret: SecretStr = SecretStr("")
    fonte_send_rate: Rate = Field(default=25.0, ge=0, le=1_000)
    fonte_chat_send_rate: Rate = Field(default=1.0, ge=0, le=1_000)
    fonte_user_rate: Rate = Field(default=8.0, ge=0, le=10_000)
    fonte_user_burst: int = Field(default=8, ge=1, le=10_000)
    fonte_user_backlog: int = Field(default=0, ge=0, le=100_000)
    fonte_webhook_connections: int = Field(default=1, ge=1, le=100)
    fonte_model_calls_a_day: int = Field(default=0, ge=0)
    fonte_model_tokens_a_day: int = Field(default=0, ge=0)
    fonte_keep_messages_days: Days = 365
    fonte_keep_diary_days: Days = 730
    fonte_keep_cases_days: Days = 1_825
    fonte_keep_dead_days: Days = 30
    fonte_backup_days: Days = 30
    fonte_operators: Annotated[frozenset[str], NoDecode] = frozenset()
    fonte_review_url: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["console", "json"] = "console"

    @field_validator("fonte_features", mode="before")
    @classmethod
    def _split_features(cls, value: object) -> object:
        if isinstance(value, str):
            return frozenset(name.strip().lower() for name in value.split(",") if name.strip()) or None
        return value

    @field_validator("fonte_features")
    @classmethod
    def _all_or_nothing(cls, value: frozenset[str] | None) -> frozenset[str] | None:
        if value and "none" in value and len(value) > 1:
            raise ValueError("`none` stands alone: nothing can be on beside it")
        return value

    @field_validator("fonte_operators", mode="before")
    @classmethod
    def _split_operators(cls, value: object) -> object:
        return frozenset(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @field_validator("fonte_operators")
    @classmethod
    def _telegram_ids(cls, value: frozenset[str]) -> frozenset[str]:
        if not all(map(_TELEGRAM_ID.fullmatch, value)):
            raise ValueError("not Telegram ids: numbers with commas between them, such as 123456789,987654321")
        return value

    @field_validator("fonte_corpus")
    @classmethod
    def _a_folder(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError("no such folder")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper_level(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("fonte_timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError("not a time zone; use a name such as America/Sao_Paulo") from error
        return value

    @field_validator("telegram_bot_token")
    @classmethod
    def _bot_token(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value() and not _TOKEN.fullmatch(value.get_secret_value()):
            raise ValueError("not a bot's token: digits, a colon, then letters, digits, _ and - are expected")
        return value

    @field_validator("telegram_api_url", "google_gemini_base_url", "fonte_review_url")
    @classmethod
    def _http_url(cls, value: str | None) -> str | None:
        if value is not None and (urlsplit(value).scheme not in {"http", "https"} or not urlsplit(value).hostname):
            raise ValueError("not an http(s) address")
        return value.rstrip("/") if value else value

    @field_validator("telegram_webhook_url")
    @classmethod
    def _webhook_url(cls, value: str, info: ValidationInfo) -> str:
        own_server = info.data.get("telegram_api_url", TELEGRAM_API) != TELEGRAM_API
        if value:
            _check_webhook(value, own_server=own_server)
        return value

    @field_validator("telegram_webhook_secret")
    @classmethod
    def _webhook_secret(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        secret = value.get_secret_value()
        if not secret and info.data.get("telegram_webhook_url"):
            raise ValueError("missing; TELEGRAM_WEBHOOK_URL needs one, such as that of `openssl rand -hex 32`")
        if secret and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise ValueError("not 1 to 256 of A-Z, a-z, 0-9, _ and -")
        return value

    @field_validator("database_url")
    @classmethod
    def _postgres_url(cls, value: SecretStr) -> SecretStr:
        url = value.get_secret_value()
        if url and not _is_postgres(url):
            raise ValueError("not a PostgreSQL address (postgresql://user:password@host/database)")
        if url:
            _check_options(urlsplit(url).query)
        return value

    @field_validator("fonte_secret")
    @classmethod
    def _long_enough(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value.get_secret_value()) < SECRET_LENGTH:
            raise ValueError(f"shorter than {SECRET_LENGTH} characters; use one such as that of `openssl rand -hex 32`")
        return value

    @field_validator("gemini_embedding_model")
    @classmethod
    def _same_space(cls, value: str) -> str:
        if "gemini" in value and not value.startswith(("gemini-embedding-001", "gemini-embedding-exp")):
            raise ValueError("another vector space without task types; use gemini-embedding-001")
        return value

    def enabled(self, feature: str) -> bool:
        """Whether a capability or specialty is switched on; with nothing listed, everything is."""
        return self.fonte_features is None or feature in self.fonte_features

    @property
    def review_url(self) -> str:
        """Where operators reach the console."""
        host = f"[{self.review_host}]" if ":" in self.review_host else self.review_host
        return self.fonte_review_url or f"http://{host}:{self.review_port}"

    @property
    def zone(self) -> ZoneInfo:
        """The service's time zone."""
        return ZoneInfo(self.fonte_timezone)


def _check_webhook(address: str, *, own_server: bool) -> None:
    """What Telegram accepts; a Bot API server of one's own is less strict about scheme and port."""
    try:
        url = urlsplit(address)
        port = url.port
    except ValueError as error:
        raise ValueError("not an https address") from error
    if url.scheme not in ({"https", "http"} if own_server else {"https"}) or not url.hostname:
        raise ValueError("not an https address")
    if not own_server and port not in {None, *WEBHOOK_PORTS}:
        raise ValueError("Telegram delivers to ports 443, 80, 88 and 8443 only")
    if url.query or url.fragment or "@" in url.netloc or not re.fullmatch(r"(/[\w.~:@-]*)*", url.path, re.ASCII):
        raise ValueError("nothing may follow the host but a path of letters, digits and - . _ ~ : @")


def load_settings(**overrides: object) -> Settings:
    """Reads the environment. Raises SettingsError with one line that names the first wrong variable."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]  # values come from the environment, checked by pydantic
    except UnicodeDecodeError as error:
        raise SettingsError(".env: not UTF-8 text") from error
    except OSError as error:
        raise SettingsError(f".env: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        message = str(first["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{str(first['loc'][0]).upper()}: {message}") from error


def _is_postgres(url: str) -> bool:
    try:
        address = urlsplit(url)
        port = address.port or 1
    except ValueError:  # a port of letters, often the beginning of a password with a slash in it
        return False
    return address.scheme in {"postgres", "postgresql"} and port > 0


def _check_options(query: str) -> None:
    """What follows the question mark. What PostgreSQL itself must judge is left to it."""
    options = parse_qs(query, keep_blank_values=True)
    for name, allowed in _CHOICES.items():
        if name in options and options[name][-1] not in allowed:
            raise ValueError(f"{name} is none of {', '.join(sorted(allowed))}")
    if not all(port.isdecimal() for ports in options.get("port", []) for port in ports.split(",")):
        raise ValueError("port is not a number")
