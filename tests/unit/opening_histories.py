"""Histories of care, stories that name no illness, hearsay and errands: practice for the rules of opening.py."""

LAPSED = """
puseram dois stent em mim e de lá pra cá nunca mais vi cardiologista
botei duas safenas faz 6 ano e nunca mais voltei no médico do coração, to querendo retomar
mi esposo tuvo un infarto hace 4 años y dejó de ir a los controles
me operaron de la válvula mitral en 2018 y perdí el seguro, hace dos años que nadie me controla
had a valve replaced in 2014, my old cardiologist retired and i need a new one
three stents in 2018, insurance changed, nobody is following me
sou DM1 desde criança e meu endócrino se aposentou
had melanoma removed 5 years ago and skipped my last two skin checks
Fui dada de alta del hospital con insuficiencia cardíaca y me dijeron que viera un cardiólogo
derrame pericárdico pequeno no eco, reumato mandou procurar cardiologia
bicho-geográfico não é, a médica olhou e falou pra vir na dermato
""".strip().splitlines()
GENDER = """
sou mulher trans, 31, parei os hormônios pq fechou o ambulatório da minha cidade
quiero empezar la hormonización, soy varón trans, 22 años
nonbinary, 25, my clinic closed and ive got two weeks of estradiol left
mtf, 40, ready to start hrt, no idea who to see
me identifico como mulher e quero começar a transição com acompanhamento
hombre trans, vivo en un pueblo y acá nadie receta testosterona
""".strip().splitlines()
UNNAMED = """
subo um degrau e fico mole
ando meia quadra e tenho que parar pra pegar ar
camino una cuadra y me tengo que sentar
cant make it up the stairs without stopping twice
everything goes grey when i stand up, happened again today
os anéis não entram mais e o sapato foi de 40 pra 43
no puedo dormir acostado, me ahogo, uso tres almohadas
had to sit down halfway through mowing the lawn
""".strip().splitlines()
HEARSAY = """
ouvi na tv que ovo aumenta colesterol, procede?
meu cunhado jura q alho baixa pressão, é verdade ou é lenda
en la radio dijeron que el café da arritmia, será así?
my coworker swears coconut oil cures eczema, is that legit
mi comadre me contó que la sábila cura la psoriasis, ¿será verdad?
my uncle claims garlic cures high blood pressure, is he right
minha tia pediu pra eu perguntar se osteoporose tem cura
""".strip().splitlines()
CHOICES = """
losartana ou enalapril, qual faz menos mal pro rim
melanoma espalha rápido ou demora anos
hashimoto y graves son lo mismo
bócio e nódulo é a mesma coisa
type 1 or type 2, which one needs insulin
verruga se opera o se congela
TSH alto ou baixo é hipo
desmaio por calor é coisa de coração ou não
levotiroxina engorda o adelgaza
sopro funcional precisa de acompanhamento ou pode esquecer
""".strip().splitlines()
HYPOTHETICAL = """
caso hipotético: imc 38 sem comorbidade, opera?
se eu parar a levotiroxina o que acontece
my son is doing a project on diabetes, what organ makes insulin?
sou professora e tem aluno com molusco, precisa afastar?
los niños pueden tener psoriasis
""".strip().splitlines()
ERRANDS = """
quero remarcar minha consulta de quinta
preciso desmarcar a consulta do dia 12, vou viajar
quiero cancelar mi cita con el cardiólogo
need to reschedule my appointment for tuesday
no puedo asistir mañana a mi control
perdi meu cartão do sus
meu coração tá ótimo, só passei pra agradecer
""".strip().splitlines()
CLOSED = """
me operaron del corazón de bebé, me dieron de alta a los 10, asunto cerrado
tirei um carcinoma em 2012, dermato deu alta, página virada
me operaron en 2009 y era benigno, me dieron de alta. historia vieja
tive hipertireoidismo na gravidez do primeiro, normalizou sozinho e nunca mais
warts as a teen, froze them, never came back
high blood pressure during pregnancy, normal ever since
tive sopro quando bebê, fechou sozinho
""".strip().splitlines()
