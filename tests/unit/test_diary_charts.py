from __future__ import annotations

import io
import os
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bot.diary.canvas import ABOVE, BELOW, WITHIN, Canvas, font, width_of
from bot.diary.charts import PngCharts
from bot.diary.day_chart import draw_day
from bot.diary.files import PersonFiles
from bot.diary.progress import Line
from bot.diary.trend_chart import nice_ticks
from bot.locales import load_catalogue
from bot.ports import Person
from rag.diary.evidence import Evidence, Summary, Target, Total
from rag.diary.types import NUTRIENTS, Plan
from rag.types import Language

CATALOGUE = load_catalogue()
WORDS = CATALOGUE[Language.PT]
ANA, BIA = Person("test", "1"), Person("test", "2")
NOW = datetime.now(UTC)
FIRST = date(2026, 11, 1)


def files(folder: Path, now: datetime = NOW) -> PersonFiles:
    tokens = iter(f"t{number}" for number in range(1_000))
    return PersonFiles(folder, lambda: next(tokens), lambda: now)


def charts(folder: Path) -> PngCharts:
    return PngCharts(CATALOGUE, files(folder))


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


def colours(picture: Image.Image) -> set[tuple[int, ...]]:
    found = picture.getcolors(picture.width * picture.height) or []
    return {colour for _, colour in found if isinstance(colour, tuple)}


def near(colour: str, found: set[tuple[int, ...]]) -> bool:
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return any(max(abs(a - b) for a, b in zip(wanted, other, strict=True)) <= 12 for other in found)


@pytest.mark.parametrize("letter", "áéíóúàâãäçÇõôöñÑüêµ½·–—…×≥≤%º¿¡€")
def test_the_font_has_every_letter_that_is_written(letter: str) -> None:
    def drawn(character: str) -> bytes:
        picture = Image.new("L", (60, 60))
        ImageDraw.Draw(picture).text((5, 5), character, 255, font(40))
        return picture.tobytes()

    assert drawn(letter) != drawn("\uffff")


@pytest.mark.parametrize("language", list(Language))
def test_the_font_has_the_letters_of_every_word_of_the_pictures(language: Language) -> None:
    words = CATALOGUE[language]
    texts = [text for key, text in words.texts.items() if key.startswith(("today.", "chart.", "nutrient."))]
    missing = font(40).getmask("\uffff")
    strange = {c for text in texts for c in text if not c.isspace() and bytes(font(40).getmask(c)) == bytes(missing)}
    assert strange == set()


def line(amount: str | None, low: str | None = None, high: str | None = None, nutrient: str = "fiber_g") -> Line:
    values = [None if value is None else Decimal(value) for value in (amount, low, high)]
    return Line(nutrient, values[0], Decimal(1), values[1], values[2])


def day(*lines: Line) -> Image.Image:
    return opened(draw_day("Seu dia", "30/11/2026", lines, "", WORDS))


def test_what_is_over_below_and_within_looks_different() -> None:
    assert near(ABOVE, colours(day(line("50", "25", "40"))))
    assert not near(ABOVE, colours(day(line("30", "25", "40"))))
    assert near(WITHIN, colours(day(line("30", "25", "40"))))
    assert near(BELOW, colours(day(line("20", "25", "40"))))


def test_without_colour_the_three_still_differ() -> None:
    grey = [day(line(amount, "25", "40")).convert("L").tobytes() for amount in ("50", "30", "20")]
    assert len(set(grey)) == 3


def test_a_day_of_every_nutrient_stays_readable_on_a_phone() -> None:
    lines = [line("30", "25", "40", key) for key in NUTRIENTS]
    assert day(*lines).height < 3_000
    over = [*lines[:-1], line("50", "25", "40", NUTRIENTS[-1])]
    assert near(ABOVE, colours(day(*over)))


_values = st.none() | st.decimals(0, 100_000, places=3)


@given(_values, _values, _values, st.sampled_from(NUTRIENTS))
def test_any_line_can_be_drawn(amount: Decimal | None, low: Decimal | None, high: Decimal | None, key: str) -> None:
    assert day(Line(key, amount, Decimal("0.5"), low, high)).width == 1080


def test_nothing_is_drawn_beyond_the_sheet() -> None:
    said = WORDS("today.picture_partly")
    assert width_of(said, 27) < 1080 - 128


def test_a_hatched_bar_keeps_some_of_its_own_colour() -> None:
    canvas = Canvas(100)
    canvas.bar((10, 10, 200, 60), ABOVE)
    canvas.hatch((10, 10, 200, 60))
    assert near(ABOVE, colours(opened(canvas.png())))


@given(st.floats(1e-3, 1e6))
def test_an_axis_reaches_its_highest_value_in_few_round_steps(highest: float) -> None:
    ticks = nice_ticks(highest)
    assert ticks[0] == 0
    assert ticks[-1] >= highest * 0.999
    assert 2 <= len(ticks) <= 7


# Trends


def evidence(amounts: Sequence[str | None], target: Target | None = None, span: int = 0) -> Evidence:
    days = [FIRST + timedelta(days=offset) for offset in range(len(amounts))]
    totals = [
        Total(day, "fiber_g", None if amount == "?" else Decimal(amount), Decimal(1), 2, target)
        for day, amount in zip(days, amounts, strict=True)
        if amount is not None
    ]
    known = [(total.day, total.amount) for total in totals if total.amount is not None]
    mean = sum((amount for _, amount in known), Decimal(0)) / len(known) if known else None
    summary = Summary(
        "fiber_g", None, mean, len(totals), Decimal(1),
        max(known, key=lambda pair: pair[1], default=None), min(known, key=lambda pair: pair[1], default=None),
        over=[d for d, a in known if target and target.maximum is not None and a > target.maximum],
        under=[d for d, a in known if target and target.minimum is not None and a < target.minimum],
    )  # fmt: skip
    last = FIRST + timedelta(days=max(span, len(amounts)) - 1)
    return Evidence(Plan(FIRST, last, ("fiber_g",), need_detail=False), totals, [summary])


async def test_a_trend_says_in_words_what_it_shows(tmp_path: Path) -> None:
    held = evidence(["20", None, "45", "30"], Target("fiber_g", Decimal(25), Decimal(40)))
    picture = await charts(tmp_path).trend(ANA, held, "fiber_g", Language.PT)
    assert picture is not None
    assert picture.alternative == (
        "Gráfico: fibra por dia, de 01/11/2026 a 04/11/2026. 3 de 4 dias anotados; média 31,7 g; "
        "maior 45 g em 03/11/2026; menor 20 g em 01/11/2026. Acima do máximo em: 03/11/2026. "
        "Abaixo do mínimo em: 01/11/2026. Dias sem anotação não contam como zero."
    )
    assert near(ABOVE, colours(opened(Path(picture.path).read_bytes())))  # noqa: ASYNC240 - a test waits for nobody


async def test_a_gap_is_not_drawn_as_a_zero(tmp_path: Path) -> None:
    drawn, drawing = [], charts(tmp_path)
    for amounts in (["20", None, "30"], ["20", "0", "30"]):
        picture = await drawing.trend(ANA, evidence(amounts), "fiber_g", Language.PT)
        assert picture is not None
        drawn.append(opened(Path(picture.path).read_bytes()).crop((120, 700, 1032, 722)).tobytes())  # noqa: ASYNC240
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("amounts", [[], [None, None], ["?"], ["?", None]])
async def test_without_anything_known_there_is_no_picture(tmp_path: Path, amounts: Sequence[str | None]) -> None:
    assert await charts(tmp_path).trend(ANA, evidence(amounts, span=7), "fiber_g", Language.PT) is None
    assert await charts(tmp_path).trend(ANA, evidence(["1"]), "iron_mg", Language.PT) is None


@pytest.mark.parametrize("span", [1, 2, 7, 30, 92])
async def test_a_trend_of_any_length_is_drawn_in_each_language(tmp_path: Path, span: int) -> None:
    amounts = [None if day % 4 == 3 else "?" if day % 9 == 8 else str(day * 7 % 50) for day in range(span)]
    drawing = charts(tmp_path)
    for language in Language:
        picture = await drawing.trend(ANA, evidence(amounts), "fiber_g", language)
        assert picture is not None
        assert opened(Path(picture.path).read_bytes()).size == (1080, 880)  # noqa: ASYNC240


async def test_an_empty_day_has_no_picture(tmp_path: Path) -> None:
    plan = Plan(FIRST, FIRST, ("fiber_g",), need_detail=True)
    assert await charts(tmp_path).today(ANA, Evidence(plan, [], []), Language.PT) is None


# Files


async def test_a_file_is_its_persons_alone_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    kept = files(tmp_path / "home" / "outgoing")
    first, second = await kept.write(ANA, "day.png", b"1"), await kept.write(ANA, "day.png", b"2")
    assert (first.name, second.name) == ("day-t0.png", "day-t1.png")
    assert [oct(path.stat().st_mode & 0o777) for path in (first, first.parent, first.parents[1])] == [
        "0o600", "0o700", "0o700",
    ]  # fmt: skip
    other = await kept.write(BIA, "day.png", b"3")
    assert other.parent != first.parent


async def test_files_older_than_two_days_go_at_the_next_write_of_anybody(tmp_path: Path) -> None:
    old = await files(tmp_path).write(ANA, "day.png", b"1")
    kept = await files(tmp_path, NOW + timedelta(days=1)).write(BIA, "day.png", b"2")
    later = PersonFiles(tmp_path, lambda: "new", lambda: NOW + timedelta(days=2, minutes=5))
    os.utime(kept, ((NOW + timedelta(days=1)).timestamp(),) * 2)
    assert await later.write(BIA, "day.png", b"3") in set(tmp_path.rglob("*"))  # noqa: ASYNC240
    assert (old.exists(), old.parent.exists(), kept.exists()) == (False, False, True)


async def test_erasing_a_person_takes_their_files_and_nobody_elses(tmp_path: Path) -> None:
    kept = files(tmp_path)
    mine, other = await kept.write(ANA, "day.png", b"1"), await kept.write(BIA, "day.png", b"2")
    await kept.erase(ANA)
    await kept.erase(ANA)
    assert (mine.parent.exists(), other.exists()) == (False, True)
