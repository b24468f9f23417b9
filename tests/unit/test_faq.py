from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.notes.errors import NoteError
from rag.notes.faq import FLOOR, MAX_ANSWER, MAX_HITS, FaqEntry, FaqIndex, FaqKind, load_faq
from rag.types import Language
from tests.unit.faq_questions import (
    CALIBRATION_ANSWERED,
    CALIBRATION_UNANSWERED,
    REPORT_ANSWERED,
    REPORT_UNANSWERED,
)

FOLDER = Path(__file__).parents[2] / "rag" / "corpus" / "faq"
SPECIALTIES = frozenset({"cardiologia", "dermatologia", "endocrinologia"})
FEATURES = SPECIALTIES | {"consultation", "diary", "generation", "faq"}
ENTRIES = load_faq(FOLDER, features=FEATURES)
INDEX = FaqIndex.build(ENTRIES)


def rows(block: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(" | ")] for line in block.strip().splitlines()]


def language(short: str) -> Language:
    return Language.PT if short == "pt" else Language(short)


def everything(_: str) -> bool:
    return True


def all_but(*off: str) -> Callable[[str], bool]:
    return lambda feature: feature not in off


def ids(text: str, asked_in: Language = Language.PT, enabled: Callable[[str], bool] = everything) -> list[str]:
    return [hit.entry.id for hit in INDEX.search(text, asked_in, enabled=enabled)]


def outcome(answered: str, unanswered: str) -> tuple[float, float, float]:
    """Precision of finding anything, recall, and the share whose first hit is right."""
    first = [(ids(text, language(short))[:1], wanted.split()) for wanted, short, text in rows(answered)]
    found = sum(bool(hit) for hit, _ in first)
    right = sum(bool(hit) and hit[0] in wanted for hit, wanted in first)
    wrong = sum(bool(ids(text, language(short))) for short, text in rows(unanswered))
    return found / (found + wrong), found / len(first), right / len(first)


@pytest.mark.parametrize(
    ("answered", "unanswered", "least_right"),
    [(CALIBRATION_ANSWERED, CALIBRATION_UNANSWERED, 0.9), (REPORT_ANSWERED, REPORT_UNANSWERED, 0.75)],
    ids=["calibration", "report"],
)
def test_questions_with_an_answer_find_it_and_others_find_nothing(
    answered: str, unanswered: str, least_right: float
) -> None:
    assert len(rows(answered)) == len(rows(unanswered)) >= 60
    precision, recall, right = outcome(answered, unanswered)
    assert precision >= 0.95
    assert recall >= right >= least_right


def test_the_expected_entries_exist() -> None:
    wanted = {
        name for block in (CALIBRATION_ANSWERED, REPORT_ANSWERED) for row in rows(block) for name in row[0].split()
    }
    assert wanted <= {entry.id for entry in ENTRIES}


def test_every_question_of_the_corpus_finds_its_own_entry_first() -> None:
    misses = [
        (entry.id, question)
        for entry in ENTRIES
        for question in entry.questions
        if ids(question, entry.language)[:1] != [entry.id]
    ]
    assert misses == []


def test_the_corpus_has_the_same_entries_in_each_language() -> None:
    by_language = {each: [e.id for e in ENTRIES if e.language is each] for each in Language}
    assert len(by_language[Language.PT]) >= 36
    assert by_language[Language.PT] == by_language[Language.ES] == by_language[Language.EN]


@pytest.mark.parametrize("feature", sorted(FEATURES - {"generation", "faq"}))
def test_an_entry_vanishes_with_its_feature(feature: str) -> None:
    gated = [entry for entry in ENTRIES if entry.requires == feature]
    assert gated
    for entry in gated:
        assert entry.id in ids(entry.questions[0], entry.language)
        assert entry.id not in ids(entry.questions[0], entry.language, all_but(feature))


def test_no_entry_names_a_specialty_that_may_be_off() -> None:
    names = ("cardiol", "dermatol", "endocrin")
    free = [entry for entry in ENTRIES if entry.requires is None]
    assert [entry.id for entry in free if any(name in entry.answer.casefold() for name in names)] == []


def test_commands_are_said_in_the_language_of_the_entry() -> None:
    answers = {entry.language: entry.answer for entry in ENTRIES if entry.id == "delete-data"}
    assert "/apagar" in answers[Language.PT]
    assert "/borrar" in answers[Language.ES]
    assert "/delete_me" in answers[Language.EN]


def test_a_question_in_another_language_shows_the_entry_of_the_persons_own() -> None:
    (hit, *_) = INDEX.search("how do I delete my data?", Language.PT, enabled=everything)
    assert (hit.entry.id, hit.entry.language) == ("delete-data", Language.PT)


def test_one_word_is_not_taken_for_another_language() -> None:
    assert ids("teste") == []


def test_hits_of_other_kinds_come_before_the_third_of_a_kind() -> None:
    entries = [made("a", FaqKind.HELP), made("b", FaqKind.HELP), made("c", FaqKind.HELP), made("d", FaqKind.SAFETY)]
    hits = FaqIndex.build(entries).search("onde fica a farmácia", Language.PT, enabled=everything)
    assert [hit.entry.id for hit in hits] == ["a", "b", "d", "c"]


def test_at_most_six_are_found() -> None:
    index = FaqIndex.build(made(f"e{n}", FaqKind.HELP) for n in range(9))
    assert len(index.search("farmácia", Language.PT, limit=50, enabled=everything)) == MAX_HITS
    assert len(index.search("farmácia", Language.PT, limit=2, enabled=everything)) == 2
    assert index.search("farmácia", Language.PT, limit=-1, enabled=everything) == []


@pytest.mark.parametrize("text", ["", "   ", "?!", "🙃", "\ud83d", "de a o", "\x00"])
def test_a_text_without_words_finds_nothing(text: str) -> None:
    assert ids(text) == []


def test_accents_case_and_a_typing_error_change_nothing() -> None:
    assert ids("COMO RETIRO O CONSENTIMNETO")[:1] == ids("como retiro o consentimento?")[:1] == ["withdraw-consent"]


@given(text=st.text(st.characters()), asked_in=st.sampled_from(Language), limit=st.integers(-3, 20))
def test_a_search_never_fails_and_keeps_its_bounds(text: str, asked_in: Language, limit: int) -> None:
    hits = INDEX.search(text, asked_in, limit=limit, enabled=everything)
    assert len(hits) <= max(0, min(limit, MAX_HITS))
    assert len({hit.entry.id for hit in hits}) == len(hits)
    assert all(FLOOR <= hit.score <= 1 and hit.entry.language is asked_in for hit in hits)


WORDS = sorted({word for entry in ENTRIES for question in entry.questions for word in question.split()})


@settings(max_examples=50)
@given(words=st.lists(st.sampled_from(WORDS), max_size=30), asked_in=st.sampled_from(Language))
def test_the_same_question_finds_the_same(words: list[str], asked_in: Language) -> None:
    text = " ".join(words)
    assert INDEX.search(text, asked_in, enabled=everything) == INDEX.search(text, asked_in, enabled=everything)


def test_an_empty_faq_finds_nothing() -> None:
    assert FaqIndex.build([]).search("o que é o Fonte?", Language.PT, enabled=everything) == []


def test_a_search_takes_two_milliseconds_at_most() -> None:
    asked = [(text, language(short)) for _, short, text in rows(REPORT_ANSWERED)]
    asked += [(text, language(short)) for short, text in rows(REPORT_UNANSWERED)]
    asked.append(("apagar meus dados e a consulta do especialista " * 500, Language.PT))

    def mean() -> float:
        started = time.perf_counter()
        for text, asked_in in asked:
            INDEX.search(text, asked_in, enabled=everything)
        return (time.perf_counter() - started) / len(asked)

    assert min(mean() for _ in range(5)) <= 0.002


def made(name: str, kind: FaqKind) -> FaqEntry:
    return FaqEntry(name, kind, Language.PT, ("onde fica a farmácia?",) * 3, "Ali.", None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "faq")
    return tmp_path / "faq"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "about"', 'kind = "abuot"', "kind"),
        ('id = "what-is-fonte"', 'id = "What is"', "id"),
        ('id = "is-it-human"', 'id = "what-is-fonte"', "twice"),
        ('answer = "Sou o Fonte', 'anwser = "Sou o Fonte', "answer"),
        ('answer = "Sou o Fonte', f'answer = "{"x" * MAX_ANSWER}', f"{MAX_ANSWER}"),
        ('requires = "cardiologia"', 'requires = "neurologia"', "neurologia"),
        ('"O que é o Fonte?", "o que é você?", ', '"", ', "questions"),
        ('"O que é o Fonte?"', "12", "questions"),
    ],
)
def test_a_wrong_entry_is_one_line_that_names_file_and_field(folder: Path, old: str, new: str, said: str) -> None:
    path = folder / "pt-BR.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(NoteError) as raised:
        load_faq(folder, features=FEATURES)
    assert "pt-BR.toml" in str(raised.value)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_entry_missing_in_one_language_is_an_error_that_names_it(folder: Path) -> None:
    path = folder / "es.toml"
    tail = path.read_text(encoding="utf-8").rsplit("[[entry]]", 1)[0]
    path.write_text(tail, encoding="utf-8")
    with pytest.raises(NoteError, match=r"es\.toml.*export-my-log"):
        load_faq(folder, features=FEATURES)


def test_broken_toml_is_an_error_that_names_the_line(folder: Path) -> None:
    (folder / "en.toml").write_text('[[entry]]\nid = "a\n', encoding="utf-8")
    with pytest.raises(NoteError, match=r"en\.toml:2"):
        load_faq(folder, features=FEATURES)


@pytest.mark.parametrize("content", [b"", b"x = 1\n", b"entry = 3\n", b"entry = [3]\n", b"\xff\xfe"])
def test_a_file_without_entries_is_an_error(folder: Path, content: bytes) -> None:
    (folder / "en.toml").write_bytes(content)
    with pytest.raises(NoteError, match=r"en\.toml"):
        load_faq(folder, features=FEATURES)


def test_a_missing_file_is_an_error(folder: Path) -> None:
    (folder / "es.toml").unlink()
    with pytest.raises(NoteError, match=r"es\.toml"):
        load_faq(folder, features=FEATURES)
