"""What the benches of turns, growth, cost, grounding and food search tell of what they have measured."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import rag.answering
from bot.evaluation.cost_bench import DIALOGUES, QUESTIONS, Cost, cost_figures, cost_tables
from bot.evaluation.figures import Figure
from bot.evaluation.food_bench import Among
from bot.evaluation.food_bench_figures import food_figures, food_tables
from bot.evaluation.food_bench_run import Many
from bot.evaluation.food_contenders import FONTE, ILIKE, Beside
from bot.evaluation.grounding_bench import (
    EXTRACTIVE,
    PHRASED,
    Checked,
    Grounding,
    Replies,
    grounding_figures,
    grounding_table,
    watched,
)
from bot.evaluation.growth_bench import OTHERS, OWN, Grown, growth_figures, growth_table
from bot.evaluation.notes_model import LETTERS_A_TOKEN, Call, NotesModel, tokens_of
from bot.evaluation.turns_bench import Level, Script, Turn, turns_figures, turns_part, turns_table
from bot.prompts import load_prompt
from rag.answering import ModelAnswer
from rag.grounding import Evidence
from rag.ports import Outage, Prompt, ProviderError
from rag.types import GENERAL, Language


def _verdicts(figures: list[Figure]) -> dict[str, tuple[float, bool]]:
    return {figure.name: (figure.value, figure.passed) for figure in figures if figure.passed is not None}


LEVELS = [
    Level(1, [Turn(1, 10.0), Turn(0, 30.0)], 2.0, 200.0),
    Level(100, [Turn(1, 500.0), Turn(1, 700.0)], 0.5, 260.0),
]


def test_turns_are_told_by_how_many_chats_there_are_and_one_chat_keeps_the_target() -> None:
    values = {figure.name: figure.value for figure in turns_figures(LEVELS)}
    assert values["1 chat at once: turns a second"] == 1
    assert values["100 chats at once: turns a second"] == 4
    assert values["100 chats at once: own time a turn, p50"] == 600
    assert values["memory grown from 1 to 100 at once"] == 60
    assert _verdicts(turns_figures(LEVELS)) == {"1 chat at once: own time a turn, p95": (29.0, True)}


def test_memory_that_can_not_be_read_is_no_growth() -> None:
    unread = [Level(1, LEVELS[0].turns, 1.0, 0.0), Level(10, LEVELS[1].turns, 1.0, 0.0)]
    assert not any("memory" in figure.name for figure in turns_figures(unread))


def test_turns_that_asked_the_model_stand_apart_from_those_that_did_not() -> None:
    assert turns_table(LEVELS).rows == (
        ("1", "with the model", "1", "10.0", "10.0", "200"),
        ("1", "without", "1", "30.0", "30.0", "200"),
        ("100", "with the model", "2", "600.0", "690.0", "260"),
    )


def test_the_picture_of_turns_is_drawn(tmp_path: Path) -> None:
    draw = turns_part(LEVELS).draw
    assert draw is not None
    draw(tmp_path)
    assert (tmp_path / "turns.png").read_bytes().startswith(b"\x89PNG")


def test_a_chat_says_questions_meals_and_questions_to_the_diary_and_no_two_chats_the_same() -> None:
    script = Script.golden()
    first, second = script.of(0, 4), script.of(1, 4)
    assert [said.text.split()[0] for said in first][1::2] == ["/log_food", "/ask_my_log"]
    assert not any(said.text.startswith("/") for said in first[::2])
    assert {said.text for said in first}.isdisjoint(said.text for said in second)


GROWN = Grown(
    {OTHERS: {"1": [10.0], "10000": [11.0], "100000": [14.0]}, OWN: {"1": [10.0], "10000": [12.0], "100000": [20.0]}},
    {"1": 0.1, "10000": 20.0, "100000": 200.0},
)


def test_growth_is_judged_at_the_most_messages_beside_the_fewest() -> None:
    assert _verdicts(growth_figures(GROWN)) == {
        f"p95 with 100,000 of {OTHERS}, of that with 1": (1.4, True),
        f"p95 with 100,000 of {OWN}, of that with 1": (2.0, False),
    }
    assert growth_table(GROWN).rows[-1] == (OWN, "100,000", "20.00", "20.00", "200.0")


def test_what_was_kept_of_growth_is_what_was_measured() -> None:
    assert Grown(**json.loads(json.dumps(asdict(GROWN)))) == GROWN


ANSWER, READ = Call("ModelAnswer", 1_500), Call("CaseRead", 1_000)
TURNS = [
    Cost(QUESTIONS, (ANSWER, READ), 4_000, 12_000),
    Cost(DIALOGUES, (), 4_000, 12_000),
    Cost(DIALOGUES, (), 4_000, 12_000),
]


def test_cost_is_told_of_every_turn_and_of_those_that_ask_a_model() -> None:
    values = {figure.name: figure.value for figure in cost_figures(TURNS)}
    assert values["model calls a turn, mean"] == pytest.approx(2 / 3)
    assert values["model calls a first question, median"] == 2
    assert values["prompt tokens a turn, mean"] == pytest.approx(2_500 / 3)
    assert values["prompt tokens a turn that asks a model, mean"] == 2_500
    verdicts = {name: passed for name, (_, passed) in _verdicts(cost_figures(TURNS)).items()}
    assert verdicts == {
        "model calls a turn, median": True,
        "a turn: tokens with the specialty's whole note, of ours": True,
        "a turn: tokens with all notes, of ours": True,
        "a turn that asks a model: tokens with the specialty's whole note, of ours": False,
        "a turn that asks a model: tokens with all notes, of ours": False,
    }


def test_turns_that_ask_no_model_cost_nothing_and_nothing_is_divided_by_it() -> None:
    values = {figure.name: figure.value for figure in cost_figures(TURNS[1:])}
    assert values["turns without a model's call"] == 100
    assert not any("of ours" in name for name in values)


def test_cost_is_broken_down_by_what_is_played_and_by_what_is_asked_for() -> None:
    played, asked = cost_tables(TURNS)
    assert played.rows == (
        (QUESTIONS, "1", "1", "2.00", "2,500", "4,000", "12,000"),
        (DIALOGUES, "2", "0", "0.00", "0", "4,000", "12,000"),
    )
    assert asked.rows == (("CaseRead", "1", "1,000", "1,000"), ("ModelAnswer", "1", "1,500", "1,500"))


def _grounding(own: float) -> Grounding:
    given = [Checked("Sem figuras [1].", Evidence(), Language.PT)]
    replies = Replies([own], [0.5], given)
    return Grounding({EXTRACTIVE: replies, PHRASED: replies}, [[0.5, 0.5], [1.0, 1.0], [0.25, 0.25]])


def test_grounding_is_a_share_of_a_replys_own_time_and_of_its_time_with_a_model() -> None:
    figures = grounding_figures(_grounding(10.0))
    values = {figure.name: figure.value for figure in figures}
    assert values["checks a second"] == 2_000
    assert values["share of a reply's time with a model of 1 s"] == pytest.approx(100 * 0.5 / 1_010)
    assert _verdicts(figures)[f"share of a reply's own time, {EXTRACTIVE}"] == (5.0, False)
    assert _verdicts(grounding_figures(_grounding(50.0)))[f"share of a reply's own time, {PHRASED}"] == (1.0, True)
    assert grounding_table(_grounding(10.0)).rows[0] == (EXTRACTIVE, "1", "1", "0.50", "0.50", "10.00", "16")


def test_a_kind_of_reply_that_was_never_checked_has_no_share() -> None:
    measured = Grounding({EXTRACTIVE: _grounding(1.0).replies[EXTRACTIVE], PHRASED: Replies([], [], [])}, [[1.0]])
    assert not any(PHRASED in figure.name or "model" in figure.name for figure in grounding_figures(measured))
    assert len(grounding_table(measured).rows) == 1


def test_watching_checks_leaves_the_check_as_it_was() -> None:
    before = vars(rag.answering)["check"]
    with watched() as checks:
        verdict = vars(rag.answering)["check"]("Nada a dizer.", Evidence(), language=Language.PT)
    assert vars(rag.answering)["check"] is before
    assert [one.text for one in checks.given] == ["Nada a dizer."]
    assert len(checks.seconds) == 1
    assert checks.given[0].again() == verdict


BESIDE = Beside(
    300_000,
    {FONTE: [[10.0, 20.0], [10.0, 80.0]], ILIKE: [[20.0, 40.0], [30.0, 60.0]]},
    {FONTE: [True, True], ILIKE: [True, False]},
)
AMONG = Among(300_000, 200.0, {"typo": [10.0, 50.0], "exact": [5.0]}, {"typo": [4.0, 9.0], "exact": [1.0]})


def test_food_search_keeps_its_targets_by_how_many_foods_there_are() -> None:
    assert _verdicts(food_figures([BESIDE], AMONG)) == {
        "a right food among three, among 300,000": (1.0, True),
        "a golden food search among 300,000, p95": (pytest.approx(71.0), False),
        "a food search of any kind among 300,000, p95": (pytest.approx(46.0), False),
    }
    few = Beside(1_000, BESIDE.rounds, {FONTE: [False], ILIKE: [True]})
    assert {name: passed for name, (_, passed) in _verdicts(food_figures([few], None)).items()} == {
        "a right food among three, among 1,000": False,
        "a golden food search among 1,000, p95": False,
    }


def test_food_searches_are_told_beside_the_others_and_by_kind_of_query() -> None:
    beside, among = food_tables([BESIDE], AMONG)
    assert [row[0] for row in beside.rows] == [FONTE, ILIKE]
    assert beside.rows[1][2:] == ("35.00", "57.00", "1.50")
    assert among.rows[0] == ("typo", "2", "30.00", "48.00", "6.50", "8.75")
    assert "vectors indexed in 200 s" in among.title


def test_what_was_kept_of_very_many_foods_is_what_was_measured() -> None:
    many = Many(AMONG, BESIDE)
    assert Many.kept(json.loads(json.dumps(asdict(many)))) == many


@given(st.lists(st.text(), max_size=4))
def test_tokens_are_a_quarter_of_the_letters_rounded_up(texts: list[str]) -> None:
    letters = sum(len(text) for text in texts)
    assert letters <= LETTERS_A_TOKEN * tokens_of(*texts) < letters + LETTERS_A_TOKEN


class Sorting(BaseModel):
    specialty: str


class Unknown(BaseModel):
    wanted: int


def _asking(language: Language, schema: type[BaseModel] | None = ModelAnswer, text: str = "a nota") -> Prompt:
    user = json.dumps({"passages": [{"n": 1, "title": "", "text": text}], "message": "oi"})
    return Prompt(load_prompt("answer").text.replace("{language}", language), user, schema, 700)


TOLD = {"a nota": {Language.PT: ["Um.", "Dois.", "x" * 501, "Três.", "Quatro."], Language.ES: ["Uno."]}}


async def test_the_stand_in_says_a_few_sentences_of_the_first_passage_in_the_language_asked_for() -> None:
    model = NotesModel(TOLD)
    portuguese, spanish, unknown = [
        (await model.complete(prompt)).parsed
        for prompt in (_asking(Language.PT), _asking(Language.ES), _asking(Language.PT, text="outra"))
    ]
    assert isinstance(portuguese, ModelAnswer)
    assert [sentence.text for sentence in portuguese.sentences] == ["Um.", "Dois.", "Três."]
    assert isinstance(spanish, ModelAnswer)
    assert [sentence.text for sentence in spanish.sentences] == ["Uno."]
    assert unknown == ModelAnswer(enough=False, sentences=[])


async def test_the_stand_in_sorts_what_it_knows_and_has_nothing_to_say_of_a_schema_that_it_does_not() -> None:
    known, unknown = NotesModel({}, {"oi": "cardiologia"}), NotesModel({})
    assert (await known.complete(_asking(Language.PT, Sorting))).parsed == Sorting(specialty="cardiologia")
    assert (await unknown.complete(_asking(Language.PT, Sorting))).parsed == Sorting(specialty=GENERAL)
    with pytest.raises(ProviderError) as raised:
        await unknown.complete(_asking(Language.PT, Unknown))
    assert raised.value.reason is Outage.BAD_OUTPUT


async def test_the_stand_in_counts_calls_where_they_are_counted_and_waits_before_each() -> None:
    waited: list[int] = []

    async def wait() -> None:
        waited.append(len(waited))

    model = NotesModel(TOLD, wait=wait)
    prompt = _asking(Language.PT)
    with model.counted() as first:
        await model.complete(prompt)
    with model.counted() as second:
        pass
    await model.complete(prompt)
    assert first == [Call("ModelAnswer", tokens_of(prompt.system, prompt.user))]
    assert second == []
    assert waited == [0, 1]
