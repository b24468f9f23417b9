"""What is told of the past, of tests and of a steady complaint stays calm; what is told of now does not."""

from __future__ import annotations

import pytest

from bot.redflags import screen


def rule(text: str) -> str | None:
    alarm = screen(text)
    return alarm.rule if alarm else None


@pytest.mark.parametrize(
    "text",
    [
        "desmaiei mês passado quando fui tirar sangue, antes veio enjoo e a vista escureceu. preciso ir no cardio?",
        "meu filho desmaiou em maio depois da educação física, precisa de cardiologista?",
        "meu pai infartou em agosto e colocou 2 stents, precisa de retorno",
        "em julho fiquei internada com falta de ar",
        "minha glicose chegou a 600 em março, fiquei internado com cetoacidose",
        "mi papá se desmayó en julio y quedó internado dos días, quiere control",
        "tuve un infarto hace 14 meses",
        "my dad collapsed in july, was in hospital for a week",
        "i had a heart attack 14 months ago",
    ],
)
def test_a_dated_event_stays_calm(text: str) -> None:
    assert rule(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "minha filha de 15 anos desmaiou duas vezes na escola este mês, o ecg deu normal, quero encaminhamento",
        "hola tengo 16 años y me he desmayado 3 veces este año, sin ningún aviso, quiero una cita por los desmayos",
        "meu avô de 80 desmaiou 2 vezes nos últimos meses",
        "she has fainted twice this year",
    ],
)
def test_faints_counted_over_months_stay_calm(text: str) -> None:
    assert rule(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Paciente 62 anos, IAM em 2024, dor torácica aos esforços há 3 meses, ECG com alteração",
        "paciente 71a, internada por insuficiência cardíaca em agosto",
        "episódios de palpitação há 6 meses, um com síncope em julho",
        "Paciente internado em setembro por dor torácica, cateterismo sem lesões, solicito seguimento",
        "Paciente de 64 años, IAM en 2023, dolor torácico de esfuerzo hace 3 meses, ECG alterado",
        "62yo patient, MI in 2024, exertional chest pain for 3 months, abnormal ECG",
    ],
)
def test_a_referral_that_tells_a_history_stays_calm(text: str) -> None:
    assert rule(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "há 4 meses sinto um aperto no peito quando subo ladeira e passa ao parar",
        "sinto aperto no peito ao subir escada há 4 meses e agora quero marcar uma consulta",
        "sinto uma pressão no peito quando ando depressa desde abril",
        "fico com falta de ar só quando subo escada, faz um ano",
        "me falta el aire solo al subir escaleras, hace un año",
        "for 4 months i get chest tightness when i walk uphill and it goes away when i stop",
    ],
)
def test_a_steady_complaint_on_effort_stays_calm(text: str) -> None:
    assert rule(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "há 4 meses sinto aperto no peito quando subo ladeira, mas hoje veio parado",
        "fico com falta de ar só na escada, mas hoje tô sem ar deitado",
        "pct 70a dor torácica progressiva há 3 semanas, agora em repouso",
        "el dolor venía solo con esfuerzo, ahora viene sentado",
        "for 4 months i get chest tightness uphill but today it came while sitting",
        "minha angina piorou essa semana",
        "meu pai tem angina, tomou isordil e a dor não passou",
        "my angina is coming on more often this week and at rest",
    ],
)
def test_a_steady_complaint_that_comes_at_rest_or_worsens_is_critical(text: str) -> None:
    alarm = screen(text)
    assert alarm is not None
    assert alarm.critical


def test_pain_on_effort_that_is_gone_at_rest_stays_calm() -> None:
    assert rule("a dor vem só no esforço, agora em repouso não tenho nada") is None


def test_a_knee_that_hurts_at_rest_is_no_heart() -> None:
    assert rule("dor no joelho quando ando, agora dói até parado") is None


@pytest.mark.parametrize(
    "text",
    [
        "infartei ano passado e agora tá doendo igual",
        "minha mae teve avc ano passado e agora a boca entortou de novo",
        "meu marido teve derrame em 2020, hoje acordou sem falar direito",
        "tive covid em janeiro, hoje falta de ar forte",
        "se me hinchó la boca el año pasado y ahora se me está cerrando la garganta",
        "had a heart attack last year and now it hurts the same",
        "el año pasado intenté matarme y sigo queriendo morir",
    ],
)
def test_a_past_told_beside_a_present_does_not_calm_it(text: str) -> None:
    alarm = screen(text)
    assert alarm is not None
    assert alarm.critical


@pytest.mark.parametrize(
    "text",
    [
        "comi camarão e meus lábios estão inchando, já aconteceu em 2020",
        "acordei com a boca torta, ano passado tb aconteceu",
        "dor no peito igual ano passado",
        "me duele el pecho igual que cuando tuve el infarto en 2022",
        "my throat is closing, happened in 2020 too",
        "dor no peito, tomo remédio há 2 anos",
    ],
)
def test_a_date_of_something_else_or_of_a_time_before_does_not_reach_the_sign(text: str) -> None:
    alarm = screen(text)
    assert alarm is not None
    assert alarm.critical


@pytest.mark.parametrize(
    "text",
    [
        "desmaiei agora",
        "acabei de desmaiar",
        "meu pai desmaiou e não acorda",
        "desmaiei hoje de novo e tô com dor no peito",
        "desmaiou em maio e hoje de novo",
        "minha esposa desmaiou há 2 horas",
        "paciente com síncope há 30 minutos, FC 32 bpm",
        "grávida de 34 semanas, desmaiei hoje",
        "mi abuela se desmayó ayer y hoy está confundida",
        "i just fainted",
        "my daughter fainted twice this month and just passed out again",
    ],
)
def test_a_faint_of_now_is_an_emergency_whatever_came_before(text: str) -> None:
    assert rule(text) is not None


def test_a_date_alone_reaches_back_over_its_comma() -> None:
    assert rule("minha filha desmaiou, foi em agosto") is None
    assert rule("minha filha desmaiou, fui ao mercado em agosto") is not None


def test_what_an_event_left_behind_belongs_to_it_unless_it_is_of_today() -> None:
    assert rule("teve um AVC em 2022 e ficou com a fala enrolada") is None
    assert rule("teve um AVC em 2022 e ficou com a fala enrolada hoje") == "stroke"


def test_a_faint_is_calmed_by_tests_only_beside_a_wish_to_see_a_doctor() -> None:
    assert rule("minha filha desmaiou na escola, o ecg deu normal e quero encaminhamento") is None
    assert rule("minha filha desmaiou na escola, o ecg deu normal") == "syncope.collapse"
    assert rule("dor no peito, o ecg deu normal e quero encaminhamento") == "cardiac.chest_pain"


def test_normal_tests_do_not_calm_a_faint_of_now() -> None:
    assert rule("minha filha desmaiou agora, o ecg de março deu normal, quero consulta") is not None


def test_a_suicide_attempt_of_this_month_or_year_is_no_past() -> None:
    assert rule("esse mês tentei me matar") == "suicide.act"
    assert rule("i tried to kill myself last month") == "suicide.act"
    assert rule("tomei remédios em 2018 tentando me matar, hoje faço terapia e tô bem") is None


def test_pain_of_a_referred_patient_is_no_general_question() -> None:
    assert rule("paciente com dor torácica intensa e sudorese") is not None
    assert rule("paciente com infarto pode tomar dipirona?") is None


def test_bleeding_that_goes_on_counts_though_it_once_was_slight() -> None:
    assert rule("a ferida sangrava às vezes mas agora não para de sangrar") == "bleeding.now"
    assert rule("sangrava quando coçava, hoje não") is None


def test_an_old_illness_does_not_calm_the_sign_in_another_clause() -> None:
    assert rule("i cant breathe, asthma since childhood") == "breathing.breathless"
    assert rule("minha mãe teve avc há 3 meses e agora não fala") == "stroke"


def test_an_illness_under_control_does_not_calm_a_pain() -> None:
    assert rule("dor no peito. minha diabetes está controlada") == "cardiac.chest_pain"


@pytest.mark.parametrize(
    "text",
    ["tive dor no peito hoje", "hoje tive falta de ar", "dor no peito hoje quando subi a escada, agora piorou"],
)
def test_what_happened_today_is_present(text: str) -> None:
    assert rule(text) is not None


def test_a_new_sentence_is_no_part_of_the_statement_before_it() -> None:
    assert rule("desmaiei mês passado, antes veio enjoo e a vista escureceu. preciso de consulta") is None


def test_sight_that_darkens_before_a_faint_is_no_loss_of_sight() -> None:
    assert rule("me deu enjoo, suei, a vista escureceu e apaguei uns segundos, voltei logo") is None
    assert rule("a vista escureceu e apaguei agora") == "syncope.collapse"
    assert rule("a vista escureceu de repente") == "vision"
