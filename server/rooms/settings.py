"""The bounds and habits of rooms (law 9). Durations are seconds and sizes bytes unless the field says otherwise."""

from __future__ import annotations

import msgspec

__all__ = ["RoomSettings"]


class RoomSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Defaults suit a public server. Tests and benchmarks set `bot_delay` to (0, 0)."""

    games: tuple[str, ...] = ()
    """Games on offer; empty: every game of the registry, by name."""
    owner: str = "paiju"
    """Under which name this process claims rooms. A process that comes back under its old name need not wait for a lease to end."""
    lease_ttl: float = 15.0
    """How long a room whose process has vanished stays locked for others. Renewed three times as often."""

    # how many
    max_rooms: int = 5_000
    rooms_per_player: int = 8
    """Rooms that one player may be in at a time, made by him or not."""
    max_people: int = 100
    """Persons in one room, spectators included."""
    max_waiting: int = 500
    """Requests waiting in one room; more are refused. A room takes all that wait at once, so only a halted room has many."""
    backlog: int = 65_536
    """Bytes a client may be behind before updates give way to one snapshot. At least the transport's own soft limit, which is what
    calls `drained`."""
    ring: int = 128
    """Updates kept in memory for those who come back. An older gap gets a snapshot, which costs about as much as twenty updates."""
    log_lines: int = 60
    """Latest events in a snapshot."""
    chat_burst: int = 6
    chat_per_second: float = 0.5
    tries_burst: int = 5
    """Wrong passwords of one player at once; then one in ten seconds."""

    # journal
    checkpoint_every: int = 64
    """Entries after which the next round boundary brings a checkpoint; four times as many bring one anywhere."""
    mark_every: float = 1.0
    """How much of a running clock a killed process may forget: a room that writes nothing else notes the time this often."""
    retry_first: float = 0.05
    retry_longest: float = 2.0
    """Waits between attempts at a store that is out of reach, doubling."""
    record_ttl: float = 30 * 86_400.0
    restores_at_once: int = 16
    """Rooms read at the same time at the start."""
    rebuilds: int = 3
    """Unexpected failures within `rebuild_span` after which a room is closed instead of being rebuilt from its journal."""
    rebuild_span: float = 60.0

    # clocks
    bot_delay: tuple[float, float] = (0.8, 2.0)
    """A bot thinks for a time between these two."""
    pause: tuple[float, float] = (0.5, 2.0)
    """So does a seat that can only pass, where polling is brisk."""
    silences: int = 2
    """Silences in a row after which a bot takes over until the person acts."""
    back_within: float = 15.0
    """After a restart, how long everybody who was connected counts as connected still."""
    host_grace: float = 60.0
    """How long a host may be away before somebody who is there becomes host."""

    # janitor
    empty_lobby: float = 600.0
    """How long a room lives on with nobody in it, or with spectators only, outside of a match."""
    empty_match: float = 86_400.0
    """The same in a match that somebody may come back to."""
    empty_bots: float = 60.0
    """The same in a match that only bots play."""
