"""Lists of foods into the catalogue: what is kept, changed and retired, and what is told of a file."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import asyncpg
import pytest

from bot.paths import CORPUS, ROOT
from rag.adapters.postgres.food_catalogue import PostgresFoodCatalogue
from rag.adapters.postgres.foods import PostgresFoodIndex
from rag.diary.catalogue.lists import Finding, FoodList, Kind
from rag.diary.catalogue.loading import Counts, load, load_bundled
from rag.diary.catalogue.tables import BUNDLED, keys_of, read_table, read_tags
from rag.diary.catalogue.taco import read_taco
from rag.diary.foods.kitchen import load_kitchen
from rag.diary.foods.resolving import Outcome, Resolver, Settled, Unsettled, clear
from rag.diary.foods.search import FoodSearch
from rag.diary.lexis.measures import Measures, load_measures
from rag.diary.lexis.wording import normalised
from rag.diary.reading.meals import read_meals
from rag.diary.types import Measure
from rag.notes.errors import NoteError
from rag.types import Language
from tests.fakes.models import FakeEmbedder
from tests.integration.searching_foods import FOODS, ORANGE, VALUES, Eater, food, listed, load_foods

HEADER = "slug,pt,es,en,also_pt,tags,measures,source,energy_kcal,protein_g,carbohydrate_g,fat_g,iron_mg"
ROW = "tapioca,Tapioca,,,beiju|goma,bread,unit=80@own,minha,240,0,60,0,"
STATE = "select id, retired_at, xmin::text from foods order by id"


async def state(pool: asyncpg.Pool) -> Sequence[asyncpg.Record]:
    rows: Sequence[asyncpg.Record] = await pool.fetch(STATE)
    return rows


def table(*rows: str, header: str = HEADER) -> FoodList:
    return read_table("mine", "\n".join([header, *rows]), {"bread"}, {"unit"})


def told(foods: FoodList, kind: Kind) -> list[str]:
    return [f"{finding.line}: {finding.what}" for finding in foods.findings if finding.kind is kind]


# Into the catalogue


async def test_a_list_loaded_again_touches_no_row(pool: asyncpg.Pool) -> None:
    catalogue = PostgresFoodCatalogue(pool)
    first = await catalogue.load(listed())
    before = await state(pool)
    assert await catalogue.load(listed()) == Counts(kept=len(FOODS))
    assert first == Counts(new=len(FOODS))
    assert await state(pool) == before


async def test_a_changed_food_is_a_new_version_and_the_old_one_keeps_its_figures(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    eater, index = Eater(pool), PostgresFoodIndex(pool)
    old = (await index.named(eater.id, ["orange"]))[0]
    changed = replace(FOODS[ORANGE], per_100g=VALUES | {"energy_kcal": Decimal(47)})
    assert await catalogue.load(listed(changed, *FOODS[:ORANGE], *FOODS[ORANGE + 1 :])) == Counts(
        kept=len(FOODS) - 1, changed=1
    )
    new = (await index.named(eater.id, ["orange"]))[0]
    assert new.id != old.id
    assert new.per_100g["energy_kcal"] == 47
    assert (await index.foods(eater.id, [old.id]))[0] == old
    assert await eater.slugs("laranja") == ["orange"]


@pytest.mark.parametrize(
    "change",
    [{"measures": {"unit": Measure(Decimal(60), "own")}}, {"tags": frozenset({"fruit"})}, {"source": "another"},
     {"also": {Language.PT: ("laranja-pera",)}}, {"computed": True}],
)  # fmt: skip
async def test_whatever_of_a_food_changes_makes_a_new_version(pool: asyncpg.Pool, change: dict[str, object]) -> None:
    orange = FOODS[ORANGE]
    catalogue = await load_foods(pool, listed(orange))
    assert await catalogue.load(listed(replace(orange, **change))) == Counts(changed=1)  # type: ignore[arg-type]


async def test_a_food_that_a_list_has_no_more_is_retired_and_its_names_go(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    assert await catalogue.load(listed(*FOODS[:3])) == Counts(kept=3, retired=len(FOODS) - 3)
    assert await pool.fetchval("select count(distinct food_id) from food_words") == 3
    assert await pool.fetchval("select count(distinct food_id) from food_terms") == 3
    assert await pool.fetchval("select count(*) from food_vocabulary where term = 'laranja'") == 0
    assert await pool.fetchval("select count(*) from foods") == len(FOODS)


async def test_a_food_that_comes_back_is_new(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    await catalogue.load(listed(*FOODS[1:]))
    assert await catalogue.load(listed()) == Counts(kept=len(FOODS) - 1, new=1)


async def test_lists_leave_each_others_foods_alone(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    counts = await catalogue.load(listed(food("rice", "Outro arroz"), food("mine", "Meu prato"), name="mine"))
    assert counts == Counts(new=1, taken=("rice",))
    assert await catalogue.load(listed()) == Counts(kept=len(FOODS))
    assert (await Eater(pool).slugs("meu prato"))[0] == "mine"


async def test_a_slug_of_another_list_is_told_with_its_line(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    mine = FoodList("mine", (replace(FOODS[0], line=7),))
    report = await load(catalogue, FakeEmbedder(), mine, lambda *_: None)
    assert [str(finding) for finding in report.findings] == ["line 7: refused: rice: another list has this slug"]


async def test_nobodys_food_can_be_written_by_who_does_not_load(pool: asyncpg.Pool) -> None:
    await load_foods(pool)
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(f"set local fonte.user_id = '{uuid.uuid4()}'; set local fonte.loading = 'on'")
        assert await connection.execute("update foods set energy_kcal = 0") == "UPDATE 0"
        assert await connection.execute("delete from food_words") == "DELETE 0"


async def test_a_load_that_fails_leaves_the_old_list_whole(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    before = await state(pool)
    broken = replace(FOODS[ORANGE], slug="broken", measures={"unit": Measure(Decimal(0), "own")})
    with pytest.raises(asyncpg.CheckViolationError):
        await catalogue.load(listed(broken))
    assert await state(pool) == before


async def test_what_a_person_has_of_their_own_is_left_alone(pool: asyncpg.Pool) -> None:
    catalogue = await load_foods(pool)
    eater = Eater(pool)
    await eater.own("rice", "Arroz meu")
    assert await catalogue.load(listed()) == Counts(kept=len(FOODS))
    assert (await eater.slugs("arroz meu"))[0] == "rice"


async def test_what_an_account_leaves_behind_is_nothing(pool: asyncpg.Pool) -> None:
    eater = Eater(pool)
    await eater.own("mine", "Coisa minha")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(f"set local fonte.user_id = '{eater.id}'")
        await connection.execute("delete from users where id = $1", eater.id)
        for of in ("foods", "food_words", "food_terms", "food_tags", "food_measures"):
            assert await connection.fetchval(f"select count(*) from {of}") == 0  # noqa: S608 - of this test's own names


async def test_the_bundled_list_is_loaded_once_and_a_second_start_asks_one_question(
    pool: asyncpg.Pool, tmp_path: Path
) -> None:
    (tmp_path / "foods").mkdir()
    (tmp_path / "foods.csv").write_text(f"{HEADER}\n{ROW}", encoding="utf-8")
    (tmp_path / "foods" / "tags.csv").write_text("tag,pt,es,en\nbread,pão,pan,bread\n", encoding="utf-8")
    catalogue, embedder = PostgresFoodCatalogue(pool), FakeEmbedder()
    first = await load_bundled(catalogue, embedder, tmp_path)
    assert first is not None
    assert (first.counts, first.filled.count) == (Counts(new=1), 1)
    assert await load_bundled(catalogue, embedder, tmp_path) is None
    assert len(embedder.documents) == 1
    (tmp_path / "foods.csv").write_text("\n".join([HEADER, ROW.replace("240", "250")]), encoding="utf-8")
    again = await load_bundled(catalogue, embedder, tmp_path)
    assert again is not None
    assert again.counts == Counts(changed=1)
    assert await pool.fetchval("select count(*) from food_catalogues where name = $1", BUNDLED) == 1


async def test_a_missing_bundled_list_names_what_makes_it(pool: asyncpg.Pool, tmp_path: Path) -> None:
    (tmp_path / "foods").mkdir()
    (tmp_path / "foods" / "tags.csv").write_text("tag,pt,es,en\n", encoding="utf-8")
    with pytest.raises(NoteError, match="build_foods"):
        await load_bundled(PostgresFoodCatalogue(pool), FakeEmbedder(), tmp_path)


# Tables


def test_only_slug_a_name_and_the_macros_are_needed() -> None:
    foods = table("x,Coisa,100,1,2,3", header="slug,pt,energy_kcal,protein_g,carbohydrate_g,fat_g")
    assert foods.findings == ()
    assert foods.foods[0].name(Language.EN) == "Coisa"
    assert foods.foods[0].per_100g["iron_mg"] is None


def test_a_whole_row_is_read() -> None:
    read = table(ROW).foods[0]
    assert (read.slug, set(read.tags), dict(read.measures)) == (
        "tapioca",
        {"bread"},
        {"unit": Measure(Decimal(80), "own")},
    )
    assert dict(read.words()) == {
        (Language.PT, "tapioca"): True,
        (Language.PT, "beiju"): False,
        (Language.PT, "goma"): False,
    }


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (ROW.replace("240", ""), "2: tapioca: energy_kcal unknown"),
        (ROW.replace("240", "-1"), "2: energy_kcal: '-1' is no amount"),
        (ROW.replace("240", "nan"), "2: energy_kcal: 'nan' is no amount"),
        (ROW.replace("240", "1e99"), "2: energy_kcal: '1e99' is no amount"),
        (ROW.replace("tapioca,", "Tapioca 1,"), "2: slug 'Tapioca 1': write lower-case letters, digits and _"),
        (ROW.replace("Tapioca", ""), "2: tapioca has no name, or one of over 200 letters"),
        (ROW + ",7", "2: 14 cells, the header has 13"),
    ],
)
def test_a_row_that_is_no_food_is_refused_with_its_line_and_the_others_are_read(row: str, why: str) -> None:
    foods = table(row, ROW.replace("tapioca,", "other,"))
    assert told(foods, Kind.REFUSED) == [why]
    assert [read.slug for read in foods.foods] == ["other"]


def test_a_slug_that_stands_twice_is_refused_the_second_time() -> None:
    assert told(table(ROW, ROW), Kind.REFUSED) == ["3: tapioca stands in line 2 too"]


def test_what_is_mended_in_a_row_is_told() -> None:
    foods = table(
        ROW.replace("240", '"240,5"').replace(",bread", ",bread|nope").replace("80@own", "80@own|cubit=3@own")
    )
    assert foods.foods[0].per_100g["energy_kcal"] == Decimal("240.5")
    assert told(foods, Kind.MENDED) == [
        "2: tapioca: unknown tags left out: nope",
        "2: energy_kcal: 240,5 read as 240.5",
        "2: tapioca: measure left out: cubit=3@own",
    ]


def test_a_semicolon_parts_cells_too_and_unknown_columns_are_told() -> None:
    foods = table("x;Coisa;100;1;2;3;?", header="slug;pt;energy_kcal;protein_g;carbohydrate_g;fat_g;price")
    assert [read.slug for read in foods.foods] == ["x"]
    assert told(foods, Kind.NOTED) == ["1: unknown columns left out: price"]


@pytest.mark.parametrize(
    "header", ["", "a,b", "slug,pt,energy_kcal,protein_g,fat_g", "slug,energy_kcal,protein_g,carbohydrate_g,fat_g"]
)
def test_another_header_is_refused(header: str) -> None:
    with pytest.raises(NoteError, match="the header lacks"):
        table(ROW, header=header)


def test_every_tag_is_called_something_in_every_language() -> None:
    words = read_tags(CORPUS / "foods" / "tags.csv")
    tags = keys_of(CORPUS / "foods" / "tags.csv")
    assert {(tag, language) for _, language, tag in words} == {(tag, language) for tag in tags for language in Language}
    assert ("peix gordo", Language.PT, "oily_fish") in words


# The script


def run_script(database: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(ROOT / "scripts" / "load_foods.py"), *map(str, arguments)]
    settings = {"DATABASE_URL": database, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    return subprocess.run(script, capture_output=True, text=True, check=False, env=settings, cwd="/", timeout=120)


def test_the_script_tells_what_it_did_and_a_second_run_changes_nothing(database: str, tmp_path: Path) -> None:
    path = tmp_path / "minha lista.csv"
    path.write_text(f"{HEADER}\n{ROW}\n{ROW}", encoding="utf-8")
    first, second = run_script(database, path), run_script(database, path)
    refused = f"{path}: line 3: refused: tapioca stands in line 2 too"
    assert first.stdout.splitlines() == [
        refused, f"{path}: 0 kept, 1 new, 0 changed, 0 retired, 1 refused; 1 embedded",
    ]  # fmt: skip
    assert second.stdout.splitlines() == [
        refused, f"{path}: 1 kept, 0 new, 0 changed, 0 retired, 1 refused; 0 embedded",
    ]  # fmt: skip
    assert (first.returncode, second.returncode, first.stderr) == (0, 0, "")


def test_the_script_refuses_what_it_can_not_load(database: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "fonte.csv").write_text(HEADER, encoding="utf-8")
    failed = run_script(database, tmp_path / "x.csv")
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    for misuse in ("no_such.csv", "foods.txt", "fonte.csv"):
        assert run_script(database, tmp_path / misuse).returncode == 2


async def test_the_official_table_is_loaded_and_its_foods_without_energy_are_found(
    pool: asyncpg.Pool, shared_data: Path
) -> None:
    foods = read_taco(shared_data / "taco" / "Taco_4a_edicao_2011.xls")
    catalogue = PostgresFoodCatalogue(pool)
    assert (await catalogue.load(foods)).new == 597
    assert (await catalogue.load(foods)).kept == 597
    hits = await Eater(pool).find("leite de vaca integral")
    assert hits[0].food.slug == "taco_458"
    assert hits[0].food.per_100g["energy_kcal"] is None
    flagged = await pool.fetch("select slug from foods where 'energy_unknown' = any (flags) order by slug")
    assert [row["slug"] for row in flagged] == ["taco_450", "taco_457", "taco_458", "taco_591"]


def test_figures_that_look_wrong_are_loaded_and_told_after_what_was_refused(database: str, tmp_path: Path) -> None:
    path = tmp_path / "estranha.csv"
    rows = [ROW, "pedra,Pedra,,,,,,,900,0,0,0,", "muro,Muro,,,,,,,x,0,0,0,"]
    path.write_text("\n".join([HEADER, *rows]), encoding="utf-8")
    done = run_script(database, path)
    refused, flagged, summary = done.stdout.splitlines()
    assert refused == f"{path}: line 4: refused: energy_kcal: 'x' is no amount"
    assert flagged.startswith(f"{path}: line 3: flagged: pedra: ")
    assert summary == f"{path}: 0 kept, 2 new, 0 changed, 0 retired, 1 refused; 2 embedded"
    assert done.returncode == 0


def test_what_is_wrong_with_a_file_is_told_with_its_path(database: str, tmp_path: Path) -> None:
    path = tmp_path / "errada.csv"
    path.write_text("a,b\n", encoding="utf-8")
    failed = run_script(database, path)
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"fonte: {path}:1: the header lacks")


def test_a_list_without_sources_has_its_file_as_the_source() -> None:
    header = "slug,pt,measures,energy_kcal,protein_g,carbohydrate_g,fat_g"
    (found,) = read_table("cardapio", f"{header}\nbolo,Bolo,unit=60,300,5,50,9").foods
    assert (found.source, found.measures["unit"].source) == ("cardapio.csv", "cardapio.csv")


def test_a_value_alone_that_is_refused_refuses_no_row() -> None:
    findings = (Finding(4, Kind.REFUSED, "x"), Finding(5, Kind.REFUSED, "y"))
    assert FoodList("taco", (replace(FOODS[0], line=4),), findings).refused == 1


# Which of two foods of one name


async def test_a_list_loaded_by_hand_goes_before_the_bundled_one_for_a_whole_name(pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("feijoada", "Feijoada"), food("arroz_doce", "Arroz-doce")))
    await PostgresFoodCatalogue(pool).load(listed(food("taco_1", "Feijoada"), name="taco"))
    eater = Eater(pool)
    hits = await eater.find("feijoada")
    assert [hit.food.slug for hit in hits] == ["taco_1", "feijoada"]
    assert clear(hits, single=True)
    await eater.own("minha", "Feijoada")
    assert (await eater.slugs("feijoada"))[:2] == ["minha", "taco_1"]


async def test_a_bundled_whole_name_goes_before_a_part_of_one_that_was_loaded_by_hand(pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("goiabada", "Goiabada fresca")))
    await PostgresFoodCatalogue(pool).load(listed(food("da_casa", "Goiabada"), name="mine"))
    assert (await Eater(pool).slugs("goiabada fresca"))[0] == "goiabada"


def kitchen_of(pool: asyncpg.Pool) -> tuple[Resolver, Measures]:
    measures = load_measures(CORPUS / "foods" / "measures.csv")
    kitchen = load_kitchen(CORPUS / "foods", measures, normalised, CORPUS / "foods.csv")
    index = PostgresFoodIndex(pool)
    return Resolver(FoodSearch(index, FakeEmbedder()), index, kitchen, normalised), measures


async def outcome(pool: asyncpg.Pool, text: str, language: Language = Language.PT) -> Outcome:
    resolver, measures = kitchen_of(pool)
    (plan,) = read_meals(text, measures, language, asked=True, known=resolver.kitchen.known)
    (found,) = await resolver.resolve(uuid.uuid4(), plan.items, language)
    return found


@pytest.mark.parametrize(
    "text", ["100 g de goiabada da casa", "goiabada da casa 100 g", "100 g de goiabada da casa ontem no almoço"]
)
async def test_a_food_of_the_service_is_found_by_the_whole_of_its_name(pool: asyncpg.Pool, text: str) -> None:
    await load_foods(pool, listed(food("goiabada", "Goiabada")))
    await PostgresFoodCatalogue(pool).load(listed(food("da_casa", "Goiabada da casa"), name="mine"))
    found = await outcome(pool, text)
    assert isinstance(found, Settled)
    assert found.food.slug == "da_casa"


async def test_a_place_that_is_no_part_of_a_name_changes_nothing(pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("goiabada", "Goiabada")))
    found = await outcome(pool, "100 g de goiabada da casa")
    assert isinstance(found, Settled)
    assert found.food.slug == "goiabada"


async def test_raw_foods_are_offered_after_cooked_ones_unless_raw_was_said(pool: asyncpg.Pool) -> None:
    await load_foods(pool, listed(food("a_raw", "Inhame roxo cru"), food("z_cooked", "Inhame roxo cozido com casca")))
    found, said_raw = await outcome(pool, "100 g de inhame"), await outcome(pool, "100 g de inhame cru")
    assert isinstance(found, Unsettled)
    assert [choice.food.slug for choice in found.choices] == ["z_cooked", "a_raw"]
    assert isinstance(said_raw, Settled)
    assert said_raw.food.slug == "a_raw"
