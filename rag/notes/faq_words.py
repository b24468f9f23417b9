"""The words of a question that tell what it asks, in three languages: pure."""

from __future__ import annotations

import re
import unicodedata

from rag.types import Language

_LONGEST_TEXT, _MOST_WORDS = 400, 24  # what is read of a message
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(
    r"(?<=\w{4})(?:amentos?|mente|coes|cion(?:es)?|cao|ando|i?endo|indo|[ai]d[oa]s?|ing|ed|[aei]r|[ae]m|[aoe]?s|[aoe])$"
)
_WRITTEN_OUT = {
    "vc": "voce", "vcs": "voces", "q": "que", "pra": "para", "pro": "para", "tb": "tambem", "u": "you", "ur": "your",
}  # fmt: skip
_STOP_WORDS = {
    Language.PT: frozenset(
        "a o as os um uma uns umas de da do das dos em no na nos nas por pelo pela para com sem e ou mas "
        "se que como qual quais quando onde quem porque pois eu tu ele ela voces voce me te lhe meu minha "
        "meus minhas seu sua isso isto esse essa esses essas este esta aqui ai la ja so tambem mais muito "
        "bem ta to sou eh era foi ser estar estou tem tenho ter ha vai vou posso pode podem consigo "
        "consegue preciso precisa quero queria gostaria saber favor oi ola bom boa dia tarde noite "
        "obrigado obrigada alguma algum coisa entao agora afinal mesmo ne tipo pf pfv fala falar fale "
        "diga explica faz faco fazer sobre ao aos num numa quanto quanta quantos quantas".split()
    ),
    Language.ES: frozenset(
        "a el la los las un una unos unas de del al en y o e u pero si lo le les se mi mis tu tus su me "
        "te yo usted ustedes esto eso ese esa este esta que como cual cuales cuando donde quien por "
        "porque para con sin soy eres es son estoy estan hay tengo tienes tiene tener ser puedo puedes "
        "puede quiero quisiera hace haces hacer hago hola buenos buenas dias gracias muy ya algo favor "
        "aca ahi aqui entonces ahora mismo habla hablar hablas dime explica sobre necesito saber no "
        "cuanto cuanta cuantos cuantas".split()
    ),
    Language.EN: frozenset(
        "a an the of to in on at for from with without and or but if that this these those it its i im m "
        "s t re ve my me you your yours we our is are am was be been do does did can could would should "
        "will shall may have has had what which who whom how when where why there here so just please hi "
        "hello hey thanks not dont any some about into by as get now then tell say talk explain really "
        "actually want need know".split()
    ),
}


def folded(text: str) -> str:
    """Lower case, without accents or punctuation, shorthand written out, words apart by one space."""
    bare = unicodedata.normalize("NFKD", text[:_LONGEST_TEXT].casefold())
    words = _WORD.findall("".join(c for c in bare if not unicodedata.combining(c)))
    return " ".join(_WRITTEN_OUT.get(word, word) for word in words)


def stems(plain: str, language: Language) -> tuple[str, ...]:
    """Of a folded text, the words that aren't stop words, each once, without the endings of number and verb forms."""
    telling = (word for word in plain.split() if word not in _STOP_WORDS[language])
    return tuple(dict.fromkeys(_ENDING.sub("", word) for word in telling))[:_MOST_WORDS]
