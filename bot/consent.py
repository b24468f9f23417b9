"""The terms, asked before anything clinical is answered, kept or sent anywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.acts import Act, Command, Context, Draft, reply
from bot.locales import Words
from bot.messages import Button
from bot.ports import Provenance, Transaction
from bot.routing import Routing
from rag.types import GENERAL
from rag.wording import tokens
from rag.wording.tokens import MARKS

_ASSENT = frozenset(
    """sim aceito aceitar concordo autorizo pode podem claro ok okay okey beleza fechado combinado si acepto aceptar
    acuerdo autorizo dale vale listo yes yeah yep yea sure accept agree agreed alright fine go""".split()
)
_BESIDE = frozenset(
    """s eu yo i os los the in tudo todo all termos termo terminos termino terms consentimento consentimiento consent
    guardar ta bom bem esta bien que por favor com certeza de con gusto please to it them do ahead obrigado
    obrigada gracias thanks e y and ja ya si sim yes claro isso eso that""".split()
)
_WHOLE = frozenset(
    """s,y,ta,ta bom,ta bem,esta bem,esta bien,com certeza,con gusto,por supuesto,of course""".split(",")
)
_HANDS = frozenset("👍👌✅\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Raised thumbs and the like, with the marks of their skin."""
_MOST_WORDS = 7


def ask_consent(context: Context, lines: Sequence[str], routing: Routing | None = None, *, quotes: bool = False) -> Act:
    """The terms and two buttons. `lines` are the locale's keys that are true of this service.

    `routing` is the message's that can't be answered before, `quotes` that there is one that was not routed; without
    either the person has only written that they accept, and is told to press the button.
    """
    words = context.words
    text = terms_text(words, lines)
    buttons = ((Button(words("consent.accept"), "consent:yes"), Button(words("consent.refuse"), "consent:no")),)
    if quotes:
        return reply(Draft(text, buttons, GENERAL, quotes=True))
    if routing is None:
        return reply(Draft(f"{text}\n\n{words('consent.tap')}", buttons, GENERAL))
    # the nearest phrase would tell what the person wrote about
    kept = {**routing.as_dict(consented=False), "specialty": GENERAL, "detail": "consent"}
    return reply(Draft(text, buttons, GENERAL, provenance=Provenance(routing=kept), quotes=True))


@dataclass(frozen=True, slots=True)
class Consent:
    """The terms that hold: what may be done only by who agrees to them, now and when it is written."""

    terms: str
    lines: Sequence[str]

    async def needed(self, context: Context, think: Callable[[], Awaitable[Act]]) -> Act:
        """What `think` leaves to be written, for who agrees; else the terms."""
        if not context.session.consented:
            return ask_consent(context, self.lines, quotes=True)
        return self.held(context, await think())

    def held(self, context: Context, act: Act) -> Act:
        """The act, unless the consent has been withdrawn while it was thought about."""

        async def write(transaction: Transaction) -> Sequence[Draft]:
            if context.session.consented and not await transaction.keep_person(None, self.terms):
                return [Draft(context.words("privacy.withdrawn"))]
            return await act(transaction)

        return write


class Consenting:
    """A command whose every use needs consent."""

    def __init__(self, command: Command, consent: Consent) -> None:
        self.name, self.aliases, self.in_menu = command.name, command.aliases, command.in_menu
        self._command, self._consent = command, consent

    async def run(self, context: Context, argument: str) -> Act:
        """Of the command, or the terms."""
        return await self._consent.needed(context, lambda: self._command.run(context, argument))

    async def press(self, context: Context, argument: str) -> Act:
        """Of the command, or the terms."""
        return await self._consent.needed(context, lambda: self._command.press(context, argument))


def terms_text(words: Words, lines: Sequence[str]) -> str:
    """The terms that `lines`, keys of the locale, are made of."""
    return "\n".join([words("consent.ask"), "", *(words(key) for key in lines), "", words("consent.minors")])


def accepts(text: str) -> bool:
    """Whether the whole of `text` says yes to the terms: "sim, aceito", "acepto", "ok". Three languages; pure."""
    if text.strip() and set(text.strip()) <= _HANDS:
        return True
    said = [word for word in tokens(text) if word not in MARKS]
    if " ".join(said) in _WHOLE:
        return True
    return (
        0 < len(said) <= _MOST_WORDS
        and any(word in _ASSENT for word in said)
        and all(word in _ASSENT or word in _BESIDE for word in said)
    )
