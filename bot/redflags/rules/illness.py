"""Emergencies of the three specialties' illnesses: glucose, hormones, pressure, skin; and infection, belly, limbs."""

from __future__ import annotations

from bot.redflags.types import AlarmKind, Rule, Source

RULES: tuple[Rule, ...] = (
    Rule(
        id="hypoglycaemia",
        family="hypoglycaemia",
        kind=AlarmKind.MEDICAL,
        source=Source.DIABETES_GUIDANCE,
        when=(
            "LOW_GLUCOSE",
            "HYPO & CONFUSION|UNRESPONSIVE|DROWSY|CANT_SWALLOW|COLD_SWEAT|SEIZURE_NOW|NEAR_FAINT",
            "+DIABETIC & COLD_SWEAT|COLD_SKIN & CONFUSION|DROWSY|UNRESPONSIVE",
        ),
        unless=("GLUCOSE_AIM",),
        chronic_calms=True,
    ),
    Rule(
        id="hyperglycaemia",
        family="hyperglycaemia",
        kind=AlarmKind.MEDICAL,
        source=Source.DIABETES_GUIDANCE,
        when=(
            ("HIGH_GLUCOSE|METER_HI & VOMIT|BELLY_PAIN|KETONES|FAST_BREATH|DEHYDRATED|CONFUSION|UNRESPONSIVE|DROWSY"),
            "KETOACIDOSIS",
            "VERY_HIGH_GLUCOSE",
            "KETONES & VOMIT|FAST_BREATH|BELLY_PAIN|DROWSY",
            "+DIABETIC & VOMIT & FAST_BREATH|BELLY_PAIN|CONFUSION|UNRESPONSIVE|DROWSY",
            "PUMP_FAILED & VOMIT|HIGH_GLUCOSE|KETONES",
            "METER_HI & VERY_WEAK|FAST_BREATH|KETONES",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="thyroid_storm",
        family="thyroid_storm",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "+HYPERTHYROID & FEVER & FAST_HEART|PALPITATION|AGITATED|CONFUSION|VOMIT|DROWSY",
            "THYROID_STORM",
        ),
    ),
    Rule(
        id="agranulocytosis",
        family="agranulocytosis",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=("+ANTITHYROID & FEVER",),
    ),
    Rule(
        id="adrenal_crisis",
        family="adrenal_crisis",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "+ADRENAL & VOMIT & LOW_PRESSURE|NEAR_FAINT|VERY_WEAK|CONFUSION|DROWSY|BELLY_PAIN|FEVER",
            "ADRENAL_CRISIS",
            "+ADRENAL & LOW_PRESSURE|CONFUSION|UNRESPONSIVE",
            "+ADRENAL & STEROID_LOST & VERY_WEAK|NEAR_FAINT|VOMIT",
            "+STEROID & VOMIT & LOW_PRESSURE|NEAR_FAINT|VERY_WEAK|CONFUSION",
        ),
    ),
    Rule(
        id="myxoedema",
        family="myxoedema",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=("+HYPOTHYROID & DROWSY|UNRESPONSIVE & COLD|CONFUSION",),
    ),
    Rule(
        id="hypertensive",
        family="hypertensive",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            (
                "HIGH_PRESSURE & HEADACHE|VISION_CHANGE|CONFUSION|VOMIT|CHEST_PAIN|BREATHLESS|NUMB|SEIZURE_NOW|"
                "DROWSY|NOSEBLEED"
            ),
        ),
        unless=("FEEL_NOTHING",),
    ),
    Rule(
        id="calcium",
        family="calcium",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "HANDS_LOCK & MOUTH_TINGLE",
            "+THYROID_SURGERY & HANDS_LOCK|SEIZURE_NOW|MOUTH_TINGLE",
            "HIGH_CALCIUM & CONFUSION|DROWSY|DEHYDRATED|VOMIT",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="bariatric",
        family="bariatric",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "+BARIATRIC & VOMIT & CONFUSION|VISION_CHANGE|KEEPS_VOMITING|DROWSY|BELLY_PAIN",
            "+BARIATRIC & BAD_BELLY_PAIN|HARD_BELLY",
        ),
    ),
    Rule(
        id="pituitary",
        family="vision",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "+PITUITARY & HEADACHE & VISION_CHANGE|VOMIT|SUDDEN|DROWSY",
            "SEVERE_HEADACHE & BLIND",
        ),
    ),
    Rule(
        id="thunderclap",
        family="headache",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "THUNDERCLAP",
            "SEVERE_HEADACHE & CONFUSION|UNRESPONSIVE|SEIZURE_NOW",
        ),
    ),
    Rule(
        id="vision",
        family="vision",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "SEES_NOTHING & SUDDEN|EYE|NOW",
            "BLIND",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="skin_reaction",
        family="skin_reaction",
        kind=AlarmKind.MEDICAL,
        source=Source.SKIN_GUIDANCE,
        when=(
            "SKIN_PEELS & BODY_WIDE|FEVER|MUCOSA_SORES|BLISTER|NEW_DRUG",
            "BLISTER & FEVER & MUCOSA_SORES|NEW_DRUG|SKIN_PEELS|BODY_WIDE",
            "MUCOSA_SORES & FEVER & NEW_DRUG|BLISTER",
            "MUCOSA_SORES & +NEW_DRUG & BLISTER|SKIN_PEELS",
            "WHOLE_BODY_RED & FEVER",
            "+ECZEMA & BLISTER & FEVER",
            "+ACNE & FEVER & JOINT_PAIN",
            "HIVES & FEVER & MUCOSA_SORES",
        ),
    ),
    Rule(
        id="necrotising",
        family="necrotising",
        kind=AlarmKind.MEDICAL,
        source=Source.SKIN_GUIDANCE,
        when=(
            "CELLULITIS & BLISTER|BLACK_SKIN|UNBEARABLE|SPREADING|CONFUSION|ON_FACE",
            "RED_LIMB|BLACK_SKIN & PAIN & UNBEARABLE & SPREADING|FEVER|BLISTER|BLACK_SKIN",
            "RED_LIMB & BLISTER & FEVER",
            "BLACK_SKIN & FEVER|BLISTER & FEVER|PAIN|RED_LIMB",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="diabetic_foot",
        family="diabetic_foot",
        kind=AlarmKind.MEDICAL,
        source=Source.DIABETES_GUIDANCE,
        when=("+DIABETIC & +FOOT & WOUND|BLACK_SKIN & FEVER|FOUL|BLACK_SKIN",),
    ),
    Rule(
        id="meningitis",
        family="meningitis",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "FEVER & STIFF_NECK|PURPLE_SPOTS",
            "STIFF_NECK & SEVERE_HEADACHE|PHOTOPHOBIA|CONFUSION",
            "FEVER & SEVERE_HEADACHE & PHOTOPHOBIA|VOMIT|CONFUSION",
        ),
    ),
    Rule(
        id="sepsis",
        family="sepsis",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "FEVER & CONFUSION|MOTTLED|LOW_PRESSURE|NO_URINE|UNRESPONSIVE",
            "INFECTION & CONFUSION|LOW_PRESSURE|UNRESPONSIVE",
            "FEVER & CHILLS & VERY_WEAK|DROWSY|FAST_BREATH",
            "+VALVE & FEVER",
            "JAUNDICE & FEVER|CONFUSION",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="abdomen",
        family="abdomen",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "HARD_BELLY & BELLY_PAIN|VOMIT|FEVER|UNBEARABLE",
            "WORST_BELLY_PAIN",
            "BAD_BELLY_PAIN & VOMIT|FEVER|NEAR_FAINT|TO_BACK",
            "+TRIGLYCERIDES & BELLY_PAIN & SEVERE|VOMIT|TO_BACK",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="infant",
        family="infant",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "CHILD & YOUNG_BABY & FEVER",
            "BABY & FLOPPY & NOT_FEEDING|FEVER|UNRESPONSIVE|VOMIT",
            "BABY & UNRESPONSIVE|SUNKEN",
            "BABY & FLOPPY",
            "BABY & NOT_FEEDING & FEVER|VOMIT",
            "CHILD & FAST_BREATH",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="limb",
        family="limb",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "COLD_LIMB & CHANGED_COLOUR & NUMB|PAIN|SUDDEN",
            "COLD_LIMB & NUMB & SUDDEN|UNBEARABLE",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="thrombosis",
        family="dvt",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=(
            "SWOLLEN_CALF & PAIN|RED",
            "SWOLLEN_LEG & PAIN|RED & SUDDEN",
            "SWOLLEN_LEG & PAIN|RED & +CLOT_RISK",
        ),
        chronic_calms=True,
    ),
    Rule(
        id="airway_neck",
        family="airway_neck",
        kind=AlarmKind.MEDICAL,
        source=Source.GENERAL,
        when=("+NECK_MASS & GROWS_FAST & BREATHLESS|NOISY_BREATH|CANT_SWALLOW",),
    ),
)
