"""Denial and time: words that say whether a mention is of now."""

from __future__ import annotations

LEXICON = """
NOT
  pt: nao|nunca|jamais
  es: no!|nunca|jamas|tampoco
  en: no!|not|never|dont|doesnt|didnt|isnt|arent|wasnt|werent|cant|couldnt|wont|wouldnt|havent|hasnt|aint
WITHOUT
  pt: sem|nenhum|nenhuma|nega|nego|negou|descarto|exceto ; nada de
  es: sin|ningun|ninguna|niega ; nada de
  en: without|denies|denied|free of ; zero|negative for
DENIES
  pt: nega|nego|negou
  es: niega|nego
  en: denies|denied
NOR
  pt: nem|ou|tampouco
  es: ni|o!|u
  en: nor|or|neither
HAVE
  pt: tenho|tem|temos|tive|teve|tinha|sinto|sente|senti|sentiu|sentindo|ha|houve|estou|to!|ta|esta|estava|com
      |apresento|apresenta|apresentou|eh|era|foi|quero|queria|quer|penso|pensei|pensando|planejo|pretendo|fico
      |ficou|estamos|estao|tendo|tenha|seja|vou|vai|vomitei|vomita ; tentei|tentou|tentaria|faria|tomei
      |pensaria ; pensado|sofro|sofri|desmaiei
  es: tengo|tiene|tuve|tuvo|tenido|tenia|siento|siente|senti|hay|hubo|es|era|fue|estoy|esta|estaba|quiero
      |quiere|quisiera|pienso|piensa|presento|presenta|he|ha|voy|va|teniendo ; intente|haria|tomaria ; pense
      |pensado|senti|sufro|sufri
  en: have|has|had|having|feel|feels|felt|feeling|get|gets|got|getting|is|am|are|was|were|be|been|want|wants
      |wanted|think|thinking|experience|experiencing|going|plan|planning ; tried|ever|would|will ; thought
      |suffer|suffered|experienced
CLITIC
  pt: me|se|lhe|te|mais|muito|muita|qualquer|tanto|tanta|sinto|doi|mesmo|tipo|uma|um|tido|nenhuma|nenhum|essa
      |esse|a|o
  es: me|se|le|te|mas|mucho|mucha|ningun|ninguna|algun|un|una|tanto|que|me|duele|el|la|los
  en: any|a|an|the|much|really|actually|currently|even|to|been|been|my|his|her|suddenly
DENIAL
  pt: NOT ~1 HAVE ; NOT CLITIC HAVE ; NOT + doi|dor|doeu
  es: NOT ~1 HAVE ; NOT CLITIC HAVE ; NOT (me|le) duele|dolio
  en: NOT ~1 HAVE ; NOT CLITIC HAVE ; NOT + hurt|hurts
DENIAL_VOID
  pt: ansiedade|azia|gases|frescura|aguent*|bem|melhor*|ok|passando|adiantando|dormindo|comendo|sabendo|so
      |apenas|somente|nada|jeito|remedio|carro|dinheiro|mais forca|tempo|ninguem|melhora|a menor ideia|como
      |certeza|plano|legal|normal|facil|conseg*|consig*|aguentando
  es: bien|mejor*|solo|solamente|nada|remedio|dinero|coche|carro|aguant*|nadie|como|segur*|normal|idea
      |mas fuerzas
  en: well|good|better|fine|okay|ok|only|just|right|sure|normal|improving|working|helping|going to make it
      |anyone|enough|a clue|stopping|responding|himself|herself|myself|insurance
CONTRAST
  pt: mas!|porem|contudo|entretanto|so que|mais agora|apesar
  es: pero|aunque|sino|sin embargo
  en: but|however|although|though|except
FIRST_PERSON
  pt: essa|esse|esta dor|isso|estou|to!|tenho|sinto|quero|comecei|fiquei|minha|meu
  es: estoy|tengo|siento|me duele|me falta|quiero|empece|mi
  en: i have|i am|i feel|i cant|i started|i want|my
STILL
  pt: ainda|continua|continuo|nao passa|nao para
  es: todavia|aun|sigue|sigo|no para
  en: still
HAS_SIGNS
  pt: com|tendo|apresentando|tenho|tem|sentindo|apresenta|parecem|parece
  es: con|tengo|tiene|teniendo|presenta|parecen
  en: has|have|having|showing|shows|with
AND
  pt: e|porque|que
  es: y|e|porque|que
  en: and|because|cause|so
KIN
  pt: pai|mae|filho|filha|avo|vo|vovo|vovó|marido|esposa|esposo|mulher|irmao|irma|tio|tia|primo|prima|sogra
      |sogro|amigo|amiga|bebe|nene|neto|neta|vizinho|vizinha|namorado|namorada|menino|menina|crianca|colega
      |paciente|senhor|senhora|homem|padrasto|madrasta|cunhado|cunhada|sobrinho|sobrinha|idoso|idosa|papai
      |mamae|companheiro|companheira|aluno|aluna|gente|pessoa|rapaz|moca
  es: papa|padre|mama|madre|hijo|hija|abuelo|abuela|marido|esposo|esposa|mujer|hermano|hermana|tio|tia|primo
      |prima|suegra|suegro|amigo|amiga|bebe|nene|nena|nieto|nieta|vecino|vecina|novio|novia|nino|nina|señor
      |senor|senora|hombre|alguien|compañero|companero|companera|persona|alumno|alumna|sobrino|sobrina
  en: dad|father|mom|moms|mum|mother|son|daughter|grandpa|grandma|grandfather|grandmother|husband|wife|brother
      |sister|uncle|aunt|cousin|friend|baby|kid|child|toddler|boy|girl|boyfriend|girlfriend|neighbor|neighbour
      |partner|newborn|infant|man|woman|guy|roommate|coworker|patient|nephew|niece|grandson|granddaughter
POSSESSIVE
  pt: meu|minha|meus|minhas|nossa|nosso|o|a
  es: mi|mis|la|el|su
  en: my|his|her|the
SUBJECT
  pt: eu|ele|ela|eles|elas|KIN ; meu|minha|nosso|nossa|uma|um ~1 KIN ; o|a + meu|minha ~1 KIN
  es: yo|el|ella|ellos|KIN ; mi|mis|nuestro|nuestra|un|una|la|al ~1 KIN
  en: i|he|she|they|we|KIN ; my|our|the|a|her|his ~1 KIN
STATE
  pt: to!|estou|ta|esta|estao|tenho|tem|sinto|sente|quero|quer|preciso|comecou|comecei|continua|continuo|acho
      |eh|queria|fico|ficou|fica|vomitando|caiu|desmaiou|parou ; vou|vai
  es: estoy|esta|tengo|tiene|siento|siente|quiero|quiere|sigo|sigue|empezo|creo|necesito|quisiera|me duele
      |le duele|se puso|puedo|puede ; voy|va
  en: am|is|are|have|has|feel|feels|want|wants|think|started|keep|keeps|need|cant|feeling|fell|collapsed
      ; will|going
NOW
  pt: agora|agorinha|neste momento|nesse momento|acab* de|neste instante|socorro|urgente|ha pouco|agora mesmo
      |ha minutos|ha [1-59] minutos|faz [1-59] minutos|ha meia|faz meia hora|neste exato|hoje cedo|hoje de
      |hoje a tarde|hoje a noite|essa madrugada|esta madrugada|esta noite
  es: ahora|ahorita|en este momento|acab* de|recien|socorro|auxilio|urgente|hace un rato|hace [1-59] minutos
      |ahora mismo|esta mañana|esta manana|esta noche|hoy por la|hace media hora
  en: now|right now|currently|just now|just had|just took|just collapsed|just passed|just fell|just fainted
      |just swallowed|just drank|just started|just hit|help|urgent|this morning|this minute|tonight
      |at the moment|minutes ago|earlier today|emergency|call an ambulance
TODAY
  pt: hoje
  es: hoy
  en: today
HELP
  pt: socorro|ajuda|ajudem|urgente|o que faco|que eu faco|me ajuda|me ajude|pelo amor de deus
  es: ayuda|ayudenme|socorro|auxilio|que hago|ayudame|por favor ayuda
  en: help|what do i do|what should i do|emergency|please hurry
RETURNED
  pt: voltou|voltando|piorou|piorando|de novo|outra vez|mais forte|nao passou|pior
  es: volvio|volvieron|empeoro|de nuevo|otra vez|mas fuerte|peor
  en: came back|is back|coming back|worse|again|returned
SINCE
  pt: desde|comec*|inici*|faz|a partir
  es: desde|empez*|comenz*|a partir
  en: since|started|began|starting|for
AGO
  pt: ano passado|mes passado|anos atras|ano atras|meses atras|mes atras|semanas atras|semana retrasada
      |mes retrasado ; em [1950-2035] ; aquela crise|naquela crise|naquele dia|aquele dia|aquela vez
  es: ano pasado|mes pasado|anos atras|meses atras ; en [1950-2035] ; aquel dia|aquella vez|aquella crisis
  en: last year|last month|years ago|year ago|months ago|month ago|weeks ago ; in [1950-2035] ; last winter
      |last summer|last spring ; that time|that day|that spell|back then
DURATION
  pt: ha ~3 anos|meses|ano|mes|decadas|semanas ; faz|fazem ~3 anos|meses|ano|mes|semanas
  es: hace ~3 anos|meses|ano|mes|semanas
  en: for ~4 months|years|weeks|month|year
PRETERITE
  pt: desmaiou|desmaiei|infartou|infartei|tentei|tentou|bateu|bati|caiu|cai|vomitou|vomitei|convulsionou|tomei
      |tomou|engoliu|engasgou|fiz|fez|operei|aconteceu|sofreu|queimei|queimou|cortei|cortou|quis|pensei
  es: me desmaye|se desmayo|intente|intento|golpee|golpeo|vomite|vomito|tome|sufri|sufrio|paso|quemo|quise
      |pense|se suicido
  en: fainted|collapsed|tried|hit|vomited|fell|happened|took|swallowed|attempted
LONG_AGO
  pt: no passado|desde entao|tempos atras|muito tempo atras|faz tempo que|ha muito tempo|decada*
      ; quando ~1 crianca|pequeno|pequena|jovem|adolescente|novo|nova|mais novo|mais nova ; na infancia
      |antigamente|na epoca|na adolescencia|na juventude ; historico|historia|antecedente ~3 de ; primeira
      |ultima|outra + gravidez|gestacao ; aos [1-99] ; com [1-99] anos|com [1-99] aninhos ; tinha [1-99] anos
      ; anos atras ; uma vez ~1 WAS|PRETERITE ; ja + tive|teve|tivemos|tinha|sofri|sofreu|infartei|enfartei
      |desmaiei|fiquei|estive|vi|fiz|passei|convulsionei|pensei|tentei|quis ; sequela* ; depois|apos (do|de|o
      |um|meu) infarto|avc|derrame ; teve alta
  es: de + nino|nina|chico|chica|joven|pequeno|pequena ; en la + infancia|adolescencia ; cuando era
      ; antecedente* ; historia de ; a los [1-99] anos ; una vez ~1 WAS|PRETERITE ; hace tiempo
      ; en mi primer embarazo ; en el + primer|otro|ultimo + embarazo ; ya + tuve|tuvo ; secuela*
      ; despues del + infarto|acv|derrame|ictus ; quedo con secuelas
  en: as a + child|kid|teen|teenager|baby ; in childhood|in college ; when + i|he|she + was ; history of
      ; at age [1-99] ; at [1-99] ; used to ; previously|formerly ; in the past ; once had
      ; my first pregnancy ; last pregnancy ; after (my|a|the|his|her) heart|stroke ; prior|previous
      |past + heart|stroke|seizure|seizures|attempt|attempts ; survivor ; years back ; growing up
      ; had ~5 before
DEATH
  pt: morreu|morreram|morrido|morrer + de|do|da|por ; faleceu|faleceram|falecido|falecida ; morte + de|da|do
      ; perdi ~3 para ; obito
  es: murio|murieron|muerto + de|del|por ; fallec* ; perdi ~3 por ; se murio ; muerte de
  en: KIN|he|she|who|they|father|mother ~2 died ; died of|died from|died in|died at|died when|passed away
      |death of ; lost ~3 to ; dead from ; died of
FAMILY
  pt: na familia|na minha familia|familiar*|historico familiar|casos de ; parentes
  es: en mi familia|en la familia|familiar* ; parientes
  en: in my|the|our + family ; family history|runs in ; relatives
LAST_WEEK
  pt: semana passada|semanas atras|ontem|anteontem|outro dia|esses dias|dia desses|noutro dia|dias atras
      |fim de semana passado|noite passada|mes passado ; ha + [2-30]|dois|duas|tres|uns|alguns|umas + dias
      |semanas ; faz [2-30]|faz dois|faz duas|faz tres|faz uns + dias|semanas ; segunda|terca|quarta|quinta
      |sexta + passada ; no domingo|no sabado
  es: semana pasada|ayer|anteayer|anoche|el otro dia|dias atras|semanas atras ; hace + [2-30]|dos|tres|unos
      |unas|una + dias|semanas|semana ; la otra semana|la otra noche
  en: last week|yesterday|last night|the other day|days ago|weeks ago|week ago|last weekend|last monday
      |last friday|last sunday|last saturday
ONSET
  pt: SINCE ~2 AGO|LAST_WEEK ; LAST_WEEK|AGO ~1 para ca ; ha|faz ~2 dias ~2 com|vomit*|sangr*|sem|que
      ; ha [1-30] dias
  es: SINCE ~2 AGO|LAST_WEEK ; hace [1-30] dias que ; desde hace ~2 dias|semanas|horas
  en: SINCE ~2 AGO|LAST_WEEK ; for ~2 days|weeks|hours
WAS
  pt: tive|teve|tivemos|tiveram|tinha|estava|estavam|sofri|sofreu|sentia|senti|sentiu|fui|infartei|enfartei
  es: tuve|tuvo|tuvieron|tenia|estaba|sufri|sufrio|sentia|senti|sintio|me dio
  en: had|was|were|used|suffered|felt|experienced
PERFECT
  en: i have|has|have ~1 had|been
WHEN_PAST
  pt: quando + eu|ele|ela + tinha|era
OVER
  pt: ja passou|passou sozinh*|ja passaram|mas passou|e passou|passou logo|agora passou ; esta|ta|estou|to!
      |ficou|fiquei (muito) bem|melhor|otimo|otima|curado|curada|recuperado|recuperada ; ja melhor*|melhorou
      |melhoraram|ja parou|parou sozinh*|dor sumiu|inchaco sumiu|coceira sumiu ; NOT + tenho|sinto|tem
      |sente + mais nada|mais dor|mais sintoma*|mais isso|mais falta ; hoje (eu|ele|ela) estou|to|esta|ta|sou
      |vivo|faco|me sinto ~1 bem|melhor|terapia|feliz|curado|curada ; foi so um susto|alarme falso ; me sinto
      |sentindo ~1 bem|melhor ; ja voltou ao normal ; esta|ta|to ~1 tudo bem|normal|otimo|tranquilo
  es: ya (se) (me|le) paso|pasaron|quito|quitaron ; se me + paso|quito|fue ; ya ~1 bien|mejor ; hoy ~1 bien
      |mejor ; estoy|esta|me siento (muy) bien|mejor ; mejoro ; fue solo un susto ; ya no (me) duele|siento
      |tengo|tiene
  en: gone now|gone away|its gone|it is gone|went away|goes away|passed now|has passed ; now ~2 fine|better|ok
      |okay ; i|he|she + am|is|feel|feels (doing) (much) fine|better|ok|okay|good|great ; recovered ; resolved
      ; breathe + fine|ok|normally|well ; feel fine ; no longer ; all good now ; back to normal
SEEN
  pt: fui atendid*|foi atendid*|mandaram para casa|voltou para casa|fui liberad*|foi liberad*|tive alta
      |teve alta|ja fui ao|tratei|me trataram
  es: me atendieron|lo atendieron|la atendieron|me mandaron a casa|me dieron de alta
  en: sent home|sent me home|sent him home|sent her home|was discharged|was treated
"""
