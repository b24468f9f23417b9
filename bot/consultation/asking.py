"""A case's question as a patient reads it: its words and its buttons. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.consultation.answers import NO, NONE, NOT_KNOWN, YES, Unread
from bot.consultation.case import Asking, AskKind, Case, Proposal, value_of
from bot.consultation.showing import excerpt, fact_line, shown, unit_of
from bot.consultation.steps import Question, remaining
from bot.locales import Words
from bot.markup import escape, plain
from bot.messages import Button
from rag.protocols.ports import Published
from rag.protocols.reading import Problem
from rag.protocols.types import FieldType, Localised, ProtocolField
from rag.types import Language
from rag.wording import fold

Rows = tuple[tuple[Button, ...], ...]
OTHER = "other"
_TELLING = 4
"""Letters of a label that tell it from the others, where they stand in no other."""
_LONGEST = 60
"""Characters of a button's label."""
_SHORT = 18
"""Characters up to which two labels stand in one row."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Words and buttons of the questions of one case. `titles` are conditions' titles by document."""

    case: Case
    published: Published
    words: Words
    titles: Mapping[int, str]

    def text(self, asking: Asking) -> str:
        """The question, as markup."""
        match asking.kind:
            case AskKind.FIELD:
                text = self._asked(self._field(asking).question)
            case AskKind.JUDGED:
                text = self._judged(asking)
            case AskKind.PROPOSAL:
                text = self._proposal(asking)
            case AskKind.CONFLICT:
                text = self.words("case.conflict", label=self._label(asking.key))
            case AskKind.CONFIRM:
                text = self._confirmation(asking)
            case AskKind.SUBJECT:
                text = self.words("case.subject", condition=self.condition)
            case AskKind.WRONG:
                text = self.words("case.wrong")
            case AskKind.CONDITION:
                text = self.words("case.which")
        return text

    def buttons(self, asking: Asking, *, first: bool = False) -> Rows:
        """What can be pressed; `first`: also that the case is about something else."""
        rows = _in_rows([Button(label, _data(asking, choice)) for label, choice in self._choices(asking)])
        if first and asking.kind in (AskKind.FIELD, AskKind.JUDGED, AskKind.PROPOSAL):
            rows = (*rows, (Button(self.words("case.not_this"), f"case:{OTHER}"),))
        return rows

    def choice(self, asking: Asking, text: str) -> str | None:
        """The choice that a text names by its position or its label, None where it names none."""
        choices = list(self._choices(asking))
        said = fold(text).strip(" .!)")
        if said.isdecimal() and 1 <= int(said) <= len(choices):
            return choices[int(said) - 1][1]
        labels = [choice for label, choice in choices if said and fold(label) == said]
        within = [choice for label, choice in choices if len(said) >= _TELLING and said in fold(label)]
        return next(iter(labels), within[0] if len(within) == 1 else None)

    def problem(self, unread: Unread, asking: Asking) -> str:
        """Why an answer could not be taken, kindly."""
        field = self._field(asking)
        unit = unit_of(field, self.words)
        values: dict[str, object] = {}
        match unread.problem:
            case Problem.IMPLAUSIBLE:
                values = {"label": self._label(field.key), "unit": f" ({unit})" if unit else ""}
            case Problem.UNIT if not unit:
                return self.words("case.unread")
            case Problem.UNIT:
                values = {"unit": unit}
            case Problem.TOO_FEW:
                values = {"count": field.at_least or 1}
        return self.words(f"case.{unread.problem}", **values)

    @property
    def condition(self) -> str:
        """The title of the condition the case is about."""
        return self.published.titles.get(self._language, self.published.title)

    @property
    def _language(self) -> Language:
        return self.words.language

    def _choices(self, asking: Asking) -> Iterator[tuple[str, str]]:
        words = self.words
        match asking.kind:
            case AskKind.FIELD:
                yield from self._field_choices(self._field(asking))
            case AskKind.JUDGED:
                yield from ((words("case.yes"), YES), (words("case.no"), NO), (words("case.unknown"), NOT_KNOWN))
            case AskKind.PROPOSAL:
                yield from ((words("case.yes"), YES), (words("case.no"), NO))
            case AskKind.CONFIRM:
                yield from ((words("case.confirm_yes"), YES), (words("case.confirm_no"), NO))
            case AskKind.CONFLICT:
                for n, value in enumerate(asking.values):
                    yield self._shown(self._field(asking), value), str(n)
                yield words("case.unknown"), NOT_KNOWN
            case AskKind.WRONG:
                yield from ((_cut(self._label(key)), key) for key in asking.keys)
                yield words("case.wrong_none"), NONE
            case AskKind.CONDITION:
                yield from ((self.titles[document], str(n)) for n, document in enumerate(asking.documents))
                yield words("case.none_of_these"), NONE
            case AskKind.SUBJECT:
                same = plain(words("case.subject_same", condition=self.condition))
                yield from ((same, YES), (words("case.subject_new"), NO))

    def _field_choices(self, field: ProtocolField) -> Iterator[tuple[str, str]]:
        if field.type is FieldType.YES_NO:
            yield from ((self.words("case.yes"), YES), (self.words("case.no"), NO))
        yield from ((option.said_in(self._language), option.key) for option in field.options)
        yield self.words("case.unknown"), NOT_KNOWN

    def _asked(self, question: Localised) -> str:
        return "\n\n".join([f"<b>{escape(question.said_in(self._language))}</b>", *self._left()])

    def _confirmation(self, asking: Asking) -> str:
        return "\n".join(
            [self.words("case.confirm"), *(self._line(key) for key in asking.keys if key in self.case.facts)]
        )

    def _line(self, key: str) -> str:
        fact, field = self.case.facts[key], self.published.protocol.field(key)
        if field is not None:
            return fact_line(fact, field, self.words)
        said = self.words("case.yes" if fact.value else "case.no")
        return self.words("case.item", label=self._label(key), value=said)

    def _judged(self, asking: Asking) -> str:
        criterion = self.published.protocol.criterion(asking.key)
        if criterion is None or criterion.question is None:
            raise KeyError(asking.key)
        told = [self.words("case.told", quote=excerpt(asking.quotes[0]))] if asking.quotes else []
        return "\n\n".join([*told, self._asked(criterion.question)])

    def _proposal(self, asking: Asking) -> str:
        field = self._field(asking)
        told = self.words("case.told", quote=excerpt(asking.quotes[0]))
        value = self._shown(field, asking.values[0])
        return f"{told}\n\n{self.words('case.is_it', label=self._label(field.key), value=value)}"

    def _left(self) -> list[str]:
        count = remaining(self.published.compiled, self.case.facts)
        if not count:
            return []
        return [self.words("case.left", count=count) if count > 1 else self.words("case.left_one")]

    def _shown(self, field: ProtocolField, kept: Any) -> str:  # noqa: ANN401 - JSON
        return shown(value_of(kept, field.type), field, self.words)

    def _field(self, asking: Asking) -> ProtocolField:
        field = self.published.protocol.field(asking.key)
        if field is None:
            raise KeyError(asking.key)
        return field

    def _label(self, key: str) -> str:
        field, criterion = self.published.protocol.field(key), self.published.protocol.criterion(key)
        asked = field.label if field else criterion.question if criterion else None
        return asked.said_in(self._language) if asked else key


def asking_for(question: Question, at: datetime, later: Sequence[Proposal] = ()) -> Asking:
    """The question that waits from now on; what else was proposed is kept for `later`."""
    proposal = question.proposal
    values = (proposal.value,) if proposal and question.kind is AskKind.PROPOSAL else ()
    quotes = (proposal.quote,) if proposal else ()
    kept = tuple(other for other in later if other != proposal)
    return Asking(question.kind, at, question.key, question.keys, values, quotes, tries=question.tries, proposals=kept)


def _cut(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1].rstrip() + "…"


def _data(asking: Asking, choice: str) -> str:
    return f"case:{asking.kind}:{asking.key}:{choice}"


def _in_rows(buttons: Sequence[Button]) -> Rows:
    """Short labels beside one another, at most three; long ones each in a row of its own."""
    rows: list[list[Button]] = []
    for button in buttons:
        fits = rows and len(rows[-1]) < 3 and all(len(b.label) <= _SHORT for b in (*rows[-1], button))  # noqa: PLR2004
        if fits:
            rows[-1].append(button)
        else:
            rows.append([button])
    return tuple(map(tuple, rows))
