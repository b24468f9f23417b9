"""Notes to test with: the official ones where they are at hand, and small ones of our own."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[2] / "rag" / "corpus"
_SHARED = Path(__file__).parents[3] / "shared" / "data"
OFFICIAL = _SHARED / "notas_tecnicas"

needs_official_notes = pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official notes are not at hand")
SPECIALTIES = ("cardiologia", "dermatologia", "endocrinologia")

SMALL_NOTE = """Título: Encaminhamento para consulta em Cardiologia
Identificação: Nota Técnica n.º 9/2019 - SES, de 3 de março de 2019
Link: https://example.org/nota.pdf

## Consulta em Cardiologia - Valvopatias

### O que é
Uma válvula não abre bem. A pessoa cansa.

### Quando o encaminhamento é indicado
- Sopro diastólico; ou
- Prótese com diâmetro > 2,5 cm.

### O que o encaminhamento precisa trazer
- Eco, com data.

### Sinais de alerta
- Procure urgência (SAMU 192) se houver desmaio.

## Consulta em Cardiologia - Insuficiência Cardíaca

### O que é
O coração bombeia pouco.
"""


def official_titles(specialty: str) -> list[str]:
    """The titles that the official note of `specialty` has, in order."""
    conditions = json.loads((_SHARED / "conditions29.json").read_text("utf-8"))
    return [condition["title"] for condition in conditions if condition["specialty"] == specialty]


def bundled_notes() -> list[Path]:
    """The notes of the corpus, translations included."""
    return sorted(path for path in (CORPUS / "notes").glob("*.md") if not path.name.endswith(".mends.md"))


def wrapped(text: str, width: int) -> list[str]:
    """The lines as a page of `width` characters prints them."""
    return [part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""]]


def pdf_of(pages: Sequence[Sequence[str]], *, images: Sequence[int] = ()) -> bytes:
    """A PDF with those lines (Windows-1252 only) on its pages, and a picture on the pages of `images`."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    picture = 4 + 2 * len(pages)
    for number, lines in enumerate(pages):
        drawn = f"/XObject << /I {picture} 0 R >>" if number in images else ""
        resources = f"<< /Font << /F 3 0 R >> {drawn} >>"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources {resources}"
        objects += [f"{page} /Contents {5 + 2 * number} 0 R >>".encode(), _stream(b"", _page_content(lines))]
    gray = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    objects.append(_stream(gray, b"\x80"))
    return _file(objects)


def _page_content(lines: Sequence[str]) -> bytes:
    escaped = (line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in lines)
    shown = b"".join(b"(" + line.encode("cp1252") + b") Tj 0 -14 Td\n" for line in escaped)
    return b"BT /F 10 Tf 50 800 Td\n" + shown + b"ET"


def _stream(entries: bytes, content: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(content), content)


def _file(objects: Sequence[bytes]) -> bytes:
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(body))
    return body + head + entries + trailer
