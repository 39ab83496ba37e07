"""§8.2 Genghis Khan: Qi She (骑射), Qiang Lüe (强掠)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm
from engine.games.herokill.board import Board
from engine.games.herokill.events import Dodged
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import judge
from engine.games.herokill.skill import Hero, Near, On, Skill, Window
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.taking import pick_of

__all__ = ["HERO"]


def _missed(board: Board, owner: Seat, dodged: Dodged) -> bool:
    """Not against a player without cards, nor without a card to turn over."""
    return (
        dodged.use.user == owner
        and board.alive(dodged.target)
        and bool(board.owned(dodged.target))
        and goods.can_flip(board)
    )


def _plunder(board: Board, owner: Seat, dodged: Dodged) -> Rule[None]:
    if not (yield from confirm(board, owner, QIANG_LUE.name, target=dodged.target)):
        return
    judgement = yield from judge(board, owner, QIANG_LUE.name)
    if judgement is None or judgement.red:
        return
    card = yield from pick_of(board, owner, dodged.target, ("hand", "equipment"), what=QIANG_LUE.name)
    if card is not None:
        goods.gain(board, [card], owner, "snatched")


QI_SHE: Final = Skill("qi_she", (Near(1),))
QIANG_LUE: Final = Skill("qiang_lue", (On(Window.DODGED, _missed, _plunder),), Hint(own=5, target=-5))

HERO: Final = Hero("genghis_khan", 2, Faction.RULER, Gender.MALE, 4, (QI_SHE, QIANG_LUE))
