"""The two questions of a defence, with the outcome of every answer. Passing is move 0 and what a silence means (§10.5)."""

from __future__ import annotations

from itertools import product

from engine.core.ask import Answer, Ask, Move
from engine.core.events import Face, Param
from engine.games.pokerduel import readings
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.deck import DIAMOND, RED_JOKER, is_heart, is_shield
from engine.games.pokerduel.harm import Attack, Harm
from engine.games.pokerduel.offers import Reading, of_kind, offer, teams
from engine.games.pokerduel.sums import Body, heal, is_merciful, power, strike

__all__ = ["block", "may_shield", "respond"]


def block(board: Board, attack: Attack) -> Ask:
    """§5.2 Which minions, if any, stand in the way."""
    body = board.body(attack.target, merciful=attack.merciful)

    def read(faces: list[Face]) -> Reading:
        strength = power(faces, board.hp(attack.attacker))
        if strength > attack.power:
            if board.has("safe", attack.attacker):
                return "counter_wasted", {"target": attack.attacker}
            foe = board.body(attack.attacker, merciful=is_merciful(faces))
            return readings.of_counter(strength - attack.power, attack.attacker, foe)
        return readings.of_blow(strike(attack.power - strength, body), board.number("shield", attack.target))

    blow = strike(attack.power, body)
    moves = [Move("pass"), *offer(board, "block", teams(board, board.usable(attack.target)), read)]
    params: dict[str, Param] = {
        "by": attack.attacker,
        "attack": attack.power,
        "damage": blow.damage,
        "left": blow.left,
    }
    return Ask(attack.target, readings.prompt_for("block", blow), moves, Answer(0), params, time="response")


def respond(board: Board, harm: Harm) -> Ask:
    """§5.5–§5.8 An instant shield, an emergency heart or both; the red joker; the escape."""
    seat = harm.victim
    body = board.body(seat, merciful=harm.merciful)

    def read(faces: list[Face]) -> Reading:
        fresh = sum(face.rank for face in faces if is_shield(face))
        hp = heal(body.hp, sum(face.rank for face in faces if is_heart(face)))
        blow = harm.on(Body(hp, body.shield + fresh, body.floor))
        return readings.of_blow(blow, board.number("shield", seat) + fresh)

    usable = board.usable(seat)
    shields = of_kind(board, usable, is_shield, quick=True) if may_shield(board, harm) else []
    hearts = [] if harm.protected else of_kind(board, usable, is_heart, quick=True)
    sets = [[card] for card in shields + hearts] + [list(pair) for pair in product(shields, hearts)]
    moves = [Move("pass"), *offer(board, "protect", sets, read)]
    if any(face.name == RED_JOKER for face in board.faces(usable)):
        moves.append(Move("red_joker"))
    if not board.has("escaped", seat):
        moves.append(Move("escape"))
    blow = harm.on(body)
    params: dict[str, Param] = {"by": harm.by, "damage": blow.damage, "left": blow.left}
    prompt = readings.prompt_for("counter" if harm.counter else "respond", blow)
    return Ask(seat, prompt, moves, Answer(0), params, time="response")


def may_shield(board: Board, harm: Harm) -> bool:
    """§5.5 Nothing stops counter damage, and there is one shield at a time."""
    seat = harm.victim
    barred = harm.counter or harm.protected or board.has_shield(seat)
    return not barred and board.may_use(seat, DIAMOND)
