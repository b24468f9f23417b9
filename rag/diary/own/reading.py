"""A food told by its figures, as on a label → an own food, or what is wrong with it. Pure, three languages at once.

"Bolo da vó: 320 kcal, 5 g de proteína, 50 g carboidrato, 10 g gordura; 1 fatia = 60 g". Per 100 g where nothing else is
said ("por porção de 30 g", "em 200 ml").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from rag.diary.catalogue.entries import ML
from rag.diary.lexis.measures import Measures
from rag.diary.lexis.words import forms, scan
from rag.diary.own import grammar
from rag.diary.own.foods import (
    ALCOHOL,
    USER,
    OwnFood,
    Problem,
    SaidMeasure,
    Wrong,
    implausible,
    levelled,
    measure_of,
    name_problem,
    read_measure,
    rounded,
    tidied,
)
from rag.diary.planning.lexing import lex
from rag.diary.planning.nutrient_names import read_nutrients
from rag.diary.reading.numerals import decimal
from rag.diary.types import MACROS, NUTRIENTS, Measure, Nutrients
from rag.types import Language

LONGEST: Final = 2_000
PORTION: Final = "portion"
_LONGEST_CLAUSE: Final = 200
_HUNDRED: Final = Decimal(100)


@dataclass(frozen=True, slots=True)
class ReadFood:
    """A food that can be stored, what was left out of it, and whether a millilitre counts as a gram (`poured`)."""

    food: OwnFood
    left_out: tuple[str, ...] = ()
    poured: bool = False


def read_food(text: str, measures: Measures, language: Language) -> ReadFood | tuple[Problem, ...]:
    """The food that `text` tells, or all that keeps it from being one. Never raises.

    A kilocalorie is 4.184 kJ.
    """
    if len(text) > LONGEST:
        return (Problem(Wrong.TOO_LONG),)
    name, rest, told_by = grammar.named(tidied(text))
    reading = _Reading(measures, language)
    if told_by:
        reading.take_reference(told_by)
    for said in grammar.BREAKS.split(rest):
        if said.strip(" .!()"):
            reading.take(said.strip())
    return reading.result(name)


@dataclass(slots=True)
class _Reading:
    """What has been read of a text, clause by clause. Values are as told, in their keys' units."""

    measures: Measures
    language: Language
    values: dict[str, Decimal] = field(default_factory=dict)
    told: list[tuple[SaidMeasure, Decimal, bool, str]] = field(default_factory=list)
    references: list[tuple[Decimal, bool]] = field(default_factory=list)
    per: list[tuple[SaidMeasure, str]] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    alcohol: Decimal | None = None
    alcoholic: bool = False

    def take(self, said: str) -> None:
        """One clause: a measure, figures, what they are of, or something to leave out."""
        level = levelled(said)
        if len(said) > _LONGEST_CLAUSE:
            self.problems.append(Problem(Wrong.UNREAD, f"{said[:40]}…"))
            return
        if grammar.NO_NUMBER.search(level):
            self.problems.append(Problem(Wrong.NOT_A_NUMBER, said))
            return
        if self._measured(said, level):
            return
        if (level := self._referred(level)) and not self._figures(said, level):
            self.left_out.append(said)

    def take_reference(self, said: str) -> None:
        """A reference by itself."""
        self._referred(levelled(said))

    def _measured(self, said: str, level: str) -> bool:
        found = grammar.MEASURED.search(level)
        told = read_measure(found["what"], self.measures, self.language) if found else None
        if found is None or told is None:
            return self._unknown_measure(said, level)
        weight, poured = grammar.grams_of(found)
        if weight is None:
            self.problems.append(Problem(Wrong.NOT_A_NUMBER, said))
        elif PORTION in (told.key, told.vague) and "=" not in found["by"]:
            self.unclear.append(said)  # the portion's weight, or what the figures are of
        else:
            self.told.append((told, weight, poured, said))
        return True

    def _unknown_measure(self, said: str, level: str) -> bool:
        """Whether the clause says what something weighs that is neither measure nor nutrient: it is left out."""
        what, equals, _ = level.partition("=")
        nutrients = read_nutrients(lex(what))
        unknown = bool(equals) and not grammar.VALUE.search(what) and not nutrients.keys
        self.left_out += [said] if unknown else []
        return unknown

    def _referred(self, level: str) -> str:
        """The clause without what the figures are of."""
        if found := grammar.PER.search(level):
            after = self._weighed_per(found, level[found.end() :])
            level = f"{level[: found.start()]} {after}"
            return level if re.search(r"\d", level) else ""
        if sentence := grammar.OF_WEIGHT.search(level):
            self._refer(sentence)
            return level[sentence.end() :].strip(" :")
        return self._each(level)

    def _refer(self, found: re.Match[str]) -> tuple[Decimal | None, bool]:
        weight, poured = grammar.grams_of(found)
        if weight is None:
            self.problems.append(Problem(Wrong.NOT_A_NUMBER, found.group()))
        else:
            self.references.append((weight, poured))
        return weight, poured

    def _weighed_per(self, found: re.Match[str], after: str) -> str:
        """Takes "por porção de 30 g", "per 60 g bar"; what follows it in the clause."""
        weight, poured = self._refer(found)
        words = scan(after)
        told = None if found["portion"] else self.measures.at(forms(words), 0)
        if told is not None and told.vague == "some":
            told = None
        if weight is not None and (found["portion"] or told):
            said = SaidMeasure(Decimal(1), told.key, told.vague) if told else SaidMeasure(Decimal(1), PORTION)
            self.told.append((said, weight, poured, found.group()))
        return after[words[told.end - 1].end :] if told else after

    def _each(self, level: str) -> str:
        """The clause without the measure that the figures are of ("80 kcal por fatia", "por fatia: 80 kcal")."""
        for found in grammar.EACH.finditer(level):
            words = scan(level[found.end() :])
            told = self.measures.at(forms(words), 0)
            if told is not None and told.vague != "some":
                end = found.end() + words[told.end - 1].end
                one = SaidMeasure(Decimal(1), told.key, told.vague)
                self.per.append((one, level[found.start() : end]))
                if weighed := grammar.MEASURE_WEIGHT.match(level, end):
                    weight, poured = grammar.grams_of(weighed)
                    self.told += [] if weight is None else [(one, weight, poured, weighed.group())]
                    end = weighed.end()
                return f"{level[: found.start()]} {level[end:]}".strip(" :")
        return level.strip()

    def _figures(self, said: str, level: str) -> bool:
        """Whether the clause's figures have been taken, or complained of."""
        percent = grammar.PERCENT.search(level)
        if percent and grammar.ALCOHOLIC.search(level):
            self.alcoholic, volume = True, decimal(percent[1])
            self.alcohol = volume * grammar.ETHANOL if volume is not None and volume <= _HUNDRED else None
            return False
        level = grammar.PERCENT.sub(" ", level)
        found = list(grammar.VALUE.finditer(level))
        if not found:
            return self._alcoholic(level) or self._weight(said, level) or self._unweighed(said, level)
        if grammar.about_measure(self.measures, grammar.VALUE.sub(" ", level)):  # "1 fatia tem 80 kcal"
            self.problems.append(Problem(Wrong.REFERENCE, said))
        taken = [self._figure(said, value, words) for value, words in grammar.parted(level, found)]
        return all(taken)

    def _figure(self, said: str, found: re.Match[str], words: str) -> bool:
        unit = next(unit for unit, _ in grammar.UNITS if found[unit])
        number = decimal(found["number"])
        if number is None or found["sign"]:
            self.problems.append(Problem(Wrong.NEGATIVE if found["sign"] else Wrong.NOT_A_NUMBER, said))
            return True
        if unit in {"kcal", "kj"}:
            self._keep(MACROS[0], number if unit == "kcal" else rounded(number * grammar.KJ), said, sure=unit == "kcal")
            return True
        grams = number * grammar.GRAMS[unit]
        if grammar.ALCOHOLIC.search(words):
            self.alcoholic, self.alcohol = True, grams
            return False
        nutrients = read_nutrients(lex(words))
        if len(nutrients.keys) != 1 or nutrients.uncounted or nutrients.keys[0] == MACROS[0]:
            return not nutrients.keys and not nutrients.uncounted and self._weight(said, f"{found.group()} {words}")
        key = nutrients.keys[0]
        salt = grammar.SODIUM_OF_SALT if key == "sodium_mg" and grammar.SALT.search(words) else 1
        self._keep(key, grams * salt / grammar.GRAMS[key.rpartition("_")[2]], said)
        return True

    def _weight(self, said: str, level: str) -> bool:
        """A weight of nothing, or of a portion or a measure: perhaps what the figures are of, and perhaps not."""
        found = grammar.WEIGHED.search(level)
        if found is None:
            return False
        words = f"{level[: found.start()]} {level[found.end() :]}"
        if any(c.isalpha() for c in words) and not grammar.about_measure(self.measures, words):
            return False
        self.unclear.append(said)
        return True

    def _unweighed(self, said: str, level: str) -> bool:
        """A measure alone ("1 fatia, 80 kcal"): perhaps what the figures are of."""
        about = grammar.about_measure(self.measures, level)
        self.unclear += [said] if about else []
        return about

    def _alcoholic(self, level: str) -> bool:
        """Nothing but that it has alcohol, as a food is written back."""
        alone = bool(re.fullmatch(r"\W*(?:com\s+|con\s+|with\s+)?(?:alcool|alcohol)\W*", level))
        self.alcoholic = self.alcoholic or alone
        return alone

    def _keep(self, key: str, value: Decimal, said: str, *, sure: bool = True) -> None:
        """One figure a nutrient; energy told in kcal and in kJ is one figure."""
        before = self.values.get(key)
        if before is None:
            self.values[key] = value
        elif key == MACROS[0] and abs(before - value) <= max(Decimal(2), value / 50):
            self.values[key] = value if sure else before
        elif before != value:
            self.problems.append(Problem(Wrong.TWICE, said, (key,)))

    # All of it together

    def result(self, name: str) -> ReadFood | tuple[Problem, ...]:
        """The food, or what is wrong."""
        problems = list(self.problems)
        if (wrong := name_problem(name)) is not None:
            problems.insert(0, wrong)
        if about := grammar.amount_in_name(name, self.measures, self.language):
            problems.append(Problem(Wrong.REFERENCE, about))
        reference, poured = self._reference(problems)
        missing = tuple(key for key in MACROS if key not in self.values)
        if missing:
            problems.append(Problem(Wrong.MISSING, nutrients=missing))
        if problems or not reference:
            return tuple(problems)
        scale = _HUNDRED / reference
        per_100g: Nutrients = {key: rounded(self.values[key] * scale) for key in NUTRIENTS if key in self.values}
        tags = frozenset({ALCOHOL}) if self.alcoholic else frozenset[str]()
        alcohol = None if self.alcohol is None else self.alcohol * scale
        if wrong_figures := implausible(per_100g, tags, alcohol):
            return wrong_figures
        kept = dict(self._kept_measures(poured=poured))
        return ReadFood(OwnFood(name, per_100g, kept, tags), tuple(dict.fromkeys(self.left_out)), poured)

    def _reference(self, problems: list[Problem]) -> tuple[Decimal | None, bool]:
        """How many grams the figures are of, and whether they were told in millilitres."""
        references = set(self.references)
        for said, words in self.per:
            weights = [(w / told.count * said.count, poured) for told, w, poured, _ in self.told if _same(said, told)]
            if not weights:
                problems.append(Problem(Wrong.REFERENCE, words.strip()))
            references.update(weights[:1])
        if not self.references and not self.per:
            problems.extend(Problem(Wrong.REFERENCE, said) for said in self.unclear)
        else:
            self.left_out.extend(self.unclear)
        if len(references) > 1 or any(weight <= 0 for weight, _ in references):
            problems.append(Problem(Wrong.REFERENCE, ", ".join(f"{weight:f} g" for weight, _ in sorted(references))))
            return None, False
        return next(iter(references), (_HUNDRED, False))

    def _kept_measures(self, *, poured: bool) -> Iterator[tuple[str, Measure]]:
        if poured:
            yield ML, Measure(Decimal(1), USER)
        for told, weight, in_millilitres, said in self.told:
            made = None if in_millilitres and not poured else measure_of(told, weight, self.measures)
            if made is None:
                self.left_out.append(said)
            else:
                yield made


def _same(one: SaidMeasure, other: SaidMeasure) -> bool:
    return (one.key or one.vague) == (other.key or other.vague)
