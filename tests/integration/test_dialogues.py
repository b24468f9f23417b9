"""Scripted consultations through the whole application: without a model, and with ones that fail or lie."""

from __future__ import annotations

import random

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.evaluation.dialogues import Dialogue, Player, load_dialogues
from bot.evaluation.golden import Split
from rag.ports import ChatModel, Embedder
from tests.integration.conversing import conversation
from tests.unit.lying_consultations import LIES, Liar

REACH = 0.92
"""Share of the dialogues that reach their end."""
DIALOGUES = tuple(one for one in load_dialogues() if one.split is Split.DEV)


async def played(
    pool: asyncpg.Pool, local: Embedder, model: ChatModel | None, dialogues: tuple[Dialogue, ...]
) -> tuple[list[str], float]:
    """The ids of the dialogues that end in a wrong decision, and the share of those that end as they should."""
    async with conversation(pool, Models(local, None, model)) as talking:
        outcomes = await Player(talking.runtime).measure(dialogues)
    wrong = [one.item.id for one in outcomes if one.wrong_claim or one.failed]
    return wrong, sum(one.right for one in outcomes) / len(outcomes)


async def test_without_a_model_no_dialogue_ends_in_a_wrong_decision(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder
) -> None:
    wrong, reached = await played(corpus_pool, local_embedder, None, DIALOGUES)
    assert wrong == []
    assert reached >= REACH


@pytest.mark.parametrize("kind", LIES)
async def test_no_dialogue_ends_in_a_wrong_decision_whatever_a_model_says(
    corpus_pool: asyncpg.Pool, local_embedder: Embedder, kind: str
) -> None:
    rng = random.Random(kind)  # noqa: S311 - a test that can be run again
    model = Liar(LIES[kind], rng)
    wrong, _ = await played(corpus_pool, local_embedder, model, tuple(rng.sample(DIALOGUES, 6)))
    assert wrong == []
    assert model.asked
