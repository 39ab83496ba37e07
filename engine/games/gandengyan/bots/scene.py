"""What a seat sees, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.core.ids import Seat
from engine.core.view import View
from engine.games.gandengyan.bots.packed import UNIT, Packed, code_of, pack
from engine.games.gandengyan.bots.plan import patient
from engine.games.gandengyan.cards import GRADES, JOKER, JOKERS, SUITS, grade_of, holding_of
from engine.games.gandengyan.naming import read, read_deed
from engine.games.gandengyan.state import Status

__all__ = ["Done", "Scene", "scene_of"]


class Done(NamedTuple):
    """What somebody has put on `top` (0: led): packed cards, 0 for a pass. `keep` as in `sensible`: whether it was a time to keep bombs."""

    keep: bool
    top: int
    cards: Packed


@dataclass(frozen=True, slots=True)
class Scene:
    """`most` as in `combos`; `hand` is the seat's own; `left` the cards of each seat in the hand, 0 for others; `top` the play to be
    beaten (0: to lead) and `owner` whose it is. `deeds`: for each seat what it has done since it drew, the last first. `unseen`: the grades
    of all cards out of sight, of which `pile` lie in the draw pile."""

    seat: Seat
    most: int
    hand: Packed
    left: list[int]
    top: int
    owner: int
    played: list[bool]
    deeds: list[list[Done]]
    factor: int
    unseen: list[int]
    pile: int

    @property
    def fewest(self) -> int:
        """Cards of the shortest hand."""
        return min(filter(None, self.left))


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


def _deeds(view: View, seat: int) -> list[Done]:
    noted = view.mark("deeds", seat)
    assert isinstance(noted, list)
    return [_done(str(one)) for one in reversed(noted)]


@lru_cache(maxsize=1 << 12)
def _done(text: str) -> Done:
    fewest, on, grades = read_deed(text)
    return Done(patient(fewest), 0 if on is None else code_of(on), sum(UNIT[grade] for grade in grades))


def _unseen(view: View, decks: int) -> list[int]:
    """The deck without what lies in sight; in order."""
    left = [SUITS * decks] * GRADES + [JOKERS * decks]
    for zone in view.zones.values():
        for card in zone.cards or ():
            left[grade_of(card.face)] -= 1
    return [grade for grade in range(JOKER + 1) for _ in range(left[grade])]
