"""The READMEs and docs name what exists, and their twins say the same things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from urllib.parse import unquote, urlsplit

import pytest

from bot.paths import ROOT
from bot.settings import Settings
from rag.types import Language

README, TWIN = ROOT / "README.md", ROOT / "README.pt-BR.md"
DOCUMENTS = (README, TWIN, *sorted((ROOT / "docs").rglob("*.md")))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
LOCALES = ROOT / "bot" / "locales"

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_PATH = re.compile(r"(?<![\w./-])(?:bot|rag|sql|scripts|tests|docs|requirements|\.ci)/[\w./*<>-]*")
_CODE = re.compile(r"`([^`\n]+)`")
_TEST = re.compile(r"\btest_\w+")
_ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)

every_document = pytest.mark.parametrize(
    "document", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in DOCUMENTS]
)


def prose(document: Path) -> str:
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def anchors(document: Path) -> set[str]:
    """As GitHub makes them of headings: lower case, punctuation off, hyphens for blanks."""
    titles = (title for _, title in _HEADING.findall(prose(document)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(document: Path) -> Iterator[str]:
    for link in _LINK.findall(prose(document)):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        target = (document.parent / unquote(parts.path)).resolve() if parts.path else document
        there = target.exists() and target.is_relative_to(ROOT)
        if not there or (parts.fragment and parts.fragment not in anchors(target)):
            yield link


def missing_paths(document: Path) -> Iterator[str]:
    for found in _PATH.findall(document.read_text(encoding="utf-8")):
        path = re.sub(r"<\w+>", "*", found.rstrip("."))
        if not any(ROOT.glob(path.rstrip("/"))):
            yield found


def headings(document: Path) -> list[int]:
    return [len(signs) for signs, _ in _HEADING.findall(prose(document))]


def words_of(language: Language) -> dict[str, set[str]]:
    """Each text's key and the names that are filled into it."""
    tables = tomllib.loads((LOCALES / f"{language}.toml").read_text(encoding="utf-8"))
    return {
        f"{table}.{key}": {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        for table, entries in tables.items()
        for key, text in entries.items()
    }


@every_document
def test_every_relative_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    assert not list(broken_links(document))


@every_document
def test_every_path_named_exists(document: Path) -> None:
    assert not list(missing_paths(document))


@every_document
def test_every_test_named_exists(document: Path) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    known = set(re.findall(r"def (test_\w+)", code)) | {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    named = {name for span in _CODE.findall(prose(document)) for name in _TEST.findall(span)}
    assert named <= known


@pytest.mark.parametrize("readme", [README, TWIN], ids=["en", "pt-BR"])
def test_the_environment_table_names_exactly_what_is_read(readme: Path) -> None:
    assert sorted(_ROW.findall(prose(readme))) == sorted(name.upper() for name in Settings.model_fields)


@pytest.mark.parametrize("readme", [README, TWIN], ids=["en", "pt-BR"])
def test_every_make_target_named_exists(readme: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", readme.read_text(encoding="utf-8"), re.MULTILINE))
    assert {"chat", "test"} <= named <= targets


def test_the_readmes_have_the_same_sections() -> None:
    assert headings(README) == headings(TWIN)


def test_the_readmes_name_the_same_tests() -> None:
    ours, theirs = (sorted(set(_TEST.findall(prose(document)))) for document in (README, TWIN))
    assert ours == theirs


def test_every_decision_is_in_the_index_under_its_own_title() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\d+)\]\(([^)]+)\) \| (.+) \|$", index, re.MULTILINE)
    titles = [path.read_text(encoding="utf-8").splitlines()[0] for path in DECISIONS]
    assert [f"# {number}. {title}" for number, _, title in listed] == titles
    assert [name for _, name, _ in listed] == [path.name for path in DECISIONS]


@pytest.mark.parametrize("language", [Language.ES, Language.EN])
def test_every_language_has_the_same_words_with_the_same_blanks_to_fill(language: Language) -> None:
    assert words_of(language) == words_of(Language.PT)
