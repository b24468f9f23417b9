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
"""


def lines(table: str) -> list[str]:
    """The phrases of a table, one a line."""
    return [line for line in table.strip().splitlines() if line]


def ordinary() -> list[str]:
    """Statements and questions together."""
    return lines(STATEMENTS) + lines(QUESTIONS)
