"""Several servers in one process, over a real Redis; the bus between them loses what a test says."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack

import pytest

from server.app import App
from server.relay.bus import ALL, RedisBus
from server.relay.letters import Batch, read_letter
from server.store.redis_wires import Wires
from tests.e2e.house import server
from tests.redis_server import RedisServer, any_program
from tests.server.harness import count, until

LEASE = 3.0
_prefixes = itertools.count(1)


class LossyBus(RedisBus):
    """Loses posts on their way out: all for which `loses` is true."""

    made: list[LossyBus] = []

    def __init__(self, wires: Wires, name: str) -> None:
        super().__init__(wires, name)
        self.name = name
        self.lost = 0
        self.loses: Callable[[str, bytes], bool] = lambda to, data: False
        self.made.append(self)

    async def send(self, posts: Sequence[tuple[str, bytes]]) -> None:
        kept = [(to, data) for to, data in posts if not self.loses(to, data)]
        self.lost += len(posts) - len(kept)
        await super().send(kept)

    def lose(self, to: str, many: int = 1) -> None:
        """Lose the next batches with letters for that process."""
        end = self.lost + many

        def loses(receiver: str, data: bytes) -> bool:
            if self.lost >= end or receiver != to or receiver == ALL:
                return False
            letter = read_letter(data)
            return isinstance(letter, Batch) and bool(letter.letters)

        self.loses = loses


class Servers:
    """Running apps over one Redis, each of which has heard of all others; `buses` are theirs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.apps: list[App] = []
        self.buses: list[LossyBus] = []
        self._stack = AsyncExitStack()

    async def start(self, many: int = 1, **settings: object) -> list[App]:
        """So many more of them. Returns all."""
        for _ in range(many):
            house = server(store=self.url, lease=LEASE, **settings)
            self.apps.append(await self._stack.enter_async_context(house))
            self.buses.append(LossyBus.made.pop())
        await until(lambda: all(count(a, "paiju_relay_processes") == len(self.apps) - 1 for a in self.apps))
        return self.apps

    def bus(self, app: App) -> LossyBus:
        return self.buses[self.apps.index(app)]

    def lose(self, source: App, to: App, many: int = 1) -> None:
        """Lose the next batches between these two."""
        self.bus(source).lose(self.bus(to).name, many)

    def rooms(self, app: App) -> int:
        """How many rooms the app holds."""
        return int(count(app, "paiju_rooms"))

    async def close(self) -> None:
        await self._stack.aclose()


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One for all tests that leave it alone."""
    program = any_program()
    if program is None:
        pytest.skip("no redis-server or valkey-server")
    with RedisServer(program, tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
async def servers(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Servers]:
    """None yet: `start` some."""
    monkeypatch.setattr("server.app.RedisBus", LossyBus)
    servers = Servers(f"{redis.url}?prefix=relay{next(_prefixes)}")
    yield servers
    await servers.close()
