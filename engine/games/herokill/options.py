"""The room options of §10."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.game import Options

__all__ = ["HerokillOptions"]


class HerokillOptions(Options, frozen=True):
    """`spies` §10.1 (for 6, 8 or 10 players), `max_reshuffles` §10.2 and `turn_cap` §10.3 (then the game is a draw), `yin_ren_cap` §10.4
    (cards that Gou Jian keeps; 0 is no limit), `zhan_bu` §10.5 (how many cards Liu Bowen looks at)."""

    spies: Literal["one", "two"] = "one"
    max_reshuffles: Annotated[int, msgspec.Meta(ge=1, le=100)] = 6
    turn_cap: Annotated[int, msgspec.Meta(ge=10, le=5000)] = 1000
    yin_ren_cap: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    zhan_bu: Literal["five", "living"] = "five"
