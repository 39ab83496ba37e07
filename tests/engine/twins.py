"""Non-interference (law 4): two matches that differ only in what a viewer may not see give that viewer byte-identical streams.

From a round boundary a twin is made in which some cards out of the viewer's sight have changed places, and hidden marks of others
their values. Both are driven alike: the viewer gives the same random answers, the others answers that are legal in both and touch no
changed card. All that the viewer is told is compared as bytes, until a changed card rightly comes into his sight; that ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.core.ask import Answer, sample
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.events import Event, Face, Happening, Marked, Moved, Shown, seen_by
from engine.core.game import AnyGame, State
from engine.core.ids import AskId, CardId, Seat
from engine.core.journal import Answered, Saved
from engine.core.match import Match
from engine.core.table import Sight, TableData
from tests.engine.alike import answers_alike

__all__ = ["Compared", "Leak", "Twins", "check_non_interference", "twins"]

STEPS_COMPARED = 60
"""After so many windows a pair has told what it can."""
Twist = Callable[[State, Seat | None, Chance], None]
"""Changes what a game keeps hidden in its state beside the table; in place."""

_encode = msgspec.msgpack.encode


class Leak(AssertionError):
    """The viewer was told something that only the hidden difference explains."""


class Compared(msgspec.Struct):
    """How much a check has really compared: pairs made, windows passed in step, and how the pairs ended (`parted`: a changed card was
    shown, `stuck`: nobody could go on alike, `over`: to the match's end or STEPS_COMPARED)."""

    pairs: int = 0
    steps: int = 0
    parted: int = 0
    stuck: int = 0
    over: int = 0


class Twins:
    """A match and its twin, with the events that opened them, for one viewer. `faces` are those of the changed cards."""

    def __init__(
        self, game: AnyGame, one: Saved, two: Saved, seed: bytes, viewer: Seat | None, faces: set[Face]
    ) -> None:
        self.viewer = viewer
        self.faces = faces
        self.a, opened_a = Match.resume(game, one, seed, audited=True)
        self.b, opened_b = Match.resume(game, two, seed, audited=True)
        self.opened = (opened_a, opened_b)

    def changed(self) -> set[CardId]:
        """The cards that are not the same in both."""
        ours, theirs = self.a.table.faces, self.b.table.faces
        return {card for card, face in ours.items() if theirs.get(card) != face}


def twins(
    game: AnyGame, saved: Saved, seed: bytes, viewer: Seat | None, chance: Chance, twist: Twist | None = None
) -> Twins:
    """The match at this boundary, and one that differs from it only in what `viewer` (None: a spectator) may not see."""
    state: State = msgspec.msgpack.decode(saved.state, type=game.state)
    before = dict(state.table.faces)
    _swap_faces(state.table, viewer, chance)
    _swap_marks(state.table, viewer, chance)
    if twist is not None:
        twist(state, viewer, chance)
    faces = {face for card, face in before.items() if face != state.table.faces[card]}
    return Twins(game, saved, msgspec.structs.replace(saved, state=_encode(state)), seed, viewer, faces)


def _swap_faces(data: TableData, viewer: Seat | None, chance: Chance) -> None:
    """A few pairs only: the others must be left with cards that they can play alike."""
    hidden = [
        card
        for zone in data.zones.values()
        if zone.sight is Sight.NOBODY
        or (zone.sight is Sight.OWNER and (zone.seat != viewer or viewer is None))
        for card in zone.cards
    ]
    for _ in range(1 + chance.below(4)):
        if len(hidden) > 1:
            one, two = chance.sample(hidden, 2)
            data.faces[one], data.faces[two] = data.faces[two], data.faces[one]


def _swap_marks(data: TableData, viewer: Seat | None, chance: Chance) -> None:
    for mark in data.marks.values():
        hidden = [
            k for k in mark.values if k not in mark.shown and (mark.sight is Sight.NOBODY or k != viewer)
        ]
        if mark.sight is not Sight.ALL and len(hidden) > 1:
            one, two = chance.sample(hidden, 2)
            mark.values[one], mark.values[two] = mark.values[two], mark.values[one]


# -- comparing --------------------------------------------------------------------------------------------------------


def compare(pair: Twins, happened_a: Sequence[Happening], happened_b: Sequence[Happening]) -> bool:
    """True if the viewer was told the same, False if a changed card was rightly shown. Raises Leak."""
    ours, theirs = seen_by(pair.viewer, happened_a), seen_by(pair.viewer, happened_b)
    for number in range(max(len(ours), len(theirs))):
        one, two = ours[number : number + 1], theirs[number : number + 1]
        if _encode(one) != _encode(two):
            # What is shown may come a moment after its first consequence: a count, say, of the cards that stay hidden.
            if any(_reveals(pair, event) for event in (*ours[number:], *theirs[number:])):
                return False
            raise Leak(f"viewer {pair.viewer} is told {one} in one match and {two} in the other")
    for what, one_seen, two_seen in zip(
        ("view", "rest"), _seen(pair, pair.a), _seen(pair, pair.b), strict=True
    ):
        if one_seen != two_seen:
            raise Leak(f"viewer {pair.viewer} sees another {what}: {one_seen!r} and {two_seen!r}")
    _compare_refusals(pair)
    return True


def _reveals(pair: Twins, event: Event) -> bool:
    """Does the event show a face that was changed, or turn a hidden mark over?"""
    if isinstance(event, Moved | Shown):
        return any(face in pair.faces for face in event.faces or ())
    if isinstance(event, Marked) and not event.hidden:
        return pair.a.table.data.marks[event.name].sight is not Sight.ALL
    return False


def _seen(pair: Twins, match: Match) -> tuple[bytes, bytes]:
    """All that stands before the viewer's eyes between two inputs."""
    mine = None if pair.viewer is None else match.ask_of(pair.viewer)
    rest = [match.window(), mine, match.step, match.round, match.outcome, match.fault is None]
    return _encode(match.view(pair.viewer)), _encode(rest)


def _compare_refusals(pair: Twins) -> None:
    if pair.viewer is None:
        return
    for ask in (AskId(1), AskId(0), *(ask.id for ask in pair.a.waiting())):
        for answer in (Answer(0), Answer(0, [[]]), Answer(0, [[1]]), Answer(1, [[0]]), Answer(99)):
            said = [_refusal(match, pair.viewer, ask, answer) for match in (pair.a, pair.b)]
            if said[0] != said[1]:
                raise Leak(f"viewer {pair.viewer} is refused {answer} with {said[0]} and {said[1]}")


def _refusal(match: Match, seat: Seat, ask: AskId, answer: Answer) -> tuple[str, str] | None:
    try:
        match.check(seat, ask, answer)
    except Refused as refusal:
        return refusal.slug, refusal.reason
    return None


# -- driving ----------------------------------------------------------------------------------------------------------


def run(pair: Twins, chance: Chance, compared: Compared) -> None:
    """Drive a pair as far as it goes. Raises Leak."""
    compared.pairs += 1
    told: tuple[Sequence[Happening], Sequence[Happening]] = pair.opened
    mine = Chance(b"viewer", "viewer", chance.below(1000))
    start = pair.a.step
    while True:
        if not compare(pair, *told):
            compared.parted += 1
            return
        if pair.a.over or pair.a.step - start >= STEPS_COMPARED:
            compared.over += 1
            return
        compared.steps += 1
        done = _step(pair, mine, chance)
        if done is None:
            compared.stuck += 1
            return
        told = done


def _step(
    pair: Twins, mine: Chance, chance: Chance
) -> tuple[Sequence[Happening], Sequence[Happening]] | None:
    for ask in pair.a.waiting():
        twin = pair.b.ask_of(ask.seat)
        if twin is None:
            return None
        answer = sample(ask, mine)
        alike = (
            (answer, answer) if ask.seat == pair.viewer else answers_alike(ask, twin, pair.changed(), chance)
        )
        if alike is None:
            return None
        told_a = pair.a.put(Answered(ask.seat, ask.id, alike[0]))
        told_b = pair.b.put(Answered(twin.seat, twin.id, alike[1]))
        if (told_a is None) != (told_b is None):
            raise Leak(f"after seat {ask.seat} one window is closed and the other is not")
        if told_a is not None and told_b is not None:
            return told_a, told_b
    return None


def check_non_interference(
    game: AnyGame,
    seats: int,
    options: dict[str, object],
    seeds: Sequence[int],
    *,
    pairs: int = 6,
    twist: Twist | None = None,
) -> Compared:
    """For each seed: play one match at random, and from `pairs` of its boundaries run twins for random viewers. Raises Leak."""
    compared = Compared()
    for number in seeds:
        seed = number.to_bytes(32, "little")
        chance = Chance(seed, "twins")
        boundaries = _boundaries(game, seats, options, seed)
        for _ in range(pairs):
            viewer = None if chance.percent(20) else Seat(chance.below(seats))
            pair = twins(game, chance.choice(boundaries), seed, viewer, chance, twist)
            try:
                run(pair, chance, compared)
            except Leak as leak:
                raise Leak(
                    f"{game.id}, {seats} seats, {options}, seed {number}, round {pair.a.round}: {leak}"
                ) from leak
    return compared


def _boundaries(game: AnyGame, seats: int, options: dict[str, object], seed: bytes) -> list[Saved]:
    match, _ = Match.start(game, seats, options, seed)
    chance = Chance(seed, "people")
    found = [match.saved]
    while not match.over:
        for ask in match.waiting():
            match.put(Answered(ask.seat, ask.id, sample(ask, chance)))
        if match.saved is not found[-1]:
            found.append(match.saved)
    return found
