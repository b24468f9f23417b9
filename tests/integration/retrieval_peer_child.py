"""A peer that remembers nothing: it finds ids 1 to 4, or ends at its first search."""

from __future__ import annotations

import sys

from bot.evaluation.peers.serving import serve


class Constant:
    async def load(self) -> None:
        pass

    async def open(self) -> None:
        pass

    def search(self, specialty: str, vector: list[float]) -> list[str]:
        if specialty == "die" or "--die" in sys.argv:
            raise SystemExit("no such specialty")
        return [str(at + 1) for at in range(4)]


class Awaited(Constant):
    async def search(self, specialty: str, vector: list[float]) -> list[str]:  # type: ignore[override]
        return Constant.search(self, specialty, vector)


serve(Awaited() if "--awaited" in sys.argv else Constant())
