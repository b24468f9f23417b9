from __future__ import annotations

import pytest

from rag.diary.reading.meals import read_log
from rag.types import Language
from tests.unit.diary_messages import asked, measures, shown

CASES = """
2 ovos, 100 g de arroz e meia concha de feijão => ovos | 2 unit; arroz | 100 g; feijão | 0.5 ladle
arroz 100g, feijão: 80 g, banana (2), pão x2 => arroz | 100 g; feijão | 80 g; banana | 2 unit; pão | 2 unit
2x pão e 200ml leite => pão | 2 unit; leite | 200 ml
arroz 100g feijão 50g => arroz | 100 g; feijão | 50 g
2 ovos 1 banana 200 ml de leite => ovos | 2 unit; banana | 1 unit; leite | 200 ml
100 g de arroz e feijão => arroz | 100 g; feijão | -
café com leite => café com leite | -
pão com manteiga => pão | -; manteiga | -
frango com pele 100 g => frango com pele | 100 g
café sem açúcar 50 ml => café sem açúcar | 50 ml
uma banana grande e 2 large eggs => banana | 1 unit_large; eggs | 2 unit_large
uma fatia grossa de pão => pão | 1 slice_thick
2 colheres de sopa cheias de arroz => arroz | 2 tablespoon
um copo de leite, um prato de macarrão e um pouco de sal => leite | glass; macarrão | plate; sal | some
fatia de pão => pão | slice
um pedaço pequeno de bolo => bolo | piece
1 filé de frango e 2 coxas de frango => frango | 1 fillet; coxas de frango | 2 drumstick
1 bife acebolado => bife acebolado | 1 steak
uma xícara de café e uma xícara de chá de arroz => café | 1 cup; arroz | 1 cup
uma lata de refri 350ml => refri | 350 ml
2 latas de 350 ml de cerveja => cerveja | 700 ml
2 iogurtes de 170 g cada => iogurtes | 340 g
6 biscoitos (30 g) => biscoitos | 30 g
3 bifes 150 g => bifes | unit
2 fatias (60 g) de queijo => queijo | 60 g
2 fatias de 30 g de queijo => queijo | 60 g
leite 2% 200ml e chocolate 70% 2 quadradinhos => leite 2% | 200 ml; chocolate 70% | 2 square
2 fatias de pão 7 grãos => pão 7 grãos | 2 slice
coca zero 350ml => coca zero | 350 ml
uma coca lata => coca | 1 can
3 lettuce leaves => lettuce | 3 leaf
2 ovos fritos e 1 cozido => ovos fritos | 2 unit; ovos cozido | 1 unit
1/2 cup black beans, cooked => black beans cooked | 0.5 us_cup
2 pães e meio => pães | 2.5 unit
umas 2 ou 3 castanhas do pará => castanhas do pará | 2.5 unit
arroz, 100g, feijão, 1 concha => arroz | 100 g; feijão | 1 ladle
1) arroz 100g => arroz | 100 g
nan ovos, -2 pães, 0 bananas, 6 kg de carne => ovos | not_a_number; pães | negative; bananas | zero; carne | absurd
I had two slices of bread with butter => bread | 2 slice; butter | -
half an avocado and 8 oz steak => avocado | 0.5 unit; steak | 226.8 g
2 huevos y media taza de arroz con pollo => huevos | 2 unit; arroz con pollo | 0.5 cup
2 tacos al pastor => tacos al pastor | 2 unit
um copo d'água => água | glass
couve-flor 100 g => couve-flor | 100 g
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_a_message_is_split_into_foods_with_their_amounts(case: str) -> None:
    text, expected = case.split(" => ")
    assert shown(asked(text)) == expected.split("; ")


def test_lines_and_bullets_are_items() -> None:
    assert shown(asked("- 2 ovos\n- 1 pão\n1. arroz 100g\n2. feijão 1 concha")) == [
        "ovos | 2 unit", "pão | 1 unit", "arroz | 100 g", "feijão | 1 ladle",
    ]  # fmt: skip


def test_a_name_that_is_known_as_a_whole_stays_whole() -> None:
    plan = read_log("1 pão com manteiga", measures(), Language.PT, asked=True, known={"pão com manteiga"}.__contains__)
    assert shown(plan) == ["pão com manteiga | 1 unit"]


def test_a_known_name_keeps_the_measure_in_it() -> None:
    plan = read_log("1 barra de cereal", measures(), Language.PT, asked=True, known={"barra de cereal"}.__contains__)
    assert shown(plan) == ["barra de cereal | 1 bar"]


def test_an_item_keeps_its_own_words() -> None:
    assert [item.said for item in asked("comi 2 ovos e 100 g de arroz hoje").items] == ["2 ovos", "100 g de arroz"]
