"""§8.19 Guan Yu: Pu Dao (朴刀)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill.board import Board
from engine.games.herokill.deck import KILL
from engine.games.herokill.events import Damage
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.strike import strike

__all__ = ["HERO"]


def _cut_down(board: Board, owner: Seat, damage: Damage) -> bool:
    """By anybody's Kill, out of his turn; whoever took it lives."""
    return (
        board.turn.seat != owner and damage.by(KILL) and damage.victim != owner and board.alive(damage.victim)
    )


def _follow_up(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """Within his range. If it hurts, that is another Kill that has hurt somebody, and this comes up again."""
    yield from strike(board, owner, damage.victim, "pu_dao", ranged=True)


PU_DAO: Final = Skill("pu_dao", (On(Window.AFTERMATH, _cut_down, _follow_up),))

HERO: Final = Hero("guan_yu", 19, Faction.MINISTER, Gender.MALE, 4, (PU_DAO,))
