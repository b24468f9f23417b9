"""The word tables of `lexicon.py`: data only."""

from __future__ import annotations

from rag.grounding.unit_words import LABELS

SMALL_NUMBERS: dict[str, str] = {
    "pt-BR": "1: um uma",
    "pt-BR/shared": """0: zero
2: dois duas
3: tres
4: quatro
5: cinco
6: seis
7: sete
8: oito
9: nove
10: dez
11: onze
12: doze
13: treze
14: quatorze catorze
15: quinze
16: dezesseis dezasseis
17: dezessete dezassete
18: dezoito
19: dezenove dezanove""",
    # "dos", "once" and "doce" mean something else in Portuguese or English.
    "es": """1: un una uno
2: dos
11: once
12: doce""",
    "es/shared": """0: cero
4: cuatro
7: siete
8: ocho
9: nueve
10: diez
13: trece
14: catorce
15: quince
16: dieciseis
17: diecisiete
18: dieciocho
19: diecinueve""",
    "en": """1: one
10: ten""",
    "en/shared": """2: two
3: three
4: four
5: five
6: six
7: seven
8: eight
9: nine
11: eleven
12: twelve
13: thirteen
14: fourteen
15: fifteen
16: sixteen
17: seventeen
18: eighteen
19: nineteen""",
}

HUNDREDS_AND_TENS: dict[str, str] = {
    "pt-BR/shared/tens": """20: vinte
30: trinta
40: quarenta
50: cinquenta
60: sessenta
70: setenta
80: oitenta
90: noventa
100: cem cento
200: duzentos duzentas
300: trezentos trezentas
400: quatrocentos quatrocentas
500: quinhentos quinhentas
600: seiscentos seiscentas
700: setecentos setecentas
800: oitocentos oitocentas
900: novecentos novecentas
1000: mil""",
    "es/shared/tens": """20: veinte
21: veintiuno veintiun veintiuna
22: veintidos
23: veintitres
24: veinticuatro
25: veinticinco
26: veintiseis
27: veintisiete
28: veintiocho
29: veintinueve
30: treinta
40: cuarenta
50: cincuenta
60: sesenta
80: ochenta
100: cien ciento
200: doscientos doscientas
300: trescientos trescientas
400: cuatrocientos cuatrocientas
500: quinientos quinientas
600: seiscientos seiscientas
700: setecientos setecientas
800: ochocientos ochocientas
900: novecientos novecientas""",
    "en/shared/tens": """20: twenty
30: thirty
40: forty
50: fifty
60: sixty
70: seventy
80: eighty
90: ninety
100: hundred
1000: thousand""",
}

MULTIPLIERS = """12: duzia duzias docena docenas dozen
100: hundred
1000: mil thousand
1000000: milhao milhoes millon millones million"""

ARTICLES = frozenset({"um", "uma", "un", "una", "uno", "one"})
"""Words for 1 that are articles or pronouns unless something shows that they count."""

HALVES: dict[str, str] = {"pt-BR": "meia meio", "es": "media medio", "en": "half"}
HALF_OF = frozenset({"metade", "mitad"})
PARTS: dict[str, int] = {
    **dict.fromkeys(("terco", "tercos", "tercio", "tercios", "third", "thirds"), 3),
    **dict.fromkeys(("quarto", "quartos", "cuarto", "cuartos", "quarter", "quarters"), 4),
    **dict.fromkeys(("quinto", "quintos", "fifth", "fifths"), 5),
}
TIMES_WORDS: dict[str, int] = {"twice": 2, "thrice": 3, "dobro": 2, "triplo": 3}

MONTHS = """janeiro enero january jan ene
fevereiro febrero february fev feb
marco marzo march mar
abril april abr apr
maio mayo may mai
junho junio june jun
julho julio july jul
agosto august ago aug
setembro septiembre setiembre september set sep sept
outubro octubre october out oct
novembro noviembre november nov
dezembro diciembre december dez dic dec"""

# These short forms are also words ("3 out of 5", "may", "hace 3 meses… ago"): full dates only, see dates.py.
DOUBTFUL_MONTHS = frozenset({"out", "set", "may", "mar", "ago", "march"})

ORDINAL_WORDS: dict[str, int] = {
    **dict.fromkeys(("primeiro", "primer", "primero", "first"), 1),
    **dict.fromkeys(("segundo", "second"), 2),
    **dict.fromkeys(("terceiro", "tercer", "tercero", "third"), 3),
}
ORDINAL_SUFFIXES = frozenset({"st", "nd", "rd", "th", "o", "a"})
DEGREE_NOUNS = frozenset({"grau", "graus", "grado", "grados", "degree", "degrees"})
ORDINAL_NOUNS = DEGREE_NOUNS | {
    *("semana", "semanas", "week", "weeks", "trimestre", "trimester", "mes", "month", "dia", "day"),
}
"""What an ordinal must stand before to be checked (as a code): "2º grau", "29ª semana"."""

ICD_WORDS = frozenset({"cid", "cie", "icd"})
CALL_WORDS = frozenset(
    """samu cvv disque ligue ligar liga telefone telefono fone tel llame llamar llama marque call dial phone""".split()
)
NOTE_WORDS = frozenset("nota notas note notes portaria resolucao resolucion lei ley law n numero number".split())
CLASS_WORDS = frozenset({"nyha", "ccs", "mobitz", "killip", "child", "fitzpatrick", "escala", "scale", *LABELS})
ROMANS = frozenset({"ii", "iii", "iv", "vi", "vii", "viii", "ix"})
ROMANS_AFTER_CLASS = frozenset({"i", "v", "x"})

SUBJECTS: dict[str, str] = {
    "tsh": "tsh",
    "t4": "t4; tiroxina livre; free thyroxine",
    "ldl": "ldl",
    "hdl": "hdl",
    "triglycerides": "tg; triglicerideos; triglicerides; trigliceridos; triglycerides",
    "bmi": "imc; bmi; indice de massa corporal; indice de masa corporal; body mass index",
    "hba1c": """hba1c; a1c; hemoglobina glicada; hemoglobina glicosilada; hemoglobina glucosilada;
        glycated hemoglobin; glycated haemoglobin""",
    "fasting": "jejum; ayuno; ayunas; fasting",
    "gfr": """tfg; filtracao; taxa de filtracao; filtrado; tasa de filtracion; filtracion; gfr; egfr;
        filtration rate; filtration""",
    "creatinine": "creatinina; creatinine",
    "potassium": "potassio; potasio; potassium",
    "atrium": "atrio; auricula; atrium",
    "age": "idade; edad; age",
    "hypoechoic": "hipoecoico; hipoecogenico; hypoechoic",
    "isoechoic": "isoecoico; isoecogenico; isoechoic",
    "mixed nodule": "solido-cistico; solido-quistico; solid-cystic; mixed solid and cystic",
    "spongiform": "espongiforme; spongiform",
    "protein": "proteina(s); protein(s)",
    "fat": "gordura(s); grasa(s); fat(s)",
    "carbohydrate": "carboidrato(s); carbohidrato(s); hidratos de carbono; carbohydrate(s); carb(s)",
    "fibre": "fibra(s); fiber; fibre",
    "sodium": "sodio; sodium",
    "sugar": "acucar; acucares; azucar; azucares; sugar(s)",
}
"""What a figure is of. Two different subjects never lend each other figures."""

MARKER_WORDS: dict[str, str] = {
    "pt-BR": """nao com uma um voce mais ou em do da das ao aos na nas pelo pela e seu sua se foi ate tem sao
        esta minha meu isso ha meses""",
    "es": """el la los las mide con una un y del al en hay es su usted lo mi muy fue hasta sin hace desde cuando
        tiene esta""",
    "en": """the of and above below more less least last with is or to in for you your are at than
        if that this was on be have has not from my
        by it months years""",
}
"""Common words that tell the three languages apart."""

NEGATORS: dict[str, str] = {
    "pt-BR": "nao sem ausencia exceto salvo",
    "es": "no sin ausencia excepto salvo",
    "en": """no not non without absence except unless cannot none neither don't doesn't didn't isn't aren't
        wasn't weren't can't won't hasn't haven't hadn't shouldn't wouldn't couldn't mustn't""",
}
CONCORD: dict[str, str] = {
    "pt-BR": "nenhum nenhuma nem nunca jamais nada ninguem tampouco",
    "es": "ningun ninguno ninguna ni nunca jamas nada nadie tampoco",
    "en": "never nor any nobody nothing",
}
"""Words that negate alone but only agree with a negation already made ("não tem nenhum")."""

NEGATIVE_WORDS: dict[str, str] = {
    **dict.fromkeys(("assintomatico", "assintomatica", "assintomaticos", "assintomaticas"), "sinto"),
    **dict.fromkeys(("asintomatico", "asintomatica", "asintomaticos", "asintomaticas"), "sinto"),
    "asymptomatic": "sympt",
    "symptomless": "sympt",
    **dict.fromkeys(("refratario", "refrataria", "refratarios", "refratarias"), "respo"),
    **dict.fromkeys(("refractario", "refractaria", "refractarios", "refractarias", "refractory"), "respo"),
    **dict.fromkeys(("falhou", "falha", "fallo", "falla", "failed", "fails", "unresponsive"), "respo"),
}
"""Words that hold a negation within: → the stem that they negate."""

SAME_STEM: dict[str, str] = {"melho": "respo", "mejor": "respo", "impro": "respo"}

STOP_WORDS = frozenset(
    """a o os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra com
    que se e ou ao aos mas como mais menos ja tambem quando onde qual quais ser estar ter ha houve houver
    haja haya hubo foi fui era sao esta estao tem tinha ter haver seja sendo sido isso isto esse essa este
    esta eles elas ele ela voce seu sua seus suas meu minha lhe el la los las un una unos unas del al en y
    con para su sus lo le les hay es son fue esta estan tiene tener ha han cuando donde pero si ya muy the
    an of and or in on at to for with is are was were be been has have had it its this that these those they
    he she you your his her their as by from if when which who there do does did can may will would should
    than then so but also any some such ser nao sem nem sin not without nunca never""".split()
)
