"""Whether what a text names is said to be there: not denied, and not a relative's. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_REACH: Final = 9
"""Words before a name, in its sentence, that may deny it or give it to a relative."""
_NOT: Final = "nao|not|nunca|never|nem|ni|nor|dont|doesnt|didnt|wasnt|havent|hasnt|cannot"
_BEING: Final = (
    "e|era|eram|foi|fue|seria|sao|son|es|sou|soy|estou|estoy|is|are|am|was|were|be|being|been|have|has|had|having|got|"
    "tenho|tem|tinha|tive|teve|tengo|tiene|tenia|tuve|tuvo|ter|tener|ha|he|tenido|tido|deve|debe|ser|seja|sea|parece|"
    "look|looks|seem|seems|like|think|acho|creo|que|it|its|i|do|does|did|eu|yo|just|a|o|an|the|um|uma|un|una|el|la|los|"
    "las|os|as|any|mais|mesmo|nenhuma|nenhum|ninguna|ningun|de|da|of|historia|historico|history|that"
)
_DENIED_BEFORE: Final = re.compile(
    rf"\b(?:{_NOT}|no (?={_BEING})|sem|sin|without)(?: (?:{_BEING}))*$"
    rf"|(?:^|\b(?:y|e|pero|mas|but|and|have|has|had|with|there|is) )no(?: (?:{_BEING}))*$"
    r"|\b(?:descart\w+|exclui\w*|exclud\w+|afast\w+|rul\w+ out|negativ\w+)"
    r"(?: (?:a|o|la|el|que|fosse|seja|era|fuera|sea|was|it|the|for|para|de|hipotese))*$"
)
_DENIED_AFTER: Final = re.compile(
    r"^(?:nao|no|not)$|^(?:(?:ja|ya|foi|fue|was|has|been|esta) ){0,3}"
    r"(?:descartad\w+|excluid\w+|afastad\w+|ruled out|negativ\w+)"
)
RELATIVES: Final = frozenset(
    """mae pai avo avos irmao irma irmaos irmas tio tia tios primo prima sogra sogro parente parentes familia familiar
    familiares madre padre mama papa abuelo abuela abuelos hermano hermana hermanos suegra suegro pariente parientes
    mother father mum mom dad brother sister grandma grandpa grandmother grandfather uncle aunt cousin family parents
    relative relatives""".split()
)
_SELF: Final = frozenset(
    """eu i yo me im tenho tengo estou estoy sou soy tive tuve fui disse falou acha dice dijo cree says said thinks
    told""".split()
)
_CLINIC: Final = frozenset("medico medica doctor doctora physician saude salud clinica posto".split())
_LINKS: Final = frozenset(
    """na no da do de e en in of from run runs la el the minha meu mi my a o on side lado por parte both muito mucho
    strongly history historico historia""".split()
)


def asserted(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a name is neither denied nor a relative's, by the folded words of its clause before it and after it.

    Parents, siblings and those further away are family; a child or a spouse is a patient who is asked for.
    """
    return not (_denied(before, after) or _relatives(before, after))


def _denied(before: Sequence[str], after: Sequence[str]) -> bool:
    near = " ".join(before[-_REACH:])
    return bool(_DENIED_BEFORE.search(near) or _DENIED_AFTER.search(" ".join(after)))


def _relatives(before: Sequence[str], after: Sequence[str]) -> bool:
    for at in range(len(before) - 1, -1, -1):
        if before[at] in _SELF:
            break
        if before[at] in RELATIVES and _CLINIC.isdisjoint(before[max(at - 2, 0) : at + 2]):
            return True
    first = next((at for at, word in enumerate(after) if word not in _LINKS), len(after))
    return after[first : first + 1] != [] and after[first] in RELATIVES
