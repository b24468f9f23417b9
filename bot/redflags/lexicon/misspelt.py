"""Words that patients in a hurry misspell, and everyday words that must not be taken for them."""

from __future__ import annotations

KEYS = frozenset(
    """
respirar respirando respira respiro respiracao consigo consegue conseguindo falta peito braco bracos coracao esquerdo
infarto infartando enfartando infartou derrame convulsao convulsionando convulsionou desmaiou desmaiei desmaiando
desmaiar desmaio engasgou engasgado engasgada engasgando sangrando sangramento sangue vomitando vomito vomitou
sufocando inconsciente confuso confusa garganta lingua inchando inchou inchado inchada inchaco labio labios gravida
gestante febre suicidio suicidar matar morrer viver acordar cabeca barriga pescoco glicose glicemia hipoglicemia
acucar pressao alergia alergica anafilatico anafilatica anafilaxia comprimidos comprimido remedios remedio veneno
bateu queimou queimadura visao enxergando formigando formigamento dormente saturacao tossindo cuspindo palpitacao
tontura sonolenta sonolento molinho molinha manchas bolhas descolando erisipela trombose panturrilha paralisado
paralisada torta entortou entortando caida embolada arrastada enrolada suando pulso dificuldade ofegante desacordado
desacordada tremendo calafrios espumando debatendo tonta tonto cortando enforcar overdose chumbinho sanitaria agua
aperto apertando dormencia desmaiada desmaiado ambulancia socorro desaparecer sumir existir sentido queimacao insuportavel
pecho pechos brazo brazos izquierdo corazon opresion presion puede puedo derrame desmayo desmayada desmayado desmaye
despierta responde ahogo ahoga ahogando ahogandose atraganto atragantado atragantada sangrando sangrado sangre vomitando
vomita vomitos convulsionando convulsiones convulsion inconsciente hinchada hinchado hinchando hincho hincharon lengua
labios garganta cerrando embarazada fiebre cabeza barriga cuello nuca glucosa azucar alergica alergia anafilaxia
pastillas pastilla quemo quemadura vision hormigueo entumecido dormido dormida mareada mareado confundida confundido
manchas ampollas pierna hablar mover morirme morir matarme suicidarme suicidio vivir desaparecer despertar
breathe breathing breath chest heart attack stroke choking choke unconscious unresponsive seizure convulsing swollen
swelling tongue throat bleeding blood vomiting pregnant headache pressure allergic anaphylaxis anaphylactic overdose
overdosed swallowed poison suicide suicidal killing kill myself dizzy fainted fainting collapsed collapse numb numbness
drooping slurred speech confused fever sugar glucose sweating sweats tightness severe paralyzed unable diabetic
""".split()
)

LOOKALIKES = frozenset(
    """
tintura response responses bold dies alba view entorno aborda confessar confesar
feito feita preto perto prato direito leito pleito respeito efeito barco barcos buraco buracos brakes casaco
pescado falha falhar faltar fallar carta corta porta aberta aberto alerta prisao prison prision pressa depressa
expressao presas impressao depressao opressao prestou lesao versao missao cuidado comida bebida cadeia saida ida
sentada sentado cantando contando cortado cartando gritando girando gerando sagrado sangria sandra alegria
alegrias alegre algeria energia matriz maratona mater materia marcar cortar correr morder morar moral mortal
morreu vivo viva valer vender ver verde vacina vagina visita viagem cabecas cabelo cabelos careca cabana barra
barriguda barrigas gloria glicerina acordo acordes abordar recordar acorda acordou remediar remedial comprido
compridos comprimento comprimentos cumprimento cumprimentos tanto tinta santa canta conta junta ponta tento
tempo fonte entortada terra torre tarta torto pulo puro pulsar pulseira bolas bolachas bola folhas malhas
marchas machas mancha mancos brazil brasil abrazo abrazos placebo pechuga peche leche techo hecho derecho noche
ocho pulga pierde piedra perna pera poema prensa tengo cuesta cuento cuenta cabello castillo pasillo partilla
parrilla pastel pastor anillo ayer ahora ahorro ahorrar hablas hable hablado hablando moverse mirar nacer
vivimos visiones mission missions decision version fusion prisons person pleasure presume treasure measure
secure insure stolen woollen selling spelling smelling dwelling telling breeding blessing reading leading
feeding bleaching breaking baking making breast breasts bread breed chess chase cheat cheese heat hear heard
hard hearth earth attach attic stoke stock strike stroll store joking checking chucking shocking clocking coking
shoulder thought through though taught tough togue flood food blond mood brood wood kidding killed skill skills
bill fill hill will milk numbers number limb dumb thumb lumb nun seated seating sewing heating beating meeting
sweaty sweet sweets seats server serve several serene sever unite table enable unstable stable cable diabolic
favor favour never ever clever seven river lever cigar suger sigh vigor regular figure dozy lazy pizza fizzy
fuzzy dazzle painted planted fainter collage college colleges collected collapsing pregnancy heading headlights
handache throng threat threads thread slept slur spinach speak speed spend spent confuse confirmed confined
contused consulted connected consigna contigo consiga castigo conceder prometido comprida pegou bate bateria
batata beta bato quebrou queijo queimar queixou queixo quero hincha hinchas lancha concha incha inchar linha
linhas lindo lindos pingando pinga tingindo fingindo cupido cupim suado suave sumando somando usando suor
sugando soando sonando saltando soltando sortando sofrendo sonolencia tossir tossido torcendo torcida passando
fitness fitting flavor blister glucosamine sucrose suicida vivido divido enrolado enrolar embolado arrastado
paralela paralelo parasita entidade tremendous tremenda dizer dizem sumida sumido assumir sumiu resumir existe
existiu exigir exibir excitar sentida sentidos sentimos desmanchar desfazer despedir despertou socorrer recorrer
formiga formigas formando formado formato fomigando fugindo aguda agudo agudas agora aguas agulha alguma algum
alga tortas tortilla curta pena puesto puente pueblo mareas marea marcado marcada mercado manada marada
confesado confiado confundir cortina cortinas bold dies alba view entorno aborda confessar confesar choosing
garanta gravada esforcar precio precios preciosa pierda partilhar partilha correcao disser acerto concede fewer
kissing sweater vicious respirador respondo resposta respeita respeitar respeta respaldo repartir reparar
retirar retira repita admirar aspirar inspirar inspira espirrar espirrando esperando expirar conspirar
transpirar transpirando
""".split()
)
