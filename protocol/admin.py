"""The admin channel: what the people who run a server ask of it. JSON in text frames over a WebSocket of its own, whose opening request
carries `Authorization: Bearer TOKEN`. Each request gets one answer, in order. A server and its tool are of the same release: these types
have no versions."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from protocol.pieces import RoomCode, RoomInfo

__all__ = [
    "SUBPROTOCOL",
    "AdminAnswer",
    "AdminRequest",
    "AdminSlug",
    "Ban",
    "BanLine",
    "Bans",
    "Carried",
    "Drain",
    "GetLog",
    "GetRecord",
    "GetRoom",
    "GetStatus",
    "Kick",
    "ListBans",
    "ListPlayers",
    "ListRooms",
    "Log",
    "LogLine",
    "Person",
    "PlayerLine",
    "Players",
    "ProcessLine",
    "RecordText",
    "RefusedOrder",
    "Resume",
    "Revoke",
    "Room",
    "RoomLine",
    "Rooms",
    "Say",
    "Status",
    "Unban",
    "VoidMatch",
    "read_answer",
    "read_request",
    "write",
]

SUBPROTOCOL = "paiju.admin.v1"

Who = Annotated[str, Meta(min_length=1, max_length=64)]
"""A player's id, or the name of somebody connected; where an address may be meant, that or a network."""
Reason = Annotated[str, Meta(max_length=200)]


class AdminSlug(enum.StrEnum):
    """Why a request was not carried out."""

    MALFORMED = "admin/malformed"
    PLAYER_UNKNOWN = "admin/player_unknown"
    PLAYER_AMBIGUOUS = "admin/player_ambiguous"
    ROOM_UNKNOWN = "admin/room_unknown"
    NO_MATCH = "admin/no_match"
    RECORD_UNKNOWN = "admin/record_unknown"
    NOT_BANNED = "admin/not_banned"
    TOO_MANY = "admin/too_many"
    STORE = "admin/store"
    FAULT = "admin/fault"


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of all requests."""


class GetStatus(Request, frozen=True, tag="status"):
    pass


class ListRooms(Request, frozen=True, tag="rooms"):
    """All rooms, unlisted ones too."""


class GetRoom(Request, frozen=True, tag="room"):
    room: RoomCode


class ListPlayers(Request, frozen=True, tag="players"):
    """Everybody who is connected."""


class Kick(Request, frozen=True, tag="kick"):
    """Close the player's connection. He may come back."""

    player: Who
    why: Reason = ""


class Ban(Request, frozen=True, tag="ban"):
    """Keep a player, an address or a network out. `seconds` None: for good."""

    who: Who
    seconds: Annotated[float, Meta(gt=0, le=1e10)] | None = None
    why: Reason = ""


class Unban(Request, frozen=True, tag="unban"):
    who: Who


class ListBans(Request, frozen=True, tag="bans"):
    pass


class Say(Request, frozen=True, tag="say"):
    """A line that all clients show."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Drain(Request, frozen=True, tag="drain"):
    """Take no new connections; who is here plays on. `everywhere`: in all processes, else in the one that is asked."""

    everywhere: bool = False


class Resume(Request, frozen=True, tag="resume"):
    """Take players again."""

    everywhere: bool = False


class VoidMatch(Request, frozen=True, tag="void"):
    """End the running match without an outcome. Its players are told why; the record is kept."""

    room: RoomCode
    why: Reason = ""


class GetRecord(Request, frozen=True, tag="record"):
    record: Annotated[str, Meta(min_length=1, max_length=64)]


class Revoke(Request, frozen=True, tag="revoke"):
    """The player's token is no longer good: whoever has it comes as somebody new."""

    player: Who


class GetLog(Request, frozen=True, tag="log"):
    """The latest actions."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 50


AdminRequest = (
    GetStatus
    | ListRooms
    | GetRoom
    | ListPlayers
    | Kick
    | Ban
    | Unban
    | ListBans
    | Say
    | Drain
    | Resume
    | VoidMatch
    | GetRecord
    | Revoke
    | GetLog
)


class Answer(Struct, frozen=True, tag_field="type", kw_only=True):
    """`silent`: processes that did not answer in time. What they would have told is missing, and what was to be done was perhaps not
    done there."""

    silent: list[str] = []


class ProcessLine(Struct, frozen=True):
    """One process. `since` is Unix seconds. `trouble` says why it takes no players now, None if it does."""

    process: str
    release: str
    since: float
    connections: int
    rooms: int
    matches: int
    trouble: str | None


class Status(Answer, frozen=True, tag="status"):
    lines: list[ProcessLine]


class RoomLine(Struct, frozen=True):
    """`persons` counts those with a seat, `people` everybody in the room."""

    room: str
    name: str
    game: str
    phase: str
    seats: int
    persons: int
    people: int
    listed: bool
    process: str


class Rooms(Answer, frozen=True, tag="rooms"):
    lines: list[RoomLine]


class Person(Struct, frozen=True):
    player: str
    name: str
    connected: bool


class Room(Answer, frozen=True, tag="room"):
    """`born` is Unix seconds, `people` everybody in the room."""

    process: str
    born: float
    info: RoomInfo
    people: list[Person]


class PlayerLine(Struct, frozen=True):
    """`address` as the limits count it."""

    player: str
    name: str
    address: str
    process: str


class Players(Answer, frozen=True, tag="players"):
    lines: list[PlayerLine]


class Carried(Answer, frozen=True, tag="carried"):
    """It was done; `count` connections, matches or processes were concerned."""

    count: int


class BanLine(Struct, frozen=True):
    """`at` and `until` are Unix seconds; `until` None: for good. `by` is the admin's name."""

    who: str
    by: str
    at: float
    until: float | None
    why: str


class Bans(Answer, frozen=True, tag="bans"):
    lines: list[BanLine]


class RecordText(Answer, frozen=True, tag="record"):
    """The file, as players download it."""

    record: str
    data: str


class LogLine(Struct, frozen=True):
    """One action. `at` is Unix seconds. `outcome`: `done`, the slug of a refusal, or `begun` where the process ended in the middle."""

    at: float
    by: str
    verb: str
    about: str
    why: str
    process: str
    outcome: str


class Log(Answer, frozen=True, tag="log"):
    """Newest first."""

    lines: list[LogLine]


class RefusedOrder(Answer, frozen=True, tag="refused"):
    """It was not carried out. `reason` is a sentence in English."""

    slug: AdminSlug
    reason: str


AdminAnswer = Status | Rooms | Room | Players | Carried | Bans | RecordText | Log | RefusedOrder

_REQUEST = msgspec.json.Decoder(AdminRequest)
_ANSWER = msgspec.json.Decoder(AdminAnswer)


def read_request(frame: bytes) -> AdminRequest:
    """Raises msgspec.MsgspecError."""
    return _REQUEST.decode(frame)


def read_answer(frame: bytes) -> AdminAnswer:
    """Raises msgspec.MsgspecError."""
    return _ANSWER.decode(frame)


def write(message: AdminRequest | AdminAnswer) -> bytes:
    return msgspec.json.encode(message)
