from __future__ import annotations

import pytest

from rag.diary.types import Intent, Meal, Moment
from tests.unit.diary_messages import asked, shown, told

TOLD = """
comi 2 ovos no café
tomei café com leite no café
hoje almocei arroz, feijão e 1 bife
jantei às 8 uma sopa de legumes
às 8h30 tomei 200 ml de leite
ayer a las 9 de la noche comí 2 huevos
desayuné dos huevos revueltos y un café con leche
me comí 3 empanadas anoche
I had 2 eggs and a slice of toast for breakfast this morning
last night I ate pizza
had 2 tacos
2 ovos e 100 g de arroz
almoço: arroz 100 g, feijão 1 concha
anota aí: 2 ovos e 1 pão
pode anotar 2 ovos e 1 pão?
"""
NEVER = """
posso comer 2 ovos?
quantas calorias tem 2 ovos
é bom comer ovo de noite
can I eat 2 eggs a day?
¿puedo comer pan?
não comi nada
no comí nada
I didn't eat anything today
amanhã vou comer 2 ovos
mañana voy a almorzar 200 g de pescado
quero comer pizza
quisiera comer 2 tacos
I will eat 2 eggs
if I ate 3 bananas would that be too much sugar
meu filho comeu 2 ovos
mi hija comió pan
my son ate 2 eggs
como 2 ovos por dia e meu colesterol está alto
comprei 12 ovos e 1 kg de arroz
"""
CLINICAL = """
comi e passei mal
comi camarão e fiquei com coceira
tenho alergia a ovo
tomei 2 comprimidos de losartana
tomei dipirona
tomei 50 mg de atenolol
I had a stroke 2 years ago
I had chest pain
tenho 2 manchas na pele
130 por 80
my sugar was 95 this morning
azúcar en 39
açúcar 250
minha pressão está 12/8
comi demais
2 semanas
1 caroço no pescoço
tive 3 filhos
oi
minha glicose deu 250 depois de comer 2 pães
me duele el estómago después de comer pan
fiz 2 exames ontem
arroz e feijão
80 kg
comi 2 ovos e estou com dor no peito
"""


@pytest.mark.parametrize("text", TOLD.strip().splitlines())
def test_what_was_eaten_is_a_log(text: str) -> None:
    assert told(text).intent is Intent.LOG


@pytest.mark.parametrize("text", NEVER.strip().splitlines())
def test_questions_denials_plans_habits_and_others_meals_are_never_logged(text: str) -> None:
    assert told(text).intent is Intent.NONE
    assert asked(text).intent is Intent.NONE


@pytest.mark.parametrize("text", CLINICAL.strip().splitlines())
def test_plain_text_of_anything_else_is_left_to_the_agents(text: str) -> None:
    assert told(text).intent is Intent.NONE


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("não comi o pão, só 2 ovos", ["ovos | 2 unit"]),
        ("2 ovos, mas não o pão", ["ovos | 2 unit"]),
        ("hoje jantei 100 g de arroz e não comi o feijão", ["arroz | 100 g"]),
        ("I ate 2 scrambled eggs but skipped the toast", ["scrambled eggs | 2 unit"]),
        ("no comí el pan, solo 2 huevos", ["huevos | 2 unit"]),
    ],
)
def test_what_is_denied_is_left_out(text: str, items: list[str]) -> None:
    assert shown(told(text)) == items


@pytest.mark.parametrize("text", ["2 ovos", "arroz e feijão", "café", "comi 2 ovos e passei mal"])
def test_what_is_given_to_be_logged_needs_no_verb(text: str) -> None:
    assert asked(text).intent is Intent.LOG


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("o mesmo de ontem", Moment(days_ago=1)),
        ("repete o almoço de ontem", Moment(days_ago=1, meal=Meal.LUNCH)),
        ("lo mismo de ayer", Moment(days_ago=1)),
        ("same as yesterday's breakfast", Moment(days_ago=1, meal=Meal.BREAKFAST)),
        ("repete o café de ontem", Moment(days_ago=1, meal=Meal.BREAKFAST)),
    ],
)
def test_a_meal_is_asked_for_once_more(text: str, again: Moment) -> None:
    plan = told(text)
    assert (plan.intent, plan.again) == (Intent.REPEAT, again)


def test_a_repeated_meal_has_its_own_moment() -> None:
    plan = told("hoje no jantar o mesmo do almoço")
    assert (plan.moment, plan.again) == (Moment(days_ago=0, meal=Meal.DINNER), Moment(meal=Meal.LUNCH))


@pytest.mark.parametrize("text", ["repete a receita de ontem", "a mesma dor de ontem", "repete", "igual"])
def test_what_else_is_to_be_repeated_is_no_meal(text: str) -> None:
    assert told(text).intent is Intent.NONE
