"""The questions of Dingti, by prompt: what a sensible player answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.chance import Chance
from engine.core.view import View
from engine.games.dingti import deck
from engine.games.dingti.bots import tune
from engine.games.dingti.bots.effects import Cast, expected, paid, take_shield
from engine.games.dingti.bots.scene import Scene, equity, peril
from engine.games.dingti.bots.sight import Sight

__all__ = ["normal"]

Choice = tuple[float, Answer]


def normal(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """The `normal` bot. It looks at the table only where there is something to choose."""
    if len(ask.moves) == 1 and not ask.moves[0].picks:
        return ask.default
    return RULES[ask.prompt](Sight(see(), ask.seat), ask)


# -- plays ----------------------------------------------------------------------------------------------------------------


def _values(move: Move, name: str) -> list[int] | None:
    return next((list(pick.values()) for pick in move.picks if pick.name == name), None)


def _castings(sight: Sight, ask: Ask, index: int) -> Iterator[tuple[Cast, Answer]]:
    """The ways to make a play that are worth a thought: every target, the Bomb or the least worthy card to give, the strongest Legacy."""
    move = ask.moves[index]
    name = str(move.params["card"])
    fixed: dict[str, int] = {}
    bombs, strength = None, _legacy_strength(sight)
    for pick in move.picks:
        if isinstance(pick, Cards) and pick.name == "gift":
            card = min(
                pick.cards, key=lambda c: (c.face.name != deck.BOMB, sight.worth_of(c.face.name))
            )
            fixed["gift"], bombs = card.id, int(card.face.name == deck.BOMB)
        elif isinstance(pick, Cards):
            fixed[pick.name] = max(pick.cards, key=lambda c: c.face.rank).id
    for target in _values(move, "target") or [None]:
        picks = [
            [target if pick.name == "target" and target is not None else fixed[pick.name]]
            for pick in move.picks
        ]
        yield Cast(name, sight.me, target, bombs, strength), Answer(index, picks)


def _legacy_strength(sight: Sight) -> int:
    ranks = [card.face.rank for card in sight.view.cards("hand", sight.me) if card.face.name == deck.LEGACY]
    return max(ranks, default=0)


def _spent(sight: Sight, scene: Scene, name: str) -> Scene:
    """The scene with the card out of the own hand."""
    names = deck.NUMBERS if name == deck.SMALL_BOMB else (name,)
    return paid(scene, sight.me, -sight.worth_of(*names) * tune.COST, -len(names))


def _best_play(sight: Sight, scene: Scene, ask: Ask) -> Choice | None:
    choices = []
    for index, move in enumerate(ask.moves):
        if move.kind == "play":
            after = _spent(sight, scene, str(move.params["card"]))
            choices += [(expected(sight, after, cast), way) for cast, way in _castings(sight, ask, index)]
    return max(choices, key=_first, default=None)


def _first(choice: Choice) -> float:
    return choice[0]


# -- the own turn ---------------------------------------------------------------------------------------------------------


def _turn(sight: Sight, ask: Ask) -> Answer:
    """§3.5 Free actions first; then the best play, if it is better than none."""
    for index, move in enumerate(ask.moves):
        if move.kind == "revive":
            return Answer(index)
        if move.kind == "equip" and _wants(sight, str(move.params["card"])):
            return Answer(index, [[pick.hi] for pick in move.picks])  # as many shields as fit
    for index, move in enumerate(ask.moves):
        if move.kind == "recall" and (mates := [s for s in _values(move, "target") or [] if _mate(sight, s)]):
            return Answer(index, [mates[:1]])
    best = _best_play(sight, sight.scene, ask)
    return best[1] if best and best[0] > equity(sight.scene) else ask.default


def _wants(sight: Sight, name: str) -> bool:
    """The blade works for this round only (§8.11), so it waits for a death in sight."""
    if sight.scene.bodies[sight.me].ghost:
        return name == deck.TRICKSTER
    if name == deck.HEIR_BLADE:
        return any(peril(sight.scene, seat) > 0.9 for seat in sight.scene.bodies if seat != sight.me)
    return True


def _mate(sight: Sight, seat: int) -> bool:
    return sight.side(seat) == sight.scene.side


# -- override -------------------------------------------------------------------------------------------------------------


def _override(sight: Sight, ask: Ask) -> Answer:
    """§4 Let it stand, or play something better in its place."""
    cast = _announced(sight, ask)
    stands = expected(sight, sight.scene, cast)
    home = paid(sight.scene, cast.actor, tune.AVERAGE, 1)
    best = _best_play(sight, home, ask)
    if best and best[0] > stands * tune.MARGIN:
        return best[1]
    return ask.default


def _announced(sight: Sight, ask: Ask) -> Cast:
    name, by, target = (ask.params.get(key) for key in ("card", "by", "target"))
    assert isinstance(by, int)
    ranks = [card.face.rank for card in sight.view.cards("table") if card.face.name == deck.LEGACY]
    aim = target if isinstance(target, int) else None
    return Cast(str(name), by, aim, None, ranks[-1] if ranks else 2)


# -- choices after a play stands ------------------------------------------------------------------------------------------


def _take_best(sight: Sight, ask: Ask) -> Answer:
    pick = ask.moves[0].picks[0]
    assert isinstance(pick, Cards)
    return Answer(0, [[max(pick.cards, key=lambda card: sight.worth_with(card.face.name)).id]])


def _give_worst(sight: Sight, ask: Ask) -> Answer:
    """§7.8 Bombs first, then what is worth least; no more than must be, but all bombs."""
    pick = ask.moves[0].picks[0]
    assert isinstance(pick, Cards)
    order = sorted(pick.cards, key=lambda c: (c.face.name != deck.BOMB, sight.worth_of(c.face.name)))
    bombs = sum(card.face.name == deck.BOMB for card in order)
    n = min(pick.max, max(pick.min, bombs))
    return Answer(0, [[card.id for card in order[:n]]])


def _guess(sight: Sight, ask: Ask) -> Answer:
    name, _ = sight.guess()
    return Answer(0, [[list(deck.COPIES).index(name)]])


def _victim(sight: Sight, ask: Ask) -> Answer:
    def without(target: int) -> float:
        if target in sight.scene.bodies:
            return equity(sight.scene.without(target))
        return equity(msgspec.structs.replace(sight.scene, boss=None))

    return Answer(0, [[max(_values(ask.moves[0], "target") or [], key=without)]])


def _top_raid(sight: Sight, ask: Ask) -> Answer:
    """§7.7 A shield where that kills, else the best card."""
    target = ask.params["target"]
    assert isinstance(target, int)
    for index, move in enumerate(ask.moves):
        bare = take_shield(sight.scene, target)
        if move.kind != "look" and peril(bare, target) > peril(sight.scene, target):
            return Answer(index)
    return Answer(0)


# -- rescue, revival, the blade, the trick --------------------------------------------------------------------------------


def _rescue(sight: Sight, ask: Ask) -> Answer:
    dying = _values(ask.moves[1], "target") or []
    saved = [seat for seat in dying if seat == sight.me] or [seat for seat in dying if _mate(sight, seat)]
    return Answer(1, [saved[:1]]) if saved else ask.default


def _revive(sight: Sight, ask: Ask) -> Answer:
    return Answer(1)


def _bequeath(sight: Sight, ask: Ask) -> Answer:
    mates = [seat for seat in _values(ask.moves[1], "target") or [] if _mate(sight, seat)]
    return Answer(1, [mates[:1]]) if mates else ask.default


def _rewrite(sight: Sight, ask: Ask) -> Answer:
    return ask.default


RULES: Final[Mapping[str, Callable[[Sight, Ask], Answer]]] = {
    "turn": _turn,
    "override": _override,
    "override_at": _override,
    "scavenge": _take_best,
    "take_card": _take_best,
    "gift": _give_worst,
    "swap": _give_worst,
    "guess": _guess,
    "victim": _victim,
    "top_raid": _top_raid,
    "rescue": _rescue,
    "revive": _revive,
    "bequeath": _bequeath,
    "rewrite": _rewrite,
}
