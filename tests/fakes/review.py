"""The console's storage in memory: one class for each port, and replies in three languages to look at."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from bot.review.records import (
    Agreement,
    AuditRow,
    CaseLine,
    CaseRecord,
    Chain,
    CorpusState,
    Cursor,
    FailedUpdate,
    Filters,
    Gauges,
    Identity,
    Impact,
    Judgement,
    Label,
    Operator,
    Ranked,
    Replayed,
    ReplyLine,
    ReplyRecord,
    ReviewRow,
    Role,
    SavedFilters,
    TouchedCase,
    TouchedReply,
    UnknownSend,
    Viewer,
)
from rag.notes.errors import NoteError
from rag.ports import StorageError
from rag.types import Language
from tests.fakes.experiments import FakeExperiments
from tests.fakes.review_samples import NOW, case_line, case_record, identified, line, samples

PASSWORD = "uma senha bem longa"  # noqa: S105 - of operators that exist in memory
IDLE = timedelta(minutes=30)
WAIT_S = 45
MOST_FAILURES = 5


@dataclass
class FakeReview:
    """Everything that the console's ports tell of. `down` has every call fail as if the database were away."""

    replies: list[ReplyRecord] = field(default_factory=samples)
    operators: dict[str, Operator] = field(default_factory=dict)
    sessions: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    failures: dict[tuple[str, str], int] = field(default_factory=dict)
    kept: dict[int, SavedFilters] = field(default_factory=dict)
    log: list[AuditRow] = field(default_factory=list)
    dead: dict[tuple[int, int], FailedUpdate] = field(default_factory=dict)
    runs: FakeExperiments = field(default_factory=FakeExperiments)
    broken_at: int | None = None
    down: bool = False

    def __post_init__(self) -> None:
        for role, language in ((Role.READER, Language.ES), (Role.REVIEWER, Language.PT), (Role.ADMIN, Language.EN)):
            self.operators[role.value] = Operator(identified(role), role.value, role, language)
        update = FailedUpdate(7, 1001, "dead", "ValueError", 5, NOW - timedelta(hours=2), kept=True)
        gone = replace(update, update_id=1002, state="quarantined", error="not_json", kept=False)
        self.dead = {(u.bot, u.update_id): u for u in (update, gone)}

    @property
    def access(self) -> FakeAccess:
        return FakeAccess(self)

    @property
    def queue(self) -> FakeQueue:
        return FakeQueue(self)

    @property
    def records(self) -> FakeRecords:
        return FakeRecords(self)

    @property
    def impacts(self) -> FakeImpacts:
        return FakeImpacts(self)

    @property
    def reviews(self) -> FakeReviews:
        return FakeReviews(self)

    @property
    def deliveries(self) -> FakeDeliveries:
        return FakeDeliveries(self)

    @property
    def experiments(self) -> FakeExperiments:
        self.runs.asked = self.asked
        return self.runs

    @property
    def audit(self) -> FakeAudit:
        return FakeAudit(self)

    def asked(self) -> None:
        """Every call passes here."""
        if self.down:
            raise StorageError

    def note(self, viewer: Viewer, action: str, subject: object, **detail: Any) -> None:
        """A line of the audit log."""
        self.asked()
        seq = len(self.log) + 1
        before = self.log[-1].hash if self.log else ""
        digest = hashlib.sha256(f"{before}{seq}{action}{subject}".encode()).hexdigest()
        name = viewer.operator.name
        self.log.append(AuditRow(seq, NOW, name, viewer.address, action, str(subject), detail, before, digest))

    def found(self, reply_id: uuid.UUID) -> ReplyRecord | None:
        return next((reply for reply in self.replies if reply.id == reply_id), None)


@dataclass(frozen=True)
class FakeAccess:
    """The Access port."""

    state: FakeReview

    async def log_in(self, name: str, password: str, address: str, at: datetime) -> str | None:
        self.state.asked()
        if await self.throttled(name, address, at):
            return None
        if name not in self.state.operators or password != PASSWORD:
            self.state.failures[name, address] = self.state.failures.get((name, address), 0) + 1
            return None
        token = uuid.uuid4().hex
        self.state.sessions[token] = (name, at)
        return token

    async def throttled(self, name: str, address: str, at: datetime) -> int:
        self.state.asked()
        return WAIT_S if self.state.failures.get((name, address), 0) >= MOST_FAILURES else 0

    async def session(self, token: str, at: datetime) -> Operator | None:
        self.state.asked()
        name, used = self.state.sessions.get(token, ("", at))
        if not name or at - used > IDLE:
            return None
        self.state.sessions[token] = (name, at)
        return self.state.operators[name]

    async def log_out(self, token: str, at: datetime) -> None:
        self.state.asked()
        self.state.sessions.pop(token, None)

    async def speak(self, operator: Operator, language: Language) -> None:
        self.state.asked()
        self.state.operators[operator.name] = replace(operator, language=language)


@dataclass(frozen=True)
class FakeQueue:
    """The Queue port."""

    state: FakeReview

    async def replies(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[ReplyLine]:
        self.state.note(viewer, "queue", "replies")
        lines = [line(reply, place) for place, reply in enumerate(self.state.replies, start=1)]
        lines.sort(key=lambda row: (row.at, row.place), reverse=True)
        return [row for row in lines if _comes(row, after) and _wanted(row, filters)][:most]

    async def cases(self, viewer: Viewer, filters: Filters, after: Cursor | None, most: int) -> list[CaseLine]:
        self.state.note(viewer, "queue", "cases")
        return [] if after else [case_line()][:most]

    async def saved(self, operator: Operator) -> list[SavedFilters]:
        self.state.asked()
        return sorted(self.state.kept.values(), key=lambda one: one.name)

    async def save(self, operator: Operator, name: str, query: str) -> None:
        self.state.asked()
        number = next((one.id for one in self.state.kept.values() if one.name == name), len(self.state.kept) + 1)
        self.state.kept[number] = SavedFilters(number, name, query)

    async def forget(self, operator: Operator, saved_id: int) -> None:
        self.state.asked()
        self.state.kept.pop(saved_id, None)


def _comes(row: ReplyLine, after: Cursor | None) -> bool:
    return after is None or (row.at, row.place) < (after.at, after.place)


def _wanted(row: ReplyLine, filters: Filters) -> bool:
    return all(
        [
            filters.specialty in {None, row.specialty},
            filters.status in {None, row.status},
            filters.verdict in {None, row.verdict},
            filters.below is None or (row.lowest is not None and row.lowest < filters.below),
            not filters.degraded or bool(row.degraded),
            not filters.unreviewed or row.judged is None,
            filters.since is None or row.at.date() >= filters.since,
            filters.until is None or row.at.date() <= filters.until,
            filters.text.lower() in f"{row.question} {row.answer}".lower(),
        ]
    )


@dataclass(frozen=True)
class FakeRecords:
    """The Records port."""

    state: FakeReview

    async def reply(self, viewer: Viewer, reply_id: uuid.UUID) -> ReplyRecord | None:
        self.state.note(viewer, "reply", reply_id)
        return self.state.found(reply_id)

    async def case(self, viewer: Viewer, case_id: uuid.UUID) -> CaseRecord | None:
        self.state.note(viewer, "case", case_id)
        return case_record(self.state.replies) if case_id == identified("case") else None

    async def reveal(self, viewer: Viewer, reply_id: uuid.UUID, reason: str) -> Identity | None:
        self.state.note(viewer, "reveal", reply_id, reason=reason)
        return Identity("telegram", "<script>alert(1)</script>", NOW) if self.state.found(reply_id) else None

    async def replay(self, viewer: Viewer, reply_id: uuid.UUID) -> Replayed | None:
        self.state.note(viewer, "replay", reply_id)
        reply = self.state.found(reply_id)
        if reply is None:
            return None
        stored = tuple(Ranked(p.document_id, p.version, p.title, p.similarity) for p in reply.passages)
        today = (replace(stored[0], version=2, similarity=0.79), *stored[1:]) if stored else ()
        return Replayed(stored, stored, today, reproduced=True, farthest=2.2e-16)


@dataclass(frozen=True)
class FakeImpacts:
    """The Impacts port: what names `broken` is refused."""

    state: FakeReview

    async def of(self, viewer: Viewer, files: Mapping[str, bytes]) -> Impact:
        self.state.note(viewer, "impact", ", ".join(files))
        for name, content in files.items():
            if b"broken" in content:
                raise NoteError(name, 3, "a heading has no body", "write one")
        reply = self.state.replies[0]
        before = tuple(Ranked(p.document_id, p.version, p.title, p.similarity) for p in reply.passages)
        after = (before[1], before[0], *before[2:])
        touched = TouchedReply(line(reply, 1), cited=True, before=before, after=after, unsupported=("≥ 2 cm",))
        case = TouchedCase(case_line(), "FINALIZADO", "NAO_ELEGIVEL", ("Nódulo espongiforme grande",))
        return Impact(tuple(files), ("Bócio",), (touched,), (case,), 321)


@dataclass(frozen=True)
class FakeReviews:
    """The Reviews port."""

    state: FakeReview

    async def judge_reply(
        self, viewer: Viewer, reply_id: uuid.UUID, judgement: Judgement, labels: Sequence[Label], reason: str
    ) -> None:
        self.state.note(viewer, "review", reply_id)
        reply = self.state.found(reply_id)
        if reply is None:
            raise LookupError(reply_id)
        row = ReviewRow(uuid.uuid4(), viewer.operator.name, judgement, tuple(labels), reason, NOW)
        self.state.replies[self.state.replies.index(reply)] = replace(reply, reviews=(*reply.reviews, row))

    async def judge_case(self, viewer: Viewer, case_id: uuid.UUID, judgement: Judgement, reason: str) -> None:
        self.state.note(viewer, "review", case_id)
        if case_id != identified("case"):
            raise LookupError(case_id)

    async def agreement(self) -> list[Agreement]:
        self.state.asked()
        weeks = [date(2026, 10, 5) + timedelta(weeks=n) for n in range(8)]
        return [
            Agreement(week, specialty, (7 * n + shift) % 5 + 5, 10)
            for n, week in enumerate(weeks)
            for shift, specialty in enumerate(("cardiologia", "dermatologia", "endocrinologia"))
        ]

    async def labelled(self, viewer: Viewer) -> list[Mapping[str, Any]]:
        self.state.note(viewer, "export", "labelled")
        return [{"id": str(reply.id)} for reply in self.state.replies if reply.reviews]


@dataclass(frozen=True)
class FakeDeliveries:
    """The Deliveries port."""

    state: FakeReview

    async def gauges(self) -> Gauges:
        self.state.asked()
        corpus = [
            CorpusState(name, count, overdue, count, NOW)
            for name, count, overdue in (("cardiologia", 9, 0), ("dermatologia", 9, 1), ("endocrinologia", 11, 0))
        ]
        return Gauges(
            3,
            12.4,
            1,
            1,
            {"pending": 2, "sent": 1240, "unknown": 1},
            412,
            183_220,
            1310,
            {"chat:down": 4},
            2,
            17,
            corpus,
            {"": 690, "energy_mismatch": 12},
        )

    async def failed(self, most: int) -> list[FailedUpdate]:
        self.state.asked()
        return list(self.state.dead.values())[:most]

    async def unknown(self, most: int) -> list[UnknownSend]:
        self.state.asked()
        return [UnknownSend(5, identified("pt"), NOW, "ReadTimeout")]

    async def run_again(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        self.state.note(viewer, "run_again", update_id)
        update = self.state.dead.get((bot, update_id))
        return bool(update and update.kept and self.state.dead.pop((bot, update_id)))

    async def discard(self, viewer: Viewer, bot: int, update_id: int) -> bool:
        self.state.note(viewer, "discard", update_id)
        return self.state.dead.pop((bot, update_id), None) is not None


@dataclass(frozen=True)
class FakeAudit:
    """The Audit port."""

    state: FakeReview

    async def page(self, before: int | None, most: int) -> list[AuditRow]:
        self.state.asked()
        return [row for row in self.state.log[::-1] if before is None or row.seq < before][:most]

    async def verify(self) -> Chain:
        self.state.asked()
        head = self.state.log[-1].hash if self.state.log else ""
        return Chain(len(self.state.log), head, self.state.broken_at, "hash" if self.state.broken_at else "")
