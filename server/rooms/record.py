"""What a room that has just ended a match hands on: the record, and what it was for whom."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.ids import Seat
from engine.core.match import Input, Match
from engine.core.record import Record, commit, digest_of, read_record, write_record
from server.links import PlayerId
from server.profiles.results import Chair, Finished, place_of
from server.rooms.state import Play, RoomState

__all__ = ["Kept", "finished_of", "kept_of", "read_kept", "without_names"]

NOBODY = "–"
"""In place of the name of somebody who had himself deleted."""


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


def finished_of(state: RoomState, match: Match) -> Finished:
    """The same room gives the same again, whoever has come and gone since."""
    play, ended = state.play, state.ended
    assert play is not None and ended is not None
    players = iter(play.players)
    outcome = ended.outcome
    people = [next(players) if level is None else None for level in play.levels]
    return Finished(
        record=play.record,
        game=state.game,
        started=play.started_ms,
        ended=ended.at_ms,
        chairs=[
            Chair(
                player,
                None if player is not None else level,
                None if outcome is None else place_of(outcome, seat),
                seat in match.state.left,
            )
            for seat, (player, level) in enumerate(zip(people, play.levels, strict=True))
        ],
        sides=[match.game.side(match.table, Seat(seat)) for seat in range(len(people))],
        names={player: name for player, name in zip(people, play.names, strict=True) if player is not None},
        outcome=outcome,
    )


def without_names(kept: Kept, gone: Mapping[PlayerId, int]) -> bytes:
    """The record's file, without the names of those of its players who had themselves deleted (when: Unix milliseconds) since it began."""
    if not gone:
        return kept.file
    record = read_record(kept.file)
    players = iter(kept.players)
    names = [
        NOBODY if level is None and gone.get(next(players), 0) >= record.started else name
        for name, level in zip(record.names, record.levels, strict=True)
    ]
    return write_record(msgspec.structs.replace(record, names=names))


def _inputs(play: Play) -> list[Input]:
    # The header of a MessagePack array of 32-bit length makes one list of what was written one by one.
    return _read_inputs(b"\xdd" + play.given.to_bytes(4, "big") + play.history)
