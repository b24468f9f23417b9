"""Answers that lead with a yes or a no and go on: it stands unless what follows takes it back. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rag.protocols.reading.asked import STEM, Asked
from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.said import Said
from rag.protocols.reading.yes_kinds import DENIES, LIMITS, STRICT, Kinds, Turned, clauses

_MOST_AFTER: Final = 20
_TURNS: Final = frozenset({"contrast", "if", "ask", "hedge", "unknown", "correction"})
_NO: Final = frozenset("nao n nn naum no nope nah nunca jamais jamas never nenhum nenhuma ninguno ninguna none".split())
_NOBODY: Final = frozenset("ninguem nenhum nenhuma nunca nadie ningun ninguno ninguna nobody none never".split())
_PRONOUNS: Final = frozenset("ele ela eles elas el ella ellos ellas he she they".split())
_PROFESSIONALS: Final = frozenset("profissional medico medica professional doctor profesional".split())
_LIMITED: Final = frozenset("so somente apenas solo solamente only just uns umas unos unas about".split())
"""Words that say how much of it, and take nothing back."""
_MOST_ENDED: Final = 5
"""Words of a clause that its last one still answers for."""
_ENDED: Final = frozenset(
    "melhorou passou sumiu sarei curei curado curada parei deixei larguei deje stopped quit".split()
)
_ME_ALONE: Final = frozenset({"eu", "yo", "me", "ele", "ela", "el", "ella"})
_UNABLE: Final = frozenset({"consigo", "puedo", "posso"})


def led(kinds: Kinds, *, kin: bool) -> bool | Turned | None:
    """An answer that begins with a yes or a no and goes on; `kin`: it may speak of the family."""
    said, first = kinds.said, kinds.first
    if first is None or first.meaning not in ("yes", "no", "not_done") or len(said.words) > first.end + _MOST_AFTER:
        return None
    if not {said.words[at] for at in range(first.start)} <= _filler_words(kinds):
        return None
    rest = [tag for tag in kinds.tags if tag.start >= first.end and tag.meaning != "filler"]
    of_kin = any(tag.meaning == "kin" and not _of_professional(kinds, tag) for tag in rest)
    if of_kin and (kin if first.meaning == "no" else not kin):
        return Turned()
    parted = first.end < len(said.words) and said.breaks[first.end] > 0
    return _yes_then(kinds, first, rest, parted) if first.meaning == "yes" else _no_then(kinds, first, rest, parted)


def _of_professional(kinds: Kinds, tag: Tag) -> bool:
    """Whether "ela" is the professional of whom is asked: "sim, ela disse que está bem ajustado"."""
    word = kinds.said.words[tag.start]
    return tag.end == tag.start + 1 and word in _PRONOUNS and not _PROFESSIONALS.isdisjoint(kinds.asked.words)


def ended(kinds: Kinds) -> bool | None:
    """An answer whose first clause ends with its yes or no: "tomo sim, em jejum", "dói não", "ela disse que sim"."""
    said = kinds.said
    end = next((at for at in range(1, len(said.words)) if said.breaks[at]), len(said.words))
    first = [tag for tag in kinds.tags if tag.start < end]
    last = first[-1] if first else None
    if last is None or last.end != end or last.meaning not in ("yes", "no") or not 1 < end <= _MOST_ENDED:
        return None
    turns = (*_TURNS, "past", "reverse", "bound", "unknown", "correction", "ask")
    if kinds.asked.negated or any(_takes_back(kinds, tag, turns) for tag in kinds.tags if tag is not last):
        return None
    yes = last.meaning == "yes"
    other = any(tag.meaning == ("no" if yes else "yes") for tag in kinds.tags)
    told = not yes and any(_mentions(kinds.asked, word) for word in said.words[end:])
    return None if other or told else yes


def _takes_back(kinds: Kinds, tag: Tag, turns: Collection[str]) -> bool:
    word = kinds.said.words[tag.start]
    if tag.meaning == "kin":
        return not _of_professional(kinds, tag)
    if kinds.asked.of_past and tag.meaning == "past":
        return False
    return tag.meaning in turns and not (tag.meaning in ("contrast", "bound") and word in _LIMITED)


def _yes_then(kinds: Kinds, first: Tag, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    said = kinds.said
    limited = not LIMITS.isdisjoint(said.words[first.end :])
    turns = _TURNS if kinds.asked.of_past else _TURNS | {"past"}
    if limited or any(tag.meaning in (*turns, "reverse", "not_done") for tag in rest):
        return Turned()
    if not all(_stands(kinds, start, end, yes=True) for start, end in clauses(said, first.end)):
        return Turned()
    strict = said.words[first.start] in STRICT or "sí" in said.text.casefold()[: first.end * 12]
    if not parted and any(tag.meaning == "no" for tag in rest):
        return Turned()
    return True if parted or strict or not kinds.untagged else None


def _no_then(kinds: Kinds, first: Tag, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    """A no stands where what follows it explains it, or is what was asked for ("não tenho diabetes")."""
    said = kinds.said
    again = bool(rest) and rest[0].meaning in ("no", "not_done")
    turns = [tag for tag in rest if tag.meaning in (*_TURNS, "yes", "reverse", "past")]
    if any(not _harmless(said, tag, again=again, parted=parted) for tag in turns) or not LIMITS.isdisjoint(
        said.words[first.end :]
    ):
        return Turned()
    if parted:
        explains = (first.meaning == "not_done" or said.words[first.start] in _NO) and all(
            _stands(kinds, start, end, yes=False) for start, end in clauses(said, first.end)
        )
        return False if explains else Turned()
    unable = not _UNABLE.isdisjoint(word for word in said.words if not kinds.asked.echoed_by(word))
    named = kinds.asked.several and any(_mentions(kinds.asked, word) for word in said.words)
    if not kinds.untagged:
        return None if unable or named or kinds.asked.negated else False
    return False if _denies_what_was_asked(kinds, first) else None


def _harmless(said: Said, tag: Tag, *, again: bool, parted: bool) -> bool:
    """Whether a turn leaves a no as it is: "não, só eu", "não, já passou", "não, nunca tinha"."""
    word, after = said.words[tag.start], said.words[tag.end : tag.end + 1]
    if tag.meaning == "contrast" and word in ("mas", "pero", "but"):
        return any(other.meaning == "kin" for other in said.tags_in(tag.end, tag.end + 3))
    if tag.meaning == "contrast":
        return (
            word in ("so", "solo", "only", "just") and bool(_ME_ALONE & set(after)) and tag.end + 1 == len(said.words)
        )
    return tag.meaning == "past" and (again or (parted and word in _ENDED))


def _denies_what_was_asked(kinds: Kinds, first: Tag) -> bool:
    """As in "não tenho dor": the question's own verb and nothing but its words, of one that has no alternatives."""
    asked, words = kinds.asked, kinds.said.words
    plain = not asked.negated and not asked.several and first.end < len(words)
    return plain and asked.echoed_by(words[first.end]) and all(_mentions(asked, word) for word in kinds.untagged)


def _mentions(asked: Asked, word: str) -> bool:
    return word[:STEM] in asked.stems


def _stands(kinds: Kinds, start: int, end: int, *, yes: bool) -> bool:
    """Whether a clause after a yes or a no doesn't say the contrary of it.

    It does where it tells what was asked for the other way, be it only by a verb ("não, tenho"). Of a question for
    something absent a no stands only where that is told to be there.
    """
    asked, said = kinds.asked, kinds.said
    tags = [tag for tag in kinds.tags if start <= tag.start < end]
    if not yes and not asked.of_kin and any(tag.meaning == "kin" for tag in tags):
        return True  # "não, minha mãe que tem"
    denied = any(tag.meaning in ("no", "not_done") for tag in tags)
    words = said.words[start:end]
    absent = any(word[:STEM] in asked.absent for word in words)
    present = any(_mentions(asked, word) and word[:STEM] not in asked.absent for word in words)
    told = {at for tag in tags for at in range(tag.start, tag.end)}
    bare = len(told) >= end - start
    if yes:
        flat = denied and (bare or DENIES.isdisjoint(words))
        return (
            not (flat and not asked.negated) and not (denied and present and not absent) and not (absent and not denied)
        )
    if absent:
        return not denied
    if denied:
        return present or not asked.negated or not _NOBODY.isdisjoint(words)
    echoes = bare and any(tag.meaning == "echo" for tag in tags)
    return not (present or echoes or (asked.negated and not bare))


def _filler_words(kinds: Kinds) -> set[str]:
    return {kinds.said.words[at] for tag in kinds.tags if tag.meaning == "filler" for at in range(tag.start, tag.end)}
