"""The benches that share one server, by name, and running them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from bot.evaluation.bench_parts import Part, Scratch, scratch
from bot.evaluation.cost_bench import measure_cost
from bot.evaluation.delivery_bench import Kept
from bot.evaluation.food_bench_run import measure_foods
from bot.evaluation.grounding_bench import measure_grounding
from bot.evaluation.growth_bench import measure_growth
from bot.evaluation.turns_bench import measure_turns

MEASURES: Mapping[str, Callable[[Scratch], Awaitable[Part]]] = {
    "turns": measure_turns,
    "growth": measure_growth,
    "cost": measure_cost,
    "grounding": measure_grounding,
    "foods": measure_foods,
}


def measured_parts(names: Sequence[str], step: Callable[[str], None], kept: Kept, *, full: bool) -> Iterator[Part]:
    """Each of these, as soon as it is measured. From the main thread only."""
    with scratch(step, kept, full=full) as ready:
        for name in names:
            step(name)
            yield asyncio.run(_measured(MEASURES[name], ready))


async def _measured(measure: Callable[[Scratch], Awaitable[Part]], ready: Scratch) -> Part:
    return await measure(ready)
