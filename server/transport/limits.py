"""Budgets that refill, and who may come in (law 9)."""

from __future__ import annotations

import enum
from collections import OrderedDict

__all__ = ["Bucket", "Buckets", "Doorkeeper", "Entry"]

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
        if not self.has(now):
            return False
        self._left -= 1.0
        return True

    def has(self, now: float) -> bool:
        """Whether there is one left; none is taken."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left >= 1.0


class Buckets:
    """A bucket per key, for at most `size` keys: the one unused for longest is forgotten (and so starts full again)."""

    def __init__(self, rate: float, burst: float, size: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        return self._bucket(key, now).take(now)

    def has(self, key: str, now: float) -> bool:
        return key not in self._buckets or self._bucket(key, now).has(now)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._size:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


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

    def enter(self) -> Entry:
        """Count a connection in all; `leave` must follow, whatever the answer."""
        self.inside += 1
        if self.inside > self._total + SLACK:
            return Entry.CUT
        return Entry.SERVER_FULL if self.inside > self._total else Entry.IN

    def count(self, key: str) -> Entry:
        """Count a connection that has entered for its address, once that is known."""
        mine = self._counts[key] = self._counts.get(key, 0) + 1
        if mine > self._per_address + SLACK:
            return Entry.CUT
        return Entry.ADDRESS_FULL if mine > self._per_address else Entry.IN

    def leave(self, key: str | None) -> None:
        """A connection is gone. `key` None: its address never came to be counted."""
        self.inside -= 1
        if key is None:
            return
        left = self._counts[key] - 1
        if left:
            self._counts[key] = left
        else:
            del self._counts[key]
