"""`name=value` words to room settings: the room's own by their names, everything else an option of the game."""

from __future__ import annotations

import msgspec

import protocol.messages as wire
from engine.registry import UnknownGame, find_game

__all__ = ["apply", "read_option", "read_value"]

_CLOCK = ("turn", "response", "bank", "unlimited")


def apply(
    message: wire.CreateRoom | wire.Configure, words: list[str], info: wire.RoomInfo | None = None
) -> None:
    """Fill a message in place. Clock settings that are not named stay as in `info`. Raises ValueError with the faulty word."""
    options: dict[str, int | str | bool] = dict(info.options) if info else dict(message.options or {})
    clock = info.clock if info else wire.Clock()
    touched = False
    game = message.game if isinstance(message, wire.CreateRoom) else info.game if info else ""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise ValueError(word)
        if name in _CLOCK:
            clock = _with_clock(clock, name, value)
            message.clock = clock
        elif name in ("name", "password"):
            setattr(message, name, value)
        elif name == "polling":
            if value not in ("conceal", "brisk"):
                raise ValueError(word)
            message.polling = "conceal" if value == "conceal" else "brisk"
        elif name == "listed":
            message.listed = _boolean(value, word)
        elif name == "seats":
            message.seats = int(value)
        else:
            options[name] = read_option(game, name, value)
            touched = True
    if touched:
        message.options = options


def read_option(game: str, name: str, text: str) -> int | str | bool:
    """An option as the game's own type has it: a game may have a word "off" where another has a switch. By its looks where the game
    is not known to this program."""
    try:
        kinds = {field.name: field.type for field in msgspec.structs.fields(find_game(game).options)}
    except UnknownGame:
        kinds = {}
    value = read_value(text)
    for candidate in (value, text):
        try:
            msgspec.convert(candidate, kinds.get(name, object))
        except msgspec.ValidationError:
            continue
        return candidate
    return value


def read_value(text: str) -> int | str | bool:
    """yes/no, a whole number, or a word."""
    if text.lower() in ("yes", "on", "true", "是", "开"):
        return True
    if text.lower() in ("no", "off", "false", "否", "关"):
        return False
    return int(text) if text.lstrip("-").isdigit() else text


def _boolean(text: str, word: str) -> bool:
    value = read_value(text)
    if not isinstance(value, bool):
        raise ValueError(word)
    return value


def _with_clock(clock: wire.Clock, name: str, value: str) -> wire.Clock:
    changed = {**msgspec.structs.asdict(clock), name: read_value(value)}
    try:
        return msgspec.convert(changed, wire.Clock)
    except msgspec.ValidationError as error:
        raise ValueError(f"{name}={value}: {error}") from None
