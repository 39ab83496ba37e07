"""The stores under test. Every test that takes `store` runs on each of them, and one that takes `reopen` on
those that last."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from server.store import open_store
from server.store.base import Store
from tests.redis_groups import cluster_of_three
from tests.redis_server import FLAVOURS, RedisServer, any_program, program_of

CLUSTER = "cluster"
SHARED = (*FLAVOURS, pytest.param(CLUSTER, marks=pytest.mark.slow))
LASTING = ("sqlite", *SHARED)
PASSING = ("memory",)


class HandClock:
    """A clock that goes when told. `listeners` hear by how many seconds."""

    def __init__(self) -> None:
        self._now = 1_700_000_000.0
        self.listeners: list[Callable[[float], None]] = []

    @property
    def now(self) -> float:
        return self._now

    @now.setter
    def now(self, now: float) -> None:
        step, self._now = now - self._now, now
        for listener in self.listeners:
            listener(step)

    def __call__(self) -> float:
        return self._now


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


class Ages:
    """Lets the keys of a Redis grow older by as much as the clock goes."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def __call__(self, seconds: float) -> None:
        with self._server.client() as client:
            for key in set(client.scan_iter()):  # a scan may name a key twice
                left = client.pttl(key)
                assert left > 0, f"{key!r} would last for ever"
                client.pexpire(key, left - round(seconds * 1000))


@pytest.fixture(scope="session")
def redis_servers(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[str], list[RedisServer]]]:
    """Gives the running server of a flavour, or those of the Cluster; once for all tests. Skips where there is no such program."""
    running: dict[str, list[RedisServer]] = {}
    with ExitStack() as last:

        def servers(kind: str) -> list[RedisServer]:
            program = any_program() if kind == CLUSTER else program_of(kind)
            if program is None:
                pytest.skip(f"no server for {kind} on the PATH")
            if kind not in running:
                folder = tmp_path_factory.mktemp(kind)
                running[kind] = (
                    last.enter_context(cluster_of_three(program, folder))
                    if kind == CLUSTER
                    else [last.enter_context(RedisServer(program, folder))]
                )
            return running[kind]

        yield servers


@pytest.fixture
def address(
    clock: HandClock, tmp_path: Path, redis_servers: Callable[[str], list[RedisServer]]
) -> Callable[[str], str]:
    """The URL of a fresh store of a kind."""

    def address(kind: str) -> str:
        match kind:
            case "sqlite":
                return f"sqlite:{tmp_path}/paiju.db"
            case "memory":
                return "memory:"
        servers = redis_servers(kind)
        for server in servers:
            with server.client() as client:
                client.flushall()
            clock.listeners.append(Ages(server))
        return servers[0].url.replace("redis:", "redis+cluster:") if kind == CLUSTER else servers[0].url

    return address


@pytest.fixture(params=[*LASTING, *PASSING])
async def store(
    request: pytest.FixtureRequest, clock: HandClock, address: Callable[[str], str]
) -> AsyncIterator[Store]:
    opened = await open_store(address(request.param), clock=clock)
    yield opened
    await opened.close()


@pytest.fixture(params=LASTING)
async def reopen(
    request: pytest.FixtureRequest, clock: HandClock, address: Callable[[str], str]
) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """Opens the same store each time, closing it before."""
    url = address(request.param)
    async with AsyncExitStack() as last:

        async def reopen() -> Store:
            await last.aclose()
            opened = await open_store(url, clock=clock)
            last.push_async_callback(opened.close)
            return opened

        yield reopen


@pytest.fixture(params=FLAVOURS)
def redis_program(request: pytest.FixtureRequest) -> Path:
    found = program_of(request.param)
    if found is None:
        pytest.skip(f"no {request.param}-server on the PATH")
    return found


@pytest.fixture
def own_redis(redis_program: Path, tmp_path: Path) -> Iterator[RedisServer]:
    """One that the test may do to as it likes."""
    folder = tmp_path / "redis"
    folder.mkdir()
    with RedisServer(redis_program, folder) as server:
        yield server
