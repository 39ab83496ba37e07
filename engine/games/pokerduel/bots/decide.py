"""The questions of Pokerduel, by prompt: what a sensible player answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.chance import Chance
from engine.core.events import Face
from engine.core.view import View
from engine.games.pokerduel.bots import weights
from engine.games.pokerduel.bots.fight import answer_block, answer_respond, sets_of
from engine.games.pokerduel.bots.foe import Forecast
from engine.games.pokerduel.bots.sight import Sight
from engine.games.pokerduel.bots.worth import life, order, stock
from engine.games.pokerduel.sums import heal, is_merciful, power

__all__ = ["normal"]


def normal(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """Weighs what every answer may come to. It looks at the table only where there is something to choose, and draws no luck."""
    if len(ask.moves) == 1 and not ask.moves[0].picks:
        return ask.default
    return RULES[ask.prompt](Sight(see(), ask.seat), ask)


def _turn(sight: Sight, ask: Ask) -> Answer:
    """§3.6 The action that promises most, as long as one promises anything."""
    best, most = ask.default, 0.0
    for index, move in enumerate(ask.moves):
        if move.kind in _GAINS:
            gain = _GAINS[move.kind](sight, move)
            for place, faces in enumerate(sets_of(move)):
                promise = gain(faces) - _cost(sight, faces) + weights.MOVING * sight.stale
                if promise > most:
                    best, most = Answer(index, [[place]]), promise
    return best


def _cost(sight: Sight, faces: Sequence[Face]) -> float:
    """What the hand loses without these cards."""
    rest = list(sight.hand)
    for face in faces:
        rest.remove(face)
    return stock(sight.hand, sight.patience) - stock(rest, sight.patience)


Gain = Callable[[Sequence[Face]], float]


def _attack(sight: Sight, move: Move) -> Gain:
    """§4.2 The target answers at once, with the cards that it has now."""
    target = sight.players[_target(move)]
    forecast = Forecast(sight, target, target.cards, target.spent)
    return lambda faces: 0.0 if target.safe else forecast.worth(power(faces, target.hp), merciful=False)


def _prepare(sight: Sight, move: Move) -> Gain:
    """§4.3 It will have drawn by then."""
    target = sight.players[_target(move)]
    forecast = Forecast(sight, target, target.cards + 2, "")
    return lambda faces: forecast.worth(power(faces, target.hp), merciful=is_merciful(faces))


def _shield(sight: Sight, move: Move) -> Gain:
    return lambda faces: weights.SHIELD * sight.patience * faces[0].rank


def _heal(sight: Sight, move: Move) -> Gain:
    return lambda faces: sight.patience * (life(heal(sight.me.hp, faces[0].rank)) - life(sight.me.hp))


def _target(move: Move) -> int:
    target = move.params["target"]
    assert isinstance(target, int)
    return target


_GAINS: Final[Mapping[str, Callable[[Sight, Move], Gain]]] = {
    "attack": _attack,
    "prepare": _prepare,
    "shield": _shield,
    "heal": _heal,
}


def _give_up(sight: Sight, ask: Ask) -> Answer:
    """§3.4, §3.7 What the hand misses least."""
    (pick,) = ask.moves[0].picks
    assert isinstance(pick, Cards)
    least = order([card.face for card in pick.cards], sight.patience)[::-1]
    return Answer(0, [[pick.cards[place].id for _, place in least[: pick.min]]])


RULES: Final[Mapping[str, Callable[[Sight, Ask], Answer]]] = {
    "turn": _turn,
    "first_discard": _give_up,
    "discard": _give_up,
    "block_unhurt": answer_block,
    "block_hurt": answer_block,
    "block_killed": answer_block,
    "respond_hurt": answer_respond,
    "respond_killed": answer_respond,
    "counter_hurt": answer_respond,
    "counter_killed": answer_respond,
}
