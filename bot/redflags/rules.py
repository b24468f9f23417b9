"""The emergencies, in order of priority: the first one met chooses the fixed text.

Facts with source G are general knowledge and wait for a clinician's review (`Rule.clinician_review`). The others come
from the Notas Técnicas (NT) and public care guidance (LC, SC) that the corpus names.
"""

from __future__ import annotations

from bot.redflags.types import AlarmKind, Rule, Scope, Source

RULES_VERSION = "1"

_MED, _PREG, _POISON, _SUICIDE = (
    AlarmKind.MEDICAL,
    AlarmKind.PREGNANCY,
    AlarmKind.POISONING,
    AlarmKind.SUICIDE,
)
_G, _LC, _SC, _DM = Source.GENERAL, Source.CHEST_PAIN_GUIDANCE, Source.SKIN_GUIDANCE, Source.DIABETES_GUIDANCE
_WISH = Scope.QUOTED | Scope.CHRONIC | Scope.FEARED

_MIND = "CONFUSION|UNRESPONSIVE|DROWSY"
_FAINTING = "NEAR_FAINT|FAINT_EVENT|UNRESPONSIVE|I_FAINTED"

RULES: tuple[Rule, ...] = (
    # -- suicide: any wish, plan or act; a frightened or quoted one counts too
    Rule("suicide.act", "suicide", _SUICIDE, _G, ("KILL_SELF", "SUICIDAL", "+KILL_SELF|SUICIDAL & TRY_AGAIN"), True, recent_counts=True, ignores=_WISH),
    Rule("suicide.wish", "suicide", _SUICIDE, _G, ("WANTS_DEATH", "WANTS_VANISH"), True,
         recent_counts=True, ignores=Scope.QUOTED | Scope.CHRONIC),
    Rule("suicide.hopeless", "suicide", _SUICIDE, _G, ("HOPELESS",), True, recent_counts=True,
         ignores=Scope.QUOTED | Scope.HYPOTHETICAL | Scope.CHRONIC),
    Rule("suicide.self_harm", "suicide", _SUICIDE, _G, ("SELF_HARM",), True, recent_counts=True, ignores=_WISH, unless=("HURT_BY_CHANCE",)),
    # -- heart, lungs, airway
    Rule("arrest", "arrest", _MED, _G, ("NO_PULSE",), True, recent_counts=True),
    Rule("breathing.choking", "breathing", _MED, _G, ("CHOKING",), True),
    Rule("anaphylaxis", "anaphylaxis", _MED, _SC, (
        "ANAPHYLAXIS", "AIRWAY_SWELLING", "HIVES & BREATHLESS", "FACE_SWELLING & BREATHLESS",
        "+ALLERGEN & FACE_SWELLING & SUDDEN|FAST|HIVES|VOMIT|NEAR_FAINT|SWELLING_NOW", "+ALLERGEN & BREATHLESS|UNRESPONSIVE",
        "+ALLERGEN & HIVES & NEAR_FAINT|VOMIT", "+ALLERGEN & BODY_SWELLING", "+ALLERGEN & CANT_SWALLOW & SUDDEN|HIVES|SWOLLEN",
    ), True, chronic_calms=True),
    Rule("breathing.breathless", "breathing", _MED, _G, (
        "BREATHLESS", "BLUE_BODY", "LOW_SATURATION",
    ), True, chronic_calms=True),
    Rule("breathing.severe", "breathing", _MED, _G, (
        "BREATHLESS & BLUE_BODY|CANT_TALK|REST|CONFUSION|UNRESPONSIVE", "ASTHMA_ATTACK", "NOISY_BREATH",
    ), True, unless=("EXERTION",)),
    Rule("cardiac.chest_pain", "cardiac", _MED, _LC, ("CHEST_PAIN",), True, chronic_calms=True),
    Rule("cardiac.chest_burning", "cardiac", _MED, _LC, ("CHEST_BURNING",), True, chronic_calms=True, unless=("MEAL",)),
    Rule("cardiac.features", "cardiac", _MED, _LC, (
        "CHEST_PAIN|CHEST_BURNING & COLD_SWEAT|NAUSEA|BREATHLESS|PALE_NOW|NEAR_FAINT|FAINT_EVENT|LEFT_ARM|REST|SPREADS_TO",
        "LEFT_ARM & COLD_SWEAT|NAUSEA|BREATHLESS", "JAW_PAIN & COLD_SWEAT|BREATHLESS",
    ), True),
    Rule("cardiac.infarction", "cardiac", _MED, _LC, ("INFARCT_NOW",), True),
    Rule("stroke", "stroke", _MED, _G, (
        "STROKE_NOW", "FACE_DROOP", "SPEECH", "ONE_SIDED_WEAKNESS", "LIMB_WEAK & SUDDEN|CONFUSION",
        "NUMB & SUDDEN & CONFUSION|VISION_CHANGE",
    ), True, chronic_calms=True),
    Rule("syncope.unresponsive", "syncope", _MED, _G, ("UNRESPONSIVE",)),
    Rule("syncope.collapse", "syncope", _MED, _G, (
        "FAINT_EVENT", "I_FAINTED & NOW|HELP|PALPITATION|CHEST_PAIN|BREATHLESS",
    ), chronic_calms=True),
    Rule("seizure", "seizure", _MED, _G, ("SEIZURE_NOW",), chronic_calms=True),
    Rule("tachyarrhythmia", "arrhythmia", _MED, _G, (
        "VERY_FAST_HEART & NEAR_FAINT|BREATHLESS|CHEST_PAIN|COLD_SWEAT|VERY_WEAK|CONFUSION|FAINT_EVENT",
        "PALPITATION & FAINT_EVENT|CHEST_PAIN|BREATHLESS|ALMOST_FAINTING",
    ), chronic_calms=True),
    Rule("bradyarrhythmia", "arrhythmia", _MED, _G, ("SLOW_HEART & " + _FAINTING + "|CONFUSION|CHEST_PAIN",)),
    Rule("embolism", "embolism", _MED, _LC, (
        "BREATHLESS & SUDDEN", "SWOLLEN_CALF|SWOLLEN_LEG & BREATHLESS|CHEST_PAIN", "+CLOT_RISK & CHEST_PAIN|BREATHLESS",
    ), True, chronic_calms=True),
    Rule("aortic", "aortic", _MED, _LC, ("TEARING", "SUDDEN_BACK_PAIN & +ANEURYSM", "+ANEURYSM & CHEST_PAIN|BAD_BELLY_PAIN"),
         True, chronic_calms=True),
    Rule("tamponade", "tamponade", _MED, Source.NOTE, ("+PERICARDIAL & BREATHLESS|CHEST_PAIN|NEAR_FAINT",)),
    # -- poison, violence, accidents
    Rule("poisoning.ingested", "poisoning", _POISON, _G, ("POISONED",), recent_counts=True),
    Rule("poisoning.overdose", "poisoning", _POISON, _G, ("OVERDOSE",), recent_counts=True, unless=("AS_PRESCRIBED",)),
    Rule("poisoning.venom", "poisoning", _POISON, _G, ("VENOM",), recent_counts=True),
    Rule("bleeding", "bleeding", _MED, _G, ("HEAVY_BLEEDING",), unless=("SCANT_BLEEDING",)),
    Rule("gi_bleeding", "gi_bleeding", _MED, _G, (
        "VOMIT_BLOOD", "COUGH_BLOOD", "BLACK_STOOL & NEAR_FAINT|VERY_WEAK|VOMIT|PALE_NOW",
    ), recent_counts=True),
    Rule("violence", "trauma", _MED, _G, ("VIOLENCE", "OPEN_FRACTURE"), recent_counts=True),
    Rule("head_trauma", "head_trauma", _MED, _G, (
        "+HIT_HEAD & VOMIT|CONFUSION|DROWSY|UNRESPONSIVE|FAINT_EVENT|SEIZURE_NOW|EAR_BLOOD|SEVERE_HEADACHE",
        "HIT_HEAD & +ANTICOAGULANT",
    ), recent_counts=True),
    Rule("burn", "burn", _MED, _G, ("BURN_EVENT & BURN_GRAVE", "ELECTRIC", "EYE_CHEMICAL"), unless=("SUNBURN",),
         chronic_calms=True),
    # -- pregnancy
    Rule("pregnancy", "pregnancy", _PREG, _G, (
        "+PREGNANT & BLEED_NOW|SEIZURE_NOW|UNRESPONSIVE|BAD_BELLY_PAIN|NO_MOVEMENT|FAINT_EVENT",
        "+PREGNANT & SEVERE_HEADACHE|VISION_CHANGE", "+PREGNANT & RAISED_PRESSURE & HEADACHE|BELLY_PAIN|SWOLLEN_FACE|NAUSEA",
        "NO_MOVEMENT & UNBORN & FETAL_SETTING", "ECLAMPSIA", "LABOUR",
        "+POSTPARTUM & HEAVY_BLEEDING|SEIZURE_NOW|FEVER|SEVERE_HEADACHE",
    ), chronic_calms=True),
    # -- endocrine and metabolic
    Rule("hypoglycaemia", "hypoglycaemia", _MED, _DM, (
        "LOW_GLUCOSE", "HYPO & CONFUSION|UNRESPONSIVE|DROWSY|CANT_SWALLOW|COLD_SWEAT|SEIZURE_NOW|NEAR_FAINT",
        "+DIABETIC & COLD_SWEAT|COLD_SKIN & CONFUSION|DROWSY|UNRESPONSIVE",
    ), unless=("GLUCOSE_AIM",), chronic_calms=True),
    Rule("hyperglycaemia", "hyperglycaemia", _MED, _DM, (
        "HIGH_GLUCOSE|METER_HI & VOMIT|BELLY_PAIN|KETONES|FAST_BREATH|DEHYDRATED|" + _MIND, "KETOACIDOSIS",
        "VERY_HIGH_GLUCOSE", "KETONES & VOMIT|FAST_BREATH|BELLY_PAIN|DROWSY",
        "+DIABETIC & VOMIT & FAST_BREATH|BELLY_PAIN|" + _MIND, "PUMP_FAILED & VOMIT|HIGH_GLUCOSE|KETONES",
        "METER_HI & VERY_WEAK|FAST_BREATH|KETONES",
    ), chronic_calms=True),
    Rule("thyroid_storm", "thyroid_storm", _MED, _G, (
        "+HYPERTHYROID & FEVER & FAST_HEART|PALPITATION|AGITATED|CONFUSION|VOMIT|DROWSY", "THYROID_STORM",
    )),
    Rule("agranulocytosis", "agranulocytosis", _MED, _G, ("+ANTITHYROID & FEVER",)),
    Rule("adrenal_crisis", "adrenal_crisis", _MED, _G, (
        "+ADRENAL & VOMIT & LOW_PRESSURE|NEAR_FAINT|VERY_WEAK|CONFUSION|DROWSY|BELLY_PAIN|FEVER", "ADRENAL_CRISIS",
        "+ADRENAL & LOW_PRESSURE|CONFUSION|UNRESPONSIVE", "+ADRENAL & STEROID_LOST & VERY_WEAK|NEAR_FAINT|VOMIT",
        "+STEROID & VOMIT & LOW_PRESSURE|NEAR_FAINT|VERY_WEAK|CONFUSION",
    )),
    Rule("myxoedema", "myxoedema", _MED, _G, ("+HYPOTHYROID & DROWSY|UNRESPONSIVE & COLD|CONFUSION",)),
    Rule("hypertensive", "hypertensive", _MED, _G, (
        "HIGH_PRESSURE & HEADACHE|VISION_CHANGE|CONFUSION|VOMIT|CHEST_PAIN|BREATHLESS|NUMB|SEIZURE_NOW|DROWSY|NOSEBLEED",
    ), unless=("FEEL_NOTHING",)),
    Rule("calcium", "calcium", _MED, _G, (
        "HANDS_LOCK & MOUTH_TINGLE", "+THYROID_SURGERY & HANDS_LOCK|SEIZURE_NOW|MOUTH_TINGLE",
        "HIGH_CALCIUM & CONFUSION|DROWSY|DEHYDRATED|VOMIT",
    ), chronic_calms=True),
    Rule("bariatric", "bariatric", _MED, _G, (
        "+BARIATRIC & VOMIT & CONFUSION|VISION_CHANGE|KEEPS_VOMITING|DROWSY|BELLY_PAIN", "+BARIATRIC & BAD_BELLY_PAIN|HARD_BELLY",
    )),
    Rule("pituitary", "vision", _MED, _G, (
        "+PITUITARY & HEADACHE & VISION_CHANGE|VOMIT|SUDDEN|DROWSY", "SEVERE_HEADACHE & BLIND",
    )),
    Rule("thunderclap", "headache", _MED, _G, ("THUNDERCLAP", "SEVERE_HEADACHE & CONFUSION|UNRESPONSIVE|SEIZURE_NOW")),
    Rule("vision", "vision", _MED, _G, ("BLIND & SUDDEN|NOW", "BLIND"), chronic_calms=True),
    # -- skin, infection, abdomen, limbs
    Rule("skin_reaction", "skin_reaction", _MED, _SC, (
        "SKIN_PEELS & BODY_WIDE|FEVER|MUCOSA_SORES|BLISTER|NEW_DRUG", "BLISTER & FEVER & MUCOSA_SORES|NEW_DRUG|SKIN_PEELS|BODY_WIDE",
        "MUCOSA_SORES & FEVER & NEW_DRUG|BLISTER", "MUCOSA_SORES & +NEW_DRUG & BLISTER|SKIN_PEELS",
        "WHOLE_BODY_RED & FEVER", "+ECZEMA & BLISTER & FEVER", "+ACNE & FEVER & JOINT_PAIN", "HIVES & FEVER & MUCOSA_SORES",
    )),
    Rule("necrotising", "necrotising", _MED, _SC, (
        "CELLULITIS & BLISTER|BLACK_SKIN|UNBEARABLE|SPREADING|CONFUSION|ON_FACE",
        "RED_LIMB|BLACK_SKIN & PAIN & UNBEARABLE & SPREADING|FEVER|BLISTER|BLACK_SKIN", "RED_LIMB & BLISTER & FEVER", "BLACK_SKIN & FEVER|BLISTER & FEVER|PAIN|RED_LIMB",
    ), chronic_calms=True),
    Rule("diabetic_foot", "diabetic_foot", _MED, _DM, (
        "+DIABETIC & +FOOT & WOUND|BLACK_SKIN & FEVER|FOUL|BLACK_SKIN",
    )),
    Rule("meningitis", "meningitis", _MED, _G, (
        "FEVER & STIFF_NECK|PURPLE_SPOTS", "STIFF_NECK & SEVERE_HEADACHE|PHOTOPHOBIA|CONFUSION",
        "FEVER & SEVERE_HEADACHE & PHOTOPHOBIA|VOMIT|CONFUSION",
    )),
    Rule("sepsis", "sepsis", _MED, _G, (
        "FEVER & CONFUSION|MOTTLED|LOW_PRESSURE|NO_URINE|UNRESPONSIVE", "INFECTION & CONFUSION|LOW_PRESSURE|UNRESPONSIVE",
        "FEVER & CHILLS & VERY_WEAK|DROWSY|FAST_BREATH",
        "+VALVE & FEVER", "JAUNDICE & FEVER|CONFUSION",
    ), chronic_calms=True),
    Rule("abdomen", "abdomen", _MED, _G, (
        "HARD_BELLY & BELLY_PAIN|VOMIT|FEVER|UNBEARABLE", "WORST_BELLY_PAIN", "BAD_BELLY_PAIN & VOMIT|FEVER|NEAR_FAINT|TO_BACK",
        "+TRIGLYCERIDES & BELLY_PAIN & SEVERE|VOMIT|TO_BACK",
    ), chronic_calms=True),
    Rule("infant", "infant", _MED, _G, (
        "CHILD & YOUNG_BABY & FEVER", "BABY & FLOPPY & NOT_FEEDING|FEVER|UNRESPONSIVE|VOMIT", "BABY & UNRESPONSIVE|SUNKEN",
        "BABY & FLOPPY", "BABY & NOT_FEEDING & FEVER|VOMIT", "CHILD & FAST_BREATH",
    ), chronic_calms=True),
    Rule("limb", "limb", _MED, _G, (
        "COLD_LIMB & CHANGED_COLOUR & NUMB|PAIN|SUDDEN", "COLD_LIMB & NUMB & SUDDEN|UNBEARABLE",
    ), chronic_calms=True),
    Rule("thrombosis", "dvt", _MED, _G, (
        "SWOLLEN_CALF & PAIN|RED", "SWOLLEN_LEG & PAIN|RED & SUDDEN", "SWOLLEN_LEG & PAIN|RED & +CLOT_RISK",
    ), chronic_calms=True),
    Rule("airway_neck", "airway_neck", _MED, _G, ("+NECK_MASS & GROWS_FAST & BREATHLESS|NOISY_BREATH|CANT_SWALLOW",)),
    Rule("ambulance", "other", _MED, _G, ("AMBULANCE",)),
)  # fmt: skip
