"""What the fake Gemini answers, honestly or not: pure functions of a request."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

import numpy as np

from tests.fakes.models import hashed_vector

Json = dict[str, Any]

_TASKS = {
    "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT", "SEMANTIC_SIMILARITY", "CLASSIFICATION", "CLUSTERING",
    "QUESTION_ANSWERING", "FACT_VERIFICATION", "CODE_RETRIEVAL_QUERY",
}  # fmt: skip
_FULL_DIMENSIONS = 3072
_FORMATS = {
    "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif", "audio/wav", "audio/mp3", "audio/aiff",
    "audio/aac", "audio/ogg", "audio/flac",
}  # fmt: skip
"""https://ai.google.dev/gemini-api/docs/image-understanding and /audio"""
_TOKENS_A_TILE, _TOKENS_A_SECOND, _BYTES_A_SECOND = 258, 32, 2_000


@dataclass(frozen=True)
class Limits:
    """What the API accepts. The real one cuts over-long texts without a word; this one objects."""

    embedding_models: frozenset[str] = frozenset({"gemini-embedding-001"})
    chat_models: frozenset[str] = frozenset({"gemini-2.5-flash", "gemini-2.5-pro", "gemini-3.5-flash"})
    texts_per_batch: int = 100
    tokens_per_text: int = 2048
    bytes_per_request: int = 20 * 1024 * 1024


@dataclass(frozen=True)
class Call:
    """One request: the model and method of its path, its headers in lower case, its body."""

    model: str
    method: str
    headers: dict[str, str]
    body: Json

    @property
    def texts(self) -> list[str]:
        """The texts of a batchEmbedContents, in order."""
        return ["".join(p["text"] for p in r["content"]["parts"]) for r in self.body["requests"]]


class Transport(Enum):
    """How far a reply gets."""

    WHOLE = auto()
    HANG = auto()
    DROP = auto()


@dataclass(frozen=True)
class Reply:
    """An HTTP reply."""

    status: int
    body: bytes
    transport: Transport = Transport.WHOLE


Fault = Callable[[Reply], Reply]
"""Spoils an honest reply."""


class _Rejected(Exception):  # noqa: N818 - not an error of ours
    def __init__(self, status: int, word: str, message: str, details: list[Json] | None = None) -> None:
        super().__init__(message)
        self.reply = failed(status, word, message, details)


def failed(status: int, word: str, message: str, details: list[Json] | None = None) -> Reply:
    """An error in Google's shape."""
    error = {"code": status, "message": message, "status": word, "details": details or []}
    return Reply(status, json.dumps({"error": error}).encode())


def answer(call: Call, api_key: str, limits: Limits, writes: Callable[[Json], str] | None) -> Reply:
    """The honest reply to a request."""
    try:
        _check_key(call.headers.get("x-goog-api-key"), api_key)
        if call.method == "batchEmbedContents" and call.model in limits.embedding_models:
            return _ok(_embeddings(call, limits))
        if call.method == "generateContent" and call.model in limits.chat_models:
            return _ok(_generated(call, limits, writes))
    except _Rejected as rejected:
        return rejected.reply
    return failed(404, "NOT_FOUND", f"models/{call.model} is not found, or not supported for {call.method}.")


def _ok(body: Json) -> Reply:
    return Reply(200, json.dumps(body).encode())


def _check_key(given: str | None, expected: str) -> None:
    if not given:
        raise _Rejected(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
    if given != expected:
        info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}
        raise _Rejected(400, "INVALID_ARGUMENT", f"API key not valid: {given}", [info])


def _invalid(message: str) -> _Rejected:
    return _Rejected(400, "INVALID_ARGUMENT", message)


def _tokens(text: str) -> int:
    return -(-len(text) // 4)


def _embeddings(call: Call, limits: Limits) -> Json:
    requests: list[Json] = call.body.get("requests", [])
    if len(requests) > limits.texts_per_batch:
        raise _invalid("BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch")
    return {"embeddings": [{"values": _values(call.model, request, limits)} for request in requests]}


def _values(model: str, request: Json, limits: Limits) -> list[float]:
    if request.get("model") != f"models/{model}":
        raise _invalid("model differs from the path's")
    if request.get("taskType") not in _TASKS:
        raise _invalid("taskType missing or unknown")
    parts = request["content"]["parts"]
    text = "".join(part.get("text", "") for part in parts)
    if not text.strip() or _tokens(text) > limits.tokens_per_text:
        raise _invalid(f"content empty or too long: {text}")
    dimensions = int(request.get("outputDimensionality", _FULL_DIMENSIONS))
    vector = hashed_vector(text, dimensions)
    if dimensions == _FULL_DIMENSIONS:  # the only dimension that the API normalises
        vector /= np.linalg.norm(vector)
    return [float(value) for value in vector]


def _generated(call: Call, limits: Limits, writes: Callable[[Json], str] | None) -> Json:
    if int(call.headers.get("content-length", "0")) > limits.bytes_per_request:
        raise _invalid(f"Request payload size exceeds the limit: {limits.bytes_per_request} bytes.")
    config: Json = call.body.get("generationConfig", {})
    _check_generation(call.model, call.body, config)
    text = writes(call.body) if writes else _default_text(config)
    thinking = in_camel_case(config.get("thinkingConfig", {}))
    thoughts = 20 if thinking and thinking.get("thinkingBudget") != 0 else 0
    room = int(config.get("maxOutputTokens", 65_536)) - thoughts
    whole = _tokens(text) <= room
    read = _tokens_read(call.body["contents"]) + _tokens(json.dumps(call.body.get("systemInstruction")))
    return _candidate(text if whole else text[: 4 * room], "STOP" if whole else "MAX_TOKENS", read, thoughts)


def _tokens_read(contents: list[Json]) -> int:
    parts = [part for content in contents for part in content["parts"]]
    return sum(_tokens(part["text"]) if "text" in part else _media_tokens(part["inlineData"]) for part in parts)


def _media_tokens(blob: Json) -> int:
    """Of a small picture, or of speech as messengers pack it. Refuses what the API does."""
    blob = in_camel_case(blob)
    if blob.get("mimeType") not in _FORMATS:
        raise _invalid(f"Unsupported MIME type: {blob.get('mimeType')}")
    try:
        content = base64.b64decode(blob.get("data", "").translate(_URL_SAFE), validate=True)
    except binascii.Error:
        content = b""
    if not content:
        raise _invalid("Unable to process input image. Please retry.")
    if blob["mimeType"].startswith("image/"):
        return _TOKENS_A_TILE
    return _TOKENS_A_SECOND * (1 + len(content) // _BYTES_A_SECOND)


_URL_SAFE = str.maketrans("-_", "+/")


def _candidate(text: str | None, finish: str, read: int, thoughts: int) -> Json:
    content: Json = {"role": "model"} | ({"parts": [{"text": text}]} if text is not None else {})
    written = _tokens(text or "")
    return {
        "candidates": [{"content": content, "finishReason": finish, "index": 0}],
        "usageMetadata": {
            "promptTokenCount": read,
            "candidatesTokenCount": written,
            "thoughtsTokenCount": thoughts,
            "totalTokenCount": read + written + thoughts,
        },
        "modelVersion": "fake",
    }


def _check_generation(model: str, body: Json, config: Json) -> None:
    if not any(part.get("text") for content in body.get("contents", []) for part in content["parts"]):
        raise _invalid("contents is empty")
    thinking = in_camel_case(config.get("thinkingConfig", {}))
    if model.startswith("gemini-2.5") and "thinkingLevel" in thinking:
        raise _invalid("Thinking level is not supported for this model.")
    if model == "gemini-2.5-pro" and thinking.get("thinkingBudget") == 0:
        raise _invalid("Budget 0 is invalid. This model only works in thinking mode.")
    if "responseSchema" in config and config.get("responseMimeType") != "application/json":
        raise _invalid("responseSchema needs responseMimeType application/json")


def in_camel_case(message: Json) -> Json:
    """A message with its own fields' names as the API documents them: it reads `min_items` as `minItems`."""
    return {re.sub(r"_([a-z])", lambda m: m[1].upper(), name): value for name, value in message.items()}


def _default_text(config: Json) -> str:
    schema = config.get("responseSchema")
    return json.dumps(example(schema)) if schema else "Resposta de teste."


def example(schema: Json) -> Any:
    """The smallest value that fits a schema of the API."""
    match schema.get("type"):
        case "OBJECT":
            return {name: example(inner) for name, inner in schema.get("properties", {}).items()}
        case "ARRAY":
            least = int(in_camel_case(schema).get("minItems", 0))
            return [example(schema["items"]) for _ in range(least)]
        case "INTEGER" | "NUMBER":
            return schema.get("minimum", 0)
        case "BOOLEAN":
            return False
        case "STRING":
            return schema.get("enum", ["texto"])[0]
        case _:
            return example(schema["anyOf"][0]) if schema.get("anyOf") else None


# Faults


def unavailable(honest: Reply) -> Reply:
    """503, as under load."""
    return failed(503, "UNAVAILABLE", "The model is overloaded.")


def hang(honest: Reply) -> Reply:
    """Nothing, for ever."""
    return replace(honest, transport=Transport.HANG)


def drop(honest: Reply) -> Reply:
    """The connection closed with no reply."""
    return replace(honest, transport=Transport.DROP)


def rate_limited(seconds: float, *, daily: bool = False) -> Fault:
    """429 with RetryInfo and QuotaFailure."""
    quota = f"GenerateRequestsPer{'Day' if daily else 'Minute'}PerProjectPerModel-FreeTier"
    details: list[Json] = [
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{seconds:g}s"},
    ]
    return lambda _: failed(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", details)


def with_status(status: int) -> Fault:
    """An error whose body isn't Google's, as from a gateway."""
    return lambda _: Reply(status, b"<html>gateway</html>")


def blocked_prompt(honest: Reply) -> Reply:
    """No candidates, but a reason."""
    return _ok({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {}})


def finished(reason: str, text: str | None = None) -> Fault:
    """A candidate that ended so, with what text there was."""
    return lambda _: _ok(_candidate(text, reason, 10, 500))


def cut(honest: Reply) -> Reply:
    """Thinking ate the whole limit: MAX_TOKENS and no text."""
    return finished("MAX_TOKENS")(honest)


def says(text: str) -> Fault:
    """A whole answer with this text."""
    return finished("STOP", text)


def not_json(honest: Reply) -> Reply:
    """200 with a body that isn't JSON."""
    return Reply(200, b"<html>sorry</html>")


def json_of_another_shape(honest: Reply) -> Reply:
    """200 with JSON that isn't an object."""
    return Reply(200, b'["sorry"]')


def one_short(honest: Reply) -> Reply:
    """One embedding fewer than asked for."""
    return _ok({"embeddings": json.loads(honest.body)["embeddings"][1:]})


def not_finite(honest: Reply) -> Reply:
    """A NaN in the first embedding."""
    body = json.loads(honest.body)
    body["embeddings"][0]["values"][0] = float("nan")
    return _ok(body)


def of_dimension(dimensions: int) -> Fault:
    """Embeddings of another dimension than asked for."""

    def spoil(honest: Reply) -> Reply:
        count = len(json.loads(honest.body)["embeddings"])
        return _ok({"embeddings": [{"values": [0.5] * dimensions}] * count})

    return spoil
