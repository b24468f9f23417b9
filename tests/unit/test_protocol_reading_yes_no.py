from __future__ import annotations

import pytest

from rag.protocols.reading import Told, Unknown, read_yes_no
from rag.types import Language
from tests.unit.protocol_reading_samples import answer, told, yes_no


@pytest.mark.parametrize(
    "text",
    ["sim", "s", "Sim!", "siiim", "claro", "com certeza", "sim, há dois anos", "sim, tomo todo dia", "tenho",
     "tenho sim", "isso mesmo", "Sí", "si, claro", "sí, desde 2019", "yes", "yes please", "yes I do", "👍",
     "é", "sim senhora",
     "sim, há mais de 2 anos", "tá certo"],
)  # fmt: skip
def test_a_yes(text: str) -> None:
    assert read_yes_no(text) is True


@pytest.mark.parametrize(
    "text",
    ["não", "n", "Naooo", "nunca", "claro que não", "não, nunca tive", "não tenho", "tenho não", "não, obrigado", "no",
     "no, nunca", "no tengo", "nope", "no I don't", "of course not", "ainda não", "nunca fiz", "👎",
     "está errado",
     "não uso"],
)  # fmt: skip
def test_a_no(text: str) -> None:
    assert read_yes_no(text) is False


@pytest.mark.parametrize(
    "text",
    ["acho que sim", "talvez", "às vezes", "mais ou menos", "não sei", "não lembro", "depende", "não tenho certeza",
     "não, não tenho certeza", "quase nunca", "creo que sí", "no sé", "tal vez", "I think so", "not sure",
     "sometimes",
     "I don't think so", "hoje não"],
)  # fmt: skip
def test_a_maybe_is_neither_yes_nor_no(text: str) -> None:
    assert isinstance(read_yes_no(text), Unknown)


@pytest.mark.parametrize(
    "text",
    ["sim, mas parei", "sim, só que à noite não", "não, tenho", "sim e não", "yes no", "sim?", "no ano passado",
     "sin dolor",
     "si tomo café me duele", "certo dia caí", "right knee hurts", "sim, minha mãe", "sim, tinha",
     "sim, quando corro",
     "sim, menos de noite", "não consigo dormir", "não tenho diabetes", "ok", "tá", "obrigado", "",
     "quero um médico",
     "não entendi", "nada bem", "não mais", "errado, é 42", "sim, o que é isso", "tinha"],
)  # fmt: skip
def test_what_has_a_turn_or_is_neither_is_not_read(text: str) -> None:
    assert read_yes_no(text) is None


EXPLAINED_NO = """
não, já tem diagnóstico; nao, to bem; não, ninguém; não, só eu; no, nunca; nunca; jamais tive; nenhum; nao uso;
não graças a deus; não tenho não; que eu saiba não; nao fiz esses exames, então não; não, tá do mesmo tamanho;
no, gracias a Dios; no, I quit; no, never have; ainda não, tô na fila"""
EXPLAINED_YES = """
sim, desde criança; yes since I was a kid; sim tenho; uso sim; tenho sim; que eu saiba sim; sim, um pouco;
sim, acho que desde 2019; sim, mas não lembro quando; sim, só não sei a data; sí, desde joven; yes, a little"""
CONTRADICTED = """
não, quer dizer sim; sim e não; sim, mas já passou; não… aliás sim; sim, não tenho; não, tenho; sim, às vezes;
não, só quando corro; sim, deu negativo; não, mas tenho; yes, but I quit"""


def phrases(text: str) -> list[str]:
    return [phrase.strip() for phrase in text.split(";")]


@pytest.mark.parametrize("text", phrases(EXPLAINED_NO))
def test_a_no_that_is_explained_is_a_no(text: str) -> None:
    assert read_yes_no(text) is False


@pytest.mark.parametrize("text", phrases(EXPLAINED_YES))
def test_a_yes_that_is_explained_is_a_yes(text: str) -> None:
    assert read_yes_no(text) is True


@pytest.mark.parametrize("text", phrases(CONTRADICTED))
def test_what_contradicts_itself_is_neither(text: str) -> None:
    assert read_yes_no(text) is None


BETTER = "Você melhorou com o tratamento?"
SMOKES = "Você fuma?"
EVENT = "Você já teve infarto, stent ou ponte de safena?"
DIABETIC = "Você tem diabetes?"
WITHOUT = "Você trata o diabetes há 2 anos ou mais, sem melhora?"
UNDIAGNOSED = "Depois da investigação, a palpitação continua sem diagnóstico?"
NORMAL = "A sua glicemia, o açúcar no sangue, está sem alteração?"
FAMILY = "Alguém da sua família morreu de repente (morte súbita)?"
TEST = "Você fez teste de esforço, e o resultado foi positivo?"
PUNCTURE = "Você fez punção com resultado compatível com neoplasia?"
SLEEP = "Você tem dificuldade para dormir?"
GUARDIAN = "Quem responde é o responsável legal. Você é a mãe, o pai ou o responsável legal?"
GUARDIAN_ES = "¿Es usted la madre, el padre o el responsable legal?"
GUARDIAN_EN = "Are you the mother, father or legal guardian?"
LACKS = "A unidade disse que faltam condições para tratar a acne?"


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        (BETTER, "melhorou", True), (BETTER, "não melhorou nada", False), (BETTER, "sim, melhorou bastante", True),
        (SMOKES, "fumo 10 por dia", True), (SMOKES, "não fumo mais", False), (SMOKES, "nunca fumei", False),
        (SMOKES, "parei faz 10 anos, hoje não fumo", False), (SMOKES, "não, parei", False),
        (EVENT, "já tive sim", True), (EVENT, "tive em 2019", True), (EVENT, "jamais tive", False),
        (DIABETIC, "tenho desde criança", True), (DIABETIC, "tenho, tomo metformina", True),
        (DIABETIC, "não, tenho pressão alta", False), (DIABETIC, "não, minha mãe que tem", False),
        (DIABETIC, "não tenho diabetes", False),
        (WITHOUT, "não, melhorou", False), (WITHOUT, "sim, não melhorou", True),
        (UNDIAGNOSED, "não, já tem diagnóstico", False), (UNDIAGNOSED, "sim, continua sem diagnóstico", True),
        (NORMAL, "sim, está normal", True), (NORMAL, "não, está alterada", False),
        (FAMILY, "não, só eu", False), (FAMILY, "meu irmão", True), (FAMILY, "sim, meu tio", True),
        (TEST, "nao fiz esses exames, então não", False), (TEST, "não, deu negativo", False),
        (GUARDIAN, "sou a mãe", True), (GUARDIAN, "sou o pai dela", True), (GUARDIAN, "sou eu mesma, tenho 15", False),
        (GUARDIAN, "não, sou a tia", False), (GUARDIAN_ES, "soy la madre", True), (GUARDIAN_ES, "soy yo misma", False),
        (GUARDIAN_EN, "I'm her mother", True), (GUARDIAN_EN, "no, it's me", False),
    ],
)  # fmt: skip
def test_an_echo_of_the_question_answers_it(question: str, text: str, value: bool) -> None:
    assert told(text, yes_no(question), _language(question)) is value
    assert read_yes_no(text, question) is value


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (BETTER, "melhorou mas voltou"), (SMOKES, "fumo maconha"), (SMOKES, "já fumei"), (SMOKES, "parei"),
        (EVENT, "não tive infarto"), (DIABETIC, "já tive"), (DIABETIC, "não, tenho diabetes"),
        (DIABETIC, "sim, minha mãe"), (DIABETIC, "melhorou"), (DIABETIC, "não melhorou"),
        (DIABETIC, "sim, melhorou bastante"), (WITHOUT, "não melhorou"), (WITHOUT, "melhorou"),
        (WITHOUT, "sim, melhorou"), (WITHOUT, "não, não melhorou"), (NORMAL, "não, está normal"),
        (FAMILY, "não, meu pai"), (TEST, "fiz"), (TEST, "sim, deu negativo"), (PUNCTURE, "fiz"),
        (PUNCTURE, "fiz e deu benigno"), (SLEEP, "não consigo dormir"), (SLEEP, "não durmo"),
        (SLEEP, "não consigo"), (DIABETIC, "fiz"),
        (GUARDIAN, "não sou a mãe, sou a responsável legal"), (LACKS, "não tem condições"),
    ],
)  # fmt: skip
def test_an_answer_that_two_readings_fit_is_not_read(question: str, text: str) -> None:
    assert not isinstance(answer(text, yes_no(question)), Told)
    assert read_yes_no(text, question) is None


def _language(question: str) -> Language:
    return Language.ES if "¿" in question else Language.EN if "you" in question else Language.PT


@pytest.mark.parametrize(
    ("text", "question", "said"),
    [
        ("tomo sim, todo dia em jejum", "Você toma levotiroxina?", True),
        ("dói sim, incomoda no sapato", "A unha dói ou incomoda?", True),
        ("uso sim, só a NPH", "Você usa insulina?", True),
        ("fiz não, não precisou", "Já fez biópsia da lesão?", False),
        ("virou ferida não", "A lesão virou ferida aberta?", False),
        ("ela disse q sim", "O profissional considera que o tratamento foi ajustado?", True),
        ("yes, she does", "Does the professional suspect melanoma?", True),
        ("sim, ela disse que está bem ajustado", "O profissional considera que está bem ajustado?", True),
        ("não, ela disse que não", "O profissional disse que é grave?", False),
    ],
)
def test_a_clause_that_ends_with_its_yes_or_no_says_it_and_a_professional_is_no_relative(
    text: str, question: str, *, said: bool
) -> None:
    assert read_yes_no(text, question) is said


@pytest.mark.parametrize(
    "text", ["tomo sim, mas parei", "ele toma sim", "tomava sim", "se precisar sim", "sim, ela toma", "tomo sim não"]
)
def test_a_yes_at_the_end_that_is_turned_or_another_s_is_not_read(text: str) -> None:
    assert not isinstance(read_yes_no(text, "Você toma levotiroxina?"), bool)
