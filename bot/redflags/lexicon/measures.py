"""Readings: glucose, pressure, pulse, temperature and what goes with them."""

from __future__ import annotations

LEXICON = """
GLUCOSE
  pt: glicose|glicemia|dextro|hgt|acucar|glico|glicosimetro|destro
  es: glucosa|glicemia|azucar|glucemia|glucometro
  en: glucose|sugar|sugars|glucometer|meter|cgm
LOW_GLUCOSE
  any: GLUCOSE ~4 [10-53]! ; GLUCOSE ~3 [1-2.9]! + mmol ; [10-53]! (de|a|of|na|em) GLUCOSE
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
GLUCOSE_AIM
  any: A1C
A1C
  pt: glicada|hemoglobina glicada
  es: glicosilada
  en: a1c|hba
KETONES
  pt: cetona|cetonas ; halito ~2 fruta|frutado|acetona|maca|fruta ; cheiro ~3 fruta|acetona|frutas
  es: cetona|cetonas ; aliento ~3 fruta|manzana|acetona ; olor ~3 fruta|manzana|acetona
  en: ketone|ketones|fruity breath ; breath ~3 fruity|fruit|acetone
KETOACIDOSIS
  pt: com|tendo|esta|ta|entrando ~2 cetoacidose
  es: con|tiene|esta ~2 cetoacidosis
  en: in|having|has|got ~2 ketoacidosis|dka
FEVER
  pt: febre|febril|febrao|febri|quentura|[37.8-42] graus|[37.8-42] de febre ; temperatura ~3 [37.8-42] ; febre
  es: fiebre|febril|calentura|temperatura alta ; temperatura ~3 [37.8-42] ; [37.8-42] + de fiebre|grados
  en: fever|feverish|febrile ; temperature ~3 [37.8-42]|[100.4-108] ; temp ~3 [37.8-42]|[100.4-108]
CHILLS
  pt: tremendo de frio|calafrio*|tremedeira|tremendo muito|batendo o queixo|calafrios
  es: escalofrio*|tiritando|temblando de frio
  en: chills|rigors|shivering|shaking
LOW_PRESSURE
  pt: pressao ~3 no chao|baixissima|baixa|caindo|caiu|la embaixo ; pressao ~2 [4-8] + por|/|x + [2-6]
      ; pressao ~2 [40-85] + por|/|x + [20-60] ; hipotens*|em choque
  es: presion ~3 baja|bajisima|por el suelo|cayendo ; presion|tension ~2 [40-85] + por|/|con + [20-60]
      ; hipotens*|en shock
  en: pressure ~3 low|dropping|dropped|crashing ; pressure ~2 [40-85] + over|/ + [20-60] ; hypotens*|in shock
      |going into shock
HIGH_PRESSURE
  pt: pressao|pa ~4 [180-300]! ; pressao|pa ~4 [18-30] + por|x|/ + [10-20] ; pressao ~3 altissima|muito alta
      |subiu muito|nas alturas|alta demais|explodindo ; [180-300] + x|por|/ + [100-200]
  es: presion|tension ~4 [180-300]! ; presion|tension ~4 [18-30] + por|/|con|x + [10-20] ; presion ~3 altisima
      |muy alta|por las nubes ; [180-300] + / + [100-200]
  en: pressure ~4 [180-300]! ; pressure ~3 sky high|extremely high|very high|through the roof
      ; [180-300] + over|/ + [100-200]
RAISED_PRESSURE
  any: HIGH_PRESSURE
  pt: pressao ~2 alta|subiu|subindo|elevada ; pressao|pa ~3 [14-30] + por|x|/ + [9-20] ; [140-300] + x|por
      |/ + [90-200]
  es: presion|tension ~2 alta|subio|elevada ; [140-300] + / + [90-200]
  en: pressure ~2 high|elevated|up ; [140-300] + over|/ + [90-200]
FAST_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc|taquicardia ~4 [130-260]! ; [130-260] + bpm
      |batimentos|por minuto
  es: corazon|pulso|frecuencia|latidos|pulsaciones|taquicardia ~4 [130-260]! ; [130-260] + latidos|pulsaciones
      |lpm|por minuto
  en: heart rate|heart|pulse|bpm ~4 [130-260]! ; [130-260] + bpm
VERY_FAST_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc|taquicardia ~4 [150-260]! ; [150-260] + bpm
      |batimentos
  es: corazon|pulso|frecuencia|latidos|pulsaciones|taquicardia ~4 [150-260]! ; [150-260] + latidos|pulsaciones
      |lpm
  en: heart rate|heart|pulse|bpm ~4 [150-260]! ; [150-260] + bpm
SLOW_HEART
  pt: coracao|batimento|batimentos|pulso|frequencia|bpm|fc ~4 [20-40]! ; [20-40] + bpm|batimentos
      ; pulso ~2 lento|fraco|devagar
  es: corazon|pulso|frecuencia|latidos|pulsaciones ~4 [20-40]! ; pulso ~2 lento|debil
  en: heart rate|heart|pulse|bpm ~4 [20-40]! ; [20-40] + bpm ; pulse ~2 slow|weak|faint
HIGH_CALCIUM
  pt: calcio ~3 [12-25]|muito alto|altissimo ; hipercalcemia
  es: calcio ~3 [12-25]|muy alto|altisimo ; hipercalcemia
  en: calcium ~3 [12-25]|very high|extremely high ; hypercalcemia|hypercalcaemia
TRIGLYCERIDES
  pt: trigliceride*|triglicerid*|tg|pancreat*
  es: trigliceridos|pancreat*
  en: triglyceride*|pancreat*
NO_URINE
  pt: NOT ~2 urin*|xixi|mij*|faz xixi ; sem urinar|sem fazer xixi ; parou de urinar
  es: NOT ~2 orin* ; sin orinar
  en: NOT ~3 pee|peed|urinat*|urine|peeing ; no urine|not peeing|no wet diapers
DEHYDRATED
  pt: desidratad*|boca seca|olhos fundos|sede absurda|muita sede
  es: deshidratad*|boca seca|mucha sed
  en: dehydrat*|dry mouth|very thirsty|extremely thirsty
"""
