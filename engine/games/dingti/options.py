"""The room options of §12."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.game import Options

__all__ = ["DingtiOptions"]


class DingtiOptions(Options, frozen=True):
    """`boss` §12.1, `teams` §12.2, `drawn_bombs` §12.3 (§6.1), `first_seat` §12.4 (§3.4), `round_cap` §12.5 (rounds until the draw)."""

    boss: Literal["on", "off"] = "on"
    teams: Literal["off", "2v2"] = "off"
    drawn_bombs: Literal["hand", "hang"] = "hand"
    first_seat: Literal["random", "rotate"] = "random"
    round_cap: Annotated[int, msgspec.Meta(ge=1, le=200)] = 60
