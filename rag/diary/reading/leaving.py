"""Foods that a reply to a meal takes out of it: "sem o feijão", "quita el arroz", "take out the beans". Pure."""

from __future__ import annotations

import re
from typing import Final

from rag.diary.types import SaidItem
from rag.wording import fold

_TAKE_OUT: Final = re.compile(
    r"(?:(?:ah|oi|ops|por favor|please|na verdade|en realidad|actually),? )?"
    r"(?:sem|tira(?:r|e)?|tire|remov(?:a|e|er)|apaga(?:r)?|apague|exclui(?:r)?|retira(?:r)?"
    r"|(?:eu )?nao (?:comi|tomei|bebi)"
    r"|sin|quit(?:a|ar|e)|sac(?:a|ar)|saque|borra(?:r)?|no (?:comi|tome|bebi)"
    r"|without|remove|delete|take out|drop|(?:i )?(?:didn.?t|did not) (?:eat|have|drink)) "
    r"(?:(?:o|a|os|as|el|la|los|las|the|that|esse|essa|ese|esa) )?"
    r"(?P<foods>[^\d.!?;:]{2,80})[.!]?"
)
_AND: Final = re.compile(r", | e | y | and | nem | ni | nor ")
_ARTICLE: Final = re.compile(r"^(?:o|a|os|as|el|la|los|las|the) ")


def left_out(text: str) -> tuple[SaidItem, ...]:
    """The foods that the whole of `text` takes out; none where it says anything else."""
    found = _TAKE_OUT.fullmatch(fold(" ".join(text.split())))
    if found is None:
        return ()
    names = (_ARTICLE.sub("", name.strip()) for name in _AND.split(found["foods"]))
    return tuple(SaidItem(name, name) for name in names if name)
