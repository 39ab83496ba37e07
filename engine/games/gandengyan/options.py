"""The room options of §9."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.game import Options

__all__ = ["GandengyanOptions"]


class GandengyanOptions(Options, frozen=True):
    """`decks` §9.1, `points` §9.2 (each player's at the start), `hands` §9.3 (the match ends after so many; 0: when §8 says)."""

    decks: Literal["one", "two"] = "one"
    points: Annotated[int, msgspec.Meta(ge=10, le=5000)] = 500
    hands: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
