"""Plays scripted consultations through the application: a patient who answers what is asked, whatever comes first."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

from bot.bootstrap import Runtime
from bot.consultation.answers import NO, NONE, NOT_KNOWN, YES
from bot.consultation.case import Asking, AskKind, asking_of, value_json, value_of
from bot.evaluation.asking import CHANNEL
from bot.evaluation.golden import FOLDER, Item, once, read
from bot.evaluation.measuring import DONE
from bot.messages import Incoming, Kind, Reply
from bot.ports import Person
from rag.adapters.postgres.protocols import PostgresProtocols
from rag.protocols.reading import Told, read_answer
from rag.protocols.types import Protocol, Value
from rag.types import Specialty

AT: Final = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
MOST_TURNS: Final = 60
AT_ONCE: Final = 4
PRESS: Final = "press:"
_ROUGHLY: Final = Decimal("0.005")
_CASE = "select * from cases order by opened_at desc limit 1"
_FACTS = "select distinct on (key) key, value from case_facts where case_id = $1 order by key, seq desc"

End = Literal["FINALIZADO", "NAO_ELEGIVEL", "PENDENTE"]


class Dialogue(Item):
    """One consultation: how it opens, what the patient says to each thing asked, and the end that the note gives it.

    `means` tells of an answer in words what a reader takes it to mean: a yes or a no, an option's key, a number in the
    field's unit; null where the patient does not know.
    """

    condition: str
    specialty: Specialty
    opening: str
    answers: Mapping[str, str]
    means: Mapping[str, bool | str | Decimal | None] = {}
    expected: End
    criterion: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A consultation that was played. `status` None: no case was opened. `seconds` are those of each turn.

    `heard` are the answers in words whose meaning is known, in order: whether the fact kept says the same; None
    where none was kept at first.
    """

    item: Dialogue
    status: str | None
    condition: str | None = None
    met: tuple[str, ...] = ()
    waiting: str | None = None
    seconds: tuple[float, ...] = ()
    heard: tuple[bool | None, ...] = ()
    transcript: tuple[str, ...] = field(default=(), repr=False)
    failed: bool = False

    @property
    def ended(self) -> bool:
        """Whether nothing is left waiting."""
        return self.status is not None and self.waiting is None

    @property
    def right(self) -> bool:
        """Whether it ended as the note says, about its condition."""
        return self.ended and self.status == self.item.expected and self.condition == self.item.condition

    @property
    def wrong_claim(self) -> bool:
        """Whether a decision was claimed that the note does not give."""
        claimed = self.status in ("FINALIZADO", "NAO_ELEGIVEL")
        return claimed and (self.status != self.item.expected or self.condition != self.item.condition)


def load_dialogues(folder: Path = FOLDER) -> tuple[Dialogue, ...]:
    """The dialogues of `dialogues*.jsonl`. Raises GoldenError."""
    dialogues = tuple(one for path in sorted(folder.glob("dialogues*.jsonl")) for one in read(path, Dialogue))
    once(folder, dialogues)
    return dialogues


@dataclass(frozen=True, slots=True)
class Player:
    """Plays dialogues, each as somebody invented for it."""

    runtime: Runtime
    done: DONE = lambda *_: None

    async def measure(self, dialogues: Sequence[Dialogue]) -> list[Played]:
        """Every dialogue's outcome, in order, a few at a time."""
        waiting = iter(enumerate(dialogues))
        outcomes: dict[int, Played] = {}

        async def work(left: Iterator[tuple[int, Dialogue]]) -> None:
            for place, dialogue in left:
                outcomes[place] = await self.play(dialogue)
                self.done("consultations", len(outcomes), len(dialogues))

        await asyncio.gather(*(work(waiting) for _ in range(AT_ONCE)))
        return [outcomes[place] for place in range(len(dialogues))]

    async def play(self, dialogue: Dialogue) -> Played:
        """One dialogue, from its opening to its end."""
        async with self._patient(dialogue) as patient:
            return await patient.play()

    @asynccontextmanager
    async def _patient(self, dialogue: Dialogue) -> AsyncIterator[_Patient]:
        person = Person(CHANNEL, uuid.uuid4().hex)
        try:
            async with self.runtime.conversations.transaction(person) as transaction:
                await transaction.keep_person(None)
                await transaction.set_consent(self.runtime.app.terms, AT, granted=True)
            yield _Patient(self.runtime, PostgresProtocols(self.runtime.pool), dialogue, person)
        finally:
            async with self.runtime.conversations.transaction(person) as transaction:
                await transaction.erase()


@dataclass
class _Patient:
    runtime: Runtime
    protocols: PostgresProtocols
    dialogue: Dialogue
    person: Person
    at: datetime = AT
    transcript: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    heard: list[bool | None] = field(default_factory=list)

    async def play(self) -> Played:
        replies = await self._say(self.dialogue.opening)
        case = await self._case()
        for _ in range(MOST_TURNS):
            if case is None or case["asking"] is None or case["decision"] or not replies:
                break
            replies = await self._answer(case, replies[-1])
            case = await self._case()
        return await self._played(case, replies)

    async def _answer(self, case: Mapping[str, Any], reply: Reply) -> list[Reply]:
        asking = asking_of(case["asking"])
        published = await self.protocols.protocol(case["document_id"])
        if asking is None or published is None:
            return []
        said = await self._said(asking, published.protocol, case)
        if not said.startswith(PRESS):
            replies = await self._say(said)
            await self._compare(asking, published.protocol, case)
            return replies
        label = await self._label(asking, said.removeprefix(PRESS), reply)
        return await self._say("", kind=Kind.BUTTON, data=label)

    async def _compare(self, asking: Asking, protocol: Protocol, case: Mapping[str, Any]) -> None:
        """Notes whether an answer in words was kept as it was meant."""
        meant = self.dialogue.means.get(asking.key)
        if asking.tries or meant is None or asking.kind not in (AskKind.FIELD, AskKind.JUDGED):
            return
        held = await self._held(case)
        known = protocol.field(asking.key)
        if held.get(asking.key) is None:
            self.heard.append(None)
        else:
            value = value_of(held[asking.key], known.type) if known else held[asking.key]
            self.heard.append(_same(value, meant))

    async def _held(self, case: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts that hold, raw, by their keys."""
        async with self.runtime.conversations.transaction(self.person) as transaction:
            rows = await transaction.connection.fetch(_FACTS, case["id"])
        return {row["key"]: row["value"] for row in rows}

    async def _said(self, asking: Asking, protocol: Protocol, case: Mapping[str, Any]) -> str:
        """What this patient says or presses: the truth, whatever is proposed."""
        match asking.kind:
            case AskKind.FIELD | AskKind.JUDGED:
                if asking.tries == 0 and asking.key in self.dialogue.answers:
                    return self.dialogue.answers[asking.key]
                choice = self._pressed(protocol, asking.key)
            case AskKind.PROPOSAL:
                true = self._true(protocol, asking.key)
                field = protocol.field(asking.key)
                put = value_of(asking.values[0], field.type) if field else None
                choice = YES if true is not None and _same(put, true) else NO
            case AskKind.CONFLICT:
                choice = self._of_values(protocol, asking)
            case AskKind.CONFIRM:
                choice = NO if await self._wrong(protocol, asking, case) else YES
            case AskKind.WRONG:
                choice = next(iter(await self._wrong(protocol, asking, case)), NONE)
            case AskKind.CONDITION:
                choice = await self._condition(asking)
            case AskKind.SUBJECT:
                choice = YES
        return f"{PRESS}{choice}"

    def _pressed(self, protocol: Protocol, key: str) -> str:
        """The button of what this patient meant, once their words were not understood."""
        meant, field = self.dialogue.means.get(key), protocol.field(key)
        if isinstance(meant, bool):
            return YES if meant else NO
        options = [option.key for option in field.options] if field else []
        return meant if isinstance(meant, str) and meant in options else NOT_KNOWN

    def _true(self, protocol: Protocol, key: str) -> Value | None:
        """What the patient's own answer says; None where they don't know, or were not given one."""
        field, said = protocol.field(key), self.dialogue.answers.get(key, "")
        if field is None or not said:
            return None
        if said.startswith(PRESS):
            choice = said.removeprefix(PRESS)
            return {YES: True, NO: False}.get(choice, choice if choice != NOT_KNOWN else None)
        if key in self.dialogue.means:
            return self.dialogue.means[key]
        answer = read_answer(said, field, self.dialogue.language, date(2026, 11, 30))
        return answer.value if isinstance(answer, Told) else None

    def _of_values(self, protocol: Protocol, asking: Asking) -> str:
        true = self._true(protocol, asking.key)
        kept = None if true is None else value_json(true)
        return str(asking.values.index(kept)) if kept in asking.values else NOT_KNOWN

    async def _wrong(self, protocol: Protocol, asking: Asking, case: Mapping[str, Any]) -> list[str]:
        """The keys of what was heard and is not so; words of the patient's own are theirs."""
        held = await self._held(case)
        wrong = []
        for key in asking.keys:
            field = protocol.field(key)
            true = self._true(protocol, key)
            if field is None or true is None or (isinstance(true, str | date) and not field.options):
                continue
            if not _same(value_of(held[key], field.type), true):
                wrong.append(key)
        return wrong

    async def _condition(self, asking: Asking) -> str:
        for n, document in enumerate(asking.documents):
            published = await self.protocols.protocol(document)
            if published is not None and published.slug == self.dialogue.condition:
                return str(n)
        return NONE

    async def _label(self, asking: Asking, choice: str, reply: Reply) -> str:
        """The token of the button that does this."""
        wanted = f"case:{asking.kind}:{asking.key}:{choice}"
        for row in reply.button_rows:
            for button in row:
                if await self.runtime.conversations.button(self.person, button.data) == wanted:
                    return button.data
        return ""

    async def _say(self, text: str, **fields: Any) -> list[Reply]:  # noqa: ANN401 - fields of Incoming
        self.at += timedelta(minutes=1)
        values: dict[str, Any] = {"kind": Kind.TEXT, "language": self.dialogue.language} | fields
        name = self.person.external_id
        incoming = Incoming(uuid.uuid4().hex, CHANNEL, name, name, text=text, at=self.at, **values)
        started = perf_counter()
        handled = await self.runtime.app.handle(incoming)
        async with self.runtime.conversations.transaction(handled.person) as transaction:
            replies = await handled.write(transaction)
        self.seconds.append(perf_counter() - started)
        self.transcript += [f"> {text or fields.get('data', '')}", *(reply.text for reply in replies)]
        return replies

    async def _case(self) -> Mapping[str, Any] | None:
        async with self.runtime.conversations.transaction(self.person) as transaction:
            row: Mapping[str, Any] | None = await transaction.connection.fetchrow(_CASE)
        return row

    async def _played(self, case: Mapping[str, Any] | None, replies: Sequence[Reply]) -> Played:
        failed = any("failed" in reply.degraded for reply in replies)
        times, heard, said = tuple(self.seconds), tuple(self.heard), tuple(self.transcript)
        if case is None:
            return Played(self.dialogue, None, seconds=times, heard=heard, transcript=said, failed=failed)
        criteria = (case["decision"] or {}).get("criteria", ())
        met = tuple(one["key"] for one in criteria if one["truth"] == "true")
        open_question = None if case["decision"] else case["asking"]
        waiting = (open_question["key"] or open_question["kind"]) if open_question else None
        return Played(self.dialogue, case["status"], case["slug"], met, waiting, times, heard, said, failed)


def _same(value: Value | None, meant: Value) -> bool:
    """Whether a value says what was meant; a converted number is written down roughly."""
    if isinstance(value, Decimal) and isinstance(meant, Decimal):
        return abs(value - meant) <= abs(meant) * _ROUGHLY
    return value == meant
