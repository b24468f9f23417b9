"""The one condition that a text calls by its name. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rag.notes.mentions import RELATIVES, asserted
from rag.notes.signatures import Signs, signed, signs
from rag.types import Specialty
from rag.wording import MARKS, tokens

_SHORTEST: Final = 4
"""Letters from which a single word of a title names a condition."""
_LONGEST: Final = 3
"""Words of an everyday name."""
_OWN: Final = 0.8
"""Share of the phrases with an everyday name that must be its condition's."""
_OFTEN: Final = 3
"""Phrases in which a single word stands from which it is a name though no phrase is that word alone."""
_STEM: Final = 5
"""Letters by which two forms of a word are one."""
_PAIR: Final = 2
_SMALL: Final = frozenset(
    """de da do das dos del la el los las e y o a as os of the and em en in na nas
    un una um uma my mi minha meu on""".split()
)
_PARTS: Final = re.compile(r"[/()]")
_PAUSE: Final = re.compile(r",(?!\d)|[:()¿¡…–—]|\s-\s")
_HAVING: Final = re.compile(r"^(?:eu |yo |i )?(?:tenho|tengo|have|had|tive|tuve|got) ")
_ILLNESS: Final = re.compile(
    r"\b(?:\w{3,}(?:ite|iti|ose|osi|oma|emia|aemia|ismo|ism|patia|pathy|cardia)|\w*hipertens\w+|\w*hypertens\w+"
    r"|sindrome|syndrome|insuficiencia|estenose|estenosis|stenosis|fibrila\w+|fibrillation|flutter|aneurism\w*"
    r"|aneurysm\w*|diabete|tumor|tumour|cancer|nodul\w+|adenoma|carcinoma|eczema|eccema|psoria\w*|soria\w*"
    r"|alopecia|calvici\w*|baldness|micos\w+|fungo|fungus|fungal infection|tinea|tinha|tina|ringworm|impinge|frieira"
    r"|pitiriase|verruga|berruga|wart|verruca|molusco|molluscum|condilom\w+|condyloma|caspa|dandruff|atopia|atopy"
    r"|hashimoto|addison|cushing|marfan|klinefelter|bocio|goitre|goiter|sop|pcos|acromegal\w+|acne|angina|disforia"
    r"|dysphoria|incongruencia|disautonomia|dysautonomia|dislipid\w+|obesidad\w*|obesity|prolapso|prolapse"
    r"|underactive thyroid|overactive thyroid|pressao alta|presion alta|tension alta|high blood pressure"
    r"|colesterol alto|high cholesterol|pe atleta|pie atleta|athlete foot|pano branco|heart failure|coracao fraco"
    r"|hair loss|queda cabelo|caida cabello|heart disease|ovario poliquistico|ovario policistico)\b"
)
"""What makes a short phrase a name rather than a complaint, in folded words without the small ones."""
_HEADS: Final = frozenset(
    """sindrome syndrome insuficiencia estenose estenosi stenosi tumor tumour cancer adenoma diabete prolapso prolapse
    nodulo nodule glicose dermatite dermatiti isquemia rinite cateterismo""".split()
)
"""Words for an illness that say little without the next."""
_MORE: Final = RELATIVES | frozenset(
    """pra para for pega cura tem tratar trata treats who quem serious contagious catching especialista referral
    encaminhamento biopsia biopsy deu salio metotrexato methotrexate biologic biologico isnt working side
    effect""".split()
)
"""Words with which a short phrase says or asks something of what it names."""
_SYMPTOMS: Final = frozenset({("prurido",), ("prurito",), ("pruritu",), ("itching",), ("hair", "loss")})
"""Titles that are what other conditions feel like: they name one only where nothing else is named."""
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A current condition of the corpus: its title, the title's translations, and patients' phrases for it."""

    specialty: Specialty
    title: str
    titles: tuple[str, ...]
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of each specialty's conditions by their first words, longest first; a None names nothing for sure.

    `signs` are words that sign for a condition without naming it.
    """

    found: Mapping[Specialty, Mapping[str, tuple[tuple[Words, str | None], ...]]]
    signs: Mapping[Specialty, Signs] = field(default_factory=dict)

    @classmethod
    def of(cls, conditions: Iterable[Condition]) -> Names:
        """From the corpus: titles, their parts around a slash, and everyday names that are one condition's alone."""
        grouped: defaultdict[Specialty, list[Condition]] = defaultdict(list)
        for condition in conditions:
            grouped[condition.specialty].append(condition)
        found = {specialty: _by_first(_names(group)) for specialty, group in grouped.items()}
        return cls(found, {name: signs((c.title, c.phrases) for c in group) for name, group in grouped.items()})

    def only(self, text: str, specialty: Specialty) -> str | None:
        """The title of the one condition of `specialty` that `text` names; None for none, several, or those of others.

        A name that is denied ("não é psoríase") or a relative's counts for nothing.
        """
        known = self.found.get(specialty)
        if not known:
            return None
        named = list(_mentions(tokens(_PAUSE.sub(" . ", text)), known))
        sure = {title for words, title in named if words not in _SYMPTOMS} or {title for _, title in named}
        return sure.pop() if len(sure) == 1 else None

    def signed(self, text: str, specialty: Specialty) -> str | None:
        """The title of the condition of `specialty` that the words of `text` sign for (`rag.notes.signatures`)."""
        known = self.signs.get(specialty)
        return signed(text, known) if known else None


def _mentions(
    raw: Sequence[str], known: Mapping[str, tuple[tuple[Words, str | None], ...]]
) -> Iterator[tuple[Words, str | None]]:
    """Names that are asserted, from left to right, the longest at each place; none inside another."""
    places = [at for at, word in enumerate(raw) if word not in _SMALL]
    said = tuple(_singular(raw[at]) for at in places)
    at = 0
    while at < len(said):
        name = next((one for one in known.get(said[at], ()) if said[at : at + len(one[0])] == one[0]), None)
        if name is None:
            at += 1
            continue
        end = at + len(name[0])
        if asserted(*_around(raw, places[at], places[end - 1] + 1)):
            yield name
        at = end


def _around(raw: Sequence[str], start: int, end: int) -> tuple[list[str], list[str]]:
    """The words of a name's clause before it and after it."""
    first = next((at + 1 for at in range(start - 1, -1, -1) if raw[at] in MARKS), 0)
    last = next((at for at in range(end, len(raw)) if raw[at] in MARKS), len(raw))
    return list(raw[first:start]), list(raw[end:last])


def _names(conditions: Sequence[Condition]) -> dict[Words, str | None]:
    """What each name means; None for a title's part that several conditions share, or that belongs to another there."""
    holders: defaultdict[Words, Counter[str]] = defaultdict(Counter)
    for condition in conditions:
        for phrase in condition.phrases:
            for gram in set(_grams(_words(phrase))):
                holders[gram][condition.title] += 1
    titled: defaultdict[Words, set[str]] = defaultdict(set)
    for condition in conditions:
        for words in _title_parts(condition):
            titled[words].add(condition.title)
    names = {words: next(iter(titles)) if len(titles) == 1 else None for words, titles in titled.items()}
    return _strange(names, holders) | _everyday(conditions, holders) | names


def _everyday(conditions: Sequence[Condition], holders: Mapping[Words, Counter[str]]) -> dict[Words, str | None]:
    """Bare names, and single words for an illness that patients say again and again of one condition."""
    bare = {words for c in conditions for phrase in c.phrases if (words := _bare(phrase))}
    often = {words for words, owners in holders.items() if owners.total() >= _OFTEN and _single(words)}
    most = {words: holders[words].most_common(1)[0] for words in bare | often}
    return {words: title for words, (title, count) in most.items() if count >= _OWN * holders[words].total()}


def _single(words: Words) -> bool:
    return len(words) == 1 and words[0] not in _HEADS and _ILLNESS.fullmatch(words[0]) is not None


def _strange(names: Mapping[Words, str | None], holders: Mapping[Words, Counter[str]]) -> dict[Words, str | None]:
    """Pairs in which a title's one word stands beside another's own, as only its patients say: "atopic eczema"."""
    own = {(word[:_STEM], title) for words, title in names.items() if title for word in words}
    return {
        (first, second): None
        for word, title in ((words[0], title) for words, title in names.items() if len(words) == 1)
        for first, second in (pair for pair in holders if len(pair) == _PAIR and word in pair)
        if title not in (owners := holders[first, second])
        and any(((second if word == first else first)[:_STEM], owner) in own for owner in owners)
    }


def _bare(phrase: str) -> Words | None:
    """The words of a phrase that is nothing but an illness's everyday name, with "I have" before it or not."""
    written = " ".join(tokens(phrase))
    words = _words(_HAVING.sub("", written))
    short = words and len(words) <= _LONGEST and not _MORE.intersection(words) and MARKS.isdisjoint(tokens(phrase))
    named = short and _ILLNESS.search(" ".join(words)) and not any(word[0].isdigit() for word in words)
    return words if named else None


def _title_parts(condition: Condition) -> Iterator[Words]:
    """Titles and what stands around their slashes and brackets; "Arritmia / Síncope" names two things."""
    for title in (condition.title, *condition.titles):
        for part in (*_PARTS.split(title), title):
            words = _words(part)
            if len(words) > 1 or (words and len(words[0]) >= _SHORTEST):
                yield words


def _by_first(names: Mapping[Words, str | None]) -> dict[str, tuple[tuple[Words, str | None], ...]]:
    found: defaultdict[str, list[tuple[Words, str | None]]] = defaultdict(list)
    for words, title in sorted(names.items(), key=lambda item: -len(item[0])):
        found[words[0]].append((words, title))
    return {first: tuple(entries) for first, entries in found.items()}


def _grams(words: Words) -> Iterator[Words]:
    return (words[at : at + size] for size in range(1, _LONGEST + 1) for at in range(len(words) - size + 1))


def _words(text: str) -> Words:
    """Folded words without the small ones, in the singular as far as a last letter tells it."""
    return tuple(_singular(word) for word in tokens(text) if word not in MARKS and word not in _SMALL)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _SHORTEST and word.endswith("s") else word
