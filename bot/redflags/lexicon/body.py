"""Parts of the body, and the plain ways of saying pain, strength, onset."""

from __future__ import annotations

LEXICON = """
CHEST
  pt: peito|peitos|torax|coracao|peitoral
  es: pecho|torax|corazon
  en: chest|heart|sternum|breastbone
ARM
  pt: braco|bracos|ombro|mao
  es: brazo|brazos|hombro|mano
  en: arm|arms|shoulder|hand
JAW
  pt: queixo|mandibula|maxilar|pescoco
  es: mandibula|quijada|cuello
  en: jaw|chin|neck
BACK
  pt: costas|dorso|costa|escapula|escapulas|omoplata|lombar|costado
  es: espalda|omoplato|omoplatos|dorso|costado
  en: back|shoulder blades|shoulderblades
LEG
  pt: perna|pe|panturrilha|batata da perna|coxa|canela|tornozelo|dedo|dedos
  es: pierna|pie|pantorrilla|muslo|tobillo|dedo|dedos
  en: leg|foot|calf|thigh|shin|ankle|toe|toes
LIMB
  any: ARM|LEG
FACE
  pt: rosto|cara|face|boca|olho|bochecha
  es: cara|rostro|boca|ojo|mejilla
  en: face|mouth|eye|eyelid|cheek|smile
LIPS
  pt: labio|labios|boca|beico|beicos|lingua
  es: labio|labios|boca|lengua
  en: lip|lips|tongue|mouth
THROAT
  pt: garganta|goela|glote
  es: garganta|glotis
  en: throat|airway
HEAD
  pt: cabeca|cranio|testa|nuca
  es: cabeza|craneo|nuca|frente
  en: head|skull|forehead
BELLY
  pt: barriga|abdomen|abdome|estomago|bucho|pe da barriga|abdominal|ventre
  es: barriga|abdomen|estomago|panza|vientre|guata|abdominal
  en: belly|abdomen|stomach|tummy|abdominal|gut
SKIN
  pt: pele
  es: piel
  en: skin
ONE_SIDE
  pt: um|dum ~1 lado ; meio corpo ; lado + direito|esquerdo|todo ; metade + do|da + corpo|rosto|cara
  es: un lado|medio lado|medio rostro|media cara ; lado + derecho|izquierdo ; mitad + del|de (la) cuerpo|cara
      ; medio cuerpo
  en: one side|right side|left side|half of|half his|half her|half my|half the|one sided|side of
PAIN
  pt: dor|dores|doi|doendo|doi|doeu|doer|doend|doloros*|dolorid*
  es: dolor|dolores|duele|duelen|doliendo|dolio|doloros*|dolorida|dolorido
  en: pain|pains|hurts|hurt|hurting|ache|aches|aching|painful|sore
SEVERE
  pt: forte|fortes|fortissima|muito|muita|demais|intensa|intenso|terrivel|horrivel|absurda|insuportavel
      |violenta|aguda|grande|pesada|pior|enorme|bastante|explosiva|desesperadora|demasiado
  es: fuerte|fuertes|mucho|mucha|intenso|intensa|terrible|horrible|insoportable|agudo|peor|tremendo|fortisimo
      |muchisimo|bastante
  en: severe|bad|terrible|intense|horrible|unbearable|excruciating|worst|strong|really|awful|splitting|extreme
      |sharp|huge|massive|heavy|agonizing
UNBEARABLE
  pt: insuportavel|pior dor|pior da vida|nunca senti|desesperadora|excruciante|muito forte|fortissima
      |fortissimo|horrivel|absurda|lancinante ; NOT ~1 aguento|aguenta|aguentando ~3 dor ; gritando|rolando
      |chorando|urrando + de dor ; se contorcendo
  es: insoportable|la peor|peor dolor|nunca senti|muy fuerte|fortisimo|horrible|terrible ; NOT + aguanto
      |aguanta|soporto ~3 dolor ; gritando de dolor
  en: unbearable|worst|excruciating|severe|agonizing|agony|out of proportion|screaming in|doubled over
      |horrible|terrible|extreme
SUDDEN
  pt: de repente|do nada|subit*|repentin*|agora|agorinha|de uma hora|instantaneo|acordou|acordei|ficou|fiquei
      |comecou|num segundo
  es: de repente|de golpe|repentin*|subit*|de pronto|ahora|amanecio|se despert*|empezo
  en: sudden*|all of a sudden|out of nowhere|abrupt*|now|just|woke|started|instantly
WEAK
  pt: fraco|fraca|sem forca|fraqueza|pesado|sem movimento|parado|parada|paralisad*|paralis*|dormente
      |adormecid*|dormencia|formigando|mole|moles|bamb*|morto|morta|mortos|dormindo|travado|travada|caid*
  es: debil|sin fuerza|sin fuerzas|debilidad|paralizad*|paraliz*|dormid*|adormecid*|entumecid*|hormigue*
      |pesado|muerto|sin mover ; se (me|le) durmio|paralizo|duerme|adormecio|entumecio|duermen
  en: weak|weakness|numb|numbness|paralyzed|paralysed|paralysis|limp|heavy|dead|tingling|tingly
VERY_WEAK
  pt: muito + fraco|fraca|mal|mole ; fraqueza ; sem forca|forcas ; quase desmaiando|quase caindo ; prostrad*
      |desfalecendo|nao levanto|nao levanta|nao paro em pe
  es: muy debil|muy mal ; debilidad ; sin fuerzas ; casi me desmayo ; postrad*
  en: very|so|extremely|really + weak|faint ; too weak ; weakness ; cant stand|about to faint ; collapsing
FAST
  pt: rapido|rapida|rapidamente|depressa|acelerada|acelerado|aumentando|espalhando|crescendo|subindo|em horas
      |escurecendo
  es: rapido|rapida|rapidamente|acelerada|creciendo|extendiendo|en horas
  en: fast|rapid|rapidly|quickly|spreading|growing|within hours
SWOLLEN
  pt: inchad*|inchou|inchando|inchaco|incha|edema|inflando|inchou|inxad*|inxando|inxou
  es: hinchad*|hinch*|hinchazon|inflamad*|inflam*|edema
  en: swollen|swelling|swells|swell|swelled|puff*|ballooning
SWELLING_NOW
  pt: inchando|inchou|inxando|fechando|fechou
  es: hinchando|hincho|hincharon|cerrando|inflamando
  en: swelling|closing|ballooning|puffing
RED
  pt: vermelh*|avermelhad*|quente
  es: roj*|enrojecid*|caliente
  en: red|hot|inflamed
BLUE
  pt: rox*|azul|azulad*|arroxead*|cinza|cianotic*
  es: morad*|azul*|gris|cianotic*|violeta
  en: blue|bluish|purple|grey|gray|dusky
PALE
  pt: palid*|branc*|amarelo|sem cor|cinza|descorad*
  es: palid*|blanc*|sin color|gris
  en: pale|white|grey|gray|ashen|pasty
BLACK
  pt: pret*|negr*|escur*|necros*|roxa|preteand*|podre|escurecendo
  es: negr*|necro*|oscur*|podrid*|morad*
  en: black|blackened|necro*|dark|dusky|purple
COLD
  pt: gelad*|fri|fria|frio|frias|frios|gelando|hipotermi*|geladinh*
  es: fri|fria|frio|frias|frios|helad*|hipotermi*
  en: cold|icy|freezing|cool|hypotherm*
CANT
  pt: dificil ; nem + consig*|conseg* ; NOT (to|ta|esta|estou|estava|estao) (mais) conseg*|consig* (mais)
      ; mal + consigo|consegue|conseguindo|conseguia ; dificuldade|dificudade ; sem conseguir ; impossivel
      ; nao da para ; parou de
  es: ni ~1 puedo|puede ; NOT (lo) puedo|puede|logra|logro|podia|pudo|podemos|pueden ; apenas puedo
      |apenas puede ; me|le|les + cuesta ; dificultad|imposible ; sin poder ; casi no puedo|casi no puede
      ; dejo de
  en: cant|couldnt|unable to|struggling|struggles|trouble|hard|difficult|difficulty|barely|hardly|cannot
      |can barely|can hardly|impossible ; not able to ; stopped
"""
