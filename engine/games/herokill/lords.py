"""§7 The lord's own skill, by his hero's faction: calls to the heroes of another faction, and relief by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.ask import Ask, Move, Seats
from engine.core.events import Param
from engine.core.ids import Seat
from engine.core.poll import Rule, sealed
from engine.games.herokill.board import Board
from engine.games.herokill.cards.kill import kill_aim
from engine.games.herokill.deck import DODGE, KILL
from engine.games.herokill.events import Supply
from engine.games.herokill.hint import Hint
from engine.games.herokill.need import Need
from engine.games.herokill.respond import Reply, can_be_asked, find, replies, reply_ask, try_other
from engine.games.herokill.skill import Active, Instead, Picks, Relief, Skill
from engine.games.herokill.state import Faction
from engine.games.herokill.strike import kill_of
from engine.games.herokill.use import use_card

__all__ = ["LORD_SKILLS", "LORD_SKILL_OF"]

JI_JIANG: Final = "ji_jiang"
HU_ZHU: Final = "hu_zhu"
JIU_YUAN: Final = "jiu_yuan"


def _call(
    board: Board, lord: Seat, name: str, faction: Faction, prompt: str, about: dict[str, Param]
) -> Rule[Supply | None]:
    """§7.3 All heroes of the faction are asked at once; the first in action order who gives a card has given it."""
    about = {**about, "lord": lord}
    asks: list[Ask] = []
    needs: list[tuple[Need, list[Reply]]] = []
    for seat in board.others(lord):
        if board.faction(seat) is not faction:
            continue
        need = Need(seat, name, prompt, about, lord=lord)
        found = replies(board, need)
        if can_be_asked(board, need, found):
            asks.append(reply_ask(need, found))
            needs.append((need, found))
    answers = yield from sealed(prompt, asks, covered=True, **about)
    for (need, found), answer in zip(needs, answers, strict=True):
        if answer.move == 0 or not board.alive(need.seat):
            continue
        supply = yield from _given(board, need, found[answer.move - 1], answer.picks)
        if supply is not None:
            return supply
    board.table.tell("call_refused", by=lord, what=name)
    return None


def _given(board: Board, need: Need, reply: Reply, picks: Picks) -> Rule[Supply | None]:
    """§7.4 A card, or a try with armour, after which a card may still be given."""
    if reply.take is not None:
        return reply.take(picks)
    supply = yield from try_other(board, need, reply)
    return supply if supply is not None else (yield from find(board, need))


def _callable(board: Board, lord: Seat, faction: Faction) -> bool:
    """§7.3 Public: somebody of the faction holds a card, or wears something."""
    return any(
        board.faction(seat) is faction and (board.hands[seat] or board.gear[seat])
        for seat in board.others(lord)
    )


# -- §7.3 激将 ----------------------------------------------------------------------------------------------------------------


def _may_call_kill(board: Board, lord: Seat, need: Need) -> bool:
    return _callable(board, lord, Faction.MINISTER)


def _call_kill(board: Board, lord: Seat, need: Need) -> Rule[Supply | None]:
    return _call(board, lord, KILL, Faction.MINISTER, "lend_kill", need.about)


def _offer_kill(board: Board, lord: Seat) -> Move | None:
    """Where he might use a Kill himself; a target against whom a call was refused is closed for the turn."""
    aim = kill_aim(board, lord, ())
    if aim is None or not _callable(board, lord, Faction.MINISTER):
        return None
    seats = [seat for seat in aim.seats if seat not in board.turn.closed]
    most = min(board.turn.kill_targets, len(seats))
    return Move(JI_JIANG, {"what": KILL}, [Seats("target", seats, 1, most)]) if seats else None


def _use_kill(board: Board, lord: Seat, picks: Picks) -> Rule[None]:
    """The lord is the user and the source of whatever follows."""
    targets = [seat for seat in board.others(lord) if seat in picks[0]]
    about: dict[str, Param] = {"targets": targets}
    supply = yield from _call(board, lord, KILL, Faction.MINISTER, "lend_kill_at", about)
    if supply is None:
        board.turn.closed += targets
        return
    use = kill_of(supply, targets)
    use.chosen = True
    board.table.tell("lent", by=supply.giver, target=lord, what=KILL)
    yield from use_card(board, use)


# -- §7.4 护主, §7.5 救援 --------------------------------------------------------------------------------------------------------


def _may_call_dodge(board: Board, lord: Seat, need: Need) -> bool:
    return _callable(board, lord, Faction.PEOPLE)


def _call_dodge(board: Board, lord: Seat, need: Need) -> Rule[Supply | None]:
    return _call(board, lord, DODGE, Faction.PEOPLE, "lend_dodge", need.about)


def _from_rulers(board: Board, lord: Seat, rescuer: Seat) -> int:
    return 1 if rescuer != lord and board.faction(rescuer) is Faction.RULER else 0


LORD_SKILLS: Final = (
    Skill(
        JI_JIANG,
        (Instead(KILL, _may_call_kill, _call_kill), Active(_offer_kill, _use_kill, once=False)),
        Hint(own=-8, target=-12, wound=5),
    ),
    Skill(HU_ZHU, (Instead(DODGE, _may_call_dodge, _call_dodge),)),
    Skill(JIU_YUAN, (Relief(_from_rulers),)),
)

LORD_SKILL_OF: Final[Mapping[Faction, str]] = {
    Faction.RULER: JI_JIANG,
    Faction.MINISTER: HU_ZHU,
    Faction.PEOPLE: JIU_YUAN,
}
"""§7.1 Which of them the lord has."""
