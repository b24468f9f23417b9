"""Gemini's chat models."""

from __future__ import annotations

from dataclasses import dataclass

import pydantic
from google.genai import types
from google.genai.client import AsyncClient

from rag.adapters.gemini.failures import within
from rag.adapters.texts import encodable, estimate_tokens
from rag.ports import Completion, Outage, Prompt, ProviderError

_WHOLE = frozenset({"STOP", "FINISH_REASON_UNSPECIFIED"})
_CUT = frozenset({"MAX_TOKENS", "CONTINUATION"})
_GARBLED = frozenset({"OTHER", "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL"})


@dataclass(frozen=True, slots=True)
class Thinking:
    """How little a model may think, and the output tokens that it takes from an answer's limit."""

    config: types.ThinkingConfig | None
    allowance: int


def least_thinking(model: str) -> Thinking:
    """The least thinking that a model accepts (ai.google.dev/gemini-api/docs/thinking).

    Before 2.5 there is none to set; 2.5 Flash can do without; 2.5 Pro takes 128 tokens or more; from 3 on
    there are levels in place of budgets, and LOW is the lowest that all of them know.
    """
    if model.startswith(("gemini-1", "gemini-2.0", "gemma")):
        return Thinking(None, 0)
    if model.startswith("gemini-2.5-pro"):
        return Thinking(types.ThinkingConfig(thinking_budget=128), 128)
    if model.startswith("gemini-2.5"):
        return Thinking(types.ThinkingConfig(thinking_budget=0), 0)
    return Thinking(types.ThinkingConfig(thinking_level=types.ThinkingLevel.LOW), 1024)


@dataclass(frozen=True, slots=True)
class GeminiChatModel:
    """One generateContent call a prompt, at temperature 0; `deadline` is in seconds."""

    client: AsyncClient
    name: str
    deadline: float

    async def complete(self, prompt: Prompt) -> Completion:
        """See `ChatModel`."""
        contents = types.Content(role="user", parts=_parts(prompt))
        request = self.client.models.generate_content(
            model=self.name, contents=contents, config=_config(prompt, least_thinking(self.name))
        )
        return _completion(await within(self.deadline, request), prompt)


def _parts(prompt: Prompt) -> list[types.Part]:
    """The words last: what is asked of a file stands after it (ai.google.dev/gemini-api/docs/image-understanding)."""
    words = types.Part(text=encodable(prompt.user))
    if prompt.media is None:
        return [words]
    return [types.Part(inline_data=types.Blob(data=prompt.media.content, mime_type=prompt.media.mime_type)), words]


def _config(prompt: Prompt, thinking: Thinking) -> types.GenerateContentConfig:
    return types.GenerateContentConfig(
        system_instruction=encodable(prompt.system),
        temperature=0.0,
        max_output_tokens=prompt.max_output_tokens + thinking.allowance,
        response_mime_type="application/json" if prompt.schema else "text/plain",
        response_schema=prompt.schema,
        thinking_config=thinking.config,
        # Both would make further calls of their own.
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        automatic_continuation=False,
    )


def _completion(response: types.GenerateContentResponse, prompt: Prompt) -> Completion:
    candidate = response.candidates[0] if response.candidates else None
    if candidate is None:
        raise ProviderError(Outage.BLOCKED, "no candidate")
    finish = candidate.finish_reason.value if candidate.finish_reason else "FINISH_REASON_UNSPECIFIED"
    _check(finish)
    text = _text(candidate)
    if not text.strip():
        raise ProviderError(Outage.BAD_OUTPUT, "no text")
    usage = response.usage_metadata or types.GenerateContentResponseUsageMetadata()
    return Completion(
        text=text,
        parsed=_parsed(text, prompt.schema) if prompt.schema else None,
        tokens_in=usage.prompt_token_count or _estimate(prompt),
        tokens_out=(usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0),
        finish=finish,
    )


def _estimate(prompt: Prompt) -> int:
    """What a budget is told of an answer that does not say what it read."""
    words = estimate_tokens(prompt.system) + estimate_tokens(prompt.user)
    return words + (prompt.media.tokens if prompt.media else 0)


def _check(finish: str) -> None:
    if finish in _WHOLE:
        return
    reason = Outage.TRUNCATED if finish in _CUT else Outage.BAD_OUTPUT if finish in _GARBLED else Outage.BLOCKED
    # A word of ours only: an unknown reason would be the provider's text.
    known = finish if finish in types.FinishReason.__members__ else "an unknown reason"
    raise ProviderError(reason, f"finished with {known}")


def _text(candidate: types.Candidate) -> str:
    parts = (candidate.content.parts or []) if candidate.content else []
    return "".join(part.text for part in parts if part.text and not part.thought)


def _parsed(text: str, schema: type[pydantic.BaseModel]) -> pydantic.BaseModel:
    try:
        return schema.model_validate_json(text)
    except pydantic.ValidationError as error:
        # The error itself quotes the text.
        problems = error.error_count()
    raise ProviderError(Outage.BAD_OUTPUT, f"JSON that isn't {schema.__name__} ({problems} problems)")
