"""A referral's minimum information as fields: loads and checks `protocols/<specialty>/<slug>.toml`."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from rag.notes.errors import NoteError, raise_any
from rag.notes.normalising import slug
from rag.notes.toml import field_errors, read_toml
from rag.types import Language

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
_Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
# ICD-10 categories and subcategories: "I50", "E05.0".
_Cid = Annotated[str, StringConstraints(pattern=r"^[A-Z]\d{2}(\.\d)?$")]
_LATER = "criteria"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FieldType(StrEnum):
    """What an answer to a field is."""

    NUMBER = "number"
    DATE = "date"
    YES_NO = "yes_no"
    CHOICE = "choice"
    TEXT = "text"
    MEASUREMENTS = "measurements"


class Localised(_Frozen):
    """One text in each language."""

    pt: _Text
    es: _Text
    en: _Text

    def said_in(self, language: Language) -> str:
        """The text in `language`."""
        return {Language.PT: self.pt, Language.ES: self.es, Language.EN: self.en}[language]


class ReferralField(_Frozen):
    """One item of the minimum information.

    `min` and `max` bound a plausible number, inclusive, in `unit`; `options` are a choice's; `required` is
    false where the note asks for the item only if there is one.
    """

    key: _Key
    type: FieldType
    label: Localised
    question: Localised
    required: bool = True
    options: tuple[_Text, ...] = ()
    unit: _Text | None = None
    min: Annotated[float, Field(allow_inf_nan=False)] | None = None
    max: Annotated[float, Field(allow_inf_nan=False)] | None = None

    @model_validator(mode="after")
    def _fits_its_type(self) -> ReferralField:
        measured = self.type in (FieldType.NUMBER, FieldType.MEASUREMENTS)
        if (self.type is FieldType.CHOICE) != bool(self.options):
            raise ValueError("'options' belong to a choice, and a choice needs them")
        if self.options and (len(self.options) == 1 or len(set(self.options)) < len(self.options)):
            raise ValueError("a choice needs at least two options, each once")
        if not measured and (self.unit, self.min, self.max) != (None, None, None):
            raise ValueError("'unit', 'min' and 'max' belong to numbers and measurements")
        if not (-math.inf if self.min is None else self.min) < (math.inf if self.max is None else self.max):
            raise ValueError("'min' must be less than 'max'")
        return self


class ReferralFields(_Frozen):
    """The fields of one condition, in the order in which they are asked for.

    `cids` are ICD-10 codes; `risk_class` is the note's own, where it gives a single one.
    """

    condition: _Text
    cids: tuple[_Cid, ...] = ()
    risk_class: Literal["vermelha", "laranja", "amarela", "verde", "azul"] | None = None
    fields: Annotated[tuple[ReferralField, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _keys_are_distinct(self) -> ReferralFields:
        keys = [field.key for field in self.fields]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"fields: the key '{twice[0]}' occurs twice")
        return self


def load_fields(path: Path, titles: Collection[str]) -> ReferralFields:
    """The fields of a file; `titles` are the conditions of the specialty's note.

    A table `criteria` is left to its own reader. Raises NoteError (NoteErrors for several) naming the file
    and field: not TOML, a field of another form, a condition that no title is, a file not named by its
    condition's slug.
    """
    table, _ = read_toml(path)
    try:
        loaded = ReferralFields.model_validate({key: value for key, value in table.items() if key != _LATER})
    except ValidationError as error:
        raise_any(field_errors(error, path, _names(table)))
        raise
    if loaded.condition not in titles:
        problem = f"condition: no note has '{loaded.condition}'"
        raise NoteError(path, None, problem, "write the title as the note does")
    if slug(loaded.condition) != path.stem:
        remedy = f"name it {slug(loaded.condition)}.toml"
        raise NoteError(path, None, f"the file isn't named after its condition, '{loaded.condition}'", remedy)
    return loaded


def load_all_fields(folder: Path, titles: Collection[str]) -> dict[str, ReferralFields]:
    """The fields of every condition of a specialty, by title; a condition without a file is a NoteError."""
    expected = {title: folder / f"{slug(title)}.toml" for title in titles}
    missing = [(title, path) for title, path in expected.items() if not path.is_file()]
    remedy = "write its minimum information"
    raise_any(NoteError(path, None, f"'{title}' has no file", remedy) for title, path in missing)
    loaded = (load_fields(path, titles) for path in sorted(folder.glob("*.toml")))
    return {fields.condition: fields for fields in loaded}


def _names(table: Mapping[str, object]) -> dict[tuple[str, int], str]:
    """The fields' keys by position, to name them in errors."""
    fields = table.get("fields")
    tables = [entry for entry in fields if isinstance(entry, dict)] if isinstance(fields, list) else []
    return {("fields", n): str(entry["key"]) for n, entry in enumerate(tables) if "key" in entry}
