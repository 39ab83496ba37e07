"""One move with the picks that make it worth most, and what it is worth then."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.ask import Answer, Ask, Cards, Move, Number, Pick, Seats
from engine.games.herokill.bots.scene import Scene, hint_of, worth
from engine.games.herokill.deck import SLOT
from engine.games.herokill.hint import Hint, Scope

__all__ = ["Plan", "plan", "subject"]


class Plan(NamedTuple):
    """An answer, and what it promises."""

    promise: int
    answer: Answer


def subject(move: Move) -> str:
    """The card or skill that the move is about: what is used, else the skill itself."""
    what = move.params.get("what")
    return str(what) if what is not None else move.kind


def plan(scene: Scene, ask: Ask, index: int) -> Plan:
    """A move of the play phase, or a skill of a window. What its cards are meant for counts against the moves after it."""
    move = ask.moves[index]
    hint = hint_of(subject(move))
    if hint.needs and not scene.holds(hint.needs):
        return Plan(-1, ask.default)
    picks, promise = _equip(scene, move, hint) if move.kind == "equip" else _used(scene, ask, move, hint)
    for pick, values in zip(move.picks, picks, strict=True):
        if isinstance(pick, Cards):
            scene.mean(values, promise)
    return Plan(promise, Answer(index, picks))


def _equip(scene: Scene, move: Move, hint: Hint) -> tuple[list[list[int]], int]:
    """Worth what it is better than what lies in its slot; a weapon in the hand is no use."""
    (pick,) = move.picks
    assert isinstance(pick, Cards)
    slot = SLOT[subject(move)]
    worn = [c for c in scene.view.cards("equipment", scene.me) if SLOT[c.face.name] is slot]
    return [[pick.cards[0].id]], hint.own - sum(worth(card) for card in worn)


def _used(scene: Scene, ask: Ask, move: Move, hint: Hint) -> tuple[list[list[int]], int]:
    picks, promise = _fill(scene, move, hint)
    promise += hint.own + _unpicked(scene, move, hint)
    target = ask.params.get("target")
    if isinstance(target, int) and not any(isinstance(pick, Seats) for pick in move.picks):
        promise += scene.gain(hint, target)
    return picks, promise


def _unpicked(scene: Scene, move: Move, hint: Hint) -> int:
    """What it does to those whom one does not choose."""
    if hint.scope is Scope.SELF:
        return scene.effect(hint, scene.me)
    if hint.scope is Scope.PICKED:
        return 0
    return sum(
        scene.gain(hint, seat) for seat in scene.living() if hint.scope is Scope.ALL or seat != scene.me
    )


def _fill(scene: Scene, move: Move, hint: Hint) -> tuple[list[list[int]], int]:
    """The picks, and what they promise. Combinations of players: the best row. What must be divided all goes to the first place."""
    if move.partition:
        return [list(move.picks[0].values()), *([] for _ in move.picks[1:])], 0
    picks: list[list[int]] = [[] for _ in move.picks]
    promise = 0
    bound: set[int] = set()
    for combo in move.combos:
        row = max(combo.allowed, key=lambda row: _row(scene, hint, row))
        promise += _row(scene, hint, row)
        bound.update(combo.picks)
        for place, values in zip(combo.picks, row, strict=True):
            picks[place] = list(values)
    for place, pick in enumerate(move.picks):
        if place not in bound:
            picks[place], gain = _choose(scene, pick, hint)
            promise += gain
    return picks, promise


def _row(scene: Scene, hint: Hint, row: list[list[int]]) -> int:
    """The first player has the effect, whoever comes behind him is met by it in his turn."""
    first, *rest = [values[0] for values in row]
    return scene.gain(hint, first) - sum(scene.love[other] for other in rest)


def _choose(scene: Scene, pick: Pick, hint: Hint) -> tuple[list[int], int]:
    if isinstance(pick, Seats):
        return _seats(scene, pick, hint)
    if isinstance(pick, Cards):
        return _cards(scene, pick, hint)
    if isinstance(pick, Number):
        return [pick.hi], 0
    return list(pick.values())[: pick.min], 0


def _seats(scene: Scene, pick: Seats, hint: Hint) -> tuple[list[int], int]:
    """As many as it is good for, the best first."""
    ranked = sorted(pick.seats, key=lambda seat: -scene.gain(hint, seat))
    good = [seat for seat in ranked if scene.gain(hint, seat) > 0]
    chosen = ranked[: max(pick.min, min(pick.max, len(good)))]
    return [int(seat) for seat in chosen], sum(scene.gain(hint, seat) for seat in chosen)


def _cards(scene: Scene, pick: Cards, hint: Hint) -> tuple[list[int], int]:
    """The cheapest; more of them where each brings back more than it is worth."""
    ranked = sorted(pick.cards, key=scene.price)
    cheap = [card for card in ranked if worth(card) + scene.meant[card.id] < hint.per_card]
    chosen = ranked[: max(pick.min, min(pick.max, len(cheap)))]
    back = hint.per_card * len(chosen) - (sum(worth(card) for card in chosen) if hint.per_card else 0)
    return [int(card.id) for card in chosen], back - (0 if hint.per_card else scene.cost(chosen))
