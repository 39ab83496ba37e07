"""Protocol v1: what clients say and what servers say. These types are the definition; the
schema is generated from them.

Payloads of the engine (views, events, asks, outcomes) are `msgspec.Raw`: encoded once by the server, embedded as they are, so that this
package knows no game. Their types are named in `PAYLOADS` and stand in the generated schema.

Every client message that changes something carries a client-made `action`; repeating it is harmless and brings the first answer again.
Every room message carries the room's `seq`, which grows by one; a gap means: ask for the room again (`enter` with `since`).
"""

from __future__ import annotations

from protocol.pieces import (
    Clock,
    GameCard,
    Over,
    RoomCard,
    RoomInfo,
    Said,
    SeatInfo,
    Window,
)
from protocol.replies import (
    PAYLOADS,
    Done,
    Games,
    GameWords,
    Left,
    Notice,
    Pong,
    RecordFile,
    Refused,
    Rooms,
    Rules,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
)
from protocol.requests import (
    Answer,
    Chat,
    ClientMessage,
    Configure,
    CreateRoom,
    Enter,
    GetRecord,
    GetRules,
    GetWords,
    HandOver,
    Hello,
    Kick,
    Leave,
    LeaveSeat,
    ListGames,
    ListRooms,
    Ping,
    Ready,
    Rematch,
    SetBot,
    Start,
    Surrender,
    SwapSeats,
    TakeSeat,
)

__all__ = [
    "PAYLOADS",
    "VERSION",
    "Answer",
    "Chat",
    "ClientMessage",
    "Clock",
    "Configure",
    "CreateRoom",
    "Done",
    "Enter",
    "GameCard",
    "GameWords",
    "Games",
    "GetRecord",
    "GetRules",
    "GetWords",
    "HandOver",
    "Hello",
    "Kick",
    "Leave",
    "LeaveSeat",
    "Left",
    "ListGames",
    "ListRooms",
    "Notice",
    "Over",
    "Ping",
    "Pong",
    "Ready",
    "RecordFile",
    "Refused",
    "Rematch",
    "RoomCard",
    "RoomInfo",
    "Rooms",
    "Rules",
    "Said",
    "SeatInfo",
    "ServerMessage",
    "SetBot",
    "Snapshot",
    "Start",
    "Surrender",
    "SwapSeats",
    "TakeSeat",
    "Update",
    "Welcome",
    "Window",
]

VERSION = "1.2"
"""Major.minor. Within a major version fields are only added; a client one minor version behind is served."""
