"""Opening a Redis: what is refused, in which words, and what is only warned of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.store import open_store, redis_open
from server.store.base import CannotOpen, Durability, RoomId
from tests.certificate import make_certificate
from tests.redis_groups import replica_of
from tests.redis_server import RedisServer, any_program, free_port

ROOM = RoomId("K7QX")
RIGHTS = ("+@read", "+@write", "+@scripting", "+@connection", "+info", "+time")
"""As docs/hosting.md has them."""


@pytest.fixture(scope="module")
def program() -> Path:
    found = any_program()
    if found is None:
        pytest.skip("no redis-server or valkey-server on the PATH")
    return found


@pytest.fixture(scope="module")
def server(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(program, tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def configured(server: RedisServer) -> Iterator[Callable[..., str]]:
    """Changes settings of the server for this test, and gives its URL."""
    with server.client() as client:
        before: dict[str, str] = {}

        def configure(**settings: str) -> str:
            for field, value in settings.items():
                name = field.replace("_", "-")
                before[name] = str(client.config_get(name)[name])
                client.config_set(name, value)
            return server.url

        yield configure
        for name, value in before.items():
            client.config_set(name, value)


async def refusal(url: str, durability: Durability = Durability.PROCESS) -> str:
    with pytest.raises(CannotOpen) as refused:
        await open_store(url, durability=durability)
    return str(refused.value)


async def works(url: str, durability: Durability = Durability.PROCESS) -> list[str]:
    """What is logged while it is opened and used."""
    with capture_logs() as logs:
        store = await open_store(url, durability=durability)
        try:
            lease = await store.claim(ROOM, "a", 60)
            assert lease is not None
            assert await store.append(lease, 0, [b"one"]) == 1
            await store.delete(lease)
        finally:
            await store.close()
    return [str(line["event"]) for line in logs]


async def test_nobody_there() -> None:
    port = free_port()
    told = await refusal(f"redis://127.0.0.1:{port}")
    assert told.startswith(f"127.0.0.1:{port} cannot be reached: ")
    assert told.endswith("; is Redis running there?")


async def test_somebody_there_who_says_nothing(server: RedisServer) -> None:
    server.pause()
    told = await refusal(f"{server.url}?timeout=0.1")
    server.resume()
    assert "cannot be reached" in told or "does not answer" in told


async def test_a_version_without_what_is_needed(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_open, "_OLDEST", (99, 0))
    assert (await refusal(server.url)).endswith("; use Redis or Valkey 6.2 or newer")


async def test_a_wrong_password_and_a_right_one(configured: Callable[..., str], server: RedisServer) -> None:
    url = configured(requirepass="secret")
    for wrong in (url, url.replace("//", "//:wrong@")):
        told = await refusal(wrong)
        assert "refuses this user or password" in told and "wrong" not in told
    assert await works(url.replace("//", "//:secret@")) == []


@pytest.mark.parametrize("right", ["evalsha", "time", "zadd", "info"])
async def test_a_user_who_may_not_do_enough(server: RedisServer, right: str) -> None:
    with server.client() as client:
        client.execute_command("ACL SETUSER", right, "on", ">secret", "~paiju:*", *RIGHTS, f"-{right}")
    told = await refusal(server.url.replace("//", f"//{right}:secret@"))
    assert re.search(r"permission|can't run", told), told


async def test_a_user_who_may_not_ask_for_settings(server: RedisServer) -> None:
    with server.client() as client:
        client.execute_command("ACL SETUSER", "bob", "on", ">secret", "~paiju:*", *RIGHTS)
    url = server.url.replace("//", "//bob:secret@")
    assert await works(url) == []
    assert await works(url, Durability.POWER) == [
        "redis does not say whether it flushes each write (appendfsync)"
    ]


async def test_one_that_throws_rooms_away(configured: Callable[..., str]) -> None:
    url = configured(maxmemory_policy="volatile-lru")
    assert await works(url) == [], "without a limit of memory it throws nothing away"
    configured(maxmemory="100mb")
    assert (await refusal(url)).endswith("; set maxmemory-policy noeviction")


async def test_one_that_keeps_nothing(configured: Callable[..., str]) -> None:
    url = configured(appendonly="no")
    assert await works(url) == ["redis has no append-only file: rooms will not survive its restart"]
    assert (await refusal(url, Durability.POWER)).endswith("; set appendonly yes and appendfsync always")


async def test_power_loss_is_survived_by_flushing_each_write(configured: Callable[..., str]) -> None:
    url = configured(appendfsync="everysec")
    told = await refusal(url, Durability.POWER)
    assert "flushes its append-only file everysec" in told
    assert told.endswith("; set appendfsync always, or ask for less (durability process)")
    configured(appendfsync="always")
    assert await works(url, Durability.POWER) == []


async def test_a_replica_and_a_node_of_a_cluster(program: Path, server: RedisServer, tmp_path: Path) -> None:
    with replica_of(server, program, tmp_path) as replica:
        assert "is a replica, which takes no writes; name its primary" in await refusal(replica.url)
    place = tmp_path / "node"
    place.mkdir()
    with RedisServer(program, place, {"cluster-enabled": "yes", "cluster-port": str(free_port())}) as node:
        told = await refusal(node.url)
        assert told.endswith(f"is a node of a Cluster; write redis+cluster://127.0.0.1:{node.port}")
    told = await refusal(server.url.replace("redis:", "redis+cluster:"))
    assert "cannot be used as a Cluster" in told


async def test_sentinels_who_know_no_such_service(program: Path, server: RedisServer, tmp_path: Path) -> None:
    with RedisServer(program, tmp_path, sentinel_of=server.port) as sentinel:
        told = await refusal(f"redis+sentinel://127.0.0.1:{sentinel.port}/chairs")
    assert "No master found for 'chairs'" in told


async def test_a_unix_socket(program: Path, tmp_path: Path) -> None:
    with RedisServer(program, tmp_path, {"unixsocket": "redis.sock"}):
        assert await works(f"unix://{tmp_path}/redis.sock") == []


async def test_tls(program: Path, tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    port = str(free_port())
    tls = {"tls-port": port, "tls-cert-file": cert, "tls-key-file": key, "tls-ca-cert-file": cert}
    with ExitStack() as last:
        try:
            last.enter_context(RedisServer(program, tmp_path, tls))
        except RuntimeError:
            pytest.skip(f"{program.name} was built without TLS")
        url = f"rediss://localhost:{port}"
        assert "certificate" in await refusal(url)
        assert "cannot be reached" in await refusal(f"{url}?ca={cert}"), "it wants to see one of ours, too"
        assert await works(f"{url}?ca={cert}&cert={cert}&key={key}") == []


async def test_two_prefixes_are_two_worlds(server: RedisServer) -> None:
    one, two = [await open_store(f"{server.url}?prefix={name}") for name in ("one", "two")]
    lease = await one.claim(ROOM, "a", 60)
    assert lease is not None
    await one.put_card(lease, b"card")
    assert await two.list_rooms() == []
    assert await two.claim(ROOM, "b", 60) is not None
    assert await one.cards() == {ROOM: b"card"}
    await one.close()
    await two.close()
