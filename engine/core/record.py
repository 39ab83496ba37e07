"""The record of a finished match, and what can be checked with it by anyone (design: fairness can be checked).

Before the deal the server publishes `commitment = BLAKE2b(secret)`; each player then gives a nonce; the seed is mixed from both; the
secret is revealed in the record. `verify` recomputes everything: whoever changes one byte of the file, of an answer or of the
luck is found out."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from engine.core.chance import mix_seed
from engine.core.errors import EngineError, RecordMismatch
from engine.core.events import Happening
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.match import Input, Match
from engine.core.poll import Outcome

__all__ = ["Record", "commit", "digest_of", "read_record", "verify", "write_record"]

FORMAT = 1


class Record(msgspec.Struct, kw_only=True, frozen=True):
    """A whole match. Byte strings are hexadecimal. `names` by seat; `levels` by seat: a bot's level or None for a person.

    `outcome` is None and `fault` a sentence when the match was voided; `final` is the digest of the last state;
    `digest` covers all other fields."""

    format: int = FORMAT
    id: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    names: list[str]
    levels: list[str | None]
    started: int
    ended: int
    commitment: str
    secret: str
    nonces: list[str]
    inputs: list[Input]
    outcome: Outcome | None
    fault: str | None
    final: str
    digest: str = ""

    def seed(self) -> bytes:
        return mix_seed(bytes.fromhex(self.secret), [bytes.fromhex(n) for n in self.nonces])

    def begin(self, game: AnyGame) -> tuple[Match, list[Happening]]:
        """The match before its first input. Raises BadOptions or RuleFault as `Match.start` does."""
        bots = [Seat(seat) for seat, level in enumerate(self.levels) if level is not None]
        return Match.start(game, self.seats, self.options, self.seed(), bots=bots)


def commit(secret: bytes) -> str:
    """The published commitment to a secret, in hexadecimal."""
    return blake2b(secret, digest_size=32, person=b"paiju-commit").hexdigest()


def digest_of(match: Match) -> str:
    """Digest of the match's last state: the table as it lies, faces and all, and who has left."""
    return blake2b(msgspec.msgpack.encode(match.state), digest_size=32, person=b"paiju-final").hexdigest()


def write_record(record: Record) -> bytes:
    """The canonical bytes of a record, its digest filled in."""
    bare = msgspec.structs.replace(record, digest="")
    digest = blake2b(msgspec.json.encode(bare), digest_size=32, person=b"paiju-record").hexdigest()
    return msgspec.json.encode(msgspec.structs.replace(record, digest=digest)) + b"\n"


def read_record(data: bytes) -> Record:
    """Raises RecordMismatch if the bytes are not exactly what `write_record` would write."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.MsgspecError as error:
        raise RecordMismatch(f"not a readable record: {error}") from error
    if record.format != FORMAT:
        raise RecordMismatch(f"record format {record.format}; this program reads {FORMAT}")
    if write_record(record) != data:
        raise RecordMismatch("the record's digest does not fit its content: it has been changed")
    return record


def verify(record: Record, game: AnyGame) -> list[str]:
    """Replay the whole match. Returns the list of what was checked; raises RecordMismatch at the first thing that is wrong."""
    _check_seed(record)
    if (record.game, record.version) != (game.id, game.version):
        raise RecordMismatch(
            f"played under {record.game} rules version {record.version}; here is version {game.version}"
        )
    match = _replay(record, game)
    if record.fault is None and (match.outcome is None or match.outcome != record.outcome):
        raise RecordMismatch("the replayed match ends differently")
    if record.fault is not None and (match.outcome is not None or record.outcome is not None):
        raise RecordMismatch("the match is recorded as void, but the replay has an outcome")
    if digest_of(match) != record.final:
        raise RecordMismatch("the replayed table is not the recorded one")
    return ["digest", "commitment", "seed", f"inputs:{len(record.inputs)}", "outcome", "table"]


def _check_seed(record: Record) -> None:
    """What the server and the players put into the seed must be readable, and what was committed to."""
    try:
        committed = commit(bytes.fromhex(record.secret))
        record.seed()
    except (ValueError, OverflowError) as error:
        raise RecordMismatch(f"the secret or a nonce is unreadable: {error}") from error
    if committed != record.commitment:
        raise RecordMismatch("the revealed secret is not the one that was committed to before the deal")
    if not len(record.nonces) == len(record.names) == len(record.levels) == record.seats:
        raise RecordMismatch("there is not one name, one level and one nonce for each seat")


def _replay(record: Record, game: AnyGame) -> Match:
    try:
        match, _ = record.begin(game)
    except EngineError as error:
        raise RecordMismatch(f"the match cannot be set up: {error}") from error
    for number, given in enumerate(record.inputs, 1):
        try:
            match.put(given)
        except EngineError as error:
            raise RecordMismatch(f"input {number} is not legal there: {error}") from error
    return match
