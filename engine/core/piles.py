"""Drawing, with the reshuffle that every card game here shares: the discard becomes the draw pile at the instant a card is needed."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.ids import CardId, Seat
from engine.core.table import Table, zone_id

__all__ = ["draw", "refill"]


def refill(
    table: Table, chance: Chance, need: int = 1, *, pile: str = "draw", discard: str = "discard"
) -> bool:
    """Make sure that `need` cards lie in the pile, shuffling the discard *under* what is left of it. True if they do then.

    Cards in process lie in other zones and so stay out of it."""
    if len(table.cards(pile)) >= need:
        return True
    old = table.cards(discard)
    if old:
        lowest = len(old)
        table.move(old[::-1], zone_id(pile), "reshuffle", under=True)
        table.shuffle(zone_id(pile), chance, lowest=lowest, why=None)
    return len(table.cards(pile)) >= need


def draw(
    table: Table,
    chance: Chance,
    seat: Seat,
    n: int,
    why: str = "draw",
    *,
    to: str = "hand",
    pile: str = "draw",
    discard: str = "discard",
) -> list[CardId]:
    """Move up to `n` cards from the top of the pile to a seat's zone; fewer when both piles run out. Returns their new ids.

    What is drawn together is told together, but a reshuffle in between splits it."""
    drawn: list[CardId] = []
    while len(drawn) < n and refill(table, chance, pile=pile, discard=discard):
        top = table.cards(pile)
        take = top[: -1 - min(n - len(drawn), len(top)) : -1]
        drawn += table.move(take, zone_id(to, seat), why, seat)
    return drawn
