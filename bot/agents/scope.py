"""Requests that no note may answer: a dose, a diagnosis, a change of treatment, an appointment. Pure, three languages."""

from __future__ import annotations

import re
from enum import StrEnum

from bot.routing.rules import fold


class Beyond(StrEnum):
    """What a message asks for that Fonte doesn't give; the values are keys of the locale's `refusal` table."""

    DOSE = "dose"
    DIAGNOSIS = "diagnosis"
    LOGISTICS = "logistics"


_MEDICINE = (
    r"(remedios?|medica(cao|coes|mentos?)|comprimidos?|pomadas?|antibioticos?|anticoncepciona\w+|insulinas?|hormonios?|corticoides?|cremes?|"
    r"losartana|metformina|glifage|puran|levotiroxina|sinvastatina|rosuvastatina|ozempic|wegovy|mounjaro|roacutan|isotretinoina|"
    r"atenolol|propranolol|captopril|enalapril|furosemida|aas|aspirina|testosterona|estradiol|minoxidil|finasterida|"
    r"medicamentos?|pastillas?|cremas?|pomadas?|medicines?|medications?|meds|pills?|drugs?|insulin|ointments?|statins?|antibiotics?|tablets?)"
)
_CHANGE = (
    r"(parar|largar|suspender|trocar|mudar|aumentar|diminuir|dobrar|reduzir|cortar|tomar|usar|passar|comprar|misturar|juntar|"
    r"dejar|cambiar|subir|bajar|aumentar|tomar|usar|mezclar|stop|quit|switch|change|increase|double|reduce|cut|take|use|mix|skip)"
)
_MAY = (
    r"(posso|devo|da pra|da para|pode|podia|quero|tem problema|faz mal|vou|preciso|puedo|debo|se puede|quiero|can i|may i|should i|could i|is it ok|"
    r"want to|safe to|do i)"
)
_PATTERNS = (
    (
        Beyond.DOSE,
        rf"\b(dose|doses|dosagem|posologia|quantos? (comprimidos?|mg|miligramas|gotas|unidades)|dosis|cuantas? (pastillas?|gotas|unidades|mg)|"
        rf"dosage|how (many|much) (mg|pills?|units?|tablets?|drops?)|how much insulin)\b|"
        rf"\b{_MAY}\b.{{0,40}}\b{_CHANGE}\b.{{0,40}}\b{_MEDICINE}\b|\b{_MAY}\b.{{0,30}}\b{_MEDICINE}\b.{{0,30}}\b{_CHANGE}\b|"
        rf"\b(que|qual|quais|cual|which|what)\b( \w+)? {_MEDICINE}\b.{{0,40}}\b(tom\w+|us\w+|pass\w+|compr\w+|bom|melhor|serve|indica\w*|"
        rf"buen[oa]|mejor|take|use|best|good|recommend)\b|"
        rf"\b(me )?(receita|receite|prescrev\w+|passa|indica|indique|recet[ae]\w*|prescribe|recommend) (um |uma |algum |alguma |me |un |una |a |an |some )*"
        rf"({_MEDICINE}|receita|prescription)\b|\b(trocar?|substitui\w*|cambiar|replace|swap)\b.{{0,40}}\b(cha|chas|te|tea|natural|caseir\w+|ervas?|herbs?)\b",
    ),
    (
        Beyond.DIAGNOSIS,
        r"\b(eu )?(tenho|to com|estou com|tengo|do i have|have i got)\b[^.?!]{0,40}\b(cancer|melanoma|diabetes|infarto|tumor|lupus|hiv|aids|psoriase)"
        r"[^.!]{0,15}(\?|ou nao|ne\b|o no|or not)|"
        r"\b(sera que|acha que|voce acha que|me diz se|me fala se|diga se|crees que|do you think|tell me if|can you tell)\b.{0,60}\b(tenho|e cancer|e grave|"
        r"e melanoma|tengo|es cancer|i have|is cancer|it'?s cancer)\b|"
        r"\b(qual|me d[ae]|dame|da um|fecha o|what is|what's|cual es|give me)( e)?( o| um| el| un| my| mi| meu| a)* (diagnostico|diagnosis)\b|\bdiagnostic[ae]\w*\b",
    ),
    (
        Beyond.LOGISTICS,
        r"\b(marc\w+|agend\w+|remarc\w+|desmarc\w+|book|schedule|reserv\w+|sacar turno|pedir cita|sacar cita|agendar)\b.{0,30}\b(consulta|exame|horario|hora|"
        r"cita|turno|appointment|visit|retorno)\b|\b(tem|ha|existe|hay|are there|is there)\b.{0,15}\b(vagas?|turnos?|cupos?|openings?|slots?)\b|"
        r"\b(endereco|telefone|direccion|address|phone number|horario de atendimento)\b|"
        r"\b(qual|quem|cual|quien|who|which)\b.{0,12}\b(melhor|mejor|best)\b.{0,25}\b(medic\w+|cardiologista|dermatologista|endocrinologista|"
        r"hospital|clinica|doctor|cardiologist|dermatologist|endocrinologist|cardiologo|dermatologo|endocrinologo|doutor\w*)\b|"
        r"\b(lugar|posicao|posicion) na fila\b|\bfila (do sus|de espera|da regulacao)\b|\bquanto (custa|cobra|fica|sai)\b|\bcuanto (cuesta|cobra)\b|\bhow much (does|is) (it|a)\b",
    ),
)


def beyond(text: str) -> Beyond | None:
    """What `text` asks for that must be refused, or None."""
    folded = fold(text)[:5_000]
    return next((kind for kind, pattern in _PATTERNS if re.search(pattern, folded)), None)
