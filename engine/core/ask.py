"""A question to one seat, complete enough to be rendered and answered without knowing the game (law 5).

An ask offers moves; a move has picks; an answer names a move by its place and gives, for each pick, a list of integers: card ids, seats,
places in a list of options or sets, or the number itself. One check serves people, bots and foreign clients alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Literal

import msgspec

from engine.core.chance import Chance
from engine.core.errors import Illegal, Malformed
from engine.core.events import Card, Param
from engine.core.ids import AskId, CardId, Seat

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

Values = list[int]


class Cards(msgspec.Struct, tag="cards", omit_defaults=True):
    """Pick `min` to `max` of these cards, all different; in `ordered` picks the order given matters. Answered by card ids."""

    name: str
    cards: list[Card]
    min: int = 1
    max: int = 1
    ordered: bool = False

    def values(self) -> Values:
        return [c.id for c in self.cards]


class Seats(msgspec.Struct, tag="seats", omit_defaults=True):
    """Pick `min` to `max` of these seats (or figures), all different. Answered by seat numbers."""

    name: str
    seats: list[Seat]
    min: int = 1
    max: int = 1

    def values(self) -> Values:
        return list(self.seats)


class Options(msgspec.Struct, tag="options", omit_defaults=True):
    """Pick `min` to `max` of these options (text keys). Answered by their places, from 0."""

    name: str
    options: list[str]
    min: int = 1
    max: int = 1

    def values(self) -> Values:
        return list(range(len(self.options)))


class CardSet(msgspec.Struct, omit_defaults=True):
    """Some cards together, read in one way: `label` is a text key with `params` (a wild card's meaning is part of the choice)."""

    cards: list[CardId]
    label: str
    params: dict[str, Param] = {}


class Sets(msgspec.Struct, tag="sets", omit_defaults=True):
    """Pick exactly one of these sets of cards. `cards` has the faces of all of them. Answered by the set's place, from 0."""

    name: str
    cards: list[Card]
    sets: list[CardSet]
    min: int = 1
    max: int = 1

    def values(self) -> Values:
        return list(range(len(self.sets)))


class Number(msgspec.Struct, tag="number", omit_defaults=True):
    """Pick a whole number from `lo` to `hi`, both allowed. Answered by the number."""

    name: str
    lo: int
    hi: int
    min: int = 1
    max: int = 1

    def values(self) -> Values:
        return list(range(self.lo, self.hi + 1))


Pick = Cards | Seats | Options | Sets | Number


class Combos(msgspec.Struct):
    """The picks numbered `picks` constrain each other: together they must be one row of `allowed` (a list of values per pick)."""

    picks: list[int]
    allowed: list[list[list[int]]]


class Move(msgspec.Struct, omit_defaults=True):
    """One way to answer. `kind` is a text key; `params` may carry a preview computed from public values.

    `combos` lists explicit combinations of picks that constrain each other (no pick stands in two of them).
    `partition`: all picks are over the same cards and each card must be put into exactly one of them."""

    kind: str
    params: dict[str, Param] = {}
    picks: list[Pick] = []
    combos: list[Combos] = []
    partition: bool = False


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """`move` is the place of the chosen move in the ask, `picks` has one list of integers for each of its picks."""

    move: int
    picks: list[list[int]] = []


class Ask(msgspec.Struct, omit_defaults=True):
    """A question to `seat`. `prompt` is a text key; `default` is what a silence means; `time` says which clock runs.

    `id` is 0 until the match puts the question."""

    seat: Seat
    prompt: str
    moves: list[Move]
    default: Answer
    params: dict[str, Param] = {}
    time: Literal["turn", "response"] = "turn"
    id: AskId = AskId(0)


def check(ask: Ask, answer: Answer) -> Move:
    """The move that `answer` chooses. Raises Malformed or Illegal with a reason; changes nothing."""
    if not 0 <= answer.move < len(ask.moves):
        raise Malformed(f"there is no move {answer.move}; this ask has {len(ask.moves)}")
    move = ask.moves[answer.move]
    if len(answer.picks) != len(move.picks):
        raise Malformed(f"move {answer.move} takes {len(move.picks)} picks, not {len(answer.picks)}")
    for pick, chosen in zip(move.picks, answer.picks, strict=True):
        _check_pick(pick, chosen)
    for combo in move.combos:
        if [answer.picks[i] for i in combo.picks] not in combo.allowed:
            names = " and ".join(move.picks[i].name for i in combo.picks)
            raise Illegal(f"this choice of {names} does not go together")
    if move.partition:
        placed = sorted(itertools.chain.from_iterable(answer.picks))
        if placed != sorted(move.picks[0].values()):
            raise Illegal("each card must be put into exactly one place")
    return move


def _check_pick(pick: Pick, chosen: Values) -> None:
    if not pick.min <= len(chosen) <= pick.max:
        span = str(pick.min) if pick.min == pick.max else f"{pick.min} to {pick.max}"
        raise Illegal(f"{pick.name} takes {span}, not {len(chosen)}")
    if len(set(chosen)) != len(chosen):
        raise Illegal(f"{pick.name} names something twice")
    if isinstance(pick, Number):
        if not pick.lo <= chosen[0] <= pick.hi:
            raise Illegal(f"{pick.name} goes from {pick.lo} to {pick.hi}")
        return
    allowed = pick.values()
    for value in chosen:
        if value not in allowed:
            raise Illegal(f"{pick.name} does not offer {value}")


def sample(ask: Ask, chance: Chance) -> Answer:
    """A random legal answer: first the move, then each pick, so that every legal answer has a chance."""
    index = chance.below(len(ask.moves)) if len(ask.moves) > 1 else 0
    move = ask.moves[index]
    if move.partition:
        return Answer(index, _sample_partition(move, chance))
    picks: list[Values] = []
    for pick in move.picks:
        n = pick.min if pick.min == pick.max else pick.min + chance.below(pick.max - pick.min + 1)
        values = pick.values()
        picks.append([chance.choice(values)] if n == 1 else chance.sample(values, n))
    for combo in move.combos:
        for i, chosen in zip(combo.picks, chance.choice(combo.allowed), strict=True):
            picks[i] = list(chosen)
    return Answer(index, picks)


def _sample_partition(move: Move, chance: Chance) -> list[Values]:
    cards = move.picks[0].values()
    chance.shuffle(cards)
    picks: list[Values] = [[cards.pop() for _ in range(pick.min)] for pick in move.picks]
    for card in cards:
        room = [i for i, pick in enumerate(move.picks) if len(picks[i]) < pick.max]
        picks[chance.choice(room)].append(card)
    return picks


def every_answer(ask: Ask) -> Iterator[Answer]:
    """All legal answers, one by one. Their number can be astronomic for ordered picks; take what you need."""
    for index, move in enumerate(ask.moves):
        choices = [_every_choice(pick, move.partition) for pick in move.picks]
        for picks in itertools.product(*choices):
            answer = Answer(index, [list(p) for p in picks])
            try:
                check(ask, answer)
            except Illegal:
                continue  # ruled out by a combination or a partition
            yield answer


def _every_choice(pick: Pick, ordered: bool) -> list[tuple[int, ...]]:
    values = pick.values()
    ordered = ordered and len(values) <= 8 or (isinstance(pick, Cards) and pick.ordered)
    ways = itertools.permutations if ordered else itertools.combinations
    return [way for n in range(pick.min, pick.max + 1) for way in ways(values, n)]
