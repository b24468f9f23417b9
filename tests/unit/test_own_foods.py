"""Own foods told in words: what is read, what is refused and why, and recipes' values."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locales import load_catalogue
from rag.diary.catalogue.composition import compose
from rag.diary.catalogue.entries import Catalogue, Entry, Place
from rag.diary.foods.kitchen import load_kitchen
from rag.diary.lexis.measures import load_measures
from rag.diary.lexis.wording import normalised
from rag.diary.own.foods import Ingredient, OwnFood, OwnNames, Problem, Wrong, composed, own_slug
from rag.diary.own.grammar import food_text
from rag.diary.own.reading import LONGEST, ReadFood, read_food
from rag.diary.own.recipes import ReadRecipe, composed_recipe, read_recipe
from rag.diary.reading.meals import read_meals
from rag.diary.types import MACROS, NUTRIENTS, LogPlan, Nutrients, Refusal
from rag.types import Language

CORPUS = Path(__file__).parents[2] / "rag" / "corpus"
MEASURES = load_measures(CORPUS / "foods" / "measures.csv")
KITCHEN = load_kitchen(CORPUS / "foods", MEASURES, normalised, CORPUS / "foods.csv")
WORDS = load_catalogue()
CAKE = "320 kcal, 5 g de proteína, 50 g carboidrato, 10 g gordura"


def read(text: str, language: Language = Language.PT) -> ReadFood:
    found = read_food(text, MEASURES, language)
    assert isinstance(found, ReadFood), found
    return found


def wrongs(text: str) -> list[tuple[Wrong, str]]:
    found = read_food(text, MEASURES, Language.PT)
    assert isinstance(found, tuple), found
    return [(problem.why, problem.said) for problem in found]


def held(food: OwnFood) -> dict[str, float]:
    return {key: float(value) for key, value in food.per_100g.items() if value is not None}


def macros(energy: float, protein: float, carbohydrate: float, fat: float) -> dict[str, float]:
    return dict(zip(MACROS, (energy, protein, carbohydrate, fat), strict=True))


def meals(text: str, language: Language = Language.PT) -> Sequence[LogPlan]:
    return read_meals(text, MEASURES, language, asked=True, known=KITCHEN.known)


def test_a_food_is_read_with_its_other_nutrients_and_measures() -> None:
    found = read(f"Bolo da vó: {CAKE}, 300 mg sódio; 1 fatia = 60 g, unidade 40 g, 1 copo = 200 g")
    assert found.food.name == "Bolo da vó"
    assert held(found.food) == {**macros(320, 5, 50, 10), "sodium_mg": 300}
    assert {key: (m.grams, m.source) for key, m in found.food.measures.items()} == {
        "slice": (Decimal(60), "user"),
        "unit": (Decimal(40), "user"),
        "glass_disposable": (Decimal(200), "user"),
    }
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Bolo: gordura 10 g; carboidratos: 50,0 g; proteínas - 5 g\nvalor energético 320 kcal", Language.PT),
        ("Bolo 320 kcal 5 g proteína 50 g carboidrato 10 g gordura", Language.PT),
        ("Bolo: 5 g de proteína e 50 g de carboidrato e 10 g de gordura, 1338,88 kJ", Language.PT),
        ("Torta: 320 calorías, proteínas 5 g, hidratos de carbono 50 g, grasas totales 10 g", Language.ES),
        ("Cake: energy 320 kcal (1339 kJ), protein 5 g, carbs 50.0 g, fat 10 g (13%)", Language.EN),
        ("Cake\nper serving of 50 g\nCalories 160 kcal\nTotal fat 5 g\nCarbohydrates 25 g\nProtein 2.5 g", Language.EN),
        ("Bolo: 96 kcal, 1,5 g proteína, 15 g carbo, 3 g gordura por porção de 30 g", Language.PT),
        ("Cake: 96 kcal, protein 1.5 g, carbs 15 g, fat 3 g per 30 g serving", Language.EN),
        ("Bolo (por 30 g): 96 kcal, 1,5 g proteína, 15 g carbo, 3 g gordura", Language.PT),
        ("Bolo: por fatia: 192 kcal, 3 g proteína, 30 g carbo, 6 g gordura; 1 fatia = 60 g", Language.PT),
        ("Suco: em 200 ml: 640 kcal, 10 g proteína, 100 g carboidrato, 20 g gordura", Language.PT),
    ],
)
def test_order_language_decimals_and_amount_of_reference_are_free(text: str, language: Language) -> None:
    assert held(read(text, language).food) == macros(320, 5, 50, 10)


def test_millilitres_count_as_grams_and_it_is_told() -> None:
    found = read("Suco: em 200 ml: 80 kcal, 1 g proteína, 18 g carboidrato, 0 g gordura; copo = 200 ml")
    assert found.poured
    assert {key: m.grams for key, m in found.food.measures.items()} == {"ml": 1, "glass_disposable": 200}


def test_salt_becomes_sodium_and_units_are_converted() -> None:
    found = read(f"Pão: {CAKE}, sal 1,2 g, cálcio 0,12 g, vitamina B12 0,002 mg, vitamina D 5 µg")
    others = {"sodium_mg": 480, "calcium_mg": 120, "vitamin_b12_mcg": 2, "vitamin_d_mcg": 5}
    assert held(found.food) == {**macros(320, 5, 50, 10), **others}


def test_what_is_not_counted_or_not_understood_is_named_and_left_out() -> None:
    found = read(f"Bolo: {CAKE}, ômega 3 1 g, gorduras trans 0 g, cafeína 80 mg, 1 forminha = 40 g, fibra 3")
    assert found.left_out == ("ômega 3 1 g", "gorduras trans 0 g", "cafeína 80 mg", "1 forminha = 40 g", "fibra 3")
    assert held(found.food) == macros(320, 5, 50, 10)


def test_alcohol_counts_for_plausibility_and_is_left_out() -> None:
    beer = "Cerveja: 60 kcal, 0,5 g proteína, 4 g carboidrato, 0 g gordura"
    assert wrongs(beer) == [(Wrong.ENERGY_FAR, "")]
    assert read(f"{beer}, álcool 5,5 g").left_out == ("álcool 5,5 g",)
    assert read(f"{beer}, 7% álcool").food.tags == {"alcohol"}


def test_every_macro_that_is_missing_is_named() -> None:
    assert read_food("Bolo: 320 kcal, 10 g de gordura", MEASURES, Language.PT) == (
        Problem(Wrong.MISSING, nutrients=("protein_g", "carbohydrate_g")),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"Bolo: {CAKE}, nan g fibra", (Wrong.NOT_A_NUMBER, "nan g fibra")),
        (f"Bolo: {CAKE}, fibra infinita", (Wrong.NOT_A_NUMBER, "fibra infinita")),
        (f"Bolo: {CAKE}, fibra 1.2.3 g", (Wrong.NOT_A_NUMBER, "fibra 1.2.3 g")),
        (f"Bolo: {CAKE}, -3 g de fibra", (Wrong.NEGATIVE, "-3 g de fibra")),
        (f"Bolo: {CAKE}, 12 g de gordura", (Wrong.TWICE, "12 g de gordura")),
        ("Bolo: 900 kcal, 50 g proteína, 40 g gordura, 50 g carboidrato", (Wrong.MACROS, "")),
        ("Óleo: 960 kcal, 0 g proteína, 0 g carboidrato, 100 g gordura", (Wrong.ENERGY_HIGH, "")),
        ("Bolo: 100 kcal, 5 g proteína, 50 g carboidrato, 10 g gordura", (Wrong.ENERGY_FAR, "")),
        (f"Bolo: {CAKE}, sódio 200 g", (Wrong.TOO_MUCH, "")),
        (f"Bolo: {CAKE}, açúcares 60 g", (Wrong.PART, "")),
        (f"Bolo: {CAKE}; porção de 30 g", (Wrong.REFERENCE, "porção de 30 g")),
        (f"Bolo: 30 g, {CAKE}", (Wrong.REFERENCE, "30 g")),
        (f"Bolo (1 fatia): {CAKE}", (Wrong.REFERENCE, "Bolo (1 fatia)")),
        (f"1 fatia de bolo: {CAKE}", (Wrong.REFERENCE, "1 fatia de bolo")),
        (f"Suco 200 ml: {CAKE}", (Wrong.REFERENCE, "Suco 200 ml")),
        (f"Bolo - 1 fatia: {CAKE}", (Wrong.REFERENCE, "Bolo - 1 fatia")),
        (f"Bolo 1 fatia: {CAKE}", (Wrong.REFERENCE, "Bolo 1 fatia")),
        (f"Bolo por fatia: {CAKE}; 1 fatia = 60 g", (Wrong.REFERENCE, "Bolo por fatia")),
        (f"Bolo: 1 fatia, {CAKE}", (Wrong.REFERENCE, "1 fatia")),
        (f"Bolo: 1 fatia tem {CAKE}", (Wrong.REFERENCE, "1 fatia tem 320 kcal")),
        (f"Bolo: {CAKE} por fatia", (Wrong.REFERENCE, "por fatia")),
        (f"Bolo: {CAKE}, por 30 g, por 100 g", (Wrong.REFERENCE, "30 g, 100 g")),
        (f": {CAKE}", (Wrong.NAME, "")),
        (f"123: {CAKE}", (Wrong.NAME, "")),
        (f"{'b' * 81}: {CAKE}", (Wrong.LONG_NAME, "")),
        ("Bolo: " + "x" * LONGEST, (Wrong.TOO_LONG, "")),
    ],
)
def test_what_can_not_be_is_refused_with_the_reason(text: str, problem: tuple[Wrong, str]) -> None:
    assert problem in wrongs(text)


@pytest.mark.parametrize("language", list(Language))
def test_every_nutrient_and_measure_is_read_by_its_shown_name(language: Language) -> None:
    words = WORDS[language]
    for key in NUTRIENTS[1:]:
        text = f"X: 0 kcal, 0 g protein, 0 g carbs, 0 g fat, 0 {key.rpartition('_')[2]} {words(f'nutrient.{key}')}"
        assert key in read(text, language).food.per_100g, key
    for key in dict.fromkeys(key for key, _ in MEASURES.names):
        text = f"X: 0 kcal, 0 g protein, 0 g carbs, 0 g fat; 1 {MEASURES.name(key, language, Decimal(1))} = 50 g"
        assert list(read(text, language).food.measures) == [key]


_PIECES = st.sampled_from(
    "Bolo : ; , \n 320 kcal 5 g proteína 50 carboidrato 10 gordura por porção de 30 ml em = 1 fatia copo nan -3 %"
    " 1.234,5 ( ) kJ álcool sal mg inf 1e9 ½ por cada e 0 1,5 9999999999999 B12 µg unidade".split(" ")
)
_TEXTS = st.one_of(st.text(max_size=120), st.lists(_PIECES, max_size=30).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(_TEXTS, st.sampled_from(Language))
def test_any_text_is_read_or_refused_and_what_is_read_can_be_stored(text: str, language: Language) -> None:
    found = read_food(text, MEASURES, language)
    recipe = read_recipe(text, MEASURES, language, lambda said: meals(said, language))
    assert not isinstance(recipe, tuple) or recipe
    if isinstance(found, tuple):
        assert found
        return
    assert 0 < len(found.food.name) <= 80
    assert all(found.food.per_100g.get(key) is not None for key in MACROS)
    assert all(value is None or 0 <= value < 10**7 for value in found.food.per_100g.values())
    assert all(0 < measure.grams <= 5000 for measure in found.food.measures.values())


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries({key: st.decimals(0, 25, places=3) for key in MACROS[1:]}),
    st.dictionaries(st.sampled_from(NUTRIENTS[8:]), st.decimals(0, 5000, places=3), max_size=6),
    st.dictionaries(st.sampled_from(sorted({key for key, _ in MEASURES.names})), st.decimals(1, 900, places=3)),
    st.sampled_from(Language),
)
def test_what_is_accepted_can_be_written_back(
    grams: dict[str, Decimal], others: dict[str, Decimal], weights: dict[str, Decimal], language: Language
) -> None:
    protein, carbohydrate, fat = (grams[key] for key in MACROS[1:])
    told = [f"{4 * protein + 4 * carbohydrate + 9 * fat} kcal"]
    told += [f"{value}0 {key.rpartition('_')[2]} {WORDS[language](f'nutrient.{key}')}" for key, value in grams.items()]
    told += [f"{value}0 {key.rpartition('_')[2]} {WORDS[language](f'nutrient.{key}')}" for key, value in others.items()]
    told += [f"1 {MEASURES.name(key, language, Decimal(1))} = {value}0 g" for key, value in weights.items()]
    found = read("Bolo da vó: " + "; ".join(told).replace(" kcal", "0 kcal", 1), language)
    assert {**grams, **others}.items() <= found.food.per_100g.items()
    assert {key: m.grams for key, m in found.food.measures.items()} == weights
    text = food_text(
        found.food,
        found.food.name,
        lambda key: WORDS[language](f"nutrient.{key}"),
        lambda key: MEASURES.name(key, language, Decimal(1)),
        language,
    )
    assert read(text, language).food == found.food


def test_a_poured_food_and_an_alcoholic_one_are_written_back() -> None:
    for text in (
        "Suco: em 200 ml: 80 kcal, 1 g proteína, 18 g carboidrato, 0 g gordura",
        "Cerveja: 60 kcal, 0,5 g proteína, 4 g carboidrato, 0 g gordura, álcool 5,5 g",
    ):
        food = read(text).food
        written = food_text(food, food.name, lambda key: WORDS[Language.PT](f"nutrient.{key}"), str, Language.PT)
        assert read(written).food == food


def test_names_that_are_searched_by_the_same_words_are_one_food() -> None:
    assert own_slug("Pão da Vovó") == own_slug("pao da vovo") == "own/pao-vovo"


def recipe(text: str, language: Language = Language.PT) -> ReadRecipe:
    found = read_recipe(text, MEASURES, language, lambda said: meals(said, language))
    assert isinstance(found, ReadRecipe), found
    return found


def test_a_recipe_is_read_with_its_yield_and_measures() -> None:
    found = recipe(
        "Vitamina da manhã: 1 banana, 200 ml de leite, 1,5 colher de sopa de aveia; rende 350 g e 2 copos;"
        " 1 copo = 175 g"
    )
    assert found.name == "Vitamina da manhã"
    assert [(i.food, i.amount and (i.amount.value, i.amount.unit)) for i in found.items] == [
        ("banana", (Decimal(1), "unit")),
        ("leite", (Decimal(200), "ml")),
        ("aveia", (Decimal("1.5"), "tablespoon")),
    ]
    assert found.makes.grams == 350
    assert [(part.count, part.vague) for part in found.makes.parts] == [(Decimal(2), "glass")]


@pytest.mark.parametrize(
    ("makes", "language", "measures"),
    [
        ("rende 4 porções", Language.PT, {"portion": 75}),
        ("serve 4 pessoas", Language.PT, {"portion": 75}),
        ("rinde 12 rebanadas", Language.ES, {"slice": 25}),
        ("serves 4", Language.EN, {"portion": 75}),
        ("makes 600 g", Language.EN, {}),
        ("makes 500 ml", Language.EN, {"ml": Decimal("0.6")}),
    ],
)
def test_a_yield_gives_a_measure(makes: str, language: Language, measures: dict[str, Decimal]) -> None:
    found = read_recipe(f"X: 300 g rice; {makes}", MEASURES, language, lambda said: meals(said, language))
    assert isinstance(found, ReadRecipe)
    made = composed_recipe(found, [rice(300)], MEASURES)
    assert isinstance(made, OwnFood)
    assert {key: measure.grams for key, measure in made.measures.items()} == measures


def rice(grams: float) -> Ingredient:
    per_100g: Nutrients = {**dict.fromkeys(MACROS, Decimal(10)), "iron_mg": Decimal(1)}
    return Ingredient(1, "rice", Decimal(grams), per_100g)


@pytest.mark.parametrize(("makes", "why"), [("rende 10 g", Wrong.YIELD), ("rende muito", Wrong.YIELD)])
def test_a_yield_that_can_not_be_is_refused(makes: str, why: Wrong) -> None:
    found = read_recipe(f"X: 300 g arroz; {makes}", MEASURES, Language.PT, meals)
    problems = found if isinstance(found, tuple) else composed_recipe(found, [rice(300)], MEASURES)
    assert isinstance(problems, tuple)
    assert [problem.why for problem in problems] == [why]


@pytest.mark.parametrize(("text", "why"), [("Sopa", Wrong.INGREDIENTS), ("Sopa: 1 x = 3", Wrong.UNREAD)])
def test_a_recipe_without_ingredients_or_with_an_unread_one_is_refused(text: str, why: Wrong) -> None:
    found = read_recipe(text, MEASURES, Language.PT, meals)
    assert isinstance(found, tuple)
    assert [problem.why for problem in found] == [why]


def test_bullets_are_no_minus_signs() -> None:
    found = recipe("Bolo:\n- 2 ovos\n• 1 banana\n* 100 g de aveia\n-3 ovos")
    assert [(item.food, item.refused) for item in found.items] == [
        ("ovos", None),
        ("banana", None),
        ("aveia", None),
        ("ovos", Refusal.NEGATIVE),
    ]


def test_a_nutrient_is_unknown_as_soon_as_more_than_two_percent_of_the_weight_lacks_it() -> None:
    pinch = Ingredient(2, "salt", Decimal(2), {**dict.fromkeys(MACROS, Decimal(0))})
    assert composed([rice(98), pinch], Decimal(100))["iron_mg"] == Decimal("0.980")
    assert composed([rice(97), Ingredient(2, "salt", Decimal(3), pinch.per_100g)], Decimal(100))["iron_mg"] is None


@given(st.lists(st.tuples(st.integers(1, 500), st.booleans()), min_size=1, max_size=6), st.integers(50, 2000))
def test_values_are_computed_as_for_the_catalogues_recipes(told: list[tuple[int, bool]], weight: int) -> None:
    place = Place("x", 1)
    names = dict.fromkeys(Language, "x")
    usda: dict[str, Nutrients | None] = {}
    entries = {}
    ingredients = []
    for number, (grams, known) in enumerate(told):
        values: Nutrients = {**dict.fromkeys(MACROS, Decimal(number + 1)), "iron_mg": Decimal(2) if known else None}
        usda[f"s:{number}"] = values
        entries[str(number)] = Entry(str(number), names, dict.fromkeys(Language, ()), (), {}, place, f"s:{number}")
        ingredients.append(Ingredient(number, "x", Decimal(grams), values))
    parts = {str(number): Decimal(grams) for number, (grams, _) in enumerate(told)}
    entries["dish"] = Entry("dish", names, dict.fromkeys(Language, ()), (), {}, place, "", parts, Decimal(weight))
    catalogue = Catalogue(entries, (), frozenset(), frozenset())
    (dish,) = [food for food in compose(catalogue, usda) if food.entry.slug == "dish"]
    expected = {key: None if v is None else v.quantize(Decimal("0.001")) for key, v in dish.per_100g.items()}
    assert composed(ingredients, Decimal(weight)) == expected


def test_own_names_stay_one_food_when_a_message_is_read() -> None:
    names = OwnNames(["Vitamina da manhã", "Bolo de cenoura e chocolate", "'; drop table foods; --", "<b>x</b>"])
    said = "1 copo de vitamina da manhã, 2 fatias de BOLO DE CENOURA E CHOCOLATE, 10 g de <b>x</b> e 2 ovos"
    (plan,) = names.read(said, meals)
    assert [item.food for item in plan.items] == [
        "vitamina da manhã",
        "BOLO DE CENOURA E CHOCOLATE",
        "<b>x</b>",
        "ovos",
    ]
    assert plan.items[0].said == "1 copo de vitamina da manhã"


@given(st.lists(st.text(min_size=1, max_size=20), max_size=4), st.text(max_size=80))
def test_own_names_of_any_kind_never_break_the_reading(names: list[str], text: str) -> None:
    plans = OwnNames(names).read(text, meals)
    assert plans
    assert not any("alimentoproprio" in item.food for plan in plans for item in plan.items)


BAR = "200 kcal, 20 g protein, 20 g carbohydrate, 6 g fat"


@pytest.mark.parametrize(
    "text",
    ["Pão da vovó: 100 g tem 250 kcal, 8 g de proteína, 50 g de carboidrato e 2 g de gordura",
     "Pão da vovó: 50 g tem 125 kcal, 4 g de proteína, 25 g de carboidrato, 1 g de gordura",
     "Pão da vovó 100 g tem 250 kcal, 8 g de proteína, 50 g de carboidrato, 2 g de gordura",
     "Pão da vovó: cada 100 g tem: 250 kcal, 8 g de proteína, 50 g de carboidrato, 2 g de gordura",
     "Pão da vovó: 100 g tienen 250 kcal, 8 g de proteína, 50 g de carbohidratos, 2 g de grasa",
     "Pão da vovó: 100 g has 250 kcal, 8 g protein, 50 g carbs, 2 g fat"],
)  # fmt: skip
def test_what_so_many_grams_have_is_what_the_figures_are_of(text: str) -> None:
    found = read(text)
    assert (found.food.name, held(found.food)) == ("Pão da vovó", macros(250, 8, 50, 2))


@pytest.mark.parametrize(
    "text",
    [f"Protein bar: per 60 g bar {BAR}", f"Protein bar: {BAR} per 60 g bar", f"Protein bar (per 60 g bar): {BAR}",
     f"Protein bar: per bar of 60 g: {BAR}"],
)  # fmt: skip
def test_figures_of_a_measure_are_scaled_by_what_it_weighs_and_it_is_kept(text: str) -> None:
    food = read(text, Language.EN).food
    assert food.name == "Protein bar"
    assert held(food) == macros(333.333, 33.333, 33.333, 10)
    assert {key: float(measure.grams) for key, measure in food.measures.items()} == {"bar": 60}


@pytest.mark.parametrize(
    ("text", "makes"),
    [("Panqueca rende 4: 2 ovos", "4 portion"), ("Panqueca (rende 4 porções): 2 ovos", "4 portion"),
     ("Panqueca (4 porções): 2 ovos", "4 portion"), ("Panqueca, rende 8 fatias: 2 ovos", "8 slice"),
     ("Panqueca sirve 4 personas: 2 ovos", "4 portion"), ("Panqueca makes 4: 2 ovos", "4 portion")],
)  # fmt: skip
def test_a_yield_at_the_end_of_the_name_is_the_recipes(text: str, makes: str) -> None:
    found = read_recipe(text, MEASURES, Language.PT, meals)
    assert isinstance(found, ReadRecipe)
    (part,) = found.makes.parts
    assert (found.name, f"{part.count} {part.key or part.vague}") == ("Panqueca", makes)


@pytest.mark.parametrize("name", ["Rende mais", "Bolo 2 andares", "Torta que rende"])
def test_a_name_that_only_looks_like_a_yield_stays(name: str) -> None:
    found = read_recipe(f"{name}: 2 ovos", MEASURES, Language.PT, meals)
    assert isinstance(found, ReadRecipe)
    assert (found.name, found.makes.parts) == (name, ())
