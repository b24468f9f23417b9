"""A reply's retrieval, run again: at which moment, in which order, and whether it came out the same. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Final

from bot.review.records import Ranked, Replayed

TOLERANCE: Final = 1e-6
"""Of a similarity, which was stored and read back as text."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """When a version of a note was current: from its publication, until its retirement if it has been retired."""

    created_at: datetime
    retired_at: datetime | None


def moments(at: datetime, named: Sequence[Lifetime], changes: Iterable[datetime]) -> tuple[datetime, ...]:
    """The moments whose versions the reply may have been made of, the likeliest first.

    `at` is the reply's, by the bot's clock, which need not be the database's; and while notes are being published the
    versions before are still what is found. So the versions that the reply names decide: only moments at which all of
    them were current count. The reply's own comes first where it is one of these, then the least such moment, then the
    publications between. `changes` are the moments of the specialty's publications. Without one at which all named
    versions were current, the reply's own is left.
    """
    since = max((one.created_at for one in named), default=at)
    until = min((one.retired_at for one in named if one.retired_at), default=None)
    if until is not None and until <= since:
        return (at,)
    fits = since <= at and (until is None or at < until)
    between = sorted(
        (one for one in set(changes) if since < one and (until is None or one < until)), key=lambda one: abs(one - at)
    )
    return (*([at] if fits else []), since, *between) if named else (at,)


def in_order(found: Sequence[Ranked], first: str | None) -> tuple[Ranked, ...]:
    """A condition before the nearer ones, as `rag.notes.retrieval` puts the one that is called by its name."""
    named = [one for one in found if one.title == first]
    return (*named, *(one for one in found if one.title != first))


def farthest(stored: Sequence[Ranked], then: Sequence[Ranked]) -> float:
    """The largest difference of a similarity, by version; infinite where ids or their order differ."""
    pairs = list(zip_longest(stored, then))
    if any(a is None or b is None or a.document_id != b.document_id for a, b in pairs):
        return float("inf")
    return max((abs(a.similarity - b.similarity) for a, b in pairs), default=0.0)


def replayed(stored: Sequence[Ranked], then: Sequence[Ranked], today: Sequence[Ranked]) -> Replayed:
    """The comparison of what a reply holds with the search run again."""
    away = farthest(stored, then)
    return Replayed(tuple(stored), tuple(then), tuple(today), away <= TOLERANCE, away)


def unrun(stored: Sequence[Ranked], reason: str) -> Replayed:
    """Where it could not be run."""
    return Replayed(tuple(stored), (), (), reproduced=False, farthest=float("inf"), reason=reason)
