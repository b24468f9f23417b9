"""What a turn asks of a chat model: calls and prompt tokens, beside putting whole notes into the prompt.

Tokens are a quarter of a text's letters, on both sides alike; the schema of an answer, which both would send, is not
counted. The stand-in answers well at once: an answer that is rejected costs one call more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from bot.app import App, Handled
from bot.bootstrap import Models, Runtime, open_models
from bot.evaluation.asking import Subject
from bot.evaluation.bench_parts import Part, Scratch
from bot.evaluation.benchmark import FailedMessageError
from bot.evaluation.dialogues import Dialogue, Player, load_dialogues
from bot.evaluation.figures import Figure, Table, Target
from bot.evaluation.golden import Question, Split, load_golden
from bot.evaluation.notes_model import Call, NotesModel, tokens_of, whole_notes
from bot.evaluation.report import measured_on
from bot.evaluation.statistics import mean
from bot.messages import Incoming
from bot.ports import MediaSource
from bot.prompts import load_prompt
from rag.types import Specialty

MOST_CALLS = 1.0
FEWER, FEWER_THAN_ALL = 2.0, 5.0
"""Targets: times fewer tokens than with the specialty's whole note, and than with all notes."""
QUESTIONS, DIALOGUES = "questions", "dialogues"


@dataclass(frozen=True, slots=True)
class Cost:
    """One turn: the calls in it, and the tokens of one call with the specialty's whole note, and with all notes."""

    part: str
    calls: Sequence[Call]
    one_note: int
    all_notes: int

    @property
    def tokens(self) -> int:
        """Of all its prompts."""
        return sum(call.tokens for call in self.calls)


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, and the calls that its handling made."""

    text: str
    calls: Sequence[Call]


@contextmanager
def heard(model: NotesModel) -> Iterator[list[Heard]]:
    """Every message handled in the block."""
    found: list[Heard] = []
    name = App.handle.__name__
    original: Any = App.handle

    async def handle(self: App, incoming: Incoming, media: MediaSource | None = None) -> Handled:
        with model.counted() as calls:
            handled: Handled = await original(self, incoming, media)
        found.append(Heard(incoming.text, calls))
        return handled

    try:
        setattr(App, name, handle)
        yield found
    finally:
        setattr(App, name, original)


@dataclass(frozen=True, slots=True)
class Costing:
    """Counts over golden items. `notes` are the whole notes by specialty, `system` what stands before them."""

    runtime: Runtime
    model: NotesModel
    notes: Mapping[Specialty, str]
    system: str
    at: datetime

    async def questions(self, items: Sequence[Question]) -> list[Cost]:
        """Each question by a person of its own. Raises FailedMessageError."""
        subject = Subject(self.runtime, self.at)
        found = []
        async with subject.people([item.id for item in items]):
            for item in items:
                with heard(self.model) as turns:
                    asked = await subject.ask(item.id, item.text)
                if asked.failed:
                    raise FailedMessageError("a message failed: its error stands above")
                found += [self._cost(QUESTIONS, turn, item.especialidade) for turn in turns]
        return found

    async def dialogues(self, items: Sequence[Dialogue]) -> list[Cost]:
        """Each consultation from its opening to its end. Raises FailedMessageError."""
        player, found = Player(self.runtime), []
        for item in items:
            with heard(self.model) as turns:
                played = await player.play(item)
            if played.failed:
                raise FailedMessageError("a message failed: its error stands above")
            found += [self._cost(DIALOGUES, turn, item.specialty) for turn in turns]
        return found

    def _cost(self, part: str, turn: Heard, specialty: Specialty) -> Cost:
        one = tokens_of(self.system, self.notes.get(specialty, ""), turn.text)
        return Cost(part, tuple(turn.calls), one, tokens_of(self.system, *self.notes.values(), turn.text))


async def measure_cost(scratch: Scratch) -> Part:
    """Over the development half of the golden questions and dialogues."""
    async with open_models(scratch.settings) as models, scratch.copied("bench_cost") as dsn:
        questions = [item for item in load_golden().questions if item.split is Split.DEV]
        dialogues = [item for item in load_dialogues() if item.split is Split.DEV]
        turns = await count_cost(scratch, models, dsn, questions, dialogues)
    return cost_part(turns)


async def count_cost(
    scratch: Scratch, models: Models, dsn: str, questions: Sequence[Question], dialogues: Sequence[Dialogue]
) -> list[Cost]:
    """Every turn of these. The stand-in sorts a question into its true specialty, where it is asked to."""
    model = NotesModel(scratch.sentences, {item.text: item.especialidade for item in questions})
    async with scratch.wired(dsn, models, model) as runtime:
        notes = await whole_notes(runtime.pool)
        costing = Costing(runtime, model, notes, load_prompt("answer").text, datetime.now(scratch.settings.zone))
        scratch.step("questions")
        counted = await costing.questions(questions)
        scratch.step("dialogues")
        return [*counted, *await costing.dialogues(dialogues)]


def cost_part(turns: Sequence[Cost]) -> Part:
    """What is reported."""
    return Part("cost", "cost", cost_figures(turns), [*cost_tables(turns), measured_on()])


def cost_figures(turns: Sequence[Cost]) -> list[Figure]:
    """Calls and tokens a turn, beside one call a turn with whole notes: in every turn, and where ours asks a model."""
    calls = [len(turn.calls) for turn in turns]
    asked = [turn for turn in turns if turn.calls]
    questions = [len(turn.calls) for turn in turns if turn.part == QUESTIONS]
    found = [
        Figure("model calls a turn, median", median(calls), "calls", Target(MOST_CALLS, at_least=False)),
        Figure("model calls a turn, mean", mean(calls), "calls"),
        Figure("turns without a model's call", 100 * (1 - len(asked) / len(turns)), "%"),
    ]
    if questions:
        found.append(Figure("model calls a first question, median", median(questions), "calls"))
    found.append(Figure("prompt tokens a turn, mean", mean([turn.tokens for turn in turns]), "tokens"))
    return [
        *found,
        *_times_fewer("a turn", turns),
        Figure("prompt tokens a turn that asks a model, mean", mean([turn.tokens for turn in asked]), "tokens"),
        *_times_fewer("a turn that asks a model", asked),
    ]


def _times_fewer(where: str, turns: Sequence[Cost]) -> list[Figure]:
    ours = sum(turn.tokens for turn in turns)
    if not ours:
        return []
    one, every = sum(turn.one_note for turn in turns), sum(turn.all_notes for turn in turns)
    return [
        Figure(f"{where}: tokens with the specialty's whole note, of ours", one / ours, "times", Target(FEWER)),
        Figure(f"{where}: tokens with all notes, of ours", every / ours, "times", Target(FEWER_THAN_ALL)),
    ]


def cost_tables(turns: Sequence[Cost]) -> list[Table]:
    """By what was played, and by what the model was asked for."""
    parts = {part: [turn for turn in turns if turn.part == part] for part in dict.fromkeys(turn.part for turn in turns)}
    rows = tuple(
        (
            part, f"{len(of)}", f"{sum(bool(turn.calls) for turn in of)}", f"{mean([len(t.calls) for t in of]):.2f}",
            f"{mean([turn.tokens for turn in of]):,.0f}", f"{mean([turn.one_note for turn in of]):,.0f}",
            f"{mean([turn.all_notes for turn in of]):,.0f}",
        )
        for part, of in parts.items()
    )  # fmt: skip
    columns = ("", "turns", "that ask a model", "calls a turn", "tokens a turn", "whole note", "all notes")
    schemas: dict[str, list[int]] = {}
    for call in (call for turn in turns for call in turn.calls):
        schemas.setdefault(call.schema, []).append(call.tokens)
    asked = tuple((schema, f"{len(n)}", f"{mean(n):,.0f}", f"{max(n):,}") for schema, n in sorted(schemas.items()))
    return [
        Table("by what is played (whole note, all notes: one call a turn)", columns, rows),
        Table("by what the model is asked for", ("schema", "calls", "tokens, mean", "most"), asked),
    ]
