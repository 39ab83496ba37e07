"""Records of whole matches of bots, without a server."""

from __future__ import annotations

from functools import cache, partial

from engine.core.chance import Chance, mix_seed
from engine.core.ids import Seat
from engine.core.match import Answered, By, Input, Left, Match
from engine.core.record import Record, commit, digest_of, read_record, write_record
from engine.registry import find_game

__all__ = ["MATCHES", "bot_record"]

MATCHES: dict[str, tuple[int, dict[str, object]]] = {
    "dingti": (3, {}),
    "gandengyan": (4, {"hands": 2}),
    "pokerduel": (3, {}),
    "herokill": (4, {}),
}
"""Seats and options of a short match of each game."""


@cache
def bot_record(game: str, seed: int = 1, leaves: int | None = None) -> Record:
    """As the server would write it. The first seat is a person who answers as his neighbours do, and gives up after `leaves` answers."""
    seats, options = MATCHES[game]
    rules = find_game(game)
    secret = seed.to_bytes(32, "little")
    nonces = [bytes([seat]) for seat in range(seats)]
    bots = [Seat(seat) for seat in range(1, seats)]
    match, _ = Match.start(rules, seats, options, mix_seed(secret, nonces), bots=bots)
    luck = Chance(secret, "bots")
    inputs: list[Input] = []

    def put(given: Input) -> None:
        match.put(given)
        inputs.append(given)

    while not match.over:
        for ask in match.waiting():
            if len(inputs) == leaves:
                put(Left(Seat(0)))
            answer = rules.bots["random"](partial(match.view, ask.seat), ask, luck)
            put(Answered(ask.seat, ask.id, answer, By.PERSON if ask.seat == 0 else By.BOT))
    assert match.outcome is not None, match.fault
    record = Record(
        id="TEST", game=game, version=rules.version, seats=seats, options=options,
        names=["Ann", *(f"Bot {n}" for n in range(2, seats + 1))], levels=[None, *["random"] * (seats - 1)],
        started=0, ended=0, commitment=commit(secret), secret=secret.hex(), nonces=[nonce.hex() for nonce in nonces],
        inputs=inputs, outcome=match.outcome, fault=None, final=digest_of(match),
    )  # fmt: skip
    return read_record(write_record(record))
