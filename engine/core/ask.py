"""A question to one seat, complete enough to be rendered and answered without knowing the game (law 5).

An ask offers moves; a move has picks; an answer names a move by its place and gives, for each pick, a list of integers: card ids, seats,
places in a list of options or sets, or the number itself. One check serves people, bots and foreign clients alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from engine.core.chance import Chance
from engine.core.errors import Illegal, Malformed
from engine.core.moves import (
    Answer,
    Ask,
    Cards,
    CardSet,
    Combos,
    Move,
    Number,
    Options,
    Pick,
    Seats,
    Sets,
    Values,
)

__all__ = [
    "Answer",
    "Ask",
    "CardSet",
    "Cards",
    "Combos",
    "Move",
    "Number",
    "Options",
    "Pick",
    "Seats",
    "Sets",
    "check",
    "every_answer",
    "sample",
]


def check(ask: Ask, answer: Answer) -> Move:
    """The move that `answer` chooses. Raises Malformed or Illegal with a reason; changes nothing."""
    index, picks = answer.move, answer.picks
    if index.__class__ is not int or not 0 <= index < len(ask.moves):
        raise Malformed(f"there is no move {index}; this ask has {len(ask.moves)}")
    move = ask.moves[index]
    if len(picks) != len(move.picks):
        raise Malformed(f"move {index} takes {len(move.picks)} picks, not {len(picks)}")
    for place, pick in enumerate(move.picks):
        _check_pick(pick, picks[place])
    for combo in move.combos:
        _check_combo(move, combo, answer)
    if move.partition:
        placed = sorted(itertools.chain.from_iterable(picks))
        if placed != sorted(move.picks[0].values()):
            raise Illegal("each card must be put into exactly one place")
    return move


def _check_pick(pick: Pick, chosen: Values) -> None:
    n = len(chosen)
    if not pick.min <= n <= pick.max:
        span = str(pick.min) if pick.min == pick.max else f"{pick.min} to {pick.max}"
        raise Illegal(f"{pick.name} takes {span}, not {n}")
    for value in chosen:
        if value.__class__ is not int:  # True and 1.0 equal 1, but are not what a record would read back
            raise Malformed(f"{pick.name} takes whole numbers")
        if not pick.offers(value):
            raise Illegal(f"{pick.name} does not offer {value}")
    if n > 1 and len(set(chosen)) != n:
        raise Illegal(f"{pick.name} names something twice")


def _check_combo(move: Move, combo: Combos, answer: Answer) -> None:
    chosen = [answer.picks[i] for i in combo.picks]
    if chosen in combo.allowed:
        return
    loose = [not (isinstance(pick, Cards) and pick.ordered) for pick in (move.picks[i] for i in combo.picks)]
    settled = _settled(loose, chosen)
    if not any(_settled(loose, row) == settled for row in combo.allowed):
        names = " and ".join(move.picks[i].name for i in combo.picks)
        raise Illegal(f"this choice of {names} does not go together")


def _settled(loose: list[bool], row: list[list[int]]) -> list[list[int]]:
    """The row with the values in order where their order means nothing."""
    return [sorted(values) if free else values for free, values in zip(loose, row, strict=True)]


def sample(ask: Ask, chance: Chance) -> Answer:
    """A random legal answer: first the move, then each pick, so that every legal answer has a chance."""
    moves = ask.moves
    index = chance.below(len(moves)) if len(moves) > 1 else 0
    move = moves[index]
    if move.partition:
        return Answer(index, _sample_partition(move, chance))
    rows = _rows(move, [chance.choice(combo.allowed) for combo in move.combos]) if move.combos else {}
    return Answer(
        index, [rows[i] if i in rows else _sample_pick(p, chance) for i, p in enumerate(move.picks)]
    )


def _sample_pick(pick: Pick, chance: Chance) -> Values:
    values = pick.values()
    least, most = pick.min, pick.max
    n = least if least == most else least + chance.below(min(most, len(values)) - least + 1)
    return [values[chance.below(len(values))]] if n == 1 else chance.sample(values, n)


def _sample_partition(move: Move, chance: Chance) -> list[Values]:
    cards = list(move.picks[0].values())
    chance.shuffle(cards)
    picks: list[Values] = [[cards.pop() for _ in range(pick.min)] for pick in move.picks]
    for card in cards:
        room = [i for i, pick in enumerate(move.picks) if len(picks[i]) < pick.max]
        picks[chance.choice(room)].append(card)
    return picks


def _rows(move: Move, chosen: Sequence[list[list[int]]]) -> dict[int, Values]:
    """One allowed row per combination, by the place of the pick."""
    pairs = zip(move.combos, chosen, strict=True)
    return {i: list(values) for combo, row in pairs for i, values in zip(combo.picks, row, strict=True)}


def every_answer(ask: Ask) -> Iterator[Answer]:
    """All legal answers, one by one; of those that differ only in an order that means nothing, one. Made as they are taken: their number
    can be astronomic."""
    for index, move in enumerate(ask.moves):
        for picks in _every_split(move.picks, None) if move.partition else _every_choice(move):
            yield Answer(index, picks)


def _every_choice(move: Move) -> Iterator[list[Values]]:
    bound = {i for combo in move.combos for i in combo.picks}
    free = [pick for i, pick in enumerate(move.picks) if i not in bound]
    for chosen in itertools.product(*(combo.allowed for combo in move.combos)):
        rows = _rows(move, chosen)
        for rest in _every_pick(free):
            left = iter(rest)
            yield [list(rows[i]) if i in rows else next(left) for i in range(len(move.picks))]


def _every_pick(picks: Sequence[Pick]) -> Iterator[list[Values]]:
    if not picks:
        yield []
        return
    for way in _every_way(picks[0], picks[0].values()):
        for rest in _every_pick(picks[1:]):
            yield [list(way), *rest]


def _every_split(picks: Sequence[Pick], left: Values | None) -> Iterator[list[Values]]:
    """The ways to put all of the cards that are `left` (None: all there are) into these picks."""
    if not picks:
        if not left:
            yield []
        return
    cards = picks[0].values() if left is None else left
    rest = picks[1:]
    least = len(cards) - sum(pick.max for pick in rest)
    most = len(cards) - sum(pick.min for pick in rest)
    for way in _every_way(picks[0], cards, least, most):
        for others in _every_split(rest, [card for card in cards if card not in way]):
            yield [list(way), *others]


def _every_way(
    pick: Pick, values: Sequence[int], least: int = 0, most: int | None = None
) -> Iterator[tuple[int, ...]]:
    """The ways to pick `least` to `most` (None: as many as the pick allows) of these values."""
    ways = itertools.permutations if isinstance(pick, Cards) and pick.ordered else itertools.combinations
    most = min(pick.max, len(values)) if most is None else min(pick.max, most)
    for n in range(max(pick.min, least), most + 1):
        yield from ways(values, n) if n != 1 else zip(values)  # a range of numbers may be wide
