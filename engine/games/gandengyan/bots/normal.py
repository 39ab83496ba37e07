"""The normal player: divides his hand, keeps bombs for when they are needed, and does not when somebody is about to win."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.view import View
from engine.games.gandengyan.bots.packed import Step, steps
from engine.games.gandengyan.bots.plan import patient, sensible
from engine.games.gandengyan.bots.scene import Scene, scene_of

__all__ = ["answer_for", "normal", "only_answer"]


def normal(see: Callable[[], View], ask: Ask, chance: Chance) -> Answer:
    """A Bot. It needs no luck."""
    if (only := only_answer(ask)) is not None:
        return only
    scene = scene_of(see())
    return answer_for(ask, scene, sensible(scene.hand, scene.top, scene.most, patient(scene.fewest)))


def only_answer(ask: Ask) -> Answer | None:
    """The answer where there is no choice."""
    return ask.default if len(ask.moves) == 1 and not ask.moves[0].picks else None


def answer_for(ask: Ask, scene: Scene, step: Step | None) -> Answer:
    """The answer that makes this step: what an ask offers stands in the order of `steps`."""
    if step is None:
        return ask.default
    place = steps(scene.hand, scene.top, scene.most).index(step)
    return Answer(len(ask.moves) - 1, [[place]])
