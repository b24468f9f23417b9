"""Updates of every kind that people cause, and ways of spoiling them, for fuzzing."""

from __future__ import annotations

import copy
import random
from functools import cache
from string import ascii_letters, digits
from typing import Any

from hypothesis import strategies as st

from tests.fakes.telegram_people import People
from tests.fakes.telegram_state import Json, Limits, Sent, State

NOW = 1_780_000_000
USER, GROUP = 7_001, -100_900

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


class Actors(People):
    """People without a server."""

    def __init__(self) -> None:
        self.state = State("1:x", lambda: float(NOW), Limits())

    def bot_message(self, user: int, *, answering: Json | None = None) -> Sent:
        """A message of the bot's with a button."""
        number = self.state.new_message_id()
        chat = self.state.chat(user).json
        message: Json = {"message_id": number, "from": self.state.me, "chat": chat, "date": NOW, "text": "?"}
        if answering:
            message["reply_to_message"] = answering["message"]
        self.state.messages[user, number] = message
        return Sent("sendMessage", user, number, "?", [], {}, NOW)


@cache
def every_kind() -> tuple[Json, ...]:
    """One update of each kind."""
    people = Actors()
    said = people.say(USER, "estou com coceira")
    return (
        said,
        people.say(USER, "/start@fonte_test_bot abc"),
        people.edit(USER, said, "estou com muita coceira"),
        people.press(USER, "sources:1", people.bot_message(USER, answering=said)),
        people.photo(USER, "o que é isto?", album="77"),
        people.sticker(USER),
        people.voice(USER),
        people.document(USER, "exame.png", "image/png", "meu exame"),
        people.location(USER),
        people.forward(USER, "leia isto"),
        people.answer(USER, "sim", said["message"]["message_id"]),
        people.other(USER, "poll", {"id": "1", "question": "?", "options": []}),
        people.say_in_group(USER, GROUP, "oi"),
        people.block(USER),
        people.unknown("message_reaction", {"chat": {"id": USER, "type": "private"}}),
    )


@st.composite
def mutated_updates(draw: st.DrawFn) -> Any:
    """An update with one to four places dropped, replaced by any JSON or a long text, or doubled under another name."""
    update = copy.deepcopy(draw(st.sampled_from(every_kind())))
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(update))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        match draw(st.integers(0, 4)):
            case 0:
                del holder[key]
            case 1 | 2:
                holder[key] = draw(json_values)
            case 3:
                holder[key] = unwieldy(draw(st.integers(0, 2**32)))
            case _ if isinstance(holder, dict):
                holder[draw(st.text(max_size=8))] = holder[key]
    return update


def unwieldy(seed: int) -> str:
    """A text too long for an index, which compression does not make shorter."""
    return "".join(random.Random(seed).choices(ascii_letters + digits, k=6_000))  # noqa: S311 - the same each time


def _places(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)
