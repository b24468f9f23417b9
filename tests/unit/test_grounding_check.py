"""Citations, sentences, fixed text, codes and the stored verdict."""

from __future__ import annotations

import json
import time
from decimal import Decimal

import pytest

from rag.grounding import Evidence, PassageText, PatientText, Value, ViolationKind, check, markers, split
from rag.types import Language

PASSAGE = "A dor dura mais de 20 minutos. O pulso é menor que 45 bpm, sem remédio. Afaste anemia (CID D50)."
EVIDENCE = Evidence(passages=(PassageText(1, PASSAGE), PassageText(2, "O nódulo mede mais de 3 cm.")))


def kinds(text: str, evidence: Evidence = EVIDENCE, **given: object) -> list[ViolationKind]:
    """The kinds of what is wrong, in order."""
    fixed = given.get("fixed", ())
    assert isinstance(fixed, tuple)
    return [violation.kind for violation in check(text, evidence, fixed=fixed).violations]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("[1]", {1}),
        ("[1][2]", {1, 2}),
        ("[1, 2]", {1, 2}),
        ("[1-3]", {1, 2, 3}),
        ("[1–2; 3]", {1, 2, 3}),
        ("【2】", {2}),
    ],
)
def test_every_form_of_marker_names_its_passages(written: str, named: set[int]) -> None:
    found = [marker.positions(range(1, 5)) for marker in markers(f"Algo {written}.")]
    assert frozenset().union(*found) == named


@pytest.mark.parametrize("marker", ["[3]", "[0]", "[1, 3]", "[1-3]", "[2-9999]", "[1][7]"])
def test_a_marker_beyond_the_passages_is_a_violation(marker: str) -> None:
    assert ViolationKind.UNKNOWN_CITATION in kinds(f"A dor dura mais de 20 minutos {marker}.")


def test_a_claim_without_a_citation_is_a_violation_and_each_sentence_needs_its_own() -> None:
    assert kinds("Isso precisa de consulta.") == [ViolationKind.MISSING_CITATION]
    assert kinds("Isso precisa de consulta [1]. Isso também.") == [ViolationKind.MISSING_CITATION]


@pytest.mark.parametrize(
    "text",
    [
        "Olá! Tudo bem?",
        "Sinto muito.",
        "Há quanto tempo a dor começou?",
        "Se quiser, posso explicar cada ponto.",
        "Si quieres, puedo explicar cada punto.",
        "If you like, I can explain each point.",
        "Let me know if you have other symptoms.",
        "👍",
        "",
    ],
)
def test_questions_courtesy_and_offers_need_no_citation(text: str) -> None:
    assert kinds(text) == []


def test_a_claim_behind_a_greeting_needs_a_citation() -> None:
    assert kinds("Olá, isso precisa de consulta.") == [ViolationKind.MISSING_CITATION]


def test_a_line_that_leads_a_cited_list_needs_no_citation() -> None:
    assert kinds("Procure a consulta se:\n- a dor dura mais de 20 minutos [1]") == []
    assert kinds("Procure a consulta se:\n- a dor dura") == [ViolationKind.MISSING_CITATION] * 2


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before() -> None:
    assert kinds("A dor dura mais de 20 minutos. [1] O nódulo mede mais de 3 cm. [2]") == []
    assert kinds("A dor dura mais de 20 minutos. [2] O nódulo mede mais de 3 cm. [1]") == [
        ViolationKind.OTHER_PASSAGE,
        ViolationKind.OTHER_PASSAGE,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Mede 3,5 cm. por dia.",
        "Veja o Dr. Fulano e a nota n.º 4 de hoje.",
        "Há sinais, p. ex. febre, e.g. tosse.",
        "Use 1.234 g. de arroz",
        "Sinal J. Bigeminismo",
    ],
)
def test_abbreviations_and_decimals_do_not_end_a_sentence(text: str) -> None:
    assert len(split(text)) == 1


def test_sentences_end_at_stops_and_lines() -> None:
    text = "Um. Dois! Três? ¿Cuatro? (Cinco.)\n- seis\n\nSete…"
    assert [text[start:end].strip() for start, end in split(text)] == [
        "Um.",
        "Dois!",
        "Três?",
        "¿Cuatro?",
        "(Cinco.)",
        "- seis",
        "Sete…",
    ]


def test_fixed_text_is_not_checked_but_its_markers_are() -> None:
    notice = "Isto é um resumo de 3 páginas."
    assert kinds(notice) != []
    assert kinds(f"A dor dura mais de 20 minutos [1]. {notice}", fixed=(notice,)) == []
    assert kinds(f"{notice} [9]", fixed=(notice,)) == [ViolationKind.UNKNOWN_CITATION]


def test_emergency_numbers_are_allowed_and_never_bear_out_a_quantity() -> None:
    assert kinds("Ligue para o SAMU 192 [1].") == []
    assert kinds("O pulso é menor que 192 bpm [1].") == [ViolationKind.FIGURE]
    assert kinds("Ligue para o 190 [1].") == [ViolationKind.CODE]
    assert kinds("Ligue para o 190 [1].", Evidence(EVIDENCE.passages, allowed=frozenset({"190"}))) == []


def test_a_code_must_stand_in_the_cited_passage() -> None:
    assert kinds("Afaste anemia (CID D50) [1].") == []
    assert kinds("Afaste anemia (CID D50) [2].") == [ViolationKind.CODE]
    assert kinds("Afaste anemia (CID D51) [1].") == [ViolationKind.CODE]


def test_a_computed_value_supports_its_unit_and_comparator_exactly() -> None:
    evidence = Evidence(EVIDENCE.passages, values=(Value(Decimal("34.96"), "kg/m2", "IMC"),))
    assert kinds("Seu IMC é 34,96 kg/m² [1].", evidence) == []
    assert kinds("Seu IMC é 35 kg/m² [1].", evidence) == [ViolationKind.FIGURE]
    assert kinds("Seu IMC é mais de 34,96 kg/m² [1].", evidence) == [ViolationKind.COMPARATOR]
    assert kinds("Seu IMC é 34,96 kg [1].", evidence) == [ViolationKind.UNIT]


def test_what_the_patient_said_supports_their_figures_only() -> None:
    evidence = Evidence(EVIDENCE.passages, patient=(PatientText("tenho 70 anos e 2 filhos"),))
    assert kinds("Você contou que tem 70 anos.", evidence) == []
    assert kinds("Você contou que a dor dura mais de 20 minutos.", evidence) == [ViolationKind.FIGURE]
    assert kinds("Conta a partir de 70 anos [1].", evidence) == [ViolationKind.FIGURE]


def test_the_same_passage_may_stand_in_several_languages() -> None:
    evidence = Evidence((PassageText(1, PASSAGE), PassageText(1, "The pain lasts more than 20 minutes.", Language.EN)))
    assert kinds("The pain lasts more than 20 minutes [1].", evidence) == []


def test_figures_that_changed_places_in_a_quotation_are_found() -> None:
    evidence = Evidence((PassageText(1, "Se < 65 anos, alvo de 7%; se > 65 anos, alvo de 8%."),))
    assert kinds("Se < 65 anos, alvo de 7%; se > 65 anos, alvo de 8% [1].", evidence) == []
    assert set(kinds("Se < 65 anos, alvo de 8%; se > 65 anos, alvo de 7% [1].", evidence)) == {ViolationKind.SWAPPED}


@pytest.mark.parametrize(
    ("source", "lie"),
    [
        ("A criança com febre não deve tomar banho gelado.", "A criança com febre deve tomar banho gelado [1]."),
        ("Cae el cabello sin ninguno de los factores.", "Cae el cabello con ninguno de los factores [1]."),
        ("The rash is not contagious for the family.", "The rash is contagious for the family [1]."),
        ("O sopro aparece em pessoa assintomática.", "O sopro aparece em pessoa com sintomas [1]."),
    ],
)
def test_a_dropped_negation_is_found_without_any_figure(source: str, lie: str) -> None:
    evidence = Evidence((PassageText(1, source),))
    assert kinds(source.rstrip(".") + " [1].", evidence) == []
    assert kinds(lie, evidence) == [ViolationKind.POLARITY]


def test_a_verdict_is_stored_as_json_without_codes_or_words() -> None:
    text = "O pulso do paciente é menor que 44 bpm, ligue (61) 99999-1234 [1]."
    verdict = check(text, EVIDENCE)
    stored = json.dumps(verdict.as_dict())
    assert json.loads(stored)["violations"][0] == {"kind": "figure", "start": 22, "end": 38, "figure": "< 44 bpm"}
    assert verdict.citations == (1,)
    assert not any(word in stored for word in ("pulso", "paciente", "99999"))


def test_a_long_answer_is_checked_within_a_few_milliseconds() -> None:
    bullets = [f"- Conta o achado número {n} com mais de {n},5 cm, sem febre, após {n} meses." for n in range(1, 30)]
    evidence = Evidence(tuple(PassageText(n, "\n".join(bullets)[:2000]) for n in range(1, 5)))
    answer = "\n".join(f"{bullet[:-1]} [1]." for bullet in bullets[:13])[:900].rsplit("\n", 1)[0]
    assert check(answer, evidence).ok
    took = []
    for _ in range(20):
        begun = time.perf_counter()
        check(answer, evidence)
        took.append(time.perf_counter() - begun)
    assert min(took) < 0.01  # measured: 1.1 ms
