"""The record of a match, from a room that has just ended one; and how it is kept."""

from __future__ import annotations

import msgspec

from engine.core.match import Input, Match
from engine.core.record import Record, commit, digest_of, write_record
from server.links import PlayerId
from server.rooms.state import Play, RoomState

__all__ = ["Kept", "kept_of", "read_kept"]


class Kept(msgspec.Struct, frozen=True):
    """What the store has of a match: who may ask for its file, and the file."""

    players: list[PlayerId]
    file: bytes


read_kept = msgspec.msgpack.Decoder(Kept).decode
_read_inputs = msgspec.msgpack.Decoder(list[Input]).decode


def kept_of(state: RoomState, match: Match) -> bytes:
    """The ended match of a room, as bytes to keep. The same room gives the same bytes again."""
    play, ended = state.play, state.ended
    assert play is not None and ended is not None
    record = Record(
        id=play.record,
        game=state.game,
        version=match.saved.version,
        seats=match.saved.seats,
        options=match.saved.options,
        names=play.names,
        levels=play.levels,
        started=play.started_ms,
        ended=ended.at_ms,
        commitment=commit(state.secret),
        secret=state.secret.hex(),
        nonces=[nonce.hex() for nonce in play.nonces],
        inputs=_inputs(play),
        outcome=ended.outcome,
        fault=ended.fault,
        final=digest_of(match),
    )
    return msgspec.msgpack.encode(Kept(play.players, write_record(record)))


def _inputs(play: Play) -> list[Input]:
    # The header of a MessagePack array of 32-bit length makes one list of what was written one by one.
    return _read_inputs(b"\xdd" + play.given.to_bytes(4, "big") + play.history)
