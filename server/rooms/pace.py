"""How often one person may do something in a room."""

from __future__ import annotations

__all__ = ["Pace"]


class Pace:
    """`burst` times at once for each person, then `rate` times a second. Persons who are back to their full burst are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._used: dict[str, tuple[float, float]] = {}

    def take(self, who: str, now: float) -> bool:
        """Whether he may once more; it is counted."""
        used, at = self._used.get(who, (0.0, now))
        used = max(0.0, used - (now - at) * self._rate)
        if used + 1 > self._burst:
            return False
        self._used[who] = (used + 1, now)
        if len(self._used) > 200:
            fresh = {w: (u, t) for w, (u, t) in self._used.items() if (now - t) * self._rate < u}
            self._used = fresh
        return True
