"""When a hit is taken without a question, and how misspelt words are read."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from decimal import Decimal

import pytest

from rag.diary.foods.kitchen import Kitchen
from rag.diary.foods.resolving import Outcome, Resolver, Settled, Unsettled, clear, likely
from rag.diary.lexis.wording import normalised
from rag.diary.types import Amount, Food, FoodHit, Match, Measure, SaidItem
from rag.types import Language

NAMES = dict.fromkeys(Language, "x")


def hit(match: Match, score: float, *, own: bool = False) -> FoodHit:
    return FoodHit(Food(1, "x", NAMES, "usda", {}, own=own), match, score)


@pytest.mark.parametrize("score", [1.0, 0.95])
def test_a_name_in_the_persons_language_is_certain(score: float) -> None:
    assert clear([hit(Match.EXACT, score)], single=True)


def test_a_single_word_that_only_another_language_has_is_asked_about() -> None:
    assert not clear([hit(Match.EXACT, 0.9)], single=True)


def test_several_words_of_another_language_are_a_name() -> None:
    assert clear([hit(Match.EXACT, 0.9)])


def test_ones_own_food_is_certain_in_any_language() -> None:
    assert clear([hit(Match.EXACT, 0.9, own=True)], single=True)


def test_two_foods_of_one_name_are_asked_about() -> None:
    assert not clear([hit(Match.EXACT, 1), hit(Match.EXACT, 1)])


@pytest.mark.parametrize("match", [Match.SPELLING, Match.TAG])
def test_what_is_spelt_alike_or_of_a_category_is_asked_about(match: Match) -> None:
    assert not clear([hit(match, 1)])


def test_the_words_of_a_name_are_certain_where_no_other_food_comes_near() -> None:
    first = hit(Match.WORDS, 0.8)
    assert (clear([first]), clear([first, hit(Match.WORDS, 0.75)])) == (True, False)


class NamedFinder:
    """Knows one food by its name, and finds another one for everything else by spelling."""

    def __init__(self, name: str, match: Match = Match.EXACT) -> None:
        self.name, self.match, self.asked = name, match, list[str]()

    async def search(
        self, owner: uuid.UUID, phrases: Sequence[str], language: Language, limit: int = 8
    ) -> list[list[FoodHit]]:
        self.asked += phrases
        return [[hit(self.match, 1) if phrase == self.name else hit(Match.SPELLING, 0.9)] for phrase in phrases]


class NoIndex:
    """An index that is never read from: no word here means several foods."""

    async def by_words(self, *_: object) -> list[list[FoodHit]]:
        raise AssertionError

    async def near(self, *_: object) -> list[list[FoodHit]]:
        raise AssertionError

    async def named(self, *_: object) -> list[Food]:
        raise AssertionError

    async def foods(self, *_: object) -> list[Food]:
        raise AssertionError


async def outcome(said: str, finder: NamedFinder) -> Outcome:
    item = SaidItem(f"100 g de {said}", said, Amount(Decimal(100), "g", "100 g"))
    resolver = Resolver(finder, NoIndex(), Kitchen({}, {}), normalised)
    (found,) = await resolver.resolve(uuid.UUID(int=0), [item], Language.PT)
    return found


@pytest.mark.parametrize(
    ("said", "name"), [("bannana", "banana"), ("peito de frago grelhado", "peito de frango grelhado")]
)
async def test_a_misspelt_food_that_can_be_one_only_is_settled(said: str, name: str) -> None:
    assert isinstance(await outcome(said, NamedFinder(name)), Settled)


async def test_a_misspelt_word_alone_is_settled_by_a_whole_name_only() -> None:
    assert isinstance(await outcome("bannana", NamedFinder("banana", Match.WORDS)), Unsettled)


@pytest.mark.parametrize("said", ["Zuprex", "mantega", "jogos"])
async def test_what_may_be_anything_is_asked_about_and_searched_once(said: str) -> None:
    finder = NamedFinder("banana")
    assert isinstance(await outcome(said, finder), Unsettled)
    assert finder.asked == [said]


async def test_a_known_name_is_never_respelt() -> None:
    finder = NamedFinder("bannana")  # somebody's own food may be called so
    assert isinstance(await outcome("bannana", finder), Settled)
    assert finder.asked == ["bannana"]


def drink(**measures: int) -> Food:
    kept = {key: Measure(Decimal(grams), "own") for key, grams in measures.items()}
    return Food(1, "x", NAMES, "usda", {}, kept, frozenset({"beverage"}))


def offered(food: Food, vague: str | None = None, **more: Decimal) -> list[tuple[str, Decimal]]:
    resolver = Resolver(NamedFinder("x"), NoIndex(), Kitchen({}, {}), normalised)
    portions = [choice.portion for choice in resolver.portions(food, vague, **more)]
    return [(one.amount.unit, one.grams) for one in portions if one]


def test_a_drink_is_offered_by_what_it_is_drunk_from() -> None:
    assert [unit for unit, _ in offered(drink(serving_spoon=30, mug=300, glass_american=150))] == [
        "glass_american",
        "mug",
    ]


def test_spoons_are_offered_of_a_drink_that_has_nothing_else() -> None:
    assert offered(drink(tablespoon=15)) == [("tablespoon", Decimal(15))]


def test_the_count_of_a_vague_measure_multiplies_its_kinds() -> None:
    assert offered(drink(glass_american=150, mug=300), "glass", count=Decimal(2)) == [
        ("glass_american", Decimal(300)),
        ("mug", Decimal(300)),
    ]


def test_the_amount_that_stands_is_not_offered_again() -> None:
    assert offered(drink(glass_american=150, mug=300), beside=Decimal(150)) == [("mug", Decimal(300))]


@pytest.mark.parametrize(("match", "score"), [(Match.SPELLING, 0.45), (Match.MEANING, 0.3)])
def test_what_is_only_a_little_alike_is_not_offered(match: Match, score: float) -> None:
    assert likely("xyzzy", [hit(match, score)], normalised) == []
    assert likely("xyzzy", [hit(match, 0.8)], normalised)
