"""What is saved of a match of Gandengyan, and the zones and marks of its table. A boundary lies between two hands, when the cards of the
next one have been dealt.

Zones of the table (all public except `draw`, which nobody sees):

    draw        the pile, top last
    top         the play that is to be beaten
    trick       the plays that it has beaten, in the order in which they were made
    discard     the cards of earlier tricks

Zones of a seat:

    hand        for its owner's eyes only
    stranded    the jokers of a player who has abstained, face up (§6.3)

Marks of a seat:

    points      its total
    status      "playing", "abstained" (until the next hand) or "out" (of the match)
    played      True once the seat has played a card in this hand
    deeds       what it has played and passed on since its last draw, in order (see `naming.deed`)

Marks of the table:

    deal        number of the hand, 1 for the first, 0 before it
    die         what the opening die showed last, None before
    leader      who leads this trick, None outside of a hand
    owner       whose play is to be beaten, None before the lead
    standing    what that play is, as a list: kind, then labels (see `naming`); None before the lead
    factor      the product of this hand's bombs (§7.3)
"""

from __future__ import annotations

import enum

from engine.core.game import State
from engine.core.ids import Seat
from engine.games.gandengyan.options import GandengyanOptions

__all__ = ["GandengyanState", "Status"]


class Status(enum.StrEnum):
    """Values of the mark `status`."""

    PLAYING = "playing"
    ABSTAINED = "abstained"
    OUT = "out"


class GandengyanState(State):
    """Complete between hands, together with the table. `winner` has won the last hand; None before the first, which the die opens."""

    options: GandengyanOptions
    winner: Seat | None = None
