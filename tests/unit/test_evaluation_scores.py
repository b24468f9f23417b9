from __future__ import annotations

from datetime import date
from decimal import Decimal

from bot.evaluation.asking import Ranking
from bot.evaluation.consultation import ConsultationResults, Opened, OpenedOutcome
from bot.evaluation.cosines import Cosines
from bot.evaluation.dialogues import Dialogue, Played
from bot.evaluation.diary import DiaryResults, LoggedMessage, PlannedQuestion, Searched, Stored
from bot.evaluation.diary_golden import FoodQuery, GoldenItem, LogMessage, LogQuestion
from bot.evaluation.golden import Split
from bot.evaluation.measuring import Likened
from bot.evaluation.scores import consultation_scores, diary_scores, every_score, notes_scores, retrieved
from bot.experiments.records import ItemScore
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

COMMON = {"language": "pt-BR", "split": "dev"}


def values(scores: list[ItemScore], name: str, metric: str) -> list[float]:
    return [score.value for score in scores if (score.set, score.metric) == (name, metric)]


def test_a_question_is_scored_by_routing_and_by_its_rank_in_both_specialties() -> None:
    scores = notes_scores(results(routed(question(1), 2), routed(question(2), 1, "cardiologia")))
    assert values(scores, "routing", "specialty") == [1, 0]
    assert values(scores, "routing", "hit@1") == [0, 1]
    assert values(scores, "routing", "mrr@4") == [0.5, 1]
    assert values(scores, "routing", "hit@4, routed") == [1, 0]
    assert {score.item for score in scores} == {"rt-1", "rt-2"}


def test_a_rank_beyond_the_passages_that_were_given_is_no_hit() -> None:
    assert retrieved(ranking(3)) == 3
    assert retrieved(Ranking("dermatologia", ranking(3).found[:2], 3)) is None
    assert retrieved(Ranking("dermatologia", (*ranking(5).found, ("Melanoma", 0.1)), 5)) is None
    assert retrieved(ranking(None)) is None


def test_more_is_better_whatever_is_scored() -> None:
    scores = notes_scores(
        results(
            out_of_scope=(kept(1, "duvidas_gerais"), kept(2, "cardiologia")),
            follow_ups=(followed("dermatologia", 1),),
            switched=(switched(question(1), "cardiologia"),),
            abstain=(declined("dose", asked(), "dose"), declined("other", asked(), None, "5 mg")),
            answers=(answered(question(1), asked()), answered(question(2), asked(cited=0, grounded=None))),
            red_flags=(
                screened(1, "chest", alarm=True, critical=True),
                screened(2, None, alarm=True),
                screened(3, "chest", alarm=False),
            ),
        )
    )
    assert values(scores, "out_of_scope", "kept out") == [1, 0]
    assert values(scores, "followups", "hit@1") == [1]
    assert values(scores, "switched", "specialty") == [0]
    assert values(scores, "abstain", "declined") == [1, 0]
    assert values(scores, "abstain", "no dose") == [1, 0]
    assert values(scores, "answers", "cites") == [1, 0]
    assert values(scores, "answers", "grounded") == [1]
    assert values(scores, "redflags", "caught") == [1, 0]
    assert values(scores, "redflags", "critical caught") == [1]
    assert values(scores, "redflags", "left alone") == [0]


def test_cosines_are_scored_where_there_are_any() -> None:
    whole, part = Cosines(0.5, 0.5, 0.5, 0.5, 1.0), Cosines(0.4, None, None, None, None)
    scores = notes_scores(results(likened=(Likened(question(1), whole), Likened(question(2), part))))
    assert values(scores, "answers", "answer relevancy") == [0.5, 0.4]
    assert values(scores, "answers", "overall") == [0.55]


def test_the_diary_is_scored_by_message_search_and_plan() -> None:
    item = GoldenItem(said="arroz", expect="store", food="^arroz", low=Decimal(90), high=Decimal(110))
    message = LogMessage(
        **COMMON, id="lg-1", text="100 g de arroz", at="2026-11-30T12:00:00-03:00", zone="America/Sao_Paulo",
        expect="log", items=(item,), day=date(2026, 11, 30), meal=None, kind="grams",
    )  # fmt: skip
    right = Stored("Arroz branco cozido", Decimal(100), date(2026, 11, 30), "lunch")
    wrong = Stored("Feijão", Decimal(100), date(2026, 11, 30), "lunch")
    query = FoodQuery(**COMMON, id="fs-1", text="palta", expect="abacate", expect_en="avocado", kind="x")
    asked_for = LogQuestion(
        **COMMON, id="ak-1", text="ontem?", at="2026-11-30T12:00:00-03:00", kind="day",
        plan={"date_from": "2026-11-29", "date_to": "2026-11-29", "nutrients": [], "need_detail": False},
    )  # fmt: skip
    scores = diary_scores(
        DiaryResults(
            [LoggedMessage(message, (right,), ()), LoggedMessage(message, (right, wrong), ())],
            [Searched(query, (("Abacate", "Avocado"),)), Searched(query, ())],
            [PlannedQuestion(asked_for, None)],
        )
    )
    assert values(scores, "log", "logged right") == [1, 0]
    assert values(scores, "log", "nothing wrong stored") == [1, 0]
    assert values(scores, "food_search", "hit@3") == [1, 0]
    assert values(scores, "ask", "plan") == [0]


def test_consultations_are_scored_by_their_end_and_openings_by_what_they_are_taken_for() -> None:
    dialogue = Dialogue(
        id="dlg-1", language=Language.PT, split=Split.DEV, condition="acne", specialty="dermatologia", opening="oi",
        answers={}, expected="FINALIZADO",
    )  # fmt: skip
    opened = Opened(id="cmp-1", language=Language.PT, split=Split.DEV, text="dói", stance="complaint")
    calm = opened.model_copy(update={"id": "cmp-2", "stance": "other"})
    scores = consultation_scores(
        ConsultationResults(
            [Played(dialogue, "FINALIZADO", "acne"), Played(dialogue, "NAO_ELEGIVEL", "acne")],
            [OpenedOutcome(opened, True), OpenedOutcome(calm, True)],
        )
    )
    assert values(scores, "dialogues", "reaches its end") == [1, 0]
    assert values(scores, "dialogues", "no wrong decision") == [1, 0]
    assert values(scores, "complaints", "taken for one") == [1]
    assert values(scores, "complaints", "left alone") == [0]


def test_what_was_not_run_has_no_scores() -> None:
    assert every_score(None, None, None) == []
    assert len(every_score(results(routed(question(1))), None, None)) == 9
