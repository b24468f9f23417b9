"""The small markup of replies: text with `<b>`, `<i>` and `<code>`; `&`, `<` and `>` escaped elsewhere."""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"</?(?:b|i|code)>")


def escape(text: str) -> str:
    """Make foreign text safe inside markup."""
    return html.escape(text, quote=False)


def plain(markup: str) -> str:
    """What a reader without styles sees: tags away, entities back to characters."""
    return html.unescape(_TAG.sub("", markup))
