"""What can be wrong with a protocol that is well formed: every problem in one line, naming file and line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

from rag.notes.errors import NoteError
from rag.notes.toml import Location, place_of
from rag.protocols.deciding import CompiledProtocol, compile_protocol
from rag.protocols.expressions import SECOND, Compiler, Expression
from rag.protocols.sampling import Sampler
from rag.protocols.syntax import comparisons, functions
from rag.protocols.types import Alert, Criterion, FieldType, Protocol, ProtocolField, Truth
from rag.types import Section, Sentence

UNITS: Final = frozenset(
    "% anos meses semanas dias h min s ms vezes bpm mmHg kg/m2 kg g mg mcg m cm mm cm2 mm2 mL L "
    "mg/dL mg/L mg/mL g/dL g/L mcg/dL mcg/L mcg/mL ng/dL ng/mL ng/L pg/mL pg/dL mEq/L mmol/L umol/L nmol/L pmol/L "
    "UI UI/L UI/mL mUI/L mUI/mL uUI/mL".split()
)
"""Units in which numbers may be asked for: those that answers are read in."""

# Names that CEL keeps for itself: google/cel-spec, doc/langdef.md, "Syntax" and "Values".
RESERVED: Final = frozenset(
    "as break const continue else false for function if import in let loop package namespace null return true var void "
    "while bool bytes double dyn int list map null_type string type uint".split()
)

_SECTIONS: Final = {"criteria": Section.CRITERIA, "alerts": Section.WARNINGS}
_UNDECLARED = re.compile(r"undeclared reference to '(\w+)'")
_LEAD_IN = ":"
_WORD_FOR_WORD: Final = "copy the note's sentence, whole"
_OTHER_KEY: Final = "call the field something else"


@dataclass(frozen=True, slots=True)
class Written:
    """Where a protocol's own parts stand in its file; the first `shared` fields stand in another."""

    path: Path
    places: Mapping[Location, int]
    shared: int = 0

    def error(self, location: Location, problem: str, remedy: str) -> NoteError:
        """An error at a place of the protocol, or None as its line where the file doesn't tell it."""
        match location:
            case ("fields", int(at), *rest):
                location = ("fields", at - self.shared, *rest)
        return NoteError(self.path, place_of(location, self.places), problem, remedy)


@dataclass(frozen=True, slots=True)
class _Stated:
    """An expression, where it stands, and the key of what it belongs to."""

    location: Location
    key: str
    source: str


def field_problems(fields: Sequence[ProtocolField], written: Written) -> Iterator[NoteError]:
    """What is wrong with the fields that stand in this file, and with their conditions."""
    named = (*_key_problems(fields, written), *_unit_problems(fields, written))
    yield from named
    refused = tuple(_refused(_conditions(fields, written), fields, written))
    yield from refused
    if not named and not refused:
        yield from _circles(fields, written)


def protocol_problems(protocol: Protocol, sentences: Sequence[Sentence], written: Written) -> Iterator[NoteError]:
    """What is wrong with a protocol; `sentences` are those of its condition that may be said."""
    deciding = tuple(_deciding(protocol))
    basic = (*field_problems(protocol.fields, written), *_refused(deciding, protocol.fields, written))
    yield from basic
    yield from _passages(protocol, sentences, written)
    if not basic:
        yield from _meanings(compile_protocol(protocol), (*_conditions(protocol.fields, written), *deciding), written)


def _key_problems(fields: Sequence[ProtocolField], written: Written) -> Iterator[NoteError]:
    seconds = {one.key + SECOND: one.key for one in fields if one.type is FieldType.MEASUREMENTS}
    for at, one in list(enumerate(fields))[written.shared :]:
        if one.key in RESERVED:
            problem = f"'{one.key}': expressions keep this word for themselves"
            yield written.error(("fields", at, "key"), problem, _OTHER_KEY)
        if one.key in seconds:
            problem = f"'{one.key}' is the name of the second values of '{seconds[one.key]}'"
            yield written.error(("fields", at, "key"), problem, _OTHER_KEY)


def _unit_problems(fields: Sequence[ProtocolField], written: Written) -> Iterator[NoteError]:
    for at, one in list(enumerate(fields))[written.shared :]:
        if one.unit is not None and one.unit not in UNITS:
            yield written.error(("fields", at, "unit"), f"'{one.key}': unknown unit '{one.unit}'", _spelt(one.unit))


def _spelt(unit: str) -> str:
    same = [known for known in UNITS if known.casefold() == unit.casefold()]
    near = same or difflib.get_close_matches(unit, UNITS, 1)
    return f"write {near[0]}" if near else f"use one of {', '.join(sorted(UNITS))}"


def _circles(fields: Sequence[ProtocolField], written: Written) -> Iterator[NoteError]:
    compiler = Compiler.over(fields)
    needs = {one.key: compiler.compile(one.needed_when).reads for one in fields if one.needed_when}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        keys = [str(key) for key in error.args[1]]
        at = next(n for n, one in enumerate(fields) if one.key in keys)
        problem = f"fields need each other: {' → '.join(reversed(keys))}"
        yield written.error(("fields", at, "needed_when"), problem, "let one of them be asked for by itself")


def _conditions(fields: Sequence[ProtocolField], written: Written) -> Iterator[_Stated]:
    for at, one in list(enumerate(fields))[written.shared :]:
        if one.needed_when is not None:
            yield _Stated(("fields", at, "needed_when"), one.key, one.needed_when)


def _deciding(protocol: Protocol) -> Iterator[_Stated]:
    for at, criterion in enumerate(protocol.criteria):
        if criterion.when is not None:
            yield _Stated(("criteria", at, "when"), criterion.key, criterion.when)
    for at, alert in enumerate(protocol.alerts):
        yield _Stated(("alerts", at, "when"), alert.key, alert.when)
        if alert.present is not None:
            yield _Stated(("alerts", at, "present"), alert.key, alert.present)


def _refused(stated: Iterable[_Stated], fields: Sequence[ProtocolField], written: Written) -> Iterator[NoteError]:
    """What doesn't compile; nothing does where a field has a reserved name."""
    if any(one.key in RESERVED for one in fields):
        return
    compiler = Compiler.over(fields)
    for one in stated:
        try:
            compiler.compile(one.source)
        except ValueError as error:
            yield written.error(one.location, f"'{one.key}': {_explained(str(error), fields)}", "mend the expression")


def _explained(reason: str, fields: Sequence[ProtocolField]) -> str:
    found = _UNDECLARED.match(reason)
    if found is None:
        return reason
    types = {one.key: one.type for one in fields}
    if found[1] in types:
        return f"'{found[1]}' is a {types[found[1]].value}, which no expression can read"
    near = difflib.get_close_matches(found[1], types, 1)
    return f"no field is called '{found[1]}'" + (f" (there is '{near[0]}')" if near else "")


def _passages(protocol: Protocol, sentences: Sequence[Sentence], written: Written) -> Iterator[NoteError]:
    by_text = {section: [s.text for s in sentences if s.section is section] for section in _SECTIONS.values()}
    for array, section in _SECTIONS.items():
        rests: Sequence[Criterion | Alert] = protocol.criteria if array == "criteria" else protocol.alerts
        for at, one in enumerate(rests):
            if one.passage not in by_text[section]:
                location = (array, at, "passage")
                yield written.error(location, f"'{one.key}': {_stray(one.passage, section, sentences)}", _WORD_FOR_WORD)
    used = {one.passage for one in protocol.criteria}
    for text in by_text[Section.CRITERIA]:
        if text not in used and not text.endswith(_LEAD_IN):
            problem = f"no criterion rests on the note's '{text}'"
            yield written.error(("criteria",), problem, "write one, judged if it can't be computed")


def _stray(passage: str, section: Section, sentences: Sequence[Sentence]) -> str:
    elsewhere = next((s.section for s in sentences if s.text == passage), None)
    if elsewhere is not None:
        return f"its passage stands in the note's section '{elsewhere}', not in '{section}'"
    texts = [s.text for s in sentences if s.section is section]
    near = difflib.get_close_matches(passage, texts, 1)
    of_it = f"; the nearest is '{near[0]}'" if near else ""
    return f"its passage is no sentence of the note's section '{section}'{of_it}"


def _meanings(compiled: CompiledProtocol, stated: Iterable[_Stated], written: Written) -> Iterator[NoteError]:
    """What compiles and can't be meant."""
    compiler = Compiler.over(compiled.protocol.fields)
    for one in stated:
        expression = compiler.compile(one.source)
        compared = (*_beside_the_point(expression, compiled.protocol.fields), *_indexed(expression))
        dead = () if compared else _dead(compiled, expression, decides=one.location[0] == "criteria")
        for problem in (*compared, *dead):
            yield written.error(one.location, f"'{one.key}': {problem}", "mend the expression, or what it reads")


def _beside_the_point(expression: Expression, fields: Collection[ProtocolField]) -> Iterator[str]:
    """Comparisons with what no value of the field can be."""
    by_name = {name: one for one in fields for name in (one.key, one.key + SECOND)}
    for found in comparisons(expression.tree()):
        one = by_name.get(found.name)
        if one is None:
            continue
        options = [option.key for option in one.options]
        for value in found.values:
            if isinstance(value, str) and value not in options:
                yield f"'{one.key}' has no option '{value}', only {', '.join(options)}"
            if isinstance(value, float) and not _plausible(value, one):
                yield f"{value} is outside what '{one.key}' can be, {one.min} to {one.max}"


def _plausible(value: float, one: ProtocolField) -> bool:
    return (one.min is None or value >= one.min) and (one.max is None or value <= one.max)


def _indexed(expression: Expression) -> Iterator[str]:
    if "_[_]" in functions(expression.tree()):
        yield "it asks for a reading by its place, which may not be there: use exists, all, or filter and size"


def _dead(compiled: CompiledProtocol, expression: Expression, *, decides: bool) -> Iterator[str]:
    sampler = Sampler(compiled, expression)
    try:
        if not sampler.reaches(Truth.TRUE):
            yield "it is never true"
        if not sampler.reaches(Truth.FALSE):
            yield "it is never false"
        if decides and sampler.reaches(Truth.UNKNOWN):
            hanging = [key for key in expression.reads if key in compiled.needed_when]
            yield f"it can't be decided where it reads what is not asked for ({', '.join(hanging)})"
    except ValueError as error:
        yield f"it fails on some values: {error}"
