"""What people write first who ask, and who only name: practice for the rules of bot/consultation/opening.py."""

QUESTIONS = """
o que é psoríase?
oq é psoriase
quando encaminhar acne?
que exames levar pra consulta de tireoide
hipertensão tem cura
quais os critérios para obesidade?
e se eu tiver diabetes?
quem tem pressão alta pode tomar café
quem tem psoríase pode doar sangue?
minha vizinha perguntou o que é melasma
minha mãe quer saber o que é arritmia
psoríase é contagiosa
psoríase pega?
vitiligo passa de mãe pra filho?
bom dia, gostaria de saber mais sobre vitiligo
tratamento de acne
sintomas de hipotireoidismo
acne pode deixar cicatriz
me explica o que é sopro
quero saber quando uma pinta é perigosa
como é feito o diagnóstico de diabetes
como tratar acne
qual a diferença entre dermatite e psoríase
com quanto de pressão devo correr pro hospital?
que documentos preciso levar na minha consulta?
tenho direito à bomba de insulina?
tenho uma dúvida sobre obesidade
tenho consulta amanhã, que exames levo?
posso tomar sol usando ácido?
dor no peito é sempre infarto?
não tenho nada, só queria entender o que é síncope
é verdade que estresse causa acne?
pra que serve o holter
IMC 35 dá direito à bariátrica?
pessoas com diabetes podem comer fruta?
estou fazendo um trabalho de escola sobre psoríase
paciente com acne leve precisa de encaminhamento?
quando o paciente tem dor no peito encaminho pra onde?
minha mãe tem diabetes, eu posso ter também?
como sei se tenho hipotireoidismo?
ouvi dizer que chocolate dá espinha
tive acne na adolescência, ela pode voltar?
o que pode causar coceira no corpo?
quais os sinais de alerta de uma pinta?
diabetes tipo 2 tem cura?
exames para hipotireoidismo
dúvida: lúpus é câncer
onde consigo atendimento pra psoríase
¿qué es la psoriasis?
que es el vitiligo
¿cuándo derivar el acné?
la psoriasis es contagiosa
quien tiene diabetes puede comer arroz?
¿y si tengo diabetes?
¿qué exámenes llevo a la consulta de tiroides?
cómo se trata la rosácea
criterios de obesidad
la hipertensión tiene cura
mi vecina me preguntó qué es el lupus
quisiera información sobre el melasma
síntomas de la diabetes
how is acne treated
what is psoriasis
is psoriasis contagious?
can acne be cured
when should I see a doctor about a mole?
what tests do I need for a thyroid appointment?
what if I have diabetes?
acne treatment
symptoms of hypothyroidism
people with psoriasis can swim?
is chest pain always a heart attack?
do I need a referral for acne?
my friend asked what rosacea is
how do I know if I have high blood pressure
tell me about vitiligo
o que causa acne
qual o tratamento da psoríase?
quando devo procurar um cardiologista?
quem tem direito a cirurgia bariátrica
qual IMC é obesidade
pressão 14 por 9 é alta?
como saber se uma pinta é câncer?
o que significa TIRADS 4?
hipotireoidismo engorda?
vitiligo é contagioso
criança pode ter pressão alta?
quais exames pedir pra encaminhar pro endocrino
se a pessoa tem diabetes ela pode comer banana?
pra que serve o TSH
existe cura pra diabetes?
qual a diferença de diabetes tipo 1 e 2
uma amiga quer saber se psoríase pega
arritmia mata?
qual médico trata queda de cabelo
o sus paga cirurgia de obesidade?
estresse causa queda de cabelo?
quantos remédios de pressão precisa pra encaminhar?
eu queria entender melhor o que é síncope
quero informações sobre melasma
me fala sobre hipertensão
to estudando pra prova, quais os critérios de encaminhamento de acne?
sou enfermeira, queria saber os critérios pra encaminhar nódulo de tireoide
quando o nódulo de tireoide precisa de punção?
e quem tem tireoide, pode tomar anticoncepcional?
acne na gravidez
dor no peito quando é grave?
pinta que cresce é sempre câncer?
o q fazer em caso de desmaio
qual pressão é considerada alta
acne tem cura?
psoríase tem cura
oq causa vitiligo
quanto tempo demora o encaminhamento pra dermato?
quem decide se o caso é urgente?
posso pegar psoríase de outra pessoa?
se eu for diabético posso doar sangue?
causas da queda de cabelo
remédio pra acne
qual exame detecta arritmia
qué es la arritmia
cuáles son los síntomas del hipotiroidismo?
la psoriasis se contagia
cómo sé si un lunar es peligroso?
qué pasa si una persona tiene la presión alta
el acné tiene cura?
para qué sirve el holter
quién tiene derecho a la bomba de insulina
diferencia entre acné y rosácea
mi hermana pregunta si la psoriasis es hereditaria
what causes psoriasis
does stress cause hair loss?
is vitiligo contagious
what is the difference between type 1 and type 2 diabetes
how do you treat high blood pressure
when to refer a thyroid nodule
can children have high blood pressure?
what blood pressure is too high
symptoms of diabetes
who should get bariatric surgery
what happens if someone with diabetes doesn't take insulin
which exams should I bring?
my neighbour wants to know what melasma is
dá pra tratar vitiligo pelo sus?
quem tem IMC 35 pode operar?
minha professora pediu pra pesquisar o que é hanseníase
psoríase é doença autoimune?
alguém com arritmia pode beber?
como funciona o encaminhamento pra cardiologista
qual a fila pra dermatologista
quais documentos precisa pra consulta
qual a idade mínima pra bariátrica
o que a nota técnica diz sobre acne
em quais casos de psoríase devo encaminhar?
um paciente com IMC de 37 e apneia pode ser encaminhado?
conduta na hipertensão resistente
critérios de encaminhamento para dermatologia
é verdade que vitiligo é emocional
sol faz mal pra quem tem melasma?
glicemia de 126 já é diabetes?
por que o cabelo cai
porque o cabelo cai depois do parto?
acne some sozinha?
obesidade é doença
hipotireoidismo dá queda de cabelo
pressão alta pode causar dor de cabeça
que doença dá coceira no corpo todo
caso eu tenha pressão alta vou ter que tomar remédio pra sempre?
se meu filho tiver asma pode ter dermatite?
¿es peligroso un soplo en el corazón?
qué comer si uno tiene diabetes
dónde tratan la psoriasis
el vitiligo se hereda?
por qué se cae el pelo
can you explain what arrhythmia is
is BMI 40 considered obese?
how much weight loss counts as a success
why does skin itch
does insurance cover bariatric surgery
what are the criteria for referral to cardiology
my teacher asked about psoriasis
""".strip().splitlines()
UNCLEAR = """
psoríase
acne
hipertensão
pressão alta
diabetes tipo 2
nódulo na tireoide
Obesidade grau 3
thyroid nodule
vitíligo
high blood pressure
hipotiroidismo
tive acne quando jovem
já tive acne mas sarou
minha vó teve câncer de pele
não tenho diabetes
não tenho dor no peito
tuve acné de chico
I had acne as a teenager
tive uma alergia há muitos anos, já passou
oi
sim
ok, obrigado
bom dia
psoriasis
vitiligo
hipotireoidismo
arritmia
tive pressão alta na gravidez, já passou
quando eu era criança tive asma
minha mãe já teve câncer de pele
eczema
melasma
síncope
não tenho nenhum sintoma
insuficiência cardíaca
dermatite atópica
acne vulgar
skin cancer
rosácea
colesterol alto
hipertensión arterial
I used to have eczema as a kid
de niño tuve asma
obrigada
thyroid
tireoide
fui curado da acne
tive sarna ano passado mas curei
meu avô teve derrame
não sou diabético
nunca tive pressão alta
no tengo diabetes
i don't have diabetes
I had asthma when I was a child
psoriase ungueal
onicomicose
fibrilação atrial
doença de graves
osteoporose
melanoma
hypertension
boa tarde
entendi
""".strip().splitlines()
