"""§4 An attack, from the minions that go into the fight to the graveyard where they end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.core.table import zone_id
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.defence import defend
from engine.games.pokerduel.harm import Attack
from engine.games.pokerduel.sums import is_merciful, power

__all__ = ["attack_now", "engage", "prepare"]


def attack_now(board: Board, seat: Seat, cards: Sequence[CardId]) -> Rule[None]:
    """§4.2"""
    target = board.lower(seat)
    yield from _fight(board, seat, target, board.play(seat, cards, "fight", "attack"))


def prepare(board: Board, seat: Seat, cards: Sequence[CardId]) -> None:
    """§4.3 They attack in the target's next turn."""
    board.play(seat, cards, zone_id("minions", seat), "prepare")
    board.table.set("aim", board.lower(seat), seat)


def engage(board: Board, target: Seat) -> Rule[None]:
    """§3.5 Whatever was prepared against the player attacks him, one group at a time (§4.4)."""
    for attacker in board.aimed_at(target):
        cards = board.table.move(board.table.cards("minions", attacker)[:], "fight", "engage", attacker)
        board.table.set("aim", None, attacker)
        yield from _fight(board, attacker, target, cards)


def _fight(board: Board, attacker: Seat, target: Seat, cards: Sequence[CardId]) -> Rule[None]:
    """§4.5 The black joker reads the hit points now. §4.8 Nothing that fought comes back."""
    faces = board.faces(cards)
    attack = Attack(attacker, target, power(faces, board.hp(target)), is_merciful(faces))
    board.table.tell("attacked", by=attacker, target=target, attack=attack.power)
    if not board.has("safe", target):  # §5.8
        yield from defend(board, attack)
    board.bury(board.table.cards("fight"), "fought")
