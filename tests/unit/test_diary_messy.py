"""How people really write: talk around foods, corrections, shorthand, brackets, what they left out."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.reading.meals import read_log
from rag.diary.types import Intent
from rag.types import Language
from tests.unit.diary_messages import asked, measures, shown

TALK = """
pt bom dia!! td bem? anota aí: 2 ovos, obrigada 🙏 => ovos | 2 unit
pt mandei ver 3 conchas de feijão kkkkk => feijão | 3 ladle
pt acabei de matar 250g de uva vendo netflix => uva | 250 g
pt 200g de aipim frito num boteco c a galera => aipim frito | 200 g
pt 2 pães de queijo no caminho pro trabalho => pães de queijo | 2 unit
pt 1 colher de sobremesa de mel na água morna => mel | 1 dessert_spoon
pt dei uma escorregada e comi 3 brigadeiros => brigadeiros | 3 unit
pt marmita de hj\\narroz (100g)\\nfeijão (80g) => arroz | 100 g; feijão | 80 g
pt era p/ ser dieta mas 4 fatias de presunto foram p/ conta => presunto | 4 slice
pt 1 maçã agora antes de dormir => maçã | 1 unit
es me mandé un tamal de 140g => tamal | 140 g
es hoy comí fatal: 4 churros => churros | 4 unit
es 3 tacos al pastor en el puesto de la esquina => tacos al pastor | 3 unit
en finished off a dozen strawberries lol => strawberries | 12 unit
en 500 ml of beer at the game => beer | 500 ml
en worked late, just scarfed down a large banana 🍌 => banana | 1 unit_large
en some pizza at the office, dunno how much => pizza | some
"""

CORRECTED = """
pt comi 2 pães, quer dizer, 3 => pães | 3 unit
pt comi 100 g de arroz, ops, 150 => arroz | 150 g
pt seis bolachas maria... não, maisena! => bolachas maisena | 6 unit
pt margarina não, manteiga 10g => manteiga | 10 g
pt 2 fatias de pizza, digo, 3 fatias => pizza | 3 slice
es comí 2 bananas, perdón, 1 sola => bananas | 1 unit
es una docena de empanadas, mentira, fueron 3 => empanadas | 3 unit
es una arepa con queso, no espera, dos => arepa | unit; queso | -
en had 2 eggs, no wait, 3 => eggs | 3 unit
en two eggs, no, three, and 1 banana => eggs | 3 unit; banana | 1 unit
pt 2 ovos, acho que 3 => ovos | unit
"""

LEFT_OUT = """
pt 120 g de arroz sem feijão hj, e 1 ovo => arroz | 120 g; ovo | 1 unit
pt café sem açúcar 100 ml => café sem açúcar | 100 ml
es sin pan hoy!! solo 2 huevos => huevos | 2 unit
en didn't touch the fries but had 2 tangerines => tangerines | 2 unit
en no bread today, just 2 eggs => eggs | 2 unit
en skipped breakfast, 1 apple at 11 => apple | 1 unit
"""

SHORT = """
pt 3 fat. de mussarela => mussarela | 3 slice
pt mortadela 2 fat, café 150ml => mortadela | 2 slice; café | 150 ml
pt requeijão 1 c.s. e 2 fatias de pão => requeijão | 1 tablespoon; pão | 2 slice
pt 2 colh de sopa de achocolatado => achocolatado em pó | 2 tablespoon
pt 4 colheres (sopa) de arroz => arroz | 4 tablespoon
pt 3 colheres de farinha de mandioca (de sopa) => farinha de mandioca | 3 tablespoon
pt 1 dz de morango => morango | 12 unit
pt 1 cx de creme de leite 200g => creme de leite | 200 g
pt pão c/ ovo => pão | -; ovo | -
es taza y media de arroz => arroz | 1.5 cup
en 2 fried eggs w/ bacon => fried eggs | 2 unit; bacon | -
en 1 cup of rice n 1/2 cup black beans => rice | 1 us_cup; black beans | 0.5 us_cup
en 2 tbsp honey on 1 slice of bread => honey | 2 tablespoon; bread | 1 slice
pt arroz 3 cs feijão 1 concha bife 1 tomate 4 rodelas => arroz | 3 tablespoon; feijão | 1 ladle; bife | 1 unit; tomate | 4 round
"""  # noqa: E501

WEIGHED = """
es dos medialunas 80 g en total => medialunas | 80 g
es 2 yogures de 125 g => yogures | 250 g
es una lata de coca 355ml bien fría => coca | 355 ml
en two beers (350 ml each) => beers | 700 ml
pt filé de tilápia 150g assado no forno => filé de tilápia assado no forno | 150 g
pt 1 pote de iogurte grego 100g sabor morango => iogurte grego sabor morango | 100 g
pt 2 fatias de pizza e 1 de calabresa => pizza | 2 slice; calabresa | unit
pt dividi 1 litro de coca com 3 amigos => coca | unit
es 1/2 kilo de helado entre dos => helado | unit
en shared 200 g of cake with my sister => cake | unit
pt uma dúzia de ovos => ovos | 12 unit
pt iogurte natural 170 => iogurte natural | unit
es una coca de 500 => coca | unit
"""

NAMED = """
pt cenoura ralada (crua) 3 colheres de sopa => cenoura ralada crua | 3 tablespoon
en 80g cheese bread (pão de queijo) => cheese bread | 80 g
en 80g broccoli (steamed) => broccoli steamed | 80 g
pt hj comi 2 bananinhas prata => banana prata | 2 unit
es 2 huevitos duros => huevo duros | 2 unit
pt 1 coxinha e 20 g de farinha => coxinha | 1 unit; farinha | 20 g
pt frango assado: 2 coxas => coxas de frango assado | 2 drumstick
es un bife de chorizo de 250 gramos => bife de chorizo | 250 g
pt uma coxa de frango de 120 g => coxa de frango | 120 g
pt 1 x-salada => x-salada | 1 unit
"""

LANGUAGES = {"pt": Language.PT, "es": Language.ES, "en": Language.EN}


@pytest.mark.parametrize(
    "case",
    [case for kind in (TALK, CORRECTED, LEFT_OUT, SHORT, WEIGHED, NAMED) for case in kind.strip().splitlines()],
)
def test_a_messy_message_gives_its_foods_and_nothing_else(case: str) -> None:
    text, expected = case.split(" => ")
    language, _, message = text.partition(" ")
    assert shown(asked(message.replace("\\n", "\n"), LANGUAGES[language])) == expected.split("; ")


@pytest.mark.parametrize(
    "text",
    [
        "recusei o pudim da sogra, tô firme 💪",
        "larguei o refri faz 1 mês, n tomo mais nenhum",
        "a vizinha fez 20 coxinhas pra festa",
        "comi amendoim ontem e hoje tô cheio de coceira",
        "my acid reflux gets worse when I eat 2 oranges",
        "I had peanuts once and broke out in hives",
        "I'm making 200g pasta for dinner",
        "desde que como mucho chorizo tengo la presión alta",
    ],
)
def test_what_was_not_eaten_or_is_told_of_the_body_is_no_meal(text: str) -> None:
    assert asked(text).intent is Intent.NONE


@pytest.mark.parametrize("text", ["só comi 1 maçã hoje, acredita?", "2 ovos, tudo bem?"])
def test_a_question_that_asks_nothing_of_food_is_no_question(text: str) -> None:
    assert len(asked(text).items) == 1


@pytest.mark.parametrize("text", ["1 zuprex e 2 ovos", "pão de zuprex 50 g e 2 ovos", "zuprex 2 barras, 2 ovos"])
def test_an_unknown_word_is_kept_to_be_asked_about(text: str) -> None:
    first, second = asked(text).items
    assert ("zuprex" in first.food, second.food) == (True, "ovos")


@given(
    st.lists(st.sampled_from("kkk num boteco vendo netflix com a galera galera mandei tipo assim hoje ops".split(" "))),
    st.integers(1, 60),
)
def test_talk_after_a_food_never_changes_it(talk: list[str], count: int) -> None:
    text = " ".join([f"{count} ovos", *(word for word in talk if word not in {"ops", "assim"})])
    assert shown(read_log(text, measures(), Language.PT, asked=True)) == [f"ovos | {count} unit"]


def test_long_talk_takes_time_in_proportion() -> None:
    def seconds(times: int) -> float:
        text = "2 ovos num boteco vendo netflix com a galera zuprex " * times
        began = process_time()
        asked(text)
        return process_time() - began

    seconds(1)
    assert seconds(80) < 8 * max(seconds(20), 0.01)
