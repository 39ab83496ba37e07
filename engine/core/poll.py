"""How a rule asks: it yields a poll and is resumed with the answers (law 2).

Always a `Poll`; one question is a poll of one. A *sealed* poll asks several seats in one window and hands all answers to the rule together,
in the order in which the asks stand, never by arrival. Where the rules say that seats decide in turn and only the first taker counts,
ask all at once and settle in order: reaching a seat already implies that the earlier ones passed (law 6).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

import msgspec

from engine.core.ask import Answer, Ask, Move, Pick
from engine.core.events import Param
from engine.core.ids import Seat

__all__ = ["GameOver", "Outcome", "Poll", "Rule", "TurnOver", "ask", "choose", "sealed"]

T = TypeVar("T")


class Poll(msgspec.Struct, gc=False):
    """Questions that are open together. `window` (a text key) and `params` are public, and so is which seats are asked; who has
    answered, and who could have, is not. `covered`: a seat that can only pass still counts as thinking (override, nullification)."""

    window: str
    asks: list[Ask]
    params: dict[str, Param] = {}
    covered: bool = False


Rule = Generator[Poll, list[Answer], T]


class Outcome(msgspec.Struct, omit_defaults=True):
    """How a match ended. `winners` is empty for a draw; `reason` is a text key; `places` is 1 for the best, by seat (equal places
    are ties); `scores` by seat where the game counts any."""

    winners: list[Seat]
    reason: str
    places: list[int] = []
    scores: list[int] = []


class TurnOver(Exception):
    """Unwinds to the owner of the current turn."""


class GameOver(Exception):
    """Unwinds to the match, which ends with `outcome`."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


def ask(question: Ask, *, window: str | None = None, **params: Param) -> Rule[Answer]:
    """Put one question in public view (that it is open, not what it offers). The window's name is the prompt unless named."""
    (answer,) = yield Poll(window or question.prompt, [question], params)
    return answer


def sealed(window: str, asks: Sequence[Ask], *, covered: bool = False, **params: Param) -> Rule[list[Answer]]:
    """Put several questions in one window; the answers come together, in the order of `asks`. No asks: no window."""
    if not asks:
        return []
    return (yield Poll(window, list(asks), params, covered))


def choose(seat: Seat, prompt: str, pick: Pick, default: Sequence[int], **params: Param) -> Rule[list[int]]:
    """A forced choice: one move with one pick. Returns the chosen values."""
    answer = yield from ask(Ask(seat, prompt, [Move(prompt, {}, [pick])], Answer(0, [list(default)]), params))
    return answer.picks[0]
