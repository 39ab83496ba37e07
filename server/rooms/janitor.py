"""What becomes of rooms that people have left: ghosts, hosts who are away, and rooms with nobody to play in them.

- Nobody is connected: outside of a match the room is closed after `empty_lobby`; in a match after `empty_match`, or after `empty_bots`
  if no person can come back to a seat.
- Only spectators, and no seat is a person's: outside of a match as above; a running match is played to its end for them.

The times run while the room is held by a process and start anew when it is restored.
"""

from __future__ import annotations

from collections.abc import Collection

from server.links import PlayerId
from server.rooms import entries as e
from server.rooms.fold import Fold
from server.rooms.settings import RoomSettings
from server.rooms.state import Phase, RoomState

__all__ = ["Janitor"]


class Janitor:
    """Of one room. Times are those of the server's clock."""

    def __init__(self, settings: RoomSettings, now: float, *, restored: bool) -> None:
        """`restored`: people count as connected for a while, though nobody is yet."""
        self._settings = settings
        self._ghosts_until = now + settings.back_within if restored else None
        self._idle: tuple[bool, bool] | None = None
        self._idle_since = now
        self._host_away: float | None = None

    def look(self, state: RoomState, now: float) -> None:
        """Note since when things are as they are."""
        connected = any(person.connected for person in state.people.values())
        seated = any(seat.person for seat in state.seats)
        idle = None if connected and seated else (connected, state.phase is Phase.PLAYING)
        if idle != self._idle:
            self._idle, self._idle_since = idle, now
        if state.host is None or state.present(state.host):
            self._host_away = None
        elif self._host_away is None:
            self._host_away = now

    def doomed(self, state: RoomState, now: float) -> bool:
        """Whether the room is to be closed."""
        if self._idle is None or self._ghosts_until is not None:
            return False
        connected, playing = self._idle
        if playing and connected:
            return False
        settings = self._settings
        limit = settings.empty_lobby
        if playing:
            somebody = any(seat.person for seat in state.seats)
            limit = settings.empty_match if somebody else settings.empty_bots
        return now - self._idle_since >= limit

    def due(self, state: RoomState, now: float) -> bool:
        """Whether `tidy` or closing has something to do."""
        ghosts = self._ghosts_until is not None and now >= self._ghosts_until
        return ghosts or self._heirless(now) or self.doomed(state, now)

    def tidy(self, fold: Fold, listening: Collection[PlayerId], now: float) -> None:
        """Put the entries for ghosts (connected, but not `listening`) and for a host who has been away for too long."""
        state = fold.state
        if self._ghosts_until is not None and now >= self._ghosts_until:
            self._ghosts_until = None
            for player, person in list(state.people.items()):
                if person.connected and player not in listening:
                    fold.put(e.Gone(player))
        if self._heirless(now):
            heir = state.heir(state.host)
            if heir is not None and state.present(heir):
                fold.put(e.HandedOver(heir))
            self._host_away = now

    def _heirless(self, now: float) -> bool:
        return self._host_away is not None and now - self._host_away >= self._settings.host_grace
