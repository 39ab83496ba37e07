"""What the table tells a player who has nothing to choose: that he passes by himself, waits, or is out."""

from __future__ import annotations

from clients.cli.choice import Choice
from clients.cli.describe import Describer
from clients.cli.full.look import Scene, look_of
from clients.cli.full.portrait import is_down
from clients.cli.model import RoomModel

__all__ = ["note_of", "otherwise", "to_decide"]


def to_decide(model: RoomModel | None, choice: Choice | None) -> Choice | None:
    """The choice that waits for the player. None also where there is nothing to choose and the server does not wait: a key that comes too
    late must not hit the next question."""
    covered = model is not None and model.window is not None and model.window.covered
    by_itself = covered and model is not None and model.info.polling == "brisk"
    return None if choice is None or (by_itself and choice.forced) else choice


def otherwise(model: RoomModel, describe: Describer, choice: Choice | None) -> str:
    """What stands in place of a question that waits for the player."""
    if choice is not None:
        return describe.prompt(choice.ask)
    if _out(model, describe):
        return describe.say("full.out")
    return describe.say("picks.nothing" if model.window is None else "full.waiting")


def note_of(model: RoomModel, describe: Describer, choice: Choice | None, note: str) -> str:
    """The note under the question; `note` is what was to be said of the last answer, which is stale when the player is out."""
    if choice is not None and choice.forced:
        return describe.say("picks.forced" if to_decide(model, choice) else "picks.forced_brisk")
    return "" if choice is None and (model.over or _out(model, describe)) else note


def _out(model: RoomModel, describe: Describer) -> bool:
    """Whether the player is out of a match that goes on."""
    if model.view is None or model.you is None or model.over is not None:
        return False
    return is_down(Scene(model, model.view, describe), look_of(model.info.game), model.you)
