"""The words of `lying_answers`: sentences by language and shape, written by hand."""

from __future__ import annotations

from rag.types import Language

UNITS = {"energy_kcal": "kcal", "protein_g": "g", "sodium_mg": "mg", "fiber_g": "g", "folate_mcg": "µg"}
NAMES = {
    Language.PT: dict(zip(UNITS, ("calorias", "proteína", "sódio", "fibra", "folato"), strict=True)),
    Language.ES: dict(zip(UNITS, ("calorías", "proteína", "sodio", "fibra", "folato"), strict=True)),
    Language.EN: dict(zip(UNITS, ("calories", "protein", "sodium", "fibre", "folate"), strict=True)),
}
WEEKDAYS = {
    Language.PT: "segunda terça quarta quinta sexta sábado domingo".split(),
    Language.ES: "lunes martes miércoles jueves viernes sábado domingo".split(),
    Language.EN: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
}
MONTHS = {
    Language.PT: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),
    Language.ES: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
    Language.EN: """January February March April May June July August September October November
        December""".split(),
}

_PT = """
value: {on_day} você registrou {value}.
value: {on_day}, foram {value}.
value: foram {value} {on_day}.
value: seu registro de {day} soma {value}.
mean: em média, foram {value} por dia com registro.
mean: a média do período foi de {value}.
mean: no período, a média foi {value}.
total: no período, você registrou {value}.
total: o total do período foi de {value}.
total: ao todo, foram {value} no período.
extreme+: o dia com mais {nutrient} foi {day}, com {value_bare}.
extreme+: o maior valor de {nutrient} foi {on_day}: {value_bare}.
extreme-: o dia com menos {nutrient} foi {day}, com {value_bare}.
extreme-: {on_day} você teve o menor valor de {nutrient}, {value_bare}.
entry: {on_day} você comeu {grams} de {food}, com {value}.
entry: {on_day}, {food} ({grams}) deu {value}.
entry: você registrou {grams} de {food} {on_day}: {value}.
pair: {on_day}, {food} deu {value} e {other} deu {rest}.
pair: {on_day}: {food}, {value}; {other}, {rest}.
most+: o alimento que mais deu {nutrient} foi {food}, com {value_bare}.
most+: a maior fonte de {nutrient} no período foi {food}: {value_bare}.
most-: o alimento que menos deu {nutrient} foi {food}, com {value_bare}.
days+: {on_day} você registrou mais {nutrient} que {on_than}.
days+: você teve mais {nutrient} {on_day} do que {on_than}.
days-: {on_day} você registrou menos {nutrient} que {on_than}.
days-: você teve menos {nutrient} {on_day} do que {on_than}.
foods+: no período, {food} deu mais {nutrient} que {other}.
foods+: {food} somou mais {nutrient} do que {other}.
foods-: no período, {food} deu menos {nutrient} que {other}.
times: você comeu {food} {count} vez{es} no período.
times: {food} apareceu {count} vez{es}.
asked: você comeu {asked} {count} vez{es}.
asked: no período há {asked} {count} vez{es}.
logged: você registrou comida em {count} dos {span} dias.
logged: há registros em {count} de {span} dias.
over: {nutrient} passou da meta em {count} dia{plural}.
over: em {count} dia{plural} você passou da meta de {nutrient}.
beside+: {on_day} foram {value}, acima da meta.
beside+: {on_day} você passou da meta de {nutrient}, com {value_bare}.
beside-: {on_day} foram {value}, abaixo da meta.
beside-: {on_day} {nutrient} ficou dentro da meta: {value_bare}.
not_that_day: {on_day} você não comeu {food}.
not_that_day: não há registro de {food} {on_day}.
none_asked: você não comeu {asked} no período.
none_asked: não há nenhum registro de {asked} no período.
gap: não há registros {on_day}.
gap: você não registrou nada {on_day}.
never_over: nenhum dia passou da meta de {nutrient}.
never_over: você não passou da meta de {nutrient} no período.
"""
_ES = """
value: {on_day} registraste {value}.
value: {on_day} fueron {value}.
value: fueron {value} {on_day}.
mean: en promedio, fueron {value} por día con registro.
mean: el promedio del período fue de {value}.
mean: la media del período fue {value}.
total: en el período registraste {value}.
total: el total del período fue de {value}.
total: en total fueron {value} en el período.
extreme+: el día con más {nutrient} fue el {day}, con {value_bare}.
extreme+: el mayor valor de {nutrient} fue {on_day}: {value_bare}.
extreme-: el día con menos {nutrient} fue el {day}, con {value_bare}.
entry: {on_day} comiste {grams} de {food}, con {value}.
entry: {on_day}, {food} ({grams}) aportó {value}.
pair: {on_day}, {food} aportó {value} y {other} aportó {rest}.
pair: {on_day}: {food}, {value}; {other}, {rest}.
most+: el alimento que más aportó {nutrient} fue {food}, con {value_bare}.
most+: la mayor fuente de {nutrient} del período fue {food}: {value_bare}.
most-: el alimento que menos aportó {nutrient} fue {food}, con {value_bare}.
days+: {on_day} registraste más {nutrient} que {on_than}.
days+: tuviste más {nutrient} {on_day} que {on_than}.
days-: {on_day} registraste menos {nutrient} que {on_than}.
foods+: en el período, {food} aportó más {nutrient} que {other}.
foods-: en el período, {food} aportó menos {nutrient} que {other}.
times: comiste {food} {count} ve{vez} en el período.
times: {food} aparece {count} ve{vez}.
asked: comiste {asked} {count} ve{vez}.
logged: registraste comida en {count} de los {span} días.
logged: hay registros en {count} de {span} días.
over: {nutrient} superó la meta en {count} día{plural}.
over: en {count} día{plural} pasaste la meta de {nutrient}.
beside+: {on_day} fueron {value}, por encima de la meta.
beside+: {on_day} superaste la meta de {nutrient}, con {value_bare}.
beside-: {on_day} fueron {value}, por debajo de la meta.
not_that_day: {on_day} no comiste {food}.
not_that_day: no hay registro de {food} {on_day}.
none_asked: no comiste {asked} en el período.
none_asked: no hay ningún registro de {asked} en el período.
gap: no hay registros {on_day}.
gap: no registraste nada {on_day}.
never_over: ningún día superó la meta de {nutrient}.
never_over: no pasaste la meta de {nutrient} en el período.
"""
_EN = """
value: {on_day} you logged {value}.
value: {on_day}, you had {value}.
value: you logged {value} {on_day}.
mean: on average you had {value} per day.
mean: your average for the period was {value}.
mean: the mean was {value} a day.
total: over the period you logged {value}.
total: your total for the period was {value}.
extreme+: the day with the most {nutrient} was {day}, with {value_bare}.
extreme+: your highest {nutrient} was {value_bare}, {on_day}.
extreme-: the day with the least {nutrient} was {day}, with {value_bare}.
extreme-: the lowest {nutrient} value was {on_day}: {value_bare}.
entry: {on_day} you ate {grams} of {food}, with {value}.
entry: {on_day}, {food} ({grams}) gave {value}.
pair: {on_day}, {food} gave {value} and {other} gave {rest}.
pair: {on_day}: {food}, {value}; {other}, {rest}.
most+: the food that gave the most {nutrient} was {food}, with {value_bare}.
most+: {food} was the largest source of {nutrient}, with {value_bare}.
most-: the food that gave the least {nutrient} was {food}, with {value_bare}.
days+: {on_day} you logged more {nutrient} than {on_than}.
days+: you had more {nutrient} {on_day} than {on_than}.
days-: {on_day} you logged less {nutrient} than {on_than}.
foods+: over the period, {food} gave more {nutrient} than {other}.
foods-: over the period, {food} gave less {nutrient} than {other}.
times: you ate {food} {count} time{plural} in the period.
times: {food} appears {count} time{plural}.
asked: you ate {asked} {count} time{plural}.
logged: you logged food on {count} of the {span} days.
logged: there are entries on {count} of {span} days.
over: {nutrient} went over the target on {count} day{plural}.
over: on {count} day{plural} you exceeded your target of {nutrient}.
beside+: {on_day} you had {value}, above the target.
beside+: {on_day} you went over the {nutrient} target, with {value_bare}.
beside-: {on_day} you had {value}, below the target.
beside-: {on_day} {nutrient} was within the target: {value_bare}.
not_that_day: {on_day} you didn't eat {food}.
not_that_day: there is no record of {food} {on_day}.
none_asked: you didn't eat {asked} in the period.
none_asked: there are no entries of {asked} in the period.
gap: there are no entries {on_day}.
gap: you logged nothing {on_day}.
never_over: no day went over the target of {nutrient}.
never_over: you never exceeded your {nutrient} target in the period.
"""


def _sentences(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text.strip().splitlines():
        name, _, sentence = line.partition(": ")
        found.setdefault(name, []).append(sentence)
    return found


SENTENCES = {Language.PT: _sentences(_PT), Language.ES: _sentences(_ES), Language.EN: _sentences(_EN)}
