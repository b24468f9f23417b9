"""A message about food → what was eaten, how much, when. Rules alone, three languages at once, linear time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from rag.diary.lexis.edible import edible
from rag.diary.lexis.measures import UNIT, Measures
from rag.diary.lexis.words import Word, clean, forms, phrase, scan
from rag.diary.reading.amounts import AmountReader
from rag.diary.reading.intent import Stance, asks_again, is_alien, is_clinical, is_log, is_symptom, stance
from rag.diary.reading.items import ItemReader
from rag.diary.reading.sifting import sifted, spelt, undenied, untagged
from rag.diary.reading.timing import Timing, differing, merged
from rag.diary.reading.timings import MomentReader
from rag.diary.types import Amount, Intent, LogPlan, Meal, Moment, Refusal, SaidItem
from rag.types import Language
from rag.wording import Lexicon, load_lexicon

Known = Callable[[str], bool]
_NONE: Final = LogPlan(Intent.NONE)
_ENGLISH: Final = frozenset("of the and had ate with i my some for".split())
_ROMANCE: Final = frozenset("de com con e y comi tomei um uma una".split())
_SPANISH: Final = frozenset("y con los las el una comimos huevos huevo".split())
_MEAL_NOUNS: Final = {
    "cafe": Meal.BREAKFAST, "lanche": Meal.AFTERNOON_SNACK, "merienda": Meal.AFTERNOON_SNACK, "cena": Meal.DINNER,
    "comida": Meal.LUNCH, "ceia": Meal.SUPPER, "supper": Meal.SUPPER, "snack": Meal.AFTERNOON_SNACK,
    "once": Meal.AFTERNOON_SNACK, "lanchinho": Meal.AFTERNOON_SNACK,
}  # fmt: skip


def nothing_known(_: str) -> bool:
    """Knows no food."""
    return False


def read_log(
    text: str, measures: Measures, language: Language, *, asked: bool = False, known: Known = nothing_known
) -> LogPlan:
    """What `text` tells of food. Never raises.

    `asked`: it was given to be logged, so that a bare list is enough. `known` says whether a phrase as a whole is a
    food's name ("pão com manteiga"). Of a message of several meals or days nothing is read: see `read_meals`.
    """
    plans = read_meals(text, measures, language, asked=asked, known=known)
    return plans[0] if len(plans) == 1 else _NONE


def read_meals(
    text: str, measures: Measures, language: Language, *, asked: bool = False, known: Known = nothing_known
) -> tuple[LogPlan, ...]:
    """As `read_log`, one plan a meal told of ("no café 2 ovos; no almoço arroz e feijão"); at least one."""
    words = untagged(scan(clean(text)))
    words = undenied(words, english=_is_english(forms(words), language))
    told = phrase(words)
    said = stance(told)
    if said is Stance.NEVER or not words:
        return (_NONE,)
    if asks_again(told):
        return (_again(words),)
    if not asked and is_clinical(told):
        return (_NONE,)
    words = spelt(sifted(words) if asked else words, measures)
    timings = MomentReader.of(words, month_first=language is Language.EN).timings()
    cuts = _cuts(words, timings) if differing(timings) else [(words, timings)]
    plans = [_plan(part, when, said, _Ways(measures, language, known, asked)) for part, when in cuts]
    if is_symptom(told) and not any(item.amount for plan in plans for item in plan.items):
        return (_NONE,)  # told to be advised, not to be logged
    return tuple(plans) if all(plan.intent is Intent.LOG for plan in plans) else (_NONE,)


def read_amount(text: str, measures: Measures, language: Language) -> Amount | Refusal | None:
    """The amount that the whole of `text` says, politeness aside ("foram 3", "150 g"); a reason where it is none.

    None where it says no amount, or too little ("um copo").
    """
    words = scan(clean(text))
    lists = _lexicon().lists
    begin, shapes = 0, forms(words)
    reader = _reader(words, measures, language)
    said = reader.at(0)
    while begin < len(words) and (said is None or said.vague == "some"):
        begin = max(lists["polite"].ends(shapes, begin), default=begin + 1 if not words[begin].is_text else len(words))
        said = reader.at(begin) if begin < len(words) else None
    if said is None:
        return None
    rest = [word.form for word in words[said.end :] if word.is_text or word.is_number]
    if rest and not _lexicon().covered(rest, ["polite"]):
        return None
    return said.refused or said.amount


@dataclass(frozen=True, slots=True)
class _Ways:
    """How a part of a message is read."""

    measures: Measures
    language: Language
    known: Known
    asked: bool


def _plan(words: Sequence[Word], timings: Sequence[Timing], said: Stance, ways: _Ways) -> LogPlan:
    taken = {place for timing in timings for place in range(timing.start, timing.end)}
    kept = [word for at, word in enumerate(words) if at not in taken]
    reader = _reader(kept, ways.measures, ways.language)
    if not ways.asked:  # talk may be anything else: only what is all food counts
        strict, leftover = ItemReader.of(reader, ways.known).read()
        if not is_log(strict, said, ways.known, leftover=leftover):
            return _NONE
    found, _ = ItemReader.of(reader, ways.known, edible()).read()
    foods = tuple(item for item in found if not is_alien(item) or _is_meant(item))
    foods = tuple(item for item in foods if not _is_measure(item.food, ways.measures))
    if _lexicon().has(forms(kept), "shared"):
        foods = tuple(
            replace(item, amount=None, vague=UNIT if item.amount else item.vague, count=None) for item in foods
        )
    return LogPlan(Intent.LOG, foods, merged(timings)) if foods else _NONE


def _is_meant(item: SaidItem) -> bool:
    """Whether so much of a food is said that it is asked about, whatever else is said with it."""
    said = item.amount is not None or item.refused is not None
    return said and not is_clinical(item.food) and any(edible().is_food(word.form) for word in scan(item.food))


def _is_measure(food: str, measures: Measures) -> bool:
    """Whether what stands for a food is a measure alone ("uma tigela"), and no food's name ("um bife")."""
    shapes = forms(scan(food))
    found = measures.at(shapes, 0)
    whole = found is not None and found.end == len(shapes) and found.vague != "some"
    return whole and not edible().is_name(food) and not any(edible().is_food(shape) for shape in shapes[-1:])


def _reader(words: Sequence[Word], measures: Measures, language: Language) -> AmountReader:
    shapes = {word.form for word in words}
    english = _is_english(shapes, language)
    spanish = language is Language.ES or bool(shapes & _SPANISH)
    return AmountReader.of(words, measures, english=english, spanish=spanish)


def _is_english(shapes: Iterable[str], language: Language) -> bool:
    found = set(shapes)
    return bool(found & _ENGLISH) or (language is Language.EN and not found & _ROMANCE)


def _cuts(words: Sequence[Word], timings: Sequence[Timing]) -> list[tuple[list[Word], list[Timing]]]:
    """The message cut before each timing that follows a break, where it tells of a meal that was not told yet."""
    groups: list[tuple[int, list[Timing]]] = []
    for timing in timings:
        if groups and (timing.moment.meal is None or not differing([*groups[-1][1], timing])):
            groups[-1][1].append(timing)
        else:
            groups.append((timing.start if groups else 0, [timing]))
    ends = [start for start, _ in groups[1:]] + [len(words)]
    return [
        (list(words[start:end]), [_moved(timing, start) for timing in when])
        for (start, when), end in zip(groups, ends, strict=True)
    ]


def _moved(timing: Timing, by: int) -> Timing:
    return replace(timing, start=timing.start - by, end=timing.end - by)


def _again(words: Sequence[Word]) -> LogPlan:
    """As in "o mesmo de ontem", "repete o almoço de ontem", if it says nothing else."""
    lexicon = _lexicon()
    shapes = forms(words)
    timings = MomentReader.of(words).timings()
    asked = _first_again(shapes)
    taken = {place for timing in timings for place in range(timing.start, timing.end)}
    rest = [shape for at, shape in enumerate(shapes) if at not in taken and words[at].is_text]
    meal = next((_MEAL_NOUNS[shape] for shape in rest if shape in _MEAL_NOUNS), None)
    rest = [shape for shape in rest if shape not in _MEAL_NOUNS]
    if rest and not lexicon.covered(rest, ["again"]):
        return _NONE
    again = _other(merged([timing for timing in timings if timing.end > asked]), meal)
    if again == Moment():
        return _NONE
    return LogPlan(Intent.REPEAT, (), merged([timing for timing in timings if timing.end <= asked]), again)


def _other(again: Moment, meal: Meal | None) -> Moment:
    return replace(again, meal=meal) if meal and again.meal is None else again


def _first_again(shapes: Iterable[str]) -> int:
    return next((at for at, shape in enumerate(shapes) if asks_again(shape)), 0)


@cache
def _lexicon() -> Lexicon:
    return load_lexicon(Path(__file__).with_name("reading.toml"))
