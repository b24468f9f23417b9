"""Sentences about one small diary, written by hand: what it shows, and what it doesn't.

The diary: four of the seven days from Monday 23 to Sunday 29 November 2026, asked about on the 30th.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from rag.diary.asking.claims import Checker
from rag.diary.asking.ledger import Ledger
from rag.diary.asking.rows import Rows
from rag.diary.evidence import AskedFood, Entry, Evidence, FoodTotal, Summary, Target, Total
from rag.diary.types import NUTRIENTS, Food, Meal, Plan
from rag.types import Language

TODAY = date(2026, 11, 30)
FIRST, LAST = date(2026, 11, 23), date(2026, 11, 29)
WANTED = ("energy_kcal", "protein_g", "sodium_mg")
FISH = {Language.PT: "peixe", Language.ES: "pescado", Language.EN: "fish"}

TRUE = """
= pt-BR
O dia com mais proteína foi 26/11, com 31,2 g e 616 kcal.
Você fez 7 registros no período.
No total, você consumiu 1.427 kcal entre 23/11 e 29/11.
Na semana passada, seu consumo total foi de 1.427 kcal, com média de 357 kcal por dia com registro.
Seu dia com maior consumo de sódio foi 26/11, com 1.372 mg.
O dia de maior consumo de calorias foi quinta-feira, 26/11, com 616 kcal.
O pico de sódio foi em 26/11, com 1.372 mg.
Em 26/11 você consumiu 616 kcal, 31,2 g de proteína e 1.372 mg de sódio.
Ontem você consumiu 130 kcal, 2,5 g de proteína e 1 mg de sódio.
Você comeu sardinha em 26/11, no jantar: 80 g, com 166 kcal.
No jantar de 26/11 você comeu 80 g de sardinha em conserva.
O arroz branco cozido apareceu 3 vezes: em 23/11, 24/11 e 29/11.
Sua principal fonte de sódio foi o pão francês, com 1.296 mg.
Você registrou alimentos em 4 dos 7 dias da semana passada.
Não há registros para 25/11, 27/11 e 28/11.
O consumo médio de proteína foi de 12,8 g por dia com registro.
A ingestão média diária foi de 357 kcal.
Em 26/11, o sódio chegou a 1.372 mg, acima da meta de 500 mg.
Em 1 dos 4 dias registrados o sódio ficou acima da meta.
Você comeu peixe uma vez, em 26/11.
Em 24/11, você registrou 410 kcal: 260 kcal de arroz branco cozido e 150 kcal de pão francês.
No almoço de 23/11, foram 150 g de arroz branco cozido (195 kcal) e 100 g de feijão-preto cozido (76 kcal).
Em 26/11 você registrou 616 kcal; já em 24/11 foram 410 kcal.
Em 26/11 foram 616 kcal e, em 24/11, 410 kcal.
O menor consumo de energia foi ontem, com 130 kcal.
Em 26/11 você comeu sardinha no jantar.
Você comeu 450 g de arroz no período.
No período, 585 kcal vieram do arroz.
Em 26/11 foram 616 kcal, o maior valor de calorias.
Há 3 dias sem registro.
Você não comeu arroz em 26/11.
Você não passou da meta de sódio em 24/11.
Em 23/11/2026 você registrou 271 kcal.
O dia com mais calorias foi 26/11 e o com menos foi 29/11.
O pão francês deu 450 kcal em 26/11.
A sardinha deu 19,2 g de proteína.
A sardinha deu 19,2 g de proteína e 400 mg de sódio.
Em 24/11, o arroz deu mais calorias que o pão francês.
Em 23/11 foram 271 kcal, 8,6 g de proteína e 3,5 mg de sódio.
Há 2 registros em 26/11.
26/11 teve 616 kcal e 24/11, 410 kcal.
Os dias com mais proteína foram 26/11 e 24/11.
Os alimentos com mais sódio foram o pão francês (1.296 mg) e a sardinha (400 mg).
Em 26/11 você não comeu arroz e feijão-preto.
Foram 271 kcal, em 23/11.
Em 23/11 você comeu arroz e feijão-preto.
Em 23/11 você comeu arroz e em 24/11 pão francês.
Ontem foram 130 kcal, o menor valor.
Você comeu peixe 1 vez e arroz 3 vezes.
Você comeu pão francês e sardinha em 26/11.
Você comeu 150 g de arroz e 100 g de feijão-preto em 23/11.
A média foi de 357 kcal e ontem foram 130 kcal.
Foram 271 kcal em 23/11, no almoço.
Você comeu arroz em 23/11, 24/11 e ontem.
Em 23/11 você registrou 271 kcal.
Em 23/11 foram 271 kcal e 8,6 g de proteína.
Ontem, 29/11, você registrou 130 kcal.
Na segunda, 23/11, você registrou 271 kcal.
A média dos dias registrados foi de 356,9 kcal por dia.
De 23/11 a 29/11 você registrou 1.427 kcal.
O dia com mais proteína foi 26/11, com 31,2 g.
Você registrou comida em 4 dos 7 dias do período.
Você passou da meta de sódio em 1 dia.
Em 26/11 foram 1.372 mg de sódio, acima da meta de 500 mg.
Em 23/11, o arroz branco deu 195 kcal e o feijão-preto, 76 kcal.
Você comeu arroz 3 vezes, em 3 dias: 23/11, 24/11 e 29/11.
Em 26/11 foram 616 kcal, mais que as 410 kcal de 24/11.
Ontem ficou abaixo da média de calorias.
3 dias ficaram sem registro: 25/11, 27/11 e 28/11.
Aqui está o resumo do período.
= es
Ayer consumiste 130 kcal, 2,5 g de proteína y 1 mg de sodio.
La semana pasada tu consumo total fue de 1.427 kcal.
Tu promedio fue de 12,8 g de proteína por día con registros.
El día con mayor consumo de sodio fue el jueves 26/11, con 1.372 mg.
Comiste pescado una vez, el 26/11.
La principal fuente de sodio fue el pan francés, con 1.296 mg.
No hay registros del 25/11, 27/11 y 28/11.
Registraste alimentos en 4 de los 7 días.
El 26/11 el sodio llegó a 1.372 mg, por encima de la meta de 500 mg.
El sodio estuvo por encima de tu meta en 1 día: el 26/11.
El arroz blanco cocido aparece 3 veces: el 23/11, el 24/11 y el 29/11.
En el almuerzo del 23/11 comiste 150 g de arroz blanco cocido y 100 g de frijoles negros cocidos.
En total, consumiste 1.427 kcal en el período.
El pan francés aportó 600 kcal y el arroz blanco 585 kcal.
El sodio estuvo por debajo de la meta el 24/11.
= en
Yesterday you consumed 130 kcal, with 2.5 g of protein and 1 mg of sodium.
Last week you logged 1,427 kcal in total.
Your average was 12.8 g of protein per day with entries.
Your highest sodium day was November 26, at 1,372 mg.
The highest-sodium day was Thursday, November 26, with 1,372 mg.
You ate fish once, on Thursday, November 26.
The top source of sodium was French bread, with 1,296 mg.
There are no entries for November 25, 27 and 28.
You logged food on 4 out of 7 days.
On November 26 your sodium was 1,372 mg, which is above your target of 500 mg.
Sodium was above your target on 1 day: November 26.
White rice appears 3 times: on November 23, 24 and 29.
For lunch on November 23 you had 150 g of white rice and 100 g of black beans.
At dinner on November 26 you ate 80 g of sardines, with 166 kcal.
Your intake was 410 kcal on November 24 and 616 kcal on November 26.
You ate more calories on November 26 than on November 24.
On November 26 you had 616 kcal, more than the 410 kcal on November 24.
Your total energy was 1,427 kcal from November 23 to November 29.
No fish was logged on November 24.
The most calories came from French bread.
You had the most protein on November 26.
On November 26 you had the most protein, 31.2 g, and on November 29 the least, 2.5 g.
Rice was logged on November 23, 24 and 29.
The food that gave the most sodium was French bread, with 1,296 mg.
"""

FALSE = """
= pt-BR
O alimento que mais deu sódio foi o pão francês, com 600 kcal.
O dia com mais proteína foi 26/11, com 616 kcal.
Sódio em 26/11: 616 kcal.
Em 26/11 o sódio ficou acima da meta, com 616 kcal.
O total do dia foi de 1.427 kcal.
Você comeu peixe 1 vez, no almoço.
Em 23/11 e 24/11 você registrou 410 kcal.
Em 23/11 e 24/11 você registrou 681 kcal.
Arroz e feijão-preto deram 271 kcal.
Em 23/11, o arroz e o feijão-preto deram 271 kcal.
Você comeu peixe em 23/11 e em 26/11.
Em 26/11 você comeu sardinha no café da manhã.
Você comeu sardinha no almoço.
Em 23/11 você não comeu arroz, mas comeu pão francês.
Em 29/11, o total foi de 1.427 kcal.
Seu total foi de 616 kcal.
A média foi de 616 kcal em 26/11.
O arroz tem 130 kcal em média.
Você comeu 450 g de pão francês.
Você comeu 450 g em 23/11.
Você comeu 450 g.
Em 24/11 você comeu 450 g de arroz.
No período, 585 kcal vieram do pão francês.
Em 26/11 foram 616 kcal, o menor valor de calorias.
Em 24/11 foram 410 kcal, o maior valor de calorias do período.
Em 23/11 você comeu mais arroz que em 24/11.
Você comeu mais peixe que arroz.
Em 24/11 o sódio passou da meta.
Em 24/11 o sódio passou de 500 mg.
O sódio ficou acima da meta em 24/11 e 26/11.
O sódio passou da meta em 2 dias.
A meta de sódio é de 1.372 mg.
A meta de proteína é de 500 mg.
Sua meta é de 500 mg de proteína.
Nenhum registro em 26/11.
Sem registros em 26/11.
Há 5 dias sem registro.
Você registrou 3 dias.
Nos últimos 7 dias você registrou 1.427 kcal.
Este mês você registrou 1.427 kcal.
Em novembro você registrou 1.427 kcal.
Na semana você não registrou peixe.
Você não comeu arroz em 26/11 e 29/11.
Você não comeu feijão-preto.
Não foram 271 kcal em 23/11.
Você não passou da meta de sódio em 26/11.
Hoje você registrou 130 kcal.
Anteontem você registrou 130 kcal.
Na terça, 23/11, você registrou 271 kcal.
Em 23/10 você registrou 271 kcal.
Em 23/11/2025 você registrou 271 kcal.
Você registrou 271 kcal.
O dia com mais calorias e menos proteína foi 26/11.
O dia com mais calorias foi 26/11 e com menos sódio foi 23/11.
O dia com mais calorias foi 26/11 e o com menos foi 24/11.
Dos 7 dias, 5 tiveram registro.
Em 26/11: 616 kcal (pão francês).
O pão francês deu 616 kcal em 26/11.
O pão francês deu 450 kcal.
A sardinha deu 24 g de proteína.
A sardinha deu 19,2 g de proteína e 972 mg de sódio.
A sardinha deu 19,2 g de proteína, e o pão francês, 400 mg de sódio.
Arroz deu mais calorias que o pão francês.
Em 24/11, o arroz deu menos calorias que o pão francês.
O maior foi o arroz, com 585 kcal.
O alimento que mais deu calorias foi o arroz, com 585 kcal.
O alimento mais consumido foi o pão francês, com 600 kcal.
O que mais apareceu foi o pão francês.
Em 23/11 você consumiu 8,6 g de gordura.
Em 23/11 você consumiu 8,6 mg de proteína.
Em 23/11 foram 271 kcal e 3,5 g de proteína.
Em 23/11 foram 271 kcal, 8,6 g de proteína e 326 mg de sódio.
Você comeu peixe 1 vez em 24/11.
Você comeu peixe 1 vez ontem.
Você comeu arroz 3 vezes ontem.
Ontem você comeu arroz 3 vezes.
Você fez 7 registros em 26/11.
Seu dia mais alto de calorias foi 24/11.
Nada passou da meta.
Você comeu bem em 23/11.
Em 23/11 você ficou sem proteína.
Em 23/11 não houve proteína.
Não houve sódio no período.
O sódio passou da média em 24/11.
Em 26/11, 616 kcal ficaram abaixo da meta de calorias.
Consumo de calorias: ontem mais que em 26/11.
Ontem, mais calorias que no período.
De 26/11 a 29/11 foram 1.427 kcal.
Entre 23/11 e 26/11 foram 1.427 kcal.
De segunda a domingo foram 1.400 kcal.
Em 24/11 o sódio ficou dentro da meta, com 1.372 mg.
Em 23/11 o arroz deu 195 kcal no jantar.
No jantar de 23/11 você comeu arroz.
26/11 teve 616 kcal e 24/11, 271 kcal.
A meta foi de 616 kcal em 26/11.
Cobre 80 % do peso de sódio.
Você registrou 271 kcal em 23/11, 24/11 e 26/11.
Foram 271 kcal em 23/11 e 24/11.
No período, 585 kcal vieram do arroz e do feijão-preto.
O dia com mais proteína foi 26/11 e 29/11.
Os alimentos com mais sódio foram o pão francês (1.296 mg) e o arroz (4,5 mg).
O feijão-preto deu menos calorias que a sardinha e o pão francês.
O arroz deu mais calorias que o feijão-preto e o pão francês.
Em 24/11 você registrou mais calorias que em 23/11 e 26/11.
Em 26/11 você não comeu arroz e sardinha.
Você não comeu arroz em 26/11 e 24/11.
Você tem colesterol.
Você tem sódio.
Foram 271 kcal em 23/11, registrados em 24/11.
Foram 271 kcal, em 24/11.
Em 26/11 foram 616 kcal, arroz.
Em 23/11 você comeu arroz, feijão-preto e sardinha.
Em 23/11 você comeu arroz e em 24/11 sardinha.
Não há registros em 25/11, 27/11 e 29/11.
O sódio ficou acima da meta em 26/11 e 29/11.
O arroz foi o alimento que mais deu calorias, e o pão francês o que menos deu.
Em 23/11 o sódio foi menor que a meta, e em 26/11 também.
Ontem foram 130 kcal, o maior valor.
Ontem, hoje e 28/11 foram 130 kcal.
A sardinha, o arroz e o pão francês deram 585 kcal.
Em 24/11 foram 410 kcal e 9 g de proteína, acima da meta.
O arroz, 585 kcal; o pão francês; a sardinha, 166 kcal.
Sódio e proteína: 1.372 mg em 26/11.
Foram 31,2 g de sódio e proteína em 26/11.
Foram 31,2 g de proteína e sódio em 26/11.
Você comeu peixe 1 vez e arroz 2 vezes.
Peixe: 0 vezes.
Peixe em 24/11.
Você comeu arroz, feijão-preto e sardinha em 26/11.
Você comeu arroz e sardinha em 26/11.
Você comeu sardinha e arroz em 24/11.
Você comeu 200 g de arroz e 100 g de feijão-preto em 23/11.
Você comeu 150 g de arroz e 50 g de pão francês em 24/11.
Foram 271 kcal em 23/11, no jantar.
Foram 166 kcal em 26/11, no café da manhã.
Ontem e em 26/11 você comeu sardinha.
Você comeu sardinha ontem e em 26/11.
Você comeu sardinha em 26/11 e ontem.
Você comeu arroz em 23/11, 26/11 e ontem.
Em 24/11 você registrou 271 kcal.
Ontem, 28/11, você registrou 130 kcal.
No período, a média foi de 370 kcal por dia.
De 23/11 a 28/11 você registrou 1.427 kcal.
O dia com menos proteína foi 26/11, com 31,2 g.
Você registrou comida em 5 dos 7 dias do período.
No almoço de 23/11 você comeu 150 g de feijão-preto, com 195 kcal.
No almoço de 23/11 você comeu 150 g de arroz, com 76 kcal.
Em 23/11, o arroz branco deu 76 kcal e o feijão-preto, 195 kcal.
Você comeu arroz 3 vezes, em 3 dias: 23/11, 26/11 e 29/11.
Em 24/11 foram 410 kcal, mais que as 616 kcal de 26/11.
Ontem ficou acima da média de calorias.
Nenhum dia passou da meta de sódio.
Você deve comer menos sódio.
Coma mais arroz.
Veja https://exemplo.org agora.
Em 23/11 você registrou <b>271 kcal</b>.
Tudo bem com você.
= es
El 24/11 comiste pescado.
La media del 26/11 fue de 357 kcal.
El pan francés aportó 585 kcal y el arroz blanco 600 kcal.
Nunca comiste pan francés.
No superaste la meta de sodio.
El sodio estuvo por debajo de la meta el 26/11.
Comiste arroz el 25/11.
El 23/11 y el 24/11 registraste 271 kcal.
Más de 600 kcal el 24/11.
El arroz y los frijoles negros aportaron 585 kcal.
= en
You ate rice and fish on November 24.
Your total on November 26 was 1,427 kcal.
You ate fish on 3 days.
Rice was below beans in calories.
On November 23, rice gave less calories than black beans.
You went over your sodium target on November 24.
You did not exceed your sodium target.
No fish on November 26.
None of the days had entries.
Not all days had entries.
Eat less bread.
You had 8.6 kcal of protein on November 23.
You ate 50 g of white rice on November 24.
More than 1,427 kcal were logged in the period.
You logged at least 600 kcal on November 26.
You logged under 600 kcal on November 26.
The lowest was 616 kcal, on November 26.
Most days you ate rice.
The most calories came from white rice.
You had the most protein on November 24.
On November 23 and 24 you had 271 kcal.
You had 271 kcal on November 23 and 24.
The lowest and the highest were November 26.
More fish than rice was logged.
Fish was not logged on November 26, and rice was not logged on November 25.
Rice was logged on November 23, 24 and 26.
Rice was not the food with the most sodium; black beans were.
You had over 500 kcal on November 24.
Not 410 but 616 kcal on November 24.
410 kcal was not logged on November 24.
The target was met.
You were over on November 26.
You should eat more fish.
You ate only fish on November 26.
"""


def sentences(text: str) -> list[tuple[Language, str]]:
    """Each with its language."""
    found: list[tuple[Language, str]] = []
    language = Language.PT
    for line in text.strip().splitlines():
        if line.startswith("= "):
            language = Language(line[2:])
        else:
            found.append((language, line))
    return found


def food(slug: str, names: Sequence[str], *held: str) -> Food:
    """A food with energy, protein and sodium; the rest is unknown."""
    values: dict[str, Decimal | None] = dict.fromkeys(NUTRIENTS)
    values |= {key: Decimal(value) for key, value in zip(WANTED, held, strict=True)}
    named = dict(zip((Language.PT, Language.ES, Language.EN), names, strict=True))
    return Food(len(slug), slug, named, "usda", values)


RICE = food("rice", ("Arroz branco cozido", "Arroz blanco cocido", "Rice, white, cooked"), "130", "2.5", "1")
BEANS = food("beans", ("Feijão-preto cozido", "Frijoles negros cocidos", "Black beans, cooked"), "76", "4.8", "2")
BREAD = food("bread", ("Pão francês", "Pan francés", "French bread"), "300", "8", "648")
SARDINE = food("sardine", ("Sardinha (em conserva)", "Sardina (en conserva)", "Sardines (canned)"), "208", "24", "500")


def entry(eaten: Food, grams: str, day: date, meal: Meal) -> Entry:
    """An entry with its own values."""
    at = datetime(day.year, day.month, day.day, 8 + list(Meal).index(meal) * 2, tzinfo=UTC)
    weight = Decimal(grams)
    held = {key: None if value is None else value * weight / 100 for key, value in eaten.per_100g.items()}
    own = uuid.uuid5(uuid.NAMESPACE_OID, f"{eaten.slug}{day}{meal}{grams}")
    return Entry(own, own, eaten, weight, eaten.slug, {}, at, day, meal, held)


def _november(day: int) -> date:
    return date(2026, 11, day)


ENTRIES = (
    entry(RICE, "150", _november(23), Meal.LUNCH),
    entry(BEANS, "100", _november(23), Meal.LUNCH),
    entry(BREAD, "50", _november(24), Meal.BREAKFAST),
    entry(RICE, "200", _november(24), Meal.LUNCH),
    entry(BREAD, "150", _november(26), Meal.BREAKFAST),
    entry(SARDINE, "80", _november(26), Meal.DINNER),
    entry(RICE, "100", _november(29), Meal.LUNCH),
)


def evidence(
    entries: Sequence[Entry] = ENTRIES,
    *,
    first: date = FIRST,
    last: date = LAST,
    wanted: Sequence[str] = WANTED,
    maximum: int | None = 500,
    left_out: int = 0,
) -> Evidence:
    """What SQL gives for some entries; `maximum` is the target for sodium."""
    plan = Plan(first, last, tuple(wanted), need_detail=True)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    own = [[one for one in entries if one.day == day] for day in days]
    totals = [_total(one, key, maximum) for one in own if one for key in wanted]
    return Evidence(plan, totals, [_summary(totals, key) for key in wanted if totals], entries, left_out)


def _total(entries: Sequence[Entry], nutrient: str, maximum: int | None) -> Total:
    held = [(one.grams, one.nutrients[nutrient]) for one in entries]
    amounts = [amount for _, amount in held if amount is not None]
    known = sum((grams for grams, amount in held if amount is not None), Decimal(0)) / sum(grams for grams, _ in held)
    target = Target(nutrient, None, Decimal(maximum)) if maximum is not None and nutrient == "sodium_mg" else None
    return Total(entries[0].day, nutrient, sum(amounts) if amounts else None, known, len(entries), target)  # type: ignore[arg-type]


def _summary(totals: Sequence[Total], nutrient: str) -> Summary:
    own = [total for total in totals if total.nutrient == nutrient]
    held = sorted((total.amount, total.day) for total in own if total.amount is not None)
    known = sum((total.known for total in own), Decimal(0)) / len(own)
    if not held:
        return Summary(nutrient, None, None, len(own), known)
    whole = sum((amount for amount, _ in held), Decimal(0))
    lowest = min((total.amount or Decimal(0), total.known < 1, total.day) for total in own)
    ends = ((held[-1][1], held[-1][0]), None if lowest[1] else (lowest[2], lowest[0]))
    over = [t.day for t in own if t.target and t.target.maximum and t.amount and t.amount > t.target.maximum]
    return Summary(nutrient, whole, whole / len(held), len(own), known, *ends, over)


def ledger(language: Language, held: Evidence | None = None, *, fish: bool = True) -> Ledger:
    """The evidence as a ledger; fish was asked for."""
    held = held or evidence()
    found = [one for one in held.entries if one.food.slug == "sardine"]
    return Ledger(replace(held, asked=asked_of(FISH[language], found)) if fish else held, language, TODAY)


def asked_of(phrase: str, found: Sequence[Entry]) -> AskedFood:
    """What SQL gives of a food or category, where these are all its entries."""
    foods = [[one for one in found if one.food.slug == slug] for slug in dict.fromkeys(one.food.slug for one in found)]
    return AskedFood(phrase, [_food_total(own) for own in foods], _food_total(found) if found else None)


def _food_total(entries: Sequence[Entry]) -> FoodTotal:
    last = max(entries, key=lambda one: (one.day, one.eaten_at))
    held = {key: [one.nutrients[key] for one in entries] for key in WANTED}
    sums = {key: None if None in amounts else sum(filter(None, amounts), Decimal(0)) for key, amounts in held.items()}
    grams, days = sum((one.grams for one in entries), Decimal(0)), sorted({one.day for one in entries})
    return FoodTotal(last.food.slug, last.food.names, len(entries), days, grams, sums, (last.day, last.grams))


def checker(language: Language, held: Evidence | None = None) -> Checker:
    """A checker of these rows."""
    return Checker(Rows(ledger(language, held)))
