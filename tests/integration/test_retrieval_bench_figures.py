"""What the retrieval bench searches in, and how what it measured is told. Nothing here needs a database."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.evaluation.pictures import draw_retrieval
from bot.evaluation.retrieval_bench import FONTE, MATCHING, SHIPPED, VERY_MANY, Among, Searched
from bot.evaluation.retrieval_bench_data import SHARES, Chunks, Query, grown, nearest, recall, to_each_specialty
from bot.evaluation.retrieval_bench_figures import groups, ratio, retrieval_columns, retrieval_figures, retrieval_tables
from bot.evaluation.retrieval_bench_run import kept_folder
from rag.types import EMBEDDING_DIMENSIONS, Vector

LESS = 512
"""Dimensions that the local model uses."""


def _vectors(count: int, seed: int = 1) -> Vector:
    drawn = np.random.default_rng(seed).normal(size=(count, EMBEDDING_DIMENSIONS)).astype(np.float32)
    drawn[:, LESS:] = 0
    unit: Vector = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return unit


SEEDS = Chunks(["a", "b"], ["first", "second"], ["one", "two"], _vectors(2))


def test_grown_chunks_are_the_same_each_time_and_skewed_as_said() -> None:
    once, twice = grown(SEEDS, _vectors(50), 1_000), grown(SEEDS, _vectors(50), 1_000)
    assert np.array_equal(once.vectors, twice.vectors)
    assert once.specialties == twice.specialties
    assert {name: once.specialties.count(name) for name in SHARES} == {
        "bench_rare": 10,
        "bench_middle": 100,
        "bench_common": 890,
    }


def test_grown_vectors_are_unit_vectors_in_the_dimensions_that_the_model_uses() -> None:
    chunks = grown(SEEDS, _vectors(50), 200)
    assert np.linalg.norm(chunks.vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert not chunks.vectors[:, LESS:].any()
    assert len(set(chunks.contents)) == 200


def test_every_query_is_put_to_every_specialty_and_the_first_ones_to_each_as_often() -> None:
    queries = [Query("", str(number), vector) for number, vector in enumerate(_vectors(6))]
    dealt = to_each_specialty(queries, ["x", "y", "z"])
    assert len({(query.text, query.specialty) for query in dealt}) == len(dealt) == 18
    assert [query.specialty for query in dealt[:6]] == ["x", "y", "z"] * 2


@given(st.integers(1, 40), st.integers(1, 5), st.integers(0, 1_000))
def test_the_nearest_are_those_of_a_plain_sort(count: int, wanted: int, seed: int) -> None:
    vectors = _vectors(count + 1, seed)
    chunks = Chunks(["ab"[at % 2] for at in range(count)], [""] * count, [""] * count, vectors[1:])
    (found,) = nearest(chunks, [Query("a", "", vectors[0])], wanted)
    plain = sorted((-float(chunks.vectors[at].astype(float) @ vectors[0]), at + 1) for at in range(0, count, 2))
    assert found == [one for _, one in plain[:wanted]]


def test_two_chunks_as_near_come_in_the_order_of_their_ids() -> None:
    vectors = np.repeat(_vectors(1), 3, axis=0)
    chunks = Chunks(["a"] * 3, [""] * 3, [""] * 3, vectors)
    assert nearest(chunks, [Query("a", "", vectors[0])], 2) == [[1, 2]]


def test_recall_is_the_share_of_the_exact_ones_whatever_their_order() -> None:
    assert recall([4, 1, 9], [1, 2, 3, 4]) == 0.5
    assert recall([], []) == 1.0


def _searched(*rounds: float, recall: float | None = 1.0, rows: int = 4, queries: int = 3) -> Searched:
    times = [[each] * queries for each in rounds]
    return Searched(times, [rows] * queries, [] if recall is None else [recall] * queries)


def _among(chunks: int, **peers: Searched) -> Among:
    bundled = chunks < 100
    own = {FONTE: _searched(1.0, 2.0, 4.0), MATCHING: _searched(0.5, 1.0, 2.0)}
    shipped = {SHIPPED: _searched(5.0, 5.0, 5.0, recall=None)} if bundled else {}
    specialties = ["a"] * 3 if bundled else list(SHARES)
    return Among(chunks, specialties, own | shipped | peers, {FONTE: 1.0, **dict.fromkeys(peers, 2.0)})


def test_a_ratio_is_the_median_of_the_rounds_ratios() -> None:
    assert ratio(_searched(2.0, 20.0, 16.0), _searched(1.0, 2.0, 4.0), [0, 1, 2]) == 4.0


def test_fonte_is_to_be_three_times_as_fast_at_the_bundled_notes_and_never_slower_beyond() -> None:
    measured = [_among(29, peer=_searched(2.9, 5.8, 11.6)), _among(10_000, peer=_searched(1.0, 2.0, 4.0))]
    verdicts = {figure.name: figure.passed for figure in retrieval_figures(measured) if "peer" in figure.name}
    assert verdicts == {"peer, of Fonte's time at 29": False, "peer, of Fonte's time at 10,000": True}


def test_the_slowest_specialty_and_the_lowest_recall_count() -> None:
    rounds = [[1.0, 2.0, 30.0]]
    among = Among(VERY_MANY, list(SHARES), {FONTE: Searched(rounds, [4, 4, 3], [1.0, 0.5, 1.0])}, {FONTE: 1.0})
    found = {figure.name: figure for figure in retrieval_figures([among])}
    assert found["a search by Fonte at 100,000, p95"].value == 30.0
    assert found["a search by Fonte at 100,000, p95"].passed is False
    assert found["recall@4 at 100,000"].value == 0.5
    assert found["fewest rows at 100,000"].passed is False


def test_queries_that_are_not_timed_count_for_recall_alone() -> None:
    among = Among(29, ["a", "a"], {FONTE: Searched([[7.0]], [4, 2], [1.0, 0.0])}, {FONTE: 1.0})
    (group,) = groups(among)
    assert (group.p50, group.recall, group.fewest, group.short, group.searches) == (7.0, 0.5, 2, 1, 2)


def test_tables_name_everybody_and_leave_out_a_recall_that_was_not_measured() -> None:
    small, loading = retrieval_tables([_among(29, peer=_searched(3.0, 6.0, 12.0))])
    recalls = {row[1]: row[5] for row in small.rows}
    assert recalls == {FONTE: "1.000", MATCHING: "1.000", SHIPPED: "", "peer": "1.000"}
    assert loading.rows == ((FONTE, "1.0"), ("peer", "2.0"))


def test_the_picture_has_a_column_for_each_size_and_specialty(tmp_path: Path) -> None:
    columns = retrieval_columns([_among(29, peer=_searched(3.0, 6.0, 12.0)), _among(10_000)])
    assert list(columns) == ["29", "10,000\n1 %", "10,000\n10 %", "10,000\n89 %"]
    draw_retrieval(columns, tmp_path / "retrieval.png")
    assert (tmp_path / "retrieval.png").read_bytes().startswith(b"\x89PNG")


def test_what_the_long_form_keeps_lies_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept_folder().is_relative_to(tmp_path)
