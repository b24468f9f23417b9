"""Which of Fonte's three languages a message is written in, by its most telling words.

Function words and a few everyday ones that one of the three languages has and the others lack. Silent (None) where the
evidence is thin or evenly split: then the person's own setting decides.
"""

from __future__ import annotations

import re

from rag.types import Language

_WORDS = {
    Language.PT: frozenset(
        "não nao você voce vc vcs tô to tá ta o meu minha meus minhas uma dor é são sou estou está esta eu ele ela isso "
        "muito muita pra pro pela pelo na no nas nos da do das dos em com sem mas mais também tambem tb fui foi tenho tem "
        "quando quanto faço fazer posso pode ontem hoje às à os ao aos quero preciso obrigado obrigada oi olá bom dia "
        "coração pele pressão coceira cabelo qual quais depois já ja sinto fico meses ano anos dias filho filha mãe mae pai".split()
    ),
    Language.ES: frozenset(
        "el los las un unos mi mis yo usted tú tu es son soy estoy está tengo tiene hay muy mucho mucha pero más "
        "también con sin cuando qué cómo cuál dónde puedo quiero necesito ayer hoy hace años meses días hijo hija "
        "madre padre mamá papá dolor corazón piel presión picazón pelo siento le les lo y gracias hola buenos buenas ahora "
        "del al".split()
    ),
    Language.EN: frozenset(
        "the a an my i i'm im is are am was were have has had been do does did it it's this that these those and or but "
        "with without for from when what which how where who can could should would will not don't doesn't can't of to in "
        "on at he she we they his her their very much more pain heart skin hair blood pressure sugar years months days "
        "since feel get got hello hi hey thanks thank please yesterday today mom dad mother father son daughter".split()
    ),
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def detect(text: str) -> Language | None:
    """The language of `text`, or None where one language does not lead clearly."""
    words = _WORD.findall(text.casefold()[:2_000])
    scores = sorted(
        ((sum(w in known for w in words), language) for language, known in _WORDS.items()), reverse=True
    )
    (best, language), (second, _) = scores[0], scores[1]
    if "ñ" in text or "¿" in text or "¡" in text:
        return Language.ES
    if "ã" in text or "õ" in text or "ç" in text:
        return Language.PT
    return language if best >= 2 and best > second else None
