"""Signs of danger that stand by themselves in a rule, or that qualify another."""

from __future__ import annotations

LEXICON = """
CHEST_PAIN
  pt: PAIN <4> peito|peitos|torax|peitoral ; dor|dores|doi|doendo <4> coracao ; apert*|pressao|pressionando
      |opress*|peso|pesado|pontada*|fisgada*|agulhad*|facada*|esmag*|sufoc*|rasgando|desconforto|incomod*
      |agonia|estourando <4> peito|torax ; apert*|pontada*|fisgada*|facada*|agulhad*|desconforto <2> coracao
      ; dor toracica|toracica aguda|crise de angina|dor de angina ; elefante ~3 peito ; segurando|agarrando
      |apertando|mao ~2 peito ; reclam*|queix* ~2 peito|coracao ; dor|dores|doendo|apert*|pressao|pontada*
      |peso ~6 peito|torax
  es: PAIN <4> pecho|torax|corazon ; agarr*|tocandose|apretandose ~2 pecho ; opres*|opri*|presion*|apriet*
      |apret*|punzad*|puntad*|pinchazo*|molest*|malestar|peso|pesado|aplast*|desgarr* <4> pecho|torax
      ; punzad*|puntad*|apriet* <4> corazon ; dolor toracico|crisis de angina ; quej* ~2 pecho ; dolor
      |opresion|presion|punzada ~6 pecho|torax
  en: PAIN <4> chest|sternum|breastbone ; PAIN <2> heart ; tight*|pressure|squeez*|crush*|heaviness|heavy
      |stabb*|tear*|weight|discomfort|sharp|pounding pain <4> chest ; chest pains|angina attack ; elephant
      |sitting ~5 chest ; clutch*|grab*|holding ~2 chest ; chest ~2 killing ; complain* ~3 chest ; pain|pains
      |pressure|tightness ~6 chest
CHEST_BURNING
  pt: queim*|ardendo|ardencia|ardor <3> peito|torax ; queimacao|queimando|ardencia ~5 peito
  es: quema|quemazon|ardor|arde <3> pecho ; ardor|quemazon ~5 pecho
  en: burning|burns <3> chest ; burning ~5 chest
INFARCT
  pt: infarto|enfarto|enfarte|infarte|ataque cardiaco|ataque do coracao|ataque no coracao
  es: infarto|ataque cardiaco|ataque al corazon
  en: heart attack|heartattack|infarction|cardiac event
INFARCT_NOW
  any: INFARCT ~1 NOW
  pt: infartando|enfartando|infartou|enfartou ; tendo|ter|teve|dando|sofrendo|parece|parecendo|seja|com
      |suspeita|deu ~2 INFARCT ; acho|acredito|certeza ~3 INFARCT ; principio de INFARCT
  es: infartando|infartandose|infartarme ; dando|teniendo|tiene|tengo|sufriendo|parece|dio|esta|sea ~3 INFARCT
      ; creo ~4 INFARCT ; principio de INFARCT
  en: having|having|has|suffering|feels|looks|like|had|be|think|think ~3 INFARCT ; dad|mom|husband|wife|he
      |she ~2 INFARCT now
STROKE
  pt: avc|derrame|derrame cerebral
  es: acv|derrame cerebral|derrame|ictus|embolia cerebral|infarto cerebral
  en: stroke|mini stroke|brain bleed
STROKE_NOW
  any: STROKE ~1 NOW
  pt: tendo|ter|teve|dando|sofrendo|parece|seja|suspeita|deu|tenha ~2 STROKE ; ta|esta + com ~1 STROKE ; acho
      |acredito ~4 STROKE ; principio de STROKE
  es: dando|teniendo|tiene|tengo|sufriendo|parece|dio|sea ~2 STROKE ; creo ~4 STROKE
  en: having|has|suffering|looks|like|had|be ~2 STROKE ; think ~4 STROKE
CROOKED
  pt: tort*|entort*|caid*|caiu|caindo|repux*|repuxand*|desvi*|paralis*|mole|dormente|dormiu|tronch*|murch*
      |torcid*|dormencia ; pux*|pendurad*|babando|paralisia
  es: torc*|tuerc*|tuert*|chuec*|caid*|paraliz*|desviad*|dormid*|durmio|ladead* ; jal*|colgad*|babea*
  en: droop*|crooked|twisted|sagging|numb|lopsided|falling|uneven|dropped|slack|fallen|fell|paralyzed
      |paralysed ; pull*|hanging|tilted|droop*
FACE_DROOP
  pt: boca|rosto|cara ~1 de lado ; CANT ~2 sorrir ; rosto|cara|face|boca|sorriso <3> CROOKED ; olho ~3 caid*
      |tort*|repux*|caiu|caindo ; face|rosto|cara ~3 um lado ; CANT ~2 fechar ~2 olho
  es: cara|rostro|boca|sonrisa <4> CROOKED|de lado ; se (me|le) torcio|durmio|paralizo|cayo ~3 boca|cara
      ; cayo|cae ~2 lado ~2 cara|rostro ; CANT ~2 cerrar ~2 ojo ; CANT ~2 sonreir
  en: face|mouth|smile|eyelid <4> CROOKED ; CANT ~1 smile ; CANT ~2 close ~2 eye
SPEECH
  pt: CANT ~2 falar|fala|falando|pronunciar|articular ; NOT (esta|ta|to) fala|falando|falo ~1 nada|direito
      |mais|coisa ; fala|lingua|falando|conversa|palavras|falar <3> embol*|arrast*|enrol*|pastos*|travad*
      |confus*|atrapalhad*|torta|estranh*|esquisit*|troc* ; sem fala|perdeu a fala|perdi a fala|fala sumiu
      |parou de falar ; NOT ~1 fala ~2 coisa com coisa|nada com nada ; lingua ~1 enrol*|trav* ; fala
      |falando ~2 bebado|bebada|bebo ; fala ~2 ruim|mal|estranha|horrivel|lenta|pesada|diferente
      ; palavras ~2 NOT ~1 sai*|vem|saem ; NOT ~2 sai*|acha|acho|encontr* ~2 palavras ; CANT ~3 palavras
      |frases ; CANT ~3 frase
  es: CANT ~2 hablar|habla|pronunciar ; NOT + habla + bien|nada ; habla|hablando|lengua|palabras
      |hablar <3> trabad*|arrastr*|enred*|raro|pastos*|enreda*|confus*|rara|dormida ; perdio el habla
      |perdi el habla|arrastra la lengua ; habla|hablando ~2 borracho|borracha ; palabras ~2 NOT ~1 sal*
      ; NOT ~2 salen|sale|encuentra ~2 palabras|voz ; CANT ~3 palabras|frases ; habla ~2 mal|lento|feo|rara
      ; CANT ~3 frase|oracion
  en: CANT ~2 speak|talk|speaking|talking ; CANT ~2 form ~1 words|sentence|sentences ; speech|words
      |talking <4> slurr*|garbled|jumbled|mixed|funny|gibberish ; slurr* ; talking nonsense|cant find words
      |lost his speech|lost her speech|talking weird|talking funny|lost speech|not speaking ; talking|speaking
      |sounds ~2 drunk ; CANT ~3 words|sentences ; speech ~3 weird|strange|off|bad|unclear|wrong|thick
      ; words ~2 NOT ~2 come|coming ; CANT ~4 sentence
CANT_TALK
  any: SPEECH
ONE_SIDED_WEAKNESS
  pt: ONE_SIDE <4> WEAK|CANT ; CANT ~2 mexer|mover|levantar|mexe|sentir|erguer ~3 LIMB ; NOT + mexe|levanta
      |move|mexo|levanto|sinto|sente|ergue ~2 LIMB ; perd* ~2 forca*|movimento*|movimentos ~3 LIMB|ONE_SIDE
      ; LIMB ~2 parou|parado|parada|sem + funcionar|mexer|obedecer|responder|movimento ; LIMB ~1 parou de
      ; LIMB ~2 NOT ~1 mex*|obedec*|levant*|respond* ; lado ~2 esquecid*|morto|parado|paralisado
      ; ONE_SIDE ~3 NOT + mexe|sinto|sente|move|responde|mexo ; NOT ~1 mexe|mexer|mexo|sente|sinto|move
      |sentindo|mexendo ~3 ONE_SIDE ; LIMB ~1 caiu|caindo|despencou ; puxando|arrastando ~2 perna
  es: ONE_SIDE <4> WEAK ; CANT ~2 mover|levantar|sentir|mueve ~3 LIMB|ONE_SIDE ; NOT + mueve|levanta|siento
      |siente|muevo ~2 LIMB|ONE_SIDE ; perdi* ~2 fuerza|movimiento ~3 LIMB|ONE_SIDE ; LIMB ~3 NOT ~1 mueve
      |responde|obedece ; se (me|le) durmio|paralizo|adormecio ~2 mitad|lado|medio ; NOT ~1 mueve|siente
      |siento|muevo ~3 ONE_SIDE ; brazo ~2 cae|cayo ; arrastra|arrastrando ~2 pierna ; brazo|pierna ~1 debil
      |flojo|floja
  en: ONE_SIDE <4> WEAK|drooping ; CANT ~2 move|lift|feel|raise|use ~3 LIMB|ONE_SIDE ; lost ~3 strength
      |feeling|movement ~3 LIMB|ONE_SIDE ; one arm|one leg ~2 WEAK ; LIMB ~2 NOT ~1 move|work|moving|working
      ; LIMB ~2 went + numb|limp|dead|weak ; ONE_SIDE ~5 NOT ~1 moving|move|working|work|feel|responding
      ; NOT ~1 move|feel|moving ~4 ONE_SIDE ; arm|leg ~2 dropped|drops|drifts|dragging ; dragging ~2 leg|foot
LIMB_WEAK
  pt: braco|bracos|perna <3> WEAK
  es: brazo|pierna <3> WEAK
  en: arm|leg <3> WEAK
CONFUSION
  pt: NOT ~1 entende ~4 digo|falo|fala|falamos|dizemos|perguntas ; confus*|desorientad*|delir*|variando
      |nao sabe onde|sem sentido ; NOT ~1 reconhec*|lembra ~2 ninguem|onde|quem|nos|mais|familia
      ; NOT me reconhece ; NOT fala ~1 coisa com coisa ; coisa com coisa|coisas sem|nada com nada
      ; falando ~1 bobagem|besteira|sozinh* ; fora de si|desnortead*|desconexo|desconexa
  es: NOT ~1 entiende ~4 digo|hablo|dicen|decimos ; NOT ~1 reconoce|reconocio ; confundid*|confus*
      |desorientad*|delir*|no sabe donde|cosas sin sentido|incoherenc*|incoherente*|diciendo incoheren*
      |fuera de si
  en: confus*|disoriented|delirious|delirium|incoherent|making sense|makes no sense|nonsense|doesnt know where
      |not recognizing|doesnt recognize|out of it|rambling
DROWSY
  pt: sonolent*|sonolencia|letargic*|prostrad*|molinh*|apatic*|torpor|ta mole|esta mole|muito mole|toda mole
      |todo mole|ficou mole ; NOT ~1 acorda direito ; dificil de acordar|custa a acordar|nao para acordad*
      |muito sono|sono extremo|dormindo demais
  es: somnolient*|letargic*|adormilad*|aletargad*|decaid*|muy dormid* ; cuesta despertar*
  en: drowsy|lethargic|lethargy|sleepy|listless|hard to wake|groggy|floppy|limp|barely awake
UNRESPONSIVE
  pt: NOT ~1 abre|abrindo ~2 olhos|olho ; NOT ~3 acorda|acordou|acordando|responde|respondendo|respondeu|reage
      |reagindo|reagiu|acordar|despertar|desperta ; inconscien*|desacordad*|desmaiad* ; perdeu ~2 consciencia
      |sentidos ; sem sentidos|sem consciencia|em coma
  es: NOT ~1 abre ~1 ojos ; NOT ~3 despierta|desperto|responde|reacciona|respondio|reacciono|despertar
      |contesta ; inconscient*|desvanecid*|desmayad* ; perdio ~2 conocimiento|conciencia|sentido
      ; sin conocimiento|en coma
  en: NOT ~1 open|opening ~1 eyes ; NOT ~2 wake|waking|respond|responding|wakes|responds ; unconscious
      |unresponsive|unresponsiveness ; lost consciousness|knocked out|out cold|in a coma|wake him|wake her
ANSWER_ELSE
  pt: NOT ~3 acorda|acordar ~3 cedo|noite|madrugada|tarde|descansad*|disposto|disposta ; NOT ~2 responde
      |respondendo|respondeu|reage|reagiu ~3 mensagem|mensagens|whats*|zap|tratamento|remedio|remedios
      |medicacao|email|pergunta|telefone|chat|ligacao ; NOT + me|voce|vc|te + responde|respondeu|responder
      ; NOT + respondeu ~2 pergunt*|que ; voce ~1 NOT + respondeu ; desacordad*|inconscient*
      |desmaiad* ~2 segundos
  es: NOT ~2 responde|contesta ~3 mensaje|mensajes|tratamiento|whats*|remedio|medicamento|correo|telefono
      |llamadas ; NOT + me + responde|contesta ; inconscient*|desmayad* ~2 segundos
  en: NOT ~2 wake ~3 early|night|rested|refreshed ; NOT ~2 respond|responding ~3 treatment|message|messages
      |text|texts|medication|meds|email|emails|calls ; unresponsive to ; NOT + responding|respond + to
      ; unconscious ~3 seconds
FAINT_EVENT
  pt: desmaiou|desmaio agora|apagou do nada|ele apagou|ela apagou|apagou de repente|apagou no|caiu duro
      |caiu dura|caiu desmaiad*|teve um desmaio|teve desmaio|desfaleceu ; desmaiando
  es: se desmayo|desmayo ahora|se desvanecio|desmayandose|cayo desmayad*|sufrio un desmayo ; se desplomo
  en: keeled over|has fainted ; KIN|he|she|they|someone|somebody|husband|colleague ~2 fainted|passed out
      |blacked out|collapsed|just fainted|just collapsed
I_FAINTED
  pt: desmaiei|apaguei ; tive um desmaio ; eu desmaiei
  es: me desmaye|me desvaneci
  en: i + fainted|passed|blacked|collapsed
NEAR_FAINT
  pt: desmai*|caindo|quase apag*|tontura|tonto|tonta|zonz*|vista escurec*|pressao caiu|apaguei|apagando
      ; escurec* ~2 vista
  es: casi me desmay*|desmay*|mare*|desvanec*|desmayar*
  en: pass out|passing out|faint*|passed out|dizzy|dizziness|lightheaded|light headed|black out|blacked out
      |collapse*|woozy
PALPITATION
  pt: coracao|peito <4> dispar*|acelerad*|acelerando|a mil|pulando|batendo forte|descontrolad* ; palpit*
      |taquicardia|batedeira
  es: corazon <4> dispar*|acelerad*|a mil|late muy rapido|se me sale ; palpit*|taquicardia
  en: heart <3> racing|pounding|fluttering|skipping|beating fast ; palpitations|tachycardia
SEIZURE_NOW
  any: SEIZURE_WORD ~1 NOW
  pt: convulsionando|convulsionou|convulsiona ; tendo|com|teve|em|dando|deu|entrou|comecou ~3 convulsao
      |convulsoes|convulsiv*|epilep*|epilet* ; crise convulsiva|ataque epileptico|ataque epiletico
      ; se debatendo|espumando|espuma na boca|espuma pela boca ; olho|olhos ~2 virad*|revir* ; tremendo todo
      |tremendo toda|tremendo o corpo
  es: convulsionando|convulsiono|convulsiona ; teniendo|con|dio|tuvo|dando|tiene|esta ~3 convulsion
      |convulsiones ; ataque epileptico|crisis convulsiva ; echando espuma|espuma por la boca ; ojos en blanco
      |ojos volteados|ojos volteaos
  en: having|had|has|in|got|started ~3 seizure|seizures|convulsion|convulsions|fits|fit ; seizing|convulsing
      ; foaming|frothing ; eyes ~1 rolled|rolling ; shaking uncontrollably|jerking uncontrollably
SEIZURE_WORD
  pt: convulsao|convulsoes
  es: convulsion|convulsiones
  en: seizure|seizures|convulsion
BREATHE
  pt: respir*|repir*|rrespir*
  es: respir*
  en: breath|breathe|breathing|breathes|breaths|breth*|breathin
BREATHLESS
  pt: CANT ~3 respirar|respira|respirando|repirar|puxar o ar|pegar ar ; NOT (ta|esta|to|estou) respira
      |respirando|respirou|respiro (direito) ; falta|falto|fata|farta|faltando|faltano ~1 ar ; sem folego
      |folego acabou|sufocamento ; cansad* ~1 para respirar ; respir* ~3 dificuldade|dificil ; sem ar
      |ar nao entra|ar nao vem|dispneia|ofegante|ofegando|arfando|sufocando|sufocad*|asfixiando|asfixiad*
      ; puxando o ar|puxa o ar|puxando ar ; respira* ~1 mal|ofegante|curto|curtinho|com dificuldade ; chiado
      |chiando|miando ~6 cansad*|parad*|ar ; cansad*|cansaco|canseira|falta ~3 repouso|ate parad*|mesmo parad*
      |deitad* ; respir* <4> afund* ; NOT ~1 entra (o) ar ; NOT ~1 entrando|vindo|passando|passa|chega ~1 ar
      ; ar ~1 NOT ~1 entra*|vem|passa|chega|vindo ; esforco|forca|buscando ~2 respirar|ar
      ; respiracao ~1 presa|curta|ofegante|pesada|ruim|dificil ; respirar ~2 dificil ; gemendo
      |gemer ~2 respir* ; costel* <4> afund*|marcando|aparecendo ; desconforto respiratorio
      |insuficiencia respiratoria|cansaco respiratorio ; falta ~2 ar
  es: CANT ~3 respirar|respira|respiro ; NOT (esta) respira|respirando|respiro ; falta|faltando ~2 aire
      |respiracion|aliento ; sin aliento ; respir* <3> dificultad|cuesta|dificil ; respiro mal ; sin aire
      |sin respirar|dispnea|jadeando|asfixiando|asfixiandose|me ahogo|se ahoga|ahogando|ahogandose|ahogandome
      |asfixi* ; hunden ~2 costillas ; NOT ~1 entra ~1 aire ; respira ~1 mal|agitado ; NOT ~2 agarra|pasa|jala
      |llega ~1 aire ; pecho ~1 cerrado|cierra ; se queda sin aire|boqueando ; respira* ~2 agitad* ; gime
      |gimiendo ~2 respir* ; costillas <3> hunden|marcan ; insuficiencia respiratoria|tomar aire ~0 no
      ; CANT ~1 tomar|agarrar|jalar ~1 aire
  en: CANT ~3 BREATHE ; NOT (even|really) breathing|breathe ; short|shortness + of + BREATHE ; out of breath
      |breathless|gasping|gasps|suffocating|suffocate|air hunger|catch my breath|catch his breath
      |catch her breath ; CANT ~1 get ~1 air ; struggling ~2 air|breath ; BREATHE ~2 difficult|hard|labored
      |laboured|shallow|worse ; NOT ~3 enough air ; labored breathing ; fighting for ~1 air|breath
      ; NOT able to BREATHE ; cant draw ~2 breath ; BREATHE ~2 really|very + bad|badly|fast
      ; BREATHE ~3 harder|hard|tough|impossible ; NOT + breathing|breathe (properly|right|well)
      ; wheezing ~2 bad*|really|severe*|hard|cant ; fighting|working|trying ~2 to BREATHE ; ribs ~3 sucking
      |pulling|showing|sinking ; respiratory distress
WHEEZE
  pt: chiado|chiando|miando
  es: silbido|pitido|silba
  en: wheez*
NASAL
  pt: respira*|ar ~2 pelo nariz ; ar condicionado ; nariz <3> entup* ; nariz ~6 respira*
  es: respira* ~2 por la nariz ; nariz <3> tapad* ; nariz ~6 respir*
  en: BREATHE ~2 nose ; stuffy|blocked|congested ~1 nose ; nose ~7 BREATHE
BUSY
  pt: falar + sobre|disso|nisso|ao ; falar com ~2 medico|medica|ninguem|alguem|atendente|posto|voces|voce
      |hospital|clinica|secretaria|doutor|doutora|ele|ela|enfermeira ; falar com ~0 o|a|os|as|um|uma|meu|minha
      |seu|sua|quem|algum|alguma
  es: NOT puedo hablar ahora|NOT puedo hablar en este|NOT puedo hablar con|NOT puedo hablar de
      |NOT puedo hablar sobre
  en: CANT ~1 talk|speak + now|right now|at the moment|to|about|with ; hard to talk about
CHOKING
  pt: engasgou|engasgado|engasgada|engasgando|engasgei|engasguei|afogou|afogando ; entalad* ~3 garganta
  es: se atraganto|atragantad*|atragantando*|me atragante|ahogando con|se ahogo ; atorad* ~3 garganta
  en: choking|choked|drowning|drowned ; stuck in ~2 throat
BLUE_BODY
  pt: labio|labios|boca|dedos|unhas <3> BLUE ; rosto|cara (ta|esta|ficou|ficando) (todo|toda) BLUE ; KIN|ele
      |ela ~3 ficando|ficou|ta|esta|todo|toda ~1 BLUE ; ficando|todo|toda + BLUE
  es: labio|labios|boca|dedos|unas|poniendo|pone|puso <3> azul*|morad* ; cara (esta|se puso) azul*|morad*
  en: lips|lip|fingers|nails|turning|turned|going <3> blue|bluish|purple|grey|gray ; face ~1 is|turning|going
      |looks|turned ~1 blue|purple|bluish ; blue|purple ~3 mouth|lips
LOW_SATURATION
  pt: satur*|spo|sat|oxigenacao ~3 [50-89]! ; oximetro ~3 [60-89]!
  es: satur*|oxigeno ~3 [50-89]! ; oximetro ~3 [60-89]!
  en: saturation|oxygen|spo|sats|sat ~4 [50-89]! ; oximeter ~3 [60-89]!
ASTHMA_ATTACK
  pt: asma ~4 forte|grave|severa|nao passa|piorando|atacad* ; bombinha ~3 NOT ; crise de asma ~3 agora|forte
      |grave|feia ; asma ~2 atac* ; asma ~5 NOT|sem ~2 bombinha
  es: asma ~4 fuerte|grave|severo ; inhalador ~3 NOT ; NOT ~4 inhalador ; asma ~2 atac* ; ataque de asma
      ; asma ~5 NOT|sin ~2 inhalador
  en: asthma ~4 attack|severe|bad|flare ; inhaler ~3 NOT ; NOT ~4 inhaler ; asthma attack ; asthma ~6 NOT
      |without|no ~2 inhaler
NOISY_BREATH
  pt: barulho|chiado|ronco|chiando|assobio ~3 respirar|respira|respiracao ; estridor
  es: ruido|silbido|pitido ~3 respirar|respira|respiracion ; estridor
  en: noisy|noise|whistling|wheez* ~3 BREATHE ; stridor
FAST_BREATH
  pt: respira* ~2 rapid*|ofegante|acelerad* ; respiracao ~2 rapida|ofegante|acelerada|funda
  es: respira* ~2 rapid*|agitad*|acelerad* ; respiracion rapida
  en: fast|rapid|quick|heavy|heavily|deep breathing ; breathing ~2 fast|rapidly|hard|heavily|quickly
REST
  pt: em repouso|parado|parada|sentado|sentada|deitado|deitada|sem fazer nada ; NOT ~2 deitar ; dormindo
  es: en reposo|sentado|sentada|acostado|acostada|sin hacer nada ; NOT ~2 acostarme|acostarse
  en: at rest|sitting still|lying down|doing nothing|resting|sitting down ; NOT ~2 lie down|lie flat
NO_PULSE
  pt: NOT ~1 pulso ; sem pulso|pulso parou|coracao parou|parada cardiaca|parada cardiorrespiratoria
      |parou de respirar
  es: sin pulso|pulso parado|paro cardiaco|paro cardiorrespiratorio|dejo de respirar ; NOT ~1 pulso
      ; ni ~1 pulso ; NOT ~1 late
  en: no pulse|without a pulse|cardiac arrest|stopped breathing|heart stopped ; NOT ~1 pulse
SNORE
  pt: ronc*|apneia|cpap
  es: ronc*|apnea|cpap
  en: snor*|apnea|cpap
COLD_SWEAT
  pt: suor frio|suando frio|suador frio|suando|suar|suei|suor|transpirando|suou frio|suadeira|molhad* de suor
      |suei frio|suou|sudorese
  es: sudor frio|suda frio|sudando|sudo|suda|sudores|sudoracion|sudado
  en: cold sweat|cold sweats|sweating|sweaty|clammy|drenched in
NAUSEA
  pt: enjo*|nausea*|vomit*|vontade de vomitar|ansia*
  es: nausea*|vomit*|ganas de vomitar
  en: nausea*|vomit*|throwing up|throw up|threw up|sick to|puking|queasy
VOMIT
  pt: vomit*|vomit|gomit*|pondo tudo para fora|bota* tudo para fora
  es: vomit*|devolv*|arroj*
  en: vomit*|throwing up|throws up|threw up|throw up|puking|puke ; cant keep ~5 down
LEFT_ARM
  pt: braco|bracos|ombro <4> formig*|dorment*|doendo|doi|dor|adormec*|dormindo|pesado|esquerdo
  es: brazo|hombro <4> hormigue*|dorm*|duele|duerme|dolor|adormec*|izquierdo
  en: arm|arms|shoulder <4> numb|tingl*|hurts|pain|heavy|aching|left
SPREADS_TO
  pt: vai|irradia*|sobe|pega|desce|passa|corre|espalha*|indo|subindo|puxando|ate ~3 ARM|JAW|BACK|braco
  es: va|irradia*|sube|llega|baja|corre|pasa|hasta ~4 ARM|JAW|BACK
  en: going|goes|radiat*|spreads|spreading|into|down|up|through|to ~3 ARM|JAW|BACK
JAW_PAIN
  any: PAIN <3> JAW
PALE_NOW
  any: PALE
ALMOST_FAINTING
  pt: quase desmai*|quase apag*|vista escurec*|vou desmaiar ; desmaiando
  es: casi me desmay*|me voy a desmayar|a punto de desmayar*
  en: about to pass|about to faint|going to faint|going to pass|nearly fainted|almost passed|almost fainted
COLD_SKIN
  any: COLD
NOSEBLEED
  pt: sangr*|sangue ~2 nariz ; nariz ~2 sangr*
  es: sangr* ~2 nariz
  en: nosebleed|nose ~1 bleed*
"""
