"""The plays that a question offers, each with what it promises: one's own, and the tricks on others'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.core.ask import Answer, Ask, Cards, Move, Options, Seats
from engine.core.events import Card
from engine.games.dingti import deck
from engine.games.dingti.bots import weights
from engine.games.dingti.bots.effects import Cast, expected, paid
from engine.games.dingti.bots.scene import Scene
from engine.games.dingti.bots.sight import Sight
from engine.games.dingti.trickster import REWRITABLE, Parties

__all__ = ["Choice", "announced", "best_play", "best_trick", "least", "trick_promises"]


class Choice(NamedTuple):
    """An answer and the equity that it promises."""

    promise: float
    answer: Answer


# -- one's own ------------------------------------------------------------------------------------------------------------


def best_play(sight: Sight, scene: Scene, ask: Ask) -> Choice | None:
    """The best of the plays offered, begun from `scene`; None if none is."""
    choices = []
    for index, move in enumerate(ask.moves):
        if move.kind == "play":
            name = str(move.params["card"])
            names = deck.NUMBERS if name == deck.SMALL_BOMB else (name,)
            spent = paid(scene, sight.me, -weights.COST * sight.worth_of(*names), -len(names))
            choices += [
                Choice(expected(sight, spent, cast), Answer(index, picks))
                for cast, picks in _ways(sight, move)
            ]
    return max(choices, key=lambda choice: choice.promise, default=None)


def least(sight: Sight, cards: list[Card]) -> list[Card]:
    """What one would rather give away: Bombs first, then what is worth least."""
    return sorted(cards, key=lambda card: (card.face.name != deck.BOMB, sight.worth_of(card.face.name)))


def _ways(sight: Sight, move: Move) -> Iterator[tuple[Cast, list[list[int]]]]:
    """The ways to make a play that are worth a thought: each target, the best card to give, the strongest Legacy."""
    gift, strength, targets = None, _strongest(sight.view.cards("hand", sight.me)), [-1]
    chosen: dict[str, int] = {}
    for pick in move.picks:
        if isinstance(pick, Seats):
            targets = [int(seat) for seat in pick.seats]
        elif isinstance(pick, Cards):
            best = (
                least(sight, pick.cards)[0]
                if pick.name == "gift"
                else max(pick.cards, key=lambda c: c.face.rank)
            )
            chosen[pick.name] = best.id
            gift = best.face.name if pick.name == "gift" else gift
    for target in targets:
        chosen["target"] = target
        cast = Cast(str(move.params["card"]), sight.me, None if target < 0 else target, gift, strength)
        yield cast, [[chosen[pick.name]] for pick in move.picks]


def _strongest(cards: Iterable[Card]) -> int:
    """§8.14 Half points of the strongest Legacy among the cards, 0 without one."""
    return max(
        (deck.legacy_strength(card.face) for card in cards if card.face.name == deck.LEGACY), default=0
    )


# -- others' --------------------------------------------------------------------------------------------------------------


def announced(sight: Sight, ask: Ask) -> Cast:
    """The play that waits to be overridden."""
    by, target = ask.params["by"], ask.params.get("target")
    assert isinstance(by, int)
    aim = target if isinstance(target, int) else None
    return Cast(str(ask.params["card"]), by, aim, strength=_strongest(sight.view.cards("table")))


def trick_promises(sight: Sight, cast: Cast) -> float:
    """What pressing the trick may lead to: the best parties for this play that we could choose, a pair paid (§9.7, §9.9)."""
    parties = REWRITABLE[cast.name]
    living = [seat for seat, body in sight.scene.bodies.items() if not body.ghost]
    users = [cast.actor] if parties is Parties.TARGET else living
    targets: list[int | None] = [cast.target] if parties is Parties.USER else [*living]
    if cast.name == deck.DEFUSE:
        targets = [seat for seat in living if sight.scene.bodies[seat].bombs]
    pairs = [name for name, n in sight.hand.items() if n > 1]
    scene = _without_pair(sight, min(pairs, key=lambda name: sight.worth_of(name, name)))
    return max(
        (
            expected(sight, scene, _turned(cast, u, t))
            for u in users
            for t in targets
            if u != t or parties is not Parties.BOTH
        ),
        default=0.0,
    )


def best_trick(sight: Sight, ask: Ask) -> Choice:
    """The best pair and parties of those offered."""
    index = len(ask.moves) - 1
    picks = {pick.name: pick for pick in ask.moves[index].picks}
    pair = picks["pair"]
    assert isinstance(pair, Options)
    names = [label.split(".")[1] for label in pair.options]
    place = min(range(len(names)), key=lambda i: sight.worth_of(names[i], names[i]))
    scene = _without_pair(sight, names[place])
    by = ask.params["by"]
    assert isinstance(by, int)
    choices = []
    for row in _parties(ask.moves[index]):
        user, target = row.get("user", by), row.get("target")
        cast = _turned(Cast(str(ask.params["card"]), by), user, target)
        values = [[place], *([row[name]] for name in picks if name != "pair")]
        choices.append(Choice(expected(sight, scene, cast), Answer(index, values)))
    return max(choices, key=lambda choice: choice.promise)


def _parties(move: Move) -> list[dict[str, int]]:
    """The parties that go together, by the names of their picks."""
    names = [pick.name for pick in move.picks]
    if move.combos:
        (combo,) = move.combos
        return [{names[i]: v[0] for i, v in zip(combo.picks, row, strict=True)} for row in combo.allowed]
    return [{pick.name: seat} for pick in move.picks if pick.name != "pair" for seat in pick.values()]


def _turned(cast: Cast, user: int, target: int | None) -> Cast:
    return Cast(cast.name, user, target, forced=True)


def _without_pair(sight: Sight, name: str) -> Scene:
    return paid(sight.scene, sight.me, -sight.worth_of(name, name), -2)
