"""Answering two like questions alike, though the places of what they offer may differ."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.core.ask import Answer, Ask, Cards, Move, Number, Options, Pick, Seats, Sets, check, sample
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.ids import CardId

__all__ = ["answers_alike"]

TRIES = 24
"""Random answers that are looked through for one that both questions allow and that touches no changed card."""


def answers_alike(ask: Ask, twin: Ask, changed: set[CardId], chance: Chance) -> tuple[Answer, Answer] | None:
    """An answer to each question that means the same and touches no changed card. None if none was found."""
    for answer in [*(sample(ask, chance) for _ in range(TRIES)), ask.default]:
        if not changed.isdisjoint(_touched(ask, answer)):
            continue
        for same in _translations(ask, answer, twin):
            return answer, same
    return None


def _touched(ask: Ask, answer: Answer) -> Iterator[CardId]:
    for pick, chosen in zip(ask.moves[answer.move].picks, answer.picks, strict=True):
        if isinstance(pick, Cards):
            yield from map(CardId, chosen)
        elif isinstance(pick, Sets):
            yield from (card for place in chosen for card in pick.sets[place].cards)


def _translations(ask: Ask, answer: Answer, twin: Ask) -> Iterator[Answer]:
    """The answers to `twin` that mean the same. Places in lists differ where the lists do."""
    move = ask.moves[answer.move]
    meant = _meant(move, answer)
    for index, other in enumerate(twin.moves):
        if (other.kind, other.params, len(other.picks)) != (move.kind, move.params, len(move.picks)):
            continue
        values = [_values(pick, want) for pick, want in zip(other.picks, meant, strict=True)]
        same = Answer(index, [v for v in values if v is not None])
        if None not in values and _legal(twin, same):
            yield same


def _meant(move: Move, answer: Answer) -> list[list[object]]:
    return [[_name(pick, v) for v in chosen] for pick, chosen in zip(move.picks, answer.picks, strict=True)]


def _name(pick: Pick, value: int) -> object:
    """What a value stands for: an option's key, a set's cards and reading, else the number itself."""
    if isinstance(pick, Options):
        return pick.options[value]
    if isinstance(pick, Sets):
        return msgspec.msgpack.encode(pick.sets[value])
    assert isinstance(pick, Cards | Seats | Number)
    return value


def _values(pick: Pick, meant: list[object]) -> list[int] | None:
    named = {_name(pick, value): value for value in pick.values()}
    return [named[want] for want in meant] if all(want in named for want in meant) else None


def _legal(ask: Ask, answer: Answer) -> bool:
    try:
        check(ask, answer)
    except Refused:
        return False
    return True
