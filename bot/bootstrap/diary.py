"""The food diary: its storage, its readers and its commands."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import asyncpg

from bot.acts import Act, Command, Context, Listener
from bot.adapters.diary.own_foods import PostgresOwnFoods
from bot.adapters.diary.preferences import PostgresPreferences
from bot.adapters.diary.reading import PostgresDiaryReader
from bot.adapters.diary.writing import PostgresDiary
from bot.bootstrap.models import Models
from bot.commands.ask_my_log import AskMyLog, LogReading
from bot.commands.foods import OwnFood, Recipe
from bot.commands.log_food import LogFood
from bot.commands.session import Ending
from bot.commands.settings import ClockSettings
from bot.commands.targets import Targets
from bot.commands.today import Today
from bot.commands.undo import Redo, Undo
from bot.consent import Consent, Consenting
from bot.diary.amending import Amender
from bot.diary.asked import PlainQuestions
from bot.diary.charts import PngCharts
from bot.diary.files import PersonFiles
from bot.diary.listening import DiaryListener
from bot.diary.logging import MealLog
from bot.diary.media import MediaListener
from bot.diary.own_foods import OwnFoodBook
from bot.diary.questions import Questions
from bot.diary.recording import Recorder
from bot.locales import load_catalogue
from bot.paths import CORPUS
from bot.prompts import load_prompt
from bot.settings import Settings
from rag.adapters.postgres.food_catalogue import PostgresFoodCatalogue
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.asking.asker import Asker
from rag.diary.catalogue.embedding import Progress
from rag.diary.catalogue.loading import load_bundled
from rag.diary.foods.kitchen import load_kitchen
from rag.diary.foods.resolving import Resolver
from rag.diary.foods.search import MAX_DIST, FoodSearch
from rag.diary.lexis.measures import load_measures
from rag.diary.lexis.wording import normalised
from rag.diary.planning.planner import Planner
from rag.diary.reading.media import MediaReader, Sense
from rag.diary.reading.model import MealReader

FOODS = CORPUS / "foods"
CATALOGUE = CORPUS / "foods.csv"


@dataclass(frozen=True, slots=True)
class DiaryParts:
    """What the application takes of the diary. `forget` ends the question that waits."""

    commands: Sequence[Command]
    listeners: Sequence[Listener]
    clock: ClockSettings | None
    forget: Ending | None = None


NO_DIARY = DiaryParts((), (), None)


async def load_foods(pool: asyncpg.Pool, models: Models, progress: Progress) -> None:
    """Loads the bundled catalogue where it is missing or has changed."""
    await load_bundled(PostgresFoodCatalogue(pool), models.local, CORPUS, progress)


def open_diary(
    pool: asyncpg.Pool,
    models: Models,
    settings: Settings,
    consent: Consent,
    new_id: Callable[[], uuid.UUID],
    alarmed: Callable[[Context, str], Act | None],
) -> DiaryParts:
    """The diary on a migrated database with a loaded catalogue. `alarmed` answers emergencies that were spoken."""
    measures = load_measures(FOODS / "measures.csv")
    kitchen = load_kitchen(FOODS, measures, normalised, CATALOGUE)
    index = PostgresFoodIndex(pool)
    resolver = Resolver(FoodSearch(index, models.local, MAX_DIST), index, kitchen, normalised)
    diary, reader = PostgresDiary(new_id), PostgresDiaryReader(pool)
    questions = Questions(diary, reader, index, resolver, measures, new_id)
    recorder = Recorder(diary, measures, settings.zone, new_id, questions)
    split = load_prompt("split_meal")
    meal_reader = MealReader(resolver, measures, models.chat, split.text)
    own_foods = PostgresOwnFoods(pool)
    meals = MealLog(
        diary, reader, index, resolver, recorder, measures, kitchen.known, own_foods.names, meal_reader, split
    )
    book = OwnFoodBook(own_foods, resolver, models.local, measures, kitchen.known)
    amender = Amender(diary, reader, index, resolver, recorder)
    preferences, files = PostgresPreferences(pool), person_files(settings)
    files.sweep()
    charts = PngCharts(load_catalogue(), files)
    ask = _ask_my_log(reader, charts, models, settings)
    commands: list[Command] = [
        LogFood(meals, amender),
        ask,
        Today(reader, preferences, recorder, charts),
        Undo(diary),
        Redo(diary, recorder),
        Targets(preferences),
        OwnFood(book),
        Recipe(book),
    ]
    listeners: list[Listener] = [DiaryListener(meals, amender, consent), PlainQuestions(ask, consent)]
    if models.chat is not None:
        prompts = {sense: load_prompt(f"{sense}_meal") for sense in Sense}
        texts = {sense: prompt.text for sense, prompt in prompts.items()}
        media = MediaReader(models.chat, texts, resolver, measures, kitchen.known)
        listeners.append(MediaListener(meals, media, prompts, consent, alarmed))
    return DiaryParts(
        [Consenting(command, consent) for command in commands],
        listeners,
        ClockSettings(preferences, settings.zone),
        questions.forget,
    )


def _ask_my_log(reader: PostgresDiaryReader, charts: PngCharts, models: Models, settings: Settings) -> AskMyLog:
    prompt = load_prompt("answer_log")
    planner = Planner(models.chat, load_prompt("plan_log").text)
    reading = LogReading(planner, reader, settings.zone)
    return AskMyLog(reading, Asker(models.chat, prompt.text), prompt, charts)


def person_files(settings: Settings) -> PersonFiles:
    """Where pictures and exports are kept until they are sent."""
    return PersonFiles(settings.fonte_home / "outgoing", lambda: secrets.token_urlsafe(8), lambda: datetime.now(UTC))
