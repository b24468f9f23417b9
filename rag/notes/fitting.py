"""How well a criterion fits a person's own words: what it shares with them, and whom it speaks of. Pure.

Three languages: a criterion is read in all those that its note is translated into.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rag.grounding import Comparator, Figure, Kind, figures
from rag.types import Sentence
from rag.wording import fold, tokens

_STEM = 5
_SHORTEST = 3
_NAMED_WITHIN = 40
_LENGTHS = {"mm": Decimal(1), "cm": Decimal(10), "m": Decimal(1000)}
_TIMES = frozenset({"year", "month", "week", "day", "hour", "min", "s"})
_COMMON = frozenset(
    """
    para pelo pela pelos pelas como quando onde porque mais menos muito muita muitos bem mal isso esse essa este esta
    tenho tem tinha estou esta estava fica ficou fazer faz feito ser sou era foi vai vou meu minha meus minhas seu sua
    nao sim sem com por que uma uns umas dos das nos nas aos mas entao tambem ainda agora hoje ontem sempre nunca ano
    anos mes meses dia dias semana semanas hora pessoa outro outra depois antes desde ate entre sobre preciso quero
    posso pode encaminhamento indicado classificacao risco cid cie icd amarela verde azul amarilla amarillo
    los las del una unos unas por para con sin que como cuando donde muy mucho mucha mas menos esto eso ese esa este
    esta tengo tiene tenia estoy estan hace hacer ser soy era fue voy hay mis sus pero tambien todavia ahora hoy ayer
    siempre nunca dias semanas persona otro otra despues antes desde hasta entre sobre necesito quiero puedo
    the and for with without that this these those have has had was were are been being will would can could should
    not yes but very much many more less when where what which who how why now today also still always never year
    years month months day days week weeks person other another after before since from into about need want
    yellow green blue class
    """.split()
)

_NEUTRAL = re.compile(
    r"(?:gravida|gestante|embarazada|pregnant) (?:ou|o|or) (?:nao|no|not)\b|\b(?:sem nenhum|sin ningun|without any)\b.*"
)
"""What names a group of people without being about it: "in someone pregnant or not", "without any cause such as…"."""

_ABOUT: Mapping[str, str] = {
    "pregnancy": r"\bgestante|\bgestac|\bgravid|\bpre-?natal|\bembaraz|\bpregnan|\bgestation|\bantenatal",
    "child": r"\bcrianca|\bnin[oa]s?\b|\bchild|\bpediatr",
    "surgery": r"\bcirurgi|\bbariatric|\bcirugi|\bsurgery|\bsurgical",
    "low defences": r"defesas? (?:do corpo )?baixa|\bimuno(?:ssup|compr)|defensas bajas|\binmuno(?:sup|compr)"
    r"|defences are low|\bimmuno(?:sup|compr)",
    "born with": r"\bnascenca|\bcongenit|\bnacimiento|\bbirthmark",
    "family": r"\bna familia|\bda familia|\bparente|\bla familia|\bfamiliar de|\bthe family|\brelative",
    "marfan": r"\bmarfan",
    "prosthesis": r"\bprotese|\bprotesis|\bprosthe|valvula artificial|artificial\W+valve",
    "earlier cancer": r"\bja teve (?:melanoma|diagnostico de cancer)|\bya tuvo (?:melanoma|diagnostico de cancer)"
    r"|already had (?:melanoma|a diagnosis of)",
    "earlier attack": r"\binfarto|\bderrame|\bavc\b|\bacv\b|\bheart attack|\bstroke",
    "kidneys": r"\brenal|\brins?\b|\brinon|\bkidney",
    "eyes": r"\bolho|\bocular|\bperiocular|\bojo|\beyes?\b|\bpalpebra|\bparpado|\beyelid",
    "men": r"\bem homem\b|\ben un hombre\b|\bin a man\b",
    "no means": r"nao tem condicoes de tratar|no tiene condiciones de tratar|no means to treat",
}
"""Whom a criterion may be for: people few enough that someone who doesn't say so is taken for another."""

_SAID: Mapping[str, str] = {
    "child": r"\bbebe|\bmenin[oa]|\bfilh[oa]s?\b|\bhij[oa]s?\b|\bkids?\b|\bbaby|\btoddler"
    r"|\bmy (?:little )?(?:son|daughter|boy|girl)\b",
    "surgery": r"\boper(?:ei|ou|ad[oa]|acao|aron|arme)\b|\boperation|\boperated",
    "low defences": r"\bimuni|\binmuni|\bimmun|\bhiv\b|\bvih\b|\baids\b|\bsida\b|\btransplant|\bquimio|\bchemo",
    "born with": r"\bde nascimento|\bnasci|\bnaci|\bborn\b",
    "family": r"\bfamilia|\bpai\b|\bmae\b|\birm(?:a|ao|aos|as)\b|\bavos?\b|\bprim[oa]\b|\bti[oa]\b|\bpadre|\bmadre"
    r"|\bmama\b|\bpapa\b|\bherman|\babuel|\bfamily|\bparents?\b|\bfather|\bmother|\bmom\b|\bdad\b|\bbrother|\bsister",
    "prosthesis": r"\bvalvula (?:metalica|biologica|mecanica)|\bnew valve",
    "earlier cancer": r"\b(?:tive|teve|tuve|tuvo|had) (?:um |un |a |skin |thyroid )*(?:cancer|melanoma)",
    "earlier attack": r"\binfart|\benfart",
    "men": r"\b(?:homem|senhor|marido|pai|hombre|esposo|padre|papa|man|male|husband|father|dad)\b",
    "no means": r"\b(?:posto|ubs|unidade|centro de salud|health cent)",
    "kidneys": r"\bdialis|\bhemodialis|\bdialys|\bcreatinin",
}
"""What people say, besides, of the same."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a criterion stands to a message.

    `strange` counts what speaks against it: groups of people that the message names none of, and figures of the
    message that it excludes. `shared` is the part of the message's telling words that it has, in [0, 1], the rarer
    among the criteria the more; `met` says that a figure of the message lies within its own.
    """

    strange: int = 0
    shared: float = 0.0
    met: bool = False


def fits(text: str, criteria: Sequence[Sentence]) -> list[Fit]:
    """One fit a criterion, in their order. An empty text fits all alike."""
    if not text.strip():
        return [Fit() for _ in criteria]
    groups = _named(fold(text), _ABOUT) | _named(fold(text), _SAID)
    said, told = _stems(text), _quantities(text)
    wordings = [_wordings(criterion) for criterion in criteria]
    stems = [frozenset[str]().union(*map(_stems, each)) for each in wordings]
    weights = _weights(said, stems)
    return [
        _fit(each[0], said & own, weights, groups, _verdict(told, each[0], own))
        for each, own in zip(wordings, stems, strict=True)
    ]


def _fit(
    criterion: str, shared: frozenset[str], weights: Mapping[str, float], groups: frozenset[str], met: bool | None
) -> Fit:
    strange = len(_named(_NEUTRAL.sub("", fold(criterion)), _ABOUT) - groups) + (met is False)
    total = sum(weights.values())
    return Fit(strange, sum(weights[stem] for stem in shared) / total if total else 0.0, met is True)


def _wordings(criterion: Sentence) -> tuple[str, ...]:
    return (criterion.text, *criterion.translations.values())


def _stems(text: str) -> frozenset[str]:
    words = (word for word in tokens(text) if len(word) >= _SHORTEST and word[0].isalpha())
    return frozenset(word[:_STEM] for word in words if word not in _COMMON)


def _weights(said: frozenset[str], criteria: Sequence[frozenset[str]]) -> dict[str, float]:
    """What each stem of the message that stands in some criterion is worth."""
    found = Counter(stem for stems in criteria for stem in said & stems)
    return {stem: math.log(1 + len(criteria) / count) for stem, count in found.items()}


def _named(folded: str, groups: Mapping[str, str]) -> frozenset[str]:
    return frozenset(name for name, pattern in groups.items() if re.search(pattern, folded))


# -- figures


@dataclass(frozen=True, slots=True)
class _Told:
    """A quantity of the message: in its unit, or, where it has none, with the stems of the words just before it."""

    value: Decimal
    unit: str
    named: frozenset[str]


def _quantities(text: str) -> list[_Told]:
    found = [figure for figure in figures(text) if figure.kind is Kind.QUANTITY and figure.unit not in _TIMES]
    return list(_told(text, found))


def _told(text: str, found: Sequence[Figure]) -> Iterator[_Told]:
    for figure in found:
        if figure.value is not None:
            before = text[max(0, figure.start - _NAMED_WITHIN) : figure.start]
            value, unit = _in_base(figure.value, figure.unit)
            yield _Told(value, unit, _stems(" ".join(before.split()[-3:])))


def _verdict(told: Sequence[_Told], criterion: str, stems: frozenset[str]) -> bool | None:
    """Whether a quantity of the message lies within the criterion's own; None where none can be compared."""
    bounds = [figure for figure in figures(criterion) if _bounds(figure)]
    compared = [
        _within(one.value, bound)
        for one in told
        for bound in bounds
        if (one.unit == _in_base(Decimal(0), bound.unit)[1] if one.unit else one.named & stems)
    ]
    return any(compared) if compared else None


def _bounds(figure: Figure) -> bool:
    measured = figure.unit not in _TIMES and figure.unit != ""
    return measured and (figure.kind is Kind.RANGE or figure.comparator not in {Comparator.EQUAL, Comparator.ABOUT})


def _within(value: Decimal, bound: Figure) -> bool:
    low, _ = _in_base(bound.value or Decimal(0), bound.unit)
    if bound.upper is not None:
        return low <= value <= _in_base(bound.upper, bound.unit)[0]
    return {
        Comparator.ABOVE: value > low,
        Comparator.AT_LEAST: value >= low,
        Comparator.BELOW: value < low,
        Comparator.AT_MOST: value <= low,
    }[bound.comparator]


def _in_base(value: Decimal, unit: str) -> tuple[Decimal, str]:
    return (value * _LENGTHS[unit], "mm") if unit in _LENGTHS else (value, unit)
