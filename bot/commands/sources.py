"""/sources: what the last answer rests on."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence

from bot.acts import Act, Context, say
from bot.citing import caveats
from bot.locales.prose import show_date
from bot.ports import CitedPassage, Conversations
from rag.types import Language, Specialty


class Sources:
    """Shows each passage with its similarity, note, date and version, of specialties that are `enabled`."""

    name = "sources"
    aliases: Mapping[Language, Sequence[str]] = {Language.PT: ["fontes"], Language.ES: ["fuentes"]}
    in_menu = True

    def __init__(self, conversations: Conversations, enabled: Callable[[Specialty], bool]) -> None:
        self.conversations = conversations
        self.enabled = enabled

    async def run(self, context: Context, argument: str) -> Act:
        """Of the last answer that has sources."""
        return self._show(context, await self.conversations.sources_of(context.session.person, None))

    async def press(self, context: Context, argument: str) -> Act:
        """Of the answer under which the button stands."""
        try:
            message = uuid.UUID(argument)
        except ValueError:
            return say(context.words("input.stale"))
        return self._show(context, await self.conversations.sources_of(context.session.person, message))

    def _show(self, context: Context, passages: Sequence[CitedPassage]) -> Act:
        if not passages:
            return say(context.words("sources.none"))
        passages = [passage for passage in passages if self.enabled(passage.specialty)]
        if not passages:
            return say(context.words("refusal.off"))
        return say("\n\n".join([context.words("sources.title"), *(_item(context, passage) for passage in passages)]))


def _item(context: Context, passage: CitedPassage) -> str:
    words, source = context.words, passage.source
    cited = words("sources.cited" if source.citada else "sources.not_cited")
    similarity = f"{source.similarity:.2f}"
    if context.language is not Language.EN:
        similarity = similarity.replace(".", ",")
    lines = [words("sources.item", position=source.posicao, title=source.titulo, similarity=similarity, cited=cited)]
    key = "sources.note" if passage.note_date else "sources.note_undated"
    shown = show_date(passage.note_date, context.language)
    lines.append(words(key, note=passage.note, date=shown, version=source.versao))
    lines += [f"<i>{caveat}</i>" for caveat in caveats(words, passage, context.incoming.at.date())]
    if passage.retired:
        lines.append(f"<i>{words('sources.retired')}</i>")
    return "\n".join(lines)
