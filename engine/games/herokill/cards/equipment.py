"""§4.5–§4.13 What equipment does: the same parts as skills, by the card's name. Horses and ranges are looked up where they count."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import choose_cards, confirm, offer_cards
from engine.games.herokill.board import Board
from engine.games.herokill.deck import (
    ATTACK_HORSE,
    BLADE,
    BOW,
    DEFENCE_HORSE,
    DODGE,
    HAMMER,
    HORSES,
    KILL,
    MACE,
    RUYI,
    SPEAR,
    STAFF,
    SWORD,
    TALLY,
    Slot,
)
from engine.games.herokill.events import Damage, Dodged, Supply
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import judge
from engine.games.herokill.need import Need
from engine.games.herokill.skill import (
    Convert,
    Instead,
    Measure,
    On,
    Pierce,
    Skill,
    Tune,
    Widen,
    Window,
)
from engine.games.herokill.strike import strike
from engine.games.herokill.taking import pick_of

__all__ = ["EQUIPMENT"]

UNLIMITED = 99


# -- §4.6 Dragon-Scale Blade --------------------------------------------------------------------------------------------------

BLADE_ZONES = ("hand", "equipment", "trial")
BLADE_TAKES = 2


def _own_kill(board: Board, owner: Seat, damage: Damage) -> bool:
    """A Kill of the owner, and its own target is about to be hurt or was."""
    return damage.source == owner and damage.by(KILL) and not damage.transferred and damage.victim != owner


def _has_cards(board: Board, owner: Seat, damage: Damage) -> bool:
    victim = damage.victim
    return _own_kill(board, owner, damage) and bool(board.owned(victim) or board.trials[victim])


def _cut(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """§4.6 No damage; two cards of the target are discarded instead, one after the other."""
    if not (yield from confirm(board, owner, BLADE, target=damage.victim)):
        return
    damage.cancelled = True
    for _ in range(BLADE_TAKES):
        card = yield from pick_of(board, owner, damage.victim, BLADE_ZONES, what=BLADE)
        if card is not None:
            goods.discard(board, [card], "dismantled", owner)


# -- §4.8 Dragon Staff, §4.10 Hammer -------------------------------------------------------------------------------------------


def _missed(board: Board, owner: Seat, dodged: Dodged) -> bool:
    return dodged.use.user == owner and not dodged.hits and board.alive(dodged.target)


def _again(board: Board, owner: Seat, dodged: Dodged) -> Rule[None]:
    """§4.8 One more Kill on the same target, at any distance; if it is dodged, too, this comes up again."""
    yield from strike(board, owner, dodged.target, "staff")


def _can_pay(board: Board, owner: Seat, dodged: Dodged) -> bool:
    return _missed(board, owner, dodged) and len(board.owned(owner)) - 1 >= 2


def _smash(board: Board, owner: Seat, dodged: Dodged) -> Rule[None]:
    """§4.10 Two other cards make the Kill hit all the same."""
    weapon = board.worn(owner, Slot.WEAPON)
    cards = [card for card in board.owned(owner) if card != weapon]
    paid = yield from offer_cards(board, owner, HAMMER, cards, 2, 2, target=dodged.target)
    if paid:
        goods.discard(board, paid, "cost", owner)
        dodged.hits = True


# -- §4.9 Reed Spear, §4.11 Mace, §4.12 Bow ------------------------------------------------------------------------------------


def _any_card(board: Board, owner: Seat, card: CardId) -> bool:
    return True


def _three(board: Board, owner: Seat, cards: Sequence[CardId], most: int) -> int:
    """§4.11 A Kill that is the last card of the hand."""
    return max(most, 3) if cards and list(cards) == board.hands[owner] else most


def _horses(board: Board, seat: Seat) -> list[CardId]:
    return [card for card in board.gear[seat] if board.name(card) in HORSES]


def _has_horse(board: Board, owner: Seat, damage: Damage) -> bool:
    return _own_kill(board, owner, damage) and bool(_horses(board, damage.victim))


def _shoot(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    """§4.12 A horse of whoever was hit; the archer chooses which."""
    if (yield from confirm(board, owner, BOW, target=damage.victim)):
        horse = yield from choose_cards(board, owner, "horse", _horses(board, damage.victim))
        goods.discard(board, horse, "dismantled", owner)


# -- §4.13 Jade Ruyi ------------------------------------------------------------------------------------------------------------


def _may_try(board: Board, owner: Seat, need: Need) -> bool:
    """§4.13 Not against a Kill that pierces the armour of its own target, nor without a card to turn over."""
    own = need.lord is None
    return goods.can_flip(board) and not (own and need.use is not None and need.use.pierces)


def _try(board: Board, owner: Seat, need: Need) -> Rule[Supply | None]:
    """§4.13 Red stands for a Dodge."""
    judgement = yield from judge(board, owner, RUYI)
    if judgement is None or not judgement.red:
        return None
    return Supply(owner if need.lord is None else need.lord, owner, DODGE, skill=RUYI)


EQUIPMENT = (
    Skill(TALLY, (Tune(Measure.KILL_LIMIT, lambda board, owner, limit: UNLIMITED),), Hint(own=14, keep=10)),
    Skill(BLADE, (On(Window.DAMAGING, _has_cards, _cut),), Hint(own=11, target=-9)),
    Skill(SWORD, (Pierce(),), Hint(own=11)),
    Skill(STAFF, (On(Window.DODGED, _missed, _again, group=1),), Hint(own=13)),
    Skill(SPEAR, (Convert(KILL, _any_card, zones=("hand",), n=2),), Hint(own=12)),
    Skill(HAMMER, (On(Window.DODGED, _can_pay, _smash, group=1),), Hint(own=13, target=-14)),
    Skill(MACE, (Widen(_three),), Hint(own=12, target=-8)),
    Skill(BOW, (On(Window.HURT, _has_horse, _shoot),), Hint(own=14, target=-8)),
    Skill(RUYI, (Instead(DODGE, _may_try, _try),), Hint(own=16, keep=12)),
    Skill(ATTACK_HORSE, (), Hint(own=12)),
    Skill(DEFENCE_HORSE, (), Hint(own=14)),
)
"""By the card's name. `hint.own` is what it is worth to wear one."""
