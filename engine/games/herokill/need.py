"""A card that somebody must give in answer to something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.games.herokill.events import Use

__all__ = ["Need"]


@dataclass(slots=True)
class Need:
    """`seat` is asked for a card called `name`; `prompt` and `about` say why, in public. `use` is what it answers, None for nothing (a
    dying player's Medicine). `lord`: for whom a card is lent, None for oneself. `tried`: other ways that were tried for this need already.
    `allows`: whether an own card may be used up for it, None for all."""

    seat: Seat
    name: str
    prompt: str
    about: dict[str, Param]
    use: Use | None = None
    lord: Seat | None = None
    tried: list[str] = field(default_factory=list)
    allows: Callable[[CardId], bool] | None = None
