from __future__ import annotations

import pytest

from bot.agents.feelings import fearful
from bot.locales import load_catalogue
from bot.redflags import screen
from rag.types import Language

FEARFUL = """
to com medo
tô com muito medo, não sei o que fazer
Estou apavorada!
eu vou morrer?
será que eu vou morrer disso?
ai meu deus to desesperada me ajuda
me sinto angustiada e sozinha
fiquei nervosa com o resultado
minha mãe está assustada
tengo miedo
tengo mucho miedo, no sé qué hacer
estoy asustada por favor ayúdame
¿me voy a morir?
tengo miedo de que sea algo grave
im scared
I'm so scared
am I going to die?
please help me, i'm terrified
i dont know what to do, i am panicking
""".strip().splitlines()
ABOUT_SOMETHING = """
to com medo dessa pinta que cresceu
tenho medo de infartar
estou com medo de ser câncer
coração disparado e medo
tremor nas mãos e ansiedade
oi
me ajuda
quem pode morrer de diabetes?
tengo miedo de la operación
me duele la cabeza y tengo miedo
i'm scared of this mole
is acne scary looking lumps
my heart races and i feel anxious
não tenho medo de agulha
qual o melhor médico pra pânico?
o que é isso
""".strip().splitlines()


@pytest.mark.parametrize("text", FEARFUL)
def test_a_message_of_fear_alone_is_recognised(text: str) -> None:
    assert fearful(text)


@pytest.mark.parametrize("text", ABOUT_SOMETHING)
def test_a_message_about_something_else_is_not_fear_alone(text: str) -> None:
    assert not fearful(text)


def test_fear_alone_is_no_emergency_so_the_warm_word_is_what_answers_it() -> None:
    assert [text for text in FEARFUL if screen(text)] == []


@pytest.mark.parametrize("language", list(Language))
def test_the_answer_to_fear_asks_what_is_felt_and_names_the_numbers(language: Language) -> None:
    text = load_catalogue()[language]("general.fear")
    assert "?" in text
    assert "192" in text
    assert "188" in text
    assert len(text) <= 900
