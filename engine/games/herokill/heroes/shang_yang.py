"""§8.12 Shang Yang: Bian Fa (变法), Fa Jia (法家)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm, offer_cards
from engine.games.herokill.board import Board
from engine.games.herokill.events import Damage, Judgement
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import replace
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.taking import pick_of

__all__ = ["HERO"]


def _may_reform(board: Board, owner: Seat, judgement: Judgement) -> bool:
    return bool(board.owned(owner))


def _reform(board: Board, owner: Seat, judgement: Judgement) -> Rule[None]:
    """A card of his, in hand or worn, takes the place of the one that lies there."""
    chosen = yield from offer_cards(
        board,
        owner,
        BIAN_FA.name,
        board.owned(owner),
        prompt="bian_fa",
        target=judgement.seat,
        why=board.title(judgement.why),
    )
    if chosen:
        replace(board, judgement, chosen[0], owner)


def _may_exact(board: Board, owner: Seat, damage: Damage) -> bool:
    source = damage.source
    return damage.victim == owner and source not in (None, owner) and _has_cards(board, damage)


def _has_cards(board: Board, damage: Damage) -> bool:
    return damage.source is not None and board.alive(damage.source) and bool(board.owned(damage.source))


def _exact(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """One card of whoever hurt him, for each time and not for each point."""
    assert damage.source is not None
    if (yield from confirm(board, owner, FA_JIA.name, target=damage.source)):
        card = yield from pick_of(board, owner, damage.source, ("hand", "equipment"), what=FA_JIA.name)
        if card is not None:
            goods.gain(board, [card], owner, "snatched")


BIAN_FA: Final = Skill("bian_fa", (On(Window.JUDGING, _may_reform, _reform),))
FA_JIA: Final = Skill("fa_jia", (On(Window.DAMAGED, _may_exact, _exact),), Hint(own=9, target=-8))

HERO: Final = Hero("shang_yang", 12, Faction.MINISTER, Gender.MALE, 3, (BIAN_FA, FA_JIA))
