"""How long a turn of a consultation takes, from its message to its reply stored, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from bot.evaluation.dialogues import Dialogue, Player
from bot.evaluation.figures import Figure, Target
from bot.evaluation.statistics import percentile

WARM_UP = 3
"""Dialogues played before any is timed."""


async def turn_times(player: Player, dialogues: Sequence[Dialogue]) -> list[float]:
    """Milliseconds of each turn, one dialogue after another."""
    for dialogue in dialogues[:WARM_UP]:
        await player.play(dialogue)
    played = [await player.play(dialogue) for dialogue in dialogues]
    return [seconds * 1000 for one in played for seconds in one.seconds]


def turn_figures(milliseconds: Sequence[float]) -> list[Figure]:
    """The figures of a turn's own time."""
    return [
        Figure("own time a turn, p50", percentile(milliseconds, 50), "ms"),
        Figure("own time a turn, p95", percentile(milliseconds, 95), "ms", Target(40, at_least=False)),
        Figure("turns", len(milliseconds), "turns"),
    ]
