"""Keeps out of a referral what tells who somebody is: its text goes further than the conversation. Pure."""

from __future__ import annotations

import re
from typing import Final

LEFT_OUT: Final = "[…]"
_NAME = r"[A-ZÀ-Ý][\w'-]+(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][\w'-]+)*"
_SIGNS: Final = re.compile(
    "|".join(
        (
            r"\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b",  # CPF
            r"\b\d{3}[ .]?\d{4}[ .]?\d{4}[ .]?\d{4}\b",  # CNS, the health card
            r"[\w.+-]+@[\w-]+\.[\w.]+",
            r"(?:\+?\d{2}[ -]?)?\(?\b\d{2}\)?[ -]?9?\d{4}[ -]?\d{4}\b",  # telephone
            r"\b\d{5}-\d{3}\b",  # CEP
            rf"(?i:\b(?:meu nome (?:é|eh|e)|me chamo|mi nombre es|me llamo|my name is|i am called)) {_NAME}",
        )
    )
)


def withheld(text: str) -> str:
    """The text without documents, addresses, telephones and a name that is introduced as such."""
    return _SIGNS.sub(LEFT_OUT, text)
