"""A Redis, and servers over it that a test starts."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.redis_server import RedisServer, any_program
from tests.server.relay.servers import LossyBus, Servers

_prefixes = itertools.count(1)


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
    monkeypatch.setattr("server.relay.opening.RedisBus", LossyBus)
    servers = Servers(f"{redis.url}?prefix=relay{next(_prefixes)}")
    yield servers
    await servers.close()
