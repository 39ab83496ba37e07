"""What the people of a room see of it, as wire messages. Everything goes through here: nothing else puts a room's state into a message.

A `Sight` is the room as it has been committed; whoever comes in, and whoever asks while the store is out of reach, is told from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask
from engine.core.events import Happening, seen_by
from engine.core.ids import Seat
from engine.core.match import PollView
from server.links import PlayerId
from server.rooms.fold import Fold
from server.rooms.state import Ended, Phase, info_of

__all__ = [
    "VOID",
    "Sight",
    "ask_of",
    "over_of",
    "payloads",
    "sight_of",
    "snapshot_of",
    "view_of",
    "window_of",
]

VOID = "the rules failed in this match, so it is void; the table can play again"
"""What players are told of a fault. The fault itself is in the record and the log: its text may name what is hidden."""


def embed(value: object) -> msgspec.Raw:
    """A payload of the engine, in a message that is about to be encoded: the encoder writes it as it would write a Raw with its bytes, and
    so every message is encoded once, not part by part."""
    return cast("msgspec.Raw", value)


class Sight(msgspec.Struct, frozen=True):
    """`due` is the room's time at which the window's time is up, `bank_ms` what the asked seat of a single question has beyond that;
    `asks` are the questions to be answered, by seat; `seats` are those in which somebody may act, by player."""

    seq: int
    info: wire.RoomInfo
    seats: dict[PlayerId, int]
    poll: PollView | None
    due: float | None
    bank_ms: int
    asks: dict[int, Ask]


def sight_of(fold: Fold, before: Sight | None) -> Sight:
    """The room as it is now; `before` is what it was before the last tick, or None to make everything anew."""
    state, match, play = fold.state, fold.match, fold.state.play
    if before is None or fold.fx.info:
        info, seats = info_of(state), state.persons()
    else:
        info, seats = before.info, before.seats
    if match is None or play is None or match.poll is None or state.phase is not Phase.PLAYING:
        return Sight(state.seq, info, seats, None, None, 0, {})
    asks: dict[int, Ask] = {ask.seat: ask for ask in fold.waiting()}
    single = len(match.poll.asks) == 1
    bank = state.seats[match.poll.asks[0].seat].bank_ms if single and play.due is not None else 0
    return Sight(state.seq, info, seats, match.window(), play.due, bank, asks)


def window_of(sight: Sight, now: float) -> wire.Window | None:
    """The open window with the time it has left at the room's time `now`."""
    if sight.poll is None:
        return None
    if sight.due is None:
        return wire.Window(poll=embed(sight.poll))
    left = round((sight.due - now) * 1000)
    return wire.Window(
        poll=embed(sight.poll), left_ms=max(0, left), bank_ms=max(0, sight.bank_ms + min(0, left))
    )


def over_of(ended: Ended | None) -> wire.Over | None:
    if ended is None:
        return None
    outcome = None if ended.outcome is None else embed(ended.outcome)
    fault = None if ended.fault is None else ended.told or VOID
    return wire.Over(outcome=outcome, fault=fault, record=ended.record or None)


def payloads(viewer: int | None, happenings: Iterable[Happening]) -> list[msgspec.Raw]:
    """The events that this viewer (None: a spectator) sees of these happenings."""
    return cast("list[msgspec.Raw]", seen_by(None if viewer is None else Seat(viewer), happenings))


def view_of(fold: Fold, viewer: int | None) -> msgspec.Raw | None:
    if fold.match is None:
        return None
    return embed(fold.match.view(None if viewer is None else Seat(viewer)))


def ask_of(sight: Sight, viewer: int | None) -> msgspec.Raw | None:
    """The question that the viewer has to answer."""
    ask = None if viewer is None else sight.asks.get(viewer)
    return None if ask is None else embed(ask)


def snapshot_of(
    fold: Fold, sight: Sight, log: Iterable[Happening], viewer: int | None, now: float
) -> wire.Snapshot:
    """The whole room for one viewer."""
    return wire.Snapshot(
        room=fold.state.room,
        seq=sight.seq,
        you=viewer,
        info=sight.info,
        view=view_of(fold, viewer),
        window=window_of(sight, now),
        ask=ask_of(sight, viewer),
        over=over_of(fold.state.ended),
        log=payloads(viewer, log),
        chat=list(fold.state.chat),
    )
