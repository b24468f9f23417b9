"""What a note says about itself: its YAML front matter, or the header lines of an official note. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Annotated

import yaml
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from rag.notes.chunking import Note
from rag.notes.errors import NoteError, raise_any
from rag.notes.header_lines import read_header_lines
from rag.notes.normalising import fold, lines_of, normalise
from rag.types import Language, Specialty

_Slug = Annotated[str, StringConstraints(pattern=r"^[a-z_]{3,50}$")]
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]
_REMEDY = "mend the front matter between the two '---' lines"
_SAY_SPECIALTY = "write 'specialty: …' in its front matter, or give the specialty when ingesting"
_KEY = re.compile(r"\s*(?:[A-Za-z_][\w-]*\s*:|#)")


def _partial_date(text: object) -> object:
    if text is None:
        return None
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}(-\d{2}-\d{2})?", text):
        raise ValueError("must be an ISO date (2018-08-23) or a year (2021)")
    dt.date.fromisoformat(text if "-" in text else f"{text}-01-01")
    return text


def _language(text: object) -> object:
    return Language.PT if text in ("pt", "pt_BR", "pt-br") else text


class NoteMeta(BaseModel):
    """A note's own data; None is what the file doesn't say.

    `date` is the official note's, an ISO date or a year alone; `review_date` is when this text is due for
    review. `translates` names the specialty whose note this one translates.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    specialty: _Slug
    title: _Text
    note: _Text
    date: Annotated[str | None, BeforeValidator(_partial_date)]
    review_date: dt.date | None = None
    language: Annotated[Language, BeforeValidator(_language)]
    translates: _Slug | None = None
    licence: _Text | None = None
    notice: _Text | None = None
    link: _Text | None = None

    @model_validator(mode="after")
    def _translations_are_consistent(self) -> NoteMeta:
        if self.translates is not None and self.translates != self.specialty:
            raise ValueError("'translates' must name the same specialty as 'specialty'")
        if self.translates is not None and self.language is Language.PT:
            raise ValueError("a translation's 'language' can't be the original's, pt-BR")
        return self


def read_meta(
    note: Note, path: PurePath, *, specialty: Specialty | None = None, known: Collection[Specialty] = ()
) -> NoteMeta:
    """The data of a note that was read from `path`.

    Without front matter, title, note, date and link come from the header lines of the preamble (falling
    back on the file's name), and the specialty from the argument, the headings or the file's name, in this
    order; where `known` specialties are given, only one of them is taken from a name. Raises NoteError
    naming the file, line and field.
    """
    front = _front_matter(note.preamble, path)
    if front is None:
        return _plain_meta(note, path, specialty, known)
    fields, lines = front
    if fields.get("specialty") is None:
        fields["specialty"] = fields.get("translates") or _infer_specialty(note, path, specialty, known)
    meta = _validated(fields, lines, path)
    _refuse_conflict(meta, note, path, specialty)
    return meta


def _front_matter(preamble: str, path: PurePath) -> tuple[dict[str, str | None], dict[str, int]] | None:
    """The fields and the line of each, or None where the text starts otherwise."""
    lines = [line.rstrip() for line in lines_of(normalise(preamble))]
    first = next((index for index, line in enumerate(lines) if line), 0)
    if len(lines) < first + 2 or lines[first] != "---" or not _KEY.match(lines[first + 1]):
        return None
    last = next((index for index in range(first + 1, len(lines)) if lines[index] in ("---", "...")), None)
    if last is None:
        raise NoteError(path, first + 1, "the front matter has no end", "close it with a line '---'")
    return _parse_yaml("\n".join(lines[first + 1 : last]), path, first + 2)


def _parse_yaml(text: str, path: PurePath, offset: int) -> tuple[dict[str, str | None], dict[str, int]]:
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        line = offset + (error.problem_mark.line if error.problem_mark else 0)
        raise NoteError(path, line, f"the front matter is not YAML ({error.problem})", _REMEDY) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise NoteError(path, offset, "the front matter is not YAML", _REMEDY) from error
    if not isinstance(root, yaml.MappingNode):
        raise NoteError(path, offset, "the front matter has no 'key: value' lines", _REMEDY)
    fields: dict[str, str | None] = {}
    lines: dict[str, int] = {}
    for key, value in root.value:
        line = offset + key.start_mark.line
        if not isinstance(key, yaml.ScalarNode) or not isinstance(value, yaml.ScalarNode):
            raise NoteError(path, line, "a front matter value must be plain text", _REMEDY)
        if key.value in fields:
            raise NoteError(path, line, f"the field '{key.value}' occurs twice", _REMEDY)
        fields[key.value] = None if value.style is None and value.value in ("", "~", "null") else value.value
        lines[key.value] = line
    return fields, lines


def _validated(fields: Mapping[str, object], lines: Mapping[str, int], path: PurePath) -> NoteMeta:
    try:
        return NoteMeta.model_validate(fields)
    except ValidationError as error:
        raise_any(_field_error(item, lines, path) for item in error.errors())
        raise


def _field_error(details: ErrorDetails, lines: Mapping[str, int], path: PurePath) -> NoteError:
    name = str(details["loc"][0]) if details["loc"] else ""
    said = details["msg"].removeprefix("Value error, ")
    return NoteError(path, lines.get(name, 1), f"{name}: {said}" if name else said, _REMEDY)


def _refuse_conflict(meta: NoteMeta, note: Note, path: PurePath, specialty: Specialty | None) -> None:
    if specialty is not None and specialty != meta.specialty:
        problem = f"its front matter says '{meta.specialty}', not '{specialty}'"
        raise NoteError(path, None, problem, "mend one of the two")
    for chunk in note.chunks if meta.language is Language.PT else ():
        named = specialty_slug(chunk.specialty or "")
        if named and not (named.startswith(meta.specialty) or meta.specialty.startswith(named)):
            problem = f"the heading names '{chunk.specialty}', and the front matter '{meta.specialty}'"
            raise NoteError(path, chunk.start_line, problem, "mend one of the two")


def _plain_meta(note: Note, path: PurePath, specialty: Specialty | None, known: Collection[Specialty]) -> NoteMeta:
    header = read_header_lines(note.preamble)
    fields = {
        "specialty": _infer_specialty(note, path, specialty, known),
        "title": header.title or path.stem,
        "note": header.note or path.stem,
        "date": header.date,
        "link": header.link,
        "language": Language.PT,
    }
    return _validated(fields, {}, path)


def specialty_slug(name: str) -> Specialty:
    """A specialty's name as it is stored: "Endocrinología Pediátrica" → "endocrinologia_pediatrica"."""
    return re.sub(r"[^a-z]+", "_", fold(name)).strip("_")


def _infer_specialty(
    note: Note, path: PurePath, specialty: Specialty | None, known: Collection[Specialty]
) -> Specialty:
    if specialty is not None:
        return specialty
    named = {_nearest(specialty_slug(chunk.specialty), known): chunk for chunk in note.chunks if chunk.specialty}
    if len(named) > 1:
        listed = ", ".join(sorted(named))
        problem = f"its headings name more than one specialty ({listed})"
        raise NoteError(path, min(chunk.start_line for chunk in named.values()), problem, "keep one specialty a file")
    candidate = next(iter(named), None) or _nearest(specialty_slug(path.name.split(".")[0]), known)
    if (known and candidate not in known) or not re.fullmatch(r"[a-z_]{3,50}", candidate):
        raise NoteError(path, None, f"can't tell its specialty ('{candidate}' is none that is known)", _SAY_SPECIALTY)
    return candidate


def _nearest(name: Specialty, known: Collection[Specialty]) -> Specialty:
    """The known specialty among the words of `name` ("nota_cardiologia": "cardiologia"), else `name`."""
    found = [other for other in known if re.search(rf"(?:^|_){other}(?:_|$)", name)]
    return found[0] if len(found) == 1 else name
