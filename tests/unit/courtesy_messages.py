"""Messages that are nothing but a greeting or thanks, and messages that are more."""

from __future__ import annotations

GREETINGS = """
oi
oii
oiiiee
oi oi
olá
ola tudo bem
olá, tudo bem?
Oi, bom dia!
bom dia doutora
bom diaaa
boa tarde a todos
boa noite pessoal
opa
opa, beleza?
e aí
eai blz
e aí, tudo certo?
fala aí
fala doutor
salve salve
alô
alo, tem alguém aí?
oi sumido
oi fonte
oi, td bom?
oi, como vai você?
oi gente boa noite
bom dia, como vc está?
oi moça
oi, sou eu de novo
boa tarde, tudo joia?
oie tudo bão
hey
hi
hiii
hello
hello there
hey there!
good morning
good evening doctor
hi, how are you?
hello how are you doing today
what's up
howdy
yo
hi again
good afternoon, anyone there?
hola
holaaa
hola, ¿qué tal?
buenos días
buen día
buenas
buenas tardes doctora
muy buenas noches
hola cómo estás
hola, ¿cómo está usted?
¿qué tal?
hola a todos
hola, ¿hay alguien?
oi kkkk
bom dia 😊
OI BOM DIA
👋 oi
"""

THANKS = """
obrigado
obrigadaa
obg
mt obg
muito obrigada viu
obrigada doutora
obrigado pela ajuda
valeu
valeu demais
vlw flw
valeu, ajudou muito
brigadão
grata
agradeço muito
deus te abençoe
Deus lhe pague
amém
ok
ok obrigada dra
okay
tá bom
ta bom entao
tá certo, obrigado
entendi
entendi, valeu
ah sim entendi
beleza, obrigado
perfeito
ótimo, muito obrigada
show de bola
joia
maravilha
era só isso
só isso mesmo, obrigado
por enquanto é só
tchau
tchau tchau
até logo
até mais
até amanhã
falou
fui
kkkkk
hahaha
rsrs valeu
gostei
amei kkk
nossa, muito obrigado mesmo
thanks
thank you so much
thanks a lot!
many thanks
ok thanks
great, thank you
got it
perfect thanks
thanks for your help
bye
goodbye
see you later
that's all, thanks
haha thanks
cheers
you're very kind
gracias
muchas gracias
mil gracias
gracias por todo
muchas gracias doctora
ok gracias
entendido
vale, gracias
perfecto
adiós
hasta luego
chau, nos vemos
muy amable
eso es todo, gracias
jajaja
Dios la bendiga
te agradezco mucho
"""

NEITHER = """
oi, tô com dor no peito
bom dia, quais exames levo?
olá quero saber da tireoide
oi, esse remédio faz mal?
boa tarde, minha mãe caiu
hola, tengo una mancha
hi, my leg is swollen
hello I have a question
hey can you help me
ok mas e o exame?
obrigado, mas ainda coça
obrigada, e quando devo ir?
valeu, e se piorar?
entendi, então preciso ir no posto?
thanks, but what about the tests?
gracias, ¿y qué llevo?
não
sim
sim, todo dia
nada
tudo dói
tudo bem com o exame, mas a pressão não
boa pressão
bom remédio
que tal trocar de pomada
como vai ser a consulta
como está minha pele
até quando eu espero?
até amanhã eu aguento?
até agora não melhorou
perfeito estado de saúde até ontem
só isso já cansa
tá bom de sal?
certo medo de desmaiar
beleza da pele acabou
fala se é grave
fui no posto
fui internada
ok, minha pressão é 16
ótimo controle da diabetes
see you a doctor
great pain
perfect skin until last week
good sugar levels
what's up with my heart
vale la pena ir?
hasta cuándo espero
qué tal si duele
buenas noches sin dormir
buena presión
hola hola me pica
todo bien menos la piel
adiós pelo
alguém aí entende de tireoide?
amigo com mancha
doutora do posto
gente com diabetes
and you?
tudo certo pra consulta?
deus me livre, tô com medo
"""
