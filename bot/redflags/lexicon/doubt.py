"""Condition, question, fear, quotation and habit: words that say whether a mention is meant as a fact of today."""

from __future__ import annotations

LEXICON = """
MAY_PT
  pt: sinta|doa|fique|comece|passe|desmaie|piore|caia|aconteca|tome|morra|infarte|engula|sentir|tiver|tivesse
      |tenha|der|desse|for|fosse|estiver|estivesse|houver|acontecer|acontecesse|doesse|ficasse|sentisse
      |comecasse|desmaiasse|engasgasse|tomasse|engolisse|bebesse|tivermos|parasse|aparecesse|morresse
      |infartasse|vier|fizer|puder|engasgue|aparecer
INFINITIVE
  pt: doer|desmaiar|ficar|sentir|passar|piorar|comecar|parar|convulsionar|engasgar|infartar|vomitar|sangrar
      |cair|subir|baixar|inchar|tomar|beber|engolir|picar|perder|queimar|bater|esquecer|aparecer|acontecer
      ; voltar|aumentar|inchar|fechar|entortar|faltar|morrer|infartar|subir|descer
MAY_ES
  es: tuviera|tuviese|duele|doliera|alguien|da|diera|pasa|pasara|se desmaya|baja|sube|sangra|vomita|fuera
      |empieza|hincha|traga|me falta|convulsiona|atraganta|desmayo|pica|quema
MAY_EN
  en: i|he|she|my|someone|somebody|a|it|they|you|there|the|your|one|anyone|ever
IF_HAPPENS
  pt: ^e se + a|o|as|os|eu|ele|ela|alguem|meu|minha|um|uma|for|der|tiver ; se|caso|suponha|imagine
      |mesmo que ~4 MAY_PT ; ^se|^caso ~4 INFINITIVE ; se ~1 SUBJECT ~2 INFINITIVE ; e se|faco se|fazer se
      |caso ~4 INFINITIVE|MAY_PT ; quando ~2 tiver|der|doer|sentir|estiver|for|houver|ficar ; em caso de
      ; e se um dia|e se alguem|se alguem|se um dia
  es: si|imagina|supongamos ~4 MAY_ES ; si (yo) (algun) tengo|tiene|siento ~8 hago|voy|hacer|debo ; en caso de
      |por si ; y si
  en: if|suppose|imagine|in case + MAY_EN ; what if|what happens if|what would happen|in case of|in case
      |in the event ; what happens when
IF_REAL
  pt: sei se|saber se|certeza se ; como se
  es: se si|segur* si|segura de si ; si ~2 acuesto|respiro|camino|muevo|hablo ; como si
  en: know|sure|wondering|wonder|tell + if ; if|when + i|he|she + lie|lay|breathe|breathes|move|stand|sit|talk
      |swallow|touch|press|cough|lies|moves|inhale ; as if|like if
WISHED_IF
  pt: se|que + eu|ele|ela (nao|nunca) morresse|existisse|sumisse|tivesse nascido|tivesse morrido|morrer|sumir
      |estivesse mort*
  es: si|que (yo|no|me) (no|me) muriera|existiera|despertara|hubiera nacido|muriese
  en: if i + were|was|wasnt|werent|had|didnt ~2 dead|gone|born|here|around|alive|exist ; if i + died
      |disappeared
ASK
  pt: quem ja|quem tem|quem teve|quem sofre|quem sofreu|pessoas com|pessoas que|pacientes com
      |quem toma ; o que eh|o que e|oq eh|oque eh|o que sao|o que significa|oque e|^que e um|^que e uma
      ; quais ~4 sintomas|sinais|causas|tratamentos|tipos|sao|riscos ; qual ~3 diferenca|risco|chance
      |tratamento|exame|causa|sintoma|dose|telefone|numero ; sintomas|sinais|sintoma|sinal|causas|causa
      |tratamento|prevencao|risco|riscos|chance|chances|primeiros socorros|probabilidade + de|do|da|um|para
      |dos ; como ~2 prevenir|evitar|identificar|reconhecer|saber|diferenciar|tratar|ajudar|agir|funciona
      |proceder ; o que ~2 fazer|faz|faco ~1 caso|se|quando|diante|numa|em caso ; prevenir|prevencao|previne
      |evitar ; pode causar|podem causar|causa|causam|provoca|aumenta o risco ; quando + procurar|ir|devo
      ; posso|pode + tomar|usar|comer|fazer ; existe|tem relacao|tem cura|para que serve ; duvida sobre
      |curiosidade|aula sobre|palestra|curso de|estudando|estudo sobre|pesquisando|trabalho sobre|me explica
      |explique|explica ; por que ~3 causa|acontece|ocorre ; de quem ; quem ~1 infartando
      ; quando ~7 emergencia|urgencia|preocupar
  es: quien ya|quienes|personas con|personas que ; ^que es|^que son|^que significa ; cuales ~4 sintomas|signos
      |causas|son|senales ; cual ~3 diferencia|riesgo|tratamiento|dosis|numero ; sintomas|signos|senales
      |causas|tratamiento|prevencion|riesgo|primeros auxilios|probabilidad + de|del|un|una ; como ~2 prevenir
      |evitar|identificar|reconocer|saber|tratar|ayudar|actuar ; que (se) (debo|hay) (que) hacer + si|en caso
      |cuando|ante ; que hago si|que hago cuando ; prevenir|prevencion ; puede causar|causa|causan|provoca
      ; explicame|explica|duda sobre|curso de|clase sobre|charla ; cuando ~7 urgencia|emergencia|preocup*
  en: people who|people with|someone who has had|anyone who ; what is a|what is an|what are|what causes|define
      |meaning of ; what does ~6 mean ; signs|symptoms|symptom|sign|causes|cause|risk|risks|treatment
      |treatments|prevention|odds|chance|chances|likelihood|warning signs + of|for ; how ~2 prevent|avoid
      |recognize|recognise|know|tell|treat|help|spot|identify ; what ~3 do + if|when ; what ~4 do in case
      ; what should + you|someone|people|one + do ; does|do|can|could ~6 cause|causes|lead ; prevent
      |preventing|prevention|first aid for|first aid ; difference between ; explain|studying|learning about
      |class about|course on|curious about|article about|essay ; when ~7 emergency|worry|worried ; when should
ALWAYS
  pt: eh sempre|e sempre|sempre eh|nem sempre|eh sinal|e sinal de|eh sintoma|e sintoma de|sao sintomas
      |significa|eh grave|eh perigos*|eh comum|eh normal|eh coracao|eh do coracao|eh infarto|eh avc|tem cura
      |onde doi|doi onde|dor onde ; da dor|da falta|da infarto|da avc|dao dor|pode dar|da convulsao
      ; como evitar|como prevenir|como tratar
  es: es sintoma de ; siempre es|es siempre|significa|es normal|es grave|es senal de|es peligroso ; da dolor
      |puede dar ; como evitar*|como prevenir* ; dan dolor|da fiebre
  en: a symptom of ; always mean|always|mean|a sign of|is normal|normal|dangerous|serious ; how to prevent
      |how to avoid|how to treat ; give you|give someone
FEAR
  pt: medo|receio|pavor|panico|fobia|temo|trauma ~2 de|que|do ; preocup* ~1 com|de|que ~3 risco|ter|chance
      ; ansiedade de ter ; medo eh|medo e ter|medo de ter
  es: miedo ~2 de|que|a ; temo|temor ; me preocupa ~1 que ; me da miedo
  en: afraid|scared|fear|terrified|worried|anxious|fearful|paranoid|nervous ~1 of|that|about|i ; dread
MEDIA
  pt: filme|novela|serie|musica|letra|livro|personagem|reportagem|noticia|jornal|podcast|desenho|anime|peca
      |meme|piada|video|tiktok|post|cartaz|panfleto|folheto|banner|jogo|game|documentario|artigo|texto
      |apostila|prova|poema|revista|conto|bula
  es: pelicula|novela|serie|cancion|letra|libro|personaje|noticia|reportaje|podcast|meme|video|cartel|folleto
      |documental|articulo|juego|poema|chiste|revista|prospecto
  en: movie|film|song|lyrics|book|character|show|news|article|podcast|meme|video|poster|leaflet|documentary
      |game|novel|poem|series|episode|textbook|joke|magazine|tv
FICTION
  pt: no|na|nesse|nessa|num|numa + MEDIA ; li|vi|assisti|ouvi|lendo|lia ~3 MEDIA ; MEDIA ~3 diz*|fala*|conta*
      |dizia|mostra*|explica* ; minha personagem
  es: en (la|el|una|un) MEDIA ; lei|vi|escuche ~3 MEDIA ; MEDIA ~3 dice|decia|habla|cuenta
  en: in (the|a|this|that|my) MEDIA ; read|saw|watched|heard|reading|watching ~3 MEDIA ; MEDIA ~2 says|said
      |goes|almost|is about ; on tv|on the news|my character
TOLD
  pt: medico|professor|professora|palestrante|doutor|doutora|enfermeira|medica|dr|dra ~2 disse|falou|explicou
      |mandou|perguntou|avisou ~2 que|se|para
  es: medico|doctor|doctora|enfermera ~2 dijo|explico|pregunto ~2 que|si ; profesor|profesora ~2 dijo
      |enseno ~2 que
  en: doctor|nurse|dr ~1 said|told|asked|explained|warned ~2 to|if|that|about ; teacher|professor ~1 said|told
      |taught ~2 that
CHRONIC
  pt: as vezes|de vez em quando|de vez enquando|vez ou outra|raramente|ocasional*|cronic*|sempre que
      |toda vez que|alguns meses|esporadic*|desde crianca|desde pequen*|desde sempre|desde o ano passado
      |desde [1950-2035]|anda fraca|anda ruim|anda meio|anda me|andam me|tem andado|ando sentindo|ando tendo
      |tenho tido ; todo mes|todo dia|todos os dias ; ultimamente|cada dia mais|aquela vez|aquele dia ; alivi*
      |melhor*|passa|some|sumia ~3 repouso|descanso|descans*|paro|sento|parado|sentado|inclino|inclinado
      ; paro|descanso|sento|depois|ai + e|logo + passa|alivia|some|melhora ; depois alivia|depois passa
      |paro e passa|descanso e some|e passa quando
  es: a veces|de vez en cuando|cada vez que|cronic*|siempre que|ocasional*|desde nino|desde nina|desde siempre
      |rara vez|por las noches|todos los dias ; ultimamente|cada vez mas|aquel dia|aquella vez ; alivi*|mejor*
      |pasa ~3 reposo|descans*|paro|sentado|inclin* ; despues se pasa
  en: past few|past couple|few|couple + months|weeks|years ; sometimes|occasionally|on and off|once in a while
      |chronic|every time|whenever|from time to time|since childhood|these days|months now|years now|usually
      |every day ; over the past|over the last ~2 months|years ; lately|that time|that day ; eases|better|goes
      |improves ~3 rest|off|sitting|stop|forward|sit
EXERTION
  pt: quando|qdo|ao|se|depois|apos|so|toda ~3 subo|subir|caminho|caminhar|ando|andar|corro|correr|esforco
      |exercicio|treino|academia|pedalo|ladeira|escada|caminhada|me esforco|faco|treinar|faxina ; aos|com|em
      |no|de|a + esforco|esforcos|exercicio|exercicios ; subo|subindo ~1 ladeira|escada|escadas|rampa|morro
      ; quando|se ~2 aperto|espirro|tusso|me mexo|levanto peso|giro ; quando|se|so|toda ~3 carrego|varro
      |capino|brigo|irrito|nervos*|arrumo|limpo|pego peso|me abaixo|danco|subindo ; fico nervos*
  es: cuando|al|si|solo ~3 subo|subir|camino|caminar|corro|correr|esfuerzo|ejercicio|escaleras|hago|entreno
      ; con el + ejercicio|esfuerzo|caminar ; en las subidas ; cuando|si|solo ~3 cargo|barro|enojo|nervios*
      |limpio|trabajo ; al + trotar|andar|barrer|respirar hondo
  en: when|while|after|if|only|upon ~3 climb|climbing|walk|walking|run|running|exercise|exercising|exert*
      |stairs|uphill|hike|workout|lift|jog ; with + exertion|exercise|activity ; on exertion ; going|walking
      |climbing + uphill|upstairs|stairs|up ; when|if|just ~3 rush|upset|angry|nervous|carry|clean|bend
MEAL
  pt: depois de comer|depois do almoco|depois do jantar|refluxo|azia|gastrite|apos comer|apos as refeicoes
  es: despues de comer|reflujo|gastritis|acidez
  en: after eating|after meals|reflux|heartburn|gerd|after dinner|acid
FEEL_NOTHING
  pt: nao sinto nada|me sinto bem|sem sintoma*|estou bem|to bem|sem sentir nada|assintomatic*
  es: no siento nada|me siento bien|sin sintomas|estoy bien
  en: feel fine|feel ok|feel okay|no symptoms|feel good|asymptomatic
"""
