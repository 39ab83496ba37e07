"""§8.29 Li Shishi: Man Wu (曼舞), Hong Zhuang (红妆)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.ask import Cards, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import offer
from engine.games.herokill.board import Board
from engine.games.herokill.damage import deal
from engine.games.herokill.events import Damage
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Reads, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _may_dance(board: Board, owner: Seat, damage: Damage) -> bool:
    """Whether she holds a heart stays hidden: with any card she is asked."""
    return (
        damage.victim == owner
        and not damage.transferred
        and not damage.cancelled
        and bool(board.hands[owner])
    )


def _dance(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """A heart of the hand: the whole damage goes to another, who then draws as many cards as he lacks hit points."""
    hearts = [card for card in board.hands[owner] if board.suit(owner, card) == "H"]
    picks: list[Pick] = [Cards("cards", board.shown(hearts)), Seats("target", board.others(owner))]
    chosen = yield from offer(board, owner, MAN_WU.name, picks if hearts else None, points=damage.points)
    if chosen is None:
        return
    other = Seat(chosen[1][0])
    goods.discard(board, [CardId(chosen[0][0])], "cost", owner)
    board.table.tell("transferred", by=owner, target=other)
    damage.cancelled = True
    yield from deal(board, replace(damage, victim=other, transferred=True, cancelled=False))
    if board.alive(other):
        goods.draw(board, other, board.wounds(other))


MAN_WU: Final = Skill(
    "man_wu", (On(Window.DAMAGING, _may_dance, _dance, group=1),), Hint(own=14, target=-8, wound=4)
)
HONG_ZHUANG: Final = Skill("hong_zhuang", (Reads(lambda suit: "H" if suit == "S" else suit),))

HERO: Final = Hero("li_shishi", 29, Faction.PEOPLE, Gender.FEMALE, 3, (MAN_WU, HONG_ZHUANG))
