"""How a complaint runs in time: dated, counted, worked up, stable on effort, or worsening; words that say so."""

from __future__ import annotations

LEXICON = """
MONTH
  pt: janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
  es: enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre
  en: january|february|march|april|may|june|july|august|september|october|november|december
AGO
  pt: em|meados de|inicio de|final de|fim de|comeco de + MONTH ; em jan|em fev|em abr|em jun|em jul|em ago
      |em set|em out|em nov|em dez ; em ~1 [1-12] + / + [1950-2035] ; [1-31] + / + [1-12] + / + [1950-2035]
      ; ha|faz + varios|alguns anos ; ano retrasado|ano anterior|meses antes
  es: en|mediados de|inicios de|principios de|fines de|finales de + MONTH ; ano anterior
  en: in|early|mid|late|back in|last + MONTH ; in late|in early|in mid + MONTH
COUNTED
  any: IN_ALL <5> PERIOD
THIS_PERIOD
  pt: este|esse|neste|nesse|deste|desse + ano|mes|semestre
  es: este + ano|mes|semestre
  en: this + year|month|spring|summer|winter|fall
PERIOD
  any: THIS_PERIOD
  pt: nos|nesses|desses|nestes|em|por ~1 ultimos|meses|anos ; ultimo|ultimos ~1 ano
      |anos|mes|meses|semestre ; desde MONTH|desde o ano passado ; por ano|ao ano|na vida|no ano
  es: ultimo|ultimos ~1 ano|anos|mes|meses|semestre ; desde MONTH|desde el ano pasado ; al ano|en la vida
      |en el ano
  en: last|past ~1 year|years|months ; since MONTH|since last year ; a year|in my life|ever
IN_ALL
  pt: [1-30] + vez|vezes|x|desmaios|episodios|crises ; uma|duas|tres|quatro|cinco|seis|varias|algumas + vez
      |vezes ; um|dois|tres|quatro|cinco|alguns|varios + desmaios|episodios|desmaio|episodio
  es: [1-30] + vez|veces|desmayos|episodios|crisis ; una|dos|tres|cuatro|cinco|seis|varias|algunas + vez|veces
      ; un|dos|tres|cuatro|cinco|varios + desmayos|desmayo|episodios|episodio
  en: once|twice|thrice ; [1-30] + times|x|episodes ; two|three|four|five|six|several|few|couple (of) + times
      |episodes|fainting
TIME_FILLER
  pt: isso|isto|foi|era|mas|so|apenas|aconteceu|acho|que|ja|la|aqui|tem|mais|de|uns|umas|e|eh|ou|a|o|um|uma
      |ultima|ultimo|primeira|primeiro|outra|outro|vez|vezes|episodio|crise|mes|assim|sinto|tenho|vem|sou|tudo
      |cerca|quase|menos|pelo|por|ai|em|no|na|ao|todo|todos|acontece|comecou|comecando|sendo|faz|ha
  es: eso|esto|fue|era|pero|solo|paso|creo|que|ya|mas|de|unos|unas|un|una|y|o|la|el|ultima|ultimo|primera
      |primero|otra|otro|vez|veces|episodio|crisis|mes|asi|es|todo|casi|menos|en|lo|siento|tengo|empezo|hace
      |desde|lleva|llevo
  en: it|this|that|was|happened|only|but|just|i|think|about|over|more|than|and|or|a|an|the|last|first|one
      |another|time|times|been|has|have|like|in|on|at|all|s|is|started|around|its|nearly|almost|same
PRECEDENT
  pt: tambem|igual|mesmo|mesma|mesmos|foi assim ; ja + aconteceu|ocorreu|rolou|passei
      ; ja + tive|tinha|senti ~1 isso|isto
  es: tambien|igual|lo mismo|la misma|fue asi ; ya me + paso|sucedio|dio|ha pasado ; ya + tuve|paso|sucedio ~1 esto|eso
  en: too|also|same|alike|like this|like that ; happened before|had this|had it|had that|been through this
SEQUEL
  pt: antes|primeiro|na hora|na epoca|no dia|durante|logo antes|pouco antes|depois disso ; ficou com|ficou sem
      |fiquei com|fiquei sem ; fiquei|fui|foi|ficou|estive ~1 internad*|hospitalizad*
  es: antes|primero|en ese momento|durante|justo antes|ese dia ; quedo con|quede con|quedo sin ; me internaron
      |lo internaron|la internaron|estuve internad*|estuvo internad*|quede internad*|quedo internad*
  en: first|before that|beforehand|right before|at the time|that day ; was left with|left with ; was admitted
      |was hospitalised|was hospitalized|was in hospital
STILL_HERE
  any: LATELY ~6 PERSISTS
  pt: mas voltou|mas voltaram|e voltou a dor|e voltou mais|dor voltou|voltou a doer|voltou a dor
  es: pero volvio|y volvio el dolor|y volvio mas|dolor volvio|volvio a doler|volvio el dolor
  en: it is back|pain is back|came back|pain returned|but returned
  pt: LATELY ~2 voltou|voltando|retornou|tambem|igual|doendo|doi|doeu|a dor|com dor|mesma|direto|piorou|piorando
      |pior|mais forte|mais frequente|mais vezes|sem parar|toda hora ; LATELY ~6 REST|ate parad*|parad*|deitad*
      |sentad*|sem esforco|a qualquer hora|acordando|de novo|outra vez|mesma dor|mesmo jeito ; progressiv*
      ; TODAY ~1 RETURNED
  es: LATELY ~2 volvio|regreso|vuelve|tambien|igual|duele|doliendo|dolio|el dolor|con dolor|lo mismo|empeoro
      |peor|mas fuerte|mas seguido|mas veces|sin parar ; LATELY ~6 REST|sentad*|acostad*|sin esfuerzo|otra vez
      |de nuevo|mismo dolor ; progresiv*
  en: LATELY ~3 back|too|also|same|hurts|hurting|aching|pain|worse|constant|stronger|more often|nonstop
      ; LATELY ~6 REST|sitting|lying|resting|again|same ; more often ~4 NOW|THIS_WEEK ; crescendo
      ; TODAY <1> RETURNED
LATELY
  any: NOW|TODAY|THIS_WEEK
THIS_WEEK
  pt: esta|essa|nessa|nesta|desta|dessa + semana ; ultimos dias|de ontem para ca|de uns dias para ca
  es: esta semana|ultimos dias
  en: this week|last few days|past few days|since yesterday
NOW
  pt: no momento|nesse instante
  en: at present
NOW_SEEKS
  any: NOW ~1 SEEKS
SEEKS
  pt: quero|queria|preciso|precisamos|precisa|gostaria|procuro|vim|pediram|pediu|solicito|encaminho ~5 VISIT
  es: quiero|quisiera|necesito|necesita|busco|vengo|queria|quiere|solicito ~5 VISIT
  en: want|need|would|looking|wants|needs ~6 VISIT
VISIT
  pt: cardio*|consult*|marcar|agendar|encaminh*|exame*|acompanh*|retorno|especialista|dermato*|endocrino*|holter
      |avaliacao|avaliar
  es: cardiolog*|consulta|cita|turno|deriv*|estudio*|control|especialista|dermatolog*|endocrinolog*|holter
  en: cardiolog*|appointment|referral|referred|checkup|specialist|dermatolog*|endocrinolog*|holter|follow up
EVALUATED
  pt: ecg|eletro*|eco|ecocardiograma|holter|exames|eeg|tomografia|teste|tilt ~5 normal|normais|nada|certo
      |alterac*|ok|pendente|marcado ; pediu|pediram|solicitou ~3 holter|eco|eletro*|ecg|exames|cardiologista
  es: ecg|electro*|eco|holter|examenes|estudios|eeg|tomografia|analisis ~5 normal|normales|nada|bien|pendiente
      ; pidio|pidieron ~3 holter|eco|electro*|estudios|cardiologo
  en: ecg|ekg|echo|holter|tests|eeg|scan|scans|exams ~4 normal|nothing|clean|clear|fine|ok|pending
      ; found nothing
CHRONIC
  pt: desde MONTH ; eh antig*|dor antig*|coisa antig* ; ha anos ; vem e vai ~3 ano|anos|meses
  es: desde MONTH ; es antiguo|es vieja|es de hace ; va y viene ~4 ano|anos|meses
  en: since + MONTH|spring|summer|winter|last year ; comes and goes ~3 year|years|months ; same for ~3 year
      |years|months
LONG_AGO
  pt: iam|infarto|avc|ave|sincope|derrame + previo|previa|antigo|antiga|pregresso|pregressa ; previo|previa
      |pregresso + de ; antecedente de
  es: iam|infarto|acv|sincope + previo|previa|antiguo
INFARCT
  pt: iam|iamcsst|iamsst
  es: iam|iamcest|iamsest
  en: nstemi|stemi
ONSET
  pt: LAST_WEEK + e + TODAY|NOW ; igual|igualzinha|igualzinho|mesma|mesmo ~6 AGO
  es: LAST_WEEK + y + TODAY|NOW ; igual|misma|mismo ~6 AGO
  en: LAST_WEEK + and + TODAY|NOW ; same|like ~4 AGO
FAINT_EVENT
  pt: acab* de desmaiar|acab* de apagar ; desmaiei|apaguei ~2 TODAY ; TODAY ~3 desmaiei
      ; SYNCOPE ~4 NOW ; desmaio|desmaios ~2 TODAY|NOW
  es: acab* de desmay*|desmayando ; me desmaye ~2 TODAY|NOW ; TODAY ~2 me desmaye
      ; SYNCOPE ~4 NOW ; desmayo|desmayos ~2 TODAY|NOW
  en: just + fainted|collapsed|passed out|blacked out ; fainted|passed out|blacked out|collapsed ~4 TODAY
      ; SYNCOPE ~4 NOW
NOT_MOVING
  pt: LATELY ~2 NOT + fala|falou|anda|mexe|levanta|mexeu
  es: LATELY ~2 NOT + habla|hablo|camina|mueve|levanta
  en: LATELY ~3 NOT ~1 talk|talking|speak|speaking|walk|move|moving
CHEST_PAIN
  pt: PAIN ~2 precordial|retroesternal ; precordialgia
  es: PAIN ~2 precordial|retroesternal ; precordialgia
SIGHT_THEN_FAINT
  any: SIGHT_DARKENS <5> I_FAINTED
SIGHT_DARKENS
  pt: vista|visao ~1 escurec*|sumiu ; escurec* ~2 vista|visao
  es: vista <2> nubl*|oscurec*
  en: vision|sight|everything ~2 black|dark|grey|gray
SYNCOPE
  pt: sincope|sincopal
  es: sincope|sincopal
  en: syncope|syncopal
SEIZURE_NOW
  any: SEIZURE_WORD ~2 TODAY
  pt: SEIZURE_WORD ~1 de novo|outra vez
  es: SEIZURE_WORD ~1 de nuevo|otra vez
  en: SEIZURE_WORD ~1 again
REST
  en: while sitting|while resting|while lying|just sitting|in bed
ANGINA
  pt: angina|isordil|stent|stents|coronari*|INFARCT|infartei|enfartei|infartou|enfartou|cateterismo
  es: angina|nitroglicerina|stent|stents|coronari*|INFARCT|infarto|infarte
  en: angina|nitroglycerin|nitro|stent|stents|coronary|INFARCT
SAME_PAIN_NOW
  pt: LATELY ~4 doendo|doi|doeu|mesma dor|a dor|aperto ; dor ~3 NOT passou|passa|alivia*
      ; LATELY <3> piorou|piorando ; LATELY ~4 mais forte|mais vezes
  es: LATELY ~4 duele|doliendo|dolio|mismo dolor|el dolor ; dolor ~3 NOT ~2 paso|pasa|quita|alivia
      ; LATELY <3> empeoro|peor
  en: LATELY ~4 hurts|hurting|same pain|pain|aches|tightness ; pain ~3 NOT ~2 gone|go away|stop|stopping|easing
      ; more often ~3 LATELY ; LATELY <3> worse
EFFORT_PAIN
  pt: PAIN|apert*|pressao|falta ~8 EXERTION
  es: PAIN|opresion|presion|apriet*|falta ~8 EXERTION
  en: PAIN|tightness|pressure ~8 EXERTION
REST_NOW
  pt: LATELY ~5 REST|parad*|deitad*|sentad*|sem esforco
  es: LATELY ~5 REST|sentad*|acostad*|sin esfuerzo
  en: LATELY ~5 REST|sitting|lying|resting
PAINLESS_NOW
  pt: LATELY ~5 NOT ~1 tenho|sinto|doi ~1 nada|dor|mais ; LATELY ~3 dor ~1 passou|sumiu|melhorou|aliviou
      ; LATELY ~3 sem + dor|sintoma*
  es: LATELY ~5 NOT ~1 tengo|siento|duele ~1 nada|dolor|mas ; LATELY ~3 dolor ~1 paso|mejoro
      ; LATELY ~3 sin + dolor|sintoma*
  en: LATELY ~5 NOT ~1 have|feel|hurt ~1 anything|pain ; LATELY ~4 pain ~2 gone|passed ; LATELY ~3 no + pain
ELSEWHERE
  pt: joelho*|quadril|costas|coluna|lombar|pe|pes|perna|pernas|tornozelo|cabeca|barriga|ombro|pescoco|mao|maos
      |punho|cotovelo|calcanhar|dente|garganta|ouvido
  es: rodilla*|cadera|espalda|columna|pie|pies|pierna|piernas|tobillo|cabeza|barriga|hombro|cuello|mano|manos
      |talon|muela|garganta|oido
  en: knee|knees|hip|hips|back|spine|foot|feet|leg|legs|ankle|head|belly|shoulder|neck|hand|hands|heel|tooth|throat|ear
BLEEDS_ON_NOW
  pt: NOW|TODAY ~2 HEAVY_BLEEDING
  es: NOW|TODAY ~2 HEAVY_BLEEDING
  en: NOW|TODAY ~3 HEAVY_BLEEDING
SPEECH
  pt: sem falar + direito|nada|mais
LAST_MONTH
  pt: THIS_PERIOD|mes passado|semanas atras ; ha|faz ~2 semanas
  es: THIS_PERIOD|mes pasado|semanas atras ; hace ~2 semanas
  en: THIS_PERIOD|last month|weeks ago
WANTS_DEATH
  es: queriendo|deseando ~1 morir|morirme|matarme|morirse
CASE
  pt: paciente com
"""
