"""The answer to a plain yes/no question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rag.protocols.reading.answers import Unknown
from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said

_THUMBS: Final = {"👍": True, "✅": True, "👌": True, "👎": False, "❌": False}
_SKINS: Final = "🏻🏼🏽🏾🏿\ufe0f"
_MOST_AFTER: Final = 14
_MOST_UNSURE: Final = 3
_TURNS: Final = frozenset({"contrast", "if", "ask", "hedge", "unknown", "past"})
_ALONE: Final = frozenset({"isso", "é"})
_LIMITS: Final = frozenset({"menos", "quando", "qdo", "cuando", "when", "unless"})
_STRICT: Final = frozenset({"sim", "yes", "yeah", "yep", "yup"})
_OF_KIN: Final = ("family", "familia", "guardian")
_FOREIGN: Final = frozenset({"yes", "yeah", "yep", "si", "i", "my", "yo", "es", "the"})


class Turned:
    """A yes or a no that what follows takes back or leaves open."""


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What the phrases of an answer are, in order; `untagged` are words of none."""

    said: Said
    tags: tuple[Tag, ...]
    untagged: tuple[str, ...]

    def any(self, *kinds: str) -> bool:
        return any(tag.meaning in kinds for tag in self.tags)

    def only(self, *kinds: str) -> bool:
        return not self.untagged and all(tag.meaning in kinds for tag in self.tags)


def covered(said: Said, *kinds: str) -> bool:
    """Whether a text is nothing but phrases of some lists."""
    return bool(said.words) and all(tag.meaning in kinds for tag in said.tags)


def yes_or_no(said: Said, ready: Prepared | None = None) -> bool | Unknown | Turned | None:
    """What a text answers to a yes/no question; None where it is neither.

    Beside an explicit yes or no only what leaves it standing may be said. `ready`: the field asked for, in whose
    words a statement of its own ("não tenho diabetes") is an answer too.
    """
    bare = said.text.strip().strip(_SKINS + ".! ")
    if bare in _THUMBS:
        return _THUMBS[bare]
    if not said.words or said.asks:
        return None
    if bare.casefold() in _ALONE:
        return True
    kinds = _kinds(said, ready)
    if kinds.any("unknown", "hedge"):
        return _unsure(kinds)
    if kinds.only("yes", "filler", "echo", "no", "not_done", "link"):
        return _plain(kinds)
    return _led(kinds, kin=ready is not None and any(name in ready.field.key for name in _OF_KIN))


def _kinds(said: Said, ready: Prepared | None) -> _Kinds:
    tags = tuple(_told(said, tag) for tag in said.tags)
    untagged = tuple(
        said.words[tag.start] for tag in tags if not tag.meaning and not (ready and ready.about(said.words[tag.start]))
    )
    return _Kinds(said, tuple(tag for tag in tags if tag.meaning), untagged)


def _told(said: Said, tag: Tag) -> Tag:
    """The Portuguese "no" ("no ano passado") denies nothing; "não fiz" answers whether something was done."""
    word = said.words[tag.start]
    alone = word == "no" and tag.end == tag.start + 1
    inside = tag.start > 0 and not said.breaks[tag.start] and tag.end < len(said.words) and not said.breaks[tag.end]
    if alone and inside and _FOREIGN.isdisjoint(said.words):
        return Tag("link", tag.start, tag.end)
    starts_late = word in ("si", "s") and tag.start > 0 and not said.breaks[tag.start]
    if starts_late and said.text.casefold().count("sí") == 0:
        return Tag("if" if word == "si" else "", tag.start, tag.end)
    return tag


def _unsure(kinds: _Kinds) -> Unknown | Turned | None:
    if kinds.any("ask") or len(kinds.untagged) > _MOST_UNSURE:
        return None
    return Unknown()


def _plain(kinds: _Kinds) -> bool | Turned | None:
    """An answer of nothing but yes, no, a verb and courtesies."""
    words = [tag for tag in kinds.tags if tag.meaning in ("yes", "no", "not_done", "echo")]
    told = [tag.meaning for tag in words]
    denied = {"no", "not_done"} & set(told)
    if not told or _misses(kinds):
        return None
    if not denied:
        return True
    if "yes" in told:
        return Turned()
    if "echo" not in told:
        return False
    joined = all(not kinds.said.breaks[at] for at in range(words[0].end, words[-1].start + 1))
    return False if joined and (told[0] != "echo" or told[-1] != "echo") else Turned()


def _misses(kinds: _Kinds) -> bool:
    """Whether a verb alone has an object that is not the field's: "tenho isso" answers, "em casa" says nothing."""
    return kinds.any("link") and not kinds.any("yes", "no", "not_done")


def _led(kinds: _Kinds, *, kin: bool) -> bool | Turned | None:
    """An answer that begins with a yes or a no and goes on; `kin`: it may speak of the family."""
    said = kinds.said
    first = next((tag for tag in kinds.tags if tag.meaning != "filler"), None)
    if first is None or first.meaning not in ("yes", "no") or len(said.words) > first.end + _MOST_AFTER:
        return None
    if not {said.words[at] for at in range(first.start)} <= _filler_words(kinds):
        return None
    rest = [tag for tag in kinds.tags if tag.start >= first.end and tag.meaning != "filler"]
    if not kin and any(tag.meaning == "kin" for tag in rest):
        return Turned()
    parted = first.end < len(said.words) and said.breaks[first.end] > 0
    return _yes_then(kinds, first, rest, parted) if first.meaning == "yes" else _no_then(kinds, rest, parted)


def _yes_then(kinds: _Kinds, first: Tag, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    said = kinds.said
    limited = not _LIMITS.isdisjoint(said.words[first.end :])
    if limited or any(tag.meaning in (*_TURNS, "no", "not_done") for tag in rest):
        return Turned()
    strict = said.words[first.start] in _STRICT or "sí" in said.text.casefold()[: first.end * 12]
    return True if parted or strict or not kinds.untagged else None


def _no_then(kinds: _Kinds, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    """A no stands where what follows it denies too, or is what was asked for ("não tenho diabetes")."""
    again = bool(rest) and rest[0].meaning in ("no", "not_done")
    if any(tag.meaning in (*_TURNS, "yes", "reverse") and not (again and tag.meaning == "past") for tag in rest):
        return Turned()
    if parted:
        return False if again else Turned()
    return None if kinds.untagged else False


def _filler_words(kinds: _Kinds) -> set[str]:
    return {kinds.said.words[at] for tag in kinds.tags if tag.meaning == "filler" for at in range(tag.start, tag.end)}
