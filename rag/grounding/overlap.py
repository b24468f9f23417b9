"""How much of a sentence's wording is that of the passages it cites."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rag.grounding.reading import Reading, ReadPassage
from rag.grounding.scan import words_of
from rag.grounding.sentences import Sentence, stem_of
from rag.types import Language

LEAST_SHARE = 0.45
"""Least share of a sentence's content stems that the cited passages must hold.

Of the fair sentences of tests/unit/answer_sentences.py none holds less than .5, of those about other things none more
than .43.
"""
_KEY = 4
_FEWEST = 2
_COMMON = """
nota notas note notes segundo segun according diz dizem dice dicen says say describe descreve describes conta contam
cuenta explica explains explicam fala habla speaks menciona mentions cita pede pedem pide piden asks ask lista exemplo
ejemplo example especialista especialistas specialist specialists encaminhamento encaminhar encaminha encaminham
derivacion derivar derivan referral refer refers referred consulta consultas visit appointment medico medica medicos
doctor doctors profissional profesional professional equipe equipo team saude salud health posto centro centre center
pessoa pessoas persona personas person people gente alguem alguien someone quem quien paciente pacientes patient
patients pode podem puede pueden poder precisa precisam necesita need needs deve devem debe deben procure procurar
busque buscar seek look importante important caso casos case cases quando cuando vez veces vezes times tambem tambien
also alem ademas besides tudo todo toda everything coisa cosa thing outro outra outros outras otro otra otros otras
other others bom boa bueno good bem bien well fazer hacer make vale valer cabe entra contar count counts means
significa quer quiere want wants leve levar lleve llevar bring brings take takes trazer traiga traer informe informar
tell diga decir write anote anotar apunte escreva escriba usa usar use uses used uso toma tomar tomam toman conte
cuente indicado indicada indicados indicacion indicated motivo motivos razon reason reasons sinal sinais senal senales
sign signs alerta alarma warning atencao atencion attention urgencia urgencias emergency urgent atendimento samu antes
depois despues before after durante during logo pronto soon agora ahora now ainda aun still sempre siempre always
muito mucho muchos many much forma manera way parte partes part parts tipo tipos type types grande grandes costuma
costumam suele suelen usually often comum comun common acontece ocurre happens aparece aparecem aparecer aparecen
appears appear surge surgir surgem sentir sente siente feel feels notar notice sintoma sintomas symptom symptoms
seguinte seguintes siguiente siguientes following abaixo abajo acima arriba dentro fora fuera inside outside
""".split()
"""Words that any answer is made of, whatever its subject: they neither count for a sentence nor against it."""


def share(sentence: Sentence, passages: Sequence[ReadPassage], said: Iterable[str] = ()) -> float:
    """Share in [0, 1] of the sentence's content stems that the passages hold; 1 where it has hardly any.

    Stems agree on their first four letters. Those of `said` don't count either way.
    """
    own = {stem[:_KEY] for stem in sentence.stems} - _common() - {stem[:_KEY] for stem in said}
    if len(own) < _FEWEST:
        return 1.0
    theirs = {stem[:_KEY] for passage in passages for stem in passage.source.stems}
    return len(own & theirs) / len(own)


def in_language(passages: Iterable[ReadPassage], language: Language) -> list[ReadPassage]:
    """The passages whose words can be compared with those of a text in `language`."""
    return [passage for passage in passages if passage.reading.language is language]


def stems_of(reading: Reading) -> frozenset[str]:
    """All the content stems of a text."""
    return frozenset[str]().union(*(sentence.stems for sentence in reading.sentences))


@cache
def _common() -> frozenset[str]:
    return frozenset(stem_of(word)[:_KEY] for written in _COMMON for word in words_of(written))
