"""What operators see. Values alone: the adapters make them of rows, the web shows them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from rag.types import Language, Specialty


class Role(StrEnum):
    """What an operator may do; each may what the one before may."""

    READER = "reader"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    def may(self, needed: Role) -> bool:
        """Whether this role is `needed` or above it."""
        order = list(Role)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody who answers for the bot."""

    id: uuid.UUID
    name: str
    role: Role
    language: Language


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, and from where: what every look at a patient's words is written down with."""

    operator: Operator
    address: str


class Label(StrEnum):
    """What a reviewer says of a reply."""

    GOOD = "good"
    WRONG_SOURCE = "wrong_source"
    WRONG_DECISION = "wrong_decision"
    UNSAFE = "unsafe"
    TONE = "tone"


class Judgement(StrEnum):
    """Whether a reviewer stands by a reply or a case's end."""

    AGREE = "agree"
    OVERRIDE = "override"


class Verdict(StrEnum):
    """The stored outcome of grounding. NONE: nothing was there to check."""

    OK = "ok"
    VIOLATED = "violated"
    REJECTED = "rejected"
    """Good in the end, after answers of a model that were refused."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Filters:
    """What a queue shows. None, empty and False: whatever it is. Days are inclusive, in the service's time zone.

    `below` keeps replies whose lowest similarity is under it. `text` is searched in question and answer.
    """

    since: date | None = None
    until: date | None = None
    specialty: Specialty | None = None
    status: str | None = None
    verdict: Verdict | None = None
    below: float | None = None
    degraded: bool = False
    flagged: bool = False
    unreviewed: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """After which row a page begins: the last one's moment and place."""

    at: datetime
    place: int


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """One row of the queue of replies. `question` and `answer` are their beginnings; `person` is a pseudonym."""

    id: uuid.UUID
    place: int
    at: datetime
    person: str
    language: Language
    kind: str
    specialty: Specialty | None
    status: str | None
    verdict: Verdict
    lowest: float | None
    degraded: tuple[str, ...]
    question: str
    answer: str
    judged: Judgement | None
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One row of the queue of cases."""

    id: uuid.UUID
    place: int
    at: datetime
    person: str
    specialty: Specialty
    condition: str
    status: str
    facts: int
    judged: Judgement | None


@dataclass(frozen=True, slots=True)
class SavedFilters:
    """Filters that an operator keeps under a name, as the query string that makes them."""

    id: int
    name: str
    query: str


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """One source of a reply beside the row that it names. `rank` counts from 1; `cited` what `fontes_rag` says."""

    rank: int
    cited: bool
    similarity: float
    document_id: int
    version: int
    hash: str
    specialty: Specialty
    title: str
    content: str
    note: str
    note_date: str
    review_date: date | None
    demonstration: bool
    retired_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One review, as it was given. The latest of each operator holds."""

    id: uuid.UUID
    operator: str
    judgement: Judgement
    labels: tuple[Label, ...]
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """All that is kept of one reply (`bot.ports.Provenance` says what the fields hold).

    `case_id`: the case that was open or closed by it. `person` is a pseudonym: the first letters of a keyed hash.
    """

    id: uuid.UUID
    at: datetime
    person: str
    language: Language
    kind: str
    question: str | None
    answer: str | None
    specialty: Specialty | None
    status: str | None
    passages: tuple[ShownPassage, ...]
    evidence: Sequence[Mapping[str, Any]]
    routing: Mapping[str, Any] | None
    query_text: str | None
    has_vector: bool
    embedding_model: str | None
    chat_model: str | None
    prompt_name: str | None
    prompt_hash: str | None
    tokens_in: int | None
    tokens_out: int | None
    latency_ms: float | None
    verdict: Mapping[str, Any] | None
    degraded: tuple[str, ...]
    case_id: uuid.UUID | None
    reviews: tuple[ReviewRow, ...]


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact of a case that holds. `label` is the protocol's, in the operator's language; `value` is shown as is."""

    key: str
    label: str
    value: str
    how: str
    quote: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """A criterion of a case: what it says, how it stands (true, false, unknown), and the facts that it rests on.

    `labels` are those of `facts`, in their order, known or not.
    """

    key: str
    label: str
    truth: str
    passage: str
    facts: tuple[str, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One case. `referral` is the text that the patient was shown; `replies` are those given while it was open."""

    id: uuid.UUID
    person: str
    specialty: Specialty
    condition: str
    document_id: int
    status: str
    opened_at: datetime
    closed_at: datetime | None
    facts: tuple[FactRow, ...]
    criteria: tuple[CriterionRow, ...]
    referral: str | None
    replies: tuple[ReplyLine, ...]
    reviews: tuple[ReviewRow, ...]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a person is to the channel."""

    channel: str
    external_id: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row of a retrieval."""

    document_id: int
    version: int
    title: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Replayed:
    """A reply's retrieval, then and now, without the model.

    `stored` is what the reply holds; `then` the same search among the versions of that moment; `today` among those of
    now. `reproduced`: ids and order are the same, similarities within 1e-6. `reason` says why it could not be run.
    """

    stored: tuple[Ranked, ...]
    then: tuple[Ranked, ...]
    today: tuple[Ranked, ...]
    reproduced: bool
    farthest: float
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TouchedReply:
    """A reply that a revised note would have touched: its passages' ranks and similarities before and after."""

    line: ReplyLine
    cited: bool
    before: tuple[Ranked, ...]
    after: tuple[Ranked, ...]
    unsupported: tuple[str, ...]
    """Figures of the answer, as written, that the revised note holds no more."""


@dataclass(frozen=True, slots=True)
class TouchedCase:
    """A closed case whose decision the revised note would change, or leave open."""

    line: CaseLine
    before: str
    after: str
    criteria: tuple[str, ...]
    """Those that stand otherwise."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What a revised note would have touched. `examined` counts what was looked at, replies and cases."""

    changed: tuple[str, ...]
    """Titles of the chunks that are new or different."""
    retired: tuple[str, ...]
    replies: tuple[TouchedReply, ...]
    cases: tuple[TouchedCase, ...]
    examined: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often reviewers stood by what was replied: of `reviewed`, in the week that begins on that Monday."""

    week: date
    specialty: Specialty
    agreed: int
    reviewed: int


@dataclass(frozen=True, slots=True)
class FailedUpdate:
    """An update that gave up (`dead`) or was no update at all (`quarantined`)."""

    bot: int
    update_id: int
    state: str
    error: str
    attempts: int
    received_at: datetime
    kept: bool
    """Whether its payload is still there, so that it can be run again."""


@dataclass(frozen=True, slots=True)
class UnknownSend:
    """A reply of which nobody knows whether it arrived."""

    id: int
    reply_id: uuid.UUID | None
    at: datetime
    error: str


@dataclass(frozen=True, slots=True)
class Gauges:
    """How the bot is at this moment. Shares are of the last 24 hours."""

    waiting: int
    oldest_s: float
    dead: int
    quarantined: int
    outbox: Mapping[str, int]
    model_calls_today: int
    model_tokens_today: int
    replies_24h: int
    degraded_24h: Mapping[str, int]
    emergencies_24h: int
    open_cases: int
    corpus: Sequence[CorpusState]
    foods: Mapping[str, int]
    """Foods by flag; an empty flag: those without."""


@dataclass(frozen=True, slots=True)
class CorpusState:
    """A specialty's notes: how many chunks are current, how many past their review date, how many demonstrations."""

    specialty: Specialty
    chunks: int
    overdue: int
    demonstration: int
    newest: datetime


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One link of the audit chain. `hash` is over the row's own fields and the hash before it, in hex."""

    seq: int
    at: datetime
    operator: str
    address: str
    action: str
    subject: str
    detail: Mapping[str, Any]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The state of the audit chain: how long it is, its head, and the first link that does not hold."""

    length: int
    head: str
    broken_at: int | None
    reason: str = ""
