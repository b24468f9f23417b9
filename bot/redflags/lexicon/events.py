"""Things that happen to people: bleeding, poison, blows, burns, loss of sight; and other acute signs."""

from __future__ import annotations

LEXICON = """
BLOOD
  pt: sangue|sanguinolent*
  es: sangre
  en: blood|bloody
BLEED
  pt: sangr*|sangue|hemorrag*
  es: sangr*|sangre|hemorrag*
  en: bleed*|blood|bled|hemorrhag*|haemorrhag*
HEAVY_BLEEDING
  pt: BLEED <5> nao para|nao ta parando|nao esta parando|nao estanca|sem parar|nao quer parar|encharc*|jorr*
      |esguich*|nao consigo parar|nao consigo estancar|espirrando|litros|pingando sem|aos montes|nao parou
      |nao cessa ; hemorragia ~2 grande|forte|intensa|agora ; perd* ~2 muito sangue ; sangr*
      |hemorrag* ~3 muito|demais|bastante ; muito|muita|bastante ~1 sangue|sangramento|hemorragia
      ; poca de sangue
  es: BLEED <5> no para|no deja|sin parar|no se detiene|no le para|empap*|chorro|chorros|no puedo parar
      |abundante|no paro|no se corta ; hemorragia ~2 grande|fuerte|abundante ; perdi* ~2 mucha sangre
      ; NOT ~3 sangrar ; sangr*|hemorrag* ~2 mucho ; mucha|mucho ~1 sangre|sangrado
  en: BLEED <5> wont stop|not stopping|doesnt stop|cant stop|soak*|spurt*|gush*|pouring|heavily|everywhere
      |squirting|isnt stopping|profusely|uncontroll*|heavy ; NOT ~1 stop bleeding ; lost
      |losing ~1 lot of blood ; bleeding|bleeds ~2 a lot ; lot of blood|lots of blood
BLOOD_TEST
  pt: exame|exames|teste|coleta|doar|doacao|doei|tirar|tirei|colher|pressao|tipo|banco|ver|vejo|vejo|fator
      |celulas ~2 sangue
  es: analisis|examen|examenes|prueba|donar|donacion|sacar|tipo|banco|extraccion|ver|veo|azucar
      |presion ~2 sangre ; sacan|sacar|sacaron|saca ~2 sangre
  en: blood + test|tests|work|type|results|sample|draw|pressure|sugar|glucose|donor|donation|count|group
      |thinner|thinners|oxygen|clot|clots ; see|sight of blood|donate blood
SCANT_BLEEDING
  pt: sangr*|sangra ~3 as vezes|quando raspo|quando coco|pouco|pouquinho|escov* ; menstrua*
      ; gengiva <4> sangr* ; nariz ~2 as vezes
  es: sangr* ~3 a veces|poco|cuando ; encias <3> sangr* ; menstrua*|regla
  en: bleeds sometimes|bleed sometimes ; gums ~2 bleed* ; little blood|period
VOMIT_BLOOD
  pt: vomit*|gomit*|pondo|botando|cuspindo|golf* <3> sangue|borra de cafe
  es: vomit*|devolvi*|arroj* <3> sangre|posos de cafe|borra de cafe
  en: vomit*|throwing up|threw up|throws up|puking|throw up|puked|spitting up <4> blood|bloody|coffee grounds
      ; coffee grounds
COUGH_BLOOD
  pt: toss*|tosse|tusso|escarr*|catarro|cuspindo|cuspi <4> sangue
  es: tos|tose|tosiendo|tosio|escup*|esputo|flema <4> sangre
  en: cough*|spitting|hacking up <3> blood|bloody
BLACK_STOOL
  pt: coco|fezes|evacuacao|evacuando|cagando|cague* <3> pret*|escuras|sangue|borra de cafe|sangue vivo
      ; melena|cagando sangue|evacuando sangue
  es: heces|popo|caca|deposiciones|evacuaciones <3> negr*|sangre ; melena|cagando sangre|defecando sangre
  en: stool|stools|poop|poo <3> black|tarry|blood|bloody ; melena|pooping blood|rectal bleeding|black tarry
INGEST
  pt: bebeu|tomou|engoliu|ingeriu|bebi|tomei|engoli|ingeri|comeu|comi|tomado|engolido|bebido|bebendo|tomar
      |tomando|engolir|chupou|botou na boca|colocou na boca|misturou|misturei|inalou|inalei|cheirou
  es: tomou|tragou|bebio|se tomo|trago|ingirio|bebi|tome|trague|ingeri|comio|tomado|tragado|bebido|se trago
      |chupo|inhalo|inhale
  en: drank|drunk|swallowed|ate|took|ingested|eaten|taken|downed|chewed|inhaled|drinking|swallowing|popped
TOXIC
  pt: agua sanitaria|agua candida|qboa|cloro|soda caustica|detergente|desinfetante|veneno|venenos|chumbinho
      |raticida|pesticida|gasolina|querosene|thinner|tiner|acetona|removedor|pilha|pilhas|bateria|baterias|ima
      |imas|agrotoxico|inseticida|formicida|naftalina|alvejante|solvente|herbicida|roundup|oleo diesel
      |amaciante|limpa forno|acido muriatico|comigo ninguem|alcool de limpeza|alcool em gel|mata rato
      |desentupidor|creolina ; produto de limpeza|produto quimico|produtos de limpeza|desengordurante|limpador
      |sabao em po|veneno de rato
  es: cloro|lejia|lavandina|soda caustica|detergente|desinfectante|veneno|raticida|pesticida|gasolina
      |querosene|queroseno|thinner|acetona|pila|pilas|bateria|iman|imanes|insecticida|limpiador|destapacanos
      |naftalina|amoniaco ; producto de limpieza|productos de limpieza
  en: bleach|poison|antifreeze|drain cleaner|rat poison|detergent|laundry pod|tide pod|gasoline|kerosene
      |paint thinner|battery|batteries|button battery|magnet|magnets|pesticide|insecticide|disinfectant
      |ammonia|mothballs|cleaning fluid|lye|weed killer|acetone|nail polish remover|dishwasher pod|windex
      ; cleaning product|cleaning products|household cleaner|cleaner
MEDICINES
  pt: remedio*|comprimid*|capsula*|pilula*|medicament*|rivotril|clonazepam|diazepam|paracetamol|dipirona
      |amitriptilina|insulina|antidepressivo*|calmante*|cartela*|drageas|losartana|propranolol|fluoxetina
      |tarja preta|gotas|levotiroxina|puran|metformina|glibenclamida|anticoncepcional
  es: pastilla*|comprimid*|capsula*|pildora*|medicament*|remedio*|clonazepam|diazepam|paracetamol|insulina
      |antidepresivo*|calmante*|tabletas|blister|tableta
  en: pill*|tablet*|capsule*|tylenol|paracetamol|acetaminophen|medicine*|medication*|meds|xanax|insulin
      |antidepressant*|sleeping pills|ibuprofen|advil|aspirin|oxy*|benzos|valium|ambien
WHOLE
  pt: todo|todos|toda|todas|inteir*|vidro|frasco|cartela|cartelas|caixa|caixas|um monte|varios|muitos|demais
      |punhado|[8-500]|vinte|trinta|dez|quinze|vidrinho|tudo
  es: todo|todos|toda|todas|enter*|frasco|caja|monton|muchas|muchos|punado|[8-500]|veinte|treinta|diez|blister
      |demasiad*
  en: whole|entire|all|bottle|bunch|handful|too many|[8-500]|twenty|thirty|ten|box|dozens|packet|every
OVERDOSE
  pt: INGEST ~2 WHOLE ~4 MEDICINES ; INGEST ~2 MEDICINES ~2 demais|inteir*|todos|todo|toda|a mais
      ; INGEST ~2 MEDICINES ~3 para NOT ; overdose|superdosagem|superdose ; insulina ~2 demais|a mais|dobro
      |dobrada|em dobro|errada ; intoxicad*|envenenad*|envenen* ; INGEST ~3 MEDICINES ~3 para morrer
      |para dormir para sempre|para me matar ; INGEST ~3 MEDICINES ~3 avo|vo|mae|pai ~2 tod* ; dobro
      |dose dupla ~2 insulina
  es: INGEST ~2 WHOLE ~4 MEDICINES ; INGEST ~2 MEDICINES ~2 demasiad*|de mas ; sobredosis
      ; insulina <2> de mas|demasiada|doble ; intoxicad*|envenenad* ; INGEST ~3 MEDICINES ~3 para morir*
      |para no despertar ; doble ~2 insulina
  en: INGEST ~3 WHOLE ~3 MEDICINES ; INGEST ~2 MEDICINES ~2 too many|to die ; overdos*|od + on|ed|ing
      ; overdose|overdosed|overdosing ; too much insulin|double insulin ; insulin ~2 too much ; been poisoned
      |was poisoned ; double|twice|triple ~2 insulin|dose|medication
AS_PRESCRIBED
  pt: direitinho|certinho|da manha|de hoje|prescrito|prescritos|que o medico|no horario|corretamente|certo
      |certos|receitados|da receita|todo dia|todos os dias
  es: correctamente|de hoy|recetad*|como me indicaron|de la manana|todos los dias
  en: as prescribed|as directed|every day|prescribed|on time|this morning as|daily|of antibiotics|course
POISONED
  pt: INGEST ~4 TOXIC ; intoxicacao ~2 gas|fumaca|monoxido|agora ; ingestao de ~2 TOXIC ; tomou veneno
      |tomei veneno|bebeu veneno
  es: INGEST ~4 TOXIC ; intoxicacion ~2 gas|humo|monoxido
  en: INGEST ~4 TOXIC ; carbon monoxide ; swallowed ~2 poison ; drank ~2 poison
VENOM
  pt: cobra|serpente|escorpiao|aranha marrom|jararaca|cascavel|lacraia|armadeira <3> pic*|mord*|ferro*
  es: serpiente|vibora|culebra|escorpion|alacran|cascabel|arana <4> pic*|mord*
  en: snake|scorpion|viper|rattlesnake|black widow|brown recluse <4> bit|bite|bitten|stung|sting
HIT_HEAD
  pt: bat*|bate*|bateu|bati|batendo|pancada|tromb*|machuc*|queda|acertou <3> cabeca|cranio|testa ; cai*
      |queda ~6 cabeca ; traumatismo craniano ; caiu|cai|despencou ~2 laje|telhado|escada|altura|moto|cavalo
      |berco|cama|colo
  es: golpe*|golpeo|pego|pegue|cay*|dio|caida <4> cabeza|craneo|frente ; cayo ~3 techo|escalera|altura|moto
      |cama|cuna
  en: hit|hits|bumped|banged|smacked|injured|blow|fell|injury|struck <4> head|skull ; fell ~3 roof|ladder
      |stairs|height|bed|motorcycle|horse ; head injury|concussion
ANTICOAGULANT
  pt: varfarina|marevan|xarelto|rivaroxabana|eliquis|apixabana|anticoagulante|coumadin|dabigatrana
  es: warfarina|acenocumarol|sintrom|anticoagulante|xarelto|rivaroxaban|apixaban
  en: warfarin|coumadin|blood thinner|blood thinners|xarelto|eliquis|apixaban|rivaroxaban|anticoagulant
EAR_BLOOD
  pt: BLEED <3> ouvido|orelha
  es: sangr* <3> oido|oreja
  en: BLEED|fluid <3> ear|ears
BURN_EVENT
  pt: queimou|queimei|queimad*|queimadura|queimaduras|escald*|queimaram|se queimou|pegou fogo|em chamas ; oleo
      |agua|panela|cafe|leite|caldo|gordura ~2 fervendo|quente|fervente <5> virou|derram*|caiu|pux*|jog*|cima
  es: quemo|queme|quemad*|quemadura|quemaduras|escald*|se prendio fuego|en llamas|agua hirviendo
      |aceite hirviendo
  en: burned|burnt|scald*|got burned|burns|on fire|caught fire|boiling water|boiling oil|hot oil
      ; third degree burn
BURN_GRAVE
  pt: rosto|cara|face|peito|costas|olho|olhos|genital*|corpo|grande|grave|barriga|inteir*|fogo|tudo|oleo
      |eletric*|agua fervendo|bebe|pescoco|explosao|terceiro grau|carne viva|quimic*|acido|os dois
  es: cara|rostro|pecho|espalda|ojo|ojos|genital*|cuerpo|grande|grave|fuego|aceite|electric*|hirviendo|bebe
      |cuello|explosion|tercer grado
  en: face|chest|back|eye|eyes|genital*|body|large|whole|fire|oil|electric*|boiling|baby|neck|explosion
      |third degree|chemical|arms|legs|deep
SUNBURN
  pt: depois do sol|queimadura de sol|queimou no sol|queimei no sol|queimado de sol|queimada de sol|na praia
  es: por el sol|quemadura de sol|quemaduras de sol|en la playa|del sol
  en: sunburn*|from the sun|at the beach
ELECTRIC
  pt: choque eletrico|choque na tomada|eletrocutad*|levou um choque|levou choque
  es: descarga electrica|electrocut*
  en: electrocuted|electric shock
VIOLENCE
  pt: levou|tomou|levei|baleado + tiro|tiros|um tiro|uma facada|facada|facadas ; baleado|baleada|esfaqueado
      |esfaqueada|esfaquearam|levei um tiro|levei uma facada|atropelad*|foi atropelado
  es: le dispararon|apunalad*|balead*|le dieron un tiro|recibio un disparo|acuchill*|atropell*
  en: been shot|got shot|was shot|gunshot|stabbed|stab wound|hit by a car|run over
OPEN_FRACTURE
  pt: osso ~3 fora|aparecendo|exposto ; fratura exposta
  es: hueso ~3 fuera|afuera|expuesto ; fractura expuesta
  en: bone ~3 out|exposed|through ; open fracture|compound fracture
EYE_CHEMICAL
  pt: caiu|espirrou|respingou|jogaram ~3 TOXIC|cal|quimic* ~3 olho|olhos
  es: cayo|salpico|entro ~3 TOXIC|cal|quimic* ~3 ojo|ojos
  en: TOXIC|chemical|acid|splashed ~4 eye|eyes
BLIND
  pt: parei|parou|deixei|deixou ~1 enxergar|ver|enchergar ; perd*|perdi|perdendo|perda|sumiu ~3 visao|vista
      ; perda de visao|cegou|fiquei ceg*|ficou ceg*|cegueira subita ; NOT (to|ta|estou|esta) enxergando
      ; visao|vista <2> apag*|sumiu|escureceu|preta|embacou de ; NOT ~1 enxerg*|vejo ~2 de um olho|com um olho
      |de um lado
  es: deje|dejo + de ver ; perd*|perdi|perdio|perdida ~3 vision|vista ; me quede cieg*|quedo cieg*
      |ceguera subita ; NOT ~1 veo|ve ~1 con|por|de ~1 ojo ; vista <2> apag*|nublo de golpe
  en: stopped seeing|cant see anything|cannot see ; lost|losing|loss ~3 vision|sight|eyesight
      ; NOT ~1 see ~1 anything|out of|from ; went|gone|going + blind ; vision ~2 gone|black|disappeared
      ; curtain ~3 eye|vision|sight
EYE
  pt: olho|vista|visao
  es: ojo|vista|vision
  en: eye|vision|sight
SEES_NOTHING
  pt: NOT + enxerg*|vejo|ve|vendo ~1 nada ; NOT (to|ta|estou|esta) + enxergando|vendo
  es: NOT + veo|ve|viendo ~1 nada
  en: NOT ~1 see ~1 anything
VISION_CHANGE
  any: SEES_NOTHING
  pt: vista|visao|vendo|enxergando|olhos|olho <3> embac*|turv*|dupl*|dobr*|borr*|escurec*|pontinho*|pontos
      |estrelinha*|brilh*|luzes|luzinh*|manch*|nublad*|estrelas ; vendo ~2 estrel*|pont*|vagalum*|tudo dobrado
      |luz* ; BLIND
  es: vista|vision|veo|viendo|ve <3> borros*|nublad*|doble|luces|puntitos|estrell*|manch*|lucecitas ; BLIND
  en: vision|sight|seeing|see|eyes <3> blurr*|double|spots|stars|flashes|flashing|sparkl*|lights ; BLIND
HEADACHE
  pt: PAIN <3> cabeca ; cefaleia|enxaqueca ; cabeca ~2 explod*|estour*|latejando|doendo|doi ; dor na nuca
  es: PAIN <3> cabeza ; cefalea|migrana|jaqueca ; cabeza ~2 explot*|estall*
  en: headache|headaches|migraine ; head <2> hurts|pain|pounding|exploding|killing|hurting
SEVERE_HEADACHE
  pt: HEADACHE <3> SEVERE ; cabeca ~2 explod*|estour*
  es: HEADACHE <3> SEVERE ; cabeza ~2 explot*|estall*
  en: HEADACHE <3> SEVERE ; head ~2 exploding|splitting
THUNDERCLAP
  pt: HEADACHE <3> pior da|pior dor|explosiva|explodiu|subita|de repente|trovao|como um raio|instantanea
      ; pior dor de cabeca|pior enxaqueca|pior cefaleia ~3 vida ; HEADACHE <6> pior da vida|pior da minha vida
  es: HEADACHE <4> la peor|peor de|explosiv*|subit*|de golpe|de repente|de pronto|repentin*
      ; peor dolor de cabeza|peor jaqueca ~3 vida ; HEADACHE <6> peor de mi vida
  en: HEADACHE <4> worst|thunderclap|sudden*|explosive|out of nowhere|all of a sudden
BELLY_PAIN
  pt: PAIN <4> BELLY|boca do estomago ; colica ~2 forte|muito|horrivel ; dor de barriga
  es: PAIN <4> BELLY|boca del estomago ; colico ~2 fuerte
  en: PAIN|cramps|cramping <4> BELLY ; stomachache|bellyache
BAD_BELLY_PAIN
  pt: BELLY_PAIN <3> SEVERE|UNBEARABLE
  es: BELLY_PAIN <3> SEVERE|UNBEARABLE
  en: BELLY_PAIN <3> SEVERE|UNBEARABLE
WORST_BELLY_PAIN
  pt: BELLY_PAIN <3> UNBEARABLE ; BELLY <6> dor insuportavel|dor horrivel ; pior|maior + BELLY_PAIN
  es: peor + BELLY_PAIN ; BELLY_PAIN <3> UNBEARABLE
  en: worst + BELLY_PAIN ; BELLY_PAIN <3> UNBEARABLE
HARD_BELLY
  pt: BELLY <3> dura|duro|tabua|rigid*|estufada dura|de pedra|feito pedra
  es: BELLY <3> dur*|tabla|rigid*|piedra
  en: BELLY <3> rigid|hard|board|tense|rock
TEARING
  pt: rasgando|rasgar|rasga|dilacerante|lacerante|rasgad* <5> BACK|BELLY|peito|torax
  es: desgarr*|rasgando <5> BACK|BELLY|pecho
  en: tearing|ripping|torn|ripped <5> BACK|BELLY|chest|shoulder blades
SUDDEN_BACK_PAIN
  pt: PAIN <5> BACK ~5 SUDDEN ; SUDDEN ~4 PAIN ~3 BACK
  es: PAIN <5> BACK ~5 SUDDEN ; SUDDEN ~4 PAIN ~3 BACK
  en: PAIN <5> BACK ~5 SUDDEN ; SUDDEN ~4 PAIN ~3 BACK
STIFF_NECK
  pt: pescoco|nuca <3> dur*|rigid*|travad*|endurecid* ; NOT ~3 encosta* ~2 queixo ; rigidez ~2 nuca|pescoco
  es: cuello|nuca <3> dur*|rigid*|ties* ; rigidez ~2 nuca|cuello
  en: stiff|rigid|hard <2> neck ; NOT ~2 bend|move ~1 neck
PHOTOPHOBIA
  pt: luz <4> incomod*|doi|doendo|machuca ; fotofobia
  es: luz <4> molest*|duele|lastima ; fotofobia
  en: light|lights <3> hurt*|bother*|sensitive ; photophobia
PURPLE_SPOTS
  pt: manch*|pint*|bolinh*|pontos <2> rox*|vermelhas que nao somem|arroxead* ; petequia*|purpura
  es: manch*|puntos|moretones <2> morad*|rojas que no|violaceas ; petequia*|purpura
  en: purple|bruise <2> spots|rash|blotches|dots ; petechiae|rash that doesnt fade|non blanching
"""
