"""Time in a room.

A room has a time of its own, in seconds, which stands still while the room does: during a restart, a failover, an outage of the store.
Every deadline is a moment of that time and part of the state, and every entry of the journal says how late it is, so a room that was
killed goes on with the time that its players had left; at most `mark_every` seconds of it are given back to them. Nobody's clock runs
while the server is down, and nobody can gain time by dropping his connection.

What waits for whom is computed from the state alone: when a bot has thought enough, when a covered window may close, when somebody's
time is up. The luck in it is drawn per question from the room's own stream, so it is the same again after a restart and tells nothing
about hands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from engine.core.ask import Ask
from engine.core.chance import Chance
from protocol.messages import Clock

__all__ = ["NOW", "RoomClock", "cover_of", "draw_seconds", "seconds_for", "steady_clock"]

COVER = (1.5, 5.0)
"""How long a concealed window stays open at least, in seconds; at most half of the response time. Passing without thought takes
people about a second, a decision a few."""

NOW = 0.001
"""Seconds within which two moments are one: timers and clocks are not the same clock, and a wake-up may come a hair too early."""


class RoomClock:
    """A room's time, on top of a clock that runs on."""

    def __init__(self, clock: Callable[[], float], at: float) -> None:
        """`at` is the room's time now."""
        self._clock = clock
        self._offset = clock() - at
        self._stopped: float | None = None

    def now(self) -> float:
        return self.read(self._clock())

    def read(self, moment: float) -> float:
        """The room's time at a moment of the clock below, which is not long ago."""
        return moment - self._offset if self._stopped is None else self._stopped

    def set(self, at: float) -> None:
        """Go back, or on, to `at`, running."""
        self._offset, self._stopped = self._clock() - at, None

    def stop(self) -> None:
        """Stand still until `go`."""
        self._stopped = self.now()

    def go(self) -> None:
        if self._stopped is not None:
            self._offset = self._clock() - self._stopped
            self._stopped = None


def steady_clock() -> Callable[[], float]:
    """Unix seconds that never jump: somebody who sets the machine's clock ends nobody's turn."""
    ahead = time.time() - time.monotonic()
    return lambda: time.monotonic() + ahead


def seconds_for(asks: Sequence[Ask], clock: Clock) -> float:
    """How long a window is open: as long as the slowest of its questions may take."""
    return float(max(clock.turn if ask.time == "turn" else clock.response for ask in asks))


def draw_seconds(luck: bytes, stream: str, span: tuple[float, float]) -> float:
    """A time within `span`, in whole milliseconds; the same for the same stream (at most 16 bytes)."""
    low, high = (round(s * 1000) for s in span)
    return (low + Chance(luck, stream).below(high - low + 1)) / 1000 if high > 0 else 0.0


def cover_of(luck: bytes, ask: int, clock: Clock) -> float:
    """Seconds before which a covered window tells nothing, not even by closing. `ask` is its first question."""
    most = min(COVER[1], clock.response / 2)
    return draw_seconds(luck, f"cover:{ask}", (min(COVER[0], most), most))
