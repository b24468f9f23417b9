"""What is counted, how it reads, and what a scrape costs."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bot.http.prometheus import CachedStats, Exposition, PrometheusMeter
from bot.metrics import (
    OUTBOX_STATES,
    Meter,
    MeteredChatModel,
    MeteredEmbedder,
    MeteredNoteIndex,
    ModelCall,
    NullMeter,
    Outcome,
    Stats,
)
from bot.redflags.rules import RULES
from rag.notes.naming import Condition
from rag.notes.ports import Coverage, RoutingPhrase, StoredSentence
from rag.ports import Completion, Outage, Prompt, ProviderError
from rag.types import Passage, Specialty, Vector
from tests.fakes.models import FakeEmbedder
from tests.fakes.telegram_clock import Clock

PASSAGE = Passage(7, 1, "", "cardiologia", "Arritmia", "…", 0.5, "note", "2018-08-23", None, demonstration=True)
PROMPT = Prompt("system", "user", None, 64)
DOCS = Path(__file__).resolve().parents[2] / "docs" / "metrics.md"


class Queues:
    """A stats source that counts how often it is asked, and fails while it is told to."""

    def __init__(self, stats: Stats) -> None:
        self.stats = stats
        self.asked = 0
        self.away = False

    async def __call__(self) -> Stats:
        self.asked += 1
        await asyncio.sleep(0)
        if self.away:
            raise OSError("no database")
        return self.stats


class Model:
    """A chat model that takes two seconds by `clock` and ends as `ending` says."""

    name = "fake-chat"

    def __init__(self, clock: Clock, ending: BaseException | None = None) -> None:
        self.clock, self.ending = clock, ending

    async def complete(self, prompt: Prompt) -> Completion:
        self.clock.now += 2
        if self.ending:
            raise self.ending
        return Completion("", None, 300, 40, "STOP")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter() -> PrometheusMeter:
    return PrometheusMeter()


async def scraped(meter: PrometheusMeter, stats: Stats | None = None) -> dict[str, float]:
    """Every sample of ours, by its name with labels."""
    exposition = Exposition(meter.registry, CachedStats(Queues(stats or Stats()), lambda: 0.0))
    lines = (await exposition()).decode().splitlines()
    samples = (line.rsplit(" ", 1) for line in lines if line.startswith("fonte_"))
    return {name: float(value) for name, value in samples}


async def test_what_is_alerted_on_begins_at_zero(meter: PrometheusMeter) -> None:
    samples = await scraped(meter)
    alerts = DOCS.read_text(encoding="utf-8").partition("## Alerts to begin with")[2]
    names = set(re.findall(r"fonte_\w+_total(?:\{[^}]*\})?", alerts))
    assert {name: samples.get(name) for name in names} == dict.fromkeys(names, 0.0)
    assert len(names) == 3


async def test_each_event_moves_its_own_metric(meter: PrometheusMeter) -> None:
    meter.received(5, 2)
    meter.refused(403)
    meter.sent(Outcome.SENT)
    meter.sent(Outcome.THROTTLED)
    meter.throttled()
    meter.gave_up()
    meter.handled(0.2, ("chat:quota", "embedding:down"))
    meter.retrieved(4, 4)
    meter.retrieved(3, 4)
    meter.rejected()
    meter.alarmed("cardiac")
    meter.modelled(ModelCall("gemini", "ok", 1.5, 800, 60))
    samples = await scraped(meter)
    expected = {
        'fonte_updates_total{result="new"}': 5,
        'fonte_updates_total{result="duplicate"}': 2,
        'fonte_webhook_refused_total{status="403"}': 1,
        'fonte_sends_total{outcome="sent"}': 1,
        'fonte_sends_total{outcome="throttled"}': 1,
        "fonte_telegram_throttled_total": 1,
        "fonte_dead_letters_total": 1,
        "fonte_handling_seconds_count": 1,
        "fonte_handling_seconds_sum": 0.2,
        'fonte_replies_degraded_total{reason="chat:quota"}': 1,
        'fonte_replies_degraded_total{reason="embedding:down"}': 1,
        "fonte_retrievals_total": 2,
        "fonte_retrievals_short_total": 1,
        "fonte_grounding_rejections_total": 1,
        'fonte_emergencies_total{family="cardiac"}': 1,
        'fonte_model_calls_total{model="gemini",outcome="ok"}': 1,
        'fonte_model_seconds_sum{model="gemini"}': 1.5,
        'fonte_model_tokens_sum{direction="in",model="gemini"}': 800,
        'fonte_model_tokens_sum{direction="out",model="gemini"}': 60,
    }
    assert {name: samples.get(name) for name in expected} == expected


async def test_the_queues_read_as_the_database_tells(meter: PrometheusMeter) -> None:
    samples = await scraped(meter, Stats(7, 12.5, 1, 2, {"pending": 3, "unknown": 4}))
    assert samples["fonte_stats_up"] == 1
    assert samples["fonte_inbox_depth"] == 7
    assert samples["fonte_inbox_oldest_seconds"] == 12.5
    assert samples["fonte_inbox_dead"] == 1
    assert samples["fonte_inbox_quarantined"] == 2
    rows = {state: samples[f'fonte_outbox_rows{{state="{state}"}}'] for state in OUTBOX_STATES}
    assert rows == {"pending": 3, "sending": 0, "unknown": 4, "failed": 0}


async def test_counters_stand_at_zero_before_their_first_event(meter: PrometheusMeter) -> None:
    samples = await scraped(meter)
    assert {samples[f'fonte_sends_total{{outcome="{outcome}"}}'] for outcome in Outcome} == {0.0}
    assert samples["fonte_telegram_throttled_total"] == 0


async def test_no_series_is_a_date_of_birth(meter: PrometheusMeter) -> None:
    meter.handled(1.0)
    assert not [name for name in await scraped(meter) if "_created" in name]


async def test_two_meters_in_one_process_do_not_meet(meter: PrometheusMeter) -> None:
    PrometheusMeter().rejected()
    assert (await scraped(meter))["fonte_grounding_rejections_total"] == 0


async def test_any_number_of_scrapes_at_once_cost_one_query(clock: Clock) -> None:
    queues = Queues(Stats(depth=1))
    cached = CachedStats(queues, clock, keep_s=5)
    assert await asyncio.gather(*(cached() for _ in range(20))) == [Stats(depth=1)] * 20
    clock.now += 4.9
    await cached()
    assert queues.asked == 1
    clock.now += 0.2
    await cached()
    assert queues.asked == 2


async def test_a_database_that_is_away_is_not_asked_more_often_and_is_seen_when_it_is_back(clock: Clock) -> None:
    queues = Queues(Stats(depth=1))
    cached = CachedStats(queues, clock, keep_s=5)
    queues.away = True
    assert [await cached(), await cached()] == [None, None]
    assert queues.asked == 1
    queues.away = False
    clock.now += 5
    assert await cached() == Stats(depth=1)


async def test_a_query_that_never_ends_does_not_hold_up_the_scrape(clock: Clock) -> None:
    async def never() -> Stats:
        await asyncio.Event().wait()
        return Stats()

    assert await CachedStats(never, clock, timeout_s=0.01)() is None


async def test_a_model_call_is_counted_with_its_length_and_tokens(meter: PrometheusMeter, clock: Clock) -> None:
    completion = await MeteredChatModel(Model(clock), meter, clock).complete(PROMPT)
    assert completion.tokens_out == 40
    samples = await scraped(meter)
    assert samples['fonte_model_calls_total{model="fake-chat",outcome="ok"}'] == 1
    assert samples['fonte_model_seconds_sum{model="fake-chat"}'] == 2
    assert samples['fonte_model_tokens_sum{direction="in",model="fake-chat"}'] == 300


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (ProviderError(Outage.QUOTA, "today"), "quota"),
        (asyncio.CancelledError(), "cancelled"),
        (ZeroDivisionError("secret words"), "fault"),
    ],
)
async def test_a_failed_model_call_is_counted_by_its_reason_and_fails_as_before(
    meter: PrometheusMeter, clock: Clock, ending: BaseException, outcome: str
) -> None:
    with pytest.raises(type(ending)):
        await MeteredChatModel(Model(clock, ending), meter, clock).complete(PROMPT)
    samples = await scraped(meter)
    assert samples[f'fonte_model_calls_total{{model="fake-chat",outcome="{outcome}"}}'] == 1
    assert not [name for name in samples if name.startswith("fonte_model_tokens_count")]


async def test_questions_are_counted_as_model_calls_and_documents_are_not(meter: PrometheusMeter, clock: Clock) -> None:
    embedder = FakeEmbedder(failures=deque([ProviderError(Outage.DOWN)]))
    metered = MeteredEmbedder(embedder, meter, clock)
    with pytest.raises(ProviderError):
        await metered.embed_query("coceira")
    await metered.embed_query("coceira")
    await metered.embed_documents(["coceira"])
    samples = await scraped(meter)
    assert samples['fonte_model_calls_total{model="fake-embedder",outcome="down"}'] == 1
    assert samples['fonte_model_calls_total{model="fake-embedder",outcome="ok"}'] == 1
    assert (metered.name, metered.max_tokens) == (embedder.name, embedder.max_tokens)


class FewPassages:
    """A note index that has two passages, whatever is asked."""

    async def nearest(self, vector: Vector, specialty: Specialty, count: int, model: str) -> list[Passage]:
        return [PASSAGE, PASSAGE]

    async def sentences(self, document_ids: Sequence[int]) -> Mapping[int, Sequence[StoredSentence]]:
        return dict.fromkeys(document_ids, ())

    async def routing_phrases(self, model: str) -> Sequence[RoutingPhrase]:
        return ()

    async def conditions(self, model: str) -> Sequence[Condition]:
        return ()

    async def coverage(self, model: str) -> Coverage:
        return Coverage(2, 2, model, None)


async def test_a_search_that_gives_fewer_than_wanted_is_counted(meter: PrometheusMeter) -> None:
    index = MeteredNoteIndex(FewPassages(), meter)
    vector = await FakeEmbedder().embed_query("coceira")
    assert await index.nearest(vector, "cardiologia", 2, "fake") == [PASSAGE, PASSAGE]
    await index.nearest(vector, "cardiologia", 4, "fake")
    assert (await index.sentences([7]), await index.routing_phrases("fake")) == ({7: ()}, ())
    assert (await index.coverage("fake")).complete
    samples = await scraped(meter)
    assert samples["fonte_retrievals_total"] == 2
    assert samples["fonte_retrievals_short_total"] == 1


def test_the_null_meter_takes_whatever_a_meter_takes() -> None:
    meters: list[Meter] = [NullMeter(), PrometheusMeter()]
    methods = {name for name in dir(Meter) if not name.startswith("_")}
    assert methods <= set(dir(meters[0])) & set(dir(meters[1]))


async def test_every_metric_is_explained(meter: PrometheusMeter) -> None:
    meter.refused(403)
    meter.handled(1.0, ("failed",))
    meter.alarmed(RULES[0].family)
    meter.modelled(ModelCall("gemini", "ok", 1.0, 1, 1))
    names = {re.sub(r"_(bucket|sum|count)$", "", name.partition("{")[0]) for name in await scraped(meter)}
    explained = set(re.findall(r"`(fonte_[a-z_]+)", DOCS.read_text(encoding="utf-8")))
    assert names == explained
