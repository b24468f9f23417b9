"""Illnesses and states that make a sign dangerous."""

from __future__ import annotations

LEXICON = """
DIABETIC
  pt: diabetic*|diabetes|diabete|insulina|dm1|dm2
  es: diabetic*|diabetes|insulina
  en: diabetic*|diabetes|insulin|t1d|type 1
PUMP_FAILED
  pt: bomba ~3 parou|falhou|quebrou|entupiu|pifou|soltou|desconectou
  es: bomba ~3 fallo|paro|dejo|descompuso|rompio
  en: pump ~3 failed|broke|stopped|failure|died|clogged|fell
CANT_SWALLOW
  pt: NOT ~2 engol*|engole|engolir ; CANT ~2 engolir
  es: NOT ~2 trag* ; CANT ~2 tragar
  en: CANT ~2 swallow
HYPERTHYROID
  pt: hipertireoid*|hipertiroid*|graves|tireotox*|tapazol|metimazol|propiltiouracil
  es: hipertiroid*|graves|tirotox*|metimazol|tapazol|propiltiouracilo
  en: hyperthyroid*|graves|thyrotox*|overactive thyroid|methimazole|ptu|carbimazole
THYROID_STORM
  pt: crise tireotoxica|tempestade tireoidiana|tempestade tireoidea
  es: tormenta tiroidea|crisis tirotoxica
  en: thyroid storm
ANTITHYROID
  pt: tapazol|metimazol|propiltiouracil|propil|ptu
  es: metimazol|tapazol|propiltiouracilo|danantizol
  en: methimazole|tapazole|propylthiouracil|ptu|carbimazole
SORE_THROAT
  pt: PAIN <2> garganta ; garganta inflamada|amigdalite
  es: PAIN <2> garganta ; garganta inflamada
  en: sore throat ; throat ~2 hurts|hurt|sore|pain
AGITATED
  pt: agitad*|inquiet*|agitacao|descontrolad*
  es: agitad*|inquiet*|agitacion
  en: agitated|agitation|restless
HYPOTHYROID
  pt: hipotireoid*|hipotiroid*|puran|levotiroxina|levoid|euthyrox|synthroid|tireoide|mixedema
  es: hipotiroid*|levotiroxina|eutirox|tiroides|mixedema
  en: hypothyroid*|levothyroxine|synthroid|underactive thyroid|myxedema|myxoedema
ADRENAL
  pt: addison|insuficiencia adrenal|insuficiencia suprarrenal|adrenalectom*|suprarrenal|adrenal
  es: addison|insuficiencia suprarrenal|insuficiencia adrenal|suprarrenal*
  en: addisons|addison|adrenal insufficiency|adrenal|adrenalectomy
ADRENAL_CRISIS
  pt: crise adrenal|crise addisoniana
  es: crisis adrenal|crisis suprarrenal|crisis addisoniana
  en: adrenal crisis|addisonian crisis
STEROID
  pt: corticoide*|corticoid*|prednison*|prednisolon*|hidrocortison*|dexametason*|cortisona|cortisol
  es: corticoide*|prednison*|hidrocortison*|dexametason*|cortisona
  en: steroid*|prednisone|hydrocortisone|cortisone|dexamethasone|prednisolone
STEROID_LOST
  pt: STEROID <5> parei|parou|suspend*|acabou|sem tomar|esqueci|vomit*|interromp*
  es: STEROID <5> deje|dejo|suspend*|sin tomar|vomit*
  en: STEROID <6> stopped|ran out|missed|cant keep|vomit*|without|threw up|quit
PREGNANT
  pt: gravid*|gestante|gravidez|gestacao|gestando|buchuda|barriga de [5-9] meses|prenha
      ; [5-42] semanas de gravid*|[5-42] semanas de gestacao|[5-42] semanas gravida ; [22-42] semanas
      ; [6-9] meses de gravidez|de gestacao
  es: embarazad*|embarazo|gestante|encinta|embarasad* ; [22-42] semanas ; [6-9] meses de embarazo
  en: pregnant|pregnancy|preggo|expecting|trimester ; [5-42] weeks pregnant|[5-42] weeks along
      |[5-9] months pregnant ; [22-42] weeks
POSTPARTUM
  pt: pos parto|puerper*|pari|ganhei bebe|ganhei nenem|dei a luz|cesarea|cesaria|resguardo
  es: posparto|postparto|di a luz|cesarea|puerper*
  en: postpartum|gave birth|c section|after delivery
NO_MOVEMENT
  pt: NOT ~3 mexe|mexer|mexeu|mexendo|movimenta|movimento|movimentos|chuta|chutou|chutando ; parou de mexer
      |parou de se mexer|parou de chutar|sem movimento|sem movimentos
  es: NOT ~4 mueve|movio|mover|moverse|moviendo|movimiento|movimientos|patea|patadas ; dejo de moverse
      |dejo de patear|sin movimientos
  en: NOT ~4 moved|moving|move|movement|movements|kicking|kick|kicks ; stopped moving|stopped kicking
      |no movement
UNBORN
  pt: bebe|nenem|neném|filho|feto
  es: bebe|feto|hijo
  en: baby|fetus|foetus
ECLAMPSIA
  pt: com|tendo|acho ~3 eclampsia|preeclampsia|pre eclampsia
  es: con|tengo|tiene ~2 eclampsia|preeclampsia
  en: having|have|has ~2 eclampsia
LABOUR
  pt: bebe ~3 nascendo|saindo ; cordao ~3 fora|saindo|saiu ; bolsa estourou|rompeu ~6 sangue|verde|semanas
  es: bebe ~3 naciendo|saliendo ; cordon ~3 fuera|salio
  en: baby ~3 coming out|crowning|coming now ; cord ~3 out|hanging
SWOLLEN_FACE
  any: FACE|rosto|hands <3> SWOLLEN
AMBULANCE
  pt: preciso|precisamos|chama|chamem|chame|manda|mandem|quero|chamar ~2 ambulancia|samu|resgate
  es: necesito|necesitamos|llamen|llama|manden|envien ~2 ambulancia
  en: need|call|send|get ~2 ambulance|911|paramedics
HANDS_LOCK
  pt: mao|maos|dedos <4> trav*|retorc*|entort*|endurec*|contra*|fechando ; tetania|espasmo*
  es: mano|manos|dedos <4> agarrot*|retorc*|contra*|acalambr*|engarrot*|trab* ; tetania|espasmo*
  en: hand|hands|fingers <4> lock*|cramp*|curl*|claw*|spasm*|stiff ; tetany|carpopedal
MOUTH_TINGLE
  pt: formig*|dormencia|caimbra*|cambra* <4> boca|labios|rosto|maos|lingua ; formigamento|caimbra|caimbras
  es: hormigue*|calambre* <4> boca|labios|cara|manos ; hormigueo|calambres
  en: tingl*|numb* <4> mouth|lips|face|fingers ; tingling|cramps
THYROID_SURGERY
  pt: tirei|retirei|operei|removi|operou|tirou|cirurgia|retirada|tireoidectomia <3> tireoide|paratireoide
      |tiroide ; tireoidectomia|calcio baixo|hipoparatireoid*|hipocalcemia
  es: operaron|quitaron|sacaron|cirugia|tiroidectomia <3> tiroides|paratiroides ; tiroidectomia|calcio bajo
      |hipoparatiroid*|hipocalcemia
  en: removed|surgery|operated|out|after <3> thyroid|parathyroid ; thyroidectomy|low calcium|calcium is low
      |hypoparathyroid*|hypocalcemia
BARIATRIC
  pt: bariatric*|reducao de estomago|bypass|sleeve|reducao do estomago|gastroplastia
  es: bariatric*|bypass gastrico|manga gastrica|bypass
  en: bariatric|gastric bypass|gastric sleeve|weight loss surgery|bypass|sleeve gastrectomy
KEEPS_VOMITING
  pt: VOMIT <4> sem parar|tudo|ha dias|nao para|direto|varios dias|o dia todo|toda hora|muito|nada para
      |persistente*|dias|agua
  es: VOMIT <4> sin parar|todo|dias|no para|todo el dia|persistente*|mucho|nada
  en: VOMIT <4> everything|for days|nonstop|non stop|all day|constantly|days|keep|keeps|cant stop|wont stop
PERSISTS
  pt: NOT + passa|para|parou|melhora|alivia|passando|parando|melhorando|sai|acaba|cede|adianta|adiantando
      |passou ; sem parar
  es: NOT (se) (me|le) pasa|quita|para|calma|mejora|alivia|cede|deja|sirve|hace nada ; sin parar
  en: NOT + stop|stopping|go away|going away|improve|improving|easing|work|working|help|helping ; nonstop
CHILD
  pt: bebe|nenem|filho|filha|menino|menina|neto|neta|sobrinho|sobrinha|crianca|recem nascid*|bb|rn
  es: bebe|hijo|hija|nino|nina|nieto|nieta|sobrino|sobrina|recien nacid*|nene|nena
  en: [1-3]|one|two|three + month|months|mo + old ; [1-12] + week|weeks + old ; baby|son|daughter|infant
      |newborn|neonate|child|kid|nephew|niece|grandson|granddaughter
BABY
  pt: bebe|nenem|recem nascido|rn|filhinho|filhinha|bb|bebezinho|neném
  es: bebe|recien nacido|nene|nena|bebito|guagua
  en: baby|newborn|infant|neonate
YOUNG_BABY
  pt: recem nascido|recem nascida|rn ; de|com|tem|fez + [1-3]|um|dois|tres + mes|meses|mezes
      ; [1-90] dias de vida|dias de nascid* ; bebe|nenem|filho|filha ~4 [1-90] dias|[1-12] semanas
  es: recien nacido|recien nacida ; de|con|tiene|cumplio + [1-3]|un|dos|tres + mes|meses ; bebe|hijo
      |hija ~4 [1-90] dias|[1-12] semanas
  en: newborn|neonate ; [1-3]|one|two|three + month|months|mo + old|baby ; [1-12] + week|weeks + old
      ; [1-90] days old|[1-90] day old|[1-12] weeks old|[1-12] week old
FLOPPY
  pt: molinh*|ta mole|esta mole|muito mole|tao mole|bem mole|toda mole|todo mole|ficou mole|mole mole|largad*
      |caidinh*|prostrad*|sem reacao|desfalecid*|amolecid* ; DROWSY
  es: floj*|decaid*|desguanzad*|sin fuerzas|blandit*|aguad* ; DROWSY
  en: floppy|limp|lethargic|unresponsive ; DROWSY
NOT_FEEDING
  pt: NOT ~2 mama|mamar|mamando|mamou|come|pega o peito|aceita
  es: NOT ~3 mama|come|toma|mamar|tomar
  en: NOT ~2 feed|feeding|eat|eating|nurse|nursing|drink|drinking|latch
SUNKEN
  pt: moleira ~2 fund*|afund*|alta|estufada
  es: mollera ~2 hundid*
  en: soft spot|fontanelle ~2 sunken|bulging
NECK_MASS
  pt: nodulo|bocio|caroco|papo|tireoide|massa
  es: nodulo|bocio|bulto|tiroides|masa
  en: nodule|goiter|goitre|lump|thyroid|mass
GROWS_FAST
  pt: cresceu|crescendo|aumentou|dobrou ~3 dias|rapido|rapidamente|horas
  es: crecio|creciendo|aumento ~3 dias|rapido
  en: grew|growing|grown|doubled ~3 days|fast|rapidly|hours
ANEURYSM
  pt: aneurisma|marfan|disseccao
  es: aneurisma|marfan|diseccion
  en: aneurysm|marfan|dissection
PITUITARY
  pt: hipofise|hipofisario|adenoma|prolactinoma|pituitaria
  es: hipofisis|adenoma|prolactinoma|pituitaria
  en: pituitary|adenoma|prolactinoma
PERICARDIAL
  pt: derrame pericardico|agua no coracao|pericardite
  es: derrame pericardico|pericarditis
  en: pericardial effusion|pericarditis ; fluid around ~1 heart
JAUNDICE
  pt: icter* ; amarel* ~4 olho|olhos|pele ; olho|olhos|pele ~2 amarel* ; amarelad*|amarelo|amarela
  es: icter* ; ojo|ojos|piel ~2 amarill*
  en: jaundice* ; eyes|skin ~2 yellow
VALVE
  pt: sopro|valvula|protese|endocardite
  es: soplo|valvula|protesis|endocarditis
  en: murmur|valve|endocarditis
FOOD_CHEST
  pt: peito + de frango|de peru|frango|assado|grelhado|do frango
  es: pecho + de pollo|de pavo
BLEED_NOW
  pt: sangrando|sangramento|sangrou|sangra|hemorragia|perdendo sangue|saindo sangue|com sangue|saiu sangue
      |sangue vivo
  es: sangrando|sangrado|sangro|sangra|hemorragia|perdiendo sangre|con sangre|sale sangre
  en: bleeding|bled|hemorrhag*|bleed|losing blood|blood clots|gushing blood
FETAL_SETTING
  pt: PREGNANT|desde ontem|desde hoje|desde cedo|na barriga|hoje|horas
  es: PREGNANT|desde ayer|hoy|vientre|horas
  en: PREGNANT|since|today|hours|inside me
TO_BACK
  pt: costas
  es: espalda
  en: back
"""
