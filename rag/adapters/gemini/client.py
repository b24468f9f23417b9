"""One connection to Gemini, with nothing left to the SDK's defaults or the process's environment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from google import genai
from google.genai import types
from google.genai.client import AsyncClient
from pydantic import SecretStr

_LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")


@asynccontextmanager
async def open_client(
    api_key: SecretStr, *, http_timeout: float, base_url: str | None = None
) -> AsyncIterator[AsyncClient]:
    """A client that lives as long as the block.

    `http_timeout` (seconds) bounds each wait on the socket; callers keep a deadline of their own over the
    whole call, because an answer that trickles in never meets this one. Without `base_url`, the SDK reads
    GOOGLE_GEMINI_BASE_URL.
    """
    # Our own httpx clients: the SDK would pick aiohttp where it is installed, which fails with other
    # exceptions and is silently asked again after up to ten seconds.
    tls = httpx.create_ssl_context()
    # A proxy has no business with this machine's own addresses.
    direct: dict[str, httpx.AsyncBaseTransport | None] = dict.fromkeys(_LOOPBACK)
    with httpx.Client(verify=tls) as never_used:  # given only so that the SDK builds none
        async with httpx.AsyncClient(verify=tls, timeout=http_timeout, mounts=direct) as http:
            options = types.HttpOptions(
                base_url=base_url,
                timeout=round(http_timeout * 1000),
                httpx_client=never_used,
                httpx_async_client=http,
            )
            # vertexai is given because GOOGLE_GENAI_USE_VERTEXAI would otherwise change the API spoken.
            yield genai.Client(api_key=api_key.get_secret_value(), vertexai=False, http_options=options).aio
