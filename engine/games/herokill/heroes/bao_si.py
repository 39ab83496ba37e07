"""§8.17 Bao Si: Zhi Yu (治愈), Feng Huo (烽火)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Seats
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.damage import heal
from engine.games.herokill.deck import BEACONS
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Convert, Hero, Picks, Skill, Why
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _offer(board: Board, seat: Seat) -> Move | None:
    """Two cards of the hand, and another wounded man."""
    men = [other for other in board.others(seat) if board.male(other) and board.wounds(other)]
    hand = board.hands[seat]
    if len(hand) < 2 or not men:
        return None
    return Move(ZHI_YU.name, {}, [Cards("cards", board.shown(hand), 2, 2), Seats("target", men)])


def _heal_both(board: Board, seat: Seat, picks: Picks) -> None:
    goods.discard(board, [CardId(card) for card in picks[0]], "cost", seat)
    heal(board, Seat(picks[1][0]))
    heal(board, seat)


def _worn(board: Board, owner: Seat, card: CardId) -> bool:
    return True


def _in_play(board: Board, owner: Seat, why: Why) -> bool:
    return why is Why.PLAY


ZHI_YU: Final = Skill("zhi_yu", (Active(_offer, _heal_both),), Hint(own=5, target=18))
FENG_HUO: Final = Skill("feng_huo", (Convert(BEACONS, _worn, _in_play, zones=("equipment",), virtual=True),))

HERO: Final = Hero("bao_si", 17, Faction.MINISTER, Gender.FEMALE, 3, (ZHI_YU, FENG_HUO))
