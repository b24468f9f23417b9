"""How long the diary takes: messages logged, questions answered, foods found."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from time import perf_counter

from bot.adapters.conversations import PostgresConversations
from bot.adapters.diary.preferences import PostgresPreferences
from bot.adapters.diary.reading import PostgresDiaryReader
from bot.adapters.diary.writing import PostgresDiary
from bot.diary.charts import PngCharts
from bot.diary.logging import MealLog
from bot.diary.ports import ActKind, NewAct, NewEntry
from bot.evaluation.asking import CHANNEL, Subject
from bot.evaluation.benchmark import WARM_UP, Said, Timed, timed
from bot.evaluation.diary_golden import DiaryGolden, LogQuestion
from bot.evaluation.stopwatch import Step
from bot.ports import Person
from rag.adapters.local.embedder import LocalEmbedder
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.asking.asker import Asker
from rag.diary.evidence import Target
from rag.diary.foods.resolving import Finder, Resolver
from rag.diary.foods.search import FoodSearch
from rag.diary.planning.aspects import Aspect, aspect_of
from rag.diary.planning.planner import Planner
from rag.diary.types import Amount, How, Meal, Placed, Portion

AT = datetime(2026, 11, 30, 21, tzinfo=UTC)
"""When everything is said: the golden questions name days of that autumn."""
DAYS, A_DAY = 30, 12
MOST_ITEMS = 4
ROUNDS = 3
MEMORY_MESSAGES = 50
_EATER = "bench-eater"
_SEED = 20_261_130
_MEALS = ((Meal.BREAKFAST, 8), (Meal.LUNCH, 12), (Meal.AFTERNOON_SNACK, 16), (Meal.DINNER, 20))
_FOODS = "select id from foods where user_id is null and retired_at is null and energy_kcal is not null order by slug"


@dataclass(frozen=True, slots=True)
class DiaryTimed:
    """Milliseconds; `log_by_items` goes by how many items a message has, `ask_by_rows` by whether entries are read.

    `foods` is how many foods `search` chose among.
    """

    log: Timed
    log_by_items: Mapping[int, Sequence[float]]
    ask: Timed
    ask_by_rows: Mapping[bool, Sequence[float]]
    trend: Timed
    search: Sequence[float]
    foods: int


def log_steps() -> tuple[Step, ...]:
    """The parts of a logged message. Reading includes the names of one's own foods, resolving the three below it."""
    return (
        Step("session read", PostgresConversations, "session"),
        Step("reading", MealLog, "read"),
        Step("resolving", Resolver, "resolve"),
        Step("food search", FoodSearch, "search"),
        Step("foods by words", PostgresFoodIndex, "by_words"),
        Step("embedding", LocalEmbedder, "embed_documents"),
        Step("writing", Subject, "write"),
    )


def ask_steps() -> tuple[Step, ...]:
    """The parts of a question. `food search` is for a food that is asked about, if one is."""
    return (
        Step("session read", PostgresConversations, "session"),
        Step("planning", Planner, "plan"),
        Step("rows", PostgresDiaryReader, "evidence"),
        Step("food search", FoodSearch, "search"),
        Step("telling", Asker, "ask"),
        Step("picture", PngCharts, "trend"),
        Step("writing", Subject, "write"),
    )


async def time_diary(subject: Subject, finder: Finder, golden: DiaryGolden) -> DiaryTimed:
    """Golden messages by a person each; golden questions by one whose last `DAYS` days are full; golden searches."""
    messages = [item for item in golden.log if item.expect == "log" and 1 <= len(item.items) <= MOST_ITEMS]
    log = [Said(f"bench-{item.id}", f"/log_food {item.text}", item.language) for item in messages]
    today = subject.at.date()
    questions = [item for item in golden.questions if await _reads(item, today)]
    plain = ROUNDS * [item for item in questions if aspect_of(item.text) is not Aspect.TREND]
    trends = ROUNDS * [item for item in questions if aspect_of(item.text) is Aspect.TREND]
    async with subject.people([_EATER, *(each.name for each in log)]):
        await fill(subject, _EATER)
        logged = await timed(subject, log, log_steps())
        asked = await timed(subject, [_said(item) for item in plain], ask_steps())
        drawn = await timed(subject, [_said(item) for item in trends], ask_steps(), len(trends) // ROUNDS)
    by_items: dict[int, list[float]] = {}
    for message, ms in zip(messages[WARM_UP:], logged.questions, strict=True):
        by_items.setdefault(len(message.items), []).append(ms)
    by_rows: dict[bool, list[float]] = {}
    for question, ms in zip(plain[WARM_UP:], asked.questions, strict=True):
        by_rows.setdefault(question.plan.need_detail, []).append(ms)
    foods = len(await subject.runtime.pool.fetch(_FOODS))
    return DiaryTimed(logged, by_items, asked, by_rows, drawn, await _searches(finder, golden), foods)


def _said(item: LogQuestion) -> Said:
    return Said(_EATER, f"/ask_my_log {item.text}", item.language)


async def _reads(item: LogQuestion, today: date) -> bool:
    """Whether a question, asked that day, is about a day on which something is logged."""
    plan = (await Planner(None, "").plan(item.text, item.language, today)).plan
    return plan.date_to > today - timedelta(days=DAYS)


async def fill(subject: Subject, name: str) -> None:
    """`A_DAY` entries on each of the last `DAYS` days of a person, told a meal at a time, and two targets.

    The same foods in every run.
    """
    chance = random.Random(_SEED)  # noqa: S311 - reproducible on purpose
    foods = [row["id"] for row in await subject.runtime.pool.fetch(_FOODS)]
    diary, preferences = PostgresDiary(uuid.uuid4), PostgresPreferences(subject.runtime.pool)
    async with subject.runtime.conversations.transaction(Person(CHANNEL, name)) as transaction:
        for back in reversed(range(DAYS)):
            for meal, hour in _MEALS:
                at = datetime.combine(subject.at.date() - timedelta(days=back), time(hour), subject.at.tzinfo)
                placed = Placed(at, at.date(), meal)
                entries = [_entry(chance.choice(foods), placed, chance) for _ in range(A_DAY // len(_MEALS))]
                await diary.do(transaction, NewAct(ActKind.LOG, at, entries))
        await preferences.set_target(transaction, Target("energy_kcal", None, Decimal(2_200)))
        await preferences.set_target(transaction, Target("protein_g", Decimal(60), None))


def _entry(food: int, placed: Placed, chance: random.Random) -> NewEntry:
    grams = Decimal(chance.randrange(10, 300))
    said = f"{grams} g"
    return NewEntry(food, Portion(grams, How.WEIGHED, Amount(grams, "g", said)), said, placed)


async def _searches(finder: Finder, golden: DiaryGolden) -> list[float]:
    times = []
    for item in (*golden.searches[:WARM_UP], *(ROUNDS * golden.searches)):
        started = perf_counter()
        await finder.search(uuid.UUID(int=0), [item.text], item.language)
        times.append((perf_counter() - started) * 1000)
    return times[WARM_UP:]


def lines_of(golden: DiaryGolden) -> list[str]:
    """Messages to a process whose memory is read after them: three logged for each that asks."""
    log = [f"/log_food {item.text}" for item in golden.log]
    asks = [f"/ask_my_log {item.text}" for item in golden.questions]
    lines = [line for number, ask in enumerate(asks) for line in (*log[3 * number : 3 * number + 3], ask)]
    return lines[:MEMORY_MESSAGES]
