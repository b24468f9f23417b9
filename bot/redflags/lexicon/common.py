"""Everyday words: they tell the language of a message, and are never taken for a misspelt sign."""

from __future__ import annotations

PT = """o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem que se mas ou e nao
sim eu voce ele ela nos eles elas me te lhe meu minha meus minhas seu sua seus suas nosso nossa isso isto esse essa
este esta aquele aquela quem qual quais quando onde como porque muito muita mais menos bem mal tudo todo toda todos
todas nada algo alguem ninguem ja ainda so tambem hoje ontem amanha agora depois antes sempre nunca aqui ali la estou
to ta esta estava estao sou somos foi era ser estar ter tenho tem tinha tive teve fazer faz faco fez vou vai ir quero
quer posso pode preciso acho sei sabe dia dias noite semana mes ano anos hora horas vez casa gente coisa favor oi ola
bom boa tarde obrigado obrigada feito feita feira perto preto porta parte parto peso peca pede pedi pedir medo medico
medica modo moda mundo correr comer beber viver saber dizer falar fala diz disse dar deu demais cada outro outra outros
outras mesmo mesma porque entao assim ate sobre entre desde durante contra carro barco banco branco bravo barato prato
pronto ponto posto custo gosto justo festa testa teste texto exame exames remedio consulta doutor doutora quente queixa
direito certo certa errado novo nova velho velha grande pequeno pequena alto alta baixo baixa leve forte fraco dormir
acordar acordo trabalho trabalhar andar ando subir subo sinto sente sentir ficar fico fica passar passo passa passei"""

ES = """el la los las un una unos unas de del al en por para con sin que si pero o y no yo tu usted el ella nosotros
ellos ellas me te le lo se mi mis tu tus su sus nuestro nuestra esto eso este esta ese esa aquel quien cual cuales
cuando donde como porque muy mucho mucha mas menos bien mal todo toda todos todas nada algo alguien nadie ya todavia
solo tambien hoy ayer manana ahora despues antes siempre nunca aqui alli estoy esta estaba estan soy somos fue era ser
estar tener tengo tiene tenia tuve tuvo hacer hace hago hizo voy va ir quiero quiere puedo puede necesito creo se sabe
dia dias noche semana mes ano anos hora horas vez casa gente cosa favor hola buenas buenos tardes gracias hecho puerta
parte medico medica miedo modo mundo correr comer beber saber decir hablar dice dijo dar dio cada otro otra otros otras
mismo misma entonces asi hasta sobre entre desde durante contra carro barco banco poner pone puesto gusto fiesta prueba
examen examenes remedio consulta doctor doctora derecho cierto nuevo nueva viejo grande pequeno alto baja bajo leve
dormir despertar trabajo trabajar caminar camino subir subo siento siente sentir pasar paso pasa pasado cena cene comi"""

EN = """the a an of to in on at by for with without that if but or and not no yes i you he she it we they me him her us
them my your his its our their this these those who which what when where how why because very much many more less well
all every everything nothing something someone nobody already still only just also today yesterday tomorrow now after
before always never here there am is are was were be been being have has had do does did doing done go goes going went
want wants need can could should would will may might must think know knows day days night week month year years hour
hours time times home people thing please hi hello hey thanks good morning afternoon evening up down out off over under
about into from than then so too again once each other another same new old big small high low mild strong weak left
right make makes made take takes took get gets got give gave see saw say says said tell told feel feels felt look looks
work working walk walking run running eat eating ate drink sleep sleeping wake test tests exam exams doctor medicine
breast chicken cheese choose close clothes cloud break bread broke blend blond blind brand board bleach peach beach"""

UNITS = frozenset(
    """ano anos dia dias mes meses semana semanas hora horas minuto minutos vez vezes unidade unidades ui kg quilo quilos
    mcg ml anos anos dias semanas veces hora horas minutos unidades year years day days week weeks month months hour
    hours minute minutes time times unit units pounds lbs grams gramas gramos percent reais pesos cm""".split()
)
