"""Outcomes made by hand, for the tests of what is made of them."""

from __future__ import annotations

from bot.evaluation.asking import Asked, Ranking
from bot.evaluation.golden import Abstain, FollowUp, OutOfScope, Question, RedFlag, Split
from bot.evaluation.measuring import Answered, Declined, Followed, Kept, Results, Routed, Screened, Switched
from rag.types import Language

TITLES = ("Acne", "Prurido", "Micoses", "Psoríase")


def question(number: int, split: Split = Split.DEV, condition: str = "Acne") -> Question:
    return Question(id=f"rt-{number}", text=f"pergunta {number}", language=Language.PT, split=split,
                    especialidade="dermatologia", condition=condition, style="short")  # fmt: skip


def ranking(rank: int | None, specialty: str = "dermatologia") -> Ranking:
    return Ranking(specialty, tuple((title, 0.9 - n / 10) for n, title in enumerate(TITLES)), rank)


def routed(item: Question, rank: int | None = 1, specialty: str = "dermatologia") -> Routed:
    within = ranking(rank)
    other = within if specialty == "dermatologia" else ranking(None, specialty)
    return Routed(item, specialty, "phrase", "a phrase", 0.8, within, other)


def asked(text: str = "Resposta. [1]", **changed: object) -> Asked:
    values: dict[str, object] = {
        "text": text, "specialty": "dermatologia", "status": None, "retrieved": 4, "cited": 1, "grounded": True,
        "degraded": (), "language": Language.PT, "read_as": Language.PT, "seconds": 0.01, **changed,
    }  # fmt: skip
    return Asked(**values)  # type: ignore[arg-type]  # the fields above, one or two changed


def declined(kind: str, reply: Asked, refusal: str | None, figure: str | None = None) -> Declined:
    item = Abstain(id=f"ab-{kind}", text="posso?", language=Language.PT, split=Split.DEV, kind=kind)
    return Declined(item, reply, refusal, figure)


def kept(number: int, specialty: str, split: Split = Split.DEV) -> Kept:
    item = OutOfScope(id=f"os-{number}", text="oi", language=Language.PT, split=split, kind="greeting")
    return Kept(item, specialty, "greeting", "")


def followed(specialty: str, rank: int | None) -> Followed:
    item = FollowUp(id="fu-1", language=Language.PT, split=Split.DEV, first="coça", follow="e à noite?",
                    especialidade="dermatologia", condition="Prurido")  # fmt: skip
    return Followed(item, specialty, "follow_up", ranking(rank, specialty))


def switched(item: Question | OutOfScope, specialty: str) -> Switched:
    return Switched(item, "outra pergunta", specialty, "follow_up")


def screened(number: int, rule: str | None, *, alarm: bool, critical: bool = False) -> Screened:
    family = "cardiac" if alarm else None
    item = RedFlag(id=f"rf-{number}", text="socorro", language=Language.PT, split=Split.DEV, alarm=alarm,
                   kind="medical", rule_family=family, critical=critical)  # fmt: skip
    return Screened(item, rule)


def results(*questions: Routed, **changed: object) -> Results:
    values: dict[str, object] = {
        "questions": questions, "out_of_scope": (), "follow_ups": (), "switched": (), "abstain": (), "answers": (),
        "red_flags": (), "copies": (), "conditions": {"dermatologia": 10}, "models": ("local", "extractive"), **changed,
    }  # fmt: skip
    return Results(**values)  # type: ignore[arg-type]  # the fields above, one or two changed


def answered(item: Question, reply: Asked) -> Answered:
    return Answered(item, reply)
