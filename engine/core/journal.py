"""What comes into a match from outside, and what is kept of it: inputs, the saved boundary, the window in public view."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from engine.core.ask import Answer
from engine.core.events import Param
from engine.core.ids import AskId, Seat

__all__ = ["Answered", "By", "Input", "Left", "PollView", "Saved"]


class By(enum.Enum):
    """Who gave an answer: for the record, never for the rules."""

    PERSON = "person"
    SILENCE = "silence"
    BOT = "bot"


class Answered(msgspec.Struct, frozen=True, gc=False, tag="answered", array_like=True):
    """`seat` answered the ask `ask`."""

    seat: Seat
    ask: AskId
    answer: Answer
    by: By = By.PERSON


class Left(msgspec.Struct, frozen=True, gc=False, tag="left", array_like=True):
    """The person at `seat` surrendered; a bot answers from now on."""

    seat: Seat


Input = Answered | Left


class Saved(msgspec.Struct, frozen=True):
    """A match at a round boundary. `state` is the MessagePack of the game's State, `options` its room options as plain data.

    The seed is not in it: whoever restores must know it."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    state: bytes
    next_ask: int
    step: int
    round: int


class PollView(msgspec.Struct, omit_defaults=True):
    """An open window as everybody sees it: which seats were asked, never who has answered or could. `covered`: a seat that can only pass
    is asked as well; where polling is brisk it is answered for."""

    window: str
    seats: list[Seat]
    params: dict[str, Param] = {}
    covered: bool = False
