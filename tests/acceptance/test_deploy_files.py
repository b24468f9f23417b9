"""The container image and what stands around it, as far as a machine without a container engine can tell."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import stat
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from bot.settings import Settings
from tests.acceptance.processes import ROOT, Ended, database_copy, environment, free_port, run, running
from tests.fakes.gemini import FakeGemini
from tests.fakes.gemini_api import failed
from tests.fakes.telegram import TOKEN, FakeTelegram

NOWHERE = "postgresql://fonte@127.0.0.1:1/fonte"
VARIABLES = {name.upper() for name in Settings.model_fields}


def _instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    lines = (line.partition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return [(word, rest.strip()) for word, _, rest in lines]


def _copies() -> list[tuple[str, str]]:
    pairs = [rest.split() for word, rest in _instructions() if word == "COPY"]
    return [(source, target) for source, target in pairs]


def _compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image's /app: what the Dockerfile copies, and nothing else."""
    app = tmp_path_factory.mktemp("image") / "app"
    for source, target in _copies():
        (app / target).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, app / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, app / target)
    return app


def _entrypoint(*command: str) -> tuple[str, ...]:
    (entrypoint,) = [json.loads(rest) for word, rest in _instructions() if word == "ENTRYPOINT"]
    return (*entrypoint, *command)


@dataclass(frozen=True)
class Deployment:
    """A container's life: what its health check said before, during, while it hung, and after."""

    early: Ended
    alive: Ended
    hung: Ended
    gone: Ended
    answer: str


@pytest.fixture(scope="module")
async def deployment(
    image: Path, server: str, corpus_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Deployment:
    home = tmp_path_factory.mktemp("deployment")
    (health,) = [json.loads(rest.partition(" CMD ")[2]) for word, rest in _instructions() if word == "HEALTHCHECK"]
    (command,) = [json.loads(rest) for word, rest in _instructions() if word == "CMD"]
    async with database_copy(server, corpus_template) as url, FakeTelegram() as fake:
        telegram = {"TELEGRAM_API_URL": fake.url, "TELEGRAM_BOT_TOKEN": TOKEN}
        env = environment(url, home, ADMIN_PORT=str(free_port()), ADMIN_HOST="0.0.0.0", **telegram)  # noqa: S104
        early = await run(*health, env=env, cwd=image)
        async with running(*_entrypoint(*command), env=env, cwd=image, log=home / "log") as bot:
            fake.say(7_001, "manchas vermelhas que coçam na pele")
            await fake.until(lambda: fake.to(7_001) or bot.returncode is not None, timeout=40)
            alive = await run(*health, env=env, cwd=image)
            bot.send_signal(signal.SIGSTOP)
            await asyncio.to_thread(os.waitid, os.P_PID, bot.pid, os.WSTOPPED)
            hung = await run(*health, env=env, cwd=image)
            answer = "\n".join(sent.text for sent in fake.to(7_001))
        return Deployment(early, alive, hung, await run(*health, env=env, cwd=image), answer)


async def test_the_image_answers_with_nothing_but_what_it_copies(deployment: Deployment) -> None:
    assert "consentimento" in deployment.answer.casefold()


async def test_the_container_is_healthy_while_the_bot_answers_and_only_then(deployment: Deployment) -> None:
    states = (deployment.early, deployment.alive, deployment.hung, deployment.gone)
    assert [state.status for state in states] == [1, 0, 1, 1]
    assert deployment.alive.err == ""
    assert "ConnectionRefusedError" in deployment.early.err
    assert "TimeoutError" in deployment.hung.err


async def test_a_failed_migration_keeps_the_command_from_starting(image: Path, tmp_path: Path) -> None:
    env = environment(NOWHERE, tmp_path)
    ended = await run(*_entrypoint("echo", "started"), env=env, cwd=image)
    assert (ended.status, ended.out) == (1, "")


async def test_a_provider_away_at_deployment_does_not_keep_the_command_from_starting(
    image: Path, corpus_database: str, tmp_path: Path
) -> None:
    async with FakeGemini() as gemini:
        gemini.fail_next(*[lambda _: failed(429, "RESOURCE_EXHAUSTED", "quota")] * 20)
        keys = {"GEMINI_API_KEY": gemini.api_key, "GOOGLE_GEMINI_BASE_URL": gemini.base_url}
        env = environment(corpus_database, tmp_path, **keys)
        ended = await run(*_entrypoint("echo", "started"), env=env, cwd=image)
    assert (ended.status, ended.out) == (0, "started\n"), ended.err
    assert "starting all the same" in ended.err


def test_the_image_is_pinned_and_runs_as_nobody_special() -> None:
    (base,) = [rest for word, rest in _instructions() if word == "FROM"]
    version = re.fullmatch(r"python:3\.(\d+)-slim-\w+", base)
    assert version
    assert int(version[1]) >= 11
    words = [word for word, _ in _instructions()]
    (user,) = [rest for word, rest in _instructions() if word == "USER"]
    assert user not in {"root", "0", "0:0"}
    assert max(i for i, word in enumerate(words) if word in {"RUN", "COPY"}) < words.index("USER")


def test_the_lock_file_has_a_layer_before_the_code() -> None:
    steps = [f"{word} {rest}" for word, rest in _instructions() if word in {"COPY", "RUN"}]
    install = next(i for i, step in enumerate(steps) if "--require-hashes" in step)
    assert [step for step in steps[:install] if step.startswith("COPY")] == [
        "COPY requirements/runtime.txt requirements/runtime.txt"
    ]


def test_every_copy_has_its_source_and_the_context_lets_it_in() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert [source for source, _ in _copies() if not (ROOT / source).exists()] == []
    assert {source for source, _ in _copies()} == set(allowed)


def test_no_secret_gets_into_the_build_context() -> None:
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in rules
    assert fnmatch("scripts/.env.local", rules[-1])


def test_compose_waits_for_a_healthy_database_and_publishes_no_port() -> None:
    services = _compose()["services"]
    assert set(services) == {"postgres", "bot"}
    assert services["bot"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert "healthcheck" in services["postgres"]
    assert [name for name, service in services.items() if "ports" in service] == []
    assert re.fullmatch(r"pgvector/pgvector:\d+\.\d+\.\d+-pg18-\w+", services["postgres"]["image"])


def test_composes_bot_reaches_composes_database() -> None:
    services = _compose()["services"]
    postgres = services["postgres"]["environment"]
    url = urlsplit(services["bot"]["environment"]["DATABASE_URL"].replace(postgres["POSTGRES_PASSWORD"], "secret"))
    assert (url.hostname, url.port, url.password) == ("postgres", 5432, "secret")
    assert (url.username, url.path) == (postgres["POSTGRES_USER"], f"/{postgres['POSTGRES_DB']}")
    assert postgres["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


def test_compose_declares_every_volume_and_sets_only_variables_that_exist() -> None:
    compose = _compose()
    mounted = {v.partition(":")[0] for s in compose["services"].values() for v in s["volumes"]}
    assert mounted == set(compose["volumes"])
    assert set(compose["services"]["bot"]["environment"]) <= VARIABLES
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked <= VARIABLES | {"POSTGRES_PASSWORD"}


def test_the_example_environment_names_every_setting_and_is_valid_as_it_is() -> None:
    named = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(named) == sorted(VARIABLES | {"POSTGRES_PASSWORD"})
    assert Settings(_env_file=ROOT / ".env.example").fonte_features is None


def test_operations_describes_every_setting() -> None:
    table = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)
    assert set(table) == VARIABLES


def test_hooks_are_the_checks_of_make_lint() -> None:
    makefile = (ROOT / "Makefile").read_text()
    recipe = makefile.partition("\nlint:")[2].partition("\n\n")[0].splitlines()[1:]
    commands = [line.strip().lstrip("@").replace("$(BIN)", ".venv/bin") for line in recipe]
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repository["repo"] == "local"
    assert [hook["entry"] for hook in repository["hooks"]] == commands
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}


async def test_ci_runs_make_test_from_anywhere(tmp_path: Path) -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & stat.S_IXUSR
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$PWD $*"\n')
    make.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    ended = await run(ROOT / ".ci" / "run", env=env, cwd=tmp_path)
    assert (ended.status, ended.out) == (0, f"{ROOT} test\n")


async def test_shell_scripts_parse() -> None:
    for shell, path in (("bash", ".ci/run"), ("sh", "scripts/entrypoint.sh")):
        ended = await run(shell, "-n", ROOT / path, env=dict(os.environ), cwd=ROOT)
        assert (ended.status, ended.err) == (0, ""), shlex.join([shell, path])


def test_the_licence_and_the_changelog_match_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "Apache-2.0"
    assert "Apache License\n                           Version 2.0" in (ROOT / "LICENSE").read_text()
    assert f"## [{project['version']}]" in (ROOT / "CHANGELOG.md").read_text()
