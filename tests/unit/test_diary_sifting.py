"""What a message tells besides food: money, ways, hours, meters, talk, and what lies beside what."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.diary.foods.kitchen import load_kitchen
from rag.diary.lexis.wording import normalised
from rag.diary.lexis.words import clean, scan
from rag.diary.reading.meals import read_log
from rag.diary.reading.sifting import sifted
from rag.types import Language
from tests.unit.diary_messages import asked, measures, shown

CORPUS = Path(__file__).resolve().parents[2] / "rag" / "corpus"
KITCHEN = load_kitchen(CORPUS / "foods", measures(), normalised, CORPUS / "foods.csv")

BESIDES = """
pt gastei 35 reais no almoço: 300 g de yakisoba => yakisoba | 300 g
pt paguei R$ 20 e comi 2 bananas => bananas | 2 unit
pt corri 3 km e comi 2 bananas => bananas | 2 unit
pt dormi 8 horas, comi 2 ovos => ovos | 2 unit
pt almocei com 4 amigos, 200 g de lasanha => lasanha | 200 g
pt 2 gatos e 1 maçã => maçã | 1 unit
pt levei 2 multas, encontrei 3 primos e comi 1 maçã => maçã | 1 unit
pt uma foto não vai dar, mas foi 1 escumadeira de feijão tropeiro => feijão tropeiro | 1 skimmer
es caminé 40 minutos, comí 1 manzana => manzana | 1 unit
en paid 12 dollars for it, 250 g of pad thai => pad thai | 250 g
en took my 10 mg of atorvastatin =>
pt 3 km =>
pt comi 2 hot dogs => hot dogs | 2 unit
"""

METERS = """
es me subió el azúcar a 190, había comido 50 g de dulce de leche => dulce de leche | 50 g
en my sugar was 160 after I ate 100 g of mashed potatoes => mashed potatoes | 100 g
pt glicemia deu 180, comi 2 ovos => ovos | 2 unit
pt açúcar 50 g => açúcar | 50 g
pt 5 g de açúcar => açúcar | 5 g
"""

TALK = """
pt bom dia, tudo bem? aqui tá chovendo muito. no almoço comi 130 g de tilápia grelhada => tilápia grelhada | 130 g
pt 3 fatias de picanha grelhada, tava mto bom => picanha grelhada | 3 slice
en long day lol, missed the bus twice. anyway I ate 40 g of cheddar => cheddar | 40 g
pt comi um Zunizol. e 2 ovos => Zunizol | 1 unit; ovos | 2 unit
"""

WEIGHED = """
en a beef burrito, 240 g => beef burrito | 240 g
pt 1 tapioca, 80 g => tapioca | 80 g
en 2 burritos, 240 g => burritos | unit
pt tacacá, 400 ml => tacacá | 400 ml
en 0.5 lb of lean ground beef, cooked => lean ground beef cooked | 226.8 g
es comí 200 g de milanesa de pollo, perdón, 150 g de milanesa de pollo => milanesa de pollo | 150 g
en a 60 g pita => pita | 60 g
pt tomei 2 copos de cerveja de 300 ml => cerveja | 600 ml
pt 2 pratos de lasanha de 300 g => lasanha | plate
"""

BESIDE = """
pt 1 pão francês com manteiga => pão francês | 1 unit; manteiga | -
en 2 slices of toast with butter => toast | 2 slice; butter | -
pt tapioca com queijo => tapioca | -; queijo | -
es arroz con frijoles => arroz | -; frijoles | -
pt cuscuz com ovo => cuscuz | -; ovo | -
pt pão com presunto e queijo => pão | -; presunto | -; queijo | -
pt café com leite => café com leite | -
pt leite com chocolate => leite com chocolate | -
es arroz con pollo => arroz con pollo | -
es arroz con leche => arroz con leche | -
pt frango com quiabo => frango com quiabo | -
pt macarrão com molho de tomate => macarrão com molho de tomate | -
pt pão na chapa com manteiga => pão na chapa com manteiga | -
pt 200 g de sopa de feijão com macarrão => sopa de feijão com macarrão | 200 g
pt 2 pães de queijo => pães de queijo | 2 unit
"""

LANGUAGES = {"pt": Language.PT, "es": Language.ES, "en": Language.EN}


def cases(table: str) -> list[tuple[Language, str, list[str]]]:
    found = []
    for line in table.strip().splitlines():
        text, _, items = line[3:].partition("=>")
        found.append((LANGUAGES[line[:2]], text.strip(), [item for item in items.strip().split("; ") if item]))
    return found


@pytest.mark.parametrize(("language", "text", "items"), cases(BESIDES))
def test_what_is_counted_and_never_eaten_is_left_out(language: Language, text: str, items: list[str]) -> None:
    assert shown(asked(text, language)) == items


@pytest.mark.parametrize(("language", "text", "items"), cases(METERS))
def test_a_meters_reading_is_no_food(language: Language, text: str, items: list[str]) -> None:
    assert shown(asked(text, language)) == items


@pytest.mark.parametrize(("language", "text", "items"), cases(TALK))
def test_a_sentence_of_talk_names_no_food(language: Language, text: str, items: list[str]) -> None:
    assert shown(asked(text, language)) == items


@pytest.mark.parametrize(("language", "text", "items"), cases(WEIGHED))
def test_a_weight_in_apposition_is_of_the_food_before(language: Language, text: str, items: list[str]) -> None:
    assert shown(asked(text, language)) == items


@pytest.mark.parametrize(("language", "text", "items"), cases(BESIDE))
def test_what_lies_beside_a_staple_is_an_item_and_a_dish_stays_whole(
    language: Language, text: str, items: list[str]
) -> None:
    assert shown(read_log(text, measures(), language, asked=True, known=KITCHEN.known)) == items


@given(st.text(max_size=80))
def test_sifting_only_leaves_words_out(text: str) -> None:
    words = scan(clean(text))
    kept = sifted(words)
    assert [word for word in words if word in kept] == kept
