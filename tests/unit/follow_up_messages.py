"""Short messages that lean on the one before, and messages that stand alone."""

from __future__ import annotations

FOLLOW_UPS = """
e se for à noite?
e de manhã?
e criança também?
e na gravidez?
e quais exames levo?
e quanto tempo demora?
e se não passar?
e se piorar
mas e os exames?
mas isso é grave?
então preciso ir?
isso é perigoso?
isso passa sozinho?
isso pega?
por quê?
pq isso acontece?
por causa de quê?
tem cura?
é grave?
é contagioso?
é urgente?
quanto tempo?
quais exames?
que exame eu levo?
o que eu levo?
preciso levar algum papel?
que documento tenho que levar
precisa de encaminhamento?
preciso de pedido do posto?
tem que ter laudo?
vale por quanto tempo?
até quando vale?
quem faz o encaminhamento?
pode ser por causa do remédio?
pode ser da idade?
pode ser por causa do trabalho?
preciso falar minha altura?
tem que dizer desde quando?
tenho que ir em jejum?
quando devo procurar?
quando é urgente?
quais os sinais de alerta?
quais são os critérios?
como assim?
o que significa?
como funciona?
e aí, o que eu faço?
o que faço agora?
e agora?
qual médico?
qual especialista?
em qual caso?
nesse caso vou pra onde?
e pro meu filho?
mesmo sem dor?
só isso?
¿y si es de noche?
¿y qué llevo?
¿y los exámenes?
¿eso es grave?
¿es contagioso?
¿por qué?
¿cuánto tiempo?
¿y en niños?
¿qué papeles llevo?
¿necesito una derivación?
¿puede ser por la edad?
pero ¿es urgente?
and at night?
and what should I bring?
what about children?
is it serious?
is that dangerous?
how long?
why?
which tests?
do I need a referral?
what if it gets worse?
so do I need to go?
does it go away on its own?
could it be because of my medicine?
how urgent is that?
do I have to mention my weight?
e se der alterado?
e no meu caso?
e depois disso?
mesmo se for criança?
e o prazo?
tem que estar escrito o tempo?
o que tem que constar?
precisa de sangue ou só imagem?
preciso repetir os exames?
o exame de sangue serve?
quem pede esses exames?
o posto faz?
dá pra esperar?
até quando posso esperar?
devo ir logo?
quanto antes melhor?
posso ir direto?
tem idade mínima?
é de família?
pode ser hereditário?
é por causa do calor?
ele precisa ir junto?
levo a receita também?
vale exame antigo?
a foto ajuda?
¿y si tengo fiebre?
¿tengo que llevar los análisis?
¿sirve una foto?
¿cuánto dura?
¿y después?
¿me lo piden en el centro?
¿hay que ir en ayunas?
¿a los niños también?
and for kids?
do I need blood tests?
is a photo enough?
are old tests ok?
should I wait?
who orders those?
would it still count?
even for my mother?
does age matter?
what else?
anything else I should write down?
will they want my old results?
"""

STANDALONE = """
coração acelerado
tontura ao levantar
pele seca
perna inchada
caroço no pescoço
coceira
queda de cabelo
minha pressão tá alta
to muito cansada
não consigo dormir
boca seca e muita sede
pé dormente
psoríase tem cura?
vitiligo é contagioso?
melanoma é grave?
o que é arritmia?
arritmia precisa de encaminhamento?
quais exames para hipotireoidismo?
e tenho diabetes também e pressão alta
racing heart
so tired lately
itchy skin
hair loss
swollen legs
what is psoriasis?
is psoriasis contagious?
does melasma go away?
corazón acelerado
me pica la piel
pelo que se cae
¿qué es el melasma?
¿la psoriasis se contagia?
azúcar alta
suo muito à noite
desmaiei ontem
pinta escura
"""
