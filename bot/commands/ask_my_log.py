"""/ask_my_log: questions to one's own food diary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from bot.acts import Act, Context, Draft, reply, say
from bot.diary.clock import clock_of
from bot.diary.ports import Charts, DiaryReader, Picture
from bot.locales.prose import joined, show_number
from bot.messages import Planned as ShownPlan
from bot.ports import PromptText, Provenance
from rag.diary.asking.asker import Asker, LogAnswer
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.showing import Style
from rag.diary.asking.telling import LogQuestion, Teller
from rag.diary.days import day_of
from rag.diary.evidence import AskedFood, Evidence, FoodPhrase
from rag.diary.planning.aspects import Aspect, aspect_of, food_asked
from rag.diary.planning.planner import Planned, Planner
from rag.diary.types import Plan
from rag.types import Language


@dataclass(frozen=True, slots=True)
class LogReading:
    """What reading a diary takes: plans and rows; `zone` is the service's own, for who has chosen none."""

    planner: Planner
    reader: DiaryReader
    zone: ZoneInfo


class AskMyLog:
    """Answers from the person's own rows; `charts` is None where nothing draws. `prompt` is the asker's."""

    name = "ask_my_log"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["perguntar"], Language.ES: ["preguntar"]}
    in_menu = True

    def __init__(self, reading: LogReading, asker: Asker, prompt: PromptText, charts: Charts | None) -> None:
        self.reading = reading
        self.asker = asker
        self.prompt = prompt
        self.charts = charts

    async def run(self, context: Context, argument: str) -> Act:
        """Plans, reads and answers; without a question, says how to put one."""
        if not argument.strip():
            return say(context.words("ask.hint"))
        today = day_of(context.incoming.at, clock_of(context.session, self.reading.zone))
        planned = await self.reading.planner.plan(argument, context.language, today)
        phrase = food_asked(argument) if planned.plan.need_detail else ""
        asked = FoodPhrase(phrase, context.language) if phrase else None
        evidence = await self.reading.reader.evidence(context.session.person, planned.plan, asked)
        ledger = Ledger(evidence, context.language, today)
        question = LogQuestion(argument, ledger, aspect_of(argument), planned.notes)
        answer = await self.asker.ask(question, Teller(Style(context.words, show_number, joined)))
        picture = await self._picture(context, question)
        return reply(self._draft(question, planned, answer, picture))

    async def press(self, context: Context, argument: str) -> Act:
        """It has no buttons of its own."""
        return say(context.words("input.stale"))

    async def _picture(self, context: Context, question: LogQuestion) -> Picture | None:
        """A chart, where a trend is asked for: to draw one takes longer than all the rest."""
        ledger = question.ledger
        if self.charts is None or not ledger.days or question.aspect is not Aspect.TREND:
            return None
        nutrient = (ledger.plan.nutrients or ledger.nutrients)[0]
        return await self.charts.trend(context.session.person, ledger.evidence, nutrient, context.language)

    def _draft(self, question: LogQuestion, planned: Planned, answer: LogAnswer, picture: Picture | None) -> Draft:
        plan = planned.plan
        blocks = [*answer.parts[:-1], *([picture.alternative] if picture else []), *answer.parts[-1:]]
        provenance = Provenance(
            query_text=question.text,
            chat_model=answer.chat_model or planned.chat_model,
            prompt=self.prompt if answer.chat_model else None,
            tokens_in=_sum(answer.tokens_in, planned.tokens_in),
            tokens_out=_sum(answer.tokens_out, planned.tokens_out),
            verdict=answer.judged(),
            degraded=(*planned.degraded, *answer.degraded),
            evidence=(evidence_json(question.ledger.evidence, planned),),
        )
        return Draft(
            "\n\n".join(blocks),
            provenance=provenance,
            media=picture.path if picture else None,
            plan=ShownPlan(plan.date_from, plan.date_to, plan.nutrients, plan.need_detail),
        )


def evidence_json(evidence: Evidence, planned: Planned) -> Mapping[str, Any]:
    """What an answer rests on, as it is stored: plan, entries' ids, days' totals, summaries, what was asked for."""
    return {
        "kind": "diary",
        "plan": _plan_json(planned.plan) | {"by": planned.by, "notes": sorted(planned.notes)},
        "entries": [str(entry.id) for entry in evidence.entries],
        "left_out": evidence.left_out,
        "asked": _asked_json(evidence.asked) if evidence.asked else None,
        "totals": [
            {
                "day": total.day.isoformat(),
                "nutrient": total.nutrient,
                "amount": _number(total.amount),
                "known": str(total.known),
                "entries": total.entries,
            }
            for total in evidence.totals
        ],
        "summaries": [
            {
                "nutrient": summary.nutrient,
                "total": _number(summary.total),
                "mean": _number(summary.mean),
                "days": summary.days,
                "over": [day.isoformat() for day in summary.over],
                "under": [day.isoformat() for day in summary.under],
            }
            for summary in evidence.summaries
        ],
    }


def _asked_json(asked: AskedFood) -> dict[str, Any]:
    whole = asked.whole
    sums = whole and {
        "entries": whole.entries,
        "days": [day.isoformat() for day in whole.days],
        "grams": str(whole.grams),
        "nutrients": {key: _number(amount) for key, amount in whole.nutrients.items()},
        "last": {"day": whole.last[0].isoformat(), "food": whole.slug, "grams": str(whole.last[1])},
    }
    return {"phrase": asked.phrase, "foods": sorted(asked.slugs), "sums": sums}


def _plan_json(plan: Plan) -> dict[str, Any]:
    return {
        "date_from": plan.date_from.isoformat(),
        "date_to": plan.date_to.isoformat(),
        "nutrients": list(plan.nutrients),
        "need_detail": plan.need_detail,
    }


def _number(value: object) -> str | None:
    return None if value is None else str(value)


def _sum(one: int | None, other: int | None) -> int | None:
    return one if other is None else other + (one or 0)
