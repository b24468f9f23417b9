from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.planning import nutrient_names
from rag.diary.planning.nutrient_names import nutrients_of
from rag.diary.types import MACROS, NUTRIENTS
from rag.types import Language

NAMED = """
quantas calorias | energy_kcal
kcal de hoje | energy_kcal
energía | energy_kcal
kj | energy_kcal
carbo, gordura e proteína | protein_g carbohydrate_g fat_g
hidratos de carbono | carbohydrate_g
carbs | carbohydrate_g
grasa | fat_g
lipídios | fat_g
gordura saturada | saturated_fat_g
gordura e gordura saturada | fat_g saturated_fat_g
sat fat | saturated_fat_g
grasas saturadas | saturated_fat_g
comi muito sal? | sodium_mg
sódio | sodium_mg
açúcares | sugar_g
azúcar | sugar_g
fibras | fiber_g
fibre | fiber_g
colesterol | cholesterol_mg
hierro | iron_mg
ferro e cálcio | calcium_mg iron_mg
zinc and magnesium | magnesium_mg zinc_mg
potasio | potassium_mg
fósforo, cobre, manganês e selênio | phosphorus_mg copper_mg manganese_mg selenium_mcg
vitamina C | vitamin_c_mg
vitaminas C e D | vitamin_c_mg vitamin_d_mcg
vitaminas a, c e e | vitamin_a_mcg vitamin_c_mg vitamin_e_mg
vitamina e ontem | vitamin_e_mg
vitamina a e ferro | iron_mg vitamin_a_mcg
vitamina c y hierro | iron_mg vitamin_c_mg
vit. d | vitamin_d_mcg
vitamin K2 | vitamin_k_mcg
B12 e B6 | vitamin_b6_mg vitamin_b12_mcg
vitamina B 12 | vitamin_b12_mcg
b-12 | vitamin_b12_mcg
cobalamina | vitamin_b12_mcg
ácido fólico | folate_mcg
folate | folate_mcg
b1, b2 e b3 | thiamin_mg riboflavin_mg niacin_mg
tiamina riboflavina niacina | thiamin_mg riboflavin_mg niacin_mg
ácido pantotênico | pantothenic_acid_mg
colina | choline_mg
protenia | protein_g
carboidrtos | carbohydrate_g
o que comi ontem |
vitamina de banana |
queijo sem sal |
leche sin azúcar |
whey protein |
sugar free gum |
"""
UNCOUNTED = """
ômega 3
quanta cafeína tomei
gordura trans
iodo
álcool
colágeno
gluten
added sugar
vitamina b7
biotina
"""


def named() -> list[tuple[str, tuple[str, ...]]]:
    parted = (line.split("|") for line in NAMED.strip().splitlines())
    return [(text.strip(), tuple(keys.split())) for text, keys in parted]


@pytest.mark.parametrize(("text", "keys"), named())
def test_a_name_is_its_key(text: str, keys: tuple[str, ...]) -> None:
    assert nutrients_of(text, Language.PT) == (keys, False)
    assert nutrients_of(text.upper(), Language.EN) == (keys, False)


@pytest.mark.parametrize("text", UNCOUNTED.strip().splitlines())
def test_what_is_not_counted_is_said_to_be(text: str) -> None:
    assert nutrients_of(text, Language.PT) == ((), True)


def test_a_counted_name_beside_an_uncounted_one_is_kept() -> None:
    assert nutrients_of("iodo e selênio", Language.PT) == (("selenium_mcg",), True)


def test_macros_are_energy_and_the_three() -> None:
    assert nutrients_of("meus macros", Language.PT) == (MACROS, False)


def test_vitamins_minerals_and_the_b_complex_are_groups() -> None:
    vitamins, _ = nutrients_of("vitaminas", Language.PT)
    minerals, _ = nutrients_of("minerales", Language.ES)
    assert {key for key in vitamins if key.startswith("vitamin_")} == {k for k in NUTRIENTS if k.startswith("vitamin_")}
    assert "iron_mg" in minerals
    assert nutrients_of("complexo B", Language.PT)[0] == tuple(
        key for key in vitamins if key in {"thiamin_mg", "riboflavin_mg", "niacin_mg", "pantothenic_acid_mg",
                                           "vitamin_b6_mg", "folate_mcg", "vitamin_b12_mcg"}
    )  # fmt: skip


def test_every_key_has_a_name_in_the_list_or_a_letter() -> None:
    path = Path(nutrient_names.__file__).with_name("nutrient_names.toml")
    lists = tomllib.loads(path.read_text(encoding="utf-8"))["names"]
    assert set(NUTRIENTS) <= set(lists)
    groups = {"macros", "micros", "vitamins", "minerals", "b_complex", "uncounted", "plain"}
    assert set(lists) - set(NUTRIENTS) == groups


@given(text=st.text(max_size=300), language=st.sampled_from(Language))
def test_any_text_gives_keys_in_their_order(text: str, language: Language) -> None:
    keys, _ = nutrients_of(text, language)
    assert keys == tuple(key for key in NUTRIENTS if key in keys)
