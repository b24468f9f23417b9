"""Signs of the skin and limbs: allergy, severe reactions, infection, clots."""

from __future__ import annotations

LEXICON = """
BLISTER
  pt: bolha|bolhas|vesicula*|flictena*
  es: ampolla*|vesicula*|bula
  en: blister*|vesicle*|bullae|bulla
SKIN_PEELS
  pt: pele <4> descol*|desgrud*|saindo|soltando|caindo|despel*|desprend*|solta ; carne viva
  es: piel <4> cae|cayendo|desprend*|despeg*|sale|saliendo|soltando ; carne viva
  en: skin <3> peeling off|coming off|falling off|sloughing|in sheets|sliding off|detaching ; raw flesh
MUCOSA_SORES
  pt: ferid*|aftas|bolh*|machucad*|ulcer*|lesoes|queimad* ~3 boca|olho|olhos|genital*|labios|partes intimas
      ; boca|labios <3> ferid*|em carne|bolh*
  es: llag*|ampoll*|ulcer*|herid* <4> boca|ojo|ojos|genital*|labios
  en: sores|blisters|ulcers|raw <4> mouth|eyes|genital*|lips
NEW_DRUG
  pt: INGEST ~3 MEDICINES|lamotrigina|carbamazepina|alopurinol|bactrim|sulfa|antibiotico|amoxicilina|fenitoina
      ; lamotrigina|carbamazepina|alopurinol|bactrim|sulfa|fenitoina ; depois|apos ~4 remedio|antibiotico
      |medicamento|injecao|vacina|comprimido
  es: lamotrigina|carbamazepina|alopurinol|sulfa|bactrim|fenitoina ; despues ~4 antibiotico|medicamento
      |medicina|inyeccion|pastilla ; INGEST ~3 amoxicilina|antibiotico|ibuprofeno|penicilina
  en: lamotrigine|carbamazepine|allopurinol|bactrim|sulfa|phenytoin|new meds|new medication|new medicine
      |lamictal ; after ~4 antibiotic|antibiotics|meds|medication|medicine|drug|shot|pill
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
  pt: urticaria|empolad*|empolou|empolando|vergoes|vergao|placas|caroc* no corpo|pelota* ; corpo ~2 coc*
  es: ronchas|urticaria|habones|sarpullido
  en: hives|welts|urticaria|rash|itchy all over
ALLERGEN
  pt: abelha|abelhas|vespa|marimbondo|formiga|camarao|amendoim|nozes|castanha|leite|ovo|picad*|picou|remedio
      |dipirona|antibiotico|amoxicilina|penicilina|ibuprofeno|vacina|injecao|comi|comeu|frutos do mar|latex
      |tomei|tomou|alergi*
  es: abeja|avispa|mani|cacahuate|camaron|mariscos|nuez|nueces|pico|picadura|penicilina|amoxicilina|ibuprofeno
      |medicamento|antibiotico|comer|comi|comio|vacuna|inyeccion|alergi*|tomo
  en: bee|wasp|sting|stung|peanut|peanuts|shrimp|shellfish|nuts|penicillin|amoxicillin|ibuprofen|antibiotic
      |vaccine|injection|ate|eating|allergic|allergy|allergies|shot
ANAPHYLAXIS
  pt: choque anafilatico|anafilaxia|reacao alergica grave|reacao anafilatica|anafilatic*
  es: shock anafilactico|choque anafilactico|anafilaxia|reaccion alergica grave|reaccion alergica fuerte
      |anafilactic*
  en: anaphyla*|severe allergic reaction|bad allergic reaction
AIRWAY_SWELLING
  pt: lingua ~2 grossa|enorme|grande|engrossando ; SWOLLEN <5> lingua|labio|labios|boca|beico|glote ; garganta
      |goela|glote <4> fech*|trancando|apert*|inchando|inchou ; boca inchou ; labio|labios|boca
      |lingua ~3 enorm*|gigant*|gross*|deformad*
  es: SWOLLEN <5> lengua|labio|labios|boca|glotis ; lengua ~2 gruesa|enorme ; garganta|glotis <5> cerr*|cierr*
      |apret*|hinchando|hincho ; labio|labios|lengua ~3 enorm*|gigant*|grues*
  en: SWOLLEN|SWELLING_NOW <5> tongue|lip|lips|mouth ; throat ~4 closing|closes|swelling|tight|tightening
      |swells|closed|shut ; tightness ~2 throat ; lip|lips|tongue ~3 huge|enormous|thick|fat|ballooned
BODY_SWELLING
  pt: tod*|inteir* ~1 inchad*|inchando ; inchou|inchando ~1 tod*|inteir*
  es: tod* ~1 hinchad*|hinchando ; hincho|hinchando|hinchandose ~1 tod*
  en: all swollen|swelling all over|swollen all over ; whole body ~2 SWOLLEN
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
  pt: espalhando|aumentando|crescendo|subindo|escurecendo|piorando|alastrando <3> rapido|hora|horas|muito
      |mancha|vermelhidao ; espalhando rapido|alastrando
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
  pt: estrogenio|estradiol|hormonio*|anticoncepcional|pilula|cirurgia|viagem|operei|operad*|gesso|voo|aviao
      |trombose
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
  pt: dormente|dormencia|sem sensibilidade|anestesiad*|formigando|sem sentir ; NOT + sinto|sente ~2 LIMB
      |ONE_SIDE
  es: dormid*|entumecid*|sin sensibilidad|adormecid* ; NOT + siento|siente ~2 LIMB|ONE_SIDE
  en: numb|numbness|no feeling ; NOT + feel ~2 LIMB|ONE_SIDE
BODY_WIDE
  pt: pelo corpo|no corpo todo|corpo inteiro|corpo todo|espalhad*
  es: todo el cuerpo|por el cuerpo
  en: all over|whole body|everywhere
ON_FACE
  pt: face|rosto|olho
  es: cara|ojo
  en: face|eye
MOTTLED
  pt: pele <3> manchad*|marmor*|gelad*|fria|rox*|cinza
  es: piel <3> manchad*|marmore*|fria|morad*|gris
  en: skin <3> mottled|blotchy|cold|clammy|grey|gray|bluish
INFECTION
  pt: infeccao|infeccionad*|infeccionou|infectad*|pneumonia|ferida com pus|urina|sepse|pus
  es: infeccion|infectad*|neumonia|sepsis|pus
  en: infection|infected|pneumonia|uti|sepsis|septic|pus
"""
