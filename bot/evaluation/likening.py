"""Reads the cosine scores of answers: the local model's vectors of questions, answers, expected answers and chunks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import asyncpg
import numpy as np

from bot.evaluation.cosines import context_vector, cosines
from bot.evaluation.measuring import Answered, Likened
from rag.ports import Embedder
from rag.types import Vector

BATCH = 100
_CHUNKS = """
select document_id, embedding from document_vectors
 where document_id = any($1::bigint[]) and model = $2 and kind in ('chunk', 'part')
"""
_MARK = re.compile(r" ?\[\d+\]")


async def liken(
    pool: asyncpg.Pool, local: Embedder, answers: Sequence[Answered], expected: Mapping[str, str]
) -> list[Likened]:
    """The cosine scores of every answer that has words, in order.

    A is the reply as it is read, without its citation marks; a chunk longer than the model takes is the mean of its
    parts. `expected` is by the question's id.
    """
    told = [(one, _MARK.sub("", one.asked.text).strip()) for one in answers]
    told = [(one, text) for one, text in told if text and not one.asked.failed]
    chunks = await _chunks(pool, local.name, {n for one, _ in told for n in one.asked.documents})
    texts = [text for one, text in told for text in (one.item.text, text, expected.get(one.item.id, ""))]
    vectors = await _embedded(local, texts)
    return [
        Likened(
            one.item,
            cosines(
                vectors[one.item.text],
                vectors[text],
                vectors.get(expected.get(one.item.id, "")),
                [chunks[n] for n in one.asked.documents if n in chunks],
            ),
        )
        for one, text in told
    ]


async def _embedded(local: Embedder, texts: Iterable[str]) -> dict[str, Vector]:
    """The vectors of the texts that say something, a batch at a time; a text longer than the model takes is cut."""
    wanted = [text for text in dict.fromkeys(texts) if text.strip()]
    found: dict[str, Vector] = {}
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        long = [text for text in batch if local.count_tokens(text) > local.max_tokens]
        short = [text for text in batch if text not in long]
        found |= zip(short, await local.embed_documents(short), strict=True)
        found |= {text: await local.embed_query(text) for text in long}
    return found


async def _chunks(pool: asyncpg.Pool, model: str, ids: Iterable[int]) -> dict[int, Vector]:
    parts: defaultdict[int, list[Vector]] = defaultdict(list)
    for row in await pool.fetch(_CHUNKS, list(ids), model):
        parts[row["document_id"]].append(row["embedding"].to_numpy().astype(np.float32))
    means = {document: context_vector(vectors) for document, vectors in parts.items()}
    return {document: mean for document, mean in means.items() if mean is not None}
