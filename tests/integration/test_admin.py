"""Health and metrics over real sockets and a real database, and how an application is served."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import asyncpg
import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.http.admin import CHECK_TIMEOUT_S, Check, NotReady, admin_app, not_stopping, running
from bot.http.prometheus import CachedStats, Exposition, PrometheusMeter
from bot.http.serving import door, serve
from bot.metrics import Stats
from bot.settings import SettingsError


async def fine() -> None:
    return


async def unwell() -> None:
    raise NotReady("migration 0004 is missing")


async def broken() -> None:
    raise OSError("postgresql://fonte:hunter2@db/fonte")


async def silent() -> None:
    await asyncio.Event().wait()


async def no_metrics() -> bytes:
    return b""


@asynccontextmanager
async def admin(checks: Mapping[str, Check], exposition: Exposition | None = None) -> AsyncIterator[httpx.AsyncClient]:
    app = admin_app(checks, exposition or no_metrics)
    async with (
        serve(app, "127.0.0.1", 0, name="ADMIN", farewell_s=1) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=10) as client,
    ):
        yield client


async def test_a_living_process_is_alive_whatever_it_waits_for() -> None:
    async with admin({"database": broken}) as client:
        assert (await client.get("/livez")).status_code == 200


async def test_readiness_names_every_check() -> None:
    async with admin({"database": fine, "workers": fine}) as client:
        response = await client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"ready": True, "checks": {"database": "ok", "workers": "ok"}}


async def test_one_failed_check_is_503_and_shows_no_more_than_words_of_ours() -> None:
    async with admin({"database": broken, "migrations": unwell, "workers": fine}) as client:
        response = await client.get("/readyz")
    assert response.status_code == 503
    checks = {"database": "OSError", "migrations": "migration 0004 is missing", "workers": "ok"}
    assert response.json() == {"ready": False, "checks": checks}


async def test_a_check_that_never_answers_fails_in_time_and_holds_up_no_other() -> None:
    loop = asyncio.get_running_loop()
    async with admin({"first": silent, "second": silent, "third": fine}) as client:
        started = loop.time()
        response = await client.get("/readyz")
    assert loop.time() - started < 2 * CHECK_TIMEOUT_S
    assert response.json()["checks"] == {"first": "no answer", "second": "no answer", "third": "ok"}


async def test_a_database_that_goes_away_makes_the_process_unready_but_not_dead(database: str) -> None:
    async with asyncpg.create_pool(database, min_size=1, max_size=2) as pool:

        async def answers() -> None:
            await pool.fetchval("select 1")

        async def stats() -> Stats:
            return Stats(depth=await pool.fetchval("select 3"))

        meter = PrometheusMeter()
        exposition = Exposition(meter.registry, CachedStats(stats, lambda: 0.0, keep_s=0))
        async with admin({"database": answers}, exposition) as client:
            assert (await client.get("/readyz")).status_code == 200
            assert "fonte_inbox_depth 3.0" in (await client.get("/metrics")).text
            await pool.close()
            assert (await client.get("/readyz")).json()["checks"] == {"database": "InterfaceError"}
            assert (await client.get("/livez")).status_code == 200
            metrics = await client.get("/metrics")
            assert metrics.status_code == 200
            assert "fonte_stats_up 0.0" in metrics.text
            assert "fonte_inbox_depth" not in metrics.text


async def test_a_loop_that_ended_is_named_and_a_stopping_process_is_unready() -> None:
    stop, ended = asyncio.Event(), asyncio.Event()
    loops: dict[str, asyncio.Task[bool]] = {}
    checks = {**{name: running(loops, name) for name in ("receiver", "sender")}, "service": not_stopping(stop)}
    async with admin(checks) as client:
        assert (await client.get("/readyz")).json()["checks"]["receiver"] == "not started"
        loops |= {"receiver": asyncio.create_task(ended.wait()), "sender": asyncio.create_task(stop.wait())}
        assert (await client.get("/readyz")).json()["ready"]
        ended.set()
        await loops["receiver"]
        said = (await client.get("/readyz")).json()["checks"]
        assert said == {"receiver": "ended", "sender": "ok", "service": "ok"}
        stop.set()
        assert (await client.get("/readyz")).json()["checks"]["service"] == "stopping"
        await loops["sender"]


async def test_metrics_are_prometheus_text() -> None:
    async def stats() -> Stats:
        return Stats()

    meter = PrometheusMeter()
    async with admin({}, Exposition(meter.registry, CachedStats(stats, lambda: 0.0))) as client:
        response = await client.get("/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'fonte_updates_total{result="new"} 0.0' in response.text.splitlines()


@pytest.mark.parametrize("path", ["/", "/livez/", "/docs", "/metrics/x"])
async def test_nothing_else_is_served(path: str) -> None:
    async with admin({}) as client:
        assert (await client.get(path)).status_code == 404
        assert (await client.post("/metrics")).status_code == 405


async def test_a_port_in_use_is_one_line_that_names_the_variable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"^HTTP_PORT: port {port} of 127.0.0.1 is in use$"):
            async with serve(admin_app({}, no_metrics), "127.0.0.1", port, name="HTTP"):
                pass


async def test_a_door_refuses_everybody_until_it_is_served() -> None:
    async with door("127.0.0.1", 0, name="HTTP") as taken, httpx.AsyncClient(trust_env=False) as client:
        port = taken.bound.getsockname()[1]
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:{port}/livez")
        async with taken.serving(admin_app({}, no_metrics)) as served:
            assert served == port
            assert (await client.get(f"http://127.0.0.1:{port}/livez")).status_code == 200


async def test_of_two_that_took_a_port_the_second_to_serve_is_told() -> None:
    async with door("127.0.0.1", 0, name="HTTP") as first:
        port = first.bound.getsockname()[1]
        async with (
            door("127.0.0.1", port, name="HTTP") as second,
            first.serving(admin_app({}, no_metrics)),
        ):
            with pytest.raises(SettingsError, match=rf"^HTTP_PORT: port {port} of 127.0.0.1 is in use$"):
                async with second.serving(admin_app({}, no_metrics)):
                    pass


@pytest.mark.parametrize("host", ["192.0.2.1", "not..a.host", "256.0.0.1"])
async def test_a_host_of_another_machine_is_one_line_that_names_the_variable(host: str) -> None:
    with pytest.raises(SettingsError, match=rf"^ADMIN_HOST: '{host}' is not an address of this machine$"):
        async with serve(admin_app({}, no_metrics), host, 0, name="ADMIN"):
            pass


async def test_a_request_under_way_is_answered_before_the_end_and_then_the_port_is_free() -> None:
    arrived, release = asyncio.Event(), asyncio.Event()

    async def slow(_: Request) -> Response:
        arrived.set()
        await release.wait()
        return PlainTextResponse("done")

    app = Starlette(routes=[Route("/", slow)])
    async with httpx.AsyncClient(trust_env=False) as client:
        async with serve(app, "127.0.0.1", 0, name="HTTP") as port:
            asking = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/"))
            await arrived.wait()
            asyncio.get_running_loop().call_later(0.05, release.set)
        assert (await asking).text == "done"
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:{port}/")
    async with serve(app, "127.0.0.1", port, name="HTTP") as again:
        assert again == port


async def test_serving_leaves_the_signals_to_the_process() -> None:
    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(name) for name in names]
    async with admin({}) as client:
        await client.get("/livez")
        during = [signal.getsignal(name) for name in names]
    assert during == before == [signal.getsignal(name) for name in names]


async def test_a_failure_inside_the_block_comes_out_of_it_and_stops_the_server() -> None:
    with pytest.raises(ValueError, match="inside"):
        async with serve(admin_app({}, no_metrics), "127.0.0.1", 0, name="ADMIN") as port:
            raise ValueError("inside")
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)
