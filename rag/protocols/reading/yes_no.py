"""The answer to a plain yes/no question. Pure.

An explicit yes or no that leads holds with whatever explains it, unless what follows takes it back: a turn ("sim, mas
já passou"), the other answer, or what was asked for told the other way ("não, tenho").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rag.protocols.reading.answers import Unknown
from rag.protocols.reading.asked import GUARDIANS, NOTHING_ASKED, STEM, Asked
from rag.protocols.reading.phrases import Tag, words_in
from rag.protocols.reading.prepared import Prepared
from rag.protocols.reading.said import Said
from rag.protocols.reading.softened import softened

_THUMBS: Final = {"👍": True, "✅": True, "👌": True, "👎": False, "❌": False}
_SKINS: Final = "🏻🏼🏽🏾🏿\ufe0f"
_MOST_AFTER: Final = 20
_MOST_UNSURE: Final = 3
_TURNS: Final = frozenset({"contrast", "if", "ask", "hedge", "unknown", "correction"})
_ALONE: Final = frozenset({"isso", "é"})
_LIMITS: Final = frozenset({"menos", "quando", "qdo", "cuando", "when", "unless"})
_STRICT: Final = frozenset({"sim", "yes", "yeah", "yep", "yup"})
_NO: Final = frozenset("nao n nn naum no nope nah nunca jamais jamas never nenhum nenhuma ninguno ninguna none".split())
_NEVER: Final = frozenset({"nunca", "jamais", "jamas", "never"})
_NOBODY: Final = frozenset("ninguem nenhum nenhuma nunca nadie ningun ninguno ninguna nobody none never".split())
_DENIES: Final = frozenset({"nao", "n", "no", "not", "nunca", "never", "dont"})
_ENDED: Final = frozenset("melhorou passou sumiu sarei curei curado curada parei deixei larguei deje stopped quit".split())
_NOT_ANY_MORE: Final = frozenset({("nao", "mais"), ("ya", "no"), ("no", "mas"), ("not", "anymore"), ("no", "longer")})
_ME_ALONE: Final = frozenset({"eu", "yo", "me", "ele", "ela", "el", "ella"})
_OF_KIN: Final = ("family", "familia", "guardian")
_FOREIGN: Final = frozenset({"yes", "yeah", "yep", "si", "i", "my", "yo", "es", "the"})
_UNABLE: Final = frozenset({"consigo", "puedo", "posso"})
_TIME: Final = frozenset(
    """dia dias semana semanas mes meses ano anos vez vezes week weeks month months year years day days cedo manha noite
    manana passado pasado last atras ago maco macos carteira carteiras cigarro cigarros comprimido comprimidos pack packs
    mg mcg ml ui g x uma duas dois tres quatro una dos two three twice once cajetilla cajetillas cigarrillos cigarettes""".split()
)


class Turned:
    """A yes or a no that what follows takes back or leaves open."""


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What the phrases of an answer are, in order; `untagged` are words of none."""

    said: Said
    asked: Asked
    tags: tuple[Tag, ...]
    untagged: tuple[str, ...]
    own: bool = False
    """Whether words of the field stand in it that are neither."""

    def any(self, *kinds: str) -> bool:
        return any(tag.meaning in kinds for tag in self.tags)

    def only(self, *kinds: str) -> bool:
        return not self.untagged and all(tag.meaning in kinds for tag in self.tags)

    @property
    def first(self) -> Tag | None:
        """The first phrase that is no courtesy."""
        return next((tag for tag in self.tags if tag.meaning != "filler"), None)


def covered(said: Said, *kinds: str) -> bool:
    """Whether a text is nothing but phrases of some lists."""
    return bool(said.words) and all(tag.meaning in kinds for tag in said.tags)


def yes_or_no(
    said: Said, ready: Prepared | None = None, asked: Asked = NOTHING_ASKED
) -> bool | Unknown | Turned | None:
    """What a text answers to a yes/no question; None where it is neither.

    `ready`: the field asked for, in whose words a statement of its own ("não tenho diabetes") is an answer too.
    `asked`: the question's words, an echo of whose verb answers it.
    """
    bare = said.text.strip().strip(_SKINS + ".! ")
    if bare in _THUMBS:
        return _THUMBS[bare]
    if not said.words or said.asks:
        return None
    if bare.casefold() in _ALONE:
        return True
    kinds = _kinds(said, ready, asked)
    if asked.of_guardian and (told := _of_guardian(kinds)) is not None:
        return told
    if (ended := _no_longer(kinds)) is not None:
        return ended
    kinds = replace(kinds, tags=softened(said, kinds.tags, _STRICT))
    if kinds.any("unknown", "hedge"):
        return _unsure(kinds)
    if not kinds.own and kinds.only("yes", "filler", "echo", "no", "not_done", "link", "since"):
        return _plain(kinds)
    if _echoed(kinds):
        return True
    return _led(kinds, kin=asked.of_kin or (ready is not None and any(name in ready.field.key for name in _OF_KIN)))


def _kinds(said: Said, ready: Prepared | None, asked: Asked) -> _Kinds:
    tags = tuple(_told(said, tag, asked) for tag in said.tags)
    untagged = tuple(
        said.words[tag.start] for tag in tags if not tag.meaning and not (ready and ready.about(said.words[tag.start]))
    )
    own = len(untagged) < sum(not tag.meaning for tag in tags)
    return _Kinds(said, asked, tuple(tag for tag in tags if tag.meaning), untagged, own)


def _told(said: Said, tag: Tag, asked: Asked) -> Tag:
    """The Portuguese "no" ("no ano passado") denies nothing; a verb of the question's echoes it."""
    word = said.words[tag.start]
    if tag.end == tag.start + 1 and tag.meaning in ("", "past", "ask"):
        never = tag.start > 0 and said.words[tag.start - 1] in _NEVER and asked.recalled_by(word)
        if never or asked.echoed_by(word):
            return Tag("echo", tag.start, tag.end)
        if tag.meaning and word[:STEM] in asked.absent:
            return Tag("", tag.start, tag.end)
    if asked.negated and word in ("sem", "sin", "without"):
        return Tag("no", tag.start, tag.end)
    alone = word == "no" and tag.end == tag.start + 1
    portuguese = not {"sim", "nao"}.isdisjoint(said.words)
    inside = tag.start > 0 and (portuguese or not said.breaks[tag.start]) and tag.end < len(said.words) and not said.breaks[tag.end]
    if alone and inside and _FOREIGN.isdisjoint(said.words):
        return Tag("link", tag.start, tag.end)
    starts_late = word in ("si", "s") and tag.start > 0 and not said.breaks[tag.start]
    if starts_late and said.text.casefold().count("sí") == 0:
        return Tag("if" if word == "si" else "", tag.start, tag.end)
    return tag


def _of_guardian(kinds: _Kinds) -> bool | None:
    """As in "sou a mãe dela"; "sou eu mesma" is the patient's own answer."""
    words, first = kinds.said.words, kinds.first
    if kinds.any("reverse", "ask", "hedge", "unknown", "if", "contrast", "past", "correction"):
        return None
    if kinds.any("no"):
        leads = first is not None and first.meaning == "no" and kinds.said.breaks[first.end] and not kinds.any("yes")
        return False if leads and GUARDIANS.isdisjoint(words) else None
    at = next((at for at, word in enumerate(words) if word in ("sou", "soy", "im", "am")), -1)
    if at < 0 or set(words[:at]) - words_in("filler"):
        return None
    roles = GUARDIANS & set(words[at + 1 : at + 5])
    if roles:
        return True
    return False if words[at + 1 : at + 2] in (("eu",), ("yo",)) and not kinds.any("kin") else None


def _no_longer(kinds: _Kinds) -> bool | None:
    """As in "parei faz 10 anos, hoje não fumo", "não fumo mais", of what is asked for as it is."""
    said, asked = kinds.said, kinds.asked
    if asked.negated or asked.several or asked.of_past or not kinds.any("past", "hedge", "link"):
        return None
    if tuple(word for word in said.words if word not in words_in("filler") or word == "ya") in _NOT_ANY_MORE:
        return False if asked.words else None
    ends = [at for at in range(1, len(said.words)) if said.words[at - 1] in _DENIES and asked.echoed_by(said.words[at])]
    if len(ends) != 1:
        return None
    spare = {"filler", "link", "past", "since"}
    for tag in kinds.tags:
        at_denial = tag.start <= ends[0] < tag.end or tag.end == ends[0]
        if tag.meaning not in spare and not at_denial:
            return None
    return False if all(_of_time(word) for word in kinds.untagged) and _is_now(said, ends[0]) else None


def _is_now(said: Said, verb: int) -> bool:
    near = said.words[max(0, verb - 3) : verb + 2]
    return not {"hoje", "hoy", "agora", "ahora", "mais", "mas", "ya", "now", "anymore"}.isdisjoint(near)


def _of_time(word: str) -> bool:
    return word[0].isdigit() or word in _TIME


def _unsure(kinds: _Kinds) -> Unknown | Turned | None:
    if kinds.any("ask") or len(kinds.untagged) > _MOST_UNSURE:
        return None
    first = kinds.first
    strict = first is not None and kinds.said.words[first.start] in _STRICT
    # An explicit yes that "às vezes" weakens is asked for again.
    weakened = strict and first is not None and first.end < len(kinds.said.words) and not kinds.any("unknown")
    return Turned() if weakened and not _guessed(kinds) else Unknown()


def _guessed(kinds: _Kinds) -> bool:
    return any(word in ("acho", "creo", "think", "guess", "talvez", "maybe", "quiza", "quizas") for word in kinds.said.words)


def _plain(kinds: _Kinds) -> bool | Turned | None:
    """An answer of nothing but yes, no, a verb and courtesies."""
    words = [tag for tag in kinds.tags if tag.meaning in ("yes", "no", "not_done", "echo")]
    told = [tag.meaning for tag in words]
    denied = {"no", "not_done"} & set(told)
    if not told or _misses(kinds):
        return None
    if kinds.asked.negated and "echo" in told and any(_verb_of(kinds, tag) for tag in words):
        return Turned()  # "não posso" of "não pode?"
    if not denied:
        return None if kinds.asked.joined and "yes" not in told else True
    if "yes" in told:
        return Turned()
    if "echo" not in told:
        return False
    return False if all(_denied(words, start, end) for start, end in _clauses(kinds.said, 0)) else Turned()


def _denied(words: Sequence[Tag], start: int, end: int) -> bool:
    """Whether a clause with a verb denies it: "não tenho", "tenho não", but not "tenho" after a no."""
    inside = [tag.meaning for tag in words if start <= tag.start < end]
    return "echo" not in inside or (len(set(inside)) > 1 and (inside[0] != "echo" or inside[-1] != "echo"))


def _verb_of(kinds: _Kinds, tag: Tag) -> bool:
    word = kinds.said.words[tag.start]
    return tag.meaning == "echo" and word not in ("tenho", "tengo", "have") and kinds.asked.echoed_by(word)


def _misses(kinds: _Kinds) -> bool:
    """Whether a verb alone has an object that is not the field's: "tenho isso" answers, "em casa" says nothing."""
    if kinds.any("yes", "no", "not_done"):
        return False
    first = kinds.first
    echoes = first is not None and first.meaning == "echo" and kinds.asked.echoed_by(kinds.said.words[first.start])
    return kinds.any("link") and not echoes


def _echoed(kinds: _Kinds) -> bool:
    """As in "tenho desde 2019", "fiz ano passado", "tenho, tomo metformina"; of the family "minha mãe tem".

    The question's verb and a time are all that is said, or all of a clause that nothing after it turns.
    """
    said, asked, first = kinds.said, kinds.asked, kinds.first
    if first is None or asked.negated or asked.joined:
        return False
    meanings = {tag.meaning for tag in kinds.tags}
    if first.meaning == "kin" and asked.of_kin and not asked.of_guardian:
        return meanings <= {"kin", "echo", "filler", "yes"} and not kinds.untagged
    if first.meaning != "echo" or not asked.echoed_by(said.words[first.start]):
        return False
    if all(map(_of_time, kinds.untagged)):
        return meanings <= {"echo", "filler", "link", "yes", "since"}
    parted = first.end < len(said.words) and said.breaks[first.end] > 0
    plain = meanings <= {"echo", "filler", "link", "since"} and _LIMITS.isdisjoint(said.words)
    return plain and (parted or _goes_on(kinds, first.end))


def _goes_on(kinds: _Kinds, at: int) -> bool:
    """Whether another verb follows an "e": "tenho e tomo losartana"."""
    words = kinds.said.words
    return words[at : at + 1] in (("e",), ("y",), ("and",)) and any(
        tag.meaning == "echo" and tag.start == at + 1 for tag in kinds.tags
    )


def _led(kinds: _Kinds, *, kin: bool) -> bool | Turned | None:
    """An answer that begins with a yes or a no and goes on; `kin`: it may speak of the family."""
    said, first = kinds.said, kinds.first
    if first is None or first.meaning not in ("yes", "no", "not_done") or len(said.words) > first.end + _MOST_AFTER:
        return None
    if not {said.words[at] for at in range(first.start)} <= _filler_words(kinds):
        return None
    rest = [tag for tag in kinds.tags if tag.start >= first.end and tag.meaning != "filler"]
    of_kin = any(tag.meaning == "kin" for tag in rest)
    if of_kin and (kin if first.meaning == "no" else not kin):
        return Turned()
    parted = first.end < len(said.words) and said.breaks[first.end] > 0
    return _yes_then(kinds, first, rest, parted) if first.meaning == "yes" else _no_then(kinds, first, rest, parted)


def _yes_then(kinds: _Kinds, first: Tag, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    said = kinds.said
    limited = not _LIMITS.isdisjoint(said.words[first.end :])
    turns = _TURNS if kinds.asked.of_past else _TURNS | {"past"}
    if limited or any(tag.meaning in (*turns, "reverse", "not_done") for tag in rest):
        return Turned()
    if not all(_stands(kinds, start, end, yes=True) for start, end in _clauses(said, first.end)):
        return Turned()
    strict = said.words[first.start] in _STRICT or "sí" in said.text.casefold()[: first.end * 12]
    if not parted and any(tag.meaning == "no" for tag in rest):
        return Turned()
    return True if parted or strict or not kinds.untagged else None


def _no_then(kinds: _Kinds, first: Tag, rest: Sequence[Tag], parted: bool) -> bool | Turned | None:
    """A no stands where what follows it explains it, or is what was asked for ("não tenho diabetes")."""
    said = kinds.said
    again = bool(rest) and rest[0].meaning in ("no", "not_done")
    turns = [tag for tag in rest if tag.meaning in (*_TURNS, "yes", "reverse", "past")]
    if any(not _harmless(said, tag, again=again, parted=parted) for tag in turns) or not _LIMITS.isdisjoint(said.words[first.end :]):
        return Turned()
    if parted:
        explains = (first.meaning == "not_done" or said.words[first.start] in _NO) and all(
            _stands(kinds, start, end, yes=False) for start, end in _clauses(said, first.end)
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
        return word in ("so", "solo", "only", "just") and bool(_ME_ALONE & set(after)) and tag.end + 1 == len(said.words)
    return tag.meaning == "past" and (again or (parted and word in _ENDED))


def _denies_what_was_asked(kinds: _Kinds, first: Tag) -> bool:
    """As in "não tenho dor": the question's own verb and nothing but its words, of one that has no alternatives."""
    asked, words = kinds.asked, kinds.said.words
    plain = not asked.negated and not asked.several and first.end < len(words)
    return plain and asked.echoed_by(words[first.end]) and all(_mentions(asked, word) for word in kinds.untagged)


def _mentions(asked: Asked, word: str) -> bool:
    return word[:STEM] in asked.stems


def _clauses(said: Said, start: int) -> Iterator[tuple[int, int]]:
    """The words after a yes or a no, cut at marks."""
    begin = start
    for at in range(start + 1, len(said.words) + 1):
        if at == len(said.words) or said.breaks[at]:
            yield begin, at
            begin = at


def _stands(kinds: _Kinds, start: int, end: int, *, yes: bool) -> bool:
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
        flat = denied and (bare or _DENIES.isdisjoint(words))
        return not (flat and not asked.negated) and not (denied and present and not absent) and not (absent and not denied)
    if absent:
        return not denied
    if denied:
        return present or not asked.negated or not _NOBODY.isdisjoint(words)
    echoes = bare and any(tag.meaning == "echo" for tag in tags)
    return not (present or echoes or (asked.negated and not bare))


def _filler_words(kinds: _Kinds) -> set[str]:
    return {kinds.said.words[at] for tag in kinds.tags if tag.meaning == "filler" for at in range(tag.start, tag.end)}
