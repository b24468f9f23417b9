"""Values of the emergency screen: what a rule is and what an alarm says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, StrEnum, auto

from rag.types import Language


class AlarmKind(StrEnum):
    """Which fixed text answers an alarm."""

    MEDICAL = "medical"
    PREGNANCY = "pregnancy"
    POISONING = "poisoning"
    SUICIDE = "suicide"


class Source(StrEnum):
    """Where a rule's clinical fact comes from."""

    CHEST_PAIN_GUIDANCE = "LC (dor torácica)"
    DIABETES_GUIDANCE = "LC (DM2 aguda) + G"
    SKIN_GUIDANCE = "SC/G"
    NOTE = "NT (derrame) + G"
    ACNE_NOTE = "NT/SC"
    GENERAL = "G"


class Scope(Flag):
    """Why a mention may be no present danger."""

    NONE = 0
    NEGATED = auto()
    PAST = auto()
    RECENT = auto()
    HYPOTHETICAL = auto()
    EDUCATIONAL = auto()
    QUOTED = auto()
    FICTION = auto()
    FEARED = auto()
    IDIOM = auto()
    RESOLVED = auto()
    CHRONIC = auto()


@dataclass(frozen=True, slots=True)
class Rule:
    """One emergency.

    `when` holds alternatives; each is concept groups joined by " & ", a group being concept names joined by "|".
    A group met by a mention that no scope outside `ignores` calms is live, and every group of an alternative must be
    live within one window of the message. A group that starts with "+" gives context (an illness, a pregnancy, a blow):
    the past does not calm it. `chronic_calms`: a long-standing complaint, or one on exertion, is not this emergency.
    `recent_counts`: what happened in the last days is still this emergency. `unless`: concepts that switch it off.
    """

    id: str
    family: str
    kind: AlarmKind
    source: Source
    when: tuple[str, ...]
    critical: bool = False
    chronic_calms: bool = False
    recent_counts: bool = False
    ignores: Scope = Scope.NONE
    unless: tuple[str, ...] = ()

    @property
    def clinician_review(self) -> bool:
        """True where the fact rests on general knowledge alone, so that a clinician must confirm it."""
        return self.source is Source.GENERAL


@dataclass(frozen=True, slots=True)
class Alarm:
    """A present danger found in a message.

    `rule` names the first rule met in order of priority, `also` the others; `language` is the language of the matched
    words, which may differ from the user's locale; `version` is that of the rules.
    """

    rule: str
    family: str
    kind: AlarmKind
    critical: bool
    language: Language
    version: str
    also: tuple[str, ...] = ()
