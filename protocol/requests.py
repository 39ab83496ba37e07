"""What clients say."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from protocol.pieces import (
    Action,
    Client,
    Clock,
    Hex,
    Name,
    PickValues,
    RoomCode,
    SeatNo,
    Setting,
    Short,
    Token,
    Whole,
    Words,
)

__all__ = [
    "Answer",
    "Chat",
    "ClientMessage",
    "Configure",
    "CreateRoom",
    "DeleteMe",
    "Enter",
    "ExportMe",
    "GetProfile",
    "GetRecord",
    "GetRules",
    "GetTop",
    "GetWords",
    "HandOver",
    "Hello",
    "Kick",
    "Leave",
    "LeaveSeat",
    "ListGames",
    "ListRooms",
    "Ping",
    "Ready",
    "Rematch",
    "SetBot",
    "Start",
    "Surrender",
    "SwapSeats",
    "TakeSeat",
]


class Hello(Client, tag="hello"):
    """First message of a connection. Without `token` a new player is made; with it, the same player comes back (and an older
    connection of his is closed). `key` is the server's, where that is private, or an invitation."""

    version: Short
    name: Name
    token: Token | None = None
    key: Annotated[str, Meta(max_length=128)] | None = None
    client: Short = ""


class Ping(Client, tag="ping"):
    """Answered by `pong` with the same `nonce`; touches nothing else."""

    nonce: Whole = 0


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


class GetProfile(Client, tag="get_profile"):
    """What the server keeps of oneself: standings, and `limit` of one's matches, the newest first, without the newest `skip`."""

    action: Action
    skip: Annotated[int, Meta(ge=0, le=100_000)] = 0
    limit: Annotated[int, Meta(ge=0, le=50)] = 20


class GetTop(Client, tag="get_top"):
    """The best `limit` players of a game, by rating."""

    action: Action
    game: Short
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class ExportMe(Client, tag="export_me"):
    """All that the server keeps of oneself, as a JSON document (records apart, which are got one by one)."""

    action: Action


class DeleteMe(Client, tag="delete_me"):
    """Have all that the server keeps of oneself deleted, for ever: one's seats are left, and the token is void. It is given once more,
    so that nobody does this by mistake."""

    action: Action
    token: Token


class CreateRoom(Client, tag="create_room"):
    """Make a room, enter it, and take seat 0. Omitted settings are the game's defaults."""

    action: Action
    game: Short
    seats: Annotated[int, Meta(ge=1, le=32)]
    name: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Setting] = {}
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
    options: dict[str, Setting] | None = None
    clock: Clock | None = None
    polling: Literal["conceal", "brisk"] | None = None
    listed: bool | None = None
    password: Annotated[str, Meta(max_length=64)] | None = None


class Ready(Client, tag="ready"):
    """Ready or not. `nonce` (hex, up to 64 digits) is mixed into the seed, so that the server alone cannot choose the deal."""

    action: Action
    room: RoomCode
    ready: bool = True
    nonce: Hex = ""


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
    | GetProfile
    | GetTop
    | ExportMe
    | DeleteMe
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
