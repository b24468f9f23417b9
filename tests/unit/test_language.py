from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language import detect
from rag.types import Language
from tests.unit.ordinary_messages import lines

PORTUGUESE = """
tontura
coceira na virilha
pressao alta
coracao acelerado
to com dor
minha perna incha
nao durmo
e se for de noite?
quais exames levo?
oi
bom dia
obrigado
valeu
queda de cabelo
mancha no braço
tireoide preguiçosa
dor no peito
açúcar alto
meu pai desmaiou
caroço no pescoço
unha grossa e amarela
quanto tempo demora?
preciso de encaminhamento?
por que isso acontece?
sou diabética
quero emagrecer
espinha no rosto
pinta que cresceu
faz mal?
o que é isso
tem cura
verruga na mão
falta de ar
eu tomo remedio
"""
SPANISH = """
dolor de cabeza
picazón en la piel
presion alta y mareos
me pica mucho
se me cae el pelo
no puedo dormir
hola
buenos días
gracias
muchas gracias
¿qué llevo?
¿y si es de noche?
tengo una mancha
mi hijo tiene fiebre
el corazón me late rápido
azúcar en ayunas
lunar que creció
tiroides lenta
¿cuánto tiempo?
quiero bajar de peso
estoy embarazada
me desmayé ayer
las piernas hinchadas
uñas amarillas
no tengo fuerzas
granos en la cara
¿es grave?
verruga en el dedo
hablo de mi mamá
tomo pastillas
"""
ENGLISH = """
chest pain
itchy skin
racing heart
hair loss
high blood pressure
swollen legs
hello
good morning
thanks
thank you
what should I bring?
is it serious?
my mole is darker
I feel dizzy
I can't sleep
dry skin behind the knees
weight gain
lump in my neck
do I need a referral?
how long does it take?
it won't heal
high sugar
my son has a rash
always tired
heart skips beats
wart on finger
thyroid nodule
feeling faint
losing hair
and at night?
"""
UNCLEAR = """
losartan
ok
TSH 11
imc 42
HbA1c 9.8
melanoma
vitiligo
diabetes
psoriasis
insulina
metformina
alopecia
melasma
no
si
a
de
me
como
total
hospital
doctor
tumor
normal
eco
LDL 230
12345
...
asdf qwer
zzz

TIRADS 4
stent
acne
rosacea
para
"""


@pytest.mark.parametrize("text", lines(PORTUGUESE))
def test_short_portuguese_is_portuguese(text: str) -> None:
    assert detect(text) is Language.PT


@pytest.mark.parametrize("text", lines(SPANISH))
def test_short_spanish_is_spanish(text: str) -> None:
    assert detect(text) is Language.ES


@pytest.mark.parametrize("text", lines(ENGLISH))
def test_short_english_is_english(text: str) -> None:
    assert detect(text) is Language.EN


@pytest.mark.parametrize("text", lines(UNCLEAR))
def test_what_several_languages_share_has_no_language(text: str) -> None:
    assert detect(text) is None


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert detect(text) in {None, *Language}


@pytest.mark.parametrize("table", [PORTUGUESE, SPANISH, ENGLISH])
def test_capitals_change_nothing(table: str) -> None:
    assert [detect(text.upper()) for text in lines(table)] == [detect(text) for text in lines(table)]
