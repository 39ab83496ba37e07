"""§2.4, §4.1 Losing and gaining cards: the only ways in which they travel. Nothing here asks anything."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import piles
from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.table import zone_id
from engine.games.herokill.board import Board
from engine.games.herokill.deck import SLOT
from engine.games.herokill.skill import Lost
from engine.games.herokill.victory import draw_match

__all__ = [
    "can_flip",
    "discard",
    "draw",
    "equip",
    "flip",
    "gain",
    "lay",
    "place",
    "ready",
    "set_aside",
    "spend",
    "travel",
]

Cards = Sequence[CardId]


def travel(board: Board, cards: Cards, dst: str, why: str, by: Seat | None = None) -> list[CardId]:
    """Move cards, from wherever they lie; returns their new ids. Skills that watch equipment act at once (§8.18)."""
    if not cards:
        return []
    table = board.table
    lost: dict[Seat, int] = {}
    for card in cards:
        source = table.zones[str(table.where(card))]
        if source.kind == "equipment" and source.seat is not None:
            lost[source.seat] = lost.get(source.seat, 0) + 1
        elif source.kind == "trial" and source.seat is not None:
            _forget_trial(board, source.seat, cards)
    new = table.move(cards, dst, why, by)
    for seat, n in lost.items():
        board.refresh(seat)
        for _, part in board.parts(seat, Lost):
            part.act(board, seat, n)
    return new


def _forget_trial(board: Board, seat: Seat, leaving: Cards) -> None:
    """§6.13 What the delayed tricks that leave counted as, leaves with them. Called before they do; again is harmless."""
    lying, names = board.trials[seat], board.on_trial(seat)
    if len(lying) == len(names):
        left = [name for card, name in zip(lying, names, strict=True) if card not in leaving]
        board.table.set("trial_names", left, seat)


def lay(board: Board, cards: Cards, why: str, by: Seat) -> list[CardId]:
    """On the table, where cards lie while they are used (§2.4)."""
    return travel(board, cards, "table", why, by)


def spend(board: Board, cards: Cards) -> None:
    """§2.4 Those that still lie on the table are discarded: the use is over."""
    where = board.table.where
    left = [card for card in cards if where(card) == "table"]
    board.table.move(left, "discard", "spent")


def discard(board: Board, cards: Cards, why: str, by: Seat | None = None) -> None:
    travel(board, cards, "discard", why, by)


def gain(board: Board, cards: Cards, seat: Seat, why: str, by: Seat | None = None) -> list[CardId]:
    """Into the hand of a living player; to the discard pile if he is dead (§5.8)."""
    dst = zone_id("hand", seat) if board.alive(seat) else "discard"
    return travel(board, cards, dst, why, seat if by is None else by)


def place(board: Board, card: CardId, seat: Seat, name: str, by: Seat | None = None) -> CardId:
    """§6.13 A delayed trick before a player, where it counts as `name`. Returns its new id."""
    (new,) = travel(board, [card], zone_id("trial", seat), "placed", by)
    board.table.set("trial_names", [*board.on_trial(seat), name], seat)
    return new


def equip(board: Board, seat: Seat, card: CardId) -> None:
    """§4.1 What lies in its slot is discarded first, which is a loss of equipment."""
    old = board.worn(seat, SLOT[board.name(card)])
    if old is not None:
        discard(board, [old], "replaced", seat)
    travel(board, [card], zone_id("equipment", seat), "equip", seat)
    board.refresh(seat)


def set_aside(board: Board, seat: Seat, cards: Cards, why: str) -> list[CardId]:
    """For the eyes of one player, out of every pile."""
    return travel(board, cards, zone_id("aside", seat), why, seat)


# -- the draw pile --------------------------------------------------------------------------------------------------------


def ready(board: Board, n: int = 1) -> bool:
    """§2.5 Make sure that the draw pile has `n` cards, reshuffling if it must. False if there are not so many."""
    if len(board.pile) >= n:
        return True
    if board.table.cards("discard"):
        board.state.reshuffles += 1
        if board.state.reshuffles > board.options.max_reshuffles:
            draw_match(board, "reshuffles")
    return piles.refill(board.table, board.chance, n)


def draw(board: Board, seat: Seat, n: int, why: str = "draw", **params: Param) -> list[CardId]:
    """Up to `n` cards from the top into the hand of a living player."""
    if n <= 0 or not board.alive(seat):
        return []
    ready(board, n)
    return piles.draw(board.table, board.chance, seat, n, why)


def can_flip(board: Board) -> bool:
    """§9.6 Whether there is any card to turn over. Changes nothing: it may be asked while a question is made."""
    return bool(board.pile or board.table.cards("discard"))


def flip(board: Board, why: str = "judged", by: Seat | None = None) -> CardId | None:
    """§5.9 The top card, open on the table; None if there is none."""
    if not ready(board):
        return None
    (card,) = board.table.move(board.pile[-1:], "table", why, by)
    return card
