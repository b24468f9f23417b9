from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.logs import IdHashing
from bot.review.pseudonyms import Pseudonyms
from bot.review.ranking import Space, revised, today
from bot.review.revising import CurrentChunk, Revision, revision, texts_of
from bot.review.touching import PastReply, touched, unsupported
from rag.notes.corpus import NoteFacts, Phrase, PreparedChunk, PreparedNote
from rag.types import Language, Vector

FACTS = NoteFacts("NT 1", "2020-01-01", None, demonstration=True)


def vector(*components: float) -> Vector:
    whole = np.zeros(768, dtype=np.float32)
    whole[: len(components)] = components
    return whole


def current(number: int, content: str = "texto", *phrases: str) -> CurrentChunk:
    told = tuple(Phrase(Language.PT, phrase) for phrase in phrases)
    return CurrentChunk(number, 1, f"slug{number}", f"Title {number}", content, told, {"condition": f"{number}"})


def prepared(number: int, content: str = "texto", *phrases: str, title: str | None = None) -> PreparedChunk:
    told = tuple(Phrase(Language.PT, phrase) for phrase in phrases)
    return PreparedChunk(f"slug{number}", title or f"Title {number}", {}, content, (content,), (), told, ())


def changed(*chunks: PreparedChunk, now: tuple[CurrentChunk, ...], phrased: bool = False) -> Revision:
    return revision(PreparedNote("cardiologia", FACTS, chunks), now, {}, phrased=phrased)


def test_the_four_nearest_passages_each_at_its_nearest_text() -> None:
    vectors = {n: [vector(1, n), vector(0, 0, 1)] for n in range(1, 6)}
    (found,) = today([current(n) for n in range(1, 6)], vectors).nearest([vector(1, 0)])
    assert [place.slug for place in found] == ["slug1", "slug2", "slug3", "slug4"]
    assert found[0].ranked.similarity == pytest.approx(2**-0.5)


def test_level_passages_are_in_the_order_of_their_ids() -> None:
    vectors = {n: [vector(1)] for n in (3, 1, 2)}
    (found,) = today([current(3), current(1), current(2)], vectors).nearest([vector(1)])
    assert [place.slug for place in found] == ["slug1", "slug2", "slug3"]


def test_a_passage_without_vectors_and_a_space_without_passages_find_nothing() -> None:
    (found,) = today([current(1), current(2)], {2: [vector(1)]}).nearest([vector(1)])
    assert [place.slug for place in found] == ["slug2"]
    assert list(Space.of([]).nearest([vector(1), vector(2)])) == [(), ()]


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=3, max_size=3), min_size=1, max_size=8))
def test_similarities_are_cosines_whatever_the_lengths(rows: list[list[float]]) -> None:
    vectors = {n: [vector(*row)] for n, row in enumerate(rows, start=1)}
    (found,) = today([current(n) for n in vectors], vectors).nearest([vector(5, 5)])
    assert all(-1 - 1e-9 <= place.ranked.similarity <= 1 + 1e-9 for place in found)
    assert [p.ranked.similarity for p in found] == sorted((p.ranked.similarity for p in found), reverse=True)


def test_many_questions_are_ranked_as_one_by_one() -> None:
    space = today([current(n) for n in range(1, 4)], {n: [vector(1, n)] for n in range(1, 4)})
    questions = [vector(n, 1) for n in range(1_100)]
    together, alone = list(space.nearest(questions)), [next(space.nearest([one])) for one in questions]
    assert [[p.slug for p in found] for found in together] == [[p.slug for p in found] for found in alone]


def test_a_revision_is_what_differs_in_title_text_phrases_or_protocol() -> None:
    now = (current(1, "a", "frase"), current(2, "b"), current(3, "c"))
    found = changed(prepared(1, "a", "frase"), prepared(2, "B"), prepared(4, "d"), now=now)
    assert [(one.chunk.slug, one.document_id, one.version) for one in found.changed] == [
        ("slug2", 2, 2),
        ("slug4", 0, 1),
    ]
    assert [one.slug for one in found.retired] == ["slug3"]
    assert list(texts_of([found])) == ["B", "d"]


def test_phrases_that_do_not_come_stay_and_those_that_come_count() -> None:
    now = (current(1, "a", "frase"),)
    assert changed(prepared(1, "a", "outra"), now=now).changed == ()
    (one,) = changed(prepared(1, "a", "outra"), now=now, phrased=True).changed
    assert one.texts == ("a", "outra")


def test_a_protocol_that_comes_changes_its_condition_and_another_keeps_its_own() -> None:
    now = (current(1), current(2))
    note = PreparedNote("cardiologia", FACTS, (prepared(1), prepared(2)))
    found = revision(note, now, {"slug2": {"condition": "other"}}, phrased=False)
    assert [one.chunk.protocol for one in found.changed] == [{"condition": "other"}]
    assert revision(note, now, {}, phrased=False).changed == ()


def replying(*cited: tuple[str, str], answer: str = "", at: Vector | None = None) -> PastReply:
    return PastReply(uuid.UUID(int=1), vector(1) if at is None else at, Language.PT, answer, cited)


def test_a_reply_is_touched_where_a_passage_it_cites_changes_or_the_nearest_become_others() -> None:
    now = tuple(current(n) for n in range(1, 6))
    vectors: Mapping[int, list[Vector]] = {n: [vector(1, n)] for n in range(1, 6)}
    change = changed(*(prepared(n) for n in range(1, 5)), prepared(5, "novo"), now=now)
    embedded = {"novo": vector(1, 0)}
    spaces = today(now, vectors), revised(now, vectors, change, embedded)
    (entering,) = touched([replying(("slug1", "texto"))], *spaces, change)
    assert not entering.cited
    assert [one.document_id for one in entering.before] == [1, 2, 3, 4]
    assert [one.document_id for one in entering.after] == [5, 1, 2, 3]
    (citing,) = touched([replying(("slug5", "texto"), at=vector(0, 0, 1))], *spaces, change)
    assert citing.cited
    far = {"novo": vector(1, 50)}
    assert list(touched([replying(("slug1", "texto"))], spaces[0], revised(now, vectors, change, far), change)) == []


def test_figures_that_the_revised_note_holds_no_more_are_told_as_they_were_written() -> None:
    old, new = "LDL ≥ 190 mg/dL por 6 meses.", "LDL ≥ 160 mg/dL por 6 meses."
    change = changed(prepared(1, new), now=(current(1, old),))
    answer = "Com LDL ≥ 190 mg/dL por 6 meses encaminha-se [1]. Você tem 47 anos."
    assert unsupported(replying(("slug1", old), answer=answer), change) == ("≥ 190 mg/dL",)


def test_a_figure_that_another_cited_passage_holds_is_still_supported() -> None:
    change = changed(prepared(1, "sem número"), now=(current(1, "por 6 meses"),))
    reply = replying(("slug1", "por 6 meses"), ("slug2", "dura 6 meses"), answer="São 6 meses [1][2].")
    assert unsupported(reply, change) == ()


def test_a_pseudonym_is_the_beginning_of_what_the_logs_show() -> None:
    secret, user = SecretStr("a secret of some length"), uuid.uuid4()
    shown = IdHashing(secret)(None, "", {"user": str(user)})["user"]
    own = Pseudonyms(secret).person(user)
    assert own == hmac.new(b"a secret of some length", str(user).encode(), hashlib.sha256).hexdigest()[:10]
    assert shown.startswith(own)
