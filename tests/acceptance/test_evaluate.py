from __future__ import annotations

import asyncio
import json
from pathlib import Path

import asyncpg

from tests.acceptance.conftest import Script

QUESTION = {"especialidade": "dermatologia", "condition": "Acne", "style": "short", "language": "pt-BR"}
PICTURES = ("confusion.png", "evaluation.png", "diary.png")
DEV = {"split": "dev", "language": "pt-BR"}
ALARM = {"alarm": True, "rule_family": "breathing", "critical": True}
MEAL = {"at": "2026-11-03T12:00:00-03:00", "language": "pt-BR", "kind": "grams"}
LOGGED = {"zone": "America/Sao_Paulo", "expect": "log", "day": "2026-11-03", "meal": None, **MEAL}
RICE = {"said": "100 g de arroz", "expect": "store", "food": "^arroz", "low": 90, "high": 110}
PLAN = {"date_from": "2026-11-02", "date_to": "2026-11-02", "nutrients": ["energy_kcal"], "need_detail": False}
ITEMS: dict[str, list[dict[str, object]]] = {
    "routing": [
        {"id": "rt-1", "text": "cara lotada de bolota inflamada de pus", "split": "dev", **QUESTION},
        {"id": "rt-2", "text": "as espinha do meu guri não dão trégua", "split": "test", **QUESTION},
    ],
    "out_of_scope": [{"id": "os-1", "text": "quem ganhou o jogo ontem à tarde?", "kind": "off_topic", **DEV}],
    "abstain": [{"id": "ab-1", "text": "qual a dose de isotretinoína pra mim?", "kind": "dose", **DEV}],
    "redflags": [{"id": "rf-1", "text": "não consigo respirar", "kind": "medical", **DEV, **ALARM}],
    "log": [
        {"id": "lg-1", "text": "100 g de arroz", "items": [RICE], "split": "dev", **LOGGED},
        {"id": "lg-2", "text": "almocei 200 g de arroz cozido", "items": [RICE], "split": "test", **LOGGED},
    ],
    "food_search": [{"id": "fs-1", "text": "palta", "expect": "abacate", "expect_en": "avocado", "kind": "x", **DEV}],
    "ask": [{"id": "ak-1", "text": "quantas calorias comi ontem?", "plan": PLAN, "split": "dev", **MEAL}],
}


def _golden(folder: Path, *more: dict[str, object]) -> Path:
    folder.mkdir()
    for name, items in ITEMS.items():
        lines = [*items, *(more if name == "routing" else ())]
        (folder / f"{name}.jsonl").write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return folder


async def test_an_evaluation_reports_each_split_apart_and_leaves_no_one_behind(
    script: Script, corpus_database: str, tmp_path: Path
) -> None:
    out = tmp_path / "told.json"
    golden = _golden(tmp_path / "golden")
    ended = await script("evaluate", "--golden", golden, "--json", out, "--pictures", tmp_path, on=corpus_database)
    assert ended.status == 0, ended.err
    told = json.loads(out.read_text(encoding="utf-8"))["figures"]
    assert list(told) == ["dev", "test", "both"]
    counts = {split: {f["name"]: f["total"] for f in figures} for split, figures in told.items()}
    assert [counts[split]["specialty right"] for split in told] == [1, 1, 2]
    assert counts["dev"]["critical emergencies caught"] == 1
    assert [counts[split]["messages logged right"] for split in told] == [1, 1, 2]
    passed = {split: {f["name"]: f["passed"] for f in figures} for split, figures in told.items()}
    diary = ("messages logged right", "silent wrong stores", "foods found among three", "plans right")
    assert [passed["dev"][name] for name in diary] == [True, True, True, True]
    assert [passed["test"][name] for name in diary] == [False, False, None, None]
    assert await asyncio.to_thread(lambda: all((tmp_path / name).is_file() for name in PICTURES))
    for text in ("as espinha do meu guri", "almocei 200 g"):  # the test split's misses are for those who ask
        assert text not in ended.out
    connection = await asyncpg.connect(corpus_database)
    left = await connection.fetchval("select (select count(*) from users) + (select count(*) from mensagens)")
    await connection.close()
    assert left == 0


async def test_the_diarys_sets_run_alone_and_a_target_missed_is_a_failure_where_it_is_asked_for(
    script: Script, corpus_database: str, tmp_path: Path
) -> None:
    out, document = tmp_path / "told.json", tmp_path / "told.md"
    document.write_text("<!-- diary: begin -->\n<!-- diary: end -->\n", encoding="utf-8")
    options = ("--golden", _golden(tmp_path / "golden"), "--only", "diary", "--json", out, "--document", document)
    ended = await script("evaluate", *options, "--targets", on=corpus_database)
    assert (ended.status, ended.err) == (1, "")
    told = json.loads(out.read_text(encoding="utf-8"))
    assert "specialty right" not in {figure["name"] for figure in told["figures"]["dev"]}
    assert {table["title"] for table in told["tables"]["test"]} == {"the diary by language", "the diary by kind"}
    assert "| messages logged right | ≥ 0.95 |" in document.read_text(encoding="utf-8")
    dev = await script("evaluate", *options, "--targets", "--split", "dev", on=corpus_database)
    assert dev.status == 0


async def test_a_golden_phrase_that_repeats_a_lay_phrase_fails_and_is_named(
    script: Script, corpus_database: str, tmp_path: Path
) -> None:
    connection = await asyncpg.connect(corpus_database)
    phrase = await connection.fetchval(
        "select text from document_vectors where specialty = 'dermatologia' and kind = 'phrase' order by text limit 1"
    )
    await connection.close()
    copied: dict[str, object] = {"id": "rt-3", "text": f"{phrase.upper()}!", "split": "dev", **QUESTION}
    golden = _golden(tmp_path / "golden", copied)
    ended = await script("evaluate", "--golden", golden, "--split", "dev", "--only", "notes", on=corpus_database)
    assert ended.status == 1
    assert f"1.00  {copied['text']!r}" in ended.out


async def test_a_wrong_golden_set_is_one_line_and_a_wrong_option_is_misuse(script: Script, tmp_path: Path) -> None:
    (tmp_path / "routing.jsonl").write_text("{}", encoding="utf-8")
    wrong = await script("evaluate", "--golden", tmp_path)
    assert (wrong.status, wrong.err) == (1, "fonte: routing.jsonl:1: id: Field required\n")
    assert (await script("evaluate", "--split", "train")).status == 2
    assert (await script("bench", "--rounds")).status == 2


async def test_experiments_are_kept_compared_and_gated(script: Script, corpus_database: str, tmp_path: Path) -> None:
    golden = _golden(tmp_path / "golden")
    options = ("--golden", golden, "--only", "notes", "--database", corpus_database)
    first = await script("evaluate", *options, "--experiment", "plain", "--write-baseline", on="")
    assert (first.status, first.err) == (0, "")
    baseline = json.loads((golden / "baseline.json").read_text(encoding="utf-8"))
    assert baseline["routing"]["items"] == ["rt-1..2"]
    kept = ("--experiment", "one passage", "--set", "match_count=1", "--note", "a try", "--gate")
    second = await script("evaluate", *options, *kept, on="")
    assert (second.status, second.err) == (0, "")
    assert "compared with the baseline: passed" in second.out
    out = tmp_path / "kept.json"
    told = await script("evaluate", "--experiments", "--compare", "plain", "2", "--export", out, on=corpus_database)
    assert told.status == 0, told.err
    assert "match_count=1" in told.out
    assert "context precision" not in told.out  # no answer is expected in these sets
    exported = json.loads(out.read_text(encoding="utf-8"))
    assert [one["name"] for one in exported["experiments"]] == ["plain", "one passage"]
    assert exported["experiments"][1]["settings"] == {"match_count": 1}
    assert {figure["metric"] for figure in exported["experiments"][0]["figures"]} >= {"hit@4", "faithfulness"}


async def test_an_item_taken_from_a_golden_set_does_not_pass_the_gate_and_is_told(
    script: Script, corpus_database: str, tmp_path: Path
) -> None:
    golden = _golden(tmp_path / "golden")
    metrics = {"kept out": {"dev": {"items": 2, "short": {}}}}
    told = {"out_of_scope": {"items": ["os-1..2"], "metrics": metrics}}
    (golden / "baseline.json").write_text(json.dumps(told), encoding="utf-8")
    options = ("--golden", golden, "--only", "notes", "--quick", "--gate")
    ended = await script("evaluate", *options, on=corpus_database)
    assert (ended.status, ended.err) == (1, "")
    assert "│out_of_scope │ os-2 │" in ended.out
    assert "1 figures compared with the baseline: not passed" in ended.out


async def test_what_an_experiment_lacks_is_misuse_and_one_line(script: Script, tmp_path: Path) -> None:
    nowhere = await script("evaluate", "--experiment", "x")
    assert (nowhere.status, nowhere.err) == (
        2,
        "fonte: --experiment needs a place to keep it: --keep, or --database URL\n",
    )
    wrong = await script("evaluate", "--set", "temperature=1")
    assert (wrong.status, len(wrong.err.splitlines())) == (2, 1)
    golden = tmp_path / "golden"
    golden.mkdir()
    missing = await script("evaluate", "--golden", golden, "--gate")
    assert (missing.status, missing.err.startswith("fonte: baseline.json is missing")) == (1, True)
