"""What was measured of delivery, as figures with their targets, tables and bars. Pure."""

from __future__ import annotations

from bot.evaluation.delivery_bench import RATE, WAITING, Delivered
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.statistics import percentile


def delivery_figures(delivered: Delivered) -> list[Figure]:
    """Fonte's own, with their targets."""
    name, speed = next(iter(delivered.speeds.items()))
    kill, claims = delivered.kills[name], [delivered.claims[str(waiting)] for waiting in WAITING]
    memory = delivered.growth

    longer = f"a claim with {WAITING[-1]:,} chats waiting, of one with {WAITING[0]}"

    def at_most(what: str, value: float, unit: str, bound: float) -> Figure:
        return Figure(what, value, unit, Target(bound, at_least=False))

    return [
        Figure("durable messages a second", speed.rate, "/s", Target(300)),
        Figure("processor time of the bot a message", speed.processor, "ms"),
        Figure(f"message to reply at {RATE} a second, p50", percentile(speed.milliseconds, 50), "ms"),
        at_most(f"message to reply at {RATE} a second, p95", percentile(speed.milliseconds, 95), "ms", 25),
        at_most(f"lost by a kill with {kill.in_flight} in flight", kill.lost, "messages", 0),
        at_most(f"memory grown from message {memory.messages[0]:,} to {memory.messages[-1]:,}", memory.grown, "MiB", 5),
        at_most(longer, claims[-1] / claims[0], "times", 2),
    ]


def delivery_tables(delivered: Delivered) -> list[Table]:
    """Beside the others, and what stands behind Fonte's own figures."""
    own = next(iter(delivered.speeds.values())).rate
    rows = tuple(
        (
            name, f"{speed.rate:,.0f}", f"{own / speed.rate:.2f}", f"{speed.processor:.2f}",
            f"{percentile(speed.milliseconds, 50):.1f}", f"{percentile(speed.milliseconds, 95):.1f}",
            f"{delivered.kills[name].lost} of {delivered.kills[name].in_flight}", str(delivered.kills[name].doubled),
        )
        for name, speed in delivered.speeds.items()
    )  # fmt: skip
    columns = (
        "bot", "messages/s", "Fonte's rate to it", "processor ms a message", f"ms at {RATE}/s, p50", "p95",
        "lost by a kill", "doubled by it",
    )  # fmt: skip
    held = zip(delivered.growth.messages, delivered.growth.mebibytes, strict=True)
    return [
        Table("beside other bots", columns, rows),
        Table("a claim of eight chats", ("chats waiting", "lower quartile, ms"),
              tuple((f"{int(n):,}", f"{ms:.2f}") for n, ms in delivered.claims.items())),
        Table("memory of the process", ("messages", "MiB"), tuple((f"{n:,}", f"{mib:.1f}") for n, mib in held)),
    ]  # fmt: skip


def delivery_bars(delivered: Delivered) -> dict[str, tuple[float, float, float]]:
    """Messages a second, p95 in milliseconds, and messages lost, by bot."""
    return {
        name: (speed.rate, percentile(speed.milliseconds, 95), delivered.kills[name].lost)
        for name, speed in delivered.speeds.items()
    }
