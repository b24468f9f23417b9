from __future__ import annotations

import pytest

from bot.evaluation.figures import Figure, Target, breakdown, by_kind, chance, confusion, confusion_table, figures
from bot.evaluation.golden import Split
from bot.evaluation.measuring import Results
from bot.evaluation.misses import misses, tables
from bot.evaluation.statistics import Share
from rag.types import Language
from tests.unit.evaluation_samples import (
    answered,
    asked,
    declined,
    followed,
    kept,
    question,
    ranking,
    results,
    routed,
    screened,
    switched,
)


def _named(found: Results, name: str) -> Figure:
    return next(figure for figure in figures(found) if figure.name == name)


def test_a_misrouted_question_counts_in_the_true_specialty_and_against_the_routed_one() -> None:
    found = results(routed(question(1)), routed(question(2), 1, "cardiologia"))
    assert _named(found, "specialty right").share == Share(1, 2)
    assert _named(found, "right condition first, in the true specialty").share == Share(2, 2)
    assert _named(found, "right condition first, in the routed specialty").share == Share(1, 2)
    assert _named(found, "MRR@4, in the routed specialty").value == 0.5


def test_a_target_is_passed_or_missed_and_says_neither_of_nothing() -> None:
    assert Figure("x", 0.97, target=Target(0.97)).passed is True
    assert Figure("x", 41, "ms", Target(40, at_least=False)).passed is False
    assert Figure("x", 0, target=Target(0.97), share=Share(0, 0)).passed is None
    assert Figure("x", 0.1).passed is None


def test_a_share_is_shown_with_its_interval_and_count() -> None:
    assert Figure("x", 0.5, share=Share(50, 100)).shown() == "0.500 [0.40–0.60] 50/100"
    assert Figure("x", 0, share=Share(0, 0)).shown() == "—"
    assert Figure("x", 1234.56, "ms").shown() == "1,234.6 ms"


def test_chance_is_one_and_four_of_a_specialtys_conditions() -> None:
    assert chance(results(routed(question(1)))) == pytest.approx((0.1, 0.4))


def test_the_confusion_matrix_has_general_messages_last() -> None:
    found = results(
        routed(question(1)),
        routed(question(2), 1, "cardiologia"),
        out_of_scope=(kept(1, "duvidas_gerais"), kept(2, "dermatologia")),
    )
    names, counts = confusion(found)
    assert names == ("cardiologia", "dermatologia", "duvidas_gerais")
    assert counts == [[0, 0, 0], [1, 1, 0], [0, 1, 1]]
    assert confusion_table(found).rows[1] == ("dermatologia", "1", "1", "·")


def test_the_breakdown_has_a_row_for_each_specialty_language_and_style() -> None:
    rows = breakdown(results(routed(question(1)), routed(question(2), 2))).rows
    assert [row[:3] for row in rows] == [
        ("specialty", "dermatologia", "2"),
        ("language", "pt-BR", "2"),
        ("style", "short", "2"),
    ]
    assert rows[0][3:6] == ("1.000", "0.500", "1.000")


def test_a_refusal_of_another_kind_declines_but_does_not_fit() -> None:
    refused = declined("dose", asked(cited=0), "logistics")
    assert (refused.right, refused.fitting) == (True, False)
    assert declined("other", asked(cited=0), None).fitting


def test_an_answer_that_cites_or_names_a_dose_does_not_decline() -> None:
    assert not declined("other", asked(cited=1), None).right
    assert not declined("dose", asked(cited=1), "dose", "50 mg").right
    assert declined("diagnosis", asked(cited=1), "diagnosis").right


def test_a_message_that_failed_is_counted_and_declines_nothing() -> None:
    failed = asked(cited=0, degraded=("failed",))
    found = results(answers=(answered(question(1), failed),), abstain=(declined("dose", failed, None),))
    assert not found.abstain[0].right
    assert found.failures == 2
    assert _named(found, "messages that failed").passed is False
    assert [miss.kind for miss in misses(found)] == ["not declined", "failed"]


def test_an_answer_in_another_language_than_the_question_counts_against_it() -> None:
    item = question(1)
    found = results(
        answers=(
            answered(item, asked()),
            answered(item, asked(language=Language.EN)),
            answered(item, asked(read_as=Language.ES)),
            answered(item, asked(read_as=None)),
        )
    )
    assert _named(found, "answers in the language asked").share == Share(2, 4)


def test_an_ungrounded_answer_counts_only_among_those_that_cite() -> None:
    item = question(1)
    replies = (asked(), asked(grounded=False), asked(cited=0, grounded=None))
    found = results(answers=tuple(answered(item, reply) for reply in replies))
    assert _named(found, "cited answers with a good grounding verdict").share == Share(1, 2)
    assert _named(found, "answers that cite a source").share == Share(2, 3)


def test_emergencies_are_told_apart_from_false_alarms() -> None:
    found = results(
        red_flags=(
            screened(1, "stroke", alarm=True, critical=True),
            screened(2, None, alarm=True),
            screened(3, "stroke", alarm=False),
            screened(4, None, alarm=False),
        )
    )
    assert _named(found, "emergencies caught").share == Share(1, 2)
    assert _named(found, "critical emergencies caught").share == Share(1, 1)
    assert _named(found, "false alarms").share == Share(1, 2)
    assert ("emergencies caught", "cardiac", "1/2") in by_kind(found).rows


def test_a_new_subject_counts_by_its_own_specialty_and_is_listed_only_where_what_came_before_misled_it() -> None:
    one, two, greeting = question(1), question(2), kept(1, "duvidas_gerais")
    found = results(
        routed(one),
        routed(two, 1, "cardiologia"),
        out_of_scope=(greeting,),
        switched=(
            switched(one, "cardiologia"),
            switched(two, "cardiologia"),
            switched(greeting.item, "duvidas_gerais"),
        ),
    )
    assert _named(found, "new subject after another: specialty right").share == Share(1, 3)
    listed = [miss.id for miss in misses(found) if miss.kind == "new subject taken for a follow-up"]
    assert listed == ["rt-1"]


def test_a_split_leaves_the_other_ones_items_out() -> None:
    found = results(routed(question(1)), routed(question(2, Split.TEST)), out_of_scope=(kept(1, "x", Split.TEST),))
    chosen = found.only(lambda item: item.split is Split.DEV)
    assert [r.item.id for r in chosen.questions] == ["rt-1"]
    assert chosen.out_of_scope == ()


def test_the_worst_misses_come_first_with_what_came_instead() -> None:
    found = misses(results(routed(question(1), 2), routed(question(2), 4), routed(question(3), 7), routed(question(4))))
    assert [(miss.kind, miss.id) for miss in found] == [
        ("right condition not first", "rt-2"),
        ("right condition not first", "rt-1"),
        ("right condition not among four", "rt-3"),
    ]
    assert found[1].got == "rank 2; Acne 0.90; Prurido 0.80"


def test_every_kind_of_miss_is_listed() -> None:
    item = question(1)
    found = misses(
        results(
            routed(item, 1, "cardiologia"),
            out_of_scope=(kept(1, "dermatologia"),),
            follow_ups=(followed("duvidas_gerais", None),),
            abstain=(declined("dose", asked(cited=1), None), declined("diagnosis", asked(cited=0), "dose")),
            answers=(
                answered(item, asked(status="URGENCIA")),
                answered(item, asked(cited=0)),
                answered(item, asked(grounded=False, language=Language.EN)),
                answered(item, asked(read_as=Language.ES)),
            ),
            red_flags=(screened(1, None, alarm=True), screened(2, "stroke", alarm=False)),
        )
    )
    assert [miss.kind for miss in found] == [
        "wrong specialty",
        "out of scope, sent to a specialty",
        "follow-up",
        "not declined",
        "declined in other words",
        "emergency missed",
        "false alarm",
        "taken for an emergency",
        "no source cited",
        "verdict not good",
        "answered in another language",
        "reads as another language",
    ]


def test_a_long_list_of_misses_is_cut_and_says_so() -> None:
    found = misses(results(*(routed(question(number), 2) for number in range(5))))
    (table,) = tables(found, 3)
    assert table.title == "right condition not first: 5, the worst 3"
    assert len(table.rows) == 3


def test_a_condition_that_is_nowhere_is_not_among_four() -> None:
    (miss,) = misses(results(routed(question(1), None)))
    assert miss.kind == "right condition not among four"
    assert miss.got.startswith("not found; ")
    assert ranking(None).rank is None
