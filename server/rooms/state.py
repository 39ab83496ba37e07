"""What a room is, as data: the checkpoint's bytes are this Struct. Only `server.rooms.fold` changes it."""

from __future__ import annotations

import enum
from typing import Literal

import msgspec

from engine.core.match import Answered, Input, Saved
from engine.core.poll import Outcome
from engine.core.record import commit
from protocol.messages import Clock, RoomInfo, Said, SeatInfo
from server.links import PlayerId
from server.rooms.entries import Act, Created, OptionValues, Password

__all__ = [
    "CHAT_LINES",
    "MAX_KICKED",
    "Ended",
    "Kind",
    "Person",
    "Phase",
    "Play",
    "RoomState",
    "SeatState",
    "first_state",
    "info_of",
]

CHAT_LINES = 50
"""Lines of chat that a room keeps."""
MAX_KICKED = 100
"""Removed persons that a room remembers."""
REPLIES = 32
"""Requests remembered for each player. A client repeats what it has not heard of, a few at most."""
STRANGERS = 50
"""Players who are no longer in the room and whose requests may still be remembered."""


class Phase(enum.Enum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Kind(enum.Enum):
    EMPTY = "empty"
    PERSON = "person"
    BOT = "bot"


class SeatState(msgspec.Struct):
    """One seat. `level` is a bot's: of a bot's seat, or of the bot that plays on where a person has `left`.

    `silences` counts the times in a row that the person let his time run out."""

    kind: Kind = Kind.EMPTY
    player: PlayerId | None = None
    name: str = ""
    level: str | None = None
    ready: bool = False
    nonce: bytes = b""
    autopilot: bool = False
    left: bool = False
    silences: int = 0
    bank_ms: int = 0

    @property
    def person(self) -> bool:
        """Somebody's who may act here."""
        return self.kind is Kind.PERSON and not self.left

    @property
    def machine(self) -> bool:
        """A bot answers here now."""
        return self.kind is Kind.BOT or self.left or self.autopilot


class Person(msgspec.Struct):
    """Somebody in the room. `since` is his place in the order of entering. Without a connection only those with a seat stay."""

    name: str
    since: int
    connected: bool = True


class Play(msgspec.Struct):
    """The match that is running or has just ended.

    `saved` and `inputs` are those of `Match` when the state was written. `history` is every input of the match (MessagePack, one after
    the other, `given` of them), for its record. `opened`, `due` and `cover` are in the room's time: when the window was opened, when
    its time is up (None: never), and before when it may not close (None: at any time). `held` is the answer that waits for `cover`.
    `unkept`: the record has not been written yet."""

    record: str
    started_ms: int
    names: list[str]
    levels: list[str | None]
    players: list[PlayerId]
    nonces: list[bytes]
    saved: Saved
    inputs: list[Input] = []
    history: bytearray = msgspec.field(default_factory=bytearray)
    given: int = 0
    unkept: bool = True
    opened: float = 0.0
    due: float | None = None
    cover: float | None = None
    held: Answered | None = None


class Ended(msgspec.Struct, frozen=True):
    """How the match ended: with an outcome, or void for the reason `fault`. `record` is empty where none could be made. `told` is what
    players may know of the reason, None where it may name what is hidden."""

    outcome: Outcome | None
    fault: str | None
    record: str
    at_ms: int
    told: str | None = None


class RoomState(msgspec.Struct, kw_only=True):
    """`at` is the room's time up to which this is known. `replies` maps player to the requests of his that were carried out (and the
    room's number then), oldest first; `made_by` is whoever made the room, and with which request."""

    room: str
    name: str
    game: str
    seats: list[SeatState]
    options: OptionValues
    clock: Clock
    polling: Literal["conceal", "brisk"]
    listed: bool
    password: Password | None
    made_by: tuple[PlayerId, str]
    born_ms: int
    secret: bytes
    luck: bytes
    phase: Phase = Phase.LOBBY
    host: PlayerId | None = None
    people: dict[PlayerId, Person] = {}
    entered: int = 0
    kicked: list[PlayerId] = []
    swaps: list[tuple[int, int]] = []
    chat: list[Said] = []
    match: int = 0
    play: Play | None = None
    ended: Ended | None = None
    seq: int = 0
    at: float = 0.0
    replies: dict[PlayerId, dict[str, int]] = {}

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat in which the person may act; None for a spectator, and for whoever has given his seat up."""
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.kind is Kind.PERSON and not seat.left:
                return number
        return None

    def persons(self) -> dict[PlayerId, int]:
        """`seat_of` everybody who has one."""
        return {s.player: number for number, s in enumerate(self.seats) if s.player is not None and s.person}

    def present(self, player: PlayerId | None) -> bool:
        """Whether he is connected."""
        person = None if player is None else self.people.get(player)
        return person is not None and person.connected

    def remember(self, acts: list[Act]) -> None:
        """These requests were carried out, under the number that the room has now."""
        for act in acts:
            done = self.replies.setdefault(act.player, {})
            done[act.action] = self.seq
            if len(done) > REPLIES:
                del done[next(iter(done))]
        if len(self.replies) > 2 * len(self.people) + STRANGERS:
            for player in [p for p in self.replies if p not in self.people]:
                del self.replies[player]

    def heir(self, but: PlayerId | None) -> PlayerId | None:
        """Who becomes host when `but` does not go on: the longest in the room of those connected, else of all."""
        others = [(not p.connected, p.since, player) for player, p in self.people.items() if player != but]
        return min(others)[2] if others else None


def first_state(first: Created, at_ms: int) -> RoomState:
    """An empty room."""
    return RoomState(
        room=first.room,
        name=first.name,
        game=first.game,
        seats=[SeatState() for _ in range(first.seats)],
        options=first.options,
        clock=first.clock,
        polling="conceal" if first.conceal else "brisk",
        listed=first.listed,
        password=first.password,
        made_by=(first.player, first.action),
        born_ms=at_ms,
        secret=first.secret,
        luck=first.luck,
    )


def info_of(state: RoomState) -> RoomInfo:
    """The room as everybody in it sees it."""
    running = state.phase is Phase.PLAYING
    seats = [_seat_info(state, seat, running) for seat in state.seats]
    seated = {seat.player for seat in state.seats if seat.person}
    return RoomInfo(
        room=state.room,
        name=state.name,
        game=state.game,
        phase=state.phase.value,
        seats=seats,
        options=dict(state.options),
        clock=state.clock,
        polling=state.polling,
        listed=state.listed,
        locked=state.password is not None,
        host=state.host,
        spectators=sum(player not in seated for player in state.people),
        match=state.match,
        commitment=commit(state.secret),
        record=None if state.ended is None else state.ended.record or None,
        swaps=list(state.swaps),
    )


def _seat_info(state: RoomState, seat: SeatState, running: bool) -> SeatInfo:
    return SeatInfo(
        kind=seat.kind.value,
        player=seat.player,
        name=seat.name or None,
        level=seat.level,
        ready=seat.ready,
        connected=seat.person and state.present(seat.player),
        autopilot=seat.autopilot,
        left=seat.left,
        bank_ms=seat.bank_ms if running and not state.clock.unlimited else None,
    )
