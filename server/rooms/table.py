"""Requests about the match and the talk around it, and coming in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import protocol.messages as wire
from engine.core import ask as engine
from engine.core.errors import Refused
from engine.core.ids import AskId, Seat
from engine.core.match import Match
from protocol.slugs import Slug
from server.links import PlayerId
from server.rooms import entries as e
from server.rooms import lobby
from server.rooms.hall import Hall, Refusal
from server.rooms.secrets import fits
from server.rooms.state import Kind, Phase

__all__ = ["HANDLERS", "admit", "carry_out", "wake"]

_INVISIBLE = dict.fromkeys(
    [*range(32), *range(127, 160), 8232, 8233, *range(8234, 8239), *range(8294, 8298)], " "
)
"""Control characters and those that turn the text around them: chat is one line that stays in its place."""


def admit(hall: Hall, player: PlayerId, name: str, password: str | None) -> None:
    """Let a player in, or back in. Raises Refusal."""
    state = hall.state
    if player in state.kicked:
        raise Refusal(Slug.ROOM_KICKED, "the host has removed you from this room")
    person = state.people.get(player)
    if person is None:
        if len(state.people) >= hall.settings.max_people:
            raise Refusal(Slug.ROOM_FULL, "this room is full, spectators included")
        _check_password(hall, player, password)
    if person is None or not person.connected or person.name != name:
        hall.fold.put(e.Came(player, name))


def _check_password(hall: Hall, player: PlayerId, password: str | None) -> None:
    kept = hall.state.password
    if kept is None:
        return
    if not hall.tries.take(player, hall.now):
        raise Refusal(Slug.ROOM_PASSWORD, "too many tries; wait a little")
    if not fits(kept, password):
        reason = "this room has a password" if password is None else "that is not this room's password"
        raise Refusal(Slug.ROOM_PASSWORD, reason)


def wake(hall: Hall, player: PlayerId) -> None:
    """Whatever a person does in the room shows that he is there: the bot that stood in for him steps back."""
    number = hall.state.seat_of(player)
    if number is not None:
        seat = hall.state.seats[number]
        if seat.autopilot or seat.silences:
            hall.fold.put(e.Woke(number))


def start(hall: Hall, player: PlayerId, message: wire.Start) -> None:
    hall.lobby_only()
    hall.host_only(player)
    seats = hall.state.seats
    empty = [number for number, seat in enumerate(seats) if seat.kind is Kind.EMPTY]
    if empty:
        raise Refusal(
            Slug.ROOM_NOT_READY, f"{len(empty)} of {len(seats)} seats are empty; a bot can take one"
        )
    slow = [seat.name for seat in seats if seat.kind is Kind.PERSON and not seat.ready]
    if slow:
        raise Refusal(Slug.ROOM_NOT_READY, f"not ready yet: {', '.join(slow)}")
    lobby.check_options(hall.fold.game, hall.state.options, len(seats))
    record = f"{hall.state.room}-{hall.state.match + 1}-{hall.random(4).hex()}"
    hall.fold.put(e.Started(record, hall.fold.game.version))


def answer(hall: Hall, player: PlayerId, message: wire.Answer) -> None:
    match, seat = _match(hall), Seat(hall.seat_of(player))
    ask, given = AskId(message.ask), engine.Answer(message.move, message.picks)
    open_ask = hall.fold.ask_of(seat)
    if open_ask is None and match.ask_of(seat) is not None:
        raise Refusal(Slug.ANSWER_STALE, "you have answered this question")  # it waits for its cover
    try:
        match.check(seat, ask, given)
    except Refused as refused:
        raise Refusal(refused.slug, refused.reason) from None
    hall.fold.put(e.Given(seat, ask, given, e.Why.PERSON))


def surrender(hall: Hall, player: PlayerId, message: wire.Surrender) -> None:
    _match(hall)
    hall.fold.put(e.Surrendered(hall.seat_of(player)))


def chat(hall: Hall, player: PlayerId, message: wire.Chat) -> None:
    text = message.text.translate(_INVISIBLE).strip()
    if not text:
        raise Refusal(Slug.FRAME_MALFORMED, "there is nothing to read in this line")
    if not hall.chat.take(player, hall.now):
        raise Refusal(Slug.CHAT_TOO_FAST, "you talk too fast; wait a little")
    hall.fold.put(e.Spoke(player, hall.state.people[player].name, text))


def _match(hall: Hall) -> Match:
    if hall.state.phase is not Phase.PLAYING or hall.fold.match is None:
        raise Refusal(Slug.ROOM_NOT_RUNNING, "no match is running")
    return hall.fold.match


HANDLERS: dict[type, Callable[[Hall, PlayerId, Any], None]] = {
    wire.Leave: lobby.leave,
    wire.TakeSeat: lobby.take_seat,
    wire.LeaveSeat: lobby.leave_seat,
    wire.SwapSeats: lobby.swap_seats,
    wire.SetBot: lobby.set_bot,
    wire.Configure: lobby.configure,
    wire.Ready: lobby.ready,
    wire.Start: start,
    wire.Answer: answer,
    wire.Chat: chat,
    wire.Kick: lobby.kick,
    wire.HandOver: lobby.hand_over,
    wire.Surrender: surrender,
    wire.Rematch: lobby.rematch,
}
"""Every request but `enter`, `create_room` and `get_record`."""


def carry_out(hall: Hall, player: PlayerId, message: Any) -> None:
    """A request of somebody who is in the room. Raises Refusal."""
    if player not in hall.state.people:
        raise Refusal(Slug.ROOM_NOT_IN, "you are not in this room; enter it first")
    wake(hall, player)
    HANDLERS[type(message)](hall, player, message)
