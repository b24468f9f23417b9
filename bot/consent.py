"""The terms, asked before anything clinical is answered, kept or sent anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from bot.acts import Act, Context, Draft, reply
from bot.messages import Button
from bot.ports import Provenance
from bot.routing import Routing
from rag.types import GENERAL


def ask_consent(context: Context, lines: Sequence[str], routing: Routing) -> Act:
    """The terms and two buttons. `lines` are the locale's keys that are true of this service."""
    words = context.words
    text = "\n".join([words("consent.ask"), "", *(words(key) for key in lines), "", words("consent.minors")])
    buttons = ((Button(words("consent.accept"), "consent:yes"), Button(words("consent.refuse"), "consent:no")),)
    # the nearest phrase would tell what the person wrote about
    kept = {**routing.as_dict(), "specialty": GENERAL, "detail": "consent"}
    return reply(Draft(text, buttons, GENERAL, provenance=Provenance(routing=kept), quotes=True))
