"""§8.33 Li Kui: Fu Chou (复仇)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm, put
from engine.games.herokill.board import Board
from engine.games.herokill.damage import deal
from engine.games.herokill.events import Damage
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import judge
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

CARDS = 2


def _hurt(board: Board, owner: Seat, damage: Damage) -> bool:
    """By somebody else who is alive, for each time and not for each point; and there is a card to turn over."""
    source = damage.source
    return (
        damage.victim == owner
        and source is not None
        and source != owner
        and board.alive(source)
        and goods.can_flip(board)
    )


def _avenge(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    assert damage.source is not None
    if not (yield from confirm(board, owner, FU_CHOU.name, target=damage.source)):
        return
    judgement = yield from judge(board, owner, FU_CHOU.name)
    if judgement is None or judgement.suit == "H":
        return
    paid = yield from _ransom(board, owner, damage.source)
    if paid:
        goods.discard(board, paid, "cost", damage.source)
    else:
        yield from deal(board, Damage(damage.source, source=owner))


def _ransom(board: Board, owner: Seat, seat: Seat) -> Rule[list[CardId]]:
    """Two cards, or none for a hit point; silence gives the first two. With fewer there is no choice."""
    cards = board.owned(seat)
    if len(cards) < CARDS:
        return []
    pay = Move("fu_chou_pay", {}, [Cards("cards", board.shown(cards), CARDS, CARDS)])
    moves, default = [pay, Move("fu_chou_bleed")], Answer(0, [list(cards[:CARDS])])
    answer = yield from put(Ask(seat, FU_CHOU.name, moves, default, {"by": owner}, "response"))
    return [CardId(card) for card in answer.picks[0]] if answer.move == 0 else []


FU_CHOU: Final = Skill("fu_chou", (On(Window.DAMAGED, _hurt, _avenge),), Hint(own=1, target=-11))

HERO: Final = Hero("li_kui", 33, Faction.PEOPLE, Gender.MALE, 4, (FU_CHOU,))
