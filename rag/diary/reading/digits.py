"""Digits with their separators, fraction characters, and the words for numbers in three languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Final

HUGE: Final = Decimal(10) ** 12
"""What stands for a number of more digits than anybody eats."""
_MOST_DIGITS: Final = 12
_GROUP: Final = 3
_WORDS: Final = """
0 zero cero
1 um uma un una uno one
2 dois duas dos two
3 tres three
4 quatro cuatro four
5 cinco five
6 seis six
7 sete siete seven
8 oito ocho eight
9 nove nueve nine
10 dez diez ten
11 onze once eleven
12 doze doce twelve
13 treze trece thirteen
14 quatorze catorze catorce fourteen
15 quinze quince fifteen
16 dezesseis dezasseis dieciseis sixteen
17 dezessete dezassete diecisiete seventeen
18 dezoito dieciocho eighteen
19 dezenove dezanove diecinueve nineteen
20 vinte veinte twenty
21 veintiun veintiuno veintiuna
22 veintidos
23 veintitres
24 veinticuatro
25 veinticinco
26 veintiseis
27 veintisiete
28 veintiocho
29 veintinueve
30 trinta treinta thirty
40 quarenta cuarenta forty
50 cinquenta cincuenta fifty
60 sessenta sesenta sixty
70 setenta seventy
80 oitenta ochenta eighty
90 noventa ninety
100 cem cento cien ciento hundred
200 duzentos duzentas doscientos doscientas
300 trezentos trezentas trescientos trescientas
400 quatrocentos quatrocentas cuatrocientos cuatrocientas
500 quinhentos quinhentas quinientos quinientas
600 seiscentos seiscentas seiscientos seiscientas
700 setecentos setecentas setecientos setecientas
800 oitocentos oitocentas ochocientos ochocientas
900 novecentos novecentas novecientos novecientas
1000 mil thousand
"""


def decimal(written: str, *, coarse: bool = False) -> Decimal | None:
    """Digits with separators, or None where they are no number ("1.23.4").

    Of two separators the last is the decimal one. A lone one before three digits parts thousands; in a `coarse` unit,
    a kilo or a litre, it is the decimal one, for nobody eats 1,500 kilos, nor weighs 1.500 g to the milligram.
    """
    if sum(c.isdecimal() for c in written) > _MOST_DIGITS:
        return HUGE
    if written.isdecimal():
        return Decimal(written)
    last = "." if written.rfind(".") > written.rfind(",") else ","
    other = "," if last == "." else "."
    whole, _, rest = written.rpartition(last)
    if other in whole:
        return Decimal(f"{whole.replace(other, '')}.{rest}") if _grouped(whole, other) else None
    if _grouped(written, last) and (last in whole or not coarse):
        return Decimal(written.replace(last, ""))
    return Decimal(f"{whole}.{rest}") if last not in whole else None


def _grouped(written: str, separator: str) -> bool:
    first, *groups = written.split(separator)
    if not 1 <= len(first) <= _GROUP or first.startswith("0"):
        return False
    return all(len(group) == _GROUP and group.isdecimal() for group in groups)


def vulgar(character: str) -> Decimal:
    """What a fraction's character is worth ("½")."""
    over, under = unicodedata.normalize("NFKD", character).split("⁄")
    return Decimal(over) / Decimal(under)


@cache
def number_words() -> Mapping[str, int]:
    """The words for numbers, folded, up to a thousand."""
    lines = (line.split() for line in _WORDS.strip().splitlines())
    return {word: int(value) for value, *words in lines for word in words}
