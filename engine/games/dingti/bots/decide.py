"""The questions of Dingti, by prompt: what a sensible player answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.ask import Answer, Ask, Cards, Move, Number, Options, Seats
from engine.core.chance import Chance
from engine.core.view import View
from engine.games.dingti import deck
from engine.games.dingti.bots import weights
from engine.games.dingti.bots.effects import expected, lent, paid, shield_taken
from engine.games.dingti.bots.plays import announced, best_play, best_trick, least, trick_promises
from engine.games.dingti.bots.scene import equity, peril
from engine.games.dingti.bots.sight import Sight

__all__ = ["normal"]

LIKELY = 0.9
"""A peril that somebody will hardly escape."""


def normal(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """Plays for the scene that promises most. It looks at the table only where there is something to choose, and draws no luck."""
    if len(ask.moves) == 1 and not ask.moves[0].picks:
        return ask.default
    return RULES[ask.prompt](Sight(see(), ask.seat), ask)


# -- the own turn ---------------------------------------------------------------------------------------------------------


def _turn(sight: Sight, ask: Ask) -> Answer:
    """§3.5 Free actions first; then the best play, if it is better than none."""
    for index, move in enumerate(ask.moves):
        if move.kind in _FREE and (free := _FREE[move.kind](sight, ask, index)) is not None:
            return free
    best = best_play(sight, sight.scene, ask)
    return best.answer if best and best.promise > equity(sight.scene) else ask.default


def _revive_now(sight: Sight, ask: Ask, index: int) -> Answer:
    return Answer(index)


def _equip(sight: Sight, ask: Ask, index: int) -> Answer | None:
    """Everything that will help, shields as many as fit."""
    move = ask.moves[index]
    wanted = _WANTED.get(str(move.params["card"]), _if_living)
    if not wanted(sight, ask):
        return None
    return Answer(index, [[pick.hi] for pick in move.picks if isinstance(pick, Number)])


def _if_living(sight: Sight, ask: Ask) -> bool:
    """§8.4, §8.6 A ghost's shields break for nothing and are gone when it is revived."""
    return not sight.scene.bodies[sight.me].ghost


def _if_death_is_near(sight: Sight, ask: Ask) -> bool:
    """§8.11 The blade lasts for this round only."""
    return any(peril(sight.scene, seat) > LIKELY for seat in sight.scene.bodies if seat != sight.me)


def _unless_recalling(sight: Sight, ask: Ask) -> bool:
    """§9.5 A Trickster brings his mate back with the Miracle in his hand."""
    return sight.lost_mate() is None or not any(move.kind == "recall" for move in ask.moves)


def _always(sight: Sight, ask: Ask) -> bool:
    return True


_WANTED: Final[Mapping[str, Callable[[Sight, Ask], bool]]] = {
    deck.HEIR_BLADE: _if_death_is_near,
    deck.MIRACLE: _unless_recalling,
    deck.TRICKSTER: _always,
    deck.CROWN: _always,
}
"""When to equip what; the rest while one lives."""


def _lend(sight: Sight, ask: Ask, index: int) -> Answer | None:
    """§7.18 Shields for a team-mate who needs them more."""
    targets, counts = ask.moves[index].picks
    assert isinstance(targets, Seats)
    assert isinstance(counts, Number)
    ways = [
        (seat, n) for seat in targets.seats if sight.is_mate(seat) for n in range(counts.lo, counts.hi + 1)
    ]
    if not ways:
        return None
    seat, n = max(ways, key=lambda way: equity(lent(sight.scene, sight.me, *way)))
    better = equity(lent(sight.scene, sight.me, seat, n)) > weights.MARGIN * equity(sight.scene)
    return Answer(index, [[seat], [n]]) if better else None


def _take_back(sight: Sight, ask: Ask, index: int) -> Answer | None:
    return None if sight.lost_mate() is None else Answer(index)


def _recall(sight: Sight, ask: Ask, index: int) -> Answer | None:
    """The turn's play, so only when nothing free is left to do."""
    if any(move.kind == "equip" and _equip(sight, ask, i) for i, move in enumerate(ask.moves)):
        return None
    mate = sight.lost_mate()
    return None if mate is None else Answer(index, [[mate]])


_FREE: Final[Mapping[str, Callable[[Sight, Ask, int], Answer | None]]] = {
    "revive": _revive_now,
    "equip": _equip,
    "lend": _lend,
    "take_back": _take_back,
    "recall": _recall,
}


# -- others' plays --------------------------------------------------------------------------------------------------------


def _override(sight: Sight, ask: Ask) -> Answer:
    """§4 Something better in its place, a trick on it (§9.6), or nothing."""
    cast = announced(sight, ask)
    enough = weights.MARGIN * expected(sight, sight.scene, cast)
    best = best_play(sight, paid(sight.scene, cast.actor, weights.AVERAGE, 1), ask)
    if best and best.promise > enough:
        return best.answer
    if ask.moves[-1].kind == "press" and trick_promises(sight, cast) > enough:
        return Answer(len(ask.moves) - 1)
    return ask.default


def _rewrite(sight: Sight, ask: Ask) -> Answer:
    return best_trick(sight, ask).answer


# -- choices when a play stands -------------------------------------------------------------------------------------------


def _cards(move: Move) -> Cards:
    (pick,) = move.picks
    assert isinstance(pick, Cards)
    return pick


def _seats(move: Move) -> list[int]:
    (pick,) = move.picks
    assert isinstance(pick, Seats)
    return [int(seat) for seat in pick.seats]


def _take(sight: Sight, ask: Ask) -> Answer:
    best = max(_cards(ask.moves[0]).cards, key=lambda card: sight.worth_with(card.face.name))
    return Answer(0, [[best.id]])


def _give(sight: Sight, ask: Ask) -> Answer:
    """§7.8, §10.9 All Bombs that may go, and nothing else that need not."""
    pick = _cards(ask.moves[0])
    order = least(sight, pick.cards)
    bombs = sum(card.face.name == deck.BOMB for card in order)
    return Answer(0, [[card.id for card in order[: min(pick.max, max(pick.min, bombs))]]])


def _guess(sight: Sight, ask: Ask) -> Answer:
    (pick,) = ask.moves[0].picks
    assert isinstance(pick, Options)
    name, _ = sight.guess()
    return Answer(0, [[pick.options.index(f"cards.{name}.name")]])


def _victim(sight: Sight, ask: Ask) -> Answer:
    return Answer(0, [[max(_seats(ask.moves[0]), key=lambda seat: equity(sight.scene.without(seat)))]])


def _top_raid(sight: Sight, ask: Ask) -> Answer:
    """§7.7 A shield where its loss kills, else the best card; shields alone are offered only where there is no hand."""
    target = ask.params["target"]
    assert isinstance(target, int)
    takes = [index for index, move in enumerate(ask.moves) if move.kind != "look"]
    if takes and peril(shield_taken(sight.scene, target), target) > peril(sight.scene, target):
        return Answer(takes[-1])
    return Answer(0)


# -- death and rescue -----------------------------------------------------------------------------------------------------


def _rescue(sight: Sight, ask: Ask) -> Answer:
    """§9.2 Oneself, else a mate."""
    ours = [seat for seat in _seats(ask.moves[1]) if sight.is_mate(seat)]
    return Answer(1, [[sight.me if sight.me in ours else ours[0]]]) if ours else ask.default


def _revive(sight: Sight, ask: Ask) -> Answer:
    return Answer(1)


def _bequeath(sight: Sight, ask: Ask) -> Answer:
    """§8.13 To a mate; an opponent would only gain by it."""
    mates = [seat for seat in _seats(ask.moves[1]) if sight.is_mate(seat)]
    return Answer(1, [mates[:1]]) if mates else ask.default


RULES: Final[Mapping[str, Callable[[Sight, Ask], Answer]]] = {
    "turn": _turn,
    "override": _override,
    "override_at": _override,
    "rewrite": _rewrite,
    "scavenge": _take,
    "take_card": _take,
    "gift": _give,
    "swap": _give,
    "guess": _guess,
    "victim": _victim,
    "top_raid": _top_raid,
    "rescue": _rescue,
    "revive": _revive,
    "bequeath": _bequeath,
}
