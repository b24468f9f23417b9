"""Citation markers `[n]`, and which sentences need one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rag.grounding.scan import MARKER, fold, normalise

_HIGHEST = 9999


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at `text[start:end]` (NFC form) and the ends of what it names: `[1, 3-4]` is ((1, 1), (3, 4))."""

    start: int
    end: int
    spans: tuple[tuple[int, int], ...]

    def positions(self, available: Iterable[int]) -> frozenset[int]:
        """Those of the available passages that it names."""
        return frozenset(n for n in available if any(low <= n <= high for low, high in self.spans))

    def unknown(self, available: frozenset[int]) -> bool:
        """Whether it names a passage that is not there."""
        return any(high - low + 1 != sum(low <= position <= high for position in available) for low, high in self.spans)


def markers(text: str) -> list[Marker]:
    """Every citation marker: `[1]`, `[1][2]`, `[1, 2]`, `[1-3]`, with any dash, digits or square brackets."""
    return markers_in(fold(normalise(text)))


def markers_in(folded: str) -> list[Marker]:
    """The same, for a text already folded."""
    return [Marker(found.start(), found.end(), _spans(found[0])) for found in _patterns().marker.finditer(folded)]


def _spans(written: str) -> tuple[tuple[int, int], ...]:
    spans = []
    for part in re.split(r"[,;]", written.strip("[] \t\n")):
        ends = [int(end) for end in part.split("-") if end.strip()]
        spans.append((min(ends), max(ends)))
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class _Patterns:
    marker: re.Pattern[str]
    courtesy: re.Pattern[str]
    offer: re.Pattern[str]
    retold: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    return _Patterns(
        marker=re.compile(MARKER),
        # The whole sentence must be courtesy: "Olá, você tem diabetes." is a claim.
        courtesy=re.compile(
            r"(?:(?:ola|oi|bom dia|boa tarde|boa noite|tudo bem|obrigad[oa]|de nada|ate logo|sinto muito|lamento"
            r"|entendo|claro|certo|hola|buen(?:os|as) (?:dias|tardes|noches)|gracias|lo siento|entiendo|hasta luego|hi"
            r"|hello|hey|thank you|thanks|you are welcome|you're welcome|sorry|i'm sorry|sure|of course|i understand"
            r"|goodbye|good (?:morning|afternoon|evening)|espero ter ajudado|espero haber ayudado|hope this helps"
            r"|i hope this helps|melhoras|que melhore logo|que se mejore|que te mejores|get well soon|por perguntar"
            r"|por preguntar|for asking|por (?:contar|escrever|compartilhar)|for (?:sharing|writing)"
            r"|pelo contato|pela pergunta|(?:que|por) (?:voce )?esteja passando por isso|to hear that)"
            r"[\s,.!;:…)(-]*+)++"
        ),
        offer=re.compile(
            r"(?:se (?:voce )?(?:quiser|preferir|precisar|desejar),? (?:eu )?"
            r"(?:posso|me conte|conte|pergunte|escreva|estou)"
            r"|(?:eu )?(?:posso|estou aqui para|fico a disposicao|conte comigo|me conte|pode me contar|me diga)\b"
            r"|si (?:usted )?(?:quieres|quiere|prefieres|prefiere|necesitas|necesita|lo deseas?),? "
            r"(?:puedo|cuentame|estoy)"
            r"|(?:puedo|estoy aqui para|cuenta conmigo|cuentame|cuenteme|puedes contarme)\b"
            r"|if you (?:like|want|wish|prefer|need),? (?:i can|tell me|i am|i'm|just)"
            r"|(?:i can|i am here to|i'm here to|let me know|feel free|tell me|you can tell me)\b)"
        ),
        retold=re.compile(
            r"(?:(?:pelo|como) (?:o )?que )?(?:voce|vc|o senhor|a senhora) (?:me )?"
            r"(?:disse|contou|relatou|informou|mencionou)\b"
            r"|(?:segun )?(?:lo que )?(?:usted )?(?:me )?"
            r"(?:dijo|dijiste|contaste|conto|mencionaste|menciono|informaste)\b"
            r"|(?:as )?you(?:'ve| have)? (?:said|told|mentioned|reported|wrote)"
        ),
    )


def needs_citation(folded: str) -> bool:
    """Whether a sentence (folded) claims something: it is no question, courtesy, offer or retelling of the patient."""
    bare = folded.strip(" \t*_-•>#\"'“”")
    if not any(character.isalpha() for character in bare):
        return False
    if bare.rstrip(" \t)*_\"'”").endswith("?"):
        return False
    found = _patterns()
    return not (found.courtesy.fullmatch(bare) or found.offer.match(bare) or found.retold.match(bare))


def retells(folded: str) -> bool:
    """Whether the sentence repeats what the patient said."""
    return _patterns().retold.match(folded.strip(" \t*_-•")) is not None
