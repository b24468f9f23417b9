"""What a message asks to be remembered, in plain words: "lembre que…", "acuérdese de que…", "call me…". Pure.

Only an explicit wish is one: what is merely told is no request, nor is a question, and what tells of a symptom belongs
to the specialty agents.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from bot.memory.memory import MOST_NAME, Change, Part, clean
from bot.memory.periods import ended
from rag.notes.suspicion import Suspicion, suspicion_of
from rag.types import Language
from rag.wording import fold

_MOST_SAID: Final = 400
"""What is longer is a story, and no wish."""
_PLEASE: Final = r"(?:(?:por\s+favor|please|oi|ol[áa]|hola|hi|hello|fonte|hey)\s*[,!]?\s+)*"
_BESIDE: Final = (
    r"(?:\s+(?:a[íi]|ah[íi]|isso|disso|esto|eso|sempre|siempre|por\s+favor|pra\s+mim|para\s+mim|para\s+m[íi]))*"
)
_REMEMBER: Final = re.compile(
    rf"{_PLEASE}(?:"
    rf"(?:voc[êe]\s+)?(?:pode\s+)?(?:se\s+)?lembr(?:e|a|ar)(?:-se|\s+se)?{_BESIDE}\s*(?:de\s+)?(?:que\s+|:\s*)"
    rf"|(?:pode\s+)?anot(?:e|a|ar){_BESIDE}\s*(?:que\s+|:\s*)"
    rf"|guard(?:e|a){_BESIDE}\s*(?:que\s+|:\s*)"
    r"|n[ãa]o\s+(?:se\s+)?esque[çc]a\s*(?:de\s+)?que\s+"
    r"|(?:tenha\s+em\s+mente|leve\s+em\s+conta|fique\s+sabendo)\s+que\s+"
    rf"|(?:recuerd[ea]|acu[ée]rd(?:ate|ese|esé)|apunt[ea]){_BESIDE}\s*(?:de\s+)?(?:que\s+|:\s*)"
    r"|no\s+(?:se\s+|te\s+)?olvid(?:e|es)\s+(?:de\s+)?que\s+"
    r"|ten(?:ga)?\s+(?:en\s+cuenta|presente)\s+que\s+"
    r"|(?:can\s+you\s+)?(?:remember|note|make\s+a\s+note|take\s+note|keep\s+in\s+mind|don['’]?t\s+forget|do\s+not\s+forget)"
    r"(?:\s+that\s+|\s*:\s*)"
    r")(?P<told>.+)",
    re.IGNORECASE | re.DOTALL,
)
_CALL: Final = re.compile(
    rf"{_PLEASE}(?:"
    r"(?:(?:voc[êe]\s+)?pode\s+|(?:eu\s+)?(?:quero|prefiro|gosto)\s+(?:de\s+)?que\s+(?:voc[êe]\s+|o\s+senhor\s+)?)?"
    r"me\s+cham(?:e|a|ar|em)\s+(?:s[óo]\s+|apenas\s+)?de"
    r"|ll[áa]m[ae]me|(?:puede|puedes)\s+llamarme|(?:quiero|prefiero)\s+que\s+me\s+llame[ns]?"
    r"|(?:you\s+can\s+|just\s+|i\s+want\s+you\s+to\s+|i['’]?d\s+like\s+you\s+to\s+)?call\s+me"
    r")\s+(?P<name>[^\n?]+)",
    re.IGNORECASE,
)
_WISH: Final = (
    r"(?:(?:eu\s+|yo\s+|i\s+)?(?:prefiro|quero|gosto\s+de|prefiero|quiero|me\s+gustan|prefer|want|like|would\s+like)\s+"
    r"|(?:me\s+d[êe]|d[ée]me|give\s+me)\s+)?"
)
_SHORT: Final = re.compile(
    rf"{_PLEASE}(?:{_WISH}(?:respostas?\s+(?:mais\s+)?(?:curt|brev|objetiv|resumid)\w*"
    r"|respuestas?\s+(?:m[áa]s\s+)?(?:cort|brev|concis)\w*|short(?:er)?\s+(?:answers|replies))"
    r"|(?:pode\s+)?respond(?:a|e|er)\s+(?:de\s+forma\s+|mais\s+)?(?:curt[oa]|breve|resumid[oa])"
    r"|responda\s+(?:m[áa]s\s+)?(?:corto|breve)|sej?a\s+breve"
    r"|keep\s+(?:your\s+|the\s+)?(?:answers|replies)\s+short|be\s+brief)"
    r"(?:\s*,?\s*(?:por\s+favor|please))?\s*[.!]*",
    re.IGNORECASE,
)
_LONG: Final = re.compile(
    rf"{_PLEASE}{_WISH}(?:respostas?\s+(?:mais\s+)?(?:complet|longa|norma|detalhad)\w*"
    r"|respuestas?\s+(?:m[áa]s\s+)?(?:complet|larga|norma|detallad)\w*|(?:full|long(?:er)?|normal|detailed)\s+(?:answers|replies))"
    r"(?:\s*,?\s*(?:por\s+favor|please))?\s*[.!]*",
    re.IGNORECASE,
)
_PREFERS: Final = re.compile(
    r"(?:eu\s+|yo\s+|i\s+)?(?:prefiro|prefiero|prefer|gosto\s+(?:de|que)|me\s+gusta|i['’]?d\s+rather|gostaria|quero\s+que)\b",
    re.IGNORECASE,
)
_NO_NAME: Final = frozenset(
    """volta novo tarde noite manha amanha depois later back when if an a the tomorrow today tonight after before at
    on in un una el la los al cuando si manana luego despues mas hoy ahora por para en now again asap por_favor uma um
    o os as onde que""".split()
)
_NAME: Final = re.compile(r"[^\W\d_]+(?:[ '’.-]+[^\W\d_]+){0,3}\.?")
_COURTESY: Final = re.compile(
    r"[\s,]*(?:por\s+favor|please|tá|ta|ok|gracias|obrigad[oa]|thanks)?[\s.!,]*$", re.IGNORECASE
)
_SYMPTOM: Final = re.compile(
    r"\b(?:dor(?:es)?|do[ie]|doem|doendo|coceira|coca\w*|febre|tont\w+|falta de ar|sangr\w+|inch\w+|vomit\w+|enjo\w+"
    r"|desmai\w+|formig\w+|palpit\w+|mancha\w*|feridas?|sint(?:o|indo)|senti(?:ndo)?|cansad[oa]|dolor(?:es)?|duele[n]?"
    r"|fiebre|mare\w+|pic(?:a|azon)|hinch\w+|nausea\w*|siento|pain\w*|hurt\w*|ach(?:e|es|ing)|headache|itch\w*|fever"
    r"|dizz\w+|bleed\w*|swoll\w+|swell\w*|faint\w*|rash|feel(?:ing)?|numb\w*|breath\w*|respirar)\b"
)


def read_request(text: str, today: date, language: Language) -> Change | None:
    """What `text` asks to be remembered; None where it asks for nothing of the kind."""
    said = " ".join(text.split())
    if said.endswith("?") or len(said) > _MOST_SAID:
        return None
    if change := _setting(said):
        return change
    asked = _REMEMBER.fullmatch(said)
    if asked is None:
        return None
    told = asked["told"].strip()
    return _setting(told) or _remembered(told, today, language)


def is_complaint(text: str) -> bool:
    """Whether a text tells of a symptom."""
    return bool(_SYMPTOM.search(fold(text)))


def _setting(said: str) -> Change | None:
    """A name, or how long answers are to be."""
    if _SHORT.fullmatch(said):
        return Change(Part.SHORT)
    if _LONG.fullmatch(said):
        return Change(Part.LONG)
    called = _CALL.fullmatch(said)
    name = _name(called["name"]) if called else None
    return Change(Part.NAME, name) if name else None


def _name(told: str) -> str | None:
    name = clean(_COURTESY.sub("", told))
    if len(name) > MOST_NAME or not _NAME.fullmatch(name) or fold(name).split()[0] in _NO_NAME:
        return None
    return name.rstrip(".")


def _remembered(told: str, today: date, language: Language) -> Change | None:
    text = clean(told)
    if not any(mark.isalpha() for mark in text) or suspicion_of(told) is Suspicion.ORDER_TO_A_MACHINE:
        return None
    if is_complaint(told):
        return None
    if (limited := ended(text, today, language)) and clean(limited.text):
        return Change(Part.ADJUSTMENT, limited.text, limited.until)
    return Change(Part.PREFERENCE if _PREFERS.match(text) else Part.NOTE, text)
