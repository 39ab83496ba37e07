"""The questions of Herokill: what each answer is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.chance import Chance
from engine.core.events import Card
from engine.core.view import View
from engine.games.herokill.bots.moves import Plan, plan
from engine.games.herokill.bots.scene import Scene, hint_of, worth
from engine.games.herokill.hint import Scope

__all__ = ["normal"]

STRIKE: Final = "kill"
"""What a question for a Kill on somebody is judged by, unless it says otherwise."""
BLIND = 10
"""What an unseen card of a hand is worth."""
ENOUGH = 7
"""A Nullify is worth its card from here on."""


def normal(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """It looks at the table only where there is something to choose; luck decides only which hero it plays."""
    if len(ask.moves) == 1 and not ask.moves[0].picks:
        return ask.default
    if ask.prompt == "hero":
        return Answer(0, [[chance.below(len(ask.moves[0].picks[0].values()))]])
    scene = Scene(see(), ask)
    choose = _FORCED.get(ask.prompt)
    if choose is not None:
        return choose(scene, ask)
    plans = [_plan(scene, ask, index) for index in range(len(ask.moves))]
    return max(plans, key=lambda one: one.promise).answer


def _plan(scene: Scene, ask: Ask, index: int) -> Plan:
    """Passing promises nothing. A card that is asked for is worth what the question is about; so is another way to bring it."""
    move = ask.moves[index]
    if move.kind in ("pass", "waive"):
        return Plan(0 if move.kind == "pass" else -1, Answer(index))
    if ask.prompt in ("play", "may", "may_at") or "what" not in move.params:
        return plan(scene, ask, index)
    about = _ABOUT.get(ask.prompt, _strike)(scene, ask)
    chosen = _cheapest(move)
    price = scene.cost(chosen) or (0 if move.picks else 1)
    return Plan(about - price, Answer(index, [[card.id for card in chosen]] if move.picks else []))


def _cheapest(move: Move) -> list[Card]:
    for pick in move.picks:
        if isinstance(pick, Cards):
            return sorted(pick.cards, key=worth)[: pick.min]
    return []


# -- what a card that is asked for is worth ----------------------------------------------------------------------------------


def _own_skin(scene: Scene, ask: Ask) -> int:
    return scene.saved(scene.me)


def _strike(scene: Scene, ask: Ask) -> int:
    """A Kill on the one whom the question names."""
    target = ask.params.get("target")
    return scene.gain(hint_of(STRIKE), target) if isinstance(target, int) else 0


def _borrowed(scene: Scene, ask: Ask) -> int:
    """The Kill, and the weapon that stays."""
    worn = scene.view.cards("equipment", scene.me)
    return _strike(scene, ask) + max((worth(card) for card in worn), default=0) // 2


def _rescue(scene: Scene, ask: Ask) -> int:
    """A friend's life."""
    target = ask.params.get("target")
    return scene.saved(target, 9) - ENOUGH if isinstance(target, int) else 0


def _for_lord(scene: Scene, ask: Ask) -> int:
    """The lord's skin; or the harm that his Kill will do."""
    lord, targets = ask.params.get("lord"), ask.params.get("targets")
    if isinstance(targets, Sequence) and not isinstance(targets, str):
        return sum(scene.gain(hint_of(STRIKE), int(target)) for target in targets) - ENOUGH
    return scene.saved(lord) // 2 if isinstance(lord, int) else 0


def _harm(scene: Scene, ask: Ask) -> int:
    """What the trick will do, to my mind: to its target, and to its user."""
    target, by = ask.params.get("target"), ask.params.get("by")
    hint = hint_of(str(ask.params.get("what")))
    if not isinstance(target, int) or not isinstance(by, int):
        return 0
    own = hint.own * scene.love[by] // 10 if hint.scope is Scope.PICKED else 0
    return scene.gain(hint, target) + own


def _nullify(scene: Scene, ask: Ask) -> int:
    return -_harm(scene, ask) - ENOUGH


def _counter(scene: Scene, ask: Ask) -> int:
    return _harm(scene, ask) - ENOUGH


_ABOUT: Final[Mapping[str, Callable[[Scene, Ask], int]]] = {
    "dodge": _own_skin,
    "dodge_more": _own_skin,
    "area": _own_skin,
    "duel": _own_skin,
    "borrow": _borrowed,
    "save": _rescue,
    "save_self": _rescue,
    "lend_kill": _for_lord,
    "lend_kill_at": _for_lord,
    "lend_dodge": _for_lord,
    "nullify": _nullify,
    "counter": _counter,
}


# -- choices that must be made --------------------------------------------------------------------------------------------------


def _least(scene: Scene, ask: Ask) -> Answer:
    """Own cards to lose."""
    return _by_worth(ask, reverse=False)


def _best(scene: Scene, ask: Ask) -> Answer:
    return _by_worth(ask, reverse=True)


def _by_worth(ask: Ask, *, reverse: bool) -> Answer:
    (pick,) = ask.moves[0].picks
    assert isinstance(pick, Cards)
    ranked = sorted(pick.cards, key=worth, reverse=reverse)
    return Answer(0, [[card.id for card in ranked[: pick.min]]])


def _highest(scene: Scene, ask: Ask) -> Answer:
    """The card to compare with."""
    (pick,) = ask.moves[0].picks
    assert isinstance(pick, Cards)
    return Answer(0, [[max(pick.cards, key=lambda card: (card.face.rank, -worth(card))).id]])


def _take(scene: Scene, ask: Ask) -> Answer:
    """Of an enemy the best; of a friend what hurts him least."""
    target = ask.params.get("target")
    friend = isinstance(target, int) and scene.love[target] > 0
    options: list[tuple[int, Answer]] = []
    for index, move in enumerate(ask.moves):
        if not move.picks:
            options.append((BLIND, Answer(index)))
        options += [(worth(card), Answer(index, [[card.id]])) for card in _all(move)]
    return (min if friend else max)(options, key=lambda option: option[0])[1]


def _all(move: Move) -> Sequence[Card]:
    return [card for pick in move.picks if isinstance(pick, Cards) for card in pick.cards]


_FORCED: Final[Mapping[str, Callable[[Scene, Ask], Answer]]] = {
    "discard": _least,
    "harvest": _best,
    "horse": _best,
    "compare": _highest,
    "take": _take,
}
