"""What servers say."""

from __future__ import annotations

from protocol.pieces import (
    GameCard,
    MaybePayload,
    Over,
    PastMatch,
    Payload,
    RoomCard,
    RoomInfo,
    Said,
    Server,
    Standing,
    TableLine,
    Whole,
    Window,
)

__all__ = [
    "PAYLOADS",
    "Done",
    "Exported",
    "GameWords",
    "Games",
    "Left",
    "Notice",
    "Pong",
    "Profile",
    "RecordFile",
    "Refused",
    "Rooms",
    "Rules",
    "ServerMessage",
    "Snapshot",
    "Top",
    "Update",
    "Welcome",
]


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
    nonce: Whole = 0


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


class Profile(Server, tag="profile"):
    """What is kept of oneself. `days` is for how many days after a match (0: nothing is kept here), `rated` whether there are ratings.
    `standings` has one per game, `matches` the ones asked for of `total` that are kept."""

    action: str
    player: str
    name: str
    days: int
    rated: bool
    standings: list[Standing] = []
    matches: list[PastMatch] = []
    total: int = 0


class Top(Server, tag="top"):
    """The table of a game: `lines` from the best on, `you` one's own wherever it stands (None: not rated), of `total` players."""

    action: str
    game: str
    lines: list[TableLine]
    total: int
    you: TableLine | None = None


class Exported(Server, tag="exported"):
    """All that the server keeps of oneself; `data` is JSON, an object. `records` are those that may still be downloaded."""

    action: str
    data: str
    records: list[str]


class Snapshot(Server, tag="snapshot"):
    """The room as it is for this player: always the first thing he hears of it. `you` is his seat, None for a spectator.

    `view` is a `View` (None in the lobby), `ask` his open `Ask` with its moves, `log` the latest events (`Event`), `chat` the
    latest lines."""

    room: str
    seq: int
    you: int | None
    info: RoomInfo
    view: MaybePayload = None
    window: Window | None = None
    ask: MaybePayload = None
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
    ask: MaybePayload = None
    info: RoomInfo | None = None
    said: Said | None = None
    over: Over | None = None
    begun: bool = False
    view: MaybePayload = None
    you: int | None = None


class Left(Server, tag="left"):
    """You are no longer in the room: you left, were removed, or the room is gone."""

    room: str
    slug: str
    reason: str


class Notice(Server, tag="notice"):
    """From the server: it is draining, a store is out of reach, this connection is replaced or removed, its people have a message."""

    slug: str
    reason: str


ServerMessage = (
    Welcome
    | Pong
    | Done
    | Refused
    | Games
    | Rooms
    | GameWords
    | Rules
    | RecordFile
    | Profile
    | Top
    | Exported
    | Snapshot
    | Update
    | Left
    | Notice
)

PAYLOADS = {
    ("GameCard", "options"): "JSON Schema of the game's room options",
    ("Over", "outcome"): "Outcome",
    ("Snapshot", "ask"): "Ask",
    ("Snapshot", "log"): "Event",
    ("Snapshot", "view"): "View",
    ("Update", "ask"): "Ask",
    ("Update", "events"): "Event",
    ("Update", "view"): "View",
    ("Window", "poll"): "PollView",
}
"""Struct and field → which engine type each Raw field (or each item of it) holds: for the generated schema."""
