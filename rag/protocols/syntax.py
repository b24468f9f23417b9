"""What a compiled expression compares: read from CEL's checked syntax tree (cel.expr.CheckedExpr, as protobuf).

The package hands out the tree as bytes only. They are read by the wire format itself
(protobuf.dev/programming-guides/encoding), since no package in use brings the messages' classes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

Literal = float | int | str | bool | None

COMPARISONS: Final = frozenset({"_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_"})

_Message = dict[int, list[int | bytes]]
_FIXED64, _FIXED32 = 1, 5
# Numbers of fields: google/cel-spec, proto/cel/expr/syntax.proto and checked.proto.
_ANY_VALUE, _CHECKED_EXPR = 2, 4
_CONST, _IDENT, _CALL, _LIST, _COMPREHENSION = 3, 4, 6, 7, 9


@dataclass(frozen=True, slots=True)
class Node:
    """One node: a constant's `value`, a name or a function's `name`, and what stands below it.

    Of a comprehension (a macro such as `exists`) `name` is its variable, and the first below is the list.
    """

    kind: int
    name: str = ""
    value: Literal = None
    below: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A variable compared with constants: one, or those of a list after `in`."""

    name: str
    values: tuple[Literal, ...]


def read_tree(serialized: bytes) -> Node:
    """The tree of what `cel.Expression.serialize` gives."""
    checked = _message(_only(_message(serialized), _ANY_VALUE))
    return _node(_only(checked, _CHECKED_EXPR))


def comparisons(node: Node, names: Mapping[str, str] | None = None) -> Iterator[Comparison]:
    """Every comparison of a variable with constants. A macro's variable is called by the list that it goes through."""
    names = names or {}
    if node.kind == _COMPREHENSION:
        over = _called(node.below[0], names)
        names = {**names, node.name: over} if over else names
    if node.kind == _CALL and (node.name in COMPARISONS or node.name == "@in"):
        left, right = node.below
        for one, other in ((left, right), (right, left)):
            if (name := _called(one, names)) and (values := _constants(other)):
                yield Comparison(name, values)
    for child in node.below:
        yield from comparisons(child, names)


def functions(node: Node) -> Iterator[str]:
    """The functions and operators that are called, by CEL's names: "_&&_", "_[_]", "size"."""
    if node.kind == _CALL:
        yield node.name
    for child in node.below:
        yield from functions(child)


def integers(node: Node) -> Iterator[int]:
    """The whole numbers, which only sizes are compared with."""
    if node.kind == _CONST and isinstance(node.value, int) and not isinstance(node.value, bool):
        yield node.value
    for child in node.below:
        yield from integers(child)


def _called(node: Node, names: Mapping[str, str]) -> str:
    if node.kind == _IDENT:
        return names.get(node.name, node.name)
    if node.kind == _COMPREHENSION or (node.kind == _CALL and node.name == "_[_]"):
        return _called(node.below[0], names)
    return ""


def _constants(node: Node) -> tuple[Literal, ...]:
    if node.kind == _CONST:
        return (node.value,)
    if node.kind == _LIST:
        return tuple(item.value for item in node.below if item.kind == _CONST)
    return ()


def _node(data: bytes) -> Node:
    message = _message(data)
    for kind, read in ((_CONST, _constant), (_IDENT, _ident), (_CALL, _call), (_LIST, _list), (_COMPREHENSION, _macro)):
        if kind in message:
            return read(_message(_only(message, kind)))
    return Node(0)


def _constant(message: _Message) -> Node:
    for field, value in message.items():
        match field, value[-1]:
            case 2, int(said):
                return Node(_CONST, value=bool(said))
            case 3, int(said):
                return Node(_CONST, value=said - (1 << 64) if said >> 63 else said)
            case 5, bytes(said):
                return Node(_CONST, value=float(struct.unpack("<d", said)[0]))
            case 6, bytes(said):
                return Node(_CONST, value=said.decode())
    return Node(_CONST)


def _ident(message: _Message) -> Node:
    return Node(_IDENT, _only(message, 1).decode())


def _call(message: _Message) -> Node:
    parts = [*message.get(1, ()), *message.get(3, ())]  # the target of a method, and the arguments
    return Node(_CALL, _only(message, 2).decode(), below=_nodes(parts))


def _list(message: _Message) -> Node:
    return Node(_LIST, below=_nodes(message.get(1, ())))


def _macro(message: _Message) -> Node:
    parts = [_only(message, field) for field in (2, 4, 5, 6, 7) if field in message]
    return Node(_COMPREHENSION, _only(message, 1).decode(), below=_nodes(parts))


def _nodes(parts: Iterable[int | bytes]) -> tuple[Node, ...]:
    return tuple(_node(part) for part in parts if isinstance(part, bytes))


def _only(message: _Message, field: int) -> bytes:
    value = message[field][-1]
    if not isinstance(value, bytes):
        raise TypeError(f"field {field} is no message")
    return value


def _message(data: bytes) -> _Message:
    found: _Message = {}
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        value: int | bytes
        match tag & 7:
            case 0:
                value, at = _varint(data, at)
            case 2:
                length, at = _varint(data, at)
                value, at = data[at : at + length], at + length
            case wire:
                size = {_FIXED64: 8, _FIXED32: 4}[wire]
                value, at = data[at : at + size], at + size
        found.setdefault(tag >> 3, []).append(value)
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:  # noqa: PLR2004 - the last one has no continuation bit
            return value, at
