"""The exchange of this process with the others that share its store."""

from __future__ import annotations

import os
import secrets
import socket
import time

from server.metrics import Metrics
from server.relay.bus import RedisBus
from server.relay.exchange import Exchange
from server.relay.lines import Lines
from server.store.base import Store
from server.store.redis import RedisStore

__all__ = ["open_exchange", "process_name"]


def process_name() -> str:
    """Under which this process holds rooms and is written to. Never used again: what was said to a former life reaches nobody."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"


def open_exchange(store: Store, name: str, silence: float, backlog: int, metrics: Metrics) -> Exchange:
    """`silence`: seconds after which a process that says nothing is given up; `backlog`: see `Exchange`."""
    assert isinstance(store, RedisStore), "only processes over one Redis can speak with each other"
    bus = RedisBus(store.wires, name)
    return Exchange(bus, Lines(name, time.monotonic, silence, metrics), backlog)
