"""Ways of telling, straight or not, that one wishes to die or to be hurt; and figures of speech that do not tell it."""

from __future__ import annotations

LEXICON = """
WISH
  pt: quero|queria|quer|querendo|queremos|vontade|desejo|preferia|prefiro|preferiria|gostaria|pensando em
      |penso em|pensa em|pensei em|pensar em|pensando|pensamento|pensamentos|planejando|planejo|ideia de
      |tomara|podia|decidi|vou|vai|tento|tentou|tentar|tentando|tentei|plano|planos|ameacou|ameaca|ameacando
      |so penso em|preciso|querer
  es: quiero|quiere|queria|quisiera|ganas de|deseo|prefiero|preferiria|pensando en|pienso en|piensa en
      |pensar en|pensamientos|planeando|planeo|plan|ojala|intento|intenta|intentando|voy a|va a|decidi|amenaza
      |amenazo|trato de|idea de
  en: want|wants|wanna|wanted|wanting|wish|wishes|wishing|thinking|think|thoughts|thought|planning|plan|plans
      |rather|ready to|going to|trying to|tried to|try to|tries to|threatening|threatened|urge to|decided to
      |hope|gonna|considering|feel like|about to
WANT
  pt: quero|queria|quer|querendo|queremos|vontade|desejo|preferia|prefiro|preferiria|gostaria|pensando em
      |penso em|pensa em|pensar em|penso so em|planejando|tomara|podia|decidi|preciso|querer|so penso em
      |rezo para|peco para ; devia|deveria|mereco|quem dera
  es: quiero|quiere|queria|quisiera|ganas de|deseo|prefiero|preferiria|pensando en|pienso en|piensa en|ojala
      |decidi|rezo por ; deberia|merezco
  en: want|wants|wanted|wanting|wish|wishes|wishing|rather|ready to|urge to|decided to|hope|thinking about
      |thinking of|think about|praying to|hoping to|deserve to ; should|deserve to|could just
DIE
  pt: morrer|morre|morre|estar morto|estar morta|deixar de existir|parar de existir|nao existir
  es: morir|morirme|morirse|morirnos|estar muerto|estar muerta|dejar de existir|no existir
  en: die|be dead|was dead|were dead|am dead|dying|stop existing|not exist|cease to exist|was never born
VANISH
  pt: sumir|desaparecer|evaporar
  es: desaparecer|esfumarme
  en: disappear|vanish
FOR_EVER
  pt: para sempre|pra sempre|do mundo|desse mundo|deste mundo|da face da terra|de vez|da vida
      |daqui para sempre|sem deixar
  es: para siempre|del mundo|de este mundo|de la faz
  en: forever|for good|from this world|from the world|from the earth|permanently
VANISH_FROM
  pt: sumir|desaparecer + com|daqui|esse|essa|essas|esses|as|os ; sumir|desaparecer + de|dessa|desta|deste
      |desse|da|do ~2 cidade|trabalho|lugar|emprego|grupo|casa|escola|faculdade|pais|vergonha|festa ; sumir
      |desaparecer ~2 manchas|espinhas|dor|coceira|acne|ferias
  es: desaparecer + a|las|los|estas|estos|el|esta ; desaparecer ~2 manchas|granos|dolor
  en: disappear + from|at|to ; make ~3 disappear|vanish ; disappear ~2 acne|spots|pain|rash
LIVE
  pt: viver|vivendo|existir|acordar|estar vivo|estar viva|estar aqui|continuar vivendo|continuar viva
      |continuar vivo|seguir vivendo|respirar mais
  es: vivir|viviendo|existir|despertar|despertarme|estar vivo|estar viva|seguir viviendo|seguir vivo
      |seguir viva|estar mas aqui|estar en este mundo|estar aqui
  en: live|living|exist|be alive|wake up|be here anymore|be here any more|be here any longer|keep living
      |go on living|be around anymore|be on this earth|keep going
KILL_SELF
  pt: me quero matar|me vou matar|por um fim na vida|dar fim na vida|dar fim a vida ; me matar|mi matar|se matar
      |matar me|me suicidar|se suicidar|suicidar|me enforcar|se enforcar ; tirar (a) (minha|sua
      |propria) (propria) vida ; acabar|terminar|fim ~2 minha vida|propria vida|com a vida|vida dela|vida dele
      ; acabar com tudo|me jogar da|me jogar do|me jogar na frente|me atirar da|me atirar do|me jogar de
      |se jogar da|se jogar do|se jogar na frente|pular da ponte|pular do predio|pular da janela
      |pular da sacada|me dar um tiro|dar um tiro na cabeca|cortar os pulsos|cortar meus pulsos|cortar o pulso
      |acabar com meu sofrimento|por um fim em tudo|por fim a tudo ; tirar ~1 propria vida
      ; WISH ~1 tomar ~2 veneno|chumbinho|tudo|todos|todas|cartela|vidro|frasco ; me jogar|se jogar ~2 frente
      |embaixo|debaixo|trem|onibus|carro|rio|viaduto ; arma|revolver ~1 na cabeca ; tirar ~1 vida ; deixar
      |partir|ir embora ~1 desse mundo|deste mundo|esse mundo|dessa vida|desta vida ; tom*|beb*
      |engol* ~6 para morrer|para me matar|para se matar|para nao acordar
  es: me|se + quiero|quisiera|quiere|pienso|piensa|puedo|voy|va|vuelvo ~1 matar|suicidar|ahorcar|colgar
      |quitar la vida ; matarme|matarse|me mato|me voy a matar|se va a matar|suicidarme|suicidarse|suicidar
      |ahorcarme|ahorcarse|colgarme|quitarme la vida|quitarse la vida|quitarme mi vida|acabar con mi vida
      |acabar con su vida|acabar con todo|terminar con todo|terminar con mi vida|poner fin a mi vida
      |ponerle fin|tirarme de|tirarme del|tirarme por|tirarse del|tirarse de|lanzarme de|lanzarme del
      |lanzarme al|saltar del puente|saltar de un|pegarme un tiro|cortarme las venas|tirarme al
      ; WISH ~1 tomar*|tragar* ~2 veneno|todas|todo|pastillas ; irme|dejar|partir ~1 de este mundo|este mundo
      |de esta vida ; acabar con ~1 sufrimiento ; tom*|beb*|trag* ~6 para morir*|para matarme
      |para no despertar ; tirar|tirarme|lanzar|lanzarme|aventar|aventarme ~2 puente|edificio|ventana|balcon
      |tren|metro|camion
  en: kill|killing + myself|herself|himself|themselves|themself ; hang|hanging|shoot|shooting|drown
      |drowning + myself|herself|himself|themselves ; take|taking|end|ending ~1 my|her|his (own) life
      ; end it all|ending it all|end everything|end it tonight|just end it|jump off a|jump off the
      |jump in front|jump from|off myself|slit my wrists|cut my wrists|blow my brains|commit suicide
      |committing suicide|overdose on purpose ; WISH ~1 take ~2 all|poison|bottle ; leave this world
      |leaving this world|end my suffering|gun to my head ; take|took|taken|drink ~6 to die|to kill myself
      |to kill herself|to kill himself
SUICIDAL
  pt: suicida|suicidas|pensamentos suicidas|ideacao suicida|tentativa de suicidio|tentou suicidio
      |tentou o suicidio|carta de despedida|carta de suicidio|bilhete de despedida|pensando em suicidio
      |pensamento de suicidio|penso em suicidio|cometer suicidio
  es: suicida|suicidas|pensamientos suicidas|ideas suicidas|carta de despedida|carta de suicidio
      |pensando en suicidio|pensando en el suicidio|intento de suicidio|nota suicida
  en: suicidal|suicide note|goodbye note|goodbye letter|goodbye letters|thinking about suicide
      |thinking of suicide|thoughts of suicide|considering suicide|suicide plan|contemplating suicide
SUICIDAL_OTHER
  pt: celula|celulas|esquadrao|prevencao + suicida|suicidas
  en: suicide ~1 prevention|hotline|awareness
SELF_HARM
  pt: me cortando|se cortando|me cortar|se cortar de|me corto|me mutil*|automutil*|se mutil*
      |me machucar de proposito|me machucando de proposito|se machucar de proposito|me ferir
      |me cortei de proposito|se corta de proposito ; WISH ~2 me machucar|me ferir|se machucar
      ; cort* ~5 de proposito|gilete|navalha|estilete|para aliviar|bisturi
  es: me corto|me estoy cortando|cortandome|cortarme|se esta cortando|se corta los brazos|autolesion*
      |hacerme dano|hacerse dano|lastimarse a proposito|me hago dano ; WISH ~2 lastimarme
  en: cutting|cut|hurt|hurting|harm|harming|burning + myself on|myself again|herself on|himself on|myself and
      |myself to ; cutting|harming|hurting|harm|hurt + myself|herself|himself|themselves ; self harm*
      |selfharm*|been cutting ; cut|cuts + myself|herself|himself|themselves ~1 on purpose|again|intentionally
      |deliberately ; cuts herself|cuts himself
HURT_BY_CHANCE
  pt: me cortar ~2 cabelo|barba|unha|fazendo barba ; barba|depila*|raspar|pelos
  es: cortarme ~2 pelo|unas|cabello
  en: i hurt myself|hurt himself|hurt herself + at|on|while|playing|falling ; myself ~1 when|at|while|playing
      |falling
HOPELESS
  pt: ultimo|ultima ~1 dia|noite ~4 adeus|vida|viv*|terra ; adeus ~2 mundo|todos|vida ; vida ~2 perdeu
      |acabou ~2 sentido|graca|mim ; WANT ~2 tudo ~1 acabasse|acabe|acabar|fim ; NOT ~1 vejo|veo|ve ~2 saida
      |salida|futuro|esperanca ; deus ~2 me leva|me leve|me levar|me levasse ; NOT ~2 por que viver
      |porque viver|para que viver ; viver para que|para que viver|cansei da vida|cansado da vida
      |cansada da vida|tanto faz viver ; vou|quero|pensando|vai ~2 fazer ~2 besteira|loucura|bobagem ; desej*
      |quer*|vontade ~2 morte ; WANT ~1 NOT ~1 acordar|ter nascido|estar vivo|estar viva|existir ; morte
      |morrer|morto|morta ~2 resolve|solucao|saida|alivio|descanso|resolveria ; saida|solucao|jeito ~3 morte
      |morrer ; melhor|prefiro|preferia ~2 DIE|morta|morto ; perd* ~2 vontade|gosto|sentido|razao
      |graca ~2 viver|vida ; NOT ~1 aguento|aguenta|suporto|quero ~1 mais ~1 vida ; pensando em|penso em
      |vontade de|quero|vou|ameac*|querendo|tentando + pular|me jogar|saltar|se jogar ; pular|me jogar
      |atirar ~2 ponte|predio|janela|sacada|andar|viaduto|trilho|trem|metro|terraco ; comprei|tenho|peguei
      |consegui|separei|juntei ~2 corda|arma|revolver|pistola|veneno|chumbinho|faca|remedios ~6 fazer|acabar
      |morrer|fim|hoje|matar|isso ; me leva|me mata ~1 deus|senhor|logo ; minha vida acabou|acabou para mim
      |nao tem mais jeito para mim|o mundo ~3 melhor sem ; NOT ~1 aguento|aguenta|suporto|suporta|consigo
      |quero|queria|quer|desejo ~2 LIVE ; NOT ~2 sentido|motivo|motivos|razao|razoes|graca|vontade|forca
      |forcas|energia|esperanca|porque ~2 viver|vida|vivendo|continuar ; cansei|cansado|cansada|desisti
      |desistir|desistindo|farta|farto|cansaco ~1 viver|vida ; sem + vontade|razao|motivo ~1 viver ; melhor
      |bem|felizes|feliz|aliviados ~1 sem mim ; WISHED_IF ; vida ~2 NOT ~2 vale|faz sentido|tem sentido
      ; WISH ~2 dormir ~3 NOT ~2 acordar ; dormir ~2 nunca mais acordar ; dormir para sempre
      ; dormir ~2 NOT ~1 acordar ~1 mais ; para NOT ~1 acordar ~1 mais ; tomara que eu morra
      |queria que eu morresse|queria nao ter nascido|nao devia ter nascido|preferia nao ter nascido
      ; nao ha ~1 saida|esperanca ~2 mim ; acabo|acabar|termino ~2 com isso tudo|com isso hoje
      ; hoje (eu) acabo ~1 isso|tudo ; sou um peso para|so um peso para ; ninguem ~3 falta ~2 morr*|mim|sumir
      ; NOT mereco viver ; NOT quero ~2 estar|continuar|ficar ~1 aqui|nesse mundo|neste mundo|vivo|viva
      ; me despedindo de todos|ultima noite viv* ; descansar para sempre ; sumir|sumisse ~3 ninguem ~2 notar*
      |perceb*|falta ; viver|vida|existir ~2 NOT ~2 sentido|vale|pena|graca ; penso|pensando|pensado
      |pensar + em|na ~1 morte ; fech* ~2 olhos ~3 nunca|NOT ~2 abr*|acord* ; dificil ~2 continuar vivendo
      ; sem esperanca ~2 vida
  es: WANT ~2 todo ~1 acabe|termine|acabara ; ultimo|ultima ~1 dia|noite ~4 adios|vida|vivo ; adios ~2 mundo
      |todos|vida ; vida ~1 NOT ~1 tiene|vale ; para que vivir|vivir para que|cansado de la vida
      |cansada de la vida ; hacer ~1 locura ; unica salida|solucion ~3 muerte|morir ; mejor ~2 DIE|muerto
      |muerta ; perd* ~2 ganas|sentido|gusto ~2 vivir|vida ; NOT ~1 vale ~2 pena ~2 LIVE ; NOT ~1 aguanto
      |soporto|quiero ~1 mas ~1 vida ; NOT ~1 aguanto|soporto|quiero ~2 vida ; WISH|WANT ~1 saltar|tirarme
      |lanzarme ; saltar|tirarme|lanzarme ~2 puente|edificio|ventana|balcon|tren|metro ; compre|tengo|consegui
      |junte ~2 soga|cuerda|pistola|arma|veneno|pastillas ~6 hacerlo|acabar|morir|hoy|matar* ; NOT ~1 quiero
      |aguanto|soporto|puedo|quisiera|quiere|deseo ~2 LIVE ; NOT ~2 sentido|razon|razones|motivo|motivos
      |ganas ~3 vivir|vida|seguir ; cansado|cansada|harto|harta ~2 vivir|vida ; sin + ganas|razones
      |motivos ~1 vivir ; mejor|mejores|felices ~1 sin mi ; WISHED_IF ; vida ~2 NOT ~2 vale|sentido
      ; dormir ~3 NOT ~2 despertar ; dormirme ~3 NOT ~2 despertar* ; dormir para siempre
      ; para NOT ~1 despertar ; ojala ~2 NOT ~1 despert* ; ojala ~2 muriera|muriese|morirme ; NOT debi nacer
      |haber nacido ; NOT quiero ~3 aqui|mundo ; soy una carga para|solo soy una carga ; me despido de todos
      |hoy acabo con esto ; vivir|vida|existir ~2 NOT ~2 sentido|vale|pena ; NOT ~2 sentido ~1 vivir|seguir
      |existir ; pienso|pensando + en ~1 muerte ; cerrar ~2 ojos ~3 NOT ~2 abr*|despert*
  en: point of living|point in living|point of life|sleep forever|sleep for ever|never wake up ; want ~2 it
      |everything|all|this ~2 to + end|stop|be over ; nobody|no one ~2 care|miss ~3 died|gone|dead|die
      ; NOT ~2 see ~2 way out|future|hope ; done with life|done living|goodbye world|goodbye everyone
      ; do something stupid|hurt myself tonight|not safe with myself ; going to|gonna ~1 hurt|harm myself
      ; NOT ~4 point|reason|purpose ~2 living|live|alive|going ; only way out ~3 death|die
      ; lost ~2 will to live ; better off gone ; NOT ~1 want|stand|take|bear ~2 life ; bought|have|got
      |saved ~2 rope|gun|pills|knife ~6 end|do it|die|tonight|kill ; want|going|thinking|about ~2 jump
      |jumping ~3 off|bridge|building|roof|window|train ; want everything to stop|want it all to stop
      |want it to be over|want the pain to end ; NOT ~1 want|wanna|wish|deserve ~2 LIVE ; tired of living
      |sick of living|done with life|give up on life|giving up on life|giving up on living
      |tired of being alive|nothing to live for ; no|any ~1 point|reason|sense|purpose ~2 living|live|alive
      |going on ; better off ~1 dead ; better|happier ~1 without me ; WISHED_IF ; life ~2 NOT ~1 worth
      ; isnt worth living|not worth living ; sleep|asleep ~3 NOT ~1 wake ; NOT ~2 wake up ~1 anymore|tomorrow
      |again|ever ; NOT ~1 go on ~1 anymore|like this|living ; cant go on|cant live anymore
      |cant live like this anymore|better off dead|rather be dead ; wish ~3 never born|been born|dead|die|gone
      ; i shouldnt be alive|dont deserve to live|saying goodbye to everyone|last night alive
      |burden to everyone ; ready to die|i should die|better off dead|be gone forever ; no|any
      |without ~1 reason|point|purpose ~4 live|living|alive ; living ~2 NOT ~2 sense|worth|point ; thinking
      |think ~1 about|of + death|dying ; close ~2 eyes ~3 never|NOT ~2 open|wake ; will to live|no will to
TRY_AGAIN
  pt: vou|quero|queria|pensando ~2 tentar|fazer ~2 de novo|novamente|outra vez
  es: voy a|quiero ~2 intentar*|hacer* ~2 de nuevo|otra vez
  en: going to|will|want to|might ~2 try|do ~2 again
FIGURE_OF_SPEECH
  pt: coco|fezes ~4 mole|moles ; afog*|afund* + em ; besteira|bobagem ~2 dieta|doce|comida|comer
      ; coracao ~3 saudade|tristeza|pena|emocao|alegria ; coracao partido ; pular|saltar ~2 refeicao|refeicoes
      |almoco|cafe|janta|jantar|corda|carnaval|etapa|parte|dose|doses|remedio|consulta|dia|treino|aula ; morr*
      |mort* + de (tanto|tanta) rir|fome|sede|sono|vergonha|frio|calor|tedio|saudade|saudades|medo|amor|amores
      |rir|inveja|raiva|cansaco|preguica|vontade|curiosidade|dor|ansiedade|odio|desgosto|orgulho|trabalhar
      |estudar|comer|velho|velha|velhice|ansia|felicidade|emocao|pena|do|coceira|tosse ; morr* de tanto
      |de tanta ; matar + de|a|na|no|o|saudade|fome|sede|vontade ; vai|vao|quase|ta|esta|estao|querendo
      |quer ~1 me matar ; me matando|se matando|me mata|me matou ; matar de|matar na|matar no ; se matar + de
      |na|no|trabalhando|estudando|para ; me matar + de|na|no|trabalhando|estudando ; WISH ~1 morrer com isso
      ; quase morri|morri de|morrendo de|morto de|morta de|vou morrer de ; quase ~2 coracao
      ; prefiro morrer + do|a|que ; ataque de riso|matar a aula|mata formiga ; ar de tanto rir|ar de rir
      |sufocando de trabalho ; trabalho ~4 sufoc* ; me sufoca ; viver|vivo|vive + sem ; medo de ~1 o|a|esse
      |essa|isso|que ~3 me matar ; visao lateral|visao periferica|pelos cantos|pouco da visao|pouco a vista
      |pouco a visao ; febre amarela ; ombro ~3 NOT + levant* ~2 braco ; derrame + pericardico|pleural
      |articular|no coracao|no pulmao ; febre reumatica
  es: mor*|muer*|muert* + de (la) risa|hambre|sed|sueno|verguenza|frio|calor|aburrimiento|ganas|amor|miedo
      |envidia|pena|cansancio|rabia|nervios|curiosidad|ternura|viejo|vieja|tanto|comezon|dolor|asco
      ; me ~1 esta|estan|va a|van a|vas a ~1 matando|matar ; va a matarme|van a matarme ; me mata|me matan
      |matarme de|matarme a|matarme en|matarse de|matarse trabajando ; morir por|me muero por ; casi me mata
      |casi me muero ; calor ~2 asfixia|ahoga|mata ; prefiero morir + que|antes ; vivir|vivo + sin
      ; fiebre amarilla ; derrame + pericardico|pleural|articular ; fiebre reumatica
  en: dying + of|to|for|from|laughing|inside ; die + of|for|from|laughing|hard|if ; to die for|die laughing
      ; gonna|going|will|would|could|almost|nearly ~1 kill me ; kill for|killed it|killed me ; rather die than
      ; laugh* ~3 breathe|breath ; breathe|breath ~3 laugh*|lol|haha* ; breathtaking|take my breath
      |took my breath ; kill myself|killing myself + laughing|at|working|studying|over ; almost gave
      |nearly gave ~3 attack ; gave me a heart attack ; die|died + in|on + game|level|minecraft
      ; live + without ; traffic|work|heat|job|place|boss|weather ~2 suffocating|suffocates ; yellow fever
      |hay fever|food poisoning ; rheumatic fever
WANTS_DEATH
  any: WANT ~2 DIE
  en: feel|feeling + like + dying
WANTS_VANISH
  any: WANT ~2 VANISH ; VANISH ~1 FOR_EVER
"""
