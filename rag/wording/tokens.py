"""A message as plain words: folded, shorthand written out, stretched letters and laughter levelled."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

STOP = "."
ASK = "?"
MARKS = frozenset({STOP, ASK})
LAUGHTER = "haha"

_SHORTHAND = """
q=que vc=voce vcs=voces ce=voce pq=porque xq=porque oq=o_que oque=o_que tb=tambem tbm=tambem hj=hoje qdo=quando
qnd=quando qto=quanto qtos=quantos qts=quantos qtas=quantas ql=qual qq=qualquer eh=e n=nao nn=nao num=nao mt=muito
mto=muito mta=muita td=tudo msm=mesmo dps=depois agr=agora blz=beleza obg=obrigado obgd=obrigado brigado=obrigado
brigada=obrigada brigadao=obrigado obrigadao=obrigado vlw=valeu flw=falou p=para d=de pfv=por_favor pf=por_favor
pls=please plz=please u=you r=are ur=your rx=prescription thx=thanks tks=thanks tnx=thanks ty=thanks wanna=want_to
gonna=going_to gotta=got_to gimme=give_me lemme=let_me whats=what_is whos=who_is wheres=where_is hows=how_is im=i_am
ive=i_have isnt=is_not youre=you_are aint=is_not xfa=por_favor porfa=por_favor porfis=por_favor toy=estoy
med=medicine doc=doctor comprimdo=comprimido remedinho=remedio remedin=remedio
"""
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|\?|[.!;\n]")
_STRETCHED = re.compile(r"(.)\1{2,}")
_LAUGHTER = re.compile(r"k{2,}|(?:rs)+|(ha|he|hi|ja|je|ji|ka|ah)\1+[hjks]?|lo+l|lmao|(?:hue)+|a?haha\w{0,9}")
_LONGEST_WORD = 60


def fold(text: str) -> str:
    """Lower case without accents or invisible characters; punctuation left in."""
    # Twice: a decorated capital is a capital only once it is decomposed.
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in text if unicodedata.category(c) not in {"Mn", "Cf"})


def tokens(text: str) -> list[str]:
    """The folded words of `text` in order; STOP and ASK stand where a sentence or a question ends."""
    found: list[str] = []
    for match in _TOKEN.finditer(fold(text).replace("'", "").replace("’", "")):
        for word in _written_out(match.group()[:_LONGEST_WORD]):
            if word not in MARKS or not found or found[-1] not in MARKS:
                found.append(word)
            elif word == ASK:
                found[-1] = ASK
    return found


def _written_out(word: str) -> tuple[str, ...]:
    if word in MARKS:
        return (word,)
    if not word[0].isalnum():
        return (STOP,)
    if _LAUGHTER.fullmatch(word):
        return (LAUGHTER,)
    level = word if word[0].isdigit() else _STRETCHED.sub(r"\1", word)
    return _shorthand().get(level, (level,))


@cache
def _shorthand() -> Mapping[str, tuple[str, ...]]:
    pairs = (entry.split("=") for entry in _SHORTHAND.split())
    return {short: tuple(full.split("_")) for short, full in pairs}
