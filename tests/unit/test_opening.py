from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.consultation.opening import Stance, asks, begins_anew, stance
from tests.unit import opening_histories as histories
from tests.unit.opening_complaints import COMPLAINTS
from tests.unit.opening_questions import QUESTIONS, UNCLEAR

ASKED = """
o que é IMC?
oq é imc
por que você quer saber?
pq vc quer saber isso
pra que serve?
para que serve esse exame
como eu calculo isso?
onde encontro o resultado
precisa mesmo?
o que é dose plena
não entendi, o que é HbA1c?
me explica o que é isso
isso é importante?
posso responder depois?
quem vai ver isso?
não sei o que é monofilamento
quanto tempo demora?
qual exame?
¿qué es el IMC?
¿para qué sirve?
por qué quieres saber
what is BMI
why do you need to know?
what for?
how do I measure it
is it safe?
does it matter
IMC 35 é alto?
por quê?
sei lá, é importante?
como assim
pode explicar melhor?
can you repeat the question
""".strip().splitlines()
ANSWERED = """
sim
não
não sei
não sei o que é isso
80 kg
uns 80 kg?
acho que 1,70?
tenho 54 anos, tá?
faz 2 meses
há dois anos, né?
quando era criança
quando subo escada
no braço esquerdo
é no braço
tem sim
posso andar duas quadras
porque parei de tomar
acho que sim?
peso 92, tá bom?
12/03/2024
losartana e anlodipino
não tenho
que eu saiba não
como disse, três meses
hace dos meses
en el brazo
no sé
creo que sí
is on my arm
can walk two blocks
I don't know
about 80 kilos
do not know
two years ago
quem disse foi o médico
o que eu tomo é losartana
meu peso? 80
mais ou menos 3 anos, por quê?
não lembro
quanto mais ando mais dói
""".strip().splitlines()
ANEW = """
quero começar outra consulta
queria abrir um novo caso
vamos começar de novo
quero iniciar uma nova consulta por favor
outra consulta
é outro problema
novo caso
quero falar de outro problema
posso começar um novo atendimento?
recomeçar do zero
quiero empezar otra consulta
nuevo caso
empecemos de nuevo
I want to start a new consultation
start over
can we start another case
let's start over
new case
""".strip().splitlines()
NOT_ANEW = """
não quero começar outra consulta
tenho outra consulta amanhã
comecei um novo remédio
apareceu outra mancha
voltou tudo de novo
quero outra consulta com o cardiologista
a coceira começou de novo
quero marcar uma nova consulta no posto
no quiero empezar otra consulta
empezó otra vez
it started again
I started a new treatment
psoríase
""".strip().splitlines()


@pytest.mark.parametrize("text", COMPLAINTS)
def test_a_trouble_of_ones_own_or_a_relatives_is_a_complaint(text: str) -> None:
    assert stance(text) is Stance.COMPLAINT


@pytest.mark.parametrize("text", QUESTIONS)
def test_what_is_asked_in_general_is_a_question(text: str) -> None:
    assert stance(text) is Stance.QUESTION


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_bare_name_and_what_is_over_or_denied_are_unclear(text: str) -> None:
    assert stance(text) is Stance.UNCLEAR


@pytest.mark.parametrize("text", [*histories.LAPSED, *histories.GENDER])
def test_care_that_lapsed_was_advised_or_is_sought_is_a_complaint(text: str) -> None:
    assert stance(text) is Stance.COMPLAINT


@pytest.mark.parametrize("text", histories.UNNAMED)
def test_what_the_body_does_is_a_complaint_though_no_illness_is_named(text: str) -> None:
    assert stance(text) is Stance.COMPLAINT


@pytest.mark.parametrize("text", [*histories.HEARSAY, *histories.CHOICES, *histories.HYPOTHETICAL])
def test_hearsay_a_choice_between_two_and_a_supposed_case_are_questions(text: str) -> None:
    assert stance(text) is Stance.QUESTION


@pytest.mark.parametrize("text", [*histories.ERRANDS, *histories.CLOSED])
def test_an_errand_and_a_history_long_over_are_no_complaint(text: str) -> None:
    assert stance(text) is not Stance.COMPLAINT


def test_a_trouble_told_beside_an_errand_is_a_complaint() -> None:
    assert stance("quero remarcar minha consulta, a dor no peito voltou") is Stance.COMPLAINT


def test_hearsay_leaves_a_complaint_of_ones_own_one() -> None:
    assert stance("ouvi na rádio que café dá arritmia, é verdade? to com dor no peito") is Stance.COMPLAINT


@pytest.mark.parametrize("text", ASKED)
def test_a_question_to_the_bot_is_no_answer(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", ANSWERED)
def test_an_answer_is_no_question(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize("text", ANEW)
def test_another_consultation_is_asked_for_in_so_many_words(text: str) -> None:
    assert begins_anew(text)


@pytest.mark.parametrize("text", NOT_ANEW)
def test_another_of_something_else_begins_no_consultation(text: str) -> None:
    assert not begins_anew(text)


@pytest.mark.parametrize("text", [*COMPLAINTS, *QUESTIONS, *UNCLEAR, *histories.LAPSED, *histories.HEARSAY])
def test_capitals_and_spaces_change_nothing(text: str) -> None:
    assert stance(f"  {text.upper()} ") is stance(text)


@given(st.text(max_size=200))
def test_any_text_has_a_stance(text: str) -> None:
    assert stance(text) in Stance


@given(st.sampled_from(["é grave?", "o que eu faço?", "tem cura?", "que exame levo?"]))
def test_a_question_beside_a_complaint_leaves_it_one(question: str) -> None:
    assert stance(f"to com uma mancha no braço, {question}") is Stance.COMPLAINT
