"""§10 The Flame Demon: coming, aiming, striking, burning, falling. What single cards do to it stands with those cards."""

from __future__ import annotations

from engine.core.events import Face
from engine.core.ids import Seat
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.board import Board
from engine.games.dingti.state import BossRoll

__all__ = ["HIT_POINTS", "attack", "burn", "cycle", "fall", "heal", "hellfire_played", "roll", "take_aim"]

HIT_POINTS = 16
"""§10.2 Half points of a fresh boss."""
ATTACKS = (2, 4, 4, 8)
"""§10.3 Half points of its strikes, over and over."""
FIRST_ROUND = 5
COMES = 50
COMES_WITH_HELLFIRE = 70
COMES_LATE = 20
BURNS = 30
"""§10.1, §10.11 Chances in 100."""


def cycle(since: int, now: int) -> int:
    """§10.3 Half points of the strike in round `now` of a boss that came in round `since`. Lost strikes move the row on, too."""
    return ATTACKS[(now - since) % len(ATTACKS)]


def roll(board: Board) -> None:
    """§10.1 Once at the start of round 5; once more if Hellfire was played after that failed."""
    state = board.state
    if board.options.boss == "off":
        return
    if state.boss_roll is BossRoll.WAITING and board.round == FIRST_ROUND:
        hellfire = board.table.number("hellfire") >= board.round
        came = board.chance.percent(COMES_WITH_HELLFIRE if hellfire else COMES)
        state.boss_roll = BossRoll.DONE if came else BossRoll.FAILED
    elif state.boss_roll is BossRoll.AGAIN:
        came = board.chance.percent(COMES_LATE)
        state.boss_roll = BossRoll.DONE
    else:
        return
    board.table.tell("boss_comes" if came else "boss_stays_away")
    if came:
        state.boss_since = board.round
        board.set_boss_hp(HIT_POINTS)


def hellfire_played(board: Board) -> None:
    """§10.1 Hellfire after the failed roll brings one more."""
    if board.state.boss_roll is BossRoll.FAILED:
        board.state.boss_roll = BossRoll.AGAIN


def take_aim(board: Board) -> None:
    """§10.3 At the round start: a target among all not dead, announced with the damage."""
    if not board.boss_alive:
        return
    target = board.chance.choice(board.present)
    board.table.set("boss_target", target)
    board.table.set("boss_damage", cycle(board.state.boss_since, board.round))
    board.table.tell("boss_aims", target=target)


def attack(board: Board) -> list[tuple[Seat, int]]:
    """§10.3 Its hit of this round: none without a boss, or when the target is dead."""
    if not board.boss_alive:
        return []
    target = Seat(board.table.number("boss_target"))
    if target not in board.present:
        board.table.tell("boss_misses", target=target)
        return []
    return [(target, board.table.number("boss_damage"))]


def heal(board: Board) -> None:
    """§10.12 Hellfire gives it back one point, never beyond its first."""
    board.set_boss_hp(min(HIT_POINTS, board.table.number("hp", board.boss) + 2))
    board.table.tell("boss_heals")


def burn(board: Board) -> None:
    """§10.11 With 30 % it destroys a random card of the discard pile."""
    pile = board.discard_pile
    if board.boss_alive and board.chance.percent(BURNS) and pile:
        board.table.move([board.chance.choice(pile)], "removed", "burned")


def fall(board: Board) -> None:
    """§10.13, §10.14 It is dead: its bombs are discarded, and one of the living who had a part in it gets the Ember."""
    board.table.tell("boss_falls")
    board.discard(list(board.bombs[board.boss]), "left_behind")
    board.table.set("boss_target", None)
    board.table.set("boss_damage", 0)
    worthy = [seat for seat in board.living if board.table.get("contributed", seat)]
    if worthy:
        seat = board.chance.choice(worthy)
        board.table.create([Face(deck.EMBER)], zone_id("hand", seat), "ember", seat)
