"""Telegram's HTML, as its server reads it: text and entities, or the error it would give.

After `parse_html` of tdlib (td/telegram/MessageEntity.cpp); offsets in errors are of UTF-8 bytes, in entities
of UTF-16 units.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

_TYPES = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "code": "code", "pre": "pre", "a": "text_link", "blockquote": "blockquote",
}  # fmt: skip
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}))|(lt|gt|amp|quot));?")
_LARGEST_CODE_POINT = 0x10FFFF


class CantParse(Exception):  # noqa: N818 - not an error of ours
    """The text can't be parsed; the message is the one after "can't parse entities: "."""


@dataclass(slots=True)
class _Open:
    tag: str
    start: int
    attributes: str


def units(text: str) -> int:
    """UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def is_empty(text: str) -> bool:
    """Whether Telegram takes `text` for no text at all."""
    return not any(
        unicodedata.category(char)[0] in "LNPS" and char not in "\u2800\u3164\ufffc\u115f\u1160\uffa0" for char in text
    )


def formatted(text: str, parse_mode: str) -> tuple[str, list[Json]]:
    """What is shown of `text`, trimmed, with its entities. Raises CantParse."""
    text = "".join(c if c >= " " or c == "\n" else " " for c in text.replace("\r", ""))
    shown, entities = _html(text) if parse_mode.lower() == "html" else (text, [])
    trimmed = shown.strip()
    lead = units(shown) - units(shown.lstrip())
    return trimmed, [cut for entity in entities if (cut := _clipped(entity, lead, units(trimmed)))]


def _clipped(entity: Json, lead: int, total: int) -> Json | None:
    start = max(entity["offset"] - lead, 0)
    end = min(entity["offset"] + entity["length"] - lead, total)
    return {**entity, "offset": start, "length": end - start} if end > start else None


def _html(text: str) -> tuple[str, list[Json]]:
    shown: list[str] = []
    length = at = 0
    opened: list[_Open] = []
    entities: list[Json] = []
    while at < len(text):
        if text[at] == "<" and text[at + 1 : at + 2] == "/":
            at = _close(text, at, length, opened, entities)
        elif text[at] == "<":
            at = _open(text, at, length, opened)
        else:
            char, at = _character(text, at)
            shown.append(char)
            length += units(char)
    if opened:
        raise CantParse(f'Can\'t find end tag corresponding to start tag "{opened[-1].tag}"')
    return "".join(shown), sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))


def _offset(text: str, at: int) -> int:
    return len(text[:at].encode())


def _character(text: str, at: int) -> tuple[str, int]:
    reference = _REFERENCE.match(text, at)
    if reference is None:
        return text[at], at + 1
    hexadecimal, decimal, name = reference.groups()
    if name:
        return _NAMED[name], reference.end()
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if not 0 < code < _LARGEST_CODE_POINT or 0xD800 <= code <= 0xDFFF:
        return text[at], at + 1
    return chr(code), reference.end()


def _open(text: str, at: int, length: int, opened: list[_Open]) -> int:
    end = text.find(">", at)
    if end < 0:
        raise CantParse(f"Unclosed start tag at byte offset {_offset(text, at)}")
    tag, _, attributes = text[at + 1 : end].partition(" ")
    tag = tag.lower()
    known = tag in _TYPES and (tag != "span" or "tg-spoiler" in attributes)
    if not known:
        raise CantParse(f'Unsupported start tag "{tag}" at byte offset {_offset(text, at)}')
    opened.append(_Open(tag, length, attributes))
    return end + 1


def _close(text: str, at: int, length: int, opened: list[_Open], entities: list[Json]) -> int:
    end = text.find(">", at)
    if not opened:
        raise CantParse(f"Unexpected end tag at byte offset {_offset(text, at)}")
    if end < 0:
        raise CantParse(f"Unclosed end tag at byte offset {_offset(text, at)}")
    last = opened.pop()
    found = text[at + 2 : end].strip().lower()
    if found and found != last.tag:
        place = _offset(text, at)
        raise CantParse(f'Unmatched end tag at byte offset {place}, expected "</{last.tag}>", found "</{found}>"')
    if length > last.start:
        entity: Json = {"type": _TYPES[last.tag], "offset": last.start, "length": length - last.start}
        link = re.search(r'href="?([^"\s]+)', last.attributes) if last.tag == "a" else None
        entities.append(entity | ({"url": link[1]} if link else {}))
    return end + 1
