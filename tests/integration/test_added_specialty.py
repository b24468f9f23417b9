"""A service adds a specialty of its own by files alone."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from bot.bootstrap import Models
from bot.bootstrap.corpus import preparer
from bot.bootstrap.features import enabled_profiles
from bot.paths import CORPUS
from bot.settings import Settings, SettingsError
from rag.adapters.postgres.corpus import PostgresCorpus
from rag.adapters.postgres.protocols import PostgresProtocols
from rag.notes.errors import NoteError
from rag.notes.ingest import Ingestion
from rag.notes.preparing import Preparer
from rag.notes.toml import line_of
from rag.ports import Embedder
from rag.types import Language
from tests.integration.conversing import conversation

NOTE = """---
specialty: neurologia
title: Encaminhamento para consulta em Neurologia
note: "Protocolo n.º 1/2026"
date: 2026-02-01
language: pt-BR
---

## Consulta em Neurologia - Enxaqueca

### O que é
A enxaqueca é uma dor de cabeça que lateja, quase sempre de um lado, e piora com luz e barulho.

### Quando o encaminhamento é indicado
- Enxaqueca em 4 dias ou mais por mês, apesar de remédio preventivo.
- Suspeita de enxaqueca que mudou de padrão.

### O que o encaminhamento precisa trazer
- Quantos dias por mês a dor de cabeça aparece.

### Sinais de alerta
- Procure urgência (SAMU 192) se a dor de cabeça for súbita e a pior da vida.
"""
PROFILE = """[name]
pt = "Neurologia"
es = "Neurología"
en = "Neurology"
[about]
pt = "cabeça e nervos"
es = "cabeza y nervios"
en = "head and nerves"
[keywords]
pt = ["neurologia", "neurologista"]
es = ["neurología", "neurólogo"]
en = ["neurology", "neurologist"]
"""
PHRASES = """[enxaqueca]
pt = [
  "minha enxaqueca voltou e a cabeça lateja de um lado só",
  "dor de cabeça latejante que piora com a luz",
  "enxaqueca toda semana, não aguento barulho",
  "a cabeça pulsa e me dá ânsia quando tem claridade",
  "vejo luzinhas piscando e depois vem a dor de cabeça",
  "minha filha tem enxaqueca e precisa ficar no escuro",
  "dor de cabeça forte de um lado, com enjoo",
  "enxaqueca quando menstruo, fico de cama no quarto escuro",
  "tomo propranolol para enxaqueca e ela não passa",
  "crise de enxaqueca que dura dois dias",
  "cheiro de perfume me dá dor de cabeça latejante",
  "cefaleia pulsátil com fotofobia",
]
es = [
  "mi migraña volvió y la cabeza me late de un lado",
  "dolor de cabeza punzante que empeora con la luz",
  "migraña cada semana, no aguanto el ruido",
  "veo lucecitas y después viene el dolor de cabeza",
  "me duele la mitad de la cabeza y me dan náuseas",
  "crisis de migraña que dura dos días",
]
en = [
  "my migraine is back and one side of my head throbs",
  "throbbing headache that gets worse with light",
  "migraine every week, I can't stand noise",
  "I see flashing lights and then the headache comes",
  "half my head hurts and I feel sick",
  "a migraine attack that lasts two days",
]
"""
PROTOCOL = """condition = "Enxaqueca"
cids = ["G43"]

[[fields]]
key = "days_a_month"
type = "number"
unit = "dias"
min = 0.0
max = 31.0
[fields.label]
pt = "Dias de dor por mês"
es = "Días de dolor por mes"
en = "Headache days a month"
[fields.question]
pt = "Em quantos dias do mês a dor de cabeça aparece?"
es = "¿En cuántos días del mes aparece el dolor de cabeza?"
en = "On how many days a month do you have the headache?"

[[fields]]
key = "preventive"
type = "yes_no"
[fields.label]
pt = "Remédio preventivo"
es = "Medicamento preventivo"
en = "Preventive medicine"
[fields.question]
pt = "Você toma remédio todo dia para prevenir a enxaqueca?"
es = "¿Toma un medicamento todos los días para prevenir la migraña?"
en = "Do you take a daily medicine to prevent migraine?"

[[criteria]]
key = "four_days"
passage = "Enxaqueca em 4 dias ou mais por mês, apesar de remédio preventivo."
when = "days_a_month >= 4.0 && preventive"

[[criteria]]
key = "changed"
passage = "Suspeita de enxaqueca que mudou de padrão."
[criteria.question]
pt = "O profissional que acompanha você acha que a sua enxaqueca mudou?"
es = "¿El profesional que lo acompaña cree que su migraña cambió?"
en = "Does the professional who sees you think that your migraine has changed?"
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A corpus folder of a service's own, with one specialty."""
    files = {
        "notes/neurologia.md": NOTE,
        "profiles/neurologia.toml": PROFILE,
        "phrases/neurologia.toml": PHRASES,
        "protocols/neurologia/enxaqueca.toml": PROTOCOL,
    }
    for name, text in files.items():
        path = tmp_path / "own" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "own"


async def ingest(pool: asyncpg.Pool, models: Models, own: Path) -> None:
    await Ingestion(PostgresCorpus(pool), models.local, None).run(preparer(models).prepare([own / "notes"]))


async def test_an_operator_adds_a_specialty_by_files_alone(
    own_corpus_pool: asyncpg.Pool, local_embedder: Embedder, own: Path
) -> None:
    models = Models(local_embedder, None, None)
    await ingest(own_corpus_pool, models, own)
    async with conversation(own_corpus_pool, models, fonte_corpus=own, fonte_features="neurologia,cardiologia") as talk:
        assert "Neurologia (cabeça e nervos)" in talk.runtime.app.specialties[Language.PT]
        assert talk.runtime.catalogue[Language.EN]("name.neurologia") == "Neurology"
        await talk.consent()
        replies = await talk.say("o que é enxaqueca?")
        assert "piora com luz e barulho" in replies[0].text
        last = (await talk.rows())[-1]
        assert last["especialidade"] == "neurologia"
        assert last["fontes_rag"][0]["titulo"] == "Enxaqueca"


async def test_its_protocol_comes_with_the_common_fields_and_decides(
    pool: asyncpg.Pool, local_embedder: Embedder, own: Path
) -> None:
    await ingest(pool, Models(local_embedder, None, None), own)
    source = PostgresProtocols(pool)
    document = await source.current("neurologia", "enxaqueca")
    assert document is not None
    found = await source.protocol(document)
    assert found is not None
    assert [field.key for field in found.protocol.fields] == ["age", "guardian", "sex", "days_a_month", "preventive"]
    assert list(found.compiled.criteria) == ["four_days"]
    assert {one.passage for one in found.protocol.criteria} <= found.passages.keys()


async def test_its_common_fields_may_be_its_own(pool: asyncpg.Pool, local_embedder: Embedder, own: Path) -> None:
    head, _, common = PROTOCOL.partition("[[fields]]")[2].partition("[[fields]]")
    assert head
    shared = "[[fields]]" + common.partition("[[criteria]]")[0]
    (own / "protocols/common.toml").write_text(shared, "utf-8")
    (own / "protocols/neurologia/enxaqueca.toml").write_text(PROTOCOL.replace(shared, ""), "utf-8")
    await ingest(pool, Models(local_embedder, None, None), own)
    stored = await pool.fetchval("select protocol from documentos_rag where slug = 'enxaqueca'")
    assert [field["key"] for field in stored["fields"]] == ["preventive", "days_a_month"]


def test_an_error_in_a_protocol_refuses_the_batch_and_names_its_place(own: Path) -> None:
    path = own / "protocols/neurologia/enxaqueca.toml"
    path.write_text(PROTOCOL.replace("days_a_month >= 4.0", "days >= 4.0"), "utf-8")
    with pytest.raises(NoteError) as caught:
        Preparer(CORPUS, len, 10_000).prepare([own / "notes"])
    assert f"enxaqueca.toml:{line_of(PROTOCOL, 'when =')}: 'four_days': no field is called 'days'" in str(caught.value)


@pytest.mark.parametrize("features", ["neurologia", "consultation,neurologia"])
def test_its_name_is_a_feature_only_where_its_folder_is_set(own: Path, features: str) -> None:
    with_it = Settings(_env_file=None, fonte_features=features, fonte_corpus=own)
    assert [profile.specialty for profile in enabled_profiles(with_it)] == ["neurologia"]
    without = Settings(_env_file=None, fonte_features=features)
    with pytest.raises(SettingsError, match="unknown 'neurologia'"):
        enabled_profiles(without)
