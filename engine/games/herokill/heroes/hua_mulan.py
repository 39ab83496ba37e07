"""§8.18 Hua Mulan: Mi Li (迷离), Yi Zhuang (易装)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Seats
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.hint import Hint
from engine.games.herokill.opening import base_hp
from engine.games.herokill.skill import Active, Hero, Lost, Picks, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

DRAWS = 2


def _draw(board: Board, owner: Seat, n: int) -> None:
    for _ in range(n):
        board.table.tell("acts", by=owner, skill=board.title(MI_LI.name))
        goods.draw(board, owner, DRAWS)


def _offer(board: Board, seat: Seat) -> Move | None:
    """Two cards of the hand, and a man who has fallen in this match."""
    fallen = [other for other in board.seats if not board.alive(other) and board.male(other)]
    hand = board.hands[seat]
    if len(hand) < 2 or not fallen:
        return None
    return Move(YI_ZHUANG.name, {}, [Cards("cards", board.shown(hand), 2, 2), Seats("target", fallen)])


def _disguise(board: Board, seat: Seat, picks: Picks) -> None:
    """His skills for hers, his hit points at full for hers; a lord's own skill stays (§7.2)."""
    goods.discard(board, [CardId(card) for card in picks[0]], "cost", seat)
    hero = board.hero(Seat(picks[1][0]))
    own = [skill.name for skill in HERO.skills]
    kept = [name for name in board.skills(seat) if name not in own]
    board.table.set("skills", [*(skill.name for skill in hero.skills), *kept], seat)
    full = base_hp(hero, lord=seat == board.lord)
    board.table.set("max_hp", full, seat)
    board.table.set("hp", min(board.hp(seat), full), seat)
    board.table.tell("disguised", by=seat, hero=f"heroes.{hero.name}.name")
    board.refresh(seat)


MI_LI: Final = Skill("mi_li", (Lost(_draw),))
YI_ZHUANG: Final = Skill("yi_zhuang", (Active(_offer, _disguise),), Hint(own=22))

HERO: Final = Hero("hua_mulan", 18, Faction.MINISTER, Gender.FEMALE, 3, (MI_LI, YI_ZHUANG))
