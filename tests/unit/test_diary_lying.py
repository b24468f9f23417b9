"""A model that lies about the diary: nothing of it passes, and what is true does."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from rag.diary.asking.claims import Claim
from rag.types import Language
from tests.unit.lying_answers import SHAPES, sentence
from tests.unit.lying_diaries import World, world
from tests.unit.lying_kinds import LIES, lie

LONG = bool(os.environ.get("FONTE_LONG_TESTS"))
OF_EACH_KIND = 1_300 if LONG else 260
TRUE_ONES = 6_000 if LONG else 1_500
MOST_REJECTED = 0.01


@dataclass(slots=True)
class Tally:
    """How many were told, and which went the wrong way."""

    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = ", ".join(f"{kind}: {count}" for kind, count in sorted(self.told.items()))
        return f"{len(self.wrong)} of {self.told.total()} went wrong ({counts})\n" + "\n".join(self.wrong[:40])


def worlds(rng: random.Random) -> Iterator[tuple[World, World]]:
    """Two people's diaries in the same language, several lies each."""
    while True:
        language = rng.choice(list(Language))
        pair = world(rng, language), world(rng, language)
        yield from [pair] * 12


def cited(one: World, rng: random.Random) -> tuple[str, ...]:
    """Every row, or a good part of them: the liar's choice."""
    ids = list(one.checker.rows.by_id)
    return tuple(ids if rng.random() < 0.8 else rng.sample(ids, max(1, len(ids) * 2 // 3)))


def holds(one: World, text: str, rows: tuple[str, ...]) -> bool:
    return one.checker.check([Claim(text, rows)]).ok


def told_lies(seed: int) -> Tally:
    rng, tally = random.Random(seed), Tally()  # noqa: S311 - not for secrets
    pairs = worlds(rng)
    for kind in LIES:
        while tally.told[kind] < OF_EACH_KIND:
            one, other = next(pairs)
            found = lie(kind, one, other, rng)
            if found is None:
                continue
            name, slots = found
            text = sentence(name, slots, one, rng)
            rows = cited(one, rng)
            foreign = kind == "another user's row" and rng.random() < 0.3
            tally.told[kind] += 1
            if holds(one, text, (*rows, "e99") if foreign else rows):
                tally.wrong.append(f"{kind} [{one.language}] {text} {slots}")
    return tally


def told_truths(seed: int) -> Tally:
    rng, tally = random.Random(seed), Tally()  # noqa: S311 - not for secrets
    pairs, names = worlds(rng), list(SHAPES)
    while tally.told.total() < TRUE_ONES:
        one, _ = next(pairs)
        name = rng.choice(names)
        slots = SHAPES[name].make(one, rng)
        if slots is None:
            continue
        text = sentence(name, slots, one, rng)
        tally.told[name] += 1
        if not holds(one, text, tuple(one.checker.rows.by_id)):
            tally.wrong.append(f"{name} [{one.language}] {text} {slots}")
    return tally


def test_no_lie_of_any_kind_passes() -> None:
    tally = told_lies(20_261_130)
    assert min(tally.told[kind] for kind in LIES) >= 200
    assert tally.told.total() >= 2_000
    assert not tally.wrong, str(tally)


def test_true_answers_pass() -> None:
    tally = told_truths(20_261_201)
    assert len(tally.told) == len(SHAPES)
    assert len(tally.wrong) <= MOST_REJECTED * tally.told.total(), str(tally)
