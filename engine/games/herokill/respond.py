"""§5.3 A card is needed of somebody: asking him for it, for himself or for his lord."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from engine.core.ask import Answer, Ask, Move
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import PASS, SILENT, put
from engine.games.herokill.board import Board
from engine.games.herokill.events import Supply
from engine.games.herokill.need import Need
from engine.games.herokill.skill import Instead, Picks, Skill, Window
from engine.games.herokill.ways import Way, make, picks_of, ways
from engine.games.herokill.windows import fire

__all__ = ["Reply", "answer_need", "can_be_asked", "find", "pay", "replies", "reply_ask", "try_other"]


class Reply(NamedTuple):
    """A way to meet a need: a card that is at hand (`take`), or something that may bring one (`other`)."""

    move: Move
    take: Callable[[Picks], Supply] | None
    other: tuple[Skill, Instead] | None = None


def replies(board: Board, need: Need) -> list[Reply]:
    """What the seat could do about the need now."""
    seat = need.seat
    found = []
    for way in ways(board, seat, need.name):
        if need.allows is not None:
            way.cards[:] = [card for card in way.cards if need.allows(card)]
            if len(way.cards) < way.n:
                continue
        move = Move(
            "give" if way.skill is None else way.kind, {"what": need.name}, list(picks_of(board, way))
        )
        found.append(Reply(move, partial(_supply, board, need, way)))
    for skill, part in board.parts(seat, Instead):
        if part.name == need.name and skill.name not in need.tried and part.can(board, seat, need):
            found.append(Reply(Move(skill.name, {"what": need.name}), None, (skill, part)))
    return found


def _supply(board: Board, need: Need, way: Way, picks: Picks) -> Supply:
    cards = make(board, need.seat, way, picks[0])
    suit, colour = board.look(need.seat, cards)
    skill = None if way.skill is None else way.skill.name
    return Supply(
        need.seat if need.lord is None else need.lord, need.seat, need.name, cards, suit, colour, skill
    )


def can_be_asked(board: Board, need: Need, found: Sequence[Reply]) -> bool:
    """§5.3 Public: whoever has no hand and nothing in the open that helps is left out."""
    return bool(board.hands[need.seat] or found)


def reply_ask(need: Need, found: Sequence[Reply]) -> Ask:
    return Ask(
        need.seat, need.prompt, [PASS, *(reply.move for reply in found)], SILENT, need.about, "response"
    )


def find(board: Board, need: Need) -> Rule[Supply | None]:
    """Ask until there is a card or a refusal. The cards of the supply have not moved yet."""
    while board.alive(need.seat):
        found = replies(board, need)
        if not can_be_asked(board, need, found):
            return None
        answer: Answer = yield from put(reply_ask(need, found))
        if answer.move == 0:
            return None
        reply = found[answer.move - 1]
        if reply.take is not None:
            return reply.take(answer.picks)
        supply = yield from try_other(board, need, reply)
        if supply is not None:
            return supply
    return None


def try_other(board: Board, need: Need, reply: Reply) -> Rule[Supply | None]:
    """Another way than a card: once for each need."""
    assert reply.other is not None
    skill, part = reply.other
    need.tried.append(skill.name)
    return (yield from part.act(board, need.seat, need))


def pay(board: Board, supply: Supply) -> Rule[None]:
    """The card is played: it goes to the discard pile, and skills see it."""
    if supply.skill is not None and supply.cards:
        board.table.tell("made", by=supply.giver, skill=board.title(supply.skill), what=supply.name)
    if supply.giver != supply.seat:
        board.table.tell("lent", by=supply.giver, target=supply.seat, what=supply.name)
    goods.discard(board, supply.cards, "given", supply.giver)
    yield from fire(board, Window.SUPPLIED, supply)


def answer_need(board: Board, need: Need) -> Rule[Supply | None]:
    """Ask for the card and have it played; None if it did not come."""
    supply = yield from find(board, need)
    if supply is not None:
        yield from pay(board, supply)
    return supply
