"""/help and /start say what is switched on, consultations among it."""

from __future__ import annotations

import asyncpg
import pytest

from bot.bootstrap import Models
from rag.ports import Embedder
from rag.types import Language
from tests.integration.conversing import conversation

OPENS = {Language.PT: "abro uma consulta", Language.ES: "abro una consulta", Language.EN: "I open a consultation"}


@pytest.mark.parametrize("features", ["cardiologia,faq", "cardiologia,faq,consultation", "faq,diary,consultation"])
async def test_consultations_are_spoken_of_where_one_can_be_opened(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder, features: str
) -> None:
    opened = "cardiologia" in features and "consultation" in features
    async with conversation(corpus_pool, Models(local_embedder, None, None), fonte_features=features) as talking:
        for language, words in OPENS.items():
            for command in ("/help", "/start"):
                (reply,) = await talking.say(command, language=language)
                assert (words.casefold() in reply.text.casefold()) is opened
