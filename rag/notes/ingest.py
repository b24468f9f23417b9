"""Embeds what is new and publishes what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rag.notes.ports import Corpus, Published
from rag.notes.preparing import Batch
from rag.ports import Embedder, ProviderError

BATCH = 100
"""Texts a call: the Gemini API's limit."""

Progress = Callable[[str, int, int], None]
"""Called with a step's name, how many texts are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an ingestion did. `outage` says why the provider's vectors are incomplete, or is None."""

    published: dict[str, Published] = field(default_factory=dict)
    embedded: dict[str, int] = field(default_factory=dict)
    outage: ProviderError | None = None


@dataclass(frozen=True, slots=True)
class Ingestion:
    """Local vectors always, the provider's too where `active` is given.

    What a provider has embedded is kept batch by batch, so that a run cut short by a quota goes on where it stopped.
    Where the provider fails, the notes are published all the same, and retrieval uses their local vectors until a
    later run: from the moment they are published, whatever becomes of this run.
    """

    corpus: Corpus
    local: Embedder
    active: Embedder | None
    progress: Progress = lambda *_: None

    async def run(self, batch: Batch) -> Report:
        """Embeds, publishes each note in one transaction, and makes the configured model the active one."""
        report = Report(embedded={})
        texts = [text for note in batch.notes for text in note.texts()]
        local_only = [text for note in batch.notes for text in note.sentence_texts()]
        local_only += [phrase.text for phrase in batch.general or ()]
        report.embedded[self.local.name] = await self._embed(self.local, [*texts, *local_only])
        outage = await self._embed_actively(texts, report)
        for note in batch.notes:
            report.published[note.specialty] = await self.corpus.publish(note, self.local.name)
        if batch.general is not None:
            await self.corpus.publish_general(batch.general, self.local.name)
        model = self.active or self.local
        if outage is None and self.active:
            rest = await self.corpus.current_texts_without(self.active.name, self.local.name)
            outage = await self._embed_actively(rest, report)
        await self.corpus.activate(model.name, self.local.name, complete=outage is None)
        return Report(report.published, report.embedded, outage)

    async def _embed_actively(self, texts: Sequence[str], report: Report) -> ProviderError | None:
        if self.active is None:
            return None
        try:
            done = await self._embed(self.active, texts)
        except ProviderError as error:
            return error
        report.embedded[self.active.name] = report.embedded.get(self.active.name, 0) + done
        return None

    async def _embed(self, embedder: Embedder, texts: Iterable[str]) -> int:
        missing = await self.corpus.unembedded(embedder.name, texts)
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            vectors = await embedder.embed_documents(batch)
            await self.corpus.keep_vectors(embedder.name, batch, vectors)
            self.progress(embedder.name, start + len(batch), len(missing))
        return len(missing)
