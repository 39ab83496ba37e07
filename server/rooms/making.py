"""A new room: what its request must be like, and its first entry."""

from __future__ import annotations

import protocol.messages as wire
from engine.registry import UnknownGame, find_game
from protocol.slugs import Slug
from server.links import PlayerId
from server.rooms import entries as e
from server.rooms.hall import Refusal
from server.rooms.lobby import check_options, room_name
from server.rooms.secrets import Bytes, keep_password
from server.rooms.settings import RoomSettings

__all__ = ["check_request", "first_entries"]


def check_request(settings: RoomSettings, message: wire.CreateRoom) -> None:
    """Raises Refusal for a room that cannot be."""
    try:
        game = find_game(message.game)
    except UnknownGame as error:
        raise Refusal(Slug.GAME_UNKNOWN, str(error)) from None
    if settings.games and message.game not in settings.games:
        raise Refusal(Slug.GAME_UNKNOWN, f"this server offers {', '.join(settings.games)}")
    check_options(game, message.options, message.seats)
    room_name(message.name, "")


def first_entries(
    code: str, player: PlayerId, name: str, message: wire.CreateRoom, random: Bytes
) -> list[e.Entry]:
    """What a room that has been checked begins with: it is made, and whoever makes it takes seat 0. `name` is his."""
    return [
        e.Created(
            room=code,
            name=room_name(message.name, name),
            game=message.game,
            seats=message.seats,
            options=check_options(find_game(message.game), message.options, message.seats),
            clock=message.clock,
            conceal=message.polling == "conceal",
            listed=message.listed,
            password=keep_password(message.password, random),
            player=player,
            action=message.action,
            secret=random(32),
            luck=random(32),
        ),
        e.Came(player, name),
        e.Sat(player, 0),
    ]
