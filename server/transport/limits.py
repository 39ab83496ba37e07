"""Budgets that refill, and who may come in (law 9)."""

from __future__ import annotations

import enum
import ipaddress
from collections import OrderedDict

__all__ = ["Bucket", "Buckets", "Doorkeeper", "Entry", "address_key"]

SLACK = 32
"""Connections over a limit that are still let through the handshake, to be told why they are turned away. Beyond that they are cut."""


class Bucket:
    """A token bucket: `burst` at once, `rate` a second for long. Times are seconds of one monotonic clock."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Whether there was one left; it is taken."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Buckets:
    """A bucket per key, for at most `size` keys: the one unused for longest is forgotten (and so starts full again)."""

    def __init__(self, rate: float, burst: float, size: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._size:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(now)


class Entry(enum.Enum):
    """What happens to a new connection."""

    IN = "in"
    ADDRESS_FULL = "address"
    """Its address has too many: it is told so in a close frame."""
    SERVER_FULL = "server"
    CUT = "cut"
    """Far too many: cut without a word."""


class Doorkeeper:
    """Counts connections by address and in all."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address = per_address
        self._total = total
        self._counts: dict[str, int] = {}
        self.inside = 0

    def enter(self, key: str) -> Entry:
        """Count a connection; `leave` must follow, whatever the answer."""
        mine = self._counts[key] = self._counts.get(key, 0) + 1
        self.inside += 1
        if mine > self._per_address + SLACK or self.inside > self._total + SLACK:
            return Entry.CUT
        if mine > self._per_address:
            return Entry.ADDRESS_FULL
        return Entry.SERVER_FULL if self.inside > self._total else Entry.IN

    def leave(self, key: str) -> None:
        self.inside -= 1
        left = self._counts[key] - 1
        if left:
            self._counts[key] = left
        else:
            del self._counts[key]


def address_key(peer: object) -> str:
    """What counts as one address: an IPv4 address, or an IPv6 /64, which is what one customer gets.

    `peer` is a socket's peer name; anything else than an IP address (a Unix socket) is one address."""
    host = peer[0] if isinstance(peer, tuple) and peer and isinstance(peer[0], str) else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return "local"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
