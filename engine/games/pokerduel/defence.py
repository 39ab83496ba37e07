"""§5 The defence: what stands between an attack and a body, in order."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, sealed
from engine.games.pokerduel import questions
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.death import die
from engine.games.pokerduel.deck import CLUB, HEART, RED_JOKER, SPADE, is_shield
from engine.games.pokerduel.harm import Attack, Harm
from engine.games.pokerduel.offers import chosen
from engine.games.pokerduel.sums import is_merciful, power

__all__ = ["defend"]


def defend(board: Board, attack: Attack) -> Rule[None]:
    """§5.1 Block, standing shield, instant shield and emergency heart, red joker or escape; then the damage, doubled."""
    harm = yield from _block(board, attack)
    if board.has("safe", harm.victim):  # §5.8 an escaped attacker takes no counter damage either
        return
    _meet_shield(board, harm)
    yield from _respond(board, harm)
    _settle(board, harm)


def _block(board: Board, attack: Attack) -> Rule[Harm]:
    """§5.2, §5.3 What goes on against the target, or turns against the attacker."""
    target = attack.target
    through = Harm(target, attack.attacker, attack.power, attack.merciful)
    if not board.hand(target) or not (board.may_use(target, SPADE) or board.may_use(target, CLUB)):
        return through
    question = questions.block(board, attack)
    (answer,) = yield from sealed(
        "block", [question], covered=True, by=attack.attacker, target=target, attack=attack.power
    )
    move = question.moves[answer.move]
    if move.kind == "pass":
        return through
    faces = board.faces(cards := chosen(move, answer))
    board.play(target, cards, "fight", "block")
    block = power(faces, board.hp(attack.attacker))
    board.table.tell("blocked", by=target, block=block, attack=attack.power)
    if block > attack.power:
        return Harm(attack.attacker, target, block - attack.power, is_merciful(faces), counter=True)
    through.points -= block
    return through


def _meet_shield(board: Board, harm: Harm) -> None:
    """§5.4 The standing shield takes what it can, and breaks when nothing is left of it."""
    seat, shield = harm.victim, board.body(harm.victim).shield
    absorbed = 0 if harm.counter else min(harm.points, shield)
    if not absorbed:
        return
    harm.points -= absorbed
    board.table.tell("shielded", seat=seat, n=absorbed)
    if absorbed == shield:
        board.drop_shield(seat, "broken")
    else:
        board.table.set("shield", shield - absorbed, seat)


def _respond(board: Board, harm: Harm) -> Rule[None]:
    """§5.5–§5.8 Shield and heart in one answer, then the red joker or the escape, until the player is done or nothing is pending."""
    while harm.points and _might_respond(board, harm):
        question = questions.respond(board, harm)
        damage = question.params["damage"]
        (answer,) = yield from sealed(
            "respond", [question], covered=True, by=harm.by, target=harm.victim, damage=damage
        )
        move = question.moves[answer.move]
        if move.kind == "pass":
            return
        if move.kind == "escape":
            _escape(board, harm)
        elif move.kind == "red_joker":
            _use_red_joker(board, harm.victim)
        else:
            _protect(board, harm, chosen(move, answer))


def _might_respond(board: Board, harm: Harm) -> bool:
    """§5.11 As far as everybody can see: whether the player holds a fitting card decides nothing."""
    seat = harm.victim
    fitting = board.may_use(seat, HEART) or questions.may_shield(board, harm)
    return not board.has("escaped", seat) or (fitting and bool(board.hand(seat)))


def _protect(board: Board, harm: Harm, cards: Sequence[CardId]) -> None:
    """§5.5 The shield first, then §5.6 the heart."""
    harm.protected = True
    for card in cards:
        if is_shield(board.table.face(card)):
            board.set_shield(harm.victim, card, "instant_shield")
            _meet_shield(board, harm)
        else:
            board.heal(harm.victim, card, "emergency")


def _use_red_joker(board: Board, seat: Seat) -> None:
    """§5.7 No death in this turn, for the price of hand and shield. What it gives comes when the turn ends (§3.7)."""
    joker = board.table.named(RED_JOKER, "hand", seat)[0]
    board.play(seat, [joker], "graveyard", "red_joker")
    board.bury(board.hand(seat)[:], "given_up", seat)
    board.drop_shield(seat, "given_up")
    board.table.set("undying", True, seat)


def _escape(board: Board, harm: Harm) -> None:
    """§5.8 Once in a match. Nothing hurts him any more in this turn, and what is aimed at him now is destroyed."""
    seat = harm.victim
    harm.points = 0
    board.table.set("escaped", True, seat)
    board.table.set("safe", True, seat)
    board.table.tell("escapes", by=seat)
    for attacker in board.aimed_at(seat):
        board.drop_minions(attacker, "escaped_from")


def _settle(board: Board, harm: Harm) -> None:
    """§5.9 What is left reaches the body."""
    if not harm.points:
        return
    blow = harm.on(board.body(harm.victim, merciful=harm.merciful))
    board.table.tell("hurt", seat=harm.victim, by=harm.by, damage=blow.damage)
    board.table.set("hp", blow.left, harm.victim)
    if not blow.left:
        die(board, harm.victim, harm.by)
