from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.notes.extracting import Wish, wish_of
from tests.unit.ordinary_messages import STATEMENTS, lines

REQUIRED = """
quais exames preciso levar?
que exame eu levo?
o que levar na consulta
oq levo pro cardio
que papelada levo?
que documentos precisa?
o que precisa ter no encaminhamento?
quais informações tem que ter no pedido
o encaminhamento pede o quê?
preciso falar meu peso também?
tem q dizer quanto do corpo pegou?
quais exame leva pra consulta de diabetes?
preciso levar laudo?
tem que levar o eletro?
qual exame pedir antes de encaminhar
que dados devo informar na guia
¿qué llevo a la consulta?
¿qué estudios tengo que llevar?
¿qué papeles me piden?
¿qué análisis necesito?
¿y qué anoto para la consulta?
¿qué informe piden?
¿con qué papel voy?
what should I bring?
which tests do I need?
what paperwork do I take along
which blood tests should I take along?
information needed for referral?
what has to be on the referral letter?
which results should I show?
do I have to mention my weight?
"""
CRITERIA = """
quando preciso ir ao cardiologista?
quando devo procurar o especialista
quando encaminhar?
precisa de encaminhamento?
tenho direito a dermatologista?
tem critério pra cardiologia?
quais os critérios?
com qual valor de LDL o posto manda pro endocrino?
com quanto de glicada encaminha
já dá direito a especialista?
preciso de acompanhamento com endócrino?
é caso de especialista?
vai pra dermato?
quem tem prioridade?
qual a classificação de risco?
tem q mandar pro dermato?
pode tratar no posto ou precisa de especialista?
¿cuándo me derivan?
¿cuándo tengo que ver al especialista?
¿necesito derivación?
¿me corresponde un dermatólogo?
¿cuáles son los criterios?
¿en qué casos mandan al cardiólogo?
when should I see a specialist?
should I be referred?
do I need a referral?
how long until I get referred?
am I eligible?
what are the criteria?
do I get seen sooner?
when do they refer to endocrinology?
"""
WARNINGS = """
quais os sinais de alerta?
quando é urgente?
isso é perigoso?
é grave?
é grave msm doutor
quando correr pro hospital?
quando ir pra emergência
quando devo ir ao pronto socorro
tem risco de morrer?
o que é preocupante numa pinta?
devo me preocupar?
é urgência?
corro risco?
quando me preocupar com a palpitação
sinal de perigo
¿cuáles son las señales de alarma?
¿es grave?
¿es peligroso?
¿cuándo voy a urgencias?
¿tengo que preocuparme?
¿es urgente?
what are the warning signs?
is it dangerous?
is it serious?
when should I go to the ER?
should I worry?
is it less urgent then?
when is it an emergency
red flags?
how serious is that
"""
MEANING = """
o que é arritmia?
oq é tireoide preguiçosa
o q eh psoriase
que é isso?
o que significa tirads 4?
me explica o que é insuficiência cardíaca
explica melhor
quer dizer o que bradicardia
como assim?
o que são ceratoses?
o que quer dizer tsh alto
pra que serve a tireoide
fala mais sobre vitiligo
me fala sobre dislipidemia
bolinhas nos dedos que coçam, o que é isso?
qual a diferença entre melasma e vitiligo
¿qué es la psoriasis?
¿qué significa tsh alto?
explícame qué es una arritmia
¿qué son las queratosis?
¿qué quiere decir eso?
cuéntame más sobre el melasma
what is atrial fibrillation?
what's psoriasis?
what are actinic keratoses
what does bradycardia mean?
explain heart failure to me
tell me about vitiligo
meaning of tirads 4
what is this?
"""
ORIENTATION = """
tontura
dor no peito
quero ajuda
tenho diabetes
minha pressão não baixa, o que eu faço?
o que posso fazer?
coração acelerado de noite
pode ser da tireoide?
my hair is falling out
what can I do about my skin?
me pica la piel
¿qué puedo hacer?
perna inchada e cansaço
"""


@pytest.mark.parametrize("text", lines(REQUIRED))
def test_asking_what_to_bring_or_tell_wants_the_required_information(text: str) -> None:
    assert wish_of(text) is Wish.REQUIRED


@pytest.mark.parametrize("text", lines(CRITERIA))
def test_asking_when_one_is_referred_wants_the_criteria(text: str) -> None:
    assert wish_of(text) is Wish.CRITERIA


@pytest.mark.parametrize("text", lines(WARNINGS))
def test_asking_whether_it_is_serious_wants_the_warning_signs(text: str) -> None:
    assert wish_of(text) is Wish.WARNINGS


@pytest.mark.parametrize("text", lines(MEANING))
def test_asking_what_something_is_wants_its_meaning(text: str) -> None:
    assert wish_of(text) is Wish.MEANING


@pytest.mark.parametrize("text", lines(ORIENTATION) + lines(STATEMENTS))
def test_a_complaint_wants_an_orientation(text: str) -> None:
    assert wish_of(text) is Wish.ORIENTATION


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert wish_of(text) in Wish
