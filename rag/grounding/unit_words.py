"""Words for units and comparisons, in the three languages: data only."""

from __future__ import annotations

UNITS: dict[str, str] = {
    "g": "g; gr; grama(s); gramo(s); gram(s)",
    "kg": "kg; kgs; quilo(s); kilo(s); quilograma(s); kilogramo(s); kilogram(s); kilogramme(s)",
    "mg": "mg; miligrama(s); miligramo(s); milligram(s)",
    "mcg": "mcg; ug; micrograma(s); microgramo(s); microgram(s)",
    "ng": "ng; nanograma(s); nanogramo(s); nanogram(s)",
    "pg": "pg",
    # On labels and in speech a "calorie" is a kilocalorie.
    "kcal": "kcal; kcals; caloria(s); calorie(s); quilocaloria(s); kilocaloria(s); kilocalorie(s)",
    "kj": "kj; quilojoule(s); kilojoule(s); kilojulio(s)",
    "%": "%; por cento; por ciento; percent; per cent",
    "mmhg": """mmhg; mm hg; mm de hg; milimetro(s) de mercurio; millimeter(s) of mercury;
        millimetre(s) of mercury""",
    "km": "km; quilometro(s); kilometro(s); kilometer(s); kilometre(s)",
    "m": "m; metro(s); meter(s); metre(s)",
    "cm": "cm; cms; centimetro(s); centimeter(s); centimetre(s)",
    "mm": "mm; milimetro(s); millimeter(s); millimetre(s)",
    "m2": "m2; m ²; metro(s) quadrado(s); metro(s) cuadrado(s); square meter(s); square metre(s)",
    "mm3": "mm3; mm ³",
    "l": "l; lt; lts; litro(s); liter(s); litre(s)",
    "dl": "dl; decilitro(s); deciliter(s); decilitre(s)",
    "ml": "ml; mililitro(s); milliliter(s); millilitre(s)",
    "ml/min/1.73m2": """ml/min/1,73m2; ml/min/1.73m2; ml/min/1,73m²; ml/min/1.73m²;
        ml/min por 1,73 m2; ml/min por 1,73 m²; ml/min por 1.73 m2; ml/min por 1.73 m²; ml/min per 1.73 m2;
        ml/min per 1.73 m²; ml/minuto/1,73m2; ml/minuto/1,73 m²""",
    "mmol": "mmol; mmols",
    "nmol": "nmol",
    "meq": "meq; miliequivalente(s); milliequivalent(s)",
    "iu": "ui; iu",
    # The second form is a misprint of the official note: a small L for the capital I.
    "miu": "mui; miu; mul",
    "uiu": "uui; uiu",
    "degc": "°c; ° c; graus celsius; grados celsius; degrees celsius; graus; grados; degrees",
    "bpm": """bpm; lpm; ppm; batimento(s) por minuto; batida(s) por minuto; latido(s) por minuto;
        pulsacoes por minuto; beat(s) per minute; beat(s) a minute; batimento(s)/min; latido(s)/min;
        beat(s)/min; vez por minuto; vezes por minuto; veces por minuto; time(s) per minute; time(s) a minute;
        vezes/min""",
    "year": """ano(s); ano(s) de idade; ano(s) de edad; ano(s) de vida; year(s); year(s) old; year(s) of age;
        yr(s); year-old; year-olds""",
    "month": "mes; meses; mes de idade; meses de idade; meses de edad; month(s); month(s) old",
    "week": "semana(s); week(s); wk(s)",
    "day": "dia(s); day(s)",
    "hour": "h; hs; hr(s); hora(s); hour(s)",
    "minute": "min; mins; minuto(s); minute(s)",
    "second": "s; seg; segundo(s); sec(s); second(s)",
    "times": "x; vez; vezes; veces; time(s)",
    "percentile": "percentil; percentis; percentiles; percentile",
    "lb": "lb; lbs; libra(s); pound(s)",
    "oz": "oz; onca(s); onza(s); ounce(s)",
    "tbsp": """tbsp; colher de sopa; colheres de sopa; colher (sopa); colheres (sopa); cucharada(s);
    tablespoon(s);
        cuchara(s) sopera(s)""",
    "tsp": "tsp; colher de cha; colheres de cha; colher (cha); colheres (cha); cucharadita(s); teaspoon(s)",
    "cup": "xicara(s); taza(s); cup(s)",
    "glass": "copo(s); vaso(s); glass; glasses",
    "slice": "fatia(s); rebanada(s); slice(s)",
    "portion": "porcao; porcoes; porcion; porciones; portion(s); serving(s)",
    "unit": "unidade(s); unidad; unidades; unit(s)",
}
"""Canonical unit → how it is written. Compounds ("mg/dL", "mm por ano") are put together by `figures.py`."""

PER = frozenset({"/", "por", "per", "ao", "al", "cada", "a"})
DURATIONS = frozenset({"minute", "hour", "day", "week", "month"})
OVER_IS_MORE = frozenset(
    """for last lasts lasting lasted is was are be of aged people persons patients anyone those adults men women if
    by""".split()
)
"""Words after which "over 20 minutes" says more than; elsewhere "over 8 days" is how long something was watched."""
PER_A = frozenset({"day", "week", "month", "year", "hour", "minute"})
DENOMINATORS = PER_A | {"l", "dl", "ml", "kg", "g", "m2", "mm3", "second"}

LABELS: dict[str, str] = {
    **dict.fromkeys(("tipo", "tipos", "type", "types"), "type"),
    **dict.fromkeys(("grau", "graus", "grado", "grados", "grade", "grades"), "grade"),
    **dict.fromkeys(("estagio", "estagios", "estadio", "estadios", "stage", "stages"), "stage"),
    **dict.fromkeys(("classe", "classes", "clase", "clases", "class"), "class"),
    **dict.fromkeys(("percentil", "percentile", "percentis"), "percentile"),
    **dict.fromkeys(("fase", "fases", "phase", "phases"), "phase"),
}
"""Words before a number that say what it counts: "tipo 2", "estágio 4"."""

AGE_WORDS = frozenset({"idade", "idades", "edad", "edades", "age", "aged", "ages"})
FILLERS = frozenset({"o", "a", "os", "as", "el", "la", "los", "las", "the", "of", "de", "dos", "das", *AGE_WORDS})

COMPARATORS: dict[str, str] = {
    ">": """>; mais de; mais que; mais do que; maior que; maior do que; maior de; maiores que; maiores do que;
        maiores de; superior a; superiores a; acima de; ultrapassa; ultrapassam; ultrapassar; ultrapasse;
        excede; excedeu; exceder; excedem; ultrapassou; supero; passa de; passar de; passou de; passam de;
        mas de; mas que; mayor que;
        mayor a; mayor de; mayores que; mayores a; mayores de; por encima de; encima de; arriba de; supera;
        superar;
        superan; supere; superen; sobrepasa; pasa de; pasar de; more than; greater than; larger than;
        bigger than; higher than; longer than; older than; over; above; exceeds; exceed; exceeding; beyond;
        in excess of; wider than; higher by more than; by more than""",
    ">=": """> = ; >=; > =; => ; ≥; ⩾; > ou =; pelo menos; no minimo; ao menos; a partir de; maior ou igual a;
        maior ou igual que; maiores ou iguais a; igual ou maior que; igual ou maior a; igual ou superior a;
        iguais ou superiores a; superior ou igual a; superiores ou iguais a; minimo de; minima de; no minimo
        de;
        nao menos de; nao menos que; al menos; por lo menos; como minimo; mayor o igual a; mayor o igual que;
        mayores o iguales a; igual o mayor a; igual o mayor que; igual o superior a; superior o igual a; no
        menos de;
        no menos que; at least; a minimum of; minimum of; no less than; not less than; no fewer than;
        greater than or equal to; more than or equal to; higher than or equal to; larger than or equal to;
        equal to or greater than; equal to or more than; equal to or above; starting at; starting from; > or
        =; > o =""",
    "<": """<; menos de; menos que; menos do que; menor que; menor do que; menor de; menores que; menores de;
        menores do que; inferior a; inferiores a; abaixo de; antes de; aquem de; menor a; menores a; por
        debajo de;
        debajo de; abajo de; less than; fewer than; smaller than; lower than; shorter than; younger than;
        under;
        below; before; before the age of; before age; narrower than""",
    "<=": """<=; < =; =<; ≤; ⩽; < ou =; ate; no maximo; ao maximo; maximo de; maxima de; no maximo de;
        menor ou igual a; menor ou igual que; menores ou iguais a; igual ou menor que; igual ou menor a;
        igual ou inferior a; inferior ou igual a; nao mais de; nao mais que; nao passa de; nao passou de;
        nao passar de; nao passe de; nao ultrapassa; nao ultrapassou; nao excede; nao excedeu; no pasa de;
        no paso de; no pasar de; no supera; no supero; no excede; does not exceed; did not exceed;
        not exceed; hasta; como maximo; a lo sumo;
        menor o igual a; menor o igual que; igual o menor a; igual o menor que; igual o inferior a;
        inferior o igual a; no mas de; no mas que; at most; up to; no more than; not more than; a maximum of;
        maximum of; less than or equal to; lower than or equal to; equal to or less than; equal to or below;
        < or =; < o =""",
    "~": """~; ≈; ≃; cerca de; por volta de; em torno de; aproximadamente; mais ou menos; quase; uns; umas;
        alrededor de; mas o menos; casi; unos; unas; about; around; approximately; roughly; nearly; almost;
        some""",
    "=": "=; igual a; equal to; exatamente; exactamente; exactly",
}

POSTFIX_COMPARATORS: dict[str, str] = {
    ">=": """+; ou mais; ou maior; ou maiores; ou superior; ou acima; e acima; para cima; o mas; o mayor; o
    mayores;
        o superior; y mas; or more; or higher; or above; or greater; or older; or over; or larger; or longer;
        and over; and above; and older; and up; no minimo; como minimo; pelo menos; al menos; at least;
        or bigger; or upwards; ou mais velho(s); en adelante; em diante""",
    "<=": """ou menos; ou menor; ou menores; ou inferior; ou abaixo; e abaixo; o menos; o menor; o menores;
        o inferior; or less; or lower; or below; or under; or fewer; or younger; or shorter; and under; and
        below;
        no maximo; como maximo; at most""",
}
