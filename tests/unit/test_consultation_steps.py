"""What comes next in a case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.consultation.case import AskKind, Proposal
from bot.consultation.steps import Outcome, Question, next_step, remaining
from rag.protocols.types import Fact, How, Truth
from tests.unit.case_samples import PROTOCOL, compiled, fact, facts, field

SAMPLE = compiled()
PERSON = facts(age=50, sex="female")
RECORD = {**PERSON, **facts(treatment="dieta no posto")}


def test_age_is_asked_first() -> None:
    assert next_step(SAMPLE, {}).question == Question(AskKind.FIELD, "age")


def test_a_child_s_guardian_is_asked_before_anything_else_is() -> None:
    assert next_step(SAMPLE, facts(age=12)).question == Question(AskKind.FIELD, "guardian")


@pytest.mark.parametrize("said", [False, None])
def test_a_child_s_case_without_a_guardian_goes_no_further(said: bool | None) -> None:
    assert next_step(SAMPLE, facts(age=12, guardian=said, bmi=45, sex="male")).outcome is Outcome.NO_GUARDIAN


def test_an_adult_needs_no_guardian() -> None:
    assert next_step(SAMPLE, facts(age=18)).question == Question(AskKind.FIELD, "sex")


def test_the_criteria_come_before_the_record() -> None:
    assert next_step(SAMPLE, PERSON).question == Question(AskKind.FIELD, "bmi")


def test_a_criterion_of_which_something_is_known_is_asked_about_first() -> None:
    step = next_step(SAMPLE, PERSON | facts(bmi=36))
    assert step.question == Question(AskKind.FIELD, "diabetes")


def test_a_judged_criterion_is_put_to_the_patient_when_the_computed_ones_fail() -> None:
    assert next_step(SAMPLE, PERSON | facts(bmi=30)).question == Question(AskKind.JUDGED, "hormonal")


def test_once_a_criterion_is_met_the_others_are_not_asked_about() -> None:
    assert next_step(SAMPLE, PERSON | facts(bmi=41)).question == Question(AskKind.FIELD, "treatment")


def test_a_met_criterion_and_a_complete_record_make_it_eligible() -> None:
    step = next_step(SAMPLE, RECORD | facts(bmi=40))
    assert step.outcome is Outcome.ELIGIBLE
    assert [finding.criterion.key for finding in step.met] == ["bmi_40"]


def test_every_criterion_false_makes_it_not_eligible_without_the_rest_of_the_record() -> None:
    assert next_step(SAMPLE, PERSON | facts(bmi=30, hormonal=False)).outcome is Outcome.NOT_ELIGIBLE


def test_what_the_patient_does_not_know_leaves_it_undecided() -> None:
    step = next_step(SAMPLE, PERSON | facts(bmi=None, diabetes=True, hormonal=False))
    assert (step.outcome, step.missing) == (Outcome.UNDECIDED, ("bmi",))


def test_an_unknown_judged_criterion_is_among_what_is_missing() -> None:
    step = next_step(SAMPLE, PERSON | facts(bmi=30, hormonal=None))
    assert (step.outcome, step.missing) == (Outcome.UNDECIDED, ("hormonal",))


def test_a_required_field_that_is_not_known_leaves_the_record_incomplete() -> None:
    step = next_step(SAMPLE, PERSON | facts(bmi=41, treatment=None))
    assert (step.outcome, step.missing) == (Outcome.INCOMPLETE, ("treatment",))


@pytest.mark.parametrize(("said", "outcome"), [(True, Outcome.ELIGIBLE), (False, Outcome.INCOMPLETE)])
def test_a_report_that_the_note_demands_has_to_be_there(said: bool, outcome: Outcome) -> None:
    report = {**field("report", "yes_no"), "demanded": True}
    demanding = compiled(fields=[*PROTOCOL["fields"], report])
    assert next_step(demanding, RECORD | facts(bmi=41, report=said)).outcome is outcome


@pytest.mark.parametrize(("bmi", "outcome"), [(41, Outcome.ELIGIBLE), (30, Outcome.NOT_ELIGIBLE)])
def test_nothing_is_decided_on_what_was_only_heard(bmi: int, outcome: Outcome) -> None:
    known = RECORD | facts(hormonal=False) | {"bmi": fact("bmi", bmi, How.HEARD)}
    assert next_step(SAMPLE, known).question == Question(AskKind.CONFIRM, keys=("bmi",))
    assert next_step(SAMPLE, known | {"bmi": fact("bmi", bmi, How.CONFIRMED)}).outcome is outcome


def test_a_judged_criterion_that_was_only_heard_is_not_met() -> None:
    known = RECORD | facts(bmi=30) | {"hormonal": fact("hormonal", True, How.HEARD)}
    assert next_step(SAMPLE, known).outcome is not Outcome.ELIGIBLE


def test_a_field_that_another_makes_needed_is_asked_for() -> None:
    assert next_step(SAMPLE, RECORD | facts(bmi=41, operated=True)).question == Question(AskKind.FIELD, "operated_on")


def test_facts_that_are_an_emergency_end_it_at_once() -> None:
    step = next_step(SAMPLE, facts(bmi=101))
    assert step.outcome is Outcome.URGENT
    assert step.alert is not None


FAINT = {"key": "faint", "passage": "Procure o 192 se houve desmaio.", "when": "fainted", "present": "lately"}
FAINTING = compiled(
    fields=[*PROTOCOL["fields"], field("fainted", "yes_no", required=False), field("lately", "yes_no", required=False)],
    alerts=[FAINT],
)
REFUSED = RECORD | facts(bmi=30, hormonal=False)


def test_a_sign_that_is_present_is_an_emergency() -> None:
    step = next_step(FAINTING, REFUSED | facts(fainted=True, lately=True))
    assert step.outcome is Outcome.URGENT


def test_who_has_no_warning_sign_may_be_refused() -> None:
    assert next_step(FAINTING, REFUSED | facts(fainted=False)).outcome is Outcome.NOT_ELIGIBLE


@pytest.mark.parametrize("lately", [False, None])
def test_a_warning_sign_that_is_over_or_may_be_keeps_a_case_from_being_refused(lately: bool | None) -> None:
    step = next_step(FAINTING, REFUSED | facts(fainted=True, lately=lately))
    assert step.outcome is Outcome.UNDECIDED
    assert step.alert is not None


def test_a_warning_sign_that_is_not_known_to_be_absent_keeps_a_case_from_being_refused() -> None:
    step = next_step(FAINTING, REFUSED | facts(fainted=None, lately=None))
    assert (step.outcome, step.alert, step.missing) == (Outcome.UNDECIDED, None, ("fainted",))


def test_a_proposal_chooses_what_is_asked_first_and_shows_its_words() -> None:
    proposal = Proposal("hormonal", "meu médico acha que é da tireoide")
    assert next_step(SAMPLE, PERSON, [proposal]).question == Question(AskKind.JUDGED, "hormonal", proposal=proposal)


def test_a_proposed_value_is_put_as_a_question_and_is_no_fact() -> None:
    proposal = Proposal("bmi", "41", 41.0)
    step = next_step(SAMPLE, PERSON, [proposal])
    assert step.question == Question(AskKind.PROPOSAL, "bmi", proposal=proposal)
    assert all(finding.truth is Truth.UNKNOWN for finding in step.findings)


def test_what_is_left_of_the_record_is_counted() -> None:
    assert remaining(SAMPLE, PERSON) == 2


_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "age": st.integers(0, 110),
    "guardian": st.booleans(),
    "sex": st.sampled_from(["female", "male"]),
    "bmi": st.integers(20, 110),
    "diabetes": st.booleans(),
    "treatment": st.just("dieta"),
    "operated": st.booleans(),
    "hormonal": st.booleans(),
}


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Fact]:
    """Any facts, known and not, however they came."""
    known = {}
    for key in draw(st.sets(st.sampled_from(sorted(_VALUES)))):
        value = draw(st.none() | _VALUES[key])
        known[key] = replace(fact(key, value), how=draw(st.sampled_from(How)))
    return known


@given(cases())
def test_whatever_is_known_a_decision_rests_on_the_patient_s_own_word_alone(known: dict[str, Fact]) -> None:
    step = next_step(SAMPLE, known)
    assert (step.question is None) is not (step.outcome is None)
    sure = {key: one for key, one in known.items() if one.value is not None and one.how is not How.HEARD}
    if step.outcome is Outcome.ELIGIBLE:
        assert next_step(SAMPLE, sure).outcome is Outcome.ELIGIBLE
        assert {"age", "sex", "treatment", "bmi"} <= set(sure)
    if step.outcome is Outcome.NOT_ELIGIBLE:
        assert all(finding.truth is Truth.FALSE for finding in next_step(SAMPLE, sure).findings)


@given(cases())
def test_answering_whatever_is_asked_comes_to_an_end(known: dict[str, Fact]) -> None:
    for _ in range(20):
        step = next_step(SAMPLE, known)
        if step.question is None:
            break
        for key in step.question.keys or (step.question.key,):
            held = known.get(key)
            known = known | {key: replace(held, how=How.CONFIRMED) if held else fact(key, None)}
    assert step.outcome is not None
