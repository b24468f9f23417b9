"""How a case ends, as a patient reads it, with the criterion and the facts that decided. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.citing import citation
from bot.consultation.case import Case, value_json
from bot.consultation.showing import fact_line, inline
from bot.consultation.steps import AGE, GUARDIAN, SEX, Outcome, Step
from bot.locales import Words
from bot.locales.prose import show_date
from bot.markup import escape, plain
from rag.protocols.ports import Published
from rag.protocols.types import Facts, FieldType, Finding
from rag.types import Section


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a case, told: `step` says how it stands."""

    case: Case
    published: Published
    step: Step
    words: Words
    at: datetime

    def text(self) -> str:
        """The whole word, as markup."""
        match self.step.outcome:
            case Outcome.ELIGIBLE:
                return self._eligible()
            case Outcome.NOT_ELIGIBLE:
                return self._not_eligible()
            case Outcome.NO_GUARDIAN:
                return self.words("case.no_guardian")
            case Outcome.INCOMPLETE:
                lead = self.words("case.incomplete", condition=self.condition)
                return "\n\n".join([lead, self._missing(), self.words("case.pending_next"), self._note()])
        lead = self.words("case.pending", condition=self.condition)
        missing = [f"{self.words('case.missing')}\n{self._missing()}"] if self.step.missing else []
        if (alert := self.step.alert) is not None:
            sign = self.words("case.sign", sign=escape(self._said(alert.passage)))
            return "\n\n".join([lead, sign, *missing, self.words("case.pending_next"), self._note()])
        return "\n\n".join([lead, *missing, self.words("case.pending_next")])

    @property
    def condition(self) -> str:
        """The title of the condition."""
        return self.published.titles.get(self.words.language, self.published.title)

    def referral(self) -> str:
        """The summary for a professional, plain text, without identification."""
        words, facts, protocol = self.words, self.case.facts, self.published.protocol
        rows = [
            (words("referral.patient"), f"{self._person(facts)} ({words('referral.withheld')})"),
            (words("referral.specialty"), words.get(f"name.{self.case.specialty}", self.case.specialty)),
            (words("referral.condition"), self.condition),
            *([(words("referral.cid"), ", ".join(protocol.cids))] if protocol.cids else []),
            (
                words("referral.risk"),
                words(f"referral.risk_{protocol.risk_class}" if protocol.risk_class else "referral.no_risk"),
            ),
        ]
        lines = [f"{name}: {value}" for name, value in rows]
        lines += [f"{words('referral.history')}:", *self._facts(texts=True)]
        lines += [f"{words('referral.exams')}:", *self._facts(texts=False)]
        lines += [f"{words('referral.criterion')}: {self._criterion(finding)}" for finding in self.step.met]
        made = show_date(self.at.date().isoformat(), words.language)
        lines += [f"{words('referral.note')}: {self._plain_note()}", f"{words('referral.made')}: {made}"]
        return "\n".join([*lines, words("referral.waiting")])

    def decision(self) -> dict[str, Any]:
        """What the end rests on, as it is kept: each criterion, how it stands, and the facts that it reads."""
        return {
            "outcome": self.step.outcome,
            "document_id": self.case.document_id,
            "version": self.published.version,
            "criteria": [
                {
                    "key": finding.criterion.key,
                    "truth": finding.truth,
                    "when": finding.criterion.when,
                    "passage": finding.criterion.passage,
                    "facts": list(finding.reads) or [finding.criterion.key],
                }
                for finding in self.step.findings
            ],
            "alert": self.step.alert.key if self.step.alert else None,
            "missing": list(self.step.missing),
        }

    def summary(self) -> Mapping[str, Any]:
        """The referral as typed values."""
        protocol = self.published.protocol
        return {
            "condition": protocol.condition,
            "cids": list(protocol.cids),
            "risk_class": protocol.risk_class,
            "facts": {key: value_json(fact.value) for key, fact in self.case.facts.items() if protocol.field(key)},
            "criteria": [finding.criterion.key for finding in self.step.met],
            "document_id": self.case.document_id,
            "version": self.published.version,
        }

    def _eligible(self) -> str:
        words = self.words
        lead = words("case.finished", condition=self.condition)
        criteria = "\n".join(line for finding in self.step.met for line in self._finding(finding))
        summary = f"<b>{words('case.summary')}</b>\n<code>{escape(self.referral())}</code>"
        return "\n\n".join([f"{lead}\n{criteria}", words("case.waits"), summary, self._note()])

    def _not_eligible(self) -> str:
        words = self.words
        lead = words("case.not_eligible", condition=self.condition)
        criteria = "\n".join(line for finding in self.step.findings for line in self._finding(finding))
        signs = "\n".join([words("case.worsening"), *(f"• {escape(sign)} [1]" for sign in self._warnings())])
        return "\n\n".join([f"{lead}\n{criteria}", words("case.instead"), signs, words("case.closing"), self._note()])

    def _finding(self, finding: Finding) -> Iterator[str]:
        yield self.words("case.criterion", criterion=self._criterion(finding))
        if told := inline(self.published.protocol, self.case.facts, finding.reads, self.words):
            yield self.words("case.because", facts=told)
        elif (fact := self.case.facts.get(finding.criterion.key)) is not None:
            question = finding.criterion.question
            said = self.words("case.yes" if fact.value else "case.no")
            asked = question.said_in(self.words.language) if question else ""
            yield self.words("case.because", facts=f"{asked} {said}")

    def _criterion(self, finding: Finding) -> str:
        return self._said(finding.criterion.passage)

    def _said(self, passage: str) -> str:
        sentence = self.published.passages.get(passage)
        return sentence.translations.get(self.words.language, sentence.text) if sentence else passage

    def _warnings(self) -> list[str]:
        language = self.words.language
        return [
            sentence.translations.get(language, sentence.text)
            for sentence in self.published.passages.values()
            if sentence.section is Section.WARNINGS
        ]

    def _missing(self) -> str:
        return "\n".join(f"• {escape(label)}" for label in self._missing_labels())

    def _missing_labels(self) -> Iterator[str]:
        protocol = self.published.protocol
        for key in self.step.missing:
            if (field := protocol.field(key)) is not None:
                yield field.label.said_in(self.words.language)
            elif (criterion := protocol.criterion(key)) is not None:
                yield self._said(criterion.passage)

    def _person(self, facts: Facts) -> str:
        return inline(self.published.protocol, facts, (AGE, SEX), self.words)

    def _facts(self, *, texts: bool) -> Iterator[str]:
        for field in self.published.protocol.fields:
            fact = self.case.facts.get(field.key)
            if fact is None or field.key in (AGE, SEX, GUARDIAN) or (field.type is FieldType.TEXT) is not texts:
                continue
            yield plain(fact_line(fact, field, self.words, whole=True))

    def _note(self) -> str:
        return f"<i>{citation(self.words, self.published, '[1]', self.at.date())}</i>"

    def _plain_note(self) -> str:
        name = self.published.note
        return self.words("note.demonstration_of", note=name) if self.published.demonstration else name
