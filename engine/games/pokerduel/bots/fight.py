"""§5 Under attack: every block, every way to meet what comes through, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.core.ask import Answer, Ask, Move, Sets
from engine.core.events import Face
from engine.games.pokerduel.bots import weights
from engine.games.pokerduel.bots.foe import loss
from engine.games.pokerduel.bots.sight import Sight
from engine.games.pokerduel.bots.worth import hand_worth, life
from engine.games.pokerduel.deck import FULL, RED_JOKER, is_heart, is_quick, is_shield, suits_of
from engine.games.pokerduel.sums import Body, heal, is_merciful, pierce, power, strike

__all__ = ["answer_block", "answer_respond", "sets_of"]


@dataclass(frozen=True, slots=True)
class Pending:
    """`points` are about to reach the body; `counter` damage is not doubled and no shield stops it. `shield` stands then (0 while
    points come through), `hand` and `spent` are what is left then, `floor` the fewest hit points that the fight leaves."""

    points: int
    counter: bool
    shield: int
    hand: Sequence[Face]
    spent: str
    floor: int


@dataclass(frozen=True, slots=True)
class Way:
    """One way to meet it: cards, then perhaps the move `escape` or `red_joker`, and what remains is worth."""

    cards: tuple[Face, ...]
    last: str
    worth: float


def sets_of(move: Move) -> list[list[Face]]:
    """The sets of cards that a move offers, in order."""
    (pick,) = move.picks
    assert isinstance(pick, Sets)
    faces = {card.id: card.face for card in pick.cards}
    return [[faces[card] for card in chosen.cards] for chosen in pick.sets]


def answer_block(sight: Sight, ask: Ask) -> Answer:
    """§5.2 The block, or none, after which the best that can still be done is best."""
    attack, by = ask.params["attack"], ask.params["by"]
    assert isinstance(attack, int)
    assert isinstance(by, int)
    foe = sight.players[by]
    floor = int(is_merciful(card.face for card in sight.view.cards("fight")))
    best, most = ask.default, _afterwards(sight, attack, (), floor)
    for index, move in enumerate(ask.moves[1:], 1):
        for place, block in enumerate(sets_of(move)):
            strength = power(block, foe.hp)
            worth = _afterwards(sight, max(0, attack - strength), block, floor)
            if strength > attack and not foe.safe:
                left = pierce(
                    strength - attack, Body(foe.hp, 0, max(foe.floor, int(is_merciful(block))))
                ).left
                worth += loss(foe, left, foe.shield, 0.0)
            if worth > most:
                best, most = Answer(index, [[place]]), worth
    return best


def answer_respond(sight: Sight, ask: Ask) -> Answer:
    """§5.5–§5.8 The cards of the best way first; the question comes again as long as damage is pending."""
    damage = ask.params["damage"]
    assert isinstance(damage, int)
    counter = ask.prompt.startswith("counter")
    floor = max(sight.me.floor, int(_is_spared(sight, counter)))
    points = damage if counter else damage // 2
    best = max(
        _ways(sight, Pending(points, counter, sight.me.shield, sight.hand, sight.me.spent, floor)),
        key=lambda way: way.worth,
    )
    for index, move in enumerate(ask.moves):
        if best.cards and move.kind == "protect":
            return Answer(index, [[sets_of(move).index(list(best.cards))]])
        if not best.cards and move.kind == best.last:
            return Answer(index)
    return ask.default


def _is_spared(sight: Sight, counter: bool) -> bool:
    """§4.5, §5.10 Whether it is the black joker that hits: the attacker's cards lie below the blocker's."""
    fight = [card.face for card in sight.view.cards("fight")]
    return is_merciful(fight[-1:] if counter else fight[:1])


def _afterwards(sight: Sight, attack: int, block: Sequence[Face], floor: int) -> float:
    """What is left of an attack meets the shield, and then the best that can be done about it."""
    shield = sight.me.shield
    absorbed = min(attack, shield)
    hand = list(sight.hand)
    for face in block:
        hand.remove(face)
    spent = sight.me.spent + "".join(map(suits_of, block))
    pending = Pending(attack - absorbed, False, shield - absorbed, hand, spent, max(floor, sight.me.floor))
    return max(way.worth for way in _ways(sight, pending))


def _ways(sight: Sight, pending: Pending) -> Iterator[Way]:
    me, spent = sight.me, pending.spent
    yield _way(sight, pending, (), "pass")
    if not pending.points:
        return
    usable = [face for face in pending.hand if not any(suit in spent for suit in suits_of(face))]
    can_shield = not pending.counter and not pending.shield
    shields = [(f,) for f in usable if is_shield(f) and is_quick(f)] if can_shield else []
    hearts = [(f,) for f in usable if is_heart(f) and is_quick(f)]
    lasts = ["pass"] if me.escaped else ["pass", "escape"]
    for shield, heart, last in product([(), *shields], [(), *hearts], lasts):
        yield _way(sight, pending, (*shield, *heart), last)
    if any(face.name == RED_JOKER for face in usable):
        yield _way(sight, pending, (), "red_joker")


def _way(sight: Sight, pending: Pending, cards: tuple[Face, ...], last: str) -> Way:
    hand = list(pending.hand)
    for face in cards:
        hand.remove(face)
    shield = pending.shield + sum(face.rank for face in cards if is_shield(face))
    hp = heal(sight.me.hp, sum(face.rank for face in cards if is_heart(face)))
    kept = 0.0 if sight.me.escaped or last == "escape" else weights.ESCAPE
    if last == "red_joker":
        return Way(cards, last, kept + life(FULL) + 4 * weights.AVERAGE)
    if last != "escape":
        body = Body(hp, shield, pending.floor)
        blow = pierce(pending.points, body) if pending.counter else strike(pending.points, body)
        hp, shield = blow.left, shield - blow.absorbed
    if not hp:
        return Way(cards, last, weights.DEATH)
    spent = pending.spent + "".join(map(suits_of, cards)) if sight.my_turn else ""
    worth = kept + life(hp) + weights.SHIELD * sight.patience * shield
    return Way(cards, last, worth + hand_worth(hand, spent, hp, sight.patience, shielded=shield > 0))
