"""Fields of a small protocol, in the shapes that real ones have."""

from __future__ import annotations

from datetime import date
from typing import Any

from rag.protocols.reading import Doubt, Told, Unknown, read_answer
from rag.protocols.types import Protocol, ProtocolField
from rag.types import Language

TODAY = date(2026, 12, 1)


def words(pt: str, es: str = "", en: str = "") -> dict[str, str]:
    return {"pt": pt, "es": es or pt, "en": en or pt}


def field(
    key: str, kind: str = "number", *, label: str = "Valor", question: str = "Qual é?", **more: Any
) -> ProtocolField:
    told = {"key": key, "type": kind, "label": words(label), "question": words(question), **more}
    return ProtocolField.model_validate(told)


def cued(pt: str, es: str = "", en: str = "") -> dict[str, list[str]]:
    return {name: said.split("; ") for name, said in words(pt, es, en).items()}


AGE = field(
    "age", label="Idade", question="Quantos anos?", unit="anos", min=0, max=120, cues=cued("idade", "edad", "age")
)
BMI = field(
    "bmi", label="Índice de massa corporal (IMC)", unit="kg/m2", min=10, max=120, cues=cued("imc", "imc", "bmi")
)
TSH = field("tsh", label="TSH", unit="mUI/L", min=0, max=500, cues=cued("tsh"))
FREE_T4 = field("free_t4", label="T4 livre", unit="ng/dL", min=0, max=20, cues=cued("t4 livre", "t4 libre", "free t4"))
GLUCOSE = field("fasting_glucose", label="Glicemia", unit="mg/dL", min=20, max=800, cues=cued("glicemia"))
LDL = field("ldl", label="Colesterol LDL", unit="mg/dL", min=1, max=1000, cues=cued("ldl"))
TRIGLYCERIDES = field("triglycerides", label="Triglicerídeos", unit="mg/dL", min=10, max=20000)
CREATININE = field("creatinine", label="Creatinina", unit="mg/dL", min=0.1, max=25)
PROLACTIN = field("prolactin", label="Prolactina", unit="ng/mL", min=0, max=100000)
NODULE = field(
    "ultrasound_size", label="Tamanho do nódulo", question="Que tamanho, em cm?", unit="cm", min=0.1, max=20,
    cues=cued("nódulo", "nódulo", "nodule"),
)  # fmt: skip
LESION = field("lesion_size", label="Tamanho da lesão", unit="mm", min=0.5, max=600)
WEIGHT = field(
    "weight", label="Peso", question="Quantos kg?", unit="kg", min=25, max=350, cues=cued("peso", "peso", "weight")
)
MONTHS = field("duration_months", label="Tempo", question="Há quantos meses?", unit="meses", min=0, max=1200)
MURMUR = field("murmur_grade", label="Sopro", question="Qual é o grau do sopro, de 1 a 6?", min=1, max=6)
COUNT = field("drug_count", label="Remédios", question="Quantos remédios?", min=0, max=10)
YEARS_OF_DIABETES = field(
    "diabetes_years", label="Tempo", question="Há quantos anos você tem diabetes?", unit="anos", min=0, max=100
)
HOW_LONG = field("duration_months", label="Tempo", question="Há quanto tempo?", unit="meses", min=0, max=1200)
STAYS = field("hospital_stays", label="Internações", unit="vezes", min=0, max=50)
DOSE = field(
    "levothyroxine_dose", label="Daily levothyroxine dose", question="Quantos mcg?", unit="mcg", min=6, max=1000
)
PAUSE = field("longest_pause", label="Maior pausa", question="Quantos segundos?", unit="s", min=0, max=30)
GROWTH = field("aneurysm_growth", label="Growth per year", question="Quantos milímetros?", unit="mm", min=0, max=50)
PRESSURE = field(
    "blood_pressure_readings", "measurements", label="Medidas", unit="mmHg", at_least=2,
    cues=cued("pressão; pa", "presión", "blood pressure"),
)  # fmt: skip
CURVE = field("ogtt", "measurements", label="Curva glicêmica", unit="mg/dL", min=20, max=800, at_least=3)
TSH_DATE = field("tsh_date", "date", label="Data do TSH")
DIABETES = field(
    "diabetes", "yes_no", label="Diabetes",
    cues=cued(
        "sou diabético; sou diabética; tenho diabetes", "soy diabético; tengo diabetes", "i have diabetes; i'm diabetic"
    ),
)  # fmt: skip
HYPERTENSION = field(
    "hypertension", "yes_no", label="Pressão alta",
    cues=cued("tenho pressão alta; sou hipertenso", "tengo presión alta", "i have high blood pressure"),
)  # fmt: skip
SMOKING = field("smoking", "yes_no", label="Cigarro", cues=cued("fumo; sou fumante", "fumo", "i smoke"))
FAMILY = field("family_sudden_death", "yes_no", label="Morte súbita na família")
NYHA = field(
    "nyha_class", "choice", label="Classe funcional",
    options=[
        {"key": "i", **words("I: sem sintomas")},
        {"key": "ii", **words("II: esforço comum"), "cues": {"pt": ["subir escada"]}},
        {"key": "iii", **words("III: pouco esforço"), "cues": {"pt": ["pouco esforço"]}},
        {"key": "iv", **words("IV: sintomas parado"), "cues": {"pt": ["mesmo parado", "em repouso"]}},
    ],
)  # fmt: skip
CHEST_PAIN = field(
    "chest_pain", "choice", label="Dor",
    options=[
        {"key": "typical", **words("Aperto no esforço que passa no repouso")},
        {"key": "atypical", **words("Só parte disso")},
        {"key": "other", **words("Outro tipo de dor no peito")},
        {"key": "none", **words("Não sinto dor no peito")},
    ],
)  # fmt: skip
SEVERITY = field(
    "severity", "choice", label="Gravidade",
    options=[{"key": key, **words(label)} for key, label in (
        ("none", "Nenhuma doença"), ("mild", "Leve"), ("moderate", "Moderada"), ("severe", "Grave (importante)")
    )],
)  # fmt: skip
BLOCK = field(
    "av_block", "choice", label="Bloqueio",
    options=[{"key": key, **words(label)} for key, label in (
        ("first", "BAV de primeiro grau"), ("second", "BAV de segundo grau"), ("total", "BAV total (terceiro grau)")
    )],
)  # fmt: skip
VDRL = field(
    "vdrl", "choice", label="VDRL",
    options=[{"key": "no", **words("Não reagente")}, {"key": "yes", **words("Reagente")}],
)  # fmt: skip
SEX = field(
    "sex", "choice", label="Sexo",
    options=[
        {"key": "female", **words("Feminino", "Femenino", "Female"), "cues": cued("mulher", "mujer", "woman")},
        {"key": "male", **words("Masculino", "Masculino", "Male"), "cues": cued("homem", "hombre", "man")},
    ],
)  # fmt: skip
MEDICATIONS = field("medications", "text", label="Remédios em uso")
SYMPTOMS = field("symptoms", "text", label="Sintomas")

PROTOCOL = Protocol.model_validate(
    {
        "condition": "Obesidade",
        "fields": [
            AGE, SEX, BMI, TSH, FREE_T4, NODULE, WEIGHT, PRESSURE, DIABETES, HYPERTENSION, SMOKING, NYHA, MEDICATIONS,
            SYMPTOMS, TSH_DATE,
        ],
        "criteria": [{"key": "suspected", "passage": "Suspeita", "question": words("Suspeita?")}],
    }
)  # fmt: skip


def answer(text: str, to: ProtocolField, language: Language = Language.PT) -> Told | Doubt | Unknown | None:
    return read_answer(text, to, language, TODAY)


def told(text: str, to: ProtocolField, language: Language = Language.PT) -> Any:
    """The value told; fails where none is."""
    found = answer(text, to, language)
    assert isinstance(found, Told), (text, found)
    return found.value


def doubt(text: str, to: ProtocolField, language: Language = Language.PT) -> Any:
    """The problem found; fails where there is none."""
    found = answer(text, to, language)
    assert isinstance(found, Doubt), (text, found)
    return found.problem


def yes_no(question: str) -> ProtocolField:
    """A yes/no field that is asked for so, in every language."""
    return field("asked", "yes_no", label="Coisa", question=question)
