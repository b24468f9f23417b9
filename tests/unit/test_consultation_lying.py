"""No lie of a model decides a case."""

from __future__ import annotations

import os
import random

import pytest

from bot.messages import Status
from tests.unit.case_samples import compiled
from tests.unit.consulting import Patient, published
from tests.unit.lying_consultations import LIES, ORDERS, Liar, Truth, ended, untrue

RUNS = 600 if os.environ.get("FONTE_LONG_TESTS") else 120
"""Runs of each kind."""
PROTOCOLS = {1: published(compiled())}


def _truth(rng: random.Random, ordered: str) -> Truth:
    """Somebody who is eligible, or is not, or does not know; with values about the thresholds."""
    bmi = rng.choice([24, 30, 34, 35, 36, 39, 40, 41, 55])
    diabetes, hormonal = rng.choice([True, False]), rng.choice([True, False, None])
    met = bmi >= 40 or (bmi >= 35 and diabetes) or hormonal
    expected = Status.FINALIZADO if met else Status.PENDENTE if hormonal is None else Status.NAO_ELEGIVEL
    age = rng.choice([19, 45, 70])
    said = {True: "sim", False: "não", None: "não sei"}
    answers = {
        "age": f"{age} anos",
        "sex": "feminino",
        "bmi": str(bmi),
        "diabetes": said[diabetes],
        "hormonal": said[hormonal],
        "treatment": "caminhada e dieta no posto, sem melhora faz 6 meses",
        "operated": "não",
    }
    opening = f"não consigo emagrecer, faço dieta há {rng.randint(2, 11)} meses e peso 98 kg. {ordered}".strip()
    values = {"age": age, "bmi": bmi, "diabetes": diabetes, "sex": "female"}
    return Truth(opening, answers, expected, values)


@pytest.mark.parametrize("kind", LIES)
async def test_no_lie_of_a_model_changes_how_a_case_ends(kind: str) -> None:
    for seed in range(RUNS):
        rng = random.Random(f"{kind} {seed}")  # noqa: S311 - a test that can be run again
        truth = _truth(rng, rng.choice(ORDERS) if kind == "obeys_the_patient" else "")
        model = Liar(LIES[kind], rng)
        patient = Patient(PROTOCOLS, model)
        assert await ended(patient, truth) is truth.expected, (kind, seed, patient.case)
        assert untrue(patient, truth) == [], (kind, seed)
        assert model.asked, "the model was never asked"
