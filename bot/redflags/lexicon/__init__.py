"""The words of the emergency screen, as data: what patients and carers say in Portuguese, Spanish and English."""

from __future__ import annotations

from bot.redflags.lexicon import body, common, conditions, events, misspelt, scopes, signs, suicide
from rag.types import Language

LEXICON = "\n".join(part.LEXICON for part in (scopes, body, signs, events, conditions, suicide))

COMMON = {Language.PT: common.PT, Language.ES: common.ES, Language.EN: common.EN}

KEYS = misspelt.KEYS

LOOKALIKES = misspelt.LOOKALIKES

UNITS = common.UNITS
