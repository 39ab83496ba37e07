"""§5 What beats what."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.games.gandengyan.cards import GRADES, TWO, Holding
from engine.games.gandengyan.combos import EACH, Combo, Kind, Reading, bombs, equal, rows

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


@lru_cache(maxsize=1 << 14)
def answers(holding: Holding, most: int, old: Reading) -> tuple[Combo, ...]:
    """§4.1 All that these cards can be played as on top of `old`, in the order of `combos`."""
    near = (*_alike(holding, old), *bombs(holding, most))
    return tuple(combo for combo in near if beats(combo.reading, old))


def _alike(holding: Holding, old: Reading) -> list[Combo]:
    """Those of the same kind, bombs apart, among which all are that beat `old`: made without making the others."""
    kind, low, size = old
    if kind in _PRIVILEGED:
        return equal(holding, kind, range(low + 1, GRADES), size, size)
    if kind is Kind.BOMB:
        return []
    length = size // EACH[kind]
    return rows(holding, kind, low + 1, length, length)
