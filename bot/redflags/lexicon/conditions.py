"""Illnesses, states and measurements that make a sign dangerous."""

from __future__ import annotations

LEXICON = """
GLUCOSE
  pt: glicose|glicemia|dextro|hgt|acucar|glico|glicosimetro|destro
  es: glucosa|glicemia|azucar|glucemia|glucometro
  en: glucose|sugar|sugars|glucometer|meter|cgm
LOW_GLUCOSE
  any: GLUCOSE ~4 [10-53]! ; GLUCOSE ~3 [1-2.9]! + mmol
HYPO
  pt: hipoglicemi*|hipo forte|hipoglicemia ; GLUCOSE <3> baix*|caiu|caindo|despenc*
  es: hipoglucemi*|hipoglicemi* ; GLUCOSE <3> baj*
  en: hypoglyc*|hypo ; GLUCOSE <3> low|dropping|dropped|crashed|crashing
HIGH_GLUCOSE
  any: GLUCOSE ~5 [250-1500]! ; GLUCOSE ~5 [14-49.9] mmol
VERY_HIGH_GLUCOSE
  any: GLUCOSE ~5 [500-1500]!
METER_HI
  pt: aparelho|glicosimetro|marcou|deu|marcando|marca|glicemia|glicose ~2 hi|high
  es: aparato|glucometro|marco|marca|glucosa ~2 hi|high
  en: meter|reads|says|reading|glucometer ~2 hi
KETONES
  pt: cetona|cetonas ; halito ~2 fruta|frutado|acetona|maca|fruta ; cheiro ~3 fruta|acetona|frutas
  es: cetona|cetonas ; aliento ~3 fruta|manzana|acetona ; olor ~3 fruta|manzana|acetona
  en: ketone|ketones|fruity breath ; breath ~3 fruity|fruit|acetone
KETOACIDOSIS
  pt: com|tendo|esta|ta|entrando ~2 cetoacidose
  es: con|tiene|esta ~2 cetoacidosis
  en: in|having|has|got ~2 ketoacidosis|dka
DIABETIC
  pt: diabetic*|diabetes|diabete|insulina|dm1|dm2
  es: diabetic*|diabetes|insulina
  en: diabetic*|diabetes|insulin|t1d|type 1
DEHYDRATED
  pt: desidratad*|boca seca|olhos fundos|sede absurda|muita sede
  es: deshidratad*|boca seca|mucha sed
  en: dehydrat*|dry mouth|very thirsty|extremely thirsty
PUMP_FAILED
  pt: bomba ~3 parou|falhou|quebrou|entupiu|pifou|soltou|desconectou
  es: bomba ~3 fallo|paro|dejo|descompuso|rompio
  en: pump ~3 failed|broke|stopped|failure|died|clogged|fell
CANT_SWALLOW
  pt: NOT ~2 engol*|engole|engolir ; CANT ~2 engolir
  es: NOT ~2 trag* ; CANT ~2 tragar
  en: CANT ~2 swallow
FEVER
  pt: febre|febril|febrao|febri|quentura|[37.8-42] graus|[37.8-42] de febre ; temperatura ~3 [37.8-42] ; febre
  es: fiebre|febril|calentura|temperatura alta ; temperatura ~3 [37.8-42] ; [37.8-42] + de fiebre|grados
  en: fever|feverish|febrile ; temperature ~3 [37.8-42]|[100.4-108] ; temp ~3 [37.8-42]|[100.4-108]
CHILLS
  pt: tremendo de frio|calafrio*|tremedeira|tremendo muito|batendo o queixo|calafrios
  es: escalofrio*|tiritando|temblando de frio
  en: chills|rigors|shivering|shaking
MOTTLED
  pt: pele <3> manchad*|marmor*|gelad*|fria|rox*|cinza
  es: piel <3> manchad*|marmore*|fria|morad*|gris
  en: skin <3> mottled|blotchy|cold|clammy|grey|gray|bluish
INFECTION
  pt: infeccao|infeccionad*|infeccionou|infectad*|pneumonia|ferida com pus|urina|sepse|pus
  es: infeccion|infectad*|neumonia|sepsis|pus
  en: infection|infected|pneumonia|uti|sepsis|septic|pus
NO_URINE
  pt: NOT ~2 urin*|xixi|mij*|faz xixi ; sem urinar|sem fazer xixi ; parou de urinar
  es: NOT ~2 orin* ; sin orinar
  en: NOT ~3 pee|peed|urinat*|urine|peeing ; no urine|not peeing|no wet diapers
LOW_PRESSURE
  pt: pressao ~3 no chao|baixissima|baixa|caindo|caiu|la embaixo ; pressao ~2 [4-8] + por|/|x + [2-6] ; pressao ~2 [40-85] + por|/|x + [20-60] ; hipotens*|em choque
  es: presion ~3 baja|bajisima|por el suelo|cayendo ; presion|tension ~2 [40-85] + por|/|con + [20-60] ; hipotens*|en shock
  en: pressure ~3 low|dropping|dropped|crashing ; pressure ~2 [40-85] + over|/ + [20-60] ; hypotens*|in shock|going into shock
HIGH_PRESSURE
  pt: pressao|pa ~4 [180-300]! ; pressao|pa ~4 [18-30] + por|x|/ + [10-20] ; pressao ~3 altissima|muito alta|subiu muito|nas alturas|alta demais|explodindo ; [180-300] + x|por|/ + [100-200]
  es: presion|tension ~4 [180-300]! ; presion|tension ~4 [18-30] + por|/|con|x + [10-20] ; presion ~3 altisima|muy alta|por las nubes ; [180-300] + / + [100-200]
  en: pressure ~4 [180-300]! ; pressure ~3 sky high|extremely high|very high|through the roof ; [180-300] + over|/ + [100-200]
RAISED_PRESSURE
  any: HIGH_PRESSURE
  pt: pressao ~2 alta|subiu|subindo|elevada ; pressao|pa ~3 [14-30] + por|x|/ + [9-20] ; [140-300] + x|por|/ + [90-200]
  es: presion|tension ~2 alta|subio|elevada ; [140-300] + / + [90-200]
  en: pressure ~2 high|elevated|up ; [140-300] + over|/ + [90-200]
FAST_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc|taquicardia ~4 [130-260]! ; [130-260] + bpm|batimentos|por minuto
  es: corazon|pulso|frecuencia|latidos|pulsaciones|taquicardia ~4 [130-260]! ; [130-260] + latidos|pulsaciones|lpm|por minuto
  en: heart rate|heart|pulse|bpm ~4 [130-260]! ; [130-260] + bpm
VERY_FAST_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc|taquicardia ~4 [150-260]! ; [150-260] + bpm|batimentos
  es: corazon|pulso|frecuencia|latidos|pulsaciones|taquicardia ~4 [150-260]! ; [150-260] + latidos|pulsaciones|lpm
  en: heart rate|heart|pulse|bpm ~4 [150-260]! ; [150-260] + bpm
SLOW_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc ~4 [20-40]! ; [20-40] + bpm|batimentos ; pulso ~2 lento|fraco|devagar
  es: corazon|pulso|frecuencia|latidos|pulsaciones ~4 [20-40]! ; pulso ~2 lento|debil
  en: heart rate|heart|pulse|bpm ~4 [20-40]! ; [20-40] + bpm ; pulse ~2 slow|weak|faint
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
  pt: gravid*|gestante|gravidez|gestacao|gestando|buchuda|barriga de [5-9] meses|prenha ; [5-42] semanas de gravid*|[5-42] semanas de gestacao|[5-42] semanas gravida ; [22-42] semanas ; [6-9] meses de gravidez|de gestacao
  es: embarazad*|embarazo|gestante|encinta|embarasad* ; [22-42] semanas ; [6-9] meses de embarazo
  en: pregnant|pregnancy|preggo|expecting|trimester ; [5-42] weeks pregnant|[5-42] weeks along|[5-9] months pregnant ; [22-42] weeks
POSTPARTUM
  pt: pos parto|puerper*|pari|ganhei bebe|ganhei nenem|dei a luz|cesarea|cesaria|resguardo
  es: posparto|postparto|di a luz|cesarea|puerper*
  en: postpartum|gave birth|c section|after delivery
NO_MOVEMENT
  pt: NOT ~3 mexe|mexer|mexeu|mexendo|movimenta|movimento|movimentos|chuta|chutou|chutando ; parou de mexer|parou de se mexer|parou de chutar|sem movimento|sem movimentos
  es: NOT ~4 mueve|movio|mover|moverse|moviendo|movimiento|movimientos|patea|patadas ; dejo de moverse|dejo de patear|sin movimientos
  en: NOT ~4 moved|moving|move|movement|movements|kicking|kick|kicks ; stopped moving|stopped kicking|no movement
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
BLISTER
  pt: bolha|bolhas|vesicula*|flictena*
  es: ampolla*|vesicula*|bula
  en: blister*|vesicle*|bullae|bulla
SKIN_PEELS
  pt: pele <4> descol*|desgrud*|saindo|soltando|caindo|despel*|desprend*|solta ; carne viva
  es: piel <4> cae|cayendo|desprend*|despeg*|sale|saliendo|soltando ; carne viva
  en: skin <3> peeling off|coming off|falling off|sloughing|in sheets|sliding off|detaching ; raw flesh
MUCOSA_SORES
  pt: ferid*|aftas|bolh*|machucad*|ulcer*|lesoes|queimad* ~3 boca|olho|olhos|genital*|labios|partes intimas ; boca|labios <3> ferid*|em carne|bolh*
  es: llag*|ampoll*|ulcer*|herid* <4> boca|ojo|ojos|genital*|labios
  en: sores|blisters|ulcers|raw <4> mouth|eyes|genital*|lips
NEW_DRUG
  pt: INGEST ~3 MEDICINES|lamotrigina|carbamazepina|alopurinol|bactrim|sulfa|antibiotico|amoxicilina|fenitoina ; lamotrigina|carbamazepina|alopurinol|bactrim|sulfa|fenitoina ; depois|apos ~4 remedio|antibiotico|medicamento|injecao|vacina|comprimido
  es: lamotrigina|carbamazepina|alopurinol|sulfa|bactrim|fenitoina ; despues ~4 antibiotico|medicamento|medicina|inyeccion|pastilla ; INGEST ~3 amoxicilina|antibiotico|ibuprofeno|penicilina
  en: lamotrigine|carbamazepine|allopurinol|bactrim|sulfa|phenytoin|new meds|new medication|new medicine|lamictal ; after ~4 antibiotic|antibiotics|meds|medication|medicine|drug|shot|pill
WHOLE_BODY_RED
  pt: corpo|pele ~2 tod* ~3 RED|descam* ; vermelh* ~2 corpo todo|corpo inteiro|da cabeca aos pes ; eritroderm*
  es: todo el cuerpo|cuerpo entero <4> roj*|enrojecid* ; eritroderm*
  en: red all over|whole body red|body is red|erythroderm*|red rash all over ; entire body ~2 red
ECZEMA
  pt: dermatite|eczema|psoriase
  es: dermatitis|eczema|psoriasis
  en: eczema|dermatitis|psoriasis
ACNE
  pt: acne|espinha|espinhas
  es: acne|granos|espinillas
  en: acne|pimples
JOINT_PAIN
  pt: PAIN <3> junta|juntas|articula*
  es: PAIN <3> articula*|coyuntura*
  en: joint|joints <3> pain|hurt|ache|painful
HIVES
  pt: urticaria|empolad*|empolou|empolando|vergoes|vergao|placas|caroc* no corpo|pelota*|alergia ; corpo ~2 coc*
  es: ronchas|urticaria|habones|sarpullido|alergia|alergic*
  en: hives|welts|urticaria|rash|itchy all over|allergic
ALLERGEN
  pt: abelha|abelhas|vespa|marimbondo|formiga|camarao|amendoim|nozes|castanha|leite|ovo|picad*|picou|remedio|dipirona|antibiotico|amoxicilina|penicilina|ibuprofeno|vacina|injecao|comi|comeu|frutos do mar|latex|tomei|tomou|alergi*
  es: abeja|avispa|mani|cacahuate|camaron|mariscos|nuez|nueces|pico|picadura|penicilina|amoxicilina|ibuprofeno|medicamento|antibiotico|comer|comi|comio|vacuna|inyeccion|alergi*|tomo
  en: bee|wasp|sting|stung|peanut|peanuts|shrimp|shellfish|nuts|penicillin|amoxicillin|ibuprofen|antibiotic|vaccine|injection|ate|eating|allergic|allergy|allergies|shot
ANAPHYLAXIS
  pt: choque anafilatico|anafilaxia|reacao alergica grave|reacao anafilatica|anafilatic*
  es: shock anafilactico|choque anafilactico|anafilaxia|reaccion alergica grave|reaccion alergica fuerte|anafilactic*
  en: anaphyla*|severe allergic reaction|bad allergic reaction
AIRWAY_SWELLING
  pt: lingua ~2 grossa|enorme|grande|engrossando ; SWOLLEN <5> lingua|labio|labios|boca|beico|glote ; garganta|goela|glote <4> fech*|trancando|apert*|inchando|inchou ; boca inchou
  es: SWOLLEN <5> lengua|labio|labios|boca|glotis ; lengua ~2 gruesa|enorme ; garganta|glotis <5> cerr*|cierr*|apret*|hinchando|hincho
  en: SWOLLEN|SWELLING_NOW <5> tongue|lip|lips|mouth ; throat <4> closing|closes|swelling|tight|tightening|swells|closed|shut
BODY_SWELLING
  pt: tod*|inteir* ~1 inchad*|inchando
  es: tod* ~1 hinchad*|hinchando
  en: all swollen|swelling all over|swollen all over
AMBULANCE
  pt: preciso|precisamos|chama|chamem|chame|manda|mandem|quero|chamar ~2 ambulancia|samu|resgate
  es: necesito|necesitamos|llamen|llama|manden|envien ~2 ambulancia
  en: need|call|send|get ~2 ambulance|911|paramedics
FACE_SWELLING
  pt: SWOLLEN <4> rosto|cara|face|olhos
  es: SWOLLEN <4> cara|rostro|ojos
  en: SWOLLEN <4> face|eyes
CELLULITIS
  pt: erisipela|celulite
  es: erisipela|celulitis
  en: cellulitis|erysipelas|necrotizing|necrotising|flesh eating
RED_LIMB
  pt: LEG|ARM|pele <4> RED|vermelhidao
  es: LEG|ARM|piel <4> RED
  en: LEG|ARM|skin <4> RED|swollen
BLACK_SKIN
  pt: LEG|ARM|pele|ferida|mancha|bolha|bolhas <5> BLACK
  es: LEG|ARM|piel|herida|mancha|ampolla|ampollas <5> BLACK
  en: LEG|ARM|skin|wound|blister|turning|turned <5> BLACK
SPREADING
  pt: espalhando|aumentando|crescendo|subindo|escurecendo|piorando|alastrando <3> rapido|hora|horas|muito|mancha|vermelhidao ; espalhando rapido|alastrando
  es: extendiendo|extiende|creciendo|subiendo ~3 rapido|hora|horas
  en: spreading ~3 fast|quickly|rapidly|hours|up
FOOT
  pt: pe|dedo do pe|dedao|pes
  es: pie|dedo del pie|pies
  en: foot|toe|toes|feet
WOUND
  pt: ferid*|ulcera|machucad*|lesao|corte
  es: herid*|ulcera|llaga
  en: wound|ulcer|sore|cut
FOUL
  pt: fedendo|fede|fedorent*|mau cheiro|cheiro ruim|pus|fedid*|podre
  es: huele mal|mal olor|apesta|pus|podrido
  en: smells|stinks|foul|pus|smelly|rotten
CALF
  pt: panturrilha|batata da perna
  es: pantorrilla|gemelo
  en: calf|calves
ONE_LEG
  pt: uma perna|perna esquerda|perna direita|um lado so|so de um lado|so um lado|perna
  es: una pierna|pierna izquierda|pierna derecha|un solo lado|pierna
  en: one leg|left leg|right leg|leg
SWOLLEN_CALF
  any: CALF <5> SWOLLEN
SWOLLEN_LEG
  any: ONE_LEG <4> SWOLLEN
CLOT_RISK
  pt: estrogenio|estradiol|hormonio*|anticoncepcional|pilula|cirurgia|viagem|operei|operad*|gesso|voo|aviao|trombose
  es: estrogeno*|estradiol|hormona*|anticonceptiv*|cirugia|viaje|operaron|yeso|vuelo|avion|trombosis
  en: estrogen|estradiol|hormone*|birth control|the pill|surgery|flight|operated|cast|clot|thrombosis|dvt
COLD_LIMB
  pt: LEG|braco|mao <4> COLD
  es: LEG|brazo|mano <4> COLD
  en: LEG|arm|hand <4> COLD
ONE_COLD_LIMB
  any: COLD_LIMB
CHANGED_COLOUR
  any: PALE|BLUE|BLACK
NUMB
  pt: dormente|dormencia|sem sensibilidade|anestesiad*|formigando|sem sentir ; NOT + sinto|sente ~2 LIMB|ONE_SIDE
  es: dormid*|entumecid*|sin sensibilidad|adormecid* ; NOT + siento|siente ~2 LIMB|ONE_SIDE
  en: numb|numbness|no feeling ; NOT + feel ~2 LIMB|ONE_SIDE
HANDS_LOCK
  pt: mao|maos|dedos <4> trav*|retorc*|entort*|endurec*|contra*|fechando ; tetania|espasmo*
  es: mano|manos|dedos <4> agarrot*|retorc*|contra*|acalambr*|engarrot*|trab* ; tetania|espasmo*
  en: hand|hands|fingers <4> lock*|cramp*|curl*|claw*|spasm*|stiff ; tetany|carpopedal
MOUTH_TINGLE
  pt: formig*|dormencia|caimbra*|cambra* <4> boca|labios|rosto|maos|lingua ; formigamento|caimbra|caimbras
  es: hormigue*|calambre* <4> boca|labios|cara|manos ; hormigueo|calambres
  en: tingl*|numb* <4> mouth|lips|face|fingers ; tingling|cramps
THYROID_SURGERY
  pt: tirei|retirei|operei|removi|operou|tirou|cirurgia|retirada|tireoidectomia <3> tireoide|paratireoide|tiroide ; tireoidectomia|calcio baixo|hipoparatireoid*|hipocalcemia
  es: operaron|quitaron|sacaron|cirugia|tiroidectomia <3> tiroides|paratiroides ; tiroidectomia|calcio bajo|hipoparatiroid*|hipocalcemia
  en: removed|surgery|operated|out|after <3> thyroid|parathyroid ; thyroidectomy|low calcium|calcium is low|hypoparathyroid*|hypocalcemia
HIGH_CALCIUM
  pt: calcio ~3 [12-25]|muito alto|altissimo ; hipercalcemia
  es: calcio ~3 [12-25]|muy alto|altisimo ; hipercalcemia
  en: calcium ~3 [12-25]|very high|extremely high ; hypercalcemia|hypercalcaemia
BARIATRIC
  pt: bariatric*|reducao de estomago|bypass|sleeve|reducao do estomago|gastroplastia
  es: bariatric*|bypass gastrico|manga gastrica|bypass
  en: bariatric|gastric bypass|gastric sleeve|weight loss surgery|bypass|sleeve gastrectomy
KEEPS_VOMITING
  pt: VOMIT <4> sem parar|tudo|ha dias|nao para|direto|varios dias|o dia todo|toda hora|muito|nada para|persistente*|dias|agua
  es: VOMIT <4> sin parar|todo|dias|no para|todo el dia|persistente*|mucho|nada
  en: VOMIT <4> everything|for days|nonstop|non stop|all day|constantly|days|keep|keeps|cant stop|wont stop
PERSISTS
  pt: NOT + passa|para|parou|melhora|alivia|passando|parando|melhorando|sai|acaba|cede|adianta|adiantando|passou ; sem parar
  es: NOT (se) (me|le) pasa|quita|para|calma|mejora|alivia|cede|deja|sirve|hace nada ; sin parar
  en: NOT + stop|stopping|go away|going away|improve|improving|easing|work|working|help|helping ; nonstop
CHILD
  en: [1-3]|one|two|three + month|months|mo + old ; [1-12] + week|weeks + old
  pt: bebe|nenem|filho|filha|menino|menina|neto|neta|sobrinho|sobrinha|crianca|recem nascid*|bb|rn
  es: bebe|hijo|hija|nino|nina|nieto|nieta|sobrino|sobrina|recien nacid*|nene|nena
  en: baby|son|daughter|infant|newborn|neonate|child|kid|nephew|niece|grandson|granddaughter
BABY
  pt: bebe|nenem|recem nascido|rn|filhinho|filhinha|bb|bebezinho|neném
  es: bebe|recien nacido|nene|nena|bebito|guagua
  en: baby|newborn|infant|neonate
YOUNG_BABY
  pt: recem nascido|recem nascida|rn ; de|com|tem|fez + [1-3]|um|dois|tres + mes|meses|mezes ; [1-90] dias de vida|dias de nascid* ; bebe|nenem|filho|filha ~4 [1-28] dias|[1-12] semanas
  es: recien nacido|recien nacida ; de|con|tiene|cumplio + [1-3]|un|dos|tres + mes|meses ; bebe|hijo|hija ~4 [1-28] dias|[1-12] semanas
  en: newborn|neonate ; [1-3]|one|two|three + month|months|mo + old|baby ; [1-12] + week|weeks + old ; [1-28] days old|[1-28] day old|[1-12] weeks old|[1-12] week old
FLOPPY
  pt: molinh*|mole|largad*|caidinh*|prostrad*|sem reacao|desfalecid*|amolecid* ; DROWSY
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
TRIGLYCERIDES
  pt: trigliceride*|triglicerid*|tg|pancreat*
  es: trigliceridos|pancreat*
  en: triglyceride*|pancreat*
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
GLUCOSE_AIM
  any: A1C
A1C
  pt: glicada|hemoglobina glicada
  es: glicosilada
  en: a1c|hba
BLEED_NOW
  pt: sangrando|sangramento|sangrou|sangra|hemorragia|perdendo sangue|saindo sangue|com sangue|saiu sangue|sangue vivo
  es: sangrando|sangrado|sangro|sangra|hemorragia|perdiendo sangre|con sangre|sale sangre
  en: bleeding|bled|hemorrhag*|bleed|losing blood|blood clots|gushing blood
FETAL_SETTING
  pt: PREGNANT|desde ontem|desde hoje|desde cedo|na barriga|hoje|horas
  es: PREGNANT|desde ayer|hoy|vientre|horas
  en: PREGNANT|since|today|hours|inside me
BODY_WIDE
  pt: pelo corpo|no corpo todo|corpo inteiro|corpo todo|espalhad*
  es: todo el cuerpo|por el cuerpo
  en: all over|whole body|everywhere
ON_FACE
  pt: face|rosto|olho
  es: cara|ojo
  en: face|eye
TO_BACK
  pt: costas
  es: espalda
  en: back
"""
