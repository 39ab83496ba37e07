"""§8.22 Qin Qiong: Fan Ji (反击), Men Shen (门神)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill.asks import offer_seats
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DUEL, KILL, Colour
from engine.games.herokill.events import Damage, Turn, Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.strike import strike

__all__ = ["HERO"]

GUARDED: Final = "guarded"
"""Mark of Qin Qiong: whom he guards until his next turn begins."""


def _hurt(board: Board, owner: Seat, damage: Damage) -> bool:
    source = damage.source
    return (
        damage.victim == owner
        and damage.by(KILL, DUEL)
        and source not in (None, owner)
        and _lives(board, source)
    )


def _lives(board: Board, seat: Seat | None) -> bool:
    return seat is not None and board.alive(seat)


def _strike_back(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """At any distance; a red Kill cannot be dodged."""
    assert damage.source is not None
    yield from strike(board, owner, damage.source, "fan_ji", prepare=_sure_if_red)


def _sure_if_red(use: Use) -> None:
    use.sure = use.colour is Colour.RED


def _own_turn(board: Board, owner: Seat, turn: Turn) -> bool:
    return turn.seat == owner


def _over(board: Board, owner: Seat, turn: Turn) -> None:
    board.table.set(GUARDED, None, owner)


def _guard(board: Board, owner: Seat, turn: Turn) -> Rule[None]:
    chosen = yield from offer_seats(board, owner, MEN_SHEN.name, board.others(owner))
    if chosen:
        board.table.set(GUARDED, chosen[0], owner)
        board.table.tell("guards", by=owner, target=chosen[0])


def _at_guarded(board: Board, owner: Seat, use: Use) -> bool:
    """Of others; the Duel of Chen Yuanyuan is no use against anybody and does not come here."""
    return use.name in (KILL, DUEL) and use.user != owner and board.mark(GUARDED, owner) in use.targets


def _step_in(board: Board, owner: Seat, use: Use) -> None:
    guarded = board.mark(GUARDED, owner)
    use.targets[:] = [owner if target == guarded else target for target in use.targets]
    board.table.tell("redirected", by=owner, what=use.name, target=owner)


FAN_JI: Final = Skill("fan_ji", (On(Window.DAMAGED, _hurt, _strike_back),))
MEN_SHEN: Final = Skill(
    "men_shen",
    (
        On(Window.TURN_START, _own_turn, _over),
        On(Window.TURN_END, _own_turn, _guard),
        On(Window.TARGETED, _at_guarded, _step_in, repeats=True),
    ),
    Hint(own=-8, target=14),
)

HERO: Final = Hero(
    "qin_qiong", 22, Faction.MINISTER, Gender.MALE, 4, (FAN_JI, MEN_SHEN), marks={GUARDED: None}
)
