"""What a revised note would have touched, before it is published."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import UploadFile
from starlette.responses import Response

from bot.review.records import Impact, Role
from bot.review.web.guards import MOST_UPLOAD
from bot.review.web.visits import Page, Visit
from rag.notes.errors import NoteError, NoteErrors

_NAME: Final = re.compile(r"[\w.-]{1,80}")
_DEFAULT_NAME: Final = "note.md"


async def form(visit: Visit) -> Response:
    """Nothing yet: where a note is given."""
    return _show(visit, None, ())


async def of(visit: Visit) -> Response:
    """What these notes would have touched, or what is wrong with them."""
    files = await _files(visit)
    if not files:
        return _show(visit, None, (visit.words("impact.no_file"),), 422)
    try:
        impact = await visit.parts.impacts.of(visit.viewer, files)
    except (NoteError, NoteErrors) as error:
        return _show(visit, None, str(error).splitlines(), 422)
    return _show(visit, impact, ())


async def _files(visit: Visit) -> dict[str, bytes]:
    """By name, without any folder."""
    files: dict[str, bytes] = {}
    for given in visit.form.getlist("files"):
        if isinstance(given, UploadFile) and given.filename:
            files[_named(given.filename)] = await given.read()
    text = visit.said("text")
    if text:
        files[_named(visit.said("name"))] = f"{text}\n".replace("\r\n", "\n").encode()
    return files


def _named(given: str) -> str:
    name = given.replace("\\", "/").rpartition("/")[2]
    return name if _NAME.fullmatch(name) and name.strip(".") else _DEFAULT_NAME


def _show(visit: Visit, impact: Impact | None, problems: Sequence[str], status: int = 200) -> Response:
    values = {"impact": impact, "problems": problems, "text": visit.said("text"), "name": visit.said("name")}
    return visit.show("impact.html", values, status)


PAGES: Final = (
    Page("GET", "/impact", Role.REVIEWER, form),
    Page("POST", "/impact", Role.REVIEWER, of, longest=MOST_UPLOAD),
)
