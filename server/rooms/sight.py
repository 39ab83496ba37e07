"""What the people of a room see of it, as wire messages. Everything goes through here: nothing else puts a room's state into a message.

A `Sight` is the room as it has been committed; whoever comes in, and whoever asks while the store is out of reach, is told from it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask
from engine.core.events import Happening, seen_by
from engine.core.ids import Seat
from engine.core.match import PollView
from protocol.codec import Codec
from server.rooms.fold import Fold
from server.rooms.state import Ended, Phase, info_of

__all__ = ["VOID", "Sight", "over_of", "payloads", "sight_of", "snapshot_of", "view_of", "window_of"]

VOID = "the rules failed in this match, so it is void; the table can play again"
"""What players are told of a fault. The fault itself is in the record and the log: its text may name what is hidden."""


class Sight(msgspec.Struct, frozen=True):
    """`due` is the room's time at which the window's time is up, `bank_ms` what the asked seat of a single question has beyond that;
    `asks` are the questions to be answered, by seat."""

    seq: int
    info: wire.RoomInfo
    poll: PollView | None
    due: float | None
    bank_ms: int
    asks: dict[int, Ask]


def sight_of(fold: Fold, before: Sight | None) -> Sight:
    """The room as it is now; `before` is what it was before the last tick, or None to make everything anew."""
    state, match, play = fold.state, fold.match, fold.state.play
    info = info_of(state) if before is None or fold.fx.info else before.info
    if match is None or play is None or match.poll is None or state.phase is not Phase.PLAYING:
        return Sight(state.seq, info, None, None, 0, {})
    asks: dict[int, Ask] = {ask.seat: ask for ask in fold.waiting()}
    single = len(match.poll.asks) == 1
    bank = state.seats[match.poll.asks[0].seat].bank_ms if single and play.due is not None else 0
    return Sight(state.seq, info, match.window(), play.due, bank, asks)


def window_of(sight: Sight, codec: Codec, now: float) -> wire.Window | None:
    """The open window with the time it has left at the room's time `now`."""
    if sight.poll is None:
        return None
    poll = msgspec.Raw(codec.encode(sight.poll))
    if sight.due is None:
        return wire.Window(poll=poll)
    left = round((sight.due - now) * 1000)
    return wire.Window(poll=poll, left_ms=max(0, left), bank_ms=max(0, sight.bank_ms + min(0, left)))


def over_of(ended: Ended | None, codec: Codec) -> wire.Over | None:
    if ended is None:
        return None
    outcome = None if ended.outcome is None else msgspec.Raw(codec.encode(ended.outcome))
    fault = None if ended.fault is None else ended.told or VOID
    return wire.Over(outcome=outcome, fault=fault, record=ended.record or None)


def payloads(viewer: int | None, happenings: Iterable[Happening], codec: Codec) -> list[msgspec.Raw]:
    """The events that this viewer (None: a spectator) sees of these happenings."""
    seat = None if viewer is None else Seat(viewer)
    return [msgspec.Raw(codec.encode(event)) for event in seen_by(seat, happenings)]


def view_of(fold: Fold, viewer: int | None, codec: Codec) -> msgspec.Raw | None:
    if fold.match is None:
        return None
    return msgspec.Raw(codec.encode(fold.match.view(None if viewer is None else Seat(viewer))))


def snapshot_of(
    fold: Fold, sight: Sight, log: Iterable[Happening], viewer: int | None, codec: Codec, now: float
) -> wire.Snapshot:
    """The whole room for one viewer."""
    ask = None if viewer is None else sight.asks.get(viewer)
    return wire.Snapshot(
        room=fold.state.room,
        seq=sight.seq,
        you=viewer,
        info=sight.info,
        view=view_of(fold, viewer, codec),
        window=window_of(sight, codec, now),
        ask=None if ask is None else msgspec.Raw(codec.encode(ask)),
        over=over_of(fold.state.ended, codec),
        log=payloads(viewer, log, codec),
        chat=list(fold.state.chat),
    )
