"""The bot is killed at every point on the way in, and at random: everybody is answered once, in order."""

from __future__ import annotations

import random
from pathlib import Path

from tests.acceptance.killing import killed_again_and_again
from tests.acceptance.relays import TAKING


async def test_killed_at_every_point_of_taking_in_it_answers_everybody_once_and_in_order(
    corpus_database: str, tmp_path: Path, rng: random.Random
) -> None:
    await killed_again_and_again(corpus_database, tmp_path, rng, TAKING, at_random=1)
