"""The composition root: the only place where adapters are chosen."""

from bot.bootstrap.conversation import TERMS, Runtime, StartError, wired
from bot.bootstrap.corpus import corpus_digest, ingest_bundled, preparer
from bot.bootstrap.diary import load_foods
from bot.bootstrap.features import enabled_profiles
from bot.bootstrap.models import Models, open_models
from bot.bootstrap.runtime import delivery_storage, health, open_runtime
from bot.bootstrap.storage import database, migrated

__all__ = [
    "TERMS",
    "Models",
    "Runtime",
    "StartError",
    "corpus_digest",
    "database",
    "delivery_storage",
    "enabled_profiles",
    "health",
    "ingest_bundled",
    "load_foods",
    "migrated",
    "open_models",
    "open_runtime",
    "preparer",
    "wired",
]
