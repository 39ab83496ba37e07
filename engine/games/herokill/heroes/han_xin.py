"""§8.16 Han Xin: Gong Xin (攻心), Bing Xian (兵仙)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Move, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import choose_option
from engine.games.herokill.board import Board
from engine.games.herokill.damage import deal
from engine.games.herokill.deck import SUITS
from engine.games.herokill.events import Damage
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Hero, Measure, Picks, Skill, Tune
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.taking import blind

__all__ = ["HERO"]

DRAWS = 3


def _offer(board: Board, seat: Seat) -> Move | None:
    return Move(GONG_XIN.name, {}, [Seats("target", board.others(seat))]) if board.hands[seat] else None


def _test_heart(board: Board, seat: Seat, picks: Picks) -> Rule[None]:
    """The other names a suit and turns over a card of his hand: another suit hurts first; then the card changes hands, if it still can."""
    other = Seat(picks[0][0])
    board.table.tell("gong_xin_at", by=seat, target=other)
    named = yield from choose_option(
        other, "gong_xin_suit", [f"gong_xin.{suit}" for suit in SUITS], name="gong_xin_suit", by=seat
    )
    board.table.tell("gong_xin_named", by=other, suit=f"gong_xin.{SUITS[named]}")
    card = blind(board, seat)
    board.table.show([card], "gong_xin_shown")
    if board.suit(seat, card) != SUITS[named]:
        yield from deal(board, Damage(other, source=seat))
    if board.alive(other) and card in board.hands[seat]:
        goods.gain(board, [card], other, "snatched")


GONG_XIN: Final = Skill("gong_xin", (Active(_offer, _test_heart),), Hint(own=-8, target=-8, wound=5))
BING_XIAN: Final = Skill("bing_xian", (Tune(Measure.DRAWS, lambda board, owner, draws: max(draws, DRAWS)),))

HERO: Final = Hero("han_xin", 16, Faction.MINISTER, Gender.MALE, 3, (GONG_XIN, BING_XIAN))
