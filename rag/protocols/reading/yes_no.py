"""The answer to a plain yes/no question. Pure.

An explicit yes or no that leads holds with whatever explains it, unless what follows takes it back: a turn ("sim, mas
já passou"), the other answer, or what was asked for told the other way ("não, tenho").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rag.protocols.reading.answers import Unknown
from rag.protocols.reading.asked import NOTHING_ASKED, Asked
from rag.protocols.reading.bygone import bygone, ironic
from rag.protocols.reading.echoed import echoed, echoes_verb, half_told, no_longer, of_guardian, strays
from rag.protocols.reading.elsewhen import supposed
from rag.protocols.reading.explained import ended, led
from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.ruled import ruled_out, says_nothing
from rag.protocols.reading.said import Said
from rag.protocols.reading.softened import softened
from rag.protocols.reading.yes_kinds import STRICT, Kinds, Turned, clauses, kinds_of

_ALONE: Final = {"👍": True, "✅": True, "👌": True, "👎": False, "❌": False, "isso": True, "é": True}
_SKINS: Final = "🏻🏼🏽🏾🏿\ufe0f"
_TOLD: Final = frozenset("disse disseram falou falaram dijo dijeron dice diz said told say says considera acha".split())
_MOST_UNSURE: Final = 3
_OF_KIN: Final = ("family", "familia", "guardian")


def yes_or_no(
    said: Said, ready: Prepared | None = None, asked: Asked = NOTHING_ASKED
) -> bool | Unknown | Turned | None:
    """What a text answers to a yes/no question; None where it is neither.

    `ready`: the field asked for, in whose words a statement of its own ("não tenho diabetes") is an answer too.
    `asked`: the question's words, an echo of whose verb answers it.
    """
    kin = asked.of_kin or (ready is not None and any(one in ready.field.key for one in _OF_KIN))
    bare = said.text.strip().strip(_SKINS + ".! ").casefold()
    if bare in _ALONE or not said.words or said.asks:
        return _ALONE.get(bare)
    if ironic(said) or supposed(said) or says_nothing(said):
        return None
    ruled = ruled_out(said, asked, kin=kin)
    if ruled is not None:
        return ruled.answer
    kinds = kinds_of(said, ready, asked)
    told = of_guardian(kinds) if asked.of_guardian else None
    told = no_longer(kinds) if told is None else told
    past = bygone(kinds) if told is None else told
    if past is not None:
        return past
    kinds = replace(kinds, tags=softened(said, kinds.tags, STRICT))
    return _of_phrases(kinds, kin=kin)


def _of_phrases(kinds: Kinds, *, kin: bool) -> bool | Unknown | Turned | None:
    if kinds.any("unknown", "hedge"):
        return False if _untold(kinds) else _unsure(kinds)
    if not kinds.own and kinds.only("yes", "filler", "echo", "no", "not_done", "link", "since"):
        return _plain(kinds)
    told = True if echoed(kinds) else led(kinds, kin=kin)
    return ended(kinds) if told is None else told


def _untold(kinds: Kinds) -> bool:
    """Whether a no is explained by nobody having said so, to a question for what was said: "não, não me disseram"."""
    words = kinds.said.words
    doubts = [tag for tag in kinds.tags if tag.meaning in ("unknown", "hedge")]
    told = all(_TOLD.intersection(words[tag.start : tag.end]) for tag in doubts)
    first = kinds.first
    leads = first is not None and first.meaning == "no" and kinds.said.breaks[first.end] > 0
    return leads and told and not _TOLD.isdisjoint(kinds.asked.words) and not kinds.any("yes", "contrast", "if")


def _unsure(kinds: Kinds) -> Unknown | Turned | None:
    first, said = kinds.first, kinds.said
    if first is not None and first.meaning == "unknown" and (first.end == len(said.words) or said.breaks[first.end]):
        return Unknown()  # "não sei, preciso perguntar pra ele"
    if _plain_first(kinds):
        return Turned()  # "melhorou muito, quase sumiu"
    if kinds.any("ask") or len(kinds.untagged) > _MOST_UNSURE:
        return None
    strict = first is not None and kinds.said.words[first.start] in STRICT
    # An explicit yes that "às vezes" weakens is asked for again.
    weakened = strict and first is not None and first.end < len(kinds.said.words) and not kinds.any("unknown")
    return Turned() if weakened and not _guessed(kinds) else Unknown()


def _plain_first(kinds: Kinds) -> bool:
    """Whether the first clause says yes, no, or what was asked for, and only a later one hedges."""
    end = next((at for at in range(1, len(kinds.said.words)) if kinds.said.breaks[at]), 0)
    doubts = [tag.start for tag in kinds.tags if tag.meaning == "hedge"]
    if kinds.any("unknown"):
        return False
    says = any(tag.start < end and tag.meaning in ("yes", "no", "echo") for tag in kinds.tags)
    return says and min(doubts, default=0) >= end


def _guessed(kinds: Kinds) -> bool:
    return any(
        word in ("acho", "creo", "think", "guess", "talvez", "maybe", "quiza", "quizas") for word in kinds.said.words
    )


def _plain(kinds: Kinds) -> bool | Turned | None:
    """An answer of nothing but yes, no, a verb and courtesies."""
    words = [tag for tag in kinds.tags if tag.meaning in ("yes", "no", "not_done", "echo")]
    told = [tag.meaning for tag in words]
    denied = {"no", "not_done"} & set(told)
    if not told or _misses(kinds) or ("yes" not in told and _astray(kinds, words)):
        return None
    if kinds.asked.negated and "echo" in told and any(echoes_verb(kinds, tag) for tag in words):
        return Turned()  # "não posso" of "não pode?"
    if not denied:
        return None if "yes" not in told and (kinds.asked.joined or half_told(kinds)) else True
    if "yes" in told:
        return Turned()
    if "echo" not in told:
        return False
    return False if all(_denied(words, start, end) for start, end in clauses(kinds.said, 0)) else Turned()


def _astray(kinds: Kinds, words: Sequence[Tag]) -> bool:
    """Whether a verb that the question doesn't ask for is the answer, and no explicit no leads."""
    leads = words[0].meaning == "no" and words[0].end < len(kinds.said.words) and kinds.said.breaks[words[0].end] > 0
    return not leads and any(strays(kinds, tag) for tag in words)


def _denied(words: Sequence[Tag], start: int, end: int) -> bool:
    """Whether a clause with a verb denies it: "não tenho", "tenho não", but not "tenho" after a no."""
    inside = [tag.meaning for tag in words if start <= tag.start < end]
    return "echo" not in inside or (len(set(inside)) > 1 and (inside[0] != "echo" or inside[-1] != "echo"))


def _misses(kinds: Kinds) -> bool:
    """Whether a verb alone has an object that is not the field's: "tenho isso" answers, "em casa" says nothing."""
    if kinds.any("yes", "no", "not_done"):
        return False
    first = kinds.first
    echoes = first is not None and first.meaning == "echo" and kinds.asked.echoed_by(kinds.said.words[first.start])
    return kinds.any("link") and not echoes
