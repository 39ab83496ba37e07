"""The parts of a question and of its answer: data only. `engine.core.ask` checks, samples and enumerates answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

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
    "Values",
]

Values = list[int]


class Cards(msgspec.Struct, gc=False, tag="cards", omit_defaults=True):
    """Pick `min` to `max` of these cards, all different; in `ordered` picks the order given matters. Answered by card ids."""

    name: str
    cards: list[Card]
    min: int = 1
    max: int = 1
    ordered: bool = False

    def values(self) -> Sequence[int]:
        return [card.id for card in self.cards]

    def offers(self, value: int) -> bool:
        for card in self.cards:  # noqa: SIM110 - no frame of a generator: this runs twice a decision
            if card.id == value:
                return True
        return False


class Seats(msgspec.Struct, gc=False, tag="seats", omit_defaults=True):
    """Pick `min` to `max` of these seats (or figures), all different. Answered by seat numbers."""

    name: str
    seats: list[Seat]
    min: int = 1
    max: int = 1

    def values(self) -> Sequence[int]:
        return self.seats

    def offers(self, value: int) -> bool:
        return value in self.seats


class Options(msgspec.Struct, gc=False, tag="options", omit_defaults=True):
    """Pick `min` to `max` of these options (text keys). Answered by their places, from 0."""

    name: str
    options: list[str]
    min: int = 1
    max: int = 1

    def values(self) -> Sequence[int]:
        return range(len(self.options))

    def offers(self, value: int) -> bool:
        return 0 <= value < len(self.options)


class CardSet(msgspec.Struct, gc=False, omit_defaults=True):
    """Some cards together, read in one way: `label` is a text key with `params` (a wild card's meaning is part of the choice)."""

    cards: list[CardId]
    label: str
    params: dict[str, Param] = {}


class Sets(msgspec.Struct, gc=False, tag="sets", omit_defaults=True):
    """Pick exactly one of these sets of cards. `cards` has the faces of all of them, and the equal cards that would do as well as one of
    them: what a client marks as playable. Answered by the set's place, from 0."""

    name: str
    cards: list[Card]
    sets: list[CardSet]
    min: int = 1
    max: int = 1

    def values(self) -> Sequence[int]:
        return range(len(self.sets))

    def offers(self, value: int) -> bool:
        return 0 <= value < len(self.sets)


class Number(msgspec.Struct, gc=False, tag="number", omit_defaults=True):
    """Pick a whole number from `lo` to `hi`, both allowed. Answered by the number."""

    name: str
    lo: int
    hi: int
    min: int = 1
    max: int = 1

    def values(self) -> Sequence[int]:
        return range(self.lo, self.hi + 1)

    def offers(self, value: int) -> bool:
        return self.lo <= value <= self.hi


Pick = Cards | Seats | Options | Sets | Number


class Combos(msgspec.Struct, gc=False):
    """The picks numbered `picks` constrain each other: together they must be one row of `allowed` (a list of values per pick)."""

    picks: list[int]
    allowed: list[list[list[int]]]


class Move(msgspec.Struct, gc=False, omit_defaults=True):
    """One way to answer. `kind` is a text key; `params` may carry a preview computed from public values.

    `combos` lists explicit combinations of picks that constrain each other (no pick stands in two of them).
    `partition`: all picks are over the same cards and each card must be put into exactly one of them."""

    kind: str
    params: dict[str, Param] = {}
    picks: list[Pick] = []
    combos: list[Combos] = []
    partition: bool = False


class Answer(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`move` is the place of the chosen move in the ask, `picks` has one list of integers for each of its picks."""

    move: int
    picks: list[list[int]] = []


class Ask(msgspec.Struct, gc=False, omit_defaults=True):
    """A question to `seat`. `prompt` is a text key; `default` is what a silence means; `time` says which clock runs.

    `id` is 0 until the match puts the question."""

    seat: Seat
    prompt: str
    moves: list[Move]
    default: Answer
    params: dict[str, Param] = {}
    time: Literal["turn", "response"] = "turn"
    id: AskId = AskId(0)
