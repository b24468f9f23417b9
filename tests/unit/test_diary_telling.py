"""What code alone says of a diary."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from bot.locales import load_catalogue
from bot.locales.prose import joined, show_number
from bot.markup import plain
from rag.diary.asking.claims import Claim
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.showing import Style
from rag.diary.asking.telling import LogQuestion, Teller
from rag.diary.evidence import AskedFood, Evidence, FoodTotal, Target
from rag.diary.planning.aspects import Aspect
from rag.diary.types import MACROS, NUTRIENTS, Meal, Note
from rag.types import Language
from tests.unit.lying_sentences import BEANS, BREAD, ENTRIES, RICE, SARDINE, TODAY, checker, entry, evidence, ledger

DAY, NEXT = date(2026, 11, 23), date(2026, 11, 24)
WORDS = load_catalogue()
TELLER = Teller(Style(WORDS[Language.PT], show_number, joined))


def tell(
    aspect: Aspect,
    held: Evidence | None = None,
    *,
    language: Language = Language.PT,
    fish: bool = False,
    notes: frozenset[Note] = frozenset(),
    table: bool = False,
) -> str:
    question = LogQuestion("?", ledger(language, held, fish=fish), aspect, notes)
    teller = Teller(Style(WORDS[language], show_number, joined))
    return plain("\n\n".join(teller.table(question) if table else teller.tell(question)))


def test_a_day_is_told_with_its_figures() -> None:
    told = tell(Aspect.TOTAL, evidence(ENTRIES[:2], first=DAY, last=DAY, wanted=MACROS[:2]))
    assert told.startswith("Em 23/11 (segunda) você registrou 271 kcal e 8,6 g de proteína.")


def test_a_period_is_told_with_its_sum_and_its_mean() -> None:
    told = tell(Aspect.TOTAL)
    assert "De 23/11 a 29/11 você registrou 1.427 kcal" in told
    assert "357 kcal" in told


def test_days_without_entries_are_said_not_to_count() -> None:
    assert "Há registros em 4 dos 7 dias" in tell(Aspect.MEAN)


def test_what_is_not_known_is_said() -> None:
    bare = replace(BEANS, per_100g={**BEANS.per_100g, "protein_g": None})
    partly = evidence([entry(RICE, "100", DAY, Meal.LUNCH), entry(bare, "100", DAY, Meal.LUNCH)])
    assert "Proteína: os valores são conhecidos para 50 % do peso" in tell(Aspect.TOTAL, partly)


def test_a_nutrient_of_which_nothing_is_known_is_said_to_be_unknown() -> None:
    assert "valor conhecido de fibra" in tell(Aspect.TOTAL, evidence(wanted=["fiber_g"]))


@pytest.mark.parametrize("aspect", list(Aspect))
@pytest.mark.parametrize("language", list(Language))
def test_every_aspect_is_told_in_every_language(aspect: Aspect, language: Language) -> None:
    for held in (evidence(), evidence(ENTRIES[:2], first=DAY, last=DAY), evidence([]), evidence(wanted=NUTRIENTS)):
        for fish in (False, True):
            told = tell(aspect, held, language=language, fish=fish)
            assert "/export" in told
            assert "{" not in told


def test_an_empty_log_says_so() -> None:
    assert tell(Aspect.LIST, evidence([])).startswith("De 23/11 a 29/11 não há nada registrado no seu diário.")


def test_the_highest_and_the_lowest_day_are_named() -> None:
    assert "O dia com mais sódio foi em 26/11 (quinta): 1.372 mg." in tell(Aspect.HIGHEST_DAY)
    assert "O dia com menos sódio foi ontem: 1 mg." in tell(Aspect.LOWEST_DAY)


def test_the_foods_that_gave_most_are_named_in_order() -> None:
    assert "Pão francês (1.296 mg), Sardinha (em conserva) (400 mg)" in tell(Aspect.HIGHEST_FOOD)


def test_a_food_asked_for_is_counted_with_its_days() -> None:
    told = tell(Aspect.COUNT, fish=True)
    assert "você registrou peixe 1 vez, em 1 dia: 26/11" in told
    assert "80 g, com 166 kcal" in told


def test_a_food_that_was_not_eaten_is_said_not_to_be_found() -> None:
    assert "não encontrei peixe nos seus registros" in tell(Aspect.PRESENCE, evidence(ENTRIES[:4]), fish=True)


def test_a_food_is_counted_among_all_entries_whichever_were_read() -> None:
    """SQL counts; the rows that are read are the highest in energy."""
    whole = FoodTotal("hake", SARDINE.names, 5, [DAY, date(2026, 11, 29)], Decimal(900), {"energy_kcal": Decimal(1500)},
                      (date(2026, 11, 29), Decimal(120)))  # fmt: skip
    held = replace(evidence(ENTRIES, left_out=7), asked=AskedFood("peixe", [whole], whole))
    told = plain("\n\n".join(TELLER.tell(LogQuestion("?", Ledger(held, Language.PT, TODAY), Aspect.COUNT))))
    assert "você registrou peixe 5 vezes, em 2 dias: 23/11 e 29/11" in told
    assert "900 g, com 1.500 kcal" in told
    assert "A última vez foi ontem: Sardinha (em conserva), 120 g." in told
    assert "outros 7 ficaram de fora" in told


def partly(minimum: str | None = None, maximum: str | None = None) -> Evidence:
    """Two days: all of the first's sodium is known, half of the second's, which is less."""
    bare = replace(BEANS, per_100g={**BEANS.per_100g, "sodium_mg": None})
    eaten = [entry(food, "100", day, Meal.LUNCH) for food, day in ((BREAD, DAY), (RICE, NEXT), (bare, NEXT))]
    held = evidence(eaten, last=NEXT, wanted=["sodium_mg"])
    target = Target("sodium_mg", Decimal(minimum) if minimum else None, Decimal(maximum) if maximum else None)
    return replace(held, totals=[replace(total, target=target) for total in held.totals],
                   summaries=[replace(one, over=(), under=()) for one in held.summaries])  # fmt: skip


def test_a_day_that_is_partly_known_is_never_said_to_be_within_a_maximum() -> None:
    told = tell(Aspect.OVER_TARGET, partly(maximum="700"))
    assert "em nenhum dos dias comparados (1)." in told
    assert "Sódio: em 1 dia não dá para saber" in told


def test_a_day_that_is_partly_known_is_never_said_to_be_under_a_minimum() -> None:
    told = tell(Aspect.UNDER_TARGET, partly(minimum="500"))
    assert "em nenhum dos dias comparados (1)." in told
    assert "Sódio: em 1 dia não dá para saber" in told
    assert "não dá para saber" not in tell(Aspect.UNDER_TARGET, partly(minimum="1"))


def test_no_day_is_the_lowest_where_a_partly_known_one_may_be_lower() -> None:
    assert "Não dá para saber em que dia foi menos sódio" in tell(Aspect.LOWEST_DAY, partly())


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("O dia com menos sódio foi 24/11.", False),
        ("O dia com menos sódio foi 23/11.", False),
        ("O dia com mais sódio foi 23/11.", True),
        ("O sódio passou da meta em 0 dias.", False),
        ("Nenhum dia passou da meta de sódio.", False),
    ],
)
def test_a_model_may_say_no_more_of_what_is_partly_known(said: str, holds: bool) -> None:
    judge = checker(Language.PT, partly(maximum="700"))
    assert judge.check([Claim(said, tuple(judge.rows.by_id))]).ok is holds


def test_days_over_a_target_are_named() -> None:
    assert "Sódio passou do máximo de 500 mg em 1 dia: 26/11." in tell(Aspect.OVER_TARGET)
    assert "em nenhum dos dias comparados (2)" in tell(Aspect.OVER_TARGET, evidence(ENTRIES[:4]))
    assert "não tem meta" in tell(Aspect.OVER_TARGET, evidence(maximum=None))


def test_a_list_has_every_entry_of_the_day() -> None:
    told = tell(Aspect.LIST, evidence(ENTRIES[:2], first=DAY, last=DAY))
    assert "• Almoço: Arroz branco cozido, 150 g (195 kcal)" in told
    assert "• Almoço: Feijão-preto cozido, 100 g (76 kcal)" in told


def test_a_long_list_says_how_much_it_leaves_out() -> None:
    many = [entry(RICE, str(100 + n), DAY, Meal.LUNCH) for n in range(34)]
    assert "e mais 4 registros" in tell(Aspect.LIST, evidence(many, first=DAY, last=DAY))


def test_two_days_are_told_beside_each_other_with_their_difference() -> None:
    told = tell(Aspect.COMPARE, evidence(ENTRIES[:4], last=date(2026, 11, 24)))
    assert "• 23/11: 271 kcal" in told
    assert "Em 24/11 (terça) foram 139 kcal a mais." in told


def test_what_the_clamp_changed_is_said() -> None:
    told = tell(Aspect.TOTAL, notes=frozenset(Note))
    for words in ("não disse quando", "ainda não chegou", "trocadas", "92 dias", "eu não conto"):
        assert words in told


def test_the_table_has_the_days_as_stored_and_their_sums() -> None:
    told = tell(Aspect.TOTAL, table=True)
    assert "23/11 | 271 kcal | 8,6 g de proteína | 3,5 mg de sódio" in told
    assert "total | 1.427 kcal" in told


def test_a_table_of_every_nutrient_is_short_enough_to_be_sent() -> None:
    assert len(tell(Aspect.TOTAL, evidence(wanted=NUTRIENTS), table=True)) < 4000


def test_a_day_of_another_year_is_told_with_its_year() -> None:
    past = date(2025, 12, 31)
    told = tell(Aspect.TOTAL, evidence([entry(RICE, "100", past, Meal.LUNCH)], first=past, last=past))
    assert "31/12/2025" in told


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("aspect", [Aspect.TOTAL, Aspect.MEAN, Aspect.HIGHEST_DAY, Aspect.LOWEST_DAY])
def test_codes_own_sentences_hold_against_the_same_rows(aspect: Aspect, language: Language) -> None:
    judge = checker(language)
    told = tell(aspect, evidence(wanted=["sodium_mg"]), language=language).split("\n\n")[0]
    claims = [Claim(f"{text.rstrip('.')}.", tuple(judge.rows.by_id)) for text in told.split(". ")]
    assert claims
    assert judge.check(claims).ok
