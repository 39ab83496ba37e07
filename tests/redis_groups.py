"""Several real servers that belong together: a Cluster, and a primary with a replica under a Sentinel."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from tests.redis_server import RedisServer, free_port

__all__ = ["Watched", "cluster_of_three", "move_slot", "replica_of", "sentinel_over", "until"]

_SLOTS = 16384


def until(true: Callable[[], object], patience: float = 20.0) -> None:
    """Raises TimeoutError if it does not become true in so many seconds."""
    deadline = time.monotonic() + patience
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{true} did not come true in {patience} seconds")
        time.sleep(0.02)


@contextmanager
def cluster_of_three(program: Path, folder: Path) -> Iterator[list[RedisServer]]:
    """Three primaries that share the slots, without replicas."""
    with ExitStack() as last:
        nodes = []
        buses = [free_port() for _ in range(3)]
        for number, bus in enumerate(buses):
            place = folder / str(number)
            place.mkdir()
            settings = {"cluster-enabled": "yes", "cluster-port": str(bus), "cluster-node-timeout": "1000"}
            nodes.append(last.enter_context(RedisServer(program, place, settings)))
        clients = [last.enter_context(node.client()) for node in nodes]
        for number, client in enumerate(clients):
            first, after = number * _SLOTS // 3, (number + 1) * _SLOTS // 3
            _ask(client, "CLUSTER ADDSLOTSRANGE", first, after - 1)
            _ask(client, "CLUSTER SET-CONFIG-EPOCH", number + 1)
            _ask(client, "CLUSTER MEET", "127.0.0.1", nodes[0].port, buses[0])
        until(lambda: all(_whole(client) for client in clients))
        yield nodes


def move_slot(nodes: list[RedisServer], slot: int) -> None:
    """From the node that has it to another one, with all keys in it, as an operator's tool does."""
    with ExitStack() as last:
        clients = [last.enter_context(node.client()) for node in nodes]
        names = [_ask(client, "CLUSTER MYID") for client in clients]
        old = slot * len(nodes) // _SLOTS
        new = (old + 1) % len(nodes)
        _ask(clients[new], "CLUSTER SETSLOT", slot, "IMPORTING", names[old])
        _ask(clients[old], "CLUSTER SETSLOT", slot, "MIGRATING", names[new])
        while keys := _ask(clients[old], "CLUSTER GETKEYSINSLOT", slot, 100):
            _ask(clients[old], "MIGRATE", "127.0.0.1", nodes[new].port, "", 0, 5000, "KEYS", *keys)
        for client in (clients[new], clients[old], *clients):
            _ask(client, "CLUSTER SETSLOT", slot, "NODE", names[new])


def _ask(client: Redis, *command: object) -> Any:
    return client.execute_command(*command)  # type: ignore[no-untyped-call] # redis-py's doing


def _whole(client: Redis) -> bool:
    info = _ask(client, "CLUSTER INFO")
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3")


@contextmanager
def replica_of(primary: RedisServer, program: Path, folder: Path) -> Iterator[RedisServer]:
    """Has everything that the primary has when it is given out, and confirms what it is sent: that begins up to a second later."""
    with RedisServer(program, folder) as replica, replica.client() as client, primary.client() as first:
        _ask(client, "REPLICAOF", "127.0.0.1", primary.port)
        until(lambda: client.info("replication")["master_link_status"] == "up")
        until(lambda: first.set("paiju-test", "") and first.wait(1, 100) == 1)
        first.delete("paiju-test")
        yield replica


class Watched:
    """A primary, its replica, and the URL that finds whichever of them takes writes."""

    def __init__(self, primary: RedisServer, replica: RedisServer, url: str) -> None:
        self.primary = primary
        self.replica = replica
        self.url = url


@contextmanager
def sentinel_over(program: Path, folder: Path) -> Iterator[Watched]:
    """One Sentinel that makes the replica the primary half a second after the primary has gone."""
    places = [folder / name for name in ("primary", "replica", "sentinel")]
    for place in places:
        place.mkdir()
    with (
        RedisServer(program, places[0]) as primary,
        replica_of(primary, program, places[1]) as replica,
        RedisServer(program, places[2], sentinel_of=primary.port) as sentinel,
        sentinel.client() as client,
    ):
        until(lambda: client.sentinel_master("table")["num-slaves"] == 1)
        yield Watched(primary, replica, f"redis+sentinel://127.0.0.1:{sentinel.port}/table")
