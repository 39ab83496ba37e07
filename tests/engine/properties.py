"""What must hold for every game, whatever its rules; run these over random matches of it.

`check_course` plays one match and watches everything, `check_record` replays one from its record, `check_hash_seeds` plays some in
processes with other string hashes, `check_non_interference` compares matches that differ only in what a viewer may not see.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from engine.core.ask import Answer, Ask, sample
from engine.core.chance import Chance, mix_seed
from engine.core.errors import RecordMismatch
from engine.core.events import Happening, seen_by_each
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.journal import Answered, Input, Left, Saved
from engine.core.match import Match
from engine.core.record import Record, commit, digest_of, read_record, verify, write_record
from engine.registry import find_game
from tests.engine.twins import check_non_interference
from tests.engine.watchers import ALL_WATCHERS, Watcher, encode, fingerprint, viewers_of

__all__ = [
    "Played",
    "Policy",
    "at_random",
    "check_course",
    "check_hash_seeds",
    "check_non_interference",
    "check_record",
    "digest",
    "play",
    "restless",
    "seed_of",
    "silent",
]

MAX_DECISIONS = 20_000
"""A match with more never ends."""

Options = dict[str, object]
Policy = Callable[[Match, Ask, Chance], Answer]


class Played(msgspec.Struct):
    """A match that has ended, and what it took. `boundaries` has each round's start with the inputs that followed it."""

    match: Match
    inputs: list[Input]
    boundaries: list[tuple[Saved, list[Input]]]


def at_random(match: Match, ask: Ask, chance: Chance) -> Answer:
    return sample(ask, chance)


def silent(match: Match, ask: Ask, chance: Chance) -> Answer:
    return ask.default


def restless(match: Match, ask: Ask, chance: Chance) -> Answer:
    """Random, with a silence now and then."""
    return ask.default if chance.percent(25) else sample(ask, chance)


def play(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: bytes,
    policy: Policy = at_random,
    watchers: Iterable[Callable[[Match], Watcher]] = (),
    *,
    leaving: int = 0,
    audited: bool = True,
) -> Played:
    """One whole match. Answers to an open window arrive in any order; before each, somebody leaves for good with `leaving` in 1000.

    A watcher is made when the match has started and called after every input with what happened (None: the window is still open)."""
    match, _ = Match.start(game, seats, options, seed, audited=audited)
    watching = [make(match) for make in watchers]
    chance = Chance(seed, "people")
    played = Played(match, [], [(match.saved, [])])

    def give(given: Input) -> None:
        happened = match.put(given)
        played.inputs.append(given)
        played.boundaries[-1][1].append(given)
        if match.saved is not played.boundaries[-1][0]:
            played.boundaries.append((match.saved, []))
        for watch in watching:
            watch(match, happened)

    while not match.over:
        assert len(played.inputs) < MAX_DECISIONS, (
            f"no end after {MAX_DECISIONS} inputs, in round {match.round}"
        )
        if leaving and chance.below(1000) < leaving and (staying := _staying(match)):
            give(Left(chance.choice(staying)))
        ask = chance.choice(match.waiting())
        give(Answered(ask.seat, ask.id, policy(match, ask, chance)))
    assert match.fault is None, f"void in round {match.round}: {match.fault!r} from {match.fault.__cause__!r}"
    return played


def _staying(match: Match) -> list[Seat]:
    return [Seat(seat) for seat in range(match.saved.seats) if seat not in match.state.left]


def check_course(
    game: AnyGame, seats: int, options: Options, seed: bytes, policy: Policy = at_random, *, leaving: int = 0
) -> Played:
    """One match with everything watched, then every boundary restored and played to the same end."""
    played = play(game, seats, options, seed, policy, ALL_WATCHERS, leaving=leaving)
    assert played.match.outcome is not None
    end = encode(played.match.table.data)
    inputs = [given for _, given in played.boundaries]
    for number, (saved, _) in enumerate(played.boundaries):
        if number % (1 + len(inputs) // 8) == 0 or number == len(inputs) - 1:
            again = Match.restore(game, saved, seed, [one for later in inputs[number:] for one in later])
            assert encode(again.table.data) == end
            assert (again.outcome, again.step, again.round) == (
                played.match.outcome,
                played.match.step,
                played.match.round,
            )
    return played


def recorded(game: AnyGame, seats: int, options: Options, number: int) -> Record:
    """A finished match as its server would write it down."""
    secret, nonces = seed_of(number), [bytes([number % 256, seat]) for seat in range(seats)]
    played = play(game, seats, options, mix_seed(secret, nonces), restless, leaving=20)
    return Record(
        id=f"match-{number}",
        game=game.id,
        version=game.version,
        seats=seats,
        options=played.match.saved.options,
        names=[f"player {seat}" for seat in range(seats)],
        levels=[None] * seats,
        started=0,
        ended=1,
        commitment=commit(secret),
        secret=secret.hex(),
        nonces=[nonce.hex() for nonce in nonces],
        inputs=played.inputs,
        outcome=played.match.outcome,
        fault=None,
        final=digest_of(played.match),
    )


def check_record(game: AnyGame, seats: int, options: Options, number: int) -> None:
    """A record verifies; with a byte changed it does not, nor when the forger computes the record's own digest anew."""
    data = write_record(recorded(game, seats, options, number))
    record = read_record(data)
    assert verify(record, game)[-1] == "table"
    chance = Chance(seed_of(number), "forger")
    for place in [0, len(data) - 1, *(chance.below(len(data)) for _ in range(50))]:
        changed = bytes([data[place] ^ (1 + chance.below(127))])
        with pytest.raises(RecordMismatch):
            read_record(data[:place] + changed + data[place + 1 :])
    last = record.inputs[-1]
    forgeries: list[dict[str, object]] = [
        {"inputs": record.inputs[:-1]},
        {"inputs": [*record.inputs, last]},
        {"inputs": record.inputs[1:]},
        {"secret": seed_of(number + 1).hex()},
        {"secret": seed_of(number + 1).hex(), "commitment": commit(seed_of(number + 1))},
        {"secret": "not hexadecimal"},
        {"nonces": record.nonces[:-1]},
        {"nonces": ["00", *record.nonces[1:]]},
        {"outcome": None},
        {"outcome": None, "fault": "void"},
        {"final": digest_of(Match.start(game, seats, options, record.seed())[0])},
        {"version": record.version + 1},
        {"seats": seats + 40},
    ]
    for forgery in forgeries:
        forged = read_record(write_record(msgspec.structs.replace(record, **forgery)))
        with pytest.raises(RecordMismatch):
            verify(forged, game)


def digest(game: AnyGame, seats: int, options: Options, seeds: Iterable[int]) -> str:
    """Of all that every viewer of these matches was told, and of how they ended."""
    total = blake2b(digest_size=16)

    def telling(match: Match) -> Watcher:
        def watch(match: Match, happened: list[Happening] | None) -> None:
            for events in seen_by_each(viewers_of(match), happened or []):
                total.update(encode(events))
            total.update(encode(match.waiting()))

        return watch

    for seed in seeds:
        played = play(game, seats, options, seed_of(seed), restless, [telling], audited=False)
        total.update(fingerprint(played.match))
    return total.hexdigest()


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "little")


def check_hash_seeds(name: str, seats: int, options: Options, count: int) -> None:
    """The same `count` matches are the same bytes under three orders of string hashes."""
    root = Path(__file__).parents[2]
    args = [
        sys.executable,
        "-m",
        "tests.engine.properties",
        name,
        str(seats),
        msgspec.json.encode(options).decode(),
        str(count),
    ]
    runs = [
        subprocess.Popen(args, cwd=root, env={"PYTHONHASHSEED": hashes}, stdout=subprocess.PIPE, text=True)
        for hashes in ("0", "1", "4242")
    ]
    digests = {run.communicate(timeout=50)[0] for run in runs}
    assert len(digests) == 1 and len(digests.pop().strip()) == 32


if __name__ == "__main__":
    _, name, seats, options, count = sys.argv
    sys.stdout.write(
        digest(find_game(name), int(seats), msgspec.json.decode(options), range(int(count))) + "\n"
    )
