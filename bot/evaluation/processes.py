"""Fonte as a whole process: how soon it answers, and what it holds in memory (read from /proc, so on Linux alone)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bot.paths import ROOT

PROC = Path("/proc")
_KIB = 1024
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "PYTHONPATH", "VIRTUAL_ENV")
"""What the process gets of our environment: nothing of Fonte's own settings."""


class ChatEndedError(Exception):
    """The chat process ended instead of answering; what it had to say is on its standard error."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A running `python -m bot chat --json`."""

    process: subprocess.Popen[str]

    def ask(self, text: str) -> str:
        """One line in, one line out. Raises ChatEndedError."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ChatEndedError("the chat has no pipes")
        try:
            self.process.stdin.write(text.replace("\n", " ") + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise ChatEndedError("the chat ended before it was asked") from error
        answer = self.process.stdout.readline()
        if not answer:
            raise ChatEndedError("the chat ended without an answer")
        return answer


@contextmanager
def chat(home: Path) -> Iterator[Chat]:
    """A chat on embedded PostgreSQL under `home`, local models, everything switched on; ended after the block."""
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    environment |= {"FONTE_HOME": str(home), "DATABASE_URL": "", "GEMINI_API_KEY": "", "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "chat", "--json", "--consent"],
        cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        yield Chat(process)
    finally:
        if process.stdin:
            with suppress(BrokenPipeError):
                process.stdin.close()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def seconds_to_first_reply(home: Path, question: str) -> float:
    """From the start of the process to its reply to one question."""
    started = perf_counter()
    with chat(home) as running:
        running.ask(question)
        return perf_counter() - started


@dataclass(frozen=True, slots=True)
class Memory:
    """MiB: resident of the bot, and proportional of every postgres process together, with their number."""

    bot_rss: float
    postgres_pss: float
    postgres_processes: int


def memory_after(home: Path, questions: Sequence[str]) -> Memory | None:
    """What is held after some questions; None where there is no /proc."""
    if not (PROC / "self" / "smaps_rollup").exists():
        return None
    with chat(home) as running:
        for question in questions:
            running.ask(question)
        bot = running.process.pid
        servers = [pid for pid in descendants(bot, PROC) if _name(PROC, pid).startswith("postgres")]
        pss = sum(smaps_mebibytes(PROC / str(pid) / "smaps_rollup", "Pss") for pid in servers)
        return Memory(smaps_mebibytes(PROC / str(bot) / "smaps_rollup", "Rss"), pss, len(servers))


def descendants(pid: int, proc: Path) -> list[int]:
    """The children of a process and theirs, as /proc tells it."""
    children: dict[int, list[int]] = {}
    for entry in proc.iterdir():
        if entry.name.isdigit():
            children.setdefault(_parent(entry), []).append(int(entry.name))
    found: list[int] = []
    waiting = list(children.get(pid, ()))
    while waiting:
        child = waiting.pop()
        found.append(child)
        waiting += children.get(child, ())
    return found


def _parent(entry: Path) -> int:
    try:
        # pid (name) state ppid …; a name may hold anything, ")" included
        return int((entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return -1  # it has ended meanwhile


def _name(proc: Path, pid: int) -> str:
    try:
        return (proc / str(pid) / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def processor_seconds(pid: int) -> float:
    """What a process has used of the processor, threads included; 0 where there is no /proc, or it has ended."""
    try:
        stat = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def smaps_mebibytes(path: Path, field: str) -> float:
    """A field of a smaps_rollup file in MiB; 0 where the process has ended."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{field}:")) / _KIB
