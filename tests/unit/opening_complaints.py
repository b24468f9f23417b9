"""What people write first who complain: practice for the rules of bot/consultation/opening.py."""

COMPLAINTS = """
to com coceira faz 2 meses
minha mãe tem pressão alta que não baixa
dor nas juntas
preciso de encaminhamento pro cardiologista, meu coração dispara
Paciente de 54 anos, IMC 42, HAS em uso de 3 drogas
fui diagnosticado com hipotireoidismo
sou diabético e quero consulta
tenho acne, o que faço?
meu cabelo tá caindo, é normal?
mancha escura nas costas que cresceu
coceira no corpo todo
apareceu um caroço no meu pescoço
apareceu uma mancha no rosto não sei o que é
minha filha de 14 anos ta cheia de espinha e nao quer sair de casa
meu pai vive cansado e com a perna inchada
tomo losartana e hidroclorotiazida e a pressão continua 17 por 10
as placas no cotovelo voltaram de novo
acne que não melhora com nada
acho que to com tireoide, engordei 10 kg
oi doutor, bom dia. eu sinto meu coração batendo muito rápido quando deito
meu exame de tireoide deu alterado
queria um dermato pras minhas espinhas
desmaiei duas vezes essa semana
pq meu rosto fica vermelho e ardendo?
qual médico trata a psoríase do meu filho?
não to bem, muita tontura
não consigo dormir de tanta coceira
verruga no dedo que já queimei e voltou
meu colesterol tá 310 mesmo tomando remédio
IMC 41
LDL 210 em uso de rosuvastatina 40
HAS resistente: HCTZ 25, anlodipino 10, losartana 100, MRPA 160x98
Pcte fem, 62a, DM2 há 15 anos, HbA1c 9,8%, encaminho?
acne grau III, 17a, sem resposta a doxiciclina por 5 meses, isotretinoína?
sou hipertensa desde 2010
minha tireoide tá grande
tenho um trem estranho na perna que sangra
tive um avc há três meses e a pressão não fica boa
quero tratar minha psoríase
o que pode ser essa mancha no meu braço?
coceira que não passa o que pode ser
quando subo escada me falta o ar
minha unha tá grossa e amarela
ferida no nariz que não cicatriza, é grave?
posso tomar sol? tenho vitiligo
a pele do meu bebê tá descamando
meu marido ronca e tem obesidade
tenho pressão alta, posso comer sal?
meus triglicerídeos deram 900
quero saber se é normal meu peito doer quando ando
me duele el pecho cuando camino
tengo manchas blancas en las manos
mi mamá tiene la presión alta y no le baja con nada
se me cae el pelo, ¿qué hago?
picazón en todo el cuerpo
soy diabético y necesito una derivación
mi hijo tiene la piel seca y se rasca toda la noche
me diagnosticaron hipotiroidismo hace dos años
me salió un bulto en el cuello
lunar en la espalda que creció
HTA resistente con 3 fármacos, uno diurético, ¿interconsulta?
la psoriasis no se me quita con cremas
estoy perdiendo peso y me tiemblan las manos
my heart races when I lie down
I have had acne since I was 15
itchy rash on my arms for two months
my mum has high blood pressure that won't come down
I was diagnosed with diabetes last year
mole on my back that is growing
why is my hair falling out?
I need a referral for my psoriasis
my skin is peeling, is it normal?
chest pain when walking
54 year old patient, BMI 42, on three antihypertensives
lump in my neck
i'm losing hair, what should i do
I think I have eczema
still bleeding after cream, spot on my nose
my daughter has blisters on her hands, can it be treated?
doutor minhas mãos coçam muito e descascam
meu filho tem 8 anos e ta com umas manchas brancas no rosto
minha esposa tem hipotireoidismo e tá sempre cansada
eu tenho arritmia e quero saber se posso fazer academia
bom dia, tenho 45 anos, pressão alta há 10 anos, tomo 3 remédio e não controla
to preocupada com uma pinta q eu tenho no ombro
apareceu uma bola no meu pescoço
ando com muita queda de cabelo
meu coração acelera do nada, será que é ansiedade?
coceira na cabeça e caspa
meu pé tá com rachadura e coçando entre os dedos
vivo com azia e dor no peito
minha glicemia em jejum deu 140
sinto palpitação quando deito
sou obesa, peso 120kg e tenho 1,60
peso 130 kilos e não consigo emagrecer
minha sogra desmaiou ontem
tenho um nódulo na tireoide de 2cm
tô com umas bolinha na pele q coça
preciso de encaminhamento pra dermatologista por causa da minha acne
Encaminho paciente feminina, 38 anos, com nódulo tireoidiano de 2,3 cm TIRADS 4
gostaria de agendar consulta pois tenho psoríase
será que meu problema de pele é psoríase? coça e descama
meu avô tem insuficiência cardíaca e tá inchado
tenho medo de ser câncer essa mancha
descobri um sopro no coração
não aguento mais essa coceira
faz 3 dias q to com uma ferida na boca
estou com a pele toda empolada depois de tomar remédio
minha cara tá cheia de espinha socorro
tenho pressão alta
sou hipertenso
tenho diabetes
tenho psoríase há 5 anos, tem cura?
diabetes descontrolada, glicada 11
tengo acné, ¿qué hago?
mi abuela se desmaya seguido
me pica todo el cuerpo desde hace una semana
soy hipertenso y la presión no me baja
tengo un lunar que cambió de color
necesito ver a un dermatólogo por mi psoriasis
mi corazón late muy rápido
tengo la tiroides alta
estoy muy cansada y se me cae el cabello
manchas rojas en las piernas desde ayer
me salen granos en la cara
peso 120 kilos y tengo diabetes
paciente masculino de 60 años con HTA mal controlada
i have psoriasis on my elbows
my son has eczema
there's a dark spot on my leg that keeps growing
I keep fainting
my blood pressure is always 170 over 100
I'm diabetic and my feet are numb
been having palpitations for weeks
my acne is getting worse
hair falling out in patches
I need to see a cardiologist, my heart skips beats
is this mole on my arm dangerous?
swollen neck and trouble swallowing
oie, entao, faz uns 6 meses q meu cabelo ta caindo mt e tenho falhas, ja fiz exame e deu normal
boa noite minha mae de 70 anos ta com o pulso baixo 38 e desmaiou
eu queria saber se essa mancha na minha perna é perigosa
queria uma consulta com cardiologista, ando sentindo palpitação
preciso de um encaminhamento pro endocrino tenho hipotireoidismo
meu médico falou que meu colesterol tá muito alto
qual remedio eu tomo pra minha pressao que nao baixa?
é normal sentir o coração disparar? acontece comigo todo dia
suor, tremor e perda de peso, TSH suprimido
Homem, 67 anos, dispneia aos esforços, FE 35%, em uso de carvedilol
lesão ulcerada em face há 8 meses, idoso
meu problema é acne
minha pressão é alta
é sobre meu filho, ele tem dermatite atópica
estoy embarazada y tengo hipotiroidismo
ya probé de todo para la caspa y nada
mi papá está con el corazón grande y se cansa mucho
niño de 5 años con dermatitis atópica severa que no responde a corticoides
mother with type 2 diabetes, sugar always over 300
can you help me? my face is covered in acne
got a rash that won't go away
ive put on 20kg and feel tired all the time
tenho 15 anos e muita espinha, vcs atendem?
meu tsh deu 12 o que significa
fui diagnosticada com lupus ano passado e agora apareceu ferida no rosto
acho q meu namorado tem psoriase
quero operar a obesidade, tenho IMC 43
minha pinta coça
descobri que tenho diabetes semana passada, e agora?
coceira e vermelhidão entre as pernas
olhos saltados e tremedeira
inchaço nas pernas
falta de ar quando deito
desmaios
tontura
ferida
estou com suspeita de câncer de pele
eu tinha melhorado da psoríase mas voltou tudo
sofro com melasma desde a gravidez
não tenho febre mas to com o corpo todo manchado
o meu peito dói
tem uma mancha aqui no braço
acabei de descobrir um nódulo na tireoide
""".strip().splitlines()
