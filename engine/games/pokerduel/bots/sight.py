"""A View read once: the bodies at the table, one's own hand, and what lies out of sight."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from engine.core.events import Face
from engine.core.view import View
from engine.games.pokerduel.bots import weights
from engine.games.pokerduel.deck import whole_deck

__all__ = ["Player", "Sight"]


@dataclass(frozen=True, slots=True)
class Player:
    """What is open to all about a seat: `shield` is what stands before it (0 while it prepares), `cards` the size of its hand."""

    seat: int
    hp: int
    shield: int
    cards: int
    spent: str
    escaped: bool
    safe: bool
    undying: bool

    @property
    def floor(self) -> int:
        return int(self.undying)


class Sight:
    """What one seat knows. `hand`: its own cards; `players`: the living, by seat. `patience`: 1 at first, less than nothing in the
    end; `stale`: the part of the cards out of hand that is in the graveyard."""

    def __init__(self, view: View, me: int) -> None:
        self.view = view
        self.hand = [card.face for card in view.cards("hand", me)]
        self.players = {
            seat: _player(view, seat) for seat in range(view.seats) if not view.mark("dead", seat)
        }
        self.me = self.players[me]
        used = view.zone("graveyard").n
        self.stale = used / max(1, used + view.zone("draw").n)
        self.my_turn = view.mark("current") == me
        self.patience = max(weights.HASTE, 1 - _number(view, "turns", me) / weights.PATIENCE)

    @cached_property
    def unseen(self) -> list[Face]:
        """The cards in other hands and in the pile."""
        zones = self.view.zones.values()
        seen = Counter(card.face for zone in zones for card in zone.cards or ())
        deck = Counter(whole_deck(2 if sum(zone.n for zone in zones) > len(whole_deck(1)) else 1))
        return list((deck - seen).elements())


def _player(view: View, seat: int) -> Player:
    return Player(
        seat,
        _number(view, "hp", seat),
        0 if view.mark("preparing", seat) else _number(view, "shield", seat),
        view.zone("hand", seat).n,
        str(view.mark("spent", seat)),
        bool(view.mark("escaped", seat)),
        bool(view.mark("safe", seat)),
        bool(view.mark("undying", seat)),
    )


def _number(view: View, mark: str, seat: int) -> int:
    value = view.mark(mark, seat)
    return value if isinstance(value, int) else 0
