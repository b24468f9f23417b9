"""Chat shorthand, spelt out before matching. Keys carry no accents, case or apostrophes."""

from __future__ import annotations

_PT = """
agr=agora aki=aqui amnh=amanha aq=aqui axo=acho bb=bebe blz=beleza c=com cmg=comigo cmgo=comigo conseguino=conseguindo
ctz=certeza d=de dimais=demais dmais=demais dno=de_novo dnv=de_novo doeno=doendo dps=depois dsd=desde dsde=desde
dsds=desde duendo=doendo dueno=doendo esq=esquerdo fikei=fiquei fz=faz fzr=fazer gnt=gente hj=hoje hje=hoje
hosp=hospital k=que ke=que keria=queria kero=quero keru=quero msm=mesmo msmo=mesmo mt=muito mta=muita mtas=muitas
mto=muito mts=muitos n=nao naum=nao nd=nada nehum=nenhum ngm=ninguem nn=nao num=nao nunk=nunca oje=hoje onte=ontem
onti=ontem ontm=ontem oq=o_que oque=o_que p=para pf=por_favor pfv=por_favor pfvr=por_favor porq=porque pq=porque
pra=para pras=para pro=para pros=para prum=para q=que qdo=quando qdu=quando qlq=qualquer qlqr=qualquer qm=quem
qnd=quando qndo=quando qq=qualquer qria=queria qro=quero qru=quero qse=quase qt=quanto qto=quanto remedin=remedio
sinti=senti sla=sei_la smp=sempre smpr=sempre tah=ta tava=estava tavam=estavam tb=tambem tbm=tambem tbn=tambem td=tudo
tdo=todo tds=todos tendu=tendo tmb=tambem toh=to tou=to tow=to vc=voce vcis=voces vcs=voces vdd=verdade
"""
_ES = """
ahr=ahora aora=ahora bn=bien dl=del dnd=donde dsp=despues dsps=despues kien=quien kiera=quiera kiere=quiere
kieres=quieres kiero=quiero kisiera=quisiera kita=quita muxa=mucha muxo=mucho muxos=muchos mxo=mucho stoy=estoy
taba=estaba tamos=estamos tng=tengo tngo=tengo toi=estoy toy=estoy xfa=por_favor xfavor=por_favor xq=porque
"""
_EN = """
abt=about bc=because bcuz=because bcz=because becuz=because bf=boyfriend bg=blood_sugar bp=blood_pressure
breathin=breathing brethe=breathe cannot=cant cannt=cant cheast=chest ches=chest cld=could cldnt=couldnt cnt=cant
coz=because cud=could cudnt=couldnt cuz=because dnt=dont dunno=i_dont_know feelin=feeling gf=girlfriend gonna=going_to
gotta=have_to hart=heart havin=having hes=he_is hr=heart_rate hubby=husband idk=i_dont_know im=i_am ima=i_am_going_to
imma=i_am_going_to its=it_is ive=i_have kant=cant kms=kill_myself lil=little nite=night omw=on_my_way pls=please
plz=please ppl=people prolly=probably rlly=really rly=really rn=right_now shes=she_is smth=something sos=help
sry=sorry sth=something theyre=they_are tho=though thru=through thx=thanks tmr=tomorrow tmrw=tomorrow tmw=tomorrow
tonite=tonight u=you unalive=kill ur=your w=with wanna=want_to whats=what_is yday=yesterday
"""

SHORTHAND: dict[str, str] = {
    short: full.replace("_", " ") for short, full in (pair.split("=") for pair in (_PT + _ES + _EN).split())
}

AND_BEFORE = frozenset(
    """i im ive my he hes she shes it its they we you u your ur the his her our this that now then cant cnt cannot
    dont dnt wont couldnt feel feels feeling felt getting having started""".split()
)
"""English words before which a lone "n" or "nd" is "and", and not the "não" or "nada" of Portuguese."""

ACCENTED: dict[str, str] = {"é": "eh", "tomó": "tomou", "tragó": "tragou", "sí": "yes", "dô": "dor"}
"""Words that would read as another word without their accent."""
