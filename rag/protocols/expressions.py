"""A protocol's expressions: CEL (Common Expression Language, github.com/google/cel-spec), type-checked, three-valued.

A fact that is not known is absent. Then `&&` and `||` give Kleene's logic, since CEL lets either side absorb an error
of the other, and every other operator is unknown with any of its operands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from cel_expr_python import cel  # type: ignore[import-untyped]

from rag.protocols.syntax import Node, read_tree
from rag.protocols.types import Facts, FieldType, ProtocolField, Truth, Value

SECOND: Final = "_second"
"""What follows a measurements' key in the name of the list of its pairs' second values."""

Plain = float | bool | str | list[float]
"""A value as an expression reads it."""

_TOKEN = re.compile(
    r"""(?P<quoted>[rRbB]{0,2}(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"))"""
    r"""|(?P<comment>//[^\n]*)|(?P<number>\d[\w.]*)|(?P<member>\.\s*[A-Za-z_]\w*)|(?P<name>[A-Za-z_]\w*)""",
    re.DOTALL,
)
_MACRO = re.compile(r"\.\s*(?:all|exists|exists_one|existsOne|map|filter)\s*\(\s*([A-Za-z_]\w*)\s*,")
_MISSING = re.compile(r'UNKNOWN: No value with name "\w+" found in Activation')
_REFUSED = re.compile(r"ERROR: <input>:(\d+):(\d+): (.+)")


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled condition. `reads` are the keys of the fields that it reads, each once, in its order."""

    source: str
    reads: tuple[str, ...]
    _fields: tuple[ProtocolField, ...] = field(repr=False)
    _program: cel.Expression = field(repr=False, compare=False)

    def truth(self, facts: Facts) -> Truth:
        """Whether it holds: UNKNOWN where that depends on a fact that is absent or not known to the patient.

        Raises ValueError for a value that its field can't have, and for an error that no fact would mend.
        """
        result = self._program.eval(data=dict(self._values(facts)))
        said = result.plain_value()
        if isinstance(said, bool):
            return Truth.TRUE if said else Truth.FALSE
        if result.type() == cel.Type.ERROR and _MISSING.fullmatch(str(said)):
            return Truth.UNKNOWN
        raise ValueError(f"'{self.source}': {said}")

    def tree(self) -> Node:
        """Its syntax tree."""
        return read_tree(self._program.serialize())

    def _values(self, facts: Facts) -> Iterator[tuple[str, Plain]]:
        for read in self._fields:
            fact = facts.get(read.key)
            if fact is not None and fact.value is not None:
                yield from plain_values(read, fact.value)


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles expressions over the same fields."""

    fields: dict[str, ProtocolField]
    _environment: cel.Env

    @classmethod
    def over(cls, fields: Iterable[ProtocolField]) -> Compiler:
        """A compiler whose expressions may read `fields`; those of dates and of texts are not readable."""
        by_key = {one.key: one for one in fields}
        return cls(by_key, cel.NewEnv(variables=dict(_variables(by_key.values()))))

    def compile(self, source: str) -> Expression:
        """Raises ValueError with CEL's own reason in one line; with its place, where CEL tells it."""
        for name in _MACRO.findall(source):
            if name.removesuffix(SECOND) in self.fields:
                raise ValueError(f"'{name}' is a field: call the macro's variable something else")
        try:
            program = self._environment.compile(source)
        except RuntimeError as error:
            raise ValueError(_reason(str(error))) from error
        if program.return_type() != cel.Type.BOOL:
            raise ValueError(f"it gives {program.return_type().name()}, not bool")
        read = tuple(self.fields[key] for key in self._read(source))
        return Expression(source, tuple(one.key for one in read), read, program)

    def _read(self, source: str) -> Iterator[str]:
        names = (found["name"] for found in _TOKEN.finditer(source) if found["name"])
        keys = (name if name in self.fields else name.removesuffix(SECOND) for name in names)
        return iter(dict.fromkeys(key for key in keys if key in self.fields))


def compile_expression(source: str, fields: Iterable[ProtocolField]) -> Expression:
    """A condition over `fields`. Raises ValueError with CEL's own reason in one line."""
    return Compiler.over(fields).compile(source)


def plain_values(read: ProtocolField, value: Value) -> Iterator[tuple[str, Plain]]:
    """What a field's value is in an expression, by name. Raises ValueError where it can't be that field's.

    Second values are known only where every reading has one: else they couldn't be told apart by place.
    """
    match read.type, value:
        case FieldType.NUMBER, Decimal():
            yield read.key, _double(value)
        case FieldType.YES_NO, bool():
            yield read.key, value
        case FieldType.CHOICE, str() if any(option.key == value for option in read.options):
            yield read.key, value
        case FieldType.MEASUREMENTS, tuple():
            yield read.key, [_double(reading.value) for reading in value]
            seconds = [reading.second for reading in value]
            if None not in seconds:
                yield read.key + SECOND, [_double(second) for second in seconds if second is not None]
        case _:
            raise ValueError(f"'{read.key}' can't be {value!r}")


def _double(value: Decimal) -> float:
    if not value.is_finite():
        raise ValueError(f"{value} is no number")
    return float(value)


def _variables(fields: Iterable[ProtocolField]) -> Iterator[tuple[str, cel.Type]]:
    doubles = cel.Type.List(cel.Type.DOUBLE)
    for one in fields:
        match one.type:
            case FieldType.NUMBER:
                yield one.key, cel.Type.DOUBLE
            case FieldType.YES_NO:
                yield one.key, cel.Type.BOOL
            case FieldType.CHOICE:
                yield one.key, cel.Type.STRING
            case FieldType.MEASUREMENTS:
                yield one.key, doubles
                yield one.key + SECOND, doubles


def _reason(said: str) -> str:
    """The first of CEL's complaints, without the picture of the place below it."""
    found = _REFUSED.search(said)
    if found is None:
        return said.partition("\n")[0].partition(" [")[0]
    line, column, reason = found.groups()
    place = f"column {column}" if line == "1" else f"line {line}, column {column}"
    reason = reason.removesuffix(" (in container '')")
    return f"{reason} ({place})"
