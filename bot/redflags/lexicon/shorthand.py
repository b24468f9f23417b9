"""Chat shorthand, spelt out before matching. Keys carry no accents, case or apostrophes."""

from __future__ import annotations

SHORTHAND: dict[str, str] = {
    "q": "que", "k": "que", "oq": "o que", "oque": "o que", "ke": "que", "vc": "voce", "vcs": "voces", "tb": "tambem", "tbm": "tambem",
    "tmb": "tambem", "pq": "porque", "xq": "porque", "n": "nao", "naum": "nao", "nn": "nao", "num": "nao",
    "ñ": "nao", "tou": "to", "tow": "to", "toh": "to", "tah": "ta", "hj": "hoje", "agr": "agora",
    "dnv": "de novo", "mt": "muito", "mto": "muito", "mta": "muita", "mts": "muitos", "mtas": "muitas",
    "qnd": "quando", "qdo": "quando", "qro": "quero", "qru": "quero", "kero": "quero", "qria": "queria",
    "keria": "queria", "ngm": "ninguem", "nd": "nada", "aki": "aqui", "dps": "depois", "cmg": "comigo",
    "msm": "mesmo", "pra": "para", "pro": "para", "pras": "para", "pros": "para", "prum": "para", "p": "para",
    "d": "de", "c": "com", "tdo": "todo", "td": "tudo", "tds": "todos", "dmais": "demais", "dimais": "demais",
    "tava": "estava", "tavam": "estavam", "fzr": "fazer", "remedin": "remedio", "toy": "estoy", "taba": "estaba",
    "im": "i am", "ive": "i have", "hes": "he is", "shes": "she is", "theyre": "they are", "its": "it is",
    "whats": "what is", "wanna": "want to", "gonna": "going to", "u": "you", "rn": "right now", "cannot": "cant",
    "bp": "blood pressure", "bg": "blood sugar", "idk": "i dont know", "cuz": "because", "coz": "because",
    "kms": "kill myself", "unalive": "kill", "cud": "could", "thx": "thanks", "pls": "please", "plz": "please", "sos": "help", "hr": "heart rate",
    "conseguino": "conseguindo", "tendu": "tendo", "dno": "de novo", "fikei": "fiquei", "sinti": "senti",
    "havin": "having", "feelin": "feeling", "breathin": "breathing", "hart": "heart", "cheast": "chest", "ches": "chest", "brethe": "breathe", "cnt": "cant", "dnt": "dont",
}  # fmt: skip

ACCENTED: dict[str, str] = {"é": "eh", "tomó": "tomou", "tragó": "tragou", "sí": "yes", "dô": "dor"}
"""Words that would read as another word without their accent."""
