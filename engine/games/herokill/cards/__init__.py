"""§4, §6 The cards one by one."""

from __future__ import annotations

from typing import Final

from engine.games.herokill.cards import delayed, takes, tricks
from engine.games.herokill.cards.equipment import EQUIPMENT
from engine.games.herokill.kind import Kind

__all__ = ["EQUIPMENT", "KINDS"]

KINDS: Final[tuple[Kind, ...]] = (*tricks.CARDS, *takes.CARDS, *delayed.CARDS)
"""Every card that can be used; equipment is worn (§4.1)."""
