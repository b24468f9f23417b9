"""A consultation, turn by turn, without a model."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.acts import Draft
from bot.messages import Status
from rag.protocols.ports import Published
from rag.types import Language
from tests.unit.case_samples import MET, compiled
from tests.unit.consulting import Patient, published

SAMPLE = compiled()
OTHER = compiled(condition="Sobrepeso")
BOTH: Mapping[int, Published] = {1: published(SAMPLE), 2: published(OTHER, 2, "sobrepeso")}


@pytest.fixture
def patient() -> Patient:
    return Patient(BOTH)


async def told(patient: Patient, *texts: str) -> Draft:
    """The reply to the last of several messages, each of them an answer."""
    draft = None
    for text in texts:
        draft = await patient.say(text)
        assert draft is not None, text
    assert draft is not None
    return draft


def labels(draft: Draft) -> list[str]:
    return [button.label for row in draft.buttons for button in row]


def data_of(draft: Draft, label: str) -> str:
    return next(b.data for row in draft.buttons for b in row if b.label == label)


async def test_a_complaint_is_oriented_named_and_asked_one_question(patient: Patient) -> None:
    draft = await patient.complain("não consigo emagrecer")
    assert draft.text.startswith("Orientação [1].")
    assert "<b>Obesidade</b>" in draft.text
    assert draft.text.count("?") == 1
    assert (draft.status, [s.citada for s in draft.sources]) == (Status.PENDENTE, [True])


async def test_a_met_criterion_and_a_whole_record_end_in_a_referral_that_waits(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "41,5", "dieta no posto faz um ano", "sim")
    assert draft.status is Status.FINALIZADO
    assert MET in draft.text
    assert "aguarda" in draft.text
    (referral,) = patient.cases.referrals
    assert (referral.summary["criteria"], referral.summary["cids"]) == (["bmi_40"], ["E66.8"])
    assert "41,5 kg/m²" in referral.text
    assert "“dieta no posto faz um ano”" in referral.text


async def test_what_is_talked_about_is_remembered_until_the_case_ends(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    assert patient.focus.text == "Obesidade"
    await told(patient, "50", "feminino", "32", "não", "sim")
    assert patient.focus.text is None


async def test_every_criterion_that_fails_is_named_with_what_failed_and_what_to_do_instead(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "32", "não", "está certo")
    assert draft.status is Status.NAO_ELEGIVEL
    for criterion in SAMPLE.protocol.criteria:
        assert criterion.passage in draft.text
    assert "32 kg/m²" in draft.text
    assert "O que fazer em vez disso" in draft.text
    assert "a confirmar por profissional de saúde" in draft.text
    assert patient.cases.referrals == []


async def test_what_is_not_known_leaves_the_case_pending_and_says_what_is_missing(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "não sei", "não sei", "não")
    assert (draft.status, patient.case["status"]) == (Status.PENDENTE, "PENDENTE")
    assert "label bmi" in draft.text
    assert draft.buttons == ()


async def test_a_pending_case_is_taken_up_by_telling_what_was_missing(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "não sei", "não sei", "não")
    draft = await told(patient, "descobri que meu imc é 43")
    assert "43 kg/m²" in draft.text
    assert patient.case["asking"]["key"] == "treatment"


async def test_what_was_heard_in_the_complaint_is_confirmed_before_a_decision(patient: Patient) -> None:
    draft = await patient.complain("meu imc é 44 e não consigo emagrecer")
    assert "Entendi" in draft.text
    draft = await told(patient, "50", "feminino", "dieta")
    assert "confira" in draft.text
    assert draft.status is Status.PENDENTE
    assert (await told(patient, "sim, está certo")).status is Status.FINALIZADO


async def test_what_was_heard_wrongly_is_asked_again(patient: Patient) -> None:
    await patient.complain("meu imc é 44 e não consigo emagrecer")
    await told(patient, "50", "feminino", "dieta")
    draft = await told(patient, "não")
    draft = await patient.press(data_of(draft, "label bmi"))
    assert "bmi?" in draft.text
    assert (await told(patient, "31")).status is Status.PENDENTE


async def test_two_values_for_one_thing_are_asked_about(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "41")
    draft = await told(patient, "dieta. meu imc é 36")
    assert "qual" in draft.text.lower()
    assert {"41 kg/m²", "36 kg/m²"} <= set(labels(draft))
    draft = await patient.press(data_of(draft, "36 kg/m²"))
    assert "diabetes?" in draft.text


async def test_an_implausible_value_is_asked_again_and_then_taken_as_not_known(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "4100")
    assert "conferir" in draft.text
    await told(patient, "4100")
    assert patient.case["asking"]["key"] != "bmi"


async def test_yes_and_no_are_pressed(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "30")
    draft = await patient.press(data_of(draft, "Não"))
    assert "hormonal" not in draft.text
    draft = await patient.press(data_of(draft, "Está certo"))
    assert draft.status is Status.NAO_ELEGIVEL


async def test_a_button_of_a_question_that_has_passed_changes_nothing(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    old = await told(patient, "50")
    await told(patient, "feminino")
    draft = await patient.press(data_of(old, "Masculino"))
    assert "já passou" in draft.text
    assert "bmi?" in draft.text


async def test_a_case_about_something_else_is_pinned_anew(patient: Patient) -> None:
    draft = await patient.complain("não consigo emagrecer", 1, 2)
    assert set(labels(draft)) >= {"Obesidade", "Sobrepeso"}
    draft = await patient.press(data_of(draft, "Sobrepeso"))
    assert "<b>Sobrepeso</b>" in draft.text
    assert (patient.case["slug"], patient.case["document_id"]) == ("sobrepeso", 2)


async def test_none_of_the_conditions_closes_the_case(patient: Patient) -> None:
    draft = await patient.complain("não consigo emagrecer", 1, 2)
    await patient.press(data_of(draft, "Nenhum destes"))
    assert patient.case["status"] == "CANCELADO"


async def test_a_child_without_a_guardian_gets_no_further(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "15", "não")
    assert draft.status is Status.PENDENTE
    assert "responsável legal" in draft.text


async def test_a_guardian_who_comes_later_takes_the_case_up(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "15 anos", "não")
    assert "sex?" in (await told(patient, "sim")).text


async def test_nothing_is_kept_of_a_child_but_who_they_are_until_a_guardian_is_there(patient: Patient) -> None:
    await patient.complain("tenho 15 anos, não consigo emagrecer, meu imc é 44")
    assert set(patient.cases.facts[patient.case["id"]]) <= {"age", "sex"}


async def test_every_contradiction_is_settled_before_a_decision(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "30")
    draft = await told(patient, "não, meu imc é 36 e tenho 60 anos")
    assert "dois valores" in draft.text
    draft = await patient.press(data_of(draft, next(one for one in labels(draft) if one[:2] in {"30", "50"})))
    assert draft.status is Status.PENDENTE


async def test_a_correction_at_a_question_for_words_is_no_answer_to_it(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "41")
    draft = await told(patient, "na verdade o imc é 45")
    assert "dois valores" in draft.text
    assert "treatment?" in (await patient.press(data_of(draft, "45 kg/m²"))).text


async def test_an_answer_that_can_not_be_read_twice_is_not_known(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "30")
    assert "entender" in (await told(patient, "ontem")).text
    assert (await told(patient, "anteontem")).status is Status.PENDENTE
    assert patient.case["asking"] is None


async def test_an_answer_that_is_not_plain_is_put_to_the_patient_who_decides(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "uns 41")
    assert "“uns 41”" in draft.text
    assert "41 kg/m²" in draft.text
    assert patient.case["asking"]["kind"] == "proposal"
    draft = await patient.press(data_of(draft, "Sim"))
    assert "41 kg/m²" in draft.text
    assert patient.case["asking"]["key"] == "treatment"


async def test_what_was_put_wrongly_is_asked_plainly_and_then_taken_as_not_known(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "uns 41")
    draft = await patient.press(data_of(draft, "Não"))
    assert "bmi?" in draft.text
    await told(patient, "uns 41")
    assert patient.case["asking"]["key"] != "bmi"


async def test_what_tells_who_somebody_is_stays_out_of_the_referral(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    who = "meu nome é Bia Prado, CPF 123.456.789-09, fone (61) 91234-5678"
    await told(patient, "50", "feminino", "41", f"{who}: dieta no posto, {'caminhada todo dia, ' * 12}", "sim")
    (referral,) = patient.cases.referrals
    for sign in ("Bia", "123.456", "91234"):
        assert sign not in referral.text
        assert sign not in str(referral.summary)
    assert referral.text.count("caminhada todo dia") == 12


async def test_facts_that_are_an_emergency_get_its_fixed_text(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await told(patient, "50", "feminino", "101")
    assert draft.status is Status.URGENCIA
    assert "192" in draft.text
    assert patient.case["status"] == "URGENCIA"


async def test_a_question_of_the_patient_s_own_is_no_answer(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino")
    assert await patient.say("o que é IMC?") is None
    assert patient.case["asking"]["key"] == "bmi"


async def test_an_open_case_of_another_condition_is_asked_about_before_it_is_given_up(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    draft = await patient.complain("estou acima do peso", 2)
    assert labels(draft) == ["É sobre Obesidade", "É outro assunto"]
    draft = await patient.press(data_of(draft, "É outro assunto"))
    assert draft.text == "outra: estou acima do peso"


async def test_what_was_taken_for_another_subject_is_the_answer_where_the_patient_says_so(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "41")
    patient.router.specialty = "dermatologia"
    draft = await told(patient, "tenho manchas vermelhas na pele toda e coça muito")
    assert labels(draft) == ["É sobre Obesidade", "É outro assunto"]
    await patient.press(data_of(draft, "É sobre Obesidade"))
    draft = await told(patient, "sim")
    assert draft.status is Status.FINALIZADO
    assert "manchas vermelhas" in draft.text


async def test_another_specialty_s_complaint_leaves_the_case_open(patient: Patient) -> None:
    await patient.complain("não consigo emagrecer")
    await told(patient, "50", "feminino", "41")
    patient.router.specialty = "dermatologia"
    draft = await told(patient, "tenho manchas vermelhas na pele toda e coça muito")
    draft = await patient.press(data_of(draft, "É outro assunto"))
    assert draft.text.startswith("outra: ")
    assert (patient.case["status"], patient.case["asking"]) == ("PENDENTE", None)


@pytest.mark.parametrize(
    ("language", "sex", "said"),
    [(Language.ES, "femenino", "queda <b>pendiente</b>"), (Language.EN, "female", "stays <b>pending</b>")],
)
async def test_a_case_is_led_in_the_patient_s_language(language: Language, sex: str, said: str) -> None:
    patient = Patient(BOTH, language=language)
    await patient.complain("x")
    unknown = {Language.ES: "no sé", Language.EN: "I don't know"}[language]
    assert said in (await told(patient, "50", sex, unknown, unknown, unknown)).text
