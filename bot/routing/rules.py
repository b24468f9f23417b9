"""Rules that need no corpus: greetings, thanks, follow-ups, orders to the machine. Pure, in three languages."""

from __future__ import annotations

import re
import unicodedata

_GREETING = re.compile(
    r"(o+i+e*|ol[ai]+|opa|e ai|eai|alo+|salve|bom dia|boa tarde|boa noite|tudo (bem|bom|certo|joia)|td bem|blz|beleza|como vai|como (voce|vc) (esta|ta|vai)|"
    r"hola+|buen[oa]s?( dias?| tardes?| noches?)?|que tal|como estas|como va|todo bien|"
    r"hi+|hello+|hey+|good (morning|afternoon|evening|night)|how are you( doing)?|whats up|what's up|sup|yo|"
    r"fonte|doutora?|dr|dra|pessoal|gente|amig[oa]|there|doctor|e|y|and|com (voce|vc))"
)
_THANKS = re.compile(
    r"((muito |mt |mto )?(obrigad[oa]|obg|brigad[oa]+|valeu|vlw|grat[oa]|agradeco|agradecid[oa])( mesmo| demais| viu| pela ajuda| por tudo)?|"
    r"(muchas |mil )?gracias( por todo| por la ayuda)?|te agradezco|"
    r"(many )?thanks?( you| u)?( so much| very much| a lot| a bunch)?( for (the|your) help)?|thx|ty|cheers|"
    r"deus (te|lhe) (abencoe|pague)|god bless( you)?|dios (te|le) bendiga|"
    r"ok|okay|ta bom|ta bem|entendi|certo|beleza|perfeito|otimo|show|joia|entendido|vale|perfecto|got it|great|perfect|"
    r"tchau|ate (logo|mais|amanha)|adios|hasta luego|chau|bye( bye)?|see you|demais|viu|pela ajuda)"
)
_FILLER = re.compile(r"[^\w\s']|_")
_FOLLOW_UP = re.compile(
    r"^(e|mas|entao|e se|mas se|e quando|e quanto|e qual|e quais|e como|e o|e a|e os|e as|e pra|e para|e no|e na|e em|e isso|"
    r"y|pero|entonces|y si|y cuando|y que|y cual|y cuales|y como|y el|y la|y para|y en|and|but|so|and if|what if|and what|what about|"
    r"how about|and how|and when|and for)\b"
)
_ANAPHORA = re.compile(
    r"\b(isso|isto|disso|nisso|dessa|desse|neste caso|nesse caso|esse caso|eso|esto|ese caso|that|this|it|those|these|in that case|nele|nela|dele|dela)\b"
)
_ELLIPSIS = re.compile(
    r"^(e )?(quais? exames?|que exames?|o que (eu )?(levo|devo levar|preciso levar|tenho que levar)|quanto tempo|por que|porque|por qual motivo|"
    r"quando (devo|preciso|procuro)|tem cura|e grave|e perigoso|e contagioso|precisa de (encaminhamento|exame)|quais (sao )?os sinais|"
    r"que examenes|que (debo|tengo que) llevar|cuanto tiempo|por que|es grave|es contagioso|tiene cura|"
    r"what (should|do) i bring|what tests|which tests|how long|why|is it (serious|dangerous|contagious)|can it be cured)\b"
)
_INJECTION = re.compile(
    r"(ignor[ea]\w*|esque[cç]a|desconsider\w+|olvid[ae]\w*|forget|disregard|override).{0,40}"
    r"(instru[cç]\w+|regras?|reglas|prompts?|rules?|anterior\w*|previous|acima|above|ordens|restri\w+|filtros?)|"
    r"(system prompt|prompt d[eo] sistema|modo (desenvolvedor|dan|deus)|developer mode|jailbreak|\bdan mode\b|"
    r"(repita|repite|repeat|mostre|muestra|show|revel[ea]|imprima|print).{0,30}(prompt|instru[cç]\w+|system)|"
    r"(finja|aja como|atue como|act[uú]a como|pretend|act as|you are now|a partir de agora voc[eê]|agora voc[eê] [eé]|ahora eres|desde ahora eres|from now on))|"
    r"(dados|mensagens|conversas?|prontu[aá]rios?|data|messages|conversations?|records?|datos|mensajes|historia\w*).{0,25}"
    r"(de outr[oa]s?|do outro|d[oa]s? (outros? )?pacientes?|of (an)?other|other (patient|user)|de otr[oa]s?)"
)


def fold(text: str) -> str:
    """Lower case without accents; punctuation left in."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _bare(text: str) -> str:
    return " ".join(_FILLER.sub(" ", fold(text)).split())


def _made_of(pattern: re.Pattern[str], text: str) -> bool:
    """Whether `text` is nothing but matches of `pattern`."""
    rest = text
    while rest:
        match = pattern.match(rest)
        if not match or (match.end() < len(rest) and rest[match.end()] != " "):
            return False
        rest = rest[match.end() :].strip()
    return True


def is_greeting(text: str) -> bool:
    """Nothing but a greeting: "Oi, bom dia, tudo bem?"."""
    bare = _bare(text)
    return bool(bare) and len(bare) < 80 and _made_of(_GREETING, bare)


def is_thanks(text: str) -> bool:
    """Nothing but thanks, assent or farewell."""
    bare = _bare(text)
    return bool(bare) and len(bare) < 80 and _made_of(_THANKS, bare)


def is_injection(text: str) -> bool:
    """An order to the machine instead of a question to it, or a reach for other people's data."""
    return _INJECTION.search(fold(text)[:5_000]) is not None


def is_follow_up(text: str) -> bool:
    """Whether a short message leans on what came before it: "e se for à noite?", "what should I bring?"."""
    bare = _bare(text)
    words = bare.split()
    if not words or len(words) > 12:
        return False
    return bool(
        _FOLLOW_UP.match(bare) or _ELLIPSIS.match(bare) or (len(words) <= 8 and _ANAPHORA.search(bare))
    )
