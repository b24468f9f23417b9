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
    def _keys(table: Mapping[str, object]) -> dict[tuple[str, int], str]:
    """The fields' keys by position, to name them in errors."""
    fields = table.get("fields")
    tables = enumerate(fields if isinstance(fields, list) else ())
    return {("fields", n): str(entry["key"]) for n, entry in tables if isinstance(entry, dict) and "key" in entry}
