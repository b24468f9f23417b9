"""The model's word on a message that the phrases hardly tell apart."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from bot.routing.routing import ModelCall, Reason, Routing
from rag.ports import ChatModel, Outage, Prompt, ProviderError
from rag.types import Specialty

CONFIDENCE = 0.8
"""Of a model's choice: above what it is asked for, below what a rule says."""
MAX_OUTPUT_TOKENS = 200


class _Choice(BaseModel):
    specialty: str


async def ask_model(model: ChatModel, system: str, names: Sequence[Specialty], unsure: Routing) -> Routing:
    """The model's choice among `names`; `unsure` where it gives none, with what was asked and why it failed."""
    user = json.dumps({"specialties": list(names), "message": unsure.asked}, ensure_ascii=False)
    call = ModelCall(model.name, hashlib.sha256(system.encode()).hexdigest())
    try:
        completion = await model.complete(Prompt(system, user, _Choice, MAX_OUTPUT_TOKENS))
    except ProviderError as error:
        return replace(unsure, call=call, degraded=(f"routing:{error.reason}",))
    call = replace(call, tokens_in=completion.tokens_in, tokens_out=completion.tokens_out)
    chosen = completion.parsed
    if not isinstance(chosen, _Choice) or chosen.specialty not in names:
        return replace(unsure, call=call, degraded=(f"routing:{Outage.BAD_OUTPUT}",))
    return replace(
        unsure, specialty=chosen.specialty, reason=Reason.MODEL, detail=model.name, confidence=CONFIDENCE, call=call
    )
