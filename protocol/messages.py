"""Protocol v1: what clients say and what servers say. This module is the definition; the schema and the docs are generated from it.

Payloads of the engine (views, events, asks, outcomes) are `msgspec.Raw`: encoded once by the server, embedded as they are, so that this
package knows no game. Their types are named in `PAYLOADS` and stand in the generated schema.

Every client message that changes something carries a client-made `action`; repeating it is harmless and brings the first answer again.
Every room message carries the room's `seq`, which grows by one; a gap means: ask for the room again (`enter` with `since`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

__all__ = [
    "ClientMessage",
    "ServerMessage",
]

VERSION = "1.0"
"""Major.minor. Within a major version fields are only added; a client one minor version behind is served."""

Action = Annotated[str, Meta(min_length=1, max_length=40, description="client-made id of a request; a repeat is answered alike")]
RoomCode = Annotated[str, Meta(min_length=4, max_length=12, pattern="^[A-Z0-9]+$", description="a room's code")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNo = Annotated[int, Meta(ge=0, le=31)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Short = Annotated[str, Meta(max_length=64)]
Payload = Annotated[Raw, Meta(description="a payload of the engine, see the schema")]
PickValues = Annotated[list[int], Meta(max_length=200)]


class Client(Struct, tag_field="type", forbid_unknown_fields=False, omit_defaults=True, kw_only=True):
    """Base of what clients send. Unknown fields are ignored."""


class Server(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of what servers send."""


# -- shared pieces ----------------------------------------------------------------------------------------------------


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
    """A room as everybody in it sees it. `host` is a public player id. `commitment` (hex) binds the server's secret before the deal."""

    room: str
    name: str
    game: str
    phase: Literal["lobby", "playing", "over"]
    seats: list[SeatInfo]
    options: dict[str, int | str | bool]
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

    outcome: Payload | None = None
    fault: str | None = None
    record: str | None = None


# -- from clients -----------------------------------------------------------------------------------------------------


class Hello(Client, tag="hello"):
    """First message of a connection. Without `token` a new player is made; with it, the same player comes back (and an older
    connection of his is closed)."""

    version: Short
    name: Name
    token: Annotated[str, Meta(max_length=128)] | None = None
    client: Short = ""


class Ping(Client, tag="ping"):
    """Answered by `pong` with the same `nonce`; touches nothing else."""

    nonce: int = 0


class ListGames(Client, tag="list_games"):
    action: Action


class ListRooms(Client, tag="list_rooms"):
    action: Action
    game: Short | None = None


class GetWords(Client, tag="get_words"):
    """The words of a game in `lang` (`en`, `zh`); `known` is a hash the client has: if it is current, no words are sent."""

    action: Action
    game: Short
    lang: Short
    known: Short | None = None


class GetRules(Client, tag="get_rules"):
    action: Action
    game: Short
    lang: Short


class GetRecord(Client, tag="get_record"):
    action: Action
    record: Short


class CreateRoom(Client, tag="create_room"):
    """Make a room, enter it, and take seat 0. Omitted settings are the game's defaults."""

    action: Action
    game: Short
    seats: Annotated[int, Meta(ge=1, le=32)]
    name: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, int | str | bool] = {}
    clock: Clock = msgspec.field(default_factory=Clock)
    polling: Literal["conceal", "brisk"] = "brisk"
    listed: bool = True
    password: Annotated[str, Meta(max_length=64)] | None = None


class Enter(Client, tag="enter"):
    """Enter a room, or come back to it: answered by `snapshot`, or by the missed `update`s when `since` is near enough. A player who
    has a seat there is back in it; anybody else is a spectator until he takes one."""

    action: Action
    room: RoomCode
    password: Annotated[str, Meta(max_length=64)] | None = None
    since: Annotated[int, Meta(ge=0)] | None = None


class Leave(Client, tag="leave"):
    """Leave the room. In the lobby the seat becomes free; in a running match a bot plays on, for good."""

    action: Action
    room: RoomCode


class TakeSeat(Client, tag="take_seat"):
    """Sit down (or move) to an empty seat, or one that a bot holds, before the match."""

    action: Action
    room: RoomCode
    seat: SeatNo


class LeaveSeat(Client, tag="leave_seat"):
    """Stand up and watch, before the match."""

    action: Action
    room: RoomCode


class SwapSeats(Client, tag="swap_seats"):
    """Offer to change places with the person at `seat`; done as soon as he offers the same. With a bot it is done at once."""

    action: Action
    room: RoomCode
    seat: SeatNo


class SetBot(Client, tag="set_bot"):
    """Host: put a bot of `level` on an empty seat, or (`level` None) take it away; in a running match, overrule who plays a left seat."""

    action: Action
    room: RoomCode
    seat: SeatNo
    level: Short | None = None


class Configure(Client, tag="configure"):
    """Host, before the match: change settings; what is None stays. An empty password opens the room."""

    action: Action
    room: RoomCode
    name: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=1, le=32)] | None = None
    options: dict[str, int | str | bool] | None = None
    clock: Clock | None = None
    polling: Literal["conceal", "brisk"] | None = None
    listed: bool | None = None
    password: Annotated[str, Meta(max_length=64)] | None = None


class Ready(Client, tag="ready"):
    """Ready or not. `nonce` (hex, up to 64 digits) is mixed into the seed, so that the server alone cannot choose the deal."""

    action: Action
    room: RoomCode
    ready: bool = True
    nonce: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class Start(Client, tag="start"):
    """Host: begin, when every seat is taken and every person is ready."""

    action: Action
    room: RoomCode


class Answer(Client, tag="answer"):
    """Answer the open ask `ask`: `move` is the place of a move in it, `picks` one list of numbers for each of its picks."""

    action: Action
    room: RoomCode
    ask: Annotated[int, Meta(ge=0)]
    move: Annotated[int, Meta(ge=0, le=10_000)]
    picks: Annotated[list[PickValues], Meta(max_length=32)] = []


class Chat(Client, tag="chat"):
    action: Action
    room: RoomCode
    text: Words


class Kick(Client, tag="kick"):
    """Host: remove a person (public id) from the room, before the match; he may not come back."""

    action: Action
    room: RoomCode
    player: Short


class HandOver(Client, tag="hand_over"):
    """Host: make another person in the room the host."""

    action: Action
    room: RoomCode
    player: Short


class Surrender(Client, tag="surrender"):
    """Give up the running match: a bot plays on in your seat to its end."""

    action: Action
    room: RoomCode


class Rematch(Client, tag="rematch"):
    """Host, after a match: back to the lobby with the same seats."""

    action: Action
    room: RoomCode


ClientMessage = (
    Hello
    | Ping
    | ListGames
    | ListRooms
    | GetWords
    | GetRules
    | GetRecord
    | CreateRoom
    | Enter
    | Leave
    | TakeSeat
    | LeaveSeat
    | SwapSeats
    | SetBot
    | Configure
    | Ready
    | Start
    | Answer
    | Chat
    | Kick
    | HandOver
    | Surrender
    | Rematch
)


# -- from servers -----------------------------------------------------------------------------------------------------


class Welcome(Server, tag="welcome"):
    """Answer to `hello`. `token` is the player's secret: keep it to come back. `rooms` are those in which he has a seat.

    `now` is the server's Unix time in milliseconds."""

    version: str
    server: str
    player: str
    name: str
    token: str
    now: int
    rooms: list[str] = []


class Pong(Server, tag="pong"):
    nonce: int = 0


class Done(Server, tag="done"):
    """The request `action` was carried out. `seq` is the room's, where one is concerned: its effect is in an update up to that number."""

    action: str
    room: str | None = None
    seq: int | None = None


class Refused(Server, tag="refused"):
    """The request was not carried out and has changed nothing. `action` is None where the frame had none that could be read."""

    slug: str
    reason: str
    action: str | None = None
    room: str | None = None
    seq: int | None = None


class Games(Server, tag="games"):
    action: str
    games: list[GameCard]


class Rooms(Server, tag="rooms"):
    action: str
    rooms: list[RoomCard]


class GameWords(Server, tag="words"):
    """`words` is None if the client's hash was current."""

    action: str
    game: str
    lang: str
    hash: str
    words: dict[str, str] | None = None


class Rules(Server, tag="rules"):
    """The rulebook as Markdown."""

    action: str
    game: str
    lang: str
    text: str


class RecordFile(Server, tag="record"):
    """A finished match's record; `data` is the file's text, for `paiju verify` and `paiju replay`."""

    action: str
    record: str
    data: str


class Snapshot(Server, tag="snapshot"):
    """The room as it is for this player: always the first thing he hears of it. `you` is his seat, None for a spectator.

    `view` is a `View` (None in the lobby), `ask` his open `Ask` with its moves, `log` the latest events (`Event`), `chat` the latest lines."""

    room: str
    seq: int
    you: int | None
    info: RoomInfo
    view: Payload | None = None
    window: Window | None = None
    ask: Payload | None = None
    over: Over | None = None
    log: list[Payload] = []
    chat: list[Said] = []


class Update(Server, tag="update"):
    """What happened, for this player: `events` (`Event`) to fold into his view; `window` and `ask` replace the ones before (None: none
    is open); `info` is there when the room itself has changed, `said` when somebody spoke. `ask` without change is repeated.

    `begun`: a match has begun, and the view starts anew from `view`."""

    room: str
    seq: int
    events: list[Payload] = []
    window: Window | None = None
    ask: Payload | None = None
    info: RoomInfo | None = None
    said: Said | None = None
    over: Over | None = None
    begun: bool = False
    view: Payload | None = None
    you: int | None = None


class Left(Server, tag="left"):
    """You are no longer in the room: you left, were removed, or the room is gone."""

    room: str
    slug: str
    reason: str


class Notice(Server, tag="notice"):
    """From the server to everybody: it is draining, a store is out of reach, an old connection is replaced."""

    slug: str
    reason: str


ServerMessage = (
    Welcome | Pong | Done | Refused | Games | Rooms | GameWords | Rules | RecordFile | Snapshot | Update | Left | Notice
)

PAYLOADS = {
    ("snapshot", "view"): "View",
    ("snapshot", "ask"): "Ask",
    ("snapshot", "log"): "Event",
    ("update", "events"): "Event",
    ("update", "ask"): "Ask",
    ("update", "view"): "View",
    ("Window", "poll"): "PollView",
    ("Over", "outcome"): "Outcome",
    ("GameCard", "options"): "JSON Schema of the game's room options",
}
"""Which engine type each Raw field holds: for the generated schema."""
