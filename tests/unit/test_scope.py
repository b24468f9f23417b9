from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agents.scope import Beyond, beyond
from tests.unit.ordinary_messages import lines, ordinary

DOSE = """
quantos comprimidos de metformina eu tomo por dia?
quanto de insulina devo aplicar antes do almoço
qual a dose certa de puran pra mim
qtos mg de losartana posso tomar
posso tomar dois comprimidos de uma vez?
posso parar a sinvastatina?
posso parar de tomar o remedio da pressao
será que posso suspender o aas antes da cirurgia?
devo aumentar a insulina?
tem problema cortar o atenolol pela metade?
da pra tomar roacutan junto com vitamina a?
posso misturar captopril com dipirona
faz mal tomar ozempic com cerveja?
quero trocar o remédio da tireoide por um natural
posso trocar a insulina por chá de pata de vaca
tem algum chá que substitui a metformina?
me receita uma pomada pra micose
vc pode me passar uma receita de losartana
preciso de uma receita de sertralina
qual remedio é bom pra coceira?
que remédio eu tomo pra pressão alta
qual pomada eu passo na ferida
que creme usar pra psoriase
indica um remédio pra queda de cabelo
o que eu tomo pra baixar a glicose?
o que posso passar na micose
posso usar minoxidil na gravidez?
to querendo largar o remédio da pressão por conta própria, pode?
se eu tomar o dobro do glifage faz mal?
pode dobrar o puran hoje?
me diz o remédio pra tirar verruga
posso dar antialérgico pro meu filho?
quantas gotas de vitamina d eu tomo
de quanto em quanto tempo tomo o propranolol?
qual é melhor, losartana ou enalapril?
vou parar com o antibiotico, algum problema?
preciso saber a dosagem da levotiroxina
esqueci o comprimido de ontem, tomo dois hoje?
posso pular a insulina de hoje?
renova minha receita de anlodipino
¿cuántas pastillas de metformina tomo al día?
¿puedo dejar la pastilla de la presión?
¿puedo tomar dos enalapril juntos?
¿qué crema me pongo para los hongos?
¿qué remedio es bueno para la picazón?
recétame algo para la tiroides
¿qué dosis de levotiroxina me toca?
quiero dejar la insulina, ¿pasa algo?
¿puedo cambiar la metformina por un té?
¿me subo la dosis?
¿qué tomo para bajar el azúcar?
¿está bien mezclar losartán con ibuprofeno?
how many units of insulin should I take?
can I stop my statin?
should I double my thyroid pills?
is it safe to take metformin with alcohol?
what cream should I use for ringworm?
which medicine is best for high blood pressure?
can you prescribe me something for eczema
what dose of levothyroxine should i be on
can I swap metformin for a herbal tea?
I want to quit my blood pressure pills, is that ok?
what can I take to lower my cholesterol?
can i skip my insulin tonight
could I have a prescription for minoxidil
"""
DIAGNOSIS = """
eu tenho diabetes ou não?
tenho câncer?
eu tô com infarto?
me diz se isso é câncer
me fala se eu tenho lupus
o que eu tenho doutor?
oq eu tenho?
qual é o meu diagnóstico?
me dá um diagnóstico
fecha o diagnóstico aí pra mim
quero saber se tenho hipotireoidismo
confirma se é psoríase
pode confirmar se é melanoma?
então é certeza que é vitiligo?
essa pinta é melanoma?
essa ferida é câncer de pele?
isso é hanseníase?
essa coceira é sarna?
esse caroço no pescoço é cancer?
com 126 de glicose eu sou diabético?
minha glicose deu 130, sou diabética?
com esses exames eu tenho hipertireoidismo, sim ou não
vc acha que eu tenho arritmia?
será que eu tenho câncer?
acha que é câncer?
que doença eu tenho?
qual doença é essa
q doenca eu tenho com esses sintomas
diga se é maligno
é maligno ou benigno?
meu nódulo é maligno?
me diagnostica por favor
você consegue diagnosticar pela foto?
descobre o que eu tenho
diz logo o que é que eu tenho
pelos sintomas, estou com diabetes?
eu tenho alopecia ou é só estresse?
estou infartando?
tô tendo um infarto?
meu filho tem autismo ou não?
¿tengo cáncer?
¿tengo diabetes o no?
dime si tengo lupus
¿qué tengo doctor?
¿qué enfermedad tengo?
¿este lunar es melanoma?
¿esta mancha es cáncer?
¿cuál es mi diagnóstico?
dame un diagnóstico
¿soy diabético?
confírmame si es psoriasis
¿crees que tengo arritmia?
¿será que tengo cáncer?
do I have cancer?
do i have diabetes or not
am I having a heart attack?
am I diabetic?
is this mole melanoma?
is this rash psoriasis?
what is my diagnosis?
what do I have?
tell me if it's cancer
can you diagnose me
do you think I have lupus?
whats wrong with me
is it cancer yes or no
have I got thyroid disease?
confirm that it is vitiligo
"""
LOGISTICS = """
quero marcar uma consulta com o cardiologista
marca uma consulta pra mim
como faço pra agendar dermatologista
como marco consulta?
da pra remarcar minha consulta de amanhã?
quero desmarcar meu exame
tem vaga pra endócrino essa semana?
tem vaga?
quando vai ter vaga pro dermato
qual o telefone do posto?
me passa o endereço do hospital de base
onde fica o ambulatório de diabetes?
que horas abre o posto
qual o horário de atendimento da ubs
qual minha posição na fila?
em que posição da fila eu to
quanto tempo demora a fila do sus?
ainda falta muito pra minha vez na fila?
quem é o melhor dermatologista de Brasília?
me indica um bom cardiologista
indica um endocrino bom
qual hospital é melhor pra operar do coração
quanto custa uma consulta particular?
quanto custa o ozempic
qual o preço do holter?
qual o valor da consulta
o convênio cobre a bariátrica?
aceita unimed?
consegue agendar pra segunda?
queria um horário com a endócrino
agenda meu retorno pra sexta
cancela minha consulta
meu exame já ficou pronto?
minha consulta foi marcada pra que dia?
cadê minha consulta, em que dia é
tem cardiologista no hospital da asa norte?
vcs atendem no sábado?
onde compro insulina mais barata
como chego no hospital
liga pro hospital pra mim
¿cómo saco turno con el cardiólogo?
quiero pedir una cita con el dermatólogo
¿hay turnos para mañana?
¿cuál es la dirección del hospital?
¿me das el teléfono de la clínica?
¿quién es el mejor cardiólogo de la ciudad?
¿cuánto cuesta la consulta?
¿en qué lugar de la lista de espera estoy?
agéndame una cita para el lunes
¿a qué hora abren?
quiero cancelar mi turno
recomiéndame un buen endocrinólogo
¿dónde queda el consultorio?
book me an appointment with a cardiologist
can I schedule a visit for Tuesday?
I'd like to make an appointment
are there any slots tomorrow?
what's the phone number of the clinic?
where is the hospital located?
who is the best dermatologist in town?
how much does an echo cost?
what is the address
where am I on the waiting list?
reschedule my appointment please
cancel my appointment
how long is the waiting list?
recommend a good endocrinologist
what time does the clinic open
"""


@pytest.mark.parametrize("text", lines(DOSE))
def test_asking_what_or_how_much_to_take_is_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.DOSE


@pytest.mark.parametrize("text", lines(DIAGNOSIS))
def test_asking_to_be_told_what_one_has_is_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.DIAGNOSIS


@pytest.mark.parametrize("text", lines(LOGISTICS))
def test_bookings_places_and_prices_are_beyond_a_note(text: str) -> None:
    assert beyond(text) is Beyond.LOGISTICS


@pytest.mark.parametrize("text", ordinary())
def test_what_patients_ordinarily_send_is_not_refused(text: str) -> None:
    assert beyond(text) is None


@pytest.mark.parametrize(
    ("plain", "misspelt"),
    [
        ("posso parar a metformina?", "posso parar a metfomina?"),
        ("qual a dosagem da levotiroxina", "qual a dossagem da levotiroxna"),
        ("quero marcar uma consulta", "quero marcar uma conssulta"),
        ("me da um diagnostico", "me da um diagnotico"),
    ],
)
def test_a_letter_wrong_changes_nothing(plain: str, misspelt: str) -> None:
    assert beyond(misspelt) is beyond(plain) is not None


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert beyond(text) in {None, *Beyond}


@pytest.mark.parametrize("piece", ["posso tomar ", "qual ", "quantos ", "a", "? ", "posso parar remedio "])
def test_a_very_long_message_is_read_in_linear_time(piece: str) -> None:
    short, long = piece * (2_000 // len(piece)), piece * (20_000 // len(piece))
    beyond(short)
    started = process_time()
    beyond(short)
    middle = process_time()
    beyond(long)
    assert process_time() - middle < 40 * (middle - started) + 0.2
