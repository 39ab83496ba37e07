"""What a tick has changed, for those who tell it."""

from __future__ import annotations

import msgspec

from engine.core.events import Happening
from protocol.messages import Said
from server.links import PlayerId
from server.rooms.entries import Why

__all__ = ["Effects"]


class Effects(msgspec.Struct):
    """What a tick has changed that somebody must be told of.

    `stepped`: the match went on to another window (or its end). `hushed`: seats whose ask was answered without anybody else being told.
    `fresh`: players who see the room with other eyes from now on, and so need a snapshot. `out`: players who are no longer in the room,
    with True where they were removed. `rounded`: a round of the match was finished."""

    happenings: list[Happening] = []
    said: Said | None = None
    info: bool = False
    stepped: bool = False
    begun: bool = False
    over: bool = False
    rounded: bool = False
    hushed: list[int] = []
    fresh: set[PlayerId] = set()
    out: dict[PlayerId, bool] = {}
    answers: list[Why] = []

    @property
    def told(self) -> bool:
        """Whether there is anything to tell everybody: then the room's number grows."""
        return self.info or self.stepped or self.begun or self.over or self.said is not None
