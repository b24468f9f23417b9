"""Each bullet of the bundled notes is told alone, without the heading and the bullets around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

NOTES = sorted(
    path
    for path in (Path(__file__).parents[2] / "rag" / "corpus" / "notes").glob("*.md")
    if not path.name.endswith(".mends.md")
)
CRITERIA = re.compile(r"### (?:Quando o encaminhamento é indicado|Cuándo está indicada la derivación|When referral is)")
LEANING = re.compile(
    r"listad[ao]s a seguir|a continuación|listed below|\bess[ae] chance|esa probabilidad|that chance|^São |^Son "
    r"|^Contam |^Cuentan |^These |^A regra|^La regla|^The rule|^É preciso|^Hay que|^It is necessary"
    r"|fatores desencadeantes:|conta como motivo|cuenta como motivo|counts as a reason"
    r"|^(?:Amarel|Verde|Azul|Amarill|Yellow|Green|Blue)",
)
CODES = re.compile(r"\b(?:CID|CIE|ICD) [A-Z]\d")
AT_THE_END = re.compile(
    r"\((?:classificação de risco|clasificación de riesgo|yellow|green|blue)[^()]*\b(?:CID|CIE|ICD) [^()]+\)\.$"
)


def bullets(path: Path, *, criteria: bool = False) -> Iterator[str]:
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            inside = bool(CRITERIA.match(line))
        elif line.startswith("- ") and (inside or not criteria):
            yield line[2:]


@pytest.mark.parametrize("path", NOTES, ids=[path.name for path in NOTES])
def test_every_bullet_is_a_sentence_of_one_breath(path: Path) -> None:
    found = list(bullets(path))
    assert len(found) > 100
    assert [text for text in found if not text.endswith(".") or len(text) > 300 or not text[0].isupper()] == []


@pytest.mark.parametrize("path", NOTES, ids=[path.name for path in NOTES])
def test_every_criterion_stands_alone(path: Path) -> None:
    found = list(bullets(path, criteria=True))
    assert len(found) > 30
    assert [text for text in found if LEANING.search(text)] == []


@pytest.mark.parametrize("path", NOTES, ids=[path.name for path in NOTES])
def test_risk_class_and_codes_stand_together_at_the_end(path: Path) -> None:
    coded = [text for text in bullets(path, criteria=True) if CODES.search(text)]
    assert bool(coded) == path.name.startswith("endocrinologia")
    assert [text for text in coded if not AT_THE_END.search(text)] == []
