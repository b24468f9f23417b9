"""Delivery to a webhook: as many updates in parallel as there are connections, again and again until 2xx."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx

from tests.fakes.telegram_faults import WEBHOOK, Fate, Faults
from tests.fakes.telegram_state import Json, State

Sleep = Callable[[float], Awaitable[None]]

_LONGEST_PAUSE = 60.0


class Deliverer:
    """Runs while the server does. `sleep` waits between tries of an update: 1 s, then twice as long."""

    def __init__(self, state: State, faults: Faults, sleep: Sleep) -> None:
        self._state = state
        self._faults = faults
        self._sleep = sleep
        self._busy: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        async with httpx.AsyncClient(timeout=10, trust_env=False) as client:
            try:
                while True:
                    self._start(client)
                    await self._state.changed.wait(1.0)
            finally:
                for task in self._busy.values():
                    task.cancel()
                await asyncio.gather(*self._busy.values(), return_exceptions=True)

    def _start(self, client: httpx.AsyncClient) -> None:
        self._busy = {key: task for key, task in self._busy.items() if not task.done()}
        if not self._state.webhook.url:
            return
        for update in self._state.queue:
            key = id(update)  # it stays in the queue for as long as it is delivered
            if key not in self._busy and len(self._busy) < self._state.webhook.max_connections:
                self._busy[key] = asyncio.create_task(self._deliver(client, update))

    async def _deliver(self, client: httpx.AsyncClient, update: Json) -> None:
        pause = 1.0
        while self._state.webhook.url and update in self._state.queue:
            if await self._accepted(client, update):
                if update in self._state.queue:
                    self._state.queue.remove(update)
                break
            await self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        asyncio.get_running_loop().call_soon(self._state.changed.notify)  # once this task counts as done

    async def _accepted(self, client: httpx.AsyncClient, update: Json) -> bool:
        hook, fault = self._state.webhook, self._faults.next(WEBHOOK)
        if fault and fault.fate is Fate.DROP_BEFORE:
            return self._failed("Connection timed out")
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret} if hook.secret else {}
        try:
            response = await client.post(hook.url, json=update, headers=headers)
        except httpx.HTTPError as error:
            return self._failed(type(error).__name__)
        if fault and fault.fate is Fate.DROP_AFTER:
            return self._failed("Connection reset by peer")
        if not response.is_success:
            return self._failed(f"Wrong response from the webhook: {response.status_code}")
        return True

    def _failed(self, message: str) -> bool:
        self._state.webhook.last_error = message
        self._state.webhook.last_error_at = self._state.clock()
        return False
