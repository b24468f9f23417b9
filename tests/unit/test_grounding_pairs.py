"""True and false answers by hand, in three languages, against four short passages."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from rag.grounding import Evidence, PassageText, PatientText, ViolationKind, check
from rag.grounding.language import detect
from rag.grounding.scan import scan
from rag.types import Language

PASSAGES = {
    1: """O nódulo de tireoide costuma ser achado por acaso.
- Nódulo sólido hipoecoico ≥ 1 cm, ou isoecoico ≥ 1,5 cm, pede punção (CID E04.1).
- Nódulo espongiforme ≥ 2 cm pede punção.
- TSH ≥ 2,5 mUI/L na gestante em uso de levotiroxina, ou TSH ≥ 10 mUI/L em qualquer momento.
- Tumor da adrenal < 4 cm, sem sintomas, não precisa de urgência.""",
    2: """A pressão alta fora de controle segue acima do alvo com pelo menos três remédios, sem diurético ou não.
- Suspeite de outra causa quando a pressão sobe depois dos 50 anos ou começa antes dos 30 anos.
- Procure urgência (SAMU 192) se a pressão for 180 por 120 mmHg ou mais com dor no peito.
- Houve infarto ou derrame nos últimos 6 meses.
- A frequência cardíaca é menor que 45 bpm em repouso.
- A filtração dos rins cai 30% ou a creatinina sobe 0,5 a 1 mg/dL.""",
    3: """Obesity grade II means a BMI of 35 to 39.9 kg/m2 with another disease; grade III is BMI ≥ 40 kg/m2.
- LDL > 190 mg/dL or triglycerides > 500 mg/dL.
- The hair has been falling for at least 6 months without a trigger.
- The skin did not improve after 1 month of continuous treatment.
- Three or more relapses within 6 months.
- Fasting glucose ≥ 92 and < 126 mg/dL between 24 and 28 weeks.""",
    4: """El derrame pericárdico moderado mide de 10 a 20 mm; el importante mide más de 20 mm.
- La aurícula mide menos de 5 cm y la persona tiene menos de 65 años.
- La pausa dura más de 3,5 segundos con síntomas.
- El aneurisma crece más de 7 a 10 mm por año en una persona sin síntomas.
- La dosis de levotiroxina pasa de 2,5 mcg/kg al día.
- Clase funcional III o IV de la NYHA a pesar del tratamiento.""",
}
SAID = "Tenho 52 anos, peso 81,5 kg, minha pressão deu 15 por 9 em 3 de maio e tomo 2 remédios."

EVIDENCE = Evidence(
    passages=tuple(PassageText(position, text) for position, text in PASSAGES.items()),
    patient=(PatientText(SAID),),
)


class Pair(NamedTuple):
    """A true answer, the same with a lie, and what is wrong with it."""

    true: str
    lie: str
    kind: ViolationKind


K = ViolationKind
PAIRS: tuple[Pair, ...] = (
    # Portuguese
    Pair(
        "O nódulo hipoecoico pede punção se tem ≥ 1 cm [1].",
        "O nódulo hipoecoico pede punção se tem > 1 cm [1].",
        K.COMPARATOR,
    ),
    Pair(
        "A punção cabe no nódulo hipoecoico de pelo menos 1 cm [1].",
        "A punção cabe no nódulo hipoecoico de pelo menos 1 mm [1].",
        K.UNIT,
    ),
    Pair(
        "A punção cabe no nódulo hipoecoico de no mínimo 1 cm [1].",
        "A punção cabe no nódulo hipoecoico de no máximo 1 cm [1].",
        K.COMPARATOR,
    ),
    Pair(
        "Se o nódulo é espongiforme, o corte é 2 cm ou mais [1].",
        "Se o nódulo é espongiforme, o corte é 3 cm ou mais [1].",
        K.FIGURE,
    ),
    Pair(
        "Se o nódulo é espongiforme, vale a partir de 2 cm [1].",
        "Se o nódulo é espongiforme, vale até 2 cm [1].",
        K.COMPARATOR,
    ),
    Pair("O código é CID E04.1 [1].", "O código é CID E05.1 [1].", K.CODE),
    Pair("O isoecoico pede punção com 1,5 cm ou mais [1].", "O isoecoico pede punção com 15 cm ou mais [1].", K.FIGURE),
    Pair(
        "O isoecoico pede punção a partir de 1,5 centímetros [1].",
        "O isoecoico pede punção a partir de 1,5 milímetros [1].",
        K.UNIT,
    ),
    Pair(
        "Na gestante, o TSH conta a partir de 2,5 mUI/L [1].",
        "Na gestante, o TSH conta abaixo de 2,5 mUI/L [1].",
        K.COMPARATOR,
    ),
    Pair("O TSH de 10 mUI/L ou mais conta sempre [1].", "O TSH de 10 mg/dL ou mais conta sempre [1].", K.UNIT),
    Pair(
        "O tumor da adrenal com menos de 4 cm, sem sintomas, não precisa de urgência [1].",
        "O tumor da adrenal com menos de 4 cm, com sintomas, não precisa de urgência [1].",
        K.POLARITY,
    ),
    Pair(
        "O tumor da adrenal com menos de 4 cm não precisa de urgência [1].",
        "O tumor da adrenal com menos de 4 cm precisa de urgência [1].",
        K.POLARITY,
    ),
    Pair("São pelo menos três remédios [2].", "São pelo menos quatro remédios [2].", K.FIGURE),
    Pair("São pelo menos 3 remédios [2].", "São mais de 3 remédios [2].", K.COMPARATOR),
    Pair(
        "Conta a pressão que começa antes dos 30 anos [2].",
        "Conta a pressão que começa depois de 40 anos [2].",
        K.FIGURE,
    ),
    Pair(
        "Conta a pressão que começa antes dos trinta anos [2].",
        "Conta a pressão que começa antes dos trinta meses [2].",
        K.UNIT,
    ),
    Pair(
        "Procure urgência com 180×120 mmHg ou mais e dor no peito [2].",
        "Procure urgência com 160×120 mmHg ou mais e dor no peito [2].",
        K.FIGURE,
    ),
    Pair(
        "Procure urgência com pressão de pelo menos 180 por 120 e dor no peito [2].",
        "Procure urgência com pressão de menos de 180 por 120 e dor no peito [2].",
        K.COMPARATOR,
    ),
    Pair("Ligue para o SAMU 192 [2].", "Ligue para o SAMU 193 [2].", K.CODE),
    Pair("Conta o infarto nos últimos 6 meses [2].", "Conta o infarto nos últimos 6 anos [2].", K.UNIT),
    Pair("Conta o infarto nos últimos seis meses [2].", "Conta o infarto nos últimos sete meses [2].", K.FIGURE),
    Pair(
        "A frequência em repouso fica abaixo de 45 bpm [2].",
        "A frequência em repouso fica acima de 45 bpm [2].",
        K.COMPARATOR,
    ),
    Pair(
        "A frequência é menor que 45 batimentos por minuto [2].",
        "A frequência é menor que 54 batimentos por minuto [2].",
        K.FIGURE,
    ),
    Pair("A filtração dos rins cai 30% [2].", "A filtração dos rins cai 30 mg/dL [2].", K.UNIT),
    Pair("A creatinina sobe de 0,5 a 1 mg/dL [2].", "A creatinina sobe de 0,5 a 2 mg/dL [2].", K.FIGURE),
    Pair("A creatinina sobe entre 0,5 e 1 mg/dL [2].", "A creatinina sobe entre 0,5 e 1 g/dL [2].", K.UNIT),
    Pair("O LDL alto é acima de 190 mg/dL [3].", "O LDL alto é acima de 500 mg/dL [3].", K.SWAPPED),
    Pair("A pausa dura mais de 3,5 segundos [4].", "A pausa dura mais de 3,5 minutos [4].", K.UNIT),
    Pair(
        "O aneurisma cresce mais de 7 a 10 mm por ano [4].", "O aneurisma cresce mais de 7 a 10 mm por mês [4].", K.UNIT
    ),
    Pair("É a classe III ou IV da NYHA [4].", "É a classe II ou IV da NYHA [4].", K.CODE),
    Pair("Você contou que tem 52 anos e pesa 81,5 kg.", "Você contou que tem 52 anos e pesa 80,5 kg.", K.FIGURE),
    Pair("Você disse que a pressão deu 15 por 9.", "Você disse que a pressão deu 16 por 9.", K.FIGURE),
    Pair("Você relatou a medida de 3 de maio.", "Você relatou a medida de 4 de maio.", K.DATE),
    Pair("Você disse que toma 2 remédios.", "Você disse que toma 3 remédios.", K.FIGURE),
    # Spanish
    Pair(
        "El nódulo hipoecoico pide punción desde 1 cm o más [1].",
        "El nódulo hipoecoico pide punción desde 2 mm o más [1].",
        K.UNIT,
    ),
    Pair(
        "La punción va con un nódulo hipoecoico de al menos 1 cm [1].",
        "La punción va con un nódulo hipoecoico de más de 1 cm [1].",
        K.COMPARATOR,
    ),
    Pair(
        "La presión sigue alta con por lo menos tres remedios [2].",
        "La presión sigue alta con por lo menos dos remedios [2].",
        K.FIGURE,
    ),
    Pair(
        "Cuenta la presión que empieza antes de los 30 años [2].",
        "Cuenta la presión que empieza antes de los 20 años [2].",
        K.FIGURE,
    ),
    Pair(
        "Vaya a urgencias con 180/120 mmHg o más y dolor de pecho [2].",
        "Vaya a urgencias con 180/110 mmHg o más y dolor de pecho [2].",
        K.FIGURE,
    ),
    Pair(
        "El corazón late menos de 45 latidos por minuto [2].",
        "El corazón late más de 45 latidos por minuto [2].",
        K.COMPARATOR,
    ),
    Pair("Hubo un infarto en los últimos seis meses [2].", "Hubo un infarto en los últimos doce meses [2].", K.FIGURE),
    Pair("El derrame moderado mide entre 10 y 20 mm [4].", "El derrame moderado mide entre 10 y 20 cm [4].", K.UNIT),
    Pair("El derrame importante mide más de 20 mm [4].", "El derrame importante mide más de 30 mm [4].", K.FIGURE),
    Pair("El derrame importante supera los 20 mm [4].", "El derrame importante no supera los 20 mm [4].", K.COMPARATOR),
    Pair("La aurícula mide menos de 5 cm [4].", "La aurícula mide más de 5 cm [4].", K.COMPARATOR),
    Pair("La persona tiene menos de 65 años [4].", "La persona tiene menos de 65 meses [4].", K.UNIT),
    Pair(
        "La pausa dura más de 3,5 segundos con síntomas [4].",
        "La pausa dura más de 3,5 segundos sin síntomas [4].",
        K.POLARITY,
    ),
    Pair(
        "Crece más de 7 a 10 mm al año en una persona sin síntomas [4].",
        "Crece más de 7 a 10 mm al año en una persona con síntomas [4].",
        K.POLARITY,
    ),
    Pair("La dosis pasa de 2,5 mcg/kg al día [4].", "La dosis pasa de 2,5 mg/kg al día [4].", K.UNIT),
    Pair("La dosis pasa de 2,5 mcg/kg por día [4].", "La dosis pasa de 25 mcg/kg por día [4].", K.FIGURE),
    Pair("Es la clase III o IV de la NYHA [4].", "Es la clase III o V de la NYHA [4].", K.CODE),
    Pair(
        "La obesidad de grado III es IMC de 40 kg/m² o más [3].",
        "La obesidad de grado III es IMC de 30 kg/m² o más [3].",
        K.FIGURE,
    ),
    Pair(
        "El cabello cae hace al menos 6 meses sin desencadenante [3].",
        "El cabello cae hace al menos 6 semanas sin desencadenante [3].",
        K.UNIT,
    ),
    # English
    Pair(
        "A hypoechoic nodule of at least 1 cm calls for a biopsy [1].",
        "A hypoechoic nodule of at least 1.5 cm calls for a biopsy [1].",
        K.SWAPPED,
    ),
    Pair(
        "A spongiform nodule counts from 2 cm or more [1].",
        "A spongiform nodule counts from 2 cm or less [1].",
        K.COMPARATOR,
    ),
    Pair(
        "Blood pressure of 180 over 120 or higher is urgent [2].",
        "Blood pressure of 180 over 100 or higher is urgent [2].",
        K.FIGURE,
    ),
    Pair("It takes at least three medicines [2].", "It takes at most three medicines [2].", K.COMPARATOR),
    Pair(
        "The heart rate is below 45 beats per minute [2].", "The heart rate is below 55 beats per minute [2].", K.FIGURE
    ),
    Pair("A stroke in the last 6 months counts [2].", "A stroke in the last 6 weeks counts [2].", K.UNIT),
    Pair(
        "Grade II is a BMI of 35 to 39.9 kg/m2 with another disease [3].",
        "Grade II is a BMI of 35 to 39.9 kg with another disease [3].",
        K.UNIT,
    ),
    Pair(
        "Grade II is a BMI between 35 and 39.9 kg/m² with another disease [3].",
        "Grade II is a BMI between 35 and 49.9 kg/m² with another disease [3].",
        K.FIGURE,
    ),
    Pair("Grade III is a BMI of 40 kg/m2 or more [3].", "Grade III is a BMI of more than 40 kg/m2 [3].", K.COMPARATOR),
    Pair("LDL above 190 mg/dL counts [3].", "LDL below 190 mg/dL counts [3].", K.COMPARATOR),
    Pair(
        "LDL > 190 mg/dL or triglycerides > 500 mg/dL [3].",
        "LDL > 500 mg/dL or triglycerides > 190 mg/dL [3].",
        K.SWAPPED,
    ),
    Pair(
        "The hair has been falling for at least six months without a trigger [3].",
        "The hair has been falling for at least six months with a trigger [3].",
        K.POLARITY,
    ),
    Pair(
        "The skin did not improve after one month of continuous treatment [3].",
        "The skin did improve after one month of continuous treatment [3].",
        K.POLARITY,
    ),
    Pair(
        "The skin didn't improve after 1 month of treatment [3].",
        "The skin improved after 1 month of treatment [3].",
        K.POLARITY,
    ),
    Pair(
        "Three or more relapses within 6 months count [3].", "Two or more relapses within 6 months count [3].", K.FIGURE
    ),
    Pair(
        "Fasting glucose ≥ 92 and < 126 mg/dL counts [3].",
        "Fasting glucose ≥ 92 and ≤ 126 mg/dL counts [3].",
        K.COMPARATOR,
    ),
    Pair("It is measured between 24 and 28 weeks [3].", "It is measured between 24 and 28 days [3].", K.UNIT),
    Pair("A pause of more than 3.5 seconds counts [4].", "A pause of more than 35 seconds counts [4].", K.FIGURE),
    Pair("The code is ICD E04.1 [1].", "The code is ICD E04.2 [1].", K.CODE),
    Pair("You said that you are 52 years old.", "You said that you are 42 years old.", K.FIGURE),
    Pair("You told me your pressure was 150/90.", "You told me your pressure was 150/80.", K.FIGURE),
    Pair(
        "The moderate effusion measures 10–20 mm [4].", "The moderate effusion measures 10–20 mm [3].", K.OTHER_PASSAGE
    ),
    Pair(
        "Grade III is a BMI of 40 kg/m2 or more [3].", "Grade III is a BMI of 40 kg/m2 or more [5].", K.UNKNOWN_CITATION
    ),
    Pair("Grade III is a BMI of 40 kg/m2 or more [3].", "Grade III is a BMI of 40 kg/m2 or more.", K.MISSING_CITATION),
)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.true)
def test_a_true_answer_passes(pair: Pair) -> None:
    assert check(pair.true, EVIDENCE).violations == ()


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.lie)
def test_a_lie_is_found_and_named(pair: Pair) -> None:
    assert pair.kind in {violation.kind for violation in check(pair.lie, EVIDENCE).violations}


def test_the_table_holds_at_least_fifteen_pairs_in_each_language() -> None:
    spoken = Counter(detect(scan(pair.true).words) for pair in PAIRS)
    assert all(spoken[language] >= 15 for language in Language)
