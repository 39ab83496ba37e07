"""§8.25 Song Jiang: Shu Cai (疏财)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Seats
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.damage import heal
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Hero, Picks, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

GIVEN: Final = "shu_cai_given"
"""So many cards he has given away in this turn."""
ENOUGH = 2
"""With this card of the turn he recovers."""


def _offer(board: Board, seat: Seat) -> Move | None:
    hand, others = board.hands[seat], board.others(seat)
    if not hand or not others:
        return None
    return Move(SHU_CAI.name, {}, [Cards("cards", board.shown(hand), 1, len(hand)), Seats("target", others)])


def _give(board: Board, seat: Seat, picks: Picks) -> None:
    cards = [CardId(card) for card in picks[0]]
    used = board.turn.used
    before = used.get(GIVEN, 0)
    used[GIVEN] = before + len(cards)
    goods.gain(board, cards, Seat(picks[1][0]), "shu_cai", seat)
    if before < ENOUGH <= used[GIVEN]:
        heal(board, seat)


SHU_CAI: Final = Skill("shu_cai", (Active(_offer, _give, once=False),), Hint(target=4))

HERO: Final = Hero("song_jiang", 25, Faction.PEOPLE, Gender.MALE, 4, (SHU_CAI,))
