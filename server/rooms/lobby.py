"""Requests about the room itself: seats, bots, settings, hosts."""

from __future__ import annotations

import msgspec

import protocol.messages as wire
from engine.core.errors import BadOptions
from engine.core.game import AnyGame
from engine.core.match import read_options
from protocol.slugs import Slug
from server.links import PlayerId
from server.names import BadName, clean_name
from server.rooms import entries as e
from server.rooms.hall import Hall, Refusal
from server.rooms.play import default_level
from server.rooms.secrets import keep_password
from server.rooms.state import Kind, Phase, SeatState

__all__ = [
    "ROOM_NAME_LENGTH",
    "check_options",
    "configure",
    "hand_over",
    "kick",
    "leave",
    "leave_seat",
    "ready",
    "rematch",
    "room_name",
    "set_bot",
    "swap_seats",
    "take_seat",
]

ROOM_NAME_LENGTH = 40


def take_seat(hall: Hall, player: PlayerId, message: wire.TakeSeat) -> None:
    hall.lobby_only()
    seat = hall.seat(message.seat)
    if seat.player == player:
        return
    if seat.kind is Kind.PERSON:
        raise Refusal(Slug.SEAT_TAKEN, f"{seat.name} sits there")
    hall.fold.put(e.Sat(player, message.seat))


def leave_seat(hall: Hall, player: PlayerId, message: wire.LeaveSeat) -> None:
    hall.lobby_only()
    hall.seat_of(player)
    hall.fold.put(e.Stood(player))


def swap_seats(hall: Hall, player: PlayerId, message: wire.SwapSeats) -> None:
    hall.lobby_only()
    mine, other = hall.seat_of(player), message.seat
    seat = hall.seat(other)
    if other == mine:
        raise Refusal(Slug.SEAT_TAKEN, "you sit there yourself")
    if seat.kind is Kind.EMPTY:
        raise Refusal(Slug.SEAT_UNKNOWN, "nobody sits there; just take the seat")
    if seat.kind is Kind.BOT or (other, mine) in hall.state.swaps:
        hall.fold.put(e.Swapped(mine, other))
    elif (mine, other) not in hall.state.swaps:
        hall.fold.put(e.SwapOffered(mine, other))


def set_bot(hall: Hall, player: PlayerId, message: wire.SetBot) -> None:
    hall.host_only(player)
    seat = hall.seat(message.seat)
    if hall.state.phase is Phase.PLAYING:
        _overrule(hall, seat, message)
        return
    hall.lobby_only()
    if seat.kind is Kind.PERSON:
        raise Refusal(Slug.SEAT_TAKEN, f"{seat.name} sits there")
    if message.level is not None:
        hall.fold.put(e.BotSet(message.seat, hall.level(message.level)))
    elif seat.kind is Kind.BOT:
        hall.fold.put(e.BotSet(message.seat, None))


def _overrule(hall: Hall, seat: SeatState, message: wire.SetBot) -> None:
    state = hall.state
    away = not state.present(seat.player) and (seat.autopilot or state.clock.unlimited)
    if not seat.left and not (seat.person and away):
        raise Refusal(
            Slug.ROOM_RUNNING, "in a match, only the seat of somebody who is gone can be given to a bot"
        )
    level = default_level(hall.fold.game) if message.level is None else hall.level(message.level)
    hall.fold.put(e.Overruled(message.seat, level))


def configure(hall: Hall, player: PlayerId, message: wire.Configure) -> None:
    hall.lobby_only()
    hall.host_only(player)
    state = hall.state
    n = len(state.seats) if message.seats is None else message.seats
    options = check_options(hall.fold.game, state.options if message.options is None else message.options, n)
    changed = (message.seats, message.options, message.clock, message.polling) != (None, None, None, None)
    password = state.password
    if message.password is not None:
        password = keep_password(message.password, hall.random)
    polling = message.polling or state.polling
    hall.fold.put(
        e.Configured(
            name=state.name if message.name is None else room_name(message.name, state.name),
            moved=_reseat(state.seats, n),
            options=options,
            clock=message.clock or state.clock,
            conceal=polling == "conceal",
            listed=state.listed if message.listed is None else message.listed,
            password=password,
            unready=changed,
        )
    )


def _reseat(seats: list[SeatState], n: int) -> list[int]:
    """Which old seat each of `n` new ones continues (-1: none). Persons keep their places where there are so many; bots go first."""
    kept = list(range(len(seats)))
    for kind in (Kind.EMPTY, Kind.BOT):
        for number in reversed(range(len(seats))):
            if len(kept) > n and seats[number].kind is kind:
                kept.remove(number)
    if len(kept) > n:
        raise Refusal(Slug.OPTIONS_UNFIT, f"{len(kept)} persons sit here, and {n} seats are too few for them")
    return kept + [-1] * (n - len(kept))


def ready(hall: Hall, player: PlayerId, message: wire.Ready) -> None:
    hall.lobby_only()
    seat = hall.state.seats[hall.seat_of(player)]
    nonce = bytes.fromhex(message.nonce) if message.ready else b""
    if (seat.ready, seat.nonce) != (message.ready, nonce):
        hall.fold.put(e.Readied(player, message.ready, nonce))


def kick(hall: Hall, player: PlayerId, message: wire.Kick) -> None:
    hall.host_only(player)
    victim = PlayerId(message.player)
    if victim == player or victim not in hall.state.people:
        raise Refusal(Slug.ROOM_NOT_IN, "there is nobody else of that id in the room")
    if hall.state.phase is Phase.PLAYING and hall.state.seat_of(victim) is not None:
        raise Refusal(Slug.ROOM_RUNNING, "nobody can be removed from a running match")
    hall.fold.put(e.Departed(victim, True))


def hand_over(hall: Hall, player: PlayerId, message: wire.HandOver) -> None:
    hall.host_only(player)
    heir = PlayerId(message.player)
    if heir not in hall.state.people:
        raise Refusal(Slug.ROOM_NOT_IN, "there is nobody of that id in the room")
    if heir != player:
        hall.fold.put(e.HandedOver(heir))


def rematch(hall: Hall, player: PlayerId, message: wire.Rematch) -> None:
    hall.host_only(player)
    if hall.state.phase is Phase.PLAYING:
        raise Refusal(Slug.ROOM_RUNNING, "the match is still running")
    if hall.state.phase is Phase.LOBBY:
        raise Refusal(Slug.ROOM_NOT_RUNNING, "no match has been played yet")
    hall.fold.put(e.Rematched(hall.random(32)))


def leave(hall: Hall, player: PlayerId, message: wire.Leave) -> None:
    hall.fold.put(e.Departed(player))


def check_options(game: AnyGame, options: e.OptionValues, seats: int) -> e.OptionValues:
    """All options of the game, the given ones checked. Raises Refusal."""
    try:
        plain: e.OptionValues = msgspec.to_builtins(read_options(game, dict(options), seats))
    except BadOptions as error:
        raise Refusal(Slug.OPTIONS_UNFIT, error.reason) from None
    return plain


def room_name(text: str, default: str) -> str:
    """A room's name as it will show; `default` where nothing is left of it. Raises Refusal."""
    if not text.strip():
        return default
    try:
        return clean_name(text, ROOM_NAME_LENGTH)
    except BadName as error:
        raise Refusal(Slug.OPTIONS_UNFIT, str(error)) from None
