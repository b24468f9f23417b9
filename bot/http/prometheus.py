"""Metrics in Prometheus' text format. docs/metrics.md says what each means and what to do about it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from bot.metrics import OUTBOX_STATES, ModelCall, Outcome, Stats

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

StatsSource = Callable[[], Awaitable[Stats]]
"""One query; raises where the database is away."""

_HANDLING_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 300)
_MODEL_S = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12, 20)
_TOKENS = (16, 64, 256, 512, 1_024, 2_048, 4_096, 8_192)


class PrometheusMeter:
    """A `Meter` that adds to a registry of its own, which also holds the process' memory, CPU and open files."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._updates = self._counter("fonte_updates", "Updates accepted from Telegram, by result.", "result")
        self._refused = self._counter("fonte_webhook_refused", "Webhook requests not answered 200.", "status")
        self._sends = self._counter("fonte_sends", "Tries to send a part of a reply, by outcome.", "outcome")
        self._throttled = self._counter("fonte_telegram_throttled", "Answers 429 of the Bot API.")
        self._degraded = self._counter("fonte_replies_degraded", "Replies made with less than is set up.", "reason")
        self._retrievals = self._counter("fonte_retrievals", "Searches of the notes.")
        self._short = self._counter("fonte_retrievals_short", "Searches of the notes that gave fewer than wanted.")
        self._rejections = self._counter("fonte_grounding_rejections", "Texts of a model that failed grounding.")
        self._emergencies = self._counter("fonte_emergencies", "Emergencies answered, by family of rules.", "family")
        self._calls = self._counter("fonte_model_calls", "Calls of a provider's model.", "model", "outcome")
        self._dead = self._counter("fonte_dead_letters", "Updates given up; the person was told.")
        self._handling = self._histogram("fonte_handling_seconds", "From receipt to the stored reply.", _HANDLING_S)
        self._latency = self._histogram("fonte_model_seconds", "Length of a provider's call.", _MODEL_S, "model")
        self._tokens = self._histogram("fonte_model_tokens", "Tokens of a call.", _TOKENS, "model", "direction")
        self._start_at_zero()

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, registry=self.registry, buckets=buckets)

    def _start_at_zero(self) -> None:
        """A series that appears with its first event at 1 hides that event from `rate` and `increase`."""
        for result in ("new", "duplicate"):
            self._updates.labels(result)
        for outcome in Outcome:
            self._sends.labels(outcome)
        self._degraded.labels("failed")
        self._refused.labels("503")

    def received(self, new: int, duplicates: int = 0) -> None:
        """See Meter."""
        self._updates.labels("new").inc(new)
        self._updates.labels("duplicate").inc(duplicates)

    def refused(self, status: int) -> None:
        """See Meter."""
        self._refused.labels(str(status)).inc()

    def sent(self, outcome: Outcome) -> None:
        """See Meter."""
        self._sends.labels(outcome).inc()

    def throttled(self) -> None:
        """See Meter."""
        self._throttled.inc()

    def gave_up(self) -> None:
        """See Meter."""
        self._dead.inc()

    def handled(self, seconds: float, degraded: Sequence[str] = ()) -> None:
        """See Meter."""
        self._handling.observe(seconds)
        for reason in degraded:
            self._degraded.labels(reason).inc()

    def retrieved(self, passages: int, wanted: int) -> None:
        """See Meter."""
        self._retrievals.inc()
        if passages < wanted:
            self._short.inc()

    def rejected(self) -> None:
        """See Meter."""
        self._rejections.inc()

    def alarmed(self, family: str) -> None:
        """See Meter."""
        self._emergencies.labels(family).inc()

    def modelled(self, call: ModelCall) -> None:
        """See Meter."""
        self._calls.labels(call.model, call.outcome).inc()
        self._latency.labels(call.model).observe(call.seconds)
        for direction, tokens in (("in", call.tokens_in), ("out", call.tokens_out)):
            if tokens is not None:
                self._tokens.labels(call.model, direction).observe(tokens)


@dataclass(slots=True)
class CachedStats:
    """The queues' state, asked for at most once in `keep_s` seconds however many scrape. `clock` is monotonic.

    A failure is kept as long as a success: a database that is away is not asked more often.
    """

    source: StatsSource
    clock: Callable[[], float]
    keep_s: float = 5.0
    timeout_s: float = 2.0
    _latest: Stats | None = field(default=None, init=False)
    _until: float | None = field(default=None, init=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def __call__(self) -> Stats | None:
        """The stats, or None where the database didn't say."""
        async with self._lock:
            if self._until is None or self.clock() >= self._until:
                self._latest = await self._asked()
                self._until = self.clock() + self.keep_s
            return self._latest

    async def _asked(self) -> Stats | None:
        try:
            async with asyncio.timeout(self.timeout_s):
                return await self.source()
        except Exception:  # noqa: BLE001 - whatever it is, the counters are still worth showing
            return None


@dataclass(frozen=True, slots=True)
class Exposition:
    """Everything that a scrape shows."""

    registry: CollectorRegistry
    stats: CachedStats

    async def __call__(self) -> bytes:
        """The metrics as text."""
        return generate_latest(_Snapshot(self.registry, await self.stats()))


@dataclass(frozen=True, slots=True)
class _Snapshot:
    registry: CollectorRegistry
    stats: Stats | None

    def collect(self) -> Iterable[Metric]:
        for family in self.registry.collect():
            # Dates of birth would double the number of series, for nobody.
            family.samples = [sample for sample in family.samples if not sample.name.endswith("_created")]
            yield family
        yield GaugeMetricFamily("fonte_stats_up", "Whether the database told of its queues.", self.stats is not None)
        if self.stats:
            yield from _gauges(self.stats)


def _gauges(stats: Stats) -> Iterable[Metric]:
    yield GaugeMetricFamily("fonte_inbox_depth", "Updates that wait or are being handled.", stats.depth)
    yield GaugeMetricFamily("fonte_inbox_oldest_seconds", "How late the latest chat is taken up.", stats.oldest_s)
    yield GaugeMetricFamily("fonte_inbox_dead", "Updates given up after their last try.", stats.dead)
    yield GaugeMetricFamily("fonte_inbox_quarantined", "Updates that could not be read.", stats.quarantined)
    outbox = GaugeMetricFamily("fonte_outbox_rows", "Parts of replies, by state.", labels=["state"])
    for state in dict.fromkeys((*OUTBOX_STATES, *stats.outbox)):
        outbox.add_metric([state], stats.outbox.get(state, 0))
    yield outbox
