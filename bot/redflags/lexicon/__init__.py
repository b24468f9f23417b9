"""The words of the emergency screen, as data: what patients and carers say in Portuguese, Spanish and English.

`bot.redflags.grammar` tells how to read it.
"""

from __future__ import annotations

from bot.redflags.lexicon import (
    body,
    common,
    conditions,
    course,
    doubt,
    events,
    measures,
    misspelt,
    signs,
    skin,
    suicide,
    time,
)
from rag.types import Language

LEXICON = "\n".join(
    part.LEXICON for part in (time, course, doubt, body, signs, events, measures, skin, conditions, suicide)
)

COMMON = {Language.PT: common.PT, Language.ES: common.ES, Language.EN: common.EN}

KEYS = misspelt.KEYS

LOOKALIKES = misspelt.LOOKALIKES

UNITS = common.UNITS
