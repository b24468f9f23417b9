from __future__ import annotations

import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from bot.bootstrap import Runtime
from bot.evaluation.asking import CHANNEL, Subject
from bot.evaluation.conditions import Conditions, put_into
from bot.evaluation.expected import load_expected
from bot.evaluation.golden import Golden, Split, load_golden
from bot.evaluation.labelled import Labelled, ask_again
from bot.evaluation.likening import liken
from bot.evaluation.measuring import Answered, Likened, measure
from bot.evaluation.running import Sets, models_of, run
from bot.ports import Person
from rag.types import Language
from tests.integration.conversing import START


@pytest.fixture
def runtime(corpus_runtime: Runtime) -> Runtime:
    """The application with specialties of the test's own, which may be changed."""
    agents = corpus_runtime.app.agents
    own = replace(agents, specialties=dict(agents.specialties))
    return replace(corpus_runtime, app=replace(corpus_runtime.app, agents=own))


@pytest.fixture(scope="session")
def few() -> Golden:
    """Six questions of the development half that have an expected answer, and one to be declined."""
    golden = load_golden()
    expected = load_expected(golden)
    questions = [item for item in golden.questions if item.split is Split.DEV and item.id in expected]
    return Golden(tuple(questions[:: len(questions) // 5][:6]), (), (), golden.abstain[:1], golden.red_flags[:5])


async def _answered(runtime: Runtime, golden: Golden) -> list[Answered]:
    subject = Subject(runtime, START)
    async with subject.people([item.id for item in golden.questions]):
        return [Answered(item, await subject.ask(item.id, item.text)) for item in golden.questions]


async def _likened(runtime: Runtime, golden: Golden, expected: dict[str, str]) -> list[Likened]:
    local = Subject(runtime, START).retriever.local
    return await liken(runtime.pool, local, await _answered(runtime, golden), expected)


async def test_every_answer_is_likened_and_the_right_expected_answer_is_nearer_than_anothers(
    runtime: Runtime, few: Golden
) -> None:
    expected = dict(load_expected(load_golden()))
    right = await _likened(runtime, few, expected)
    assert [one.item for one in right] == list(few.questions)
    assert all(one.cosines.named().keys() >= {"faithfulness", "context recall"} for one in right)
    others = [*few.questions[1:], few.questions[0]]
    swapped = {item.id: expected[other.id] for item, other in zip(few.questions, others, strict=True)}
    wrong = await _likened(runtime, few, swapped)
    recall = [[one.cosines.context_recall or 0 for one in found] for found in (right, wrong)]
    assert sum(recall[0]) > sum(recall[1]) + 0.5


async def test_an_answer_nobody_expected_is_likened_without_it(runtime: Runtime, few: Golden) -> None:
    found = await _likened(runtime, few, {})
    assert {one.cosines.overall for one in found} == {None}
    assert all(0 < (one.cosines.faithfulness or 0) <= 1 for one in found)


async def test_as_many_passages_are_retrieved_as_an_experiment_says(runtime: Runtime, few: Golden) -> None:
    before = await _answered(runtime, few)
    put_into(runtime, Conditions(match_count=2))
    after = await _answered(runtime, few)
    assert {one.asked.retrieved for one in before} == {4}
    assert {one.asked.retrieved for one in after} == {2}
    assert [one.asked.documents for one in after] == [one.asked.documents[:2] for one in before]


async def test_nothing_is_near_enough_where_an_experiment_says_so(runtime: Runtime, few: Golden) -> None:
    put_into(runtime, Conditions(near_enough=1.0))
    after = await _answered(runtime, Golden(few.questions[:2], (), (), (), ()))
    assert {one.asked.cited for one in after} == {0}


async def test_an_experiments_prompt_and_its_lack_of_a_model_reach_every_specialty(
    runtime: Runtime, tmp_path: Path
) -> None:
    path = tmp_path / "short.md"
    path.write_text("Be short, in {language}.", encoding="utf-8")
    put_into(runtime, Conditions(prompt=path, generation=False, also_within=0.5))
    for agent in runtime.app.agents.specialties.values():
        assert (agent.prompt.name, agent.prompt.text) == ("short", "Be short, in {language}.")
        assert (agent.answerer.system_prompt, agent.answerer.model) == (agent.prompt.text, None)
        assert (agent.limits.also_within, agent.limits.near_enough) == (0.5, 0.35)


async def test_whole_answers_can_be_left_out(runtime: Runtime, few: Golden) -> None:
    results = await measure(Subject(runtime, START), few, answers=False)
    assert (results.answers, results.abstain) == ((), ())
    assert len(results.questions) == len(few.questions)
    assert len(results.red_flags) == len(few.red_flags)


async def test_a_run_scores_what_was_wanted_and_leaves_nobody_behind(runtime: Runtime, few: Golden) -> None:
    item = _labelled("dá coceira no corpo todo", "Alergia.", ("Alergias",))
    measured = await run(runtime, START, Sets(few, None, None, load_expected(load_golden()), (item,)))
    assert measured.failures == 0
    assert measured.models == models_of(Subject(runtime, START))
    assert {score.set for score in measured.scores} == {
        "routing", "switched", "abstain", "answers", "redflags", "labelled",
    }  # fmt: skip
    assert len([score for score in measured.scores if score.metric == "overall"]) == len(few.questions)
    for name in (few.questions[0].id, "labelled-0"):
        person = Person(CHANNEL, name)
        async with runtime.conversations.transaction(person) as transaction:
            found = "select exists (select from users where id = $1)"
            assert not await transaction.connection.fetchval(found, person.id)


def _labelled(question: str, answer: str, titles: tuple[str, ...]) -> Labelled:
    return Labelled(
        id=uuid.uuid4().hex, language=Language.PT, question=question, answer=answer, titles=titles, labels=("unsafe",)
    )


async def test_a_labelled_reply_is_asked_again_and_told_as_the_same_or_changed(runtime: Runtime) -> None:
    subject = Subject(runtime, START)
    (first,) = await ask_again(subject, [_labelled("o que é acne?", "Outra coisa.", ("Outra",))])
    assert (first.answer_changed, first.sources_changed) == (True, True)
    (again,) = await ask_again(subject, [_labelled("o que é acne?", first.asked.text, first.titles)])
    assert (again.answer_changed, again.sources_changed) == (False, False)
    assert "Acne" in again.titles
