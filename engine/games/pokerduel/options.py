"""The room options of §11."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.core.game import Options

__all__ = ["PokerduelOptions"]


class PokerduelOptions(Options, frozen=True):
    """`decks` §11.1 (§1.2), `turn_cap` §11.2: turns of one player after which the match is decided (§8.2)."""

    decks: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    turn_cap: Annotated[int, msgspec.Meta(ge=1, le=200)] = 60
