"""Cuts a text into parts that an embedding model takes whole. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rag.notes.sentences import sentence_spans

TokenEstimate = Callable[[str], int]
"""A text's number of tokens, by an estimate that errs on the side of too many."""


def split_parts(text: str, limit: int, estimate: TokenEstimate) -> tuple[str, ...]:
    """`text` in order, in as few parts of at most `limit` tokens as a greedy cut gives; they join to `text`.

    Cut between sentences; within one only where it is over the limit itself, then between clauses, words
    or, in the end, characters. Raises ValueError where a single character is over the limit.
    """
    if limit < 1:
        raise ValueError(f"the limit must be positive, not {limit}")
    if not text:
        return ()
    return tuple(_packed(_fitting(text, limit, estimate), limit, estimate))


def _packed(pieces: Iterable[str], limit: int, estimate: TokenEstimate) -> Iterator[str]:
    part = ""
    for piece in pieces:
        if part and estimate(part + piece) > limit:
            yield part
            part = piece
        else:
            part += piece
    yield part


def _fitting(text: str, limit: int, estimate: TokenEstimate) -> Iterator[str]:
    """Pieces within the limit, each as large a unit of language as fits."""
    for sentence in sentence_spans(text):
        yield from _shorter(sentence, limit, estimate, _UNITS)


_UNITS = (r"[^;:,]*[;:,]+\s*|[^;:,]+", r"\S*\s+|\S+", r"[\s\S]")


def _shorter(text: str, limit: int, estimate: TokenEstimate, units: tuple[str, ...]) -> Iterator[str]:
    if estimate(text) <= limit:
        yield text
    elif not units or len(text) == 1:
        raise ValueError(f"a single character is over the limit of {limit} tokens")
    else:
        pieces = (
            piece for found in re.findall(units[0], text) for piece in _shorter(found, limit, estimate, units[1:])
        )
        yield from _packed(pieces, limit, estimate)
