"""The fixed answers to an alarm: short, plain, no diagnosis. They wait for a clinician's review like the rules do.

Numbers: SAMU 192, CVV 188 (Brazil, day and night, free); Disque-Intoxicação 0800 722 6001 (Renaciat/Anvisa); 112 and
911 answer in most other countries. General knowledge (source G).
"""

from __future__ import annotations

from bot.redflags.types import Alarm, AlarmKind
from rag.types import Language

TEXTS_VERSION = "1"

_PT: dict[AlarmKind, str] = {
    AlarmKind.MEDICAL: (
        "<b>O que você conta pode ser uma emergência.</b>\n\n"
        "• Ligue agora para o <b>SAMU: 192</b>. É de graça, e quem atende orienta até a ajuda chegar.\n"
        "• Ou vá já à UPA ou ao pronto-socorro mais perto. Não vá só, e quem passa mal não dirige.\n"
        "• Não espere passar, e não espere por mim: por mensagem não dá para examinar ninguém.\n\n"
        "Quando a pessoa estiver em segurança, sigo aqui."
    ),
    AlarmKind.PREGNANCY: (
        "<b>Na gravidez ou depois do parto, o que você conta pode ser uma emergência.</b>\n\n"
        "• Ligue agora para o <b>SAMU: 192</b>, de graça, ou vá já à maternidade ou ao pronto-socorro mais perto, com "
        "alguém junto.\n"
        "• Com convulsão, desmaio ou muito sangue, é o 192.\n"
        "• Se puder, leve o cartão de pré-natal e os remédios em uso.\n\n"
        "Quando vocês estiverem em segurança, sigo aqui."
    ),
    AlarmKind.POISONING: (
        "<b>O que você conta pode ser uma emergência.</b>\n\n"
        "• Ligue agora para o <b>SAMU: 192</b>, ou vá já à UPA ou ao pronto-socorro mais perto.\n"
        "• Disque-Intoxicação, dia e noite: <b>0800 722 6001</b>.\n"
        "• Não provoque vômito e não dê nada para comer ou beber sem que eles digam.\n"
        "• Se der, leve a embalagem ou uma foto do que foi tomado ou do bicho.\n\n"
        "Se foi para se machucar, ou se há vontade de morrer, o <b>CVV: 188</b> também escuta. Sigo aqui."
    ),
    AlarmKind.SUICIDE: (
        "<b>Obrigado por contar. O que você diz importa, e ninguém precisa passar por isso só.</b>\n\n"
        "• Ligue agora para o <b>CVV: 188</b>. É de graça, dia e noite, e em segredo. Também em cvv.org.br.\n"
        "• Se há risco agora, ou se alguém já se machucou ou tomou algo: <b>SAMU: 192</b>, ou a UPA ou o "
        "pronto-socorro mais perto.\n"
        "• Chame alguém de confiança para ficar junto, e afaste remédios, armas e o que possa ferir.\n\n"
        "Se é com outra pessoa: fique perto, escute sem julgar e ligue junto. Sigo aqui."
    ),
}

_ES: dict[AlarmKind, str] = {
    AlarmKind.MEDICAL: (
        "<b>Lo que cuenta puede ser una emergencia.</b>\n\n"
        "• En Brasil, llame ya al <b>SAMU: 192</b>. Es gratis, y quien atiende orienta hasta que llegue la ayuda.\n"
        "• O vaya ahora al servicio de urgencias más cercano (UPA u hospital). No vaya a solas, y quien se siente mal "
        "no maneja.\n"
        "• Fuera de Brasil: el número local de emergencias (112 o 911 en muchos países).\n"
        "• No espere a que pase, ni me espere a mí: por mensaje no se puede examinar a nadie.\n\n"
        "Cuando la persona esté a salvo, sigo aquí."
    ),
    AlarmKind.PREGNANCY: (
        "<b>En el embarazo o después del parto, lo que cuenta puede ser una emergencia.</b>\n\n"
        "• En Brasil, llame ya al <b>SAMU: 192</b>, gratis, o vaya ahora a la maternidad o a urgencias, con alguien.\n"
        "• Con convulsión, desmayo o mucha sangre, llame al número de emergencias.\n"
        "• Fuera de Brasil: el número local de emergencias (112 o 911 en muchos países).\n\n"
        "Cuando estén a salvo, sigo aquí."
    ),
    AlarmKind.POISONING: (
        "<b>Lo que cuenta puede ser una emergencia.</b>\n\n"
        "• En Brasil, llame ya al <b>SAMU: 192</b>, o vaya al servicio de urgencias más cercano. Intoxicaciones, "
        "día y noche: <b>0800 722 6001</b>.\n"
        "• Fuera de Brasil: el número local de emergencias (112 o 911 en muchos países).\n"
        "• No provoque el vómito ni dé nada de comer o beber sin que se lo digan.\n"
        "• Si puede, lleve el envase o una foto de lo que tomó o del animal.\n\n"
        "Si fue para hacerse daño, o hay ganas de morir, en Brasil también escucha el <b>CVV: 188</b>. Sigo aquí."
    ),
    AlarmKind.SUICIDE: (
        "<b>Gracias por contarlo. Lo que dice importa, y nadie tiene que pasar por esto a solas.</b>\n\n"
        "• En Brasil, llame ahora al <b>CVV: 188</b>. Es gratis, día y noche.\n"
        "• Si hay riesgo ahora, o alguien ya se lastimó o tomó algo: <b>SAMU: 192</b>, o el servicio de urgencias más "
        "cercano.\n"
        "• Fuera de Brasil: el número de emergencias (112 o 911) o la línea de crisis de su país (findahelpline.com).\n"
        "• Llame a alguien de confianza para que se quede con usted, y aleje pastillas, armas y lo que pueda herir.\n\n"
        "Si se trata de otra persona: quédese cerca, escuche sin juzgar y llamen juntos. Sigo aquí."
    ),
}

_EN: dict[AlarmKind, str] = {
    AlarmKind.MEDICAL: (
        "<b>What you describe may be an emergency.</b>\n\n"
        "• In Brazil, call <b>SAMU: 192</b> now. It is free, and they tell you what to do until help comes.\n"
        "• Or go now to the nearest emergency room (UPA or hospital). Don't go alone, and whoever is unwell "
        "doesn't drive.\n"
        "• Outside Brazil: the local emergency number (112 or 911 in many countries).\n"
        "• Don't wait for it to pass, and don't wait for me: nobody can be examined by message.\n\n"
        "Once the person is safe, I'm still here."
    ),
    AlarmKind.PREGNANCY: (
        "<b>In pregnancy or after a birth, what you describe may be an emergency.</b>\n\n"
        "• In Brazil, call <b>SAMU: 192</b> now, free, or go now to the nearest maternity or emergency room, "
        "with someone.\n"
        "• With a seizure, fainting or a lot of blood, call the emergency number.\n"
        "• Outside Brazil: the local emergency number (112 or 911 in many countries).\n\n"
        "Once you are both safe, I'm still here."
    ),
    AlarmKind.POISONING: (
        "<b>What you describe may be an emergency.</b>\n\n"
        "• In Brazil, call <b>SAMU: 192</b> now, or go to the nearest emergency room. Poison line, day and night: "
        "<b>0800 722 6001</b>.\n"
        "• Outside Brazil: the local emergency number (112 or 911 in many countries) or poison centre.\n"
        "• Don't make the person vomit, and give nothing to eat or drink unless they tell you to.\n"
        "• If you can, take the package, or a photo of what was taken or of the animal.\n\n"
        "If it was to get hurt, or there is a wish to die, <b>CVV: 188</b> listens too, in Brazil. I'm still here."
    ),
    AlarmKind.SUICIDE: (
        "<b>Thank you for telling me. What you say matters, and nobody has to go through this alone.</b>\n\n"
        "• In Brazil, call <b>CVV: 188</b> now. It is free, day and night.\n"
        "• If there is danger now, or someone is already hurt or took something: <b>SAMU: 192</b>, or the nearest "
        "emergency room.\n"
        "• Outside Brazil: your emergency number (112 or 911) or local crisis line (988 in the US; "
        "findahelpline.com).\n"
        "• Ask someone you trust to stay with you, and put away pills, weapons and anything that could hurt.\n\n"
        "If it is someone else: stay close, listen without judging, and call together. I'm still here."
    ),
}


def text_for(alarm: Alarm, language: Language) -> str:
    """The fixed text of `alarm`'s kind in the user's `language`: markup as in `bot.markup`, under 1,000 characters."""
    return text_of(alarm.kind, language)


def text_of(kind: AlarmKind, language: Language) -> str:
    """The fixed text of a kind of emergency."""
    return {Language.PT: _PT, Language.ES: _ES, Language.EN: _EN}[language][kind]
