from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.evaluation.golden import GoldenError
from bot.evaluation.labelled import Labelled, Reasked, labelled_scores, load_labelled, table
from rag.types import Language
from tests.unit.evaluation_samples import asked

REPLY = "0b9c2f70-0000-4000-8000-000000000001"


def item(**changed: object) -> Labelled:
    values: dict[str, object] = {
        "id": REPLY, "language": Language.PT, "specialty": "dermatologia", "question": "coça muito", "titles": ["Acne"],
        "answer": "<b>Resposta</b>. [1]", "judgement": "override", "labels": ["wrong_source"], "reason": "outra nota",
        **changed,
    }  # fmt: skip
    return Labelled.model_validate(values)


def write(path: Path, *items: Labelled) -> None:
    path.write_text("\n".join(one.model_dump_json() for one in items), encoding="utf-8")


def test_faulty_replies_are_read_and_the_last_export_of_one_holds(tmp_path: Path) -> None:
    write(tmp_path / "2026-11-01.jsonl", item(), item(id="2", labels=["good"]), item(id="3", labels=["tone"]))
    write(
        tmp_path / "2026-12-01.jsonl", item(labels=["unsafe"]), item(id="4", question=None), item(id="5", question=" ")
    )
    assert [(one.id, one.labels) for one in load_labelled(tmp_path)] == [(REPLY, ("unsafe",))]


def test_a_reply_that_was_found_good_later_is_not_asked_again(tmp_path: Path) -> None:
    write(tmp_path / "2026-11-01.jsonl", item())
    write(tmp_path / "2026-12-01.jsonl", item(labels=["good"]))
    assert load_labelled(tmp_path) == ()


def test_a_missing_folder_holds_nothing_and_a_wrong_line_is_told(tmp_path: Path) -> None:
    assert load_labelled(tmp_path / "nowhere") == ()
    (tmp_path / "x.jsonl").write_text(json.dumps({"id": "1"}), encoding="utf-8")
    with pytest.raises(GoldenError, match=r"x\.jsonl:1: language"):
        load_labelled(tmp_path)


@pytest.mark.parametrize(
    ("text", "changed"),
    [("Resposta. [1]", False), ("  RESPOSTA.\n [1]", False), ("Outra resposta. [1]", True), ("Resposta. [2]", True)],
)
def test_an_answer_has_changed_where_its_words_have(text: str, changed: bool) -> None:
    assert Reasked(item(), asked(text), ("Acne",)).answer_changed is changed


@pytest.mark.parametrize(("titles", "changed"), [(("Acne",), False), (("Acne", "Prurido"), True), ((), True)])
def test_sources_have_changed_where_they_are_others_whatever_their_order(
    titles: tuple[str, ...], changed: bool
) -> None:
    assert Reasked(item(), asked(), titles).sources_changed is changed


def test_what_is_kept_holds_neither_the_replys_id_nor_any_words() -> None:
    scores = labelled_scores([Reasked(item(), asked("Outra."), ("Acne",))])
    assert [(score.metric, score.value) for score in scores] == [("answer changed", 1), ("sources changed", 0)]
    told = repr(scores)
    assert REPLY not in told
    for words in ("coça", "Resposta", "Outra", "outra nota", "Acne"):
        assert words not in told


def test_the_table_tells_each_reply() -> None:
    assert table([Reasked(item(), asked(), ())]).rows == ((REPLY, "wrong_source", "the same", "changed"),)
