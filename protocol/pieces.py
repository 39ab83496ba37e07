"""The small types of the wire, and the parts that several messages have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Raw, Struct

__all__ = [
    "Action",
    "Client",
    "Clock",
    "GameCard",
    "Hex",
    "MaybePayload",
    "Name",
    "Over",
    "PastMatch",
    "PastSeat",
    "Payload",
    "PickValues",
    "RoomCard",
    "RoomCode",
    "RoomInfo",
    "Said",
    "SeatInfo",
    "SeatNo",
    "Server",
    "Setting",
    "Short",
    "Standing",
    "TableLine",
    "Token",
    "Whole",
    "Window",
    "Words",
]

Action = Annotated[
    str,
    Meta(min_length=1, max_length=40, description="client-made id of a request; a repeat is answered alike"),
]
RoomCode = Annotated[
    str, Meta(min_length=4, max_length=12, pattern=r"^[A-Z0-9]+$(?!\n)", description="a room's code")
]
Name = Annotated[
    str, Meta(min_length=1, max_length=64, description="1 to 24 visible characters once trimmed")
]
SeatNo = Annotated[int, Meta(ge=0, le=31)]
Token = Annotated[str, Meta(max_length=128)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Short = Annotated[str, Meta(max_length=64)]
Hex = Annotated[
    str, Meta(max_length=64, pattern=r"^([0-9a-f]{2})*$(?!\n)", description="bytes in hexadecimal")
]
Whole = Annotated[
    int, Meta(ge=-(2**53) + 1, le=2**53 - 1, description="a whole number that JavaScript holds exactly")
]
Payload = Annotated[Raw, Meta(description="a payload of the engine")]
if TYPE_CHECKING:
    MaybePayload = Raw | None
else:
    # msgspec decodes no union of Raw with anything: it would take null only. A field of this type is left out where it is None,
    # and null is never sent.
    MaybePayload = Payload
PickValues = Annotated[list[Whole], Meta(max_length=200)]
Setting = Whole | bool | Annotated[str, Meta(max_length=200)]


class Client(Struct, tag_field="type", forbid_unknown_fields=False, omit_defaults=True, kw_only=True):
    """Base of what clients send. Unknown fields are ignored."""


class Server(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of what servers send."""


# -- parts ------------------------------------------------------------------------------------------------------------


class Clock(Struct, omit_defaults=True):
    """A room's times in seconds: for a turn, for a response window, and a bank per seat and match that starts when a turn's time is used
    up (and covers a lost connection). `unlimited` stops all clocks (a table of friends)."""

    turn: Annotated[int, Meta(ge=5, le=600)] = 45
    response: Annotated[int, Meta(ge=3, le=120)] = 15
    bank: Annotated[int, Meta(ge=0, le=3600)] = 120
    unlimited: bool = False


class SeatInfo(Struct, omit_defaults=True):
    """One seat as everybody sees it. `player` is a public id. `autopilot`: a bot answers until the person acts again; `left`: for good."""

    kind: Literal["empty", "person", "bot"] = "empty"
    player: str | None = None
    name: str | None = None
    level: str | None = None
    ready: bool = False
    connected: bool = False
    autopilot: bool = False
    left: bool = False
    bank_ms: int | None = None


class RoomInfo(Struct, omit_defaults=True):
    """A room as everybody in it sees it. `host` is a public player id. `commitment` (hex) binds the server's secret before the deal.

    `swaps`: offers to change places, as (seat of who offers, the other seat)."""

    room: str
    name: str
    game: str
    phase: Literal["lobby", "playing", "over"]
    seats: list[SeatInfo]
    options: dict[str, Setting]
    clock: Clock
    polling: Literal["conceal", "brisk"]
    listed: bool
    locked: bool
    host: str | None
    spectators: int = 0
    match: int = 0
    commitment: str | None = None
    paused: bool = False
    record: str | None = None
    swaps: list[tuple[int, int]] = []


class RoomCard(Struct, omit_defaults=True):
    """A line of the lobby's list."""

    room: str
    name: str
    game: str
    phase: Literal["lobby", "playing", "over"]
    seats: int
    free: int
    locked: bool
    spectators: int = 0


class GameCard(Struct, omit_defaults=True):
    """A game that this server offers. `options` is a JSON Schema object with titles left to the words; `words` maps language to hash."""

    game: str
    version: int
    min_seats: int
    max_seats: int
    bots: list[str]
    options: Payload
    words: dict[str, str]


class Said(Struct, omit_defaults=True):
    """A line of chat. `at` is Unix time in milliseconds."""

    player: str
    name: str
    text: str
    at: int


class Window(Struct, omit_defaults=True):
    """What is being asked, as everybody sees it: a `PollView`, and the time left. `left_ms` None: no limit; `bank_ms` is what the asked
    seat of a single question may use after that."""

    poll: Payload
    left_ms: int | None = None
    bank_ms: int = 0


class Over(Struct, omit_defaults=True):
    """The match has ended: with an `Outcome`, or void because the rules failed (`fault` is a sentence). `record` can be downloaded."""

    outcome: MaybePayload = None
    fault: str | None = None
    record: str | None = None


# -- histories --------------------------------------------------------------------------------------------------------


class Standing(Struct, omit_defaults=True):
    """What a player has done in a game: matches that counted, those that were won and drawn, and those that were void. `rating` is in
    points (a newcomer has 0, and it may be negative), `spread` by how many of them it may be wrong; None: not rated."""

    game: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    void: int = 0
    rating: int | None = None
    spread: int | None = None


class PastSeat(Struct, omit_defaults=True):
    """A seat of a past match. `name` is what the person was called at his last match: None for one of whom nothing is known any more;
    a bot has a `level`. `place` is None in a void match. `left`: a bot played it to the end."""

    player: str | None = None
    name: str | None = None
    level: str | None = None
    place: int | None = None
    left: bool = False


class PastMatch(Struct, omit_defaults=True):
    """A match that the player has played, at `seat`. `started` and `ended` are Unix time in milliseconds, `reason` is a text key under
    `outcomes.`, `points` what it did to his rating (None: it was not rated). `record` can be downloaded for a while."""

    record: str
    game: str
    started: int
    ended: int
    seat: int
    result: Literal["won", "lost", "drawn", "void"]
    seats: list[PastSeat]
    reason: str | None = None
    points: int | None = None


class TableLine(Struct, omit_defaults=True):
    """A line of a game's table. Equal ratings share a place."""

    place: int
    player: str
    name: str
    rating: int
    spread: int
    played: int
    won: int
