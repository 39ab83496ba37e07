"""§5 What beats what."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.games.gandengyan.cards import TWO, Holding
from engine.games.gandengyan.combos import Combo, Kind, Reading, combos

__all__ = ["answers", "beats"]

_PRIVILEGED: Final = (Kind.SINGLE, Kind.PAIR)


def beats(new: Reading, old: Reading) -> bool:
    """§5.1–§5.5 Whether `new` may be played on `old`."""
    if new.kind is Kind.BOMB:
        if old.kind is not Kind.BOMB:
            return True  # §5.4
        return (new.size, new.low) > (old.size, old.low)  # §5.5
    if new.kind is not old.kind or new.size != old.size:
        return False  # §5.1
    if new.low == old.low + 1:
        return True  # §5.2
    return new.low == TWO > old.low and new.kind in _PRIVILEGED  # §5.3


@lru_cache(maxsize=1 << 15)
def answers(holding: Holding, most: int, old: Reading) -> tuple[Combo, ...]:
    """§4.1 All that these cards can be played as on top of `old`, in the order of `combos`."""
    return tuple(combo for combo in combos(holding, most) if beats(combo.reading, old))
