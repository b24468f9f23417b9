"""A reply → what `sendMessage` takes, in as many parts as it needs. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.channels.telegram.splitting import blank, pieces, units
from bot.delivery.ports import Part
from bot.markup import escape
from bot.messages import Button, Reply

MESSAGE_UNITS: Final = 4_096
CAPTION_UNITS: Final = 1_024
DATA_BYTES: Final = 64
MOST_BUTTONS: Final = 100

_TAG = re.compile(r"<(/?)(b|i|code)>")
_Rows = tuple[tuple[Button, ...], ...]
_Tags = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Styled:
    """Plain text, and runs (start, end, tags open from the outside in) that cover it."""

    text: str
    runs: tuple[tuple[int, int, _Tags], ...]


def render(reply: Reply, *, reply_to: str | None = None) -> tuple[Part, ...]:
    """The parts of `reply`, in order; none where it has neither visible text nor a picture.

    Every part is valid markup of at most 4,096 UTF-16 units after parsing. The buttons stand under the last
    part, which also answers the message `reply_to`. Raises ValueError for buttons that Telegram would refuse.
    """
    _check(reply.button_rows)
    styled = _styled(reply.text)
    cuts = list(pieces(styled.text, MESSAGE_UNITS))
    captioned = reply.media is not None and _fits_caption(styled, cuts)
    parts = [_part(styled, *cut) for cut in ([] if captioned else cuts)]
    if reply.media is not None:
        caption = _part(styled, *cuts[0], key="caption") if captioned and cuts else Part({}, {})
        parts.insert(0, Part(caption.payload, caption.plain, reply.media))
    if parts:
        parts[-1] = _finished(parts[-1], _ending(reply.button_rows, reply_to))
    return tuple(parts)


def keyboard(rows: _Rows) -> dict[str, Any]:
    """An InlineKeyboardMarkup; without rows it is the one that takes buttons away."""
    drawn = [[{"text": button.label, "callback_data": button.data} for button in row] for row in rows if row]
    return {"inline_keyboard": drawn}


def _check(rows: _Rows) -> None:
    buttons = [button for row in rows for button in row]
    if len(buttons) > MOST_BUTTONS:
        raise ValueError(f"{len(buttons)} buttons: at most {MOST_BUTTONS}")
    for button in buttons:
        if blank(button.label):
            raise ValueError("a button without a label")
        if not 0 < len(button.data.encode()) <= DATA_BYTES:
            raise ValueError(f"callback data of {len(button.data.encode())} bytes: 1 to {DATA_BYTES}")


def _styled(markup: str) -> _Styled:
    text: list[str] = []
    runs: list[tuple[int, int, _Tags]] = []
    length = 0
    for segment, tags in _segments(markup):
        characters = _sound(html.unescape(segment))
        if characters:
            text.append(characters)
            runs.append((length, length + len(characters), tags))
            length += len(characters)
    return _Styled("".join(text), tuple(runs))


def _segments(markup: str) -> Iterator[tuple[str, _Tags]]:
    tags: list[str] = []
    done = 0
    for tag in _TAG.finditer(markup):
        yield markup[done : tag.start()], tuple(tags)
        done = tag.end()
        closing, name = tag.groups()
        if not closing:
            tags.append(name)
        elif name in tags:
            del tags[len(tags) - 1 - tags[::-1].index(name)]
    yield markup[done:], tuple(tags)


def _sound(text: str) -> str:
    """`text` without halves of surrogate pairs, which UTF-8 has no bytes for."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _fits_caption(styled: _Styled, cuts: list[tuple[int, int]]) -> bool:
    return not cuts or (len(cuts) == 1 and units(styled.text[slice(*cuts[0])]) <= CAPTION_UNITS)


def _part(styled: _Styled, start: int, end: int, key: str = "text") -> Part:
    common = {} if key == "caption" else {"link_preview_options": {"is_disabled": True}}
    payload = {key: _markup(styled, start, end), "parse_mode": "HTML", **common}
    return Part(payload, {key: styled.text[start:end], **common})


def _markup(styled: _Styled, start: int, end: int) -> str:
    """The markup of `styled.text[start:end]`: tags open across a cut are closed and opened again."""
    out: list[str] = []
    now: _Tags = ()
    for first, last, tags in styled.runs:
        if first < end and last > start:
            out += [_change(now, tags), escape(styled.text[max(first, start) : min(last, end)])]
            now = tags
    return "".join([*out, _change(now, ())])


def _change(now: _Tags, then: _Tags) -> str:
    shared = 0
    while shared < min(len(now), len(then)) and now[shared] == then[shared]:
        shared += 1
    closed = [f"</{tag}>" for tag in reversed(now[shared:])]
    return "".join([*closed, *(f"<{tag}>" for tag in then[shared:])])


def _ending(rows: _Rows, reply_to: str | None) -> dict[str, Any]:
    ending: dict[str, Any] = {"reply_markup": keyboard(rows)} if any(rows) else {}
    if reply_to is not None:
        ending["reply_parameters"] = {"message_id": int(reply_to), "allow_sending_without_reply": True}
    return ending


def _finished(part: Part, ending: dict[str, Any]) -> Part:
    return Part({**part.payload, **ending}, {**part.plain, **ending}, part.photo)
