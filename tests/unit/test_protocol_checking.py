from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from rag.notes.errors import NoteError, NoteErrors
from rag.notes.toml import line_of, places
from rag.protocols.checking import RESERVED, UNITS
from rag.protocols.expressions import Compiler
from rag.protocols.loading import load_protocol
from rag.protocols.reading import Told, read_answer
from rag.types import Language
from tests.unit.protocol_samples import ABOUT, CALL, CONDITION, NAME, SEVERE, SEVERE_WHEN, SUSPECTED, WHOLE, saved
from tests.unit.test_protocol_expressions import field

JUDGED = '[criteria.question]\npt = "Há?"\nes = "¿Hay?"\nen = "Any?"\n'


def problems(path: Path) -> Iterator[str]:
    try:
        load_protocol(path, CONDITION)
    except (NoteError, NoteErrors) as error:
        yield from str(error).splitlines()


def of(folder: Path, old: str, new: str) -> str:
    assert old in WHOLE
    found = list(problems(saved(folder, WHOLE.replace(old, new))))
    assert all(f"{NAME}" in line for line in found)
    return "\n".join(found)


def of_when(folder: Path, source: str) -> str:
    return of(folder, f"'{SEVERE_WHEN}'", f"'''{source}'''")


def test_a_right_protocol_has_no_problem(tmp_path: Path) -> None:
    assert list(problems(saved(tmp_path, WHOLE))) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("wait > 120.0", "no field is called 'wait' (there is 'weight')"),
        ("bmi > 120.0", "no field is called 'bmi'; "),
        ("swelling && weight > 120", "found no matching overload for '_>_' applied to '(double, int)' (column 20)"),
        ("swelling == 1.0", "found no matching overload for '_==_'"),
        ('story == "x"', "'story' is a text, which no expression can read"),
        ("swelling &&", "Syntax error: mismatched input '<EOF>'"),
        ("weight + 1.0", "it gives DOUBLE, not bool"),
        ('nyha == "V"', "'nyha' has no option 'V', only iii, iv"),
        ('nyha in ["iv", "v"]', "'nyha' has no option 'v', only iii, iv"),
        ("swelling && weight > 1200.0", "1200.0 is outside what 'weight' can be, 20.0 to 300.5"),
        ("pressure.exists(r, r > 500.0)", "500.0 is outside what 'pressure' can be, 30.0 to 300.0"),
        ("500.0 < pressure[0]", "500.0 is outside what 'pressure' can be"),
        ("pressure[0] > 100.0", "it asks for a reading by its place"),
        ("swelling && weight > 300.5", "it is never true"),
        ("swelling && !swelling", "it is never true"),
        ("swelling || !swelling", "it is never false"),
        ("true", "it is never false"),
        ("swelling && weight > 200.0 && weight < 100.0", "it is never true"),
        ("pressure.filter(r, r > 140.0).size() >= 0", "it is never false"),
        ("pressure.filter(r, r > 140.0).size() >= 11", "it is never true"),
        ("pressure.size() < 2", "it is never true"),
        ("weight > 120.0", "it can't be decided where it reads what is not asked for (weight)"),
        ('nyha == "iv" && weight > 120.0', "it can't be decided where it reads what is not asked for (weight)"),
        ("!swelling && weight > 120.0", "it is never true"),
        ("nyha.matches('(')", "it fails on some values"),
    ],
)
def test_an_expression_that_cannot_decide_rightly_is_an_error_at_its_line(
    tmp_path: Path, source: str, said: str
) -> None:
    message = of_when(tmp_path, source)
    assert said in message
    assert f"{NAME}:{line_of(WHOLE, SEVERE_WHEN)}: 'severe': " in message


@pytest.mark.parametrize(
    "source",
    [
        "swelling && weight > 300.0",
        "swelling && weight >= 300.5",
        "pressure.filter(r, r > 140.0).size() >= 3",
        "pressure.exists(r, r > 140.0) && !pressure.all(r, r > 140.0)",
        "pressure_second.exists(r, r >= 120.0)",
        "swelling && weight / 2.0 > 120.0",
        " && ".join(["pressure.exists(r, r > 140.0)", 'nyha == "iv"', "pressure.size() > 3", "swelling"] * 3),
    ],
)
def test_an_expression_that_can_be_true_and_false_is_none(tmp_path: Path, source: str) -> None:
    assert of_when(tmp_path, source) == ""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (SEVERE, SEVERE[:-1], "'severe': its passage is no sentence of the note's section 'criteria'; the nearest is"),
        (SEVERE, ABOUT, "'severe': its passage stands in the note's section 'about', not in 'criteria'"),
        (SEVERE, CALL, "'severe': its passage stands in the note's section 'warnings', not in 'criteria'"),
        (CALL, SEVERE, "'crisis': its passage stands in the note's section 'criteria', not in 'warnings'"),
        ("pressure.exists(r, r > 180.0)", "pressure.exists(r, r > 300.0)", "'crisis': it is never true"),
        ('needed_when = "swelling"', 'needed_when = "swollen"', "'weight': no field is called 'swollen'"),
        ('needed_when = "swelling"', 'needed_when = "weight > 50.0"', "fields need each other: weight → weight"),
        ("required = false", 'needed_when = "weight > 9.0"', "fields need each other: "),
        ('unit = "kg"', 'unit = "Kg"', "'weight': unknown unit 'Kg'; write kg"),
        ('key = "story"', 'key = "string"', "'string': expressions keep this word for themselves"),
        ('key = "story"', 'key = "pressure_second"', "is the name of the second values of 'pressure'"),
    ],
)
def test_a_part_that_does_not_fit_the_note_or_the_others_is_an_error_at_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert f":{line_of(WHOLE, old)}: " in of(tmp_path, old, new)
    assert said in of(tmp_path, old, new)


def test_a_sentence_on_which_no_criterion_rests_is_an_error(tmp_path: Path) -> None:
    message = of(tmp_path, f'"{SEVERE}"', f'"{SUSPECTED}"')
    assert f"no criterion rests on the note's '{SEVERE}'" in message


def test_several_criteria_may_rest_on_one_sentence(tmp_path: Path) -> None:
    more = f'[[criteria]]\nkey = "also"\npassage = "{SEVERE}"\n{JUDGED}[[alerts]]'
    assert of(tmp_path, "[[alerts]]", more) == ""


def test_all_problems_are_said_at_once(tmp_path: Path) -> None:
    text = WHOLE.replace('"kg"', '"arroba"').replace("weight > 120.0", "wait > 120.0").replace(SUSPECTED, "Outra.")
    found = list(problems(saved(tmp_path, text)))
    assert len(found) == 4
    assert [line.split(": ")[1][:8] for line in found][:2] == ["'weight'", "'severe'"]


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_a_known_unit_is_one_that_answers_are_read_in(unit: str) -> None:
    asked = field("amount", "number", unit=unit, min=0.0, max=500.0)
    told = read_answer(f"12 {unit}", asked, Language.PT, date(2026, 5, 4))
    assert isinstance(told, Told)
    assert told.value == 12


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_one_that_cel_refuses(word: str) -> None:
    with pytest.raises(ValueError, match=r"Syntax|declared|overload|reserved"):
        Compiler.over([field(word, "number")]).compile(f"{word} > 1.0")


def test_places_of_tables_within_tables_and_of_their_keys() -> None:
    found = places("a = 1\n[[f]]\nk = 2\n[f.l]\npt = 3\n[[f.o]]\nk = 4\n[[f.o]]\nk = 5\n[[f]] # x\nk = 6\n[t]\nk = 7\n")
    assert found == {
        ("a",): 1,
        ("f", 0): 2,
        ("f", 0, "k"): 3,
        ("f", 0, "l"): 4,
        ("f", 0, "l", "pt"): 5,
        ("f", 0, "o", 0): 6,
        ("f", 0, "o", 0, "k"): 7,
        ("f", 0, "o", 1): 8,
        ("f", 0, "o", 1, "k"): 9,
        ("f", 1): 10,
        ("f", 1, "k"): 11,
        ("t",): 12,
        ("t", "k"): 13,
    }
