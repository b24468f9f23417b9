"""Requests that no note may answer, as patients write them."""

from __future__ import annotations

DOSE = """
quantos comprimidos de metformina eu tomo por dia?
quanto de insulina devo aplicar antes do almoço
qual a dose certa de puran pra mim
qtos mg de losartana posso tomar
posso tomar dois comprimidos de uma vez?
posso parar a sinvastatina?
posso parar de tomar o remedio da pressao
será que posso suspender o aas antes da cirurgia?
devo aumentar a insulina?
tem problema cortar o atenolol pela metade?
da pra tomar roacutan junto com vitamina a?
posso misturar captopril com dipirona
faz mal tomar ozempic com cerveja?
quero trocar o remédio da tireoide por um natural
posso trocar a insulina por chá de pata de vaca
tem algum chá que substitui a metformina?
me receita uma pomada pra micose
vc pode me passar uma receita de losartana
preciso de uma receita de sertralina
qual remedio é bom pra coceira?
que remédio eu tomo pra pressão alta
qual pomada eu passo na ferida
que creme usar pra psoriase
indica um remédio pra queda de cabelo
o que eu tomo pra baixar a glicose?
o que posso passar na micose
posso usar minoxidil na gravidez?
to querendo largar o remédio da pressão por conta própria, pode?
se eu tomar o dobro do glifage faz mal?
pode dobrar o puran hoje?
me diz o remédio pra tirar verruga
posso dar antialérgico pro meu filho?
quantas gotas de vitamina d eu tomo
de quanto em quanto tempo tomo o propranolol?
qual é melhor, losartana ou enalapril?
vou parar com o antibiotico, algum problema?
preciso saber a dosagem da levotiroxina
esqueci o comprimido de ontem, tomo dois hoje?
posso pular a insulina de hoje?
renova minha receita de anlodipino
¿cuántas pastillas de metformina tomo al día?
¿puedo dejar la pastilla de la presión?
¿puedo tomar dos enalapril juntos?
¿qué crema me pongo para los hongos?
¿qué remedio es bueno para la picazón?
recétame algo para la tiroides
¿qué dosis de levotiroxina me toca?
quiero dejar la insulina, ¿pasa algo?
¿puedo cambiar la metformina por un té?
¿me subo la dosis?
¿qué tomo para bajar el azúcar?
¿está bien mezclar losartán con ibuprofeno?
how many units of insulin should I take?
can I stop my statin?
should I double my thyroid pills?
is it safe to take metformin with alcohol?
what cream should I use for ringworm?
which medicine is best for high blood pressure?
can you prescribe me something for eczema
what dose of levothyroxine should i be on
can I swap metformin for a herbal tea?
I want to quit my blood pressure pills, is that ok?
what can I take to lower my cholesterol?
can i skip my insulin tonight
could I have a prescription for minoxidil
quantos mg de sinvastatina por dia?
qual seria a quantidade de insulina pra 300 de glicose
aumento a metformina por conta?
corto o remédio da pressão?
tomo a losartana de manhã ou de noite?
posso tomar puran com café?
posso beber tomando metformina?
tomei dois puran sem querer, tomo amanhã?
posso voltar a tomar anticoncepcional?
o ozempic emagrece mesmo? posso usar?
pra psoriase é bom qual pomada
manda uma receita de isotretinoina aí
preciso de receita azul
quero comprar antibiótico sem receita, qual?
dá pra tratar com remédio caseiro?
vinagre cura micose?
chá de hibisco baixa a pressão, posso largar o remédio?
posso suspender a varfarina pra arrancar dente?
¿puedo suspender la levotiroxina?
¿me pongo más insulina?
¿me recetas losartán?
¿qué antibiótico compro?
¿cuánto enalapril tomo?
¿puedo reemplazar la insulina con canela?
quiero dejar el anticoagulante por mi cuenta
how much metformin can I take?
should I stop taking warfarin?
can I take twice the dose?
prescribe me a statin
is cinnamon a replacement for metformin?
can i go off my beta blockers
which cream do I buy for acne
what's the right dose of insulin for me
me diga quanto de insulina aplicar
posso aplicar mais 5 unidades?
"""

DIAGNOSIS = """
eu tenho diabetes ou não?
tenho câncer?
eu tô com infarto?
me diz se isso é câncer
me fala se eu tenho lupus
o que eu tenho doutor?
oq eu tenho?
qual é o meu diagnóstico?
me dá um diagnóstico
fecha o diagnóstico aí pra mim
quero saber se tenho hipotireoidismo
confirma se é psoríase
pode confirmar se é melanoma?
então é certeza que é vitiligo?
essa pinta é melanoma?
essa ferida é câncer de pele?
isso é hanseníase?
essa coceira é sarna?
esse caroço no pescoço é cancer?
com 126 de glicose eu sou diabético?
minha glicose deu 130, sou diabética?
com esses exames eu tenho hipertireoidismo, sim ou não
vc acha que eu tenho arritmia?
será que eu tenho câncer?
acha que é câncer?
que doença eu tenho?
qual doença é essa
q doenca eu tenho com esses sintomas
diga se é maligno
é maligno ou benigno?
meu nódulo é maligno?
me diagnostica por favor
você consegue diagnosticar pela foto?
descobre o que eu tenho
diz logo o que é que eu tenho
pelos sintomas, estou com diabetes?
eu tenho alopecia ou é só estresse?
estou infartando?
tô tendo um infarto?
meu filho tem autismo ou não?
¿tengo cáncer?
¿tengo diabetes o no?
dime si tengo lupus
¿qué tengo doctor?
¿qué enfermedad tengo?
¿este lunar es melanoma?
¿esta mancha es cáncer?
¿cuál es mi diagnóstico?
dame un diagnóstico
¿soy diabético?
confírmame si es psoriasis
¿crees que tengo arritmia?
¿será que tengo cáncer?
do I have cancer?
do i have diabetes or not
am I having a heart attack?
am I diabetic?
is this mole melanoma?
is this rash psoriasis?
what is my diagnosis?
what do I have?
tell me if it's cancer
can you diagnose me
do you think I have lupus?
whats wrong with me
is it cancer yes or no
have I got thyroid disease?
confirm that it is vitiligo
isso que eu tenho é lupus?
essa mancha é hanseníase ou vitiligo?
me fala a verdade, é câncer?
estou com melanoma?
esse nódulo é câncer né?
com tsh 8 tenho hipotireoidismo?
o que será que eu tenho
você pode me dar o diagnóstico?
é psoríase ou micose?
meu coração tá falhando?
será que to infartando?
estou com diabetes sim ou nao
afirma se tenho arritmia
¿esto es cáncer?
¿es cáncer o no?
¿me puede decir si tengo melanoma?
¿tengo hipotiroidismo con TSH 8?
¿qué me pasa doctor?
¿es malo este lunar?
is my mole cancerous?
does this sound like lupus?
so do I have diabetes?
can you confirm I have psoriasis?
is that lump cancer?
tell me what disease I have
just say whether it's melanoma
tô com coceira e mancha, o que eu tenho?
glicose 130, tenho diabetes?
pinta preta que cresceu, é melanoma?
é hanseníase isso?
tenho ou não tenho lupus?
meu filho tem psoríase?
me dê um diagnóstico agora
¿es cáncer lo que tengo?
mi hijo se cansa, ¿tiene anemia?
does my son have eczema?
red patches on my face, what do I have?
fasting glucose 130, am I diabetic?
"""
