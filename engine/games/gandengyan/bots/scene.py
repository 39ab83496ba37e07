"""What a seat sees, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.core.view import View
from engine.games.gandengyan.bots.packed import UNIT, Packed, code_of, pack
from engine.games.gandengyan.cards import GRADES, JOKER, JOKERS, SUITS, grade_of, holding_of
from engine.games.gandengyan.naming import read, read_deed
from engine.games.gandengyan.state import Status

__all__ = ["Scene", "scene_of"]


@dataclass(frozen=True, slots=True)
class Scene:
    """`most` as in `combos`; `hand` is the seat's own; `left` the cards of each seat in the hand, 0 for others; `top` the play to be
    beaten (0: to lead) and `owner` whose it is. `deeds`: for each seat what it has put on what since it drew, the last first: codes (0: a
    lead) and packed cards (0: a pass). `unseen`: the grades of all cards out of sight, of which `pile` lie in the draw pile."""

    seat: Seat
    most: int
    hand: Packed
    left: list[int]
    top: int
    owner: int
    played: list[bool]
    deeds: list[list[tuple[int, Packed]]]
    factor: int
    unseen: list[int]
    pile: int

    @property
    def shortest(self) -> int:
        """Cards of the other player who has the fewest."""
        return min(n for seat, n in enumerate(self.left) if n and seat != self.seat)


def scene_of(view: View) -> Scene:
    """The scene before the seat whose view it is."""
    seat = view.viewer
    assert seat is not None
    seats = range(view.seats)
    decks = sum(zone.n for zone in view.zones.values()) // (GRADES * SUITS + JOKERS)
    playing = [view.mark("status", other) == Status.PLAYING for other in seats]
    standing, owner, factor = view.mark("standing"), view.mark("owner"), view.mark("factor")
    assert isinstance(factor, int)
    return Scene(
        seat=seat,
        most=SUITS * decks,
        hand=pack(holding_of(card.face for card in view.cards("hand", seat))),
        left=[view.zone("hand", other).n if playing[other] else 0 for other in seats],
        top=code_of(read(*map(str, standing))) if isinstance(standing, list | tuple) else 0,
        owner=owner if isinstance(owner, int) else seat,
        played=[view.mark("played", other) is True for other in seats],
        deeds=[_deeds(view, other) for other in seats],
        factor=factor,
        unseen=_unseen(view, decks),
        pile=view.zone("draw").n,
    )


def _deeds(view: View, seat: int) -> list[tuple[int, Packed]]:
    noted = view.mark("deeds", seat)
    assert isinstance(noted, list)
    read = [read_deed(str(one)) for one in reversed(noted)]
    return [(0 if on is None else code_of(on), sum(UNIT[grade] for grade in grades)) for on, grades in read]


def _unseen(view: View, decks: int) -> list[int]:
    """The deck without what lies in sight; in order."""
    left = [SUITS * decks] * GRADES + [JOKERS * decks]
    for zone in view.zones.values():
        for card in zone.cards or ():
            left[grade_of(card.face)] -= 1
    return [grade for grade in range(JOKER + 1) for _ in range(left[grade])]
