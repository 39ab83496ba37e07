"""What one may do with a seat of a room before the match, and what keeps it from beginning."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

import protocol.messages as wire
from clients.cli.speech import Speech

__all__ = ["Deed", "SeatAction", "seat_actions", "seat_line", "why_not"]


class Deed(StrEnum):
    """Things to be done with a seat; their words are `room.<deed>`."""

    SIT = "sit"
    STAND = "stand"
    SWAP = "swap"
    BOT = "bot"
    EMPTY = "no_bot"
    KICK = "kick"
    HOST = "make_host"


class SeatAction(msgspec.Struct, frozen=True):
    """`level` is that of a bot."""

    deed: Deed
    level: str = ""


def seat_actions(
    info: wire.RoomInfo, seat: int, you: int | None, player: str, levels: Sequence[str]
) -> list[SeatAction]:
    """What the person `player` (in the seat `you`, None for a spectator) may do with a seat, the likeliest first. During a match a host may
    choose who plays a seat that was left."""
    there, host = info.seats[seat], info.host == player
    if info.phase != "lobby":
        return [SeatAction(Deed.BOT, level) for level in levels] if host and there.left else []
    found = []
    if seat == you:
        found.append(SeatAction(Deed.STAND))
    elif there.kind != "person":
        found.append(SeatAction(Deed.SIT))
    if you is not None and seat != you and there.kind != "empty":
        found.append(SeatAction(Deed.SWAP))
    if host and there.kind != "person":
        found += [SeatAction(Deed.BOT, level) for level in levels if level != there.level]
    if host and there.kind == "bot":
        found.append(SeatAction(Deed.EMPTY))
    if host and there.kind == "person" and seat != you:
        found += [SeatAction(Deed.HOST), SeatAction(Deed.KICK)]
    return found


def why_not(info: wire.RoomInfo, player: str, say: Speech) -> str:
    """Why the match does not begin yet, and who can change it; empty if `player` only has to start it."""
    comma = say("list.comma")
    empty = [str(n) for n, seat in enumerate(info.seats, 1) if seat.kind == "empty"]
    waiting = [
        seat.name or ""
        for seat in info.seats
        if seat.kind == "person" and not seat.ready and seat.player != info.host
    ]
    host = next((seat.name or "" for seat in info.seats if seat.player == info.host), "")
    if info.paused:
        return say("room.paused")
    if empty:
        key = "room.why_empty_host" if info.host == player else "room.why_empty"
        return say(key, seats=comma.join(empty))
    if waiting:
        return say("room.why_not_ready", names=comma.join(waiting))
    return "" if info.host == player else say("room.why_host", host=host)


def seat_line(info: wire.RoomInfo, seat: int, you: int | None, say: Speech) -> str:
    """A seat as the room's list shows it."""
    there = info.seats[seat]
    lobby = info.phase == "lobby"
    words = [say(f"seat.{there.kind}", level=say(f"level.{there.level}"))] if there.kind != "person" else []
    flags = {
        "you": seat == you,
        "host": there.player is not None and there.player == info.host,
        "away": there.kind == "person" and not there.connected,
        "autopilot": there.autopilot,
        "left": there.left,
    }
    words += [say(f"seat.{flag}") for flag, on in flags.items() if on]
    words += [say("room.offers_swap", seat=other + 1) for one, other in info.swaps if one == seat]
    ready = (
        say("room.is_ready" if there.ready else "room.is_not_ready")
        if lobby and there.kind == "person"
        else ""
    )
    name = there.name if there.kind == "person" else ""
    return " ".join(part for part in (f"{seat + 1}", ready, name, *words) if part)
