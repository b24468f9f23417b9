"""What patients ordinarily send: complaints and questions that no rule of refusal may stop."""

from __future__ import annotations

STATEMENTS = """
tomo losartana e a pressão não baixa
minha pressao continua alta mesmo com os remedios
esqueci de tomar o remédio da tireoide ontem
meu médico mudou as regras da dieta e eu emagreci
ninguém marcou meu retorno depois do infarto
tô esperando o cardiologista faz um ano e o inchaço piorou
coração disparado quando subo escada
tô com manchas brancas no braço
apareceu uma ferida no nariz que não fecha
meu pai tem diabetes e a glicose vive em 300
tenho diabetes e o pé tá dormente
queda de cabelo depois da gravidez
o médico aumentou a dose da metformina e a glicada continua 9
já troquei de pomada três vezes e a coceira volta
parei o anticoncepcional e a espinha piorou
usei corticoide na pele e afinou tudo
fiz o exame e deu nódulo na tireoide
minha filha toma insulina e tem hipoglicemia de noite
engordei 15 quilos em três meses sem mudar nada
caroço no pescoço que mexe quando engulo
a doutora do posto pediu um eco e deu sopro
desmaiei no ônibus semana passada
mia pele descama no coutovelo
verruga no dedo que já queimei duas vezes
pinta que mudou de cor
estou gravida e o tsh deu 6
tenho colesterol alto e tomo sinvastatina todo dia
meu marido ronca e tem pressão alta
as unhas estão grossas e amarelas
suor frio e tremedeira quando fico sem comer
o posto me mandou de volta porque faltou o laudo
voltei do endocrinologista e ele pediu mais exames
minha mãe teve infarto com 50 anos
bolinhas no braço do meu bebê que não saem
faz seis meses que minha menstruação não vem
el corazón me late muy rápido por las noches
me salieron manchas rojas en la espalda
tomo enalapril y la presión sigue alta
mi mamá tiene diabetes y se le duermen los pies
se me cae el pelo a mechones
tengo un lunar que creció mucho
me desmayé dos veces este mes
el médico me cambió la pastilla y me hincho
tengo la tiroides lenta y estoy muy cansada
mi hijo tiene la piel seca y se rasca
subí diez kilos y no como tanto
me dieron el resultado y el colesterol está en 280
una verruga en la mano que no se va
me pica todo el cuerpo sin ronchas
my ankles swell by the evening
I take losartan and my blood pressure is still high
my doctor changed my thyroid pills and I feel worse
a mole on my back has got darker
my hair is falling out in patches
I keep getting dizzy when I stand up
my sugar is over 250 even on insulin
my toddler has dry itchy skin behind the knees
I was told I have a thyroid nodule
heart skipping beats at night
I forgot to take my tablets twice this week
wart on my finger that keeps coming back
gained a lot of weight and my face is round
my cholesterol came back at 290
nobody has called me since the stress test was abnormal
"""

QUESTIONS = """
what is hypertension?
what is acne
what's psoriasis?
what is high blood pressure?
a tireoide pode causar queda de cabelo?
pode ser da tireoide esse cansaço todo?
é normal a pressão subir com o estresse?
minha pinta coça, é preciso ir ao especialista?
palpitação precisa de encaminhamento para o cardiologista?
quais exames preciso levar para a consulta de diabetes?
quando a pressão alta vai pro cardiologista?
o que é bradicardia?
quais os sinais de alerta da insuficiência cardíaca?
psoríase é contagiosa?
quem tem vitiligo tem direito ao dermatologista?
o que significa tirads 4?
mostre os sinais de alerta do infarto
me explica o que é síndrome de cushing
tenho nódulo na tireoide de 2 cm, vou pra endócrino?
meu eletro deu bloqueio, o que eu faço?
com quanto de glicada encaminha?
o que precisa ter no encaminhamento de psoríase?
qual especialista cuida de queda de cabelo?
queimaram minha verruga e voltou, e agora?
a losartana pode dar tosse?
a vitamina D baixa pode cansar?
será que é da tireoide?
¿puede ser de la tiroides?
¿cuándo me derivan por un lunar?
¿qué estudios llevo si tengo arritmia?
¿qué es la fibrilación auricular?
¿es normal que se me caiga el pelo después del parto?
¿la psoriasis tiene cura?
¿qué necesito para que me vea el dermatólogo?
¿cuáles son las señales de alarma de un lunar?
me hicieron un eco, ¿a quién tengo que ver?
could it be my thyroid?
what is atrial fibrillation?
when should someone with high blood pressure see a cardiologist?
which tests do I need for a thyroid nodule referral?
is it normal to lose hair after having a baby?
what are the warning signs of melanoma?
does vitiligo need a referral?
who looks after someone with type 1 diabetes?
o que eu tenho que levar?
o que tenho que fazer?
que doença causa mancha branca?
preciso levar o diagnóstico?
o que eu tenho pode ser psoríase?
tenho diabetes, o que devo levar pra consulta?
quantos exames preciso levar?
quanto tempo dura o tratamento?
quantas vezes por dia medir a pressão?
não posso tomar losartana porque me dá tosse
preciso tomar 3 remédios e a pressão continua alta
vou tomar o remédio e passo mal
o médico mandou parar a sinvastatina e o colesterol subiu
parei de tomar o remédio, preciso voltar no cardiologista?
quem toma insulina tem direito a endócrino?
tenho pressão alta há 10 anos e agora falta de ar
tenho arritmia desde criança, preciso de acompanhamento?
meu exame deu infarto antigo, o que eu faço?
será que pode ser câncer?
pode ser melanoma?
será que preciso de especialista?
a pomada que eu uso não resolve
minha pinta sangra, é pra procurar o dermato?
qual médico trata vitiligo?
qual especialista devo procurar?
quanto tempo posso esperar?
posso ir direto no cardiologista?
posso levar exame antigo?
posso fazer exercício com arritmia?
posso tomar sol com melasma?
posso comer doce?
o que posso fazer pra melhorar?
qual exame detecta melanoma?
o remédio da pressão faz cair cabelo?
metformina dá diarreia?
a fila do exame tá grande e eu tô piorando
fiz consulta com cardiologista e ele marcou cateterismo
o posto não tem dermatologista, pra onde eu vou?
minha consulta com endocrino é semana que vem, o que levo?
marcaram meu eco pra março e a falta de ar piorou
quero ser encaminhada pro endocrino
como consigo encaminhamento?
como faço pra ser encaminhado?
onde coço fica vermelho
onde vou com essa ferida?
tem especialista pra isso?
o medico disse que é sopro, isso é grave?
what should I do about my blood pressure?
what do I have to bring?
which doctor treats thyroid problems?
how many tests do I need?
how often should I check my sugar?
do I have to see a specialist?
am I going to need a referral for diabetes?
is it my thyroid?
can stress raise blood pressure?
can I see a cardiologist for this?
I can't take statins because of muscle pain
my doctor said I should stop the cream and it came back
they told me to increase my insulin and I still run high
¿qué tengo que llevar?
¿qué tengo que hacer?
tengo diabetes y no veo bien
no puedo tomar enalapril por la tos
¿puedo comer sal?
¿qué médico ve la tiroides?
me mandaron dejar la metformina y me subió el azúcar
tengo turno en marzo pero empeoré
¿cómo consigo la derivación?
¿es contagioso el molusco?
tenho que tomar remédio pra sempre?
quem tem hipotireoidismo toma remédio a vida toda?
tenho hpv e verruga, vou pra qual médico?
minha mãe tem alzheimer e pressão alta?
com ldl 190 encaminha?
tenho câncer de pele na família, preciso ir ao dermato?
sou diabético e meu pé tá preto
sou hipertenso, posso ter problema no coração?
quem tem psoríase?
quem trata diabetes e hipertensão?
como evitar o melanoma?
o que tem na dieta de quem tem diabetes?
existe tratamento pra vitiligo e psoríase?
quem tem diabetes tem prioridade?
does diabetes cause itching?
what causes melasma?
"""


def lines(table: str) -> list[str]:
    """The phrases of a table, one a line."""
    return [line for line in table.strip().splitlines() if line]


def ordinary() -> list[str]:
    """Statements and questions together."""
    return lines(STATEMENTS) + lines(QUESTIONS)
