"""Rules of days and periods over codes (`day_codes`), the most telling first. Pure, linear in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from rag.diary.planning import day_meanings as meaning
from rag.diary.planning.day_meanings import Resolve

_ART = r"(?:(?:o|a|os|as|el|la|los|las|lo|the|my|mi|mis|meu|minha|meus|minhas) )?"
_OF = r"(?:(?:de|do|da|dos|das|d|del|of|in|em|en|no|na) )?"
_QUANTITY = (
    r"(?! (?:g|gr|gramas?|gramos?|grams?|kg|mg|mcg|ml|l|kcal|kj|cal|calorias?|calories|mil|thousand|%|x|vez|vezes|veces"
    r"|times|refeicoes|comidas|meals|copos?|vasos?|cups?|ovos?|huevos?|eggs?|colheres|porcoes|porciones|servings)(?= ))"
)
_LATER_YEAR = (
    rf"(?: {_OF}{_ART}(?:YEAR {_OF})?(?:#(?P<y>(?:19|20)\d\d){_QUANTITY}|(?P<yp>YEAR PAST|PAST YEAR|LAST YEAR)|"
    r"(?P<yt>THIS YEAR)))?"
)
_MONTH = rf"(?:MONTH {_OF})?MO(?P<mo>\d+){_LATER_YEAR}"
_SEP = rf"(?:a|ao|al|to|UNTIL|-|e|y|and|o|ou) {_ART}(?:DAYS? )?"
_N = r"(?:#(?P<n>\d+)|um|uma|un|una|one|a|an)"
_U = (
    r"(?P<u>DAYS?|WEEKS?|MONTHS?|YEARS?|HOURS?|HALF|FORTNIGHT|QUARTER|BIMESTER|SEMESTER|WEEKENDS?|sem|d|h|hs|w|m)"
    r"(?= )"
)
_WD = r"(?:WD\d )?"
_ON = rf"{_WD}(?:(?:o|os|el|los|the) )?(?:DAY )?"
_LONG = r"(?P<u>WEEK|MONTH|YEAR|WEEKEND|HALF|FORTNIGHT|QUARTER|BIMESTER|SEMESTER)(?= )"


@dataclass(frozen=True, slots=True)
class Rule:
    """Words, as an expression over codes, and what they mean. A `weak` rule counts where no other found anything."""

    words: re.Pattern[str]
    resolve: Resolve
    weak: bool = False


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they take their words."""
    return (*_dates(), *_months(), *_counted(), *_units(), *_named(), *_hints())


def _rule(words: str, resolve: Resolve, *, weak: bool = False) -> Rule:
    return Rule(re.compile(rf"(?<= ){words}(?= )"), resolve, weak)


def _dates() -> tuple[Rule, ...]:
    first, second = r"[#@](?P<a>\d\d?)", r"[#@](?P<b>\d\d?)"
    marked = r"(?:DAYS?|(?:BETWEEN|from|de|SINCE) (?:o|el|the)|(?:BETWEEN|from|de|do|SINCE) (?:o |el |the )?DAY)"
    return (
        _rule(rf"{first} {_SEP}{second} {_OF}{_MONTH}", meaning.days_in_month),
        _rule(rf"MO(?P<mo>\d+) (?:the )?{first} {_SEP}{second}{_LATER_YEAR}{_QUANTITY}", meaning.days_in_month),
        _rule(rf"{_ON}{first} {_OF}{_MONTH}", meaning.day_in_month),
        _rule(rf"(?<!em )(?<!in ){_WD}MO(?P<mo>\d+) (?:the )?{first}{_LATER_YEAR}{_QUANTITY}", meaning.day_in_month),
        _rule(rf"{marked} {first} {_SEP}{second}{_QUANTITY}", meaning.days),
        _rule(rf"DAYS {first}(?: #\d\d?){{1,9}} (?:e|y|and) {second}{_QUANTITY}", meaning.days),
        _rule(rf"(?:del|do) {first} (?:al|ao) {second}{_QUANTITY}", meaning.days),
        _rule(rf"@(?P<a>\d\d?) {_SEP}@(?P<b>\d\d?)", meaning.days),
        _rule(rf"(?<!por )(?<!per )(?<!cada )(?<!al ){_WD}{_ART}DAYS? (?:the )?{first}{_QUANTITY}", meaning.day),
        _rule(rf"WD\d (?:the )?{first}{_QUANTITY}", meaning.day),
        _rule(r"(?:on|on the|em|el|the) @(?P<a>\d\d?)(?= (?:\.|,|$|[A-Z=]|\Z))", meaning.day),
        _rule(r"(?:on the|the) @(?P<a>\d\d?)(?! (?:meal|time|day|one|food|most|best)(?= ))", meaning.day),
        _rule(r"el #(?P<a>\d\d?)(?= (?:[.A-Z]|que|cuant[oa]s?|como|comi|cene|desayune|almorce|y)|\s*$)", meaning.day),
        _rule(rf"{first} {_SEP}=(?P<date>\S+)", meaning.days_before_numeric),
        _rule(
            r"(?:(?:WD\d|em|no|na|dia|DAY|on|el|de|do|da|del|SINCE|UNTIL|BETWEEN) )=(?P<date>[123]/[2348])",
            meaning.numeric,
        ),
        _rule(r"=(?P<date>[123]/[2348])(?= (?:(?:a|ao|al|to|UNTIL|-|e|y|and|\.) |\Z))", meaning.numeric),
        _rule(rf"{_ON}=(?P<date>(?![123]/[2348] )\S+)", meaning.numeric),
    )


def _months() -> tuple[Rule, ...]:
    ordinal = r"(?:primeir[ao]|primer[ao]?|first|WD0|second|terceir[ao]|tercer[ao]?|third|ROLLING|LAST)"
    part = rf"(?P<part>START|MIDST|END|{ordinal} (?:HALF|FORTNIGHT|WEEK))"
    ref = rf"(?:{_MONTH}|(?P<ref>THIS MONTH|MONTH PAST|PAST MONTH|LAST MONTH|MONTH))"
    return (
        _rule(rf"{part} {_OF}{_ART}{ref}", meaning.part_of_month),
        _rule(rf"(?P<before>THIS |LAST |NEXT |ROLLING )?{_MONTH}(?P<after> PAST| NEXT)?", meaning.named_month),
        _rule(rf"(?:em|en|in|de|del|of|durante|during|YEAR|YEAR de) #(?P<y>20[1-4]\d){_QUANTITY}", meaning.whole_year),
    )


def _counted() -> tuple[Rule, ...]:
    recent = r"(?:ROLLING|LAST|PAST)"
    return (
        _rule(
            rf"(?:THIS )?(?:{recent} {_N}|{_N.replace('<n>', '<k>')}(?: {recent}))(?! ONWARD) {_U}",
            meaning.counted_rolling,
        ),
        _rule(rf"THIS #(?P<n>\d+) {_U}", meaning.rolling),
        _rule(rf"#(?P<n>\d+) {_U} (?:PAST|ROLLING)", meaning.rolling),
        _rule(rf"{_N} {_U} ONWARD", meaning.rolling),
        _rule(rf"AGO_BEFORE (?:mais de |mas de |quase |casi )?{_N} {_U}(?: AGO)?", meaning.ago),
        _rule(rf"{_N} {_U} AGO", meaning.ago),
        _rule(rf"NEXT #(?P<n>\d+) {_U}", meaning.coming_days),
        _rule(rf"#(?P<n>\d+) NEXT {_U}", meaning.coming_days),
        _rule(rf"(?:daqui a|dentro de) {_N} {_U}", meaning.coming_days),
    )


def _units() -> tuple[Rule, ...]:
    week = r"(?P<ref>WEEK PAST|LAST WEEK|PAST WEEK|THIS WEEK|WEEK BEFORE_LAST|WEEK THIS|sem PAST)"
    return (
        _rule(rf"WD(?P<wd>\d) {_OF}{_ART}{week}", meaning.weekday_in_week),
        _rule(rf"{_U} BEFORE_LAST", meaning.unit_after(-2)),
        _rule(rf"(?:THIS |the )?ROLLING {_U}", meaning.rolling_one),
        _rule(rf"(?:the|THIS) LAST {_U}", meaning.rolling_one),
        _rule(r"LAST (?P<u>DAYS|WEEKS|MONTHS)", meaning.rolling_one),
        _rule(rf"(?:LAST|PAST) {_U}", meaning.unit_after(-1)),
        _rule(rf"{_U} (?:PAST|LAST)", meaning.unit_after(-1)),
        _rule(r"(?:THIS|NEXT) (?P<u>DAYS)", meaning.rolling_one),
        _rule(rf"(?:NEXT {_U}|(?P<v>WEEK|MONTH|YEAR|WEEKEND) NEXT)", meaning.coming_unit),
        _rule(rf"THIS {_U}", meaning.unit_after(0)),
        _rule(rf"{_LONG} (?:THIS|toda|todo|inteira|inteiro|entera|entero|completa|completo)", meaning.unit_after(0)),
        _rule(rf"(?:toda a|todo o|toda la|todo el|the whole|the entire|all) {_LONG}", meaning.unit_after(0)),
        _rule(rf"(?:va|vai|llevamos) (?:de|del|do|da) (?:la )?{_LONG}", meaning.unit_after(0)),
    )


def _named() -> tuple[Rule, ...]:
    weekday = r"WD(?P<wd>\d)"
    near = (("TODAY", 0), ("YESTERDAY", -1), ("BEFORE_YESTERDAY", -2), ("THREE_AGO", -3), ("TOMORROW", 1))
    return (
        _rule(rf"{weekday} BEFORE_LAST", meaning.weekday_back(1)),
        _rule(rf"(?:LAST|ROLLING|PAST) {weekday}|{weekday.replace('wd', 'we')} PAST", meaning.past_weekday),
        _rule(rf"NEXT {weekday}", meaning.next_weekday),
        _rule(rf"{weekday} NEXT", meaning.next_weekday),
        _rule(weekday, meaning.weekday),
        _rule(r"(?P<u>WEEKEND)", meaning.unit_after(0)),
        *(_rule(name, meaning.days_away(days)) for name, days in (*near, ("AFTER_TOMORROW", 2))),
        _rule("YTD", meaning.to_date("YEAR")),
        _rule("MTD", meaning.to_date("MONTH")),
    )


def _hints() -> tuple[Rule, ...]:
    """Words that tell of a period where nothing else does."""
    total = r"(?:total|resumo|resumen|saldo|balanco|balance|summary|fechamento|cierre)"
    here = r"(?:na|da|no|do|a|de la|en la|la|del|el|en el|of the|in the|for the|the)"
    return (
        _rule(
            rf"(?<!DAY )(?<!DAYS )(?<!MONTH )(?<!por ){here} (?P<u>WEEK|MONTH|YEAR)", meaning.unit_after(0), weak=True
        ),
        _rule(rf"{total} (?:do|del|of the) DAY", meaning.days_away(0), weak=True),
        _rule("NOWADAYS", meaning.days_away(0), weak=True),
    )
