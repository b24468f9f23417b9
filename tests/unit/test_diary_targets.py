from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.diary.progress import Line, Stand, counted, targets_on
from bot.diary.target_words import NotTarget, Wanted, Wrong, is_listing, read_targets
from rag.diary.evidence import Target
from rag.diary.types import NUTRIENTS


def at_least(nutrient: str, value: str, *weekdays: int) -> Wanted:
    return Wanted(nutrient, weekdays, minimum=Decimal(value))


def at_most(nutrient: str, value: str, *weekdays: int) -> Wanted:
    return Wanted(nutrient, weekdays, maximum=Decimal(value))


def between(nutrient: str, low: str, high: str, *weekdays: int) -> Wanted:
    return Wanted(nutrient, weekdays, Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("proteína min 80", at_least("protein_g", "80")),
        ("pelo menos 80 g de proteína", at_least("protein_g", "80")),
        ("al menos 80 g de proteína", at_least("protein_g", "80")),
        ("protein at least 80 g", at_least("protein_g", "80")),
        ("no less than 80 g protein", at_least("protein_g", "80")),
        ("a minha meta de proteína é 80 no mínimo", at_least("protein_g", "80")),
        ("kcal >= 1500", at_least("energy_kcal", "1500")),
        ("kcal max 2200", at_most("energy_kcal", "2200")),
        ("até 2.200 kcal", at_most("energy_kcal", "2200")),
        ("hasta 2200 calorías", at_most("energy_kcal", "2200")),
        ("calories no more than 2,000", at_most("energy_kcal", "2000")),
        ("kcal menos de 2000", at_most("energy_kcal", "2000")),
        ("energia máx 8400 kJ", at_most("energy_kcal", "2007.648")),
        ("sódio max 2,3 g", at_most("sodium_mg", "2300")),
        ("vitamina b12 min 2,4 mcg", at_least("vitamin_b12_mcg", "2.4")),
        ("vitamin C min 0.09 g", at_least("vitamin_c_mg", "90")),
        ("gordura saturada max 20", at_most("saturated_fat_g", "20")),
        ("sat fat max 20", at_most("saturated_fat_g", "20")),
        ("fibra 25 a 40", between("fiber_g", "25", "40")),
        ("fiber 25-40 g", between("fiber_g", "25", "40")),
        ("proteína entre 80 e 120 g", between("protein_g", "80", "120")),
        ("carbo de 150 até 250", between("carbohydrate_g", "150", "250")),
        ("hierro mín 8 mg máx 40 mg", between("iron_mg", "8", "40")),
        ("hierro máx 40 mg mín 8 mg", between("iron_mg", "8", "40")),
        ("sábado kcal max 2500", at_most("energy_kcal", "2500", 5)),
        ("Saturday, kcal max 2500", at_most("energy_kcal", "2500", 5)),
        ("up to 2,200 calories on Sundays", at_most("energy_kcal", "2200", 6)),
        ("fim de semana kcal max 2500", at_most("energy_kcal", "2500", 5, 6)),
        ("segunda a sexta kcal max 2000", at_most("energy_kcal", "2000", 0, 1, 2, 3, 4)),
        ("lunes a viernes: 1800 a 2200 kcal", between("energy_kcal", "1800", "2200", 0, 1, 2, 3, 4)),
        ("sábado e domingo kcal max 2500", at_most("energy_kcal", "2500", 5, 6)),
        ("proteína 80", Wanted("protein_g", either=Decimal(80))),
        ("sem meta de sódio", Wanted("sodium_mg", removed=True)),
        ("sin meta de sodio", Wanted("sodium_mg", removed=True)),
        ("no sodium target", Wanted("sodium_mg", removed=True)),
        ("sal max 5 g", Wanted("sodium_mg", maximum=Decimal(2000), salt=True)),
    ],
)
def test_a_target_is_read_as_people_write_it(text: str, wanted: Wanted) -> None:
    assert read_targets(text) == [wanted]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("unicórnio min 3", Wrong.NUTRIENT),
        ("omega 3 min 2", Wrong.NUTRIENT),
        ("min 80", Wrong.NUTRIENT),
        ("proteína e gordura max 80", Wrong.SEVERAL),
        ("macros max 3", Wrong.SEVERAL),
        ("proteína max", Wrong.NO_VALUE),
        ("proteína max nan", Wrong.NO_VALUE),
        ("proteína max inf", Wrong.NO_VALUE),
        ("proteína min -5", Wrong.NEGATIVE),
        ("proteína min −5", Wrong.NEGATIVE),
        ("fibra 40 a 25", Wrong.REVERSED),
        ("kcal max 20001", Wrong.ABSURD),
        ("cálcio max 1000 kg", Wrong.ABSURD),
        ("proteína min 80 kcal", Wrong.UNIT),
        ("kcal max 2200 g", Wrong.UNIT),
        ("gordura max 30%", Wrong.UNREAD),
        ("gordura max 1e3", Wrong.UNREAD),
        ("fibra 10 20 30", Wrong.UNREAD),
        ("fibra 25 40", Wrong.UNREAD),
    ],
)
def test_what_is_no_target_is_refused_for_its_reason(text: str, why: Wrong) -> None:
    (wrong,) = read_targets(text)
    assert isinstance(wrong, NotTarget)
    assert wrong.why is why


def test_a_part_may_leave_out_what_the_last_one_named() -> None:
    assert read_targets("sábado: proteína min 80, max 120, kcal max 2500; kcal max 2200") == [
        at_least("protein_g", "80", 5),
        at_most("protein_g", "120", 5),
        at_most("energy_kcal", "2500", 5),
        at_most("energy_kcal", "2200"),
    ]


def test_a_nutrient_that_is_not_counted_is_not_taken_for_the_last_one() -> None:
    assert read_targets("proteína min 80, unicórnio max 3") == [
        at_least("protein_g", "80"),
        NotTarget(Wrong.NUTRIENT, "unicórnio max 3"),
    ]


def test_what_is_refused_is_told_as_it_was_written() -> None:
    assert read_targets("<i>x</i> ≥ 3") == [NotTarget(Wrong.NUTRIENT, "<i>x</i> ≥ 3")]


@pytest.mark.parametrize("text", ["", "  ", "ver", "list"])
def test_nothing_said_asks_for_the_list(text: str) -> None:
    assert is_listing(text)


@given(st.text(max_size=120) | st.lists(st.sampled_from("proteína kcal min max 80 2.200 , - a e sábado sem sat fat % g "
       "b12 vitamina d 3 …".split()), max_size=12).map(" ".join))  # fmt: skip
def test_any_text_is_read_or_refused_and_what_is_read_can_be_stored(text: str) -> None:
    for read in read_targets(text):
        if isinstance(read, Wanted):
            bounds = [v for v in (read.minimum, read.maximum, read.either) if v is not None]
            assert all(0 <= value <= 9_999_999 and value.as_tuple().exponent == -3 for value in bounds)
            assert bool(bounds) != read.removed
            assert read.minimum is None or read.maximum is None or read.minimum <= read.maximum
            assert read.nutrient in NUTRIENTS


@given(st.sampled_from(["proteína", "protein", "fibra", "sugar"]), st.decimals(0, 5_000, places=2))
def test_a_value_is_kept_as_it_was_said(nutrient: str, value: Decimal) -> None:
    (comma,) = read_targets(f"{nutrient} max {str(value).replace('.', ',')} g")
    (point,) = read_targets(f"{nutrient} max {value} g")
    assert isinstance(comma, Wanted)
    assert comma == point
    assert comma.maximum == value


MONDAY, SATURDAY = date(2026, 11, 30), date(2026, 11, 28)


def test_the_weekdays_own_target_goes_before_the_general_one() -> None:
    general = Target("energy_kcal", None, Decimal(2200))
    own = Target("energy_kcal", None, Decimal(2500), 5)
    for targets in ([general, own], [own, general]):
        assert targets_on(targets, SATURDAY) == {"energy_kcal": own}
        assert targets_on(targets, MONDAY) == {"energy_kcal": general}


def test_a_day_counts_energy_macros_and_what_has_a_target() -> None:
    assert counted([Target("iron_mg", Decimal(8)), Target("fat_g", Decimal(1))]) == (
        "energy_kcal", "protein_g", "carbohydrate_g", "fat_g", "iron_mg",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("amount", "low", "high", "stand"),
    [
        ("11", None, "10", Stand.ABOVE),
        ("10", None, "10", Stand.UNKNOWN),
        ("5", "4", "10", Stand.UNKNOWN),
        ("3", "4", None, Stand.UNKNOWN),
        ("4", "4", None, Stand.WITHIN),
        ("5", None, None, Stand.FREE),
    ],
)
def test_what_is_partly_known_is_only_told_to_be_that_much_at_least(
    amount: str, low: str | None, high: str | None, stand: Stand
) -> None:
    bounds = [None if value is None else Decimal(value) for value in (low, high)]
    assert Line("fiber_g", Decimal(amount), Decimal("0.99"), *bounds).stand is stand


@pytest.mark.parametrize(
    ("amount", "low", "high", "stand", "gap"),
    [
        ("9.999", "10", None, Stand.BELOW, "0.001"),
        ("10", "10", None, Stand.WITHIN, None),
        ("10", None, "10", Stand.WITHIN, "0"),
        ("10.001", None, "10", Stand.ABOVE, "0.001"),
        ("5", "4", "10", Stand.WITHIN, "5"),
        ("5", None, None, Stand.FREE, None),
        (None, "4", "10", Stand.UNKNOWN, None),
    ],
)
def test_bounds_are_within_and_gaps_are_exact(
    amount: str | None, low: str | None, high: str | None, stand: Stand, gap: str | None
) -> None:
    values = [None if value is None else Decimal(value) for value in (amount, low, high)]
    line = Line("fiber_g", values[0], Decimal(1), values[1], values[2])
    assert line.stand is stand
    assert line.gap == (None if gap is None else Decimal(gap))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("no mínimo 90 g de proteína e no máximo 1800 kcal",
         [at_least("protein_g", "90"), at_most("energy_kcal", "1800")]),
        ("al menos 90 g de proteína y hasta 1800 kcal", [at_least("protein_g", "90"), at_most("energy_kcal", "1800")]),
        ("at least 90 g protein and at most 1800 kcal", [at_least("protein_g", "90"), at_most("energy_kcal", "1800")]),
        ("entre 80 e 120 g de proteína e fibra 25 a 40",
         [between("protein_g", "80", "120"), between("fiber_g", "25", "40")]),
        ("sábado e domingo kcal max 2500 e proteína min 80",
         [at_most("energy_kcal", "2500", 5, 6), at_least("protein_g", "80", 5, 6)]),
        ("no mínimo 90 e no máximo 120 g de proteína", [between("protein_g", "90", "120")]),
    ],
)  # fmt: skip
def test_an_and_between_two_targets_parts_them(text: str, wanted: list[Wanted]) -> None:
    assert read_targets(text) == wanted
