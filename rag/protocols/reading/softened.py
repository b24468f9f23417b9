"""What weakens no explicit yes: its degree, a guess or a gap in what explains it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rag.protocols.reading.phrases import Tag
from rag.protocols.reading.said import Said

_DEGREES: Final = frozenset({"um pouco", "um pouquinho", "pouco", "un poco", "a little", "a bit"})
_SINCE: Final = frozenset("desde uns umas faz ha hace since for about unos unas".split())
_DETAIL: Final = frozenset(
    """quando qdo qual quais quanto quantos quanta quantas nome data ano mes dose dia onde cuando cual cuanto cuantos
    nombre fecha when which name date year dose how where""".split()
)
_FILLERS: Final = frozenset("o a os as de que el la los las the of desde since do da exactly".split())


def softened(said: Said, tags: Sequence[Tag], strict: Collection[str]) -> tuple[Tag, ...]:
    """The phrases of an answer that leads with a plain yes, without the doubts that leave it standing.

    "Sim, um pouco", "sim, acho que desde 2019", "sim, mas não lembro quando".
    """
    first = next((tag for tag in tags if tag.meaning != "filler"), None)
    yes = first is not None and first.meaning == "yes"
    if not yes or first is None or not (said.words[first.start] in strict or "sí" in said.text.casefold()[:6]):
        return tuple(tags)
    kept = list(tags)
    for at, tag in enumerate(tags):
        if tag.start < first.end or not _spares(said, tag):
            continue
        kept[at] = Tag("link", tag.start, tag.end)
        kept = [_eased(said, one, tag) for one in kept]
    return tuple(kept)


def _spares(said: Said, tag: Tag) -> bool:
    after = next((word for word in said.words[tag.end :] if word not in _FILLERS), "")
    if tag.meaning == "hedge":
        words = " ".join(said.words[tag.start : tag.end])
        follows = said.words[tag.end] if tag.end < len(said.words) else ""
        return words in _DEGREES or follows[:1].isdigit() or follows in _SINCE
    return tag.meaning == "unknown" and after in _DETAIL


def _eased(said: Said, one: Tag, doubt: Tag) -> Tag:
    """The "mas", "só" right before a doubt about a detail, and the "quando" after it, turn nothing."""
    if said.words[doubt.start : doubt.end] and one.meaning == "contrast" and one.end == doubt.start:
        return Tag("link", one.start, one.end)
    return Tag("link", one.start, one.end) if one.meaning in ("ask", "no") and one.start == doubt.end else one
