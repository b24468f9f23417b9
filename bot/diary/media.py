"""Photos and voice notes of meals: fetched, read by a model, and offered to be logged. Their bytes are kept nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.acts import Act, Context, Draft, reply, say
from bot.consent import Consent, ask_consent
from bot.diary.listening import offer
from bot.diary.logging import MealLog
from bot.messages import Kind
from bot.ports import MOST_MEDIA_MB, MediaError, PromptText, Provenance
from rag.diary.reading.intent import Stance, is_clinical, stance
from rag.diary.reading.media import MediaReader, Sense, Sensed
from rag.ports import Media

_HEADS: Final = (
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"WEBP", 8, "image/webp"),
    (b"ftypheic", 4, "image/heic"),
    (b"ftypheix", 4, "image/heic"),
    (b"ftypmif1", 4, "image/heif"),
    (b"OggS", 0, "audio/ogg"),
    (b"ID3", 0, "audio/mp3"),
    (b"\xff\xfb", 0, "audio/mp3"),
    (b"\xff\xf3", 0, "audio/mp3"),
    (b"\xff\xf1", 0, "audio/aac"),
    (b"\xff\xf9", 0, "audio/aac"),
    (b"WAVE", 8, "audio/wav"),
    (b"fLaC", 0, "audio/flac"),
)
"""How files of the formats that Gemini reads begin: bytes, where they stand, and the format
(ai.google.dev/gemini-api/docs/image-understanding, /audio)."""
_SENSES: Final[Mapping[Kind, tuple[Sense, str]]] = {
    Kind.PHOTO: (Sense.SEE, "image/"),
    Kind.VOICE: (Sense.HEAR, "audio/"),
}


@dataclass(frozen=True, slots=True)
class MediaListener:
    """Takes photos and voice notes; None leaves them to the fixed answers, as does a caption that asks something.

    `alarmed` is the answer to an emergency that was spoken.
    """

    meals: MealLog
    reader: MediaReader
    prompts: Mapping[Sense, PromptText]
    consent: Consent
    alarmed: Callable[[Context, str], Act | None]

    async def hear(self, context: Context, text: str) -> Act | None:
        """An offer of what was seen or heard, or what stood in its way."""
        incoming = context.incoming
        if incoming.kind not in _SENSES or incoming.media is None or context.media is None:
            return None
        if text and (stance(text) is Stance.NEVER or is_clinical(text)):
            return None
        if not context.session.consented:
            return ask_consent(context, self.consent.lines, quotes=True)
        sense, format_ = _SENSES[incoming.kind]
        try:
            content = await context.media.fetch(incoming.media)
        except MediaError as error:
            return say(context.words(f"media.{error.problem}", limit=MOST_MEDIA_MB))
        media = media_of(content)
        if media is None or not media.mime_type.startswith(format_):
            return say(context.words(f"media.unsupported_{incoming.kind}"))
        return await self._read(context, sense, media, text)

    async def _read(self, context: Context, sense: Sense, media: Media, caption: str) -> Act:
        owner = context.session.person.id
        if sense is Sense.HEAR:
            sensed = await self.reader.hear(media, context.language)
            if alarm := self.alarmed(context, sensed.text):
                return alarm
        else:
            sensed = await self.reader.see(owner, media, caption, context.language)
        act = await self._answer(context, sense, sensed)
        return self.consent.held(context, act)

    async def _answer(self, context: Context, sense: Sense, sensed: Sensed) -> Act:
        provenance, words = self._provenance(sense, sensed), context.words
        if not sensed.text:
            what = "failed" if sensed.degraded else "nothing"
            return reply(Draft(words(f"media.{what}_{context.incoming.kind}"), provenance=provenance))
        if sense is Sense.HEAR and not await self._tells_of_food(context, sensed.text):
            return reply(Draft(words("media.no_food_voice", text=sensed.text), provenance=provenance))
        shown = words(f"media.offer_{context.incoming.kind}", text=", ".join(sensed.text.splitlines()))
        return offer(self.meals, context, sensed.text, Draft(shown, provenance=provenance), message=None)

    async def _tells_of_food(self, context: Context, text: str) -> bool:
        if stance(text) is Stance.NEVER or is_clinical(text):
            return False
        owner = context.session.person.id
        if await self.reader.tells_of_food(owner, text, context.language):
            return True
        return (await self.meals.reading(context, text)).by == "model"

    def _provenance(self, sense: Sense, sensed: Sensed) -> Provenance:
        return Provenance(
            chat_model=sensed.chat_model,
            prompt=self.prompts[sense],
            tokens_in=sensed.tokens_in,
            tokens_out=sensed.tokens_out,
            degraded=sensed.degraded,
        )


def media_of(content: bytes) -> Media | None:
    """A file of a format that Gemini reads, by how it begins, whatever it is called; None for any other."""
    found = (name for head, at, name in _HEADS if content[at : at + len(head)] == head)
    name = next(found, None)
    return None if name is None else Media(name, content)
