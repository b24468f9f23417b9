from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import asyncpg
import pytest

from bot.adapters.diary.reading import PostgresDiaryReader
from bot.bootstrap import Runtime
from bot.evaluation.asking import CHANNEL, Subject
from bot.evaluation.benchmark import FailedMessageError, Said, timed
from bot.evaluation.delivery_bench import Kept
from bot.evaluation.diary import Diarist
from bot.evaluation.diary_bench import A_DAY, AT, DAYS, ask_steps, fill, log_steps
from bot.evaluation.diary_golden import DiaryGolden, FoodQuery, GoldenItem, GoldenPlan, LogMessage, LogQuestion
from bot.evaluation.food_bench import Among, search_among
from bot.evaluation.golden import Split
from bot.ports import Person
from rag.adapters.cache import CachingEmbedder
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.foods.search import FoodSearch
from rag.diary.types import Plan
from rag.types import Language

TODAY = date(2026, 11, 30)


def _message(number: int, text: str, *items: GoldenItem) -> LogMessage:
    return LogMessage(
        id=f"lg-{number}", language=Language.PT, split=Split.DEV, text=text, at=AT, zone="America/Sao_Paulo",
        expect="log" if items else "none", items=items, day=TODAY if items else None, meal=None, kind="grams",
    )  # fmt: skip


def _item(said: str, grams: int, food: str) -> GoldenItem:
    return GoldenItem(said=said, expect="store", food=food, low=Decimal(grams), high=Decimal(grams))


@pytest.fixture
def diarist(corpus_runtime: Runtime, local_embedder: CachingEmbedder) -> Diarist:
    return Diarist(corpus_runtime, FoodSearch(PostgresFoodIndex(corpus_runtime.pool), local_embedder))


@pytest.fixture
def subject(corpus_runtime: Runtime) -> Subject:
    return Subject(corpus_runtime, AT)


async def _users(runtime: Runtime, name: str) -> bool:
    """Whether that invented person is there."""
    person = Person(CHANNEL, name)
    async with runtime.conversations.transaction(person) as transaction:
        found: bool = await transaction.connection.fetchval(
            "select exists (select from users where id = $1)", person.id
        )
    return found


async def test_messages_of_the_three_sets_are_judged_in_their_order(diarist: Diarist) -> None:
    told = [
        _message(1, "100 g de arroz", _item("100 g de arroz", 100, "^arroz")),
        _message(2, "não comi nada"),
        _message(3, "200 g de banana", _item("200 g de banana", 200, "^uva")),
        _message(4, "150 g de banana", _item("150 g de banana", 150, "^banana")),
        _message(5, "80 g de mamão", _item("80 g de mamão", 80, "mamao")),
    ]
    query = FoodQuery(id="fs-1", language=Language.ES, split=Split.DEV, text="palta", expect="abacate",
                      expect_en="avocado", kind="regional")  # fmt: skip
    plan = GoldenPlan(
        date_from=TODAY - timedelta(days=1),
        date_to=TODAY - timedelta(days=1),
        nutrients=frozenset({"energy_kcal"}),
        need_detail=False,
    )
    asked = LogQuestion(id="ak-1", language=Language.PT, split=Split.DEV, text="quantas calorias comi ontem?", at=AT,
                        plan=plan, kind="day")  # fmt: skip
    results = await diarist.measure(DiaryGolden(tuple(told), (query,), (asked,)))
    assert [outcome.item.id for outcome in results.log] == [item.id for item in told]
    assert [outcome.right for outcome in results.log] == [True, True, False, True, True]
    assert [outcome.wrong for outcome in results.log] == [0, 0, 1, 0, 0]
    assert results.searches[0].right
    assert results.questions[0].right
    assert results.failures == 0


async def test_progress_is_told_for_every_item(diarist: Diarist) -> None:
    told: list[tuple[str, int, int]] = []
    watched = Diarist(diarist.runtime, diarist.finder, lambda *step: told.append(step))
    await watched.measure(DiaryGolden((_message(1, "oi"), _message(2, "oi")), (), ()))
    assert told == [("messages to the diary", 1, 2), ("messages to the diary", 2, 2)]


async def test_an_invented_eater_has_so_many_entries_a_day_and_is_erased_again(
    corpus_runtime: Runtime, subject: Subject
) -> None:
    person = Person(CHANNEL, "filled")
    plan = Plan(TODAY - timedelta(days=DAYS + 5), TODAY, ("energy_kcal",), need_detail=True)
    async with subject.people(["filled"]):
        await fill(subject, "filled")
        evidence = await PostgresDiaryReader(corpus_runtime.pool).evidence(person, plan)
    assert len(evidence.entries) == DAYS * A_DAY
    assert [total.entries for total in evidence.totals] == [A_DAY] * DAYS
    assert not await _users(corpus_runtime, "filled")


async def test_a_message_and_a_question_are_timed_step_by_step(subject: Subject) -> None:
    async with subject.people(["timed"]):
        log = await timed(subject, 2 * [Said("timed", "/log_food 100 g de arroz", Language.PT)], log_steps(), 1)
        ask = await timed(subject, [Said("timed", "/ask_my_log o que comi hoje?", Language.PT)], ask_steps(), 0)
    assert len(log.questions) == len(ask.questions) == 1
    assert {"reading", "resolving", "food search", "writing"} <= log.steps.keys()
    assert {"planning", "rows", "telling", "writing"} <= ask.steps.keys()


async def test_searches_among_more_foods_are_timed_by_kind_and_kept_to_go_on_with(
    own_corpus_pool: asyncpg.Pool, local_embedder: CachingEmbedder, tmp_path: Path
) -> None:
    chance = random.Random(7)  # noqa: S311 - reproducible on purpose
    before = await own_corpus_pool.fetchval("select count(*) from foods")
    path = tmp_path / "kept.json"
    measured = await Kept.at(path).part(
        "foods", lambda: search_among(own_corpus_pool, local_embedder, before + 40, chance, 2)
    )
    again = Among(**await Kept.at(path).part("foods", lambda: search_among(own_corpus_pool, local_embedder, 0, chance)))
    assert again == Among(**measured)
    assert again.foods == before + 40
    assert {len(times) for times in (*again.search.values(), *again.words.values())} == {2}
    assert again.search.keys() == again.words.keys()


async def test_a_message_that_fails_is_not_timed(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("broken")

    failing: Callable[..., Awaitable[None]] = broken
    monkeypatch.setattr(PostgresDiaryReader, "evidence", failing)
    async with subject.people(["unlucky"]):
        with pytest.raises(FailedMessageError):
            await timed(subject, [Said("unlucky", "/ask_my_log o que comi hoje?", Language.PT)], (), 0)
