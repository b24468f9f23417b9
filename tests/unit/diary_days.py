"""Phrases that name days, as said on Thursday 19 November 2026, and the first and last day each names."""

from __future__ import annotations

PORTUGUESE = """
o que comi sem passada | 2026-11-09 2026-11-15
ult 7 dias de proteina | 2026-11-13 2026-11-19
últ. 7 dias | 2026-11-13 2026-11-19
o q comi n sexta | 2026-11-13 2026-11-13
na sex o q comi | 2026-11-13 2026-11-13
de seg a qua quanta caloria | 2026-11-16 2026-11-18
de segunda a sexta | 2026-11-09 2026-11-13
calorias no dia 5/11 | 2026-11-05 2026-11-05
30 g de proteina | None None
2 mil calorias | None None
quantas vezes passei de 2000 kcal | None None
3 refeições | None None
1/2 abacate ontem | 2026-11-18 2026-11-18
quantas vezes comi 1/2 abacate | None None
minhas últimas 3 refeições | None None
últimos 15 dias | 2026-11-05 2026-11-19
nos últimos três dias | 2026-11-17 2026-11-19
nos 3 últimos dias | 2026-11-17 2026-11-19
este ano | 2026-01-01 2026-11-19
ano passado | 2025-01-01 2025-12-31
em novembro | 2026-11-01 2026-11-19
em junho | 2026-06-01 2026-06-30
em dezembro | 2025-12-01 2025-12-31
entre junho e agosto | 2026-06-01 2026-08-31
de novembro a janeiro | 2026-11-01 2027-01-31
novembro de 2025 | 2025-11-01 2025-11-30
semana retrasada | 2026-11-02 2026-11-08
fim de semana | 2026-11-14 2026-11-15
final de semana passado | 2026-11-14 2026-11-15
fds retrasado | 2026-11-07 2026-11-08
segunda da semana passada | 2026-11-09 2026-11-09
quinta passada | 2026-11-12 2026-11-12
na quinta | 2026-11-19 2026-11-19
semana que vem | 2026-11-23 2026-11-29
amanhã | 2026-11-20 2026-11-20
hoje de manhã | 2026-11-19 2026-11-19
ontem à noite | 2026-11-18 2026-11-18
desde terça | 2026-11-17 2026-11-19
desde 12 de novembro | 2026-11-12 2026-11-19
a partir do dia 10 | 2026-11-10 2026-11-19
do dia 5 ao dia 12 | 2026-11-05 2026-11-12
do dia 5 ao 12 | 2026-11-05 2026-11-12
de 1 a 10 de novembro | 2026-11-01 2026-11-10
do dia 25 ao dia 5 | 2026-10-25 2026-11-05
dias 3, 4 e 5 | 2026-11-03 2026-11-05
ontem e hoje | 2026-11-18 2026-11-19
hoje vs ontem | 2026-11-18 2026-11-19
essa semana comparada com a passada | 2026-11-09 2026-11-19
comparar este mês com o mês passado | 2026-10-01 2026-11-19
até ontem | None 2026-11-18
primeira quinzena de novembro | 2026-11-01 2026-11-15
início de outubro | 2026-10-01 2026-10-10
desde o começo do mês | 2026-11-01 2026-11-19
últimas 24 horas | 2026-11-18 2026-11-19
há uma semana | 2026-11-12 2026-11-12
2 meses atrás | 2026-09-01 2026-09-30
segunda vez que comi | None None
por dia | None None
no dia 31 | 2026-10-31 2026-10-31
12 de nov | 2026-11-12 2026-11-12
em set | 2026-09-01 2026-09-30
frutos do mar | None None
depois de ter comido | None None
vitamina d | None None
total do dia | 2026-11-19 2026-11-19
da semana | 2026-11-16 2026-11-19
qual dia da semana como mais | None None
a semana toda | 2026-11-16 2026-11-19
de 10/11 até 15/11 | 2026-11-10 2026-11-15
10/11 a 15/11 | 2026-11-10 2026-11-15
de 20 a 25/10 | 2026-10-20 2026-10-25
31/02 | None None
29 de fevereiro | 2024-02-29 2024-02-29
sabado e domingo | 2026-11-14 2026-11-15
segunda, dia 9 | 2026-11-09 2026-11-09
segunda 9/11 | 2026-11-09 2026-11-09
de 10 dias pra cá | 2026-11-10 2026-11-19
desde ontem | 2026-11-18 2026-11-19
no mês de junho | 2026-06-01 2026-06-30
mês retrasado | 2026-09-01 2026-09-30
setmebro | 2026-09-01 2026-09-30
hojeee | 2026-11-19 2026-11-19
em seguida comi | None None
últimos dias | None None
aos domingos | None None
entre 20 e 30 g de fibra | None None
12.11.2026 | 2026-11-12 2026-11-12
1º de novembro | 2026-11-01 2026-11-01
6a feira | 2026-11-13 2026-11-13
antes de ontem | 2026-11-17 2026-11-17
em 2025 | 2025-01-01 2025-12-31
trimestre passado | 2026-07-01 2026-09-30
último mês | 2026-10-20 2026-11-19
na última semana | 2026-11-13 2026-11-19
"""
SPANISH = """
la semana pasada | 2026-11-09 2026-11-15
el finde pasado | 2026-11-14 2026-11-15
anteayer | 2026-11-17 2026-11-17
antier | 2026-11-17 2026-11-17
anoche | 2026-11-18 2026-11-18
mañana | 2026-11-20 2026-11-20
ayer por la mañana | 2026-11-18 2026-11-18
esta mañana | 2026-11-19 2026-11-19
hace una semana | 2026-11-12 2026-11-12
el lunes pasado | 2026-11-16 2026-11-16
el mes pasado | 2026-10-01 2026-10-31
los ultimos 10 dias | 2026-11-10 2026-11-19
el 12 de noviembre | 2026-11-12 2026-11-12
el 12 qué comí | 2026-11-12 2026-11-12
qué comí el 12? | 2026-11-12 2026-11-12
del 3 al 8 | 2026-11-03 2026-11-08
del 3 al 8 de noviembre | 2026-11-03 2026-11-08
del 28 de octubre al 3 de noviembre | 2026-10-28 2026-11-03
en junio | 2026-06-01 2026-06-30
junio pasado | 2026-06-01 2026-06-30
desde el lunes | 2026-11-16 2026-11-19
esta semana vs la pasada | 2026-11-09 2026-11-19
próxima semana | 2026-11-23 2026-11-29
el viernes | 2026-11-13 2026-11-13
hasta el domingo | None 2026-11-15
entre ayer y hoy | 2026-11-18 2026-11-19
cuántas onzas once | None None
este finde | 2026-11-14 2026-11-15
semana antepasada | 2026-11-02 2026-11-08
en lo que va del mes | 2026-11-01 2026-11-19
a mediados de octubre | 2026-10-11 2026-10-20
fin de mes | 2026-10-21 2026-10-31
"""
ENGLISH = """
last week | 2026-11-09 2026-11-15
in the last week | 2026-11-13 2026-11-19
past 3 days | 2026-11-17 2026-11-19
the past week | 2026-11-13 2026-11-19
last monday | 2026-11-16 2026-11-16
last thursday | 2026-11-12 2026-11-12
on thursday | 2026-11-19 2026-11-19
on fri | 2026-11-13 2026-11-13
sat fat on sat | 2026-11-14 2026-11-14
nov 3rd | 2026-11-03 2026-11-03
november 3, 2025 | 2025-11-03 2025-11-03
3rd of november | 2026-11-03 2026-11-03
on the 12th | 2026-11-12 2026-11-12
from the 5th to the 12th | 2026-11-05 2026-11-12
nov 3-8 | 2026-11-03 2026-11-08
november 3 to november 8 | 2026-11-03 2026-11-08
from 24 november to 10 december | 2025-11-24 2025-12-10
in may | 2026-05-01 2026-05-31
may I see | None None
mayo | None None
in March | 2026-03-01 2026-03-31
since monday | 2026-11-16 2026-11-19
until yesterday | None 2026-11-18
the day before yesterday | 2026-11-17 2026-11-17
two days ago | 2026-11-17 2026-11-17
a week ago | 2026-11-12 2026-11-12
a couple of days ago | 2026-11-17 2026-11-17
this weekend | 2026-11-14 2026-11-15
last weekend | 2026-11-14 2026-11-15
week before last | 2026-11-02 2026-11-08
tomorrow | 2026-11-20 2026-11-20
next week | 2026-11-23 2026-11-29
so far today | 2026-11-19 2026-11-19
11/12 | 2026-11-12 2026-11-12
12/11 | 2026-11-12 2026-11-12
2026-11-05 | 2026-11-05 2026-11-05
last night | 2026-11-18 2026-11-18
yesterday's calories | 2026-11-18 2026-11-18
this month so far | 2026-11-01 2026-11-19
year to date | 2026-01-01 2026-11-19
june to august | 2026-06-01 2026-08-31
last june | 2026-06-01 2026-06-30
the second week of october | 2026-10-08 2026-10-14
monday and tuesday | 2026-11-16 2026-11-17
from monday on | 2026-11-16 2026-11-19
monday through wednesday | 2026-11-16 2026-11-18
how many times a day | None None
everything i ate | None None
this week vs last | 2026-11-09 2026-11-19
compare this week to last week | 2026-11-09 2026-11-19
2 weeks ago | 2026-11-05 2026-11-05
over the last 2 months | 2026-09-20 2026-11-19
"""
