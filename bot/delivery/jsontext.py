"""JSON as text that PostgreSQL's jsonb takes: no NUL, no halves of surrogate pairs, no NaN. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def json_text(value: object) -> str:
    """`value` as JSON; what jsonb can't hold is replaced. Raises ValueError or RecursionError for what is no JSON."""
    try:
        text = json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(_storable(value), allow_nan=False)
    # ensure_ascii writes every other character as it is, so only escapes can be trouble; emoji come this way too
    if "\\u0000" in text or "\\ud" in text:
        return json.dumps(_storable(value), allow_nan=False)
    return text


def _storable(value: Any) -> Any:  # noqa: ANN401 - any JSON
    match value:
        case str():
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", "")
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {_storable(str(key)): _storable(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_storable(inner) for inner in value]
    return value
