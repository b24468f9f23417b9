from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation.cosines import NEAR, WEIGHTS, context_vector, cosine, cosines, ranked_share
from rag.types import Vector


def vector(*values: float) -> Vector:
    raw = np.array(values, dtype=np.float32)
    return (raw / np.linalg.norm(raw)).astype(np.float32)


X, Y, Z = vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1)
directions = st.lists(st.floats(-1, 1), min_size=3, max_size=3).filter(lambda v: sum(x * x for x in v) > 0.01)
vectors = directions.map(lambda values: vector(*values))


def test_the_weights_are_those_of_the_comparable_system() -> None:
    assert list(WEIGHTS.values()) == [0.30, 0.25, 0.20, 0.15, 0.10]
    assert sum(WEIGHTS.values()) == pytest.approx(1)


def test_each_score_is_the_cosine_of_its_two_texts() -> None:
    found = cosines(question=X, answer=vector(1, 1, 0), expected=Y, chunks=[vector(0, 1, 1)])
    half = 2**-0.5
    assert found.answer_relevancy == pytest.approx(half)
    assert found.faithfulness == pytest.approx(0.5)
    assert found.context_relevancy == pytest.approx(0)
    assert found.context_recall == pytest.approx(half)
    assert found.context_precision == 1


def test_the_overall_score_is_the_weighted_sum() -> None:
    found = cosines(X, X, X, [X, Y])
    scores = found.named()
    assert found.overall == pytest.approx(sum(WEIGHTS[name] * scores[name] for name in WEIGHTS))


@given(vectors, vectors)
def test_an_answer_that_copies_its_context_is_as_faithful_as_can_be(question: Vector, chunk: Vector) -> None:
    assert cosines(question, chunk, None, [chunk]).faithfulness == pytest.approx(1, abs=1e-5)


def test_without_an_expected_answer_there_is_neither_recall_nor_precision_nor_a_sum() -> None:
    found = cosines(X, X, None, [X])
    assert found.named().keys() == {"faithfulness", "answer relevancy", "context relevancy"}
    assert found.overall is None


def test_without_passages_only_question_and_answer_are_compared() -> None:
    found = cosines(X, Y, X, [])
    assert found.named() == {"answer relevancy": 0.0}
    assert found.overall is None


@given(st.lists(vectors, min_size=1, max_size=4))
def test_the_context_is_of_length_one(chunks: Sequence[Vector]) -> None:
    found = context_vector(chunks)
    assert found is None or float(np.linalg.norm(found)) == pytest.approx(1, abs=1e-5)


def test_chunks_that_cancel_out_are_no_context() -> None:
    opposite: Vector = -X
    assert context_vector([X, opposite]) is None


@pytest.mark.parametrize(("chunks", "share"), [([X, Y, Z], 6 / 11), ([Y, X, Z], 3 / 11), ([Y, Z], 0.0), ([X, X], 1.0)])
def test_a_near_chunk_weighs_by_its_rank(chunks: Sequence[Vector], share: float) -> None:
    assert ranked_share(X, chunks) == pytest.approx(share)


def test_a_chunk_counts_from_the_limit_on() -> None:
    beside = vector(NEAR + 1e-4, (1 - (NEAR + 1e-4) ** 2) ** 0.5, 0)
    short = vector(NEAR - 1e-2, (1 - (NEAR - 1e-2) ** 2) ** 0.5, 0)
    assert ranked_share(X, [beside]) == 1
    assert ranked_share(X, [short]) == 0


@given(vectors, vectors)
def test_a_cosine_is_symmetric_and_at_most_one(one: Vector, other: Vector) -> None:
    assert cosine(one, other) == pytest.approx(cosine(other, one), abs=1e-6)
    assert -1 <= cosine(one, other) <= 1
