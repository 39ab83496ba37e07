"""What handlers of requests work with, and how they refuse. A handler checks, puts entries, or raises `Refusal` before it put any."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.slugs import Slug
from server.links import PlayerId
from server.rooms.fold import Fold
from server.rooms.pace import Pace
from server.rooms.secrets import Bytes
from server.rooms.settings import RoomSettings
from server.rooms.state import Phase, RoomState, SeatState

__all__ = ["Hall", "Refusal"]


class Refusal(Exception):
    """A request that is not carried out. Nothing has changed."""

    def __init__(self, slug: Slug | str, reason: str) -> None:
        super().__init__(reason)
        self.slug = str(slug)
        self.reason = reason


@dataclass
class Hall:
    """One room, as its handlers see it. `now` is the server's clock at the current tick."""

    fold: Fold
    settings: RoomSettings
    random: Bytes
    chat: Pace = field(init=False)
    tries: Pace = field(init=False)
    now: float = 0.0

    def __post_init__(self) -> None:
        self.chat = Pace(self.settings.chat_per_second, self.settings.chat_burst)
        self.tries = Pace(0.1, self.settings.tries_burst)

    @property
    def state(self) -> RoomState:
        return self.fold.state

    def lobby_only(self) -> None:
        """Raises Refusal unless the match has not begun."""
        if self.state.phase is Phase.PLAYING:
            raise Refusal(Slug.ROOM_RUNNING, "not while a match is running")
        if self.state.phase is Phase.OVER:
            raise Refusal(
                Slug.ROOM_RUNNING, "the match is over; the host can go back to the lobby with a rematch"
            )

    def host_only(self, player: PlayerId) -> None:
        if self.state.host != player:
            raise Refusal(Slug.ROOM_NOT_HOST, "only the host of the room may do that")

    def seat(self, number: int) -> SeatState:
        """The seat of that number. Raises Refusal."""
        seats = self.state.seats
        if number >= len(seats):
            raise Refusal(Slug.SEAT_UNKNOWN, f"there is no seat {number}; the last one is {len(seats) - 1}")
        return seats[number]

    def seat_of(self, player: PlayerId) -> int:
        """The player's seat. Raises Refusal for a spectator."""
        number = self.state.seat_of(player)
        if number is None:
            raise Refusal(Slug.SEAT_NONE, "you have no seat here")
        return number

    def level(self, level: str) -> str:
        """A bot's level that the game has. Raises Refusal."""
        if level not in self.fold.game.bots:
            has = ", ".join(self.fold.game.bots)
            raise Refusal(Slug.SEAT_LEVEL, f"this game has no bots of level {level!r}; it has {has}")
        return level
