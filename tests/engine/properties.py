"""What must hold for every game, whatever its rules: run these over random matches of it.

`check_course` plays one match and looks at everything after every input; `check_record` replays it from its record; `check_hash_seeds` plays
it in processes with other string hashes. `check_non_interference` (in tests.engine.twins) is the fourth. None knows a game.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import msgspec

from engine.core.ask import Answer, Ask, check, every_answer, sample
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.events import Event, Face, Happening, Moved, seen_by, seen_by_each
from engine.core.game import AnyGame
from engine.core.ids import AskId, CardId, Seat
from engine.core.journal import Answered, By, Input, Left, Saved
from engine.core.match import Match
from engine.core.view import View, fold
from engine.registry import find_game

__all__ = [
    "Played",
    "Policy",
    "at_random",
    "check_course",
    "check_hash_seeds",
    "fingerprint",
    "play",
    "restless",
    "silent",
    "viewers_of",
]

MAX_DECISIONS = 20_000
"""A match with more never ends."""
ANSWERS_TRIED = 40
"""Of one question's legal answers, how many are checked one by one."""

Options = dict[str, object]
Policy = Callable[[Match, Ask, Chance], Answer]
Watcher = Callable[[Match, list[Happening] | None], None]

encode = msgspec.msgpack.encode


class Played(msgspec.Struct):
    """A match that has ended, and what it took. `boundaries` has each round's start with the inputs that followed it."""

    match: Match
    inputs: list[Input]
    boundaries: list[tuple[Saved, list[Input]]]


def at_random(match: Match, ask: Ask, chance: Chance) -> Answer:
    return sample(ask, chance)


def silent(match: Match, ask: Ask, chance: Chance) -> Answer:
    return ask.default


def restless(match: Match, ask: Ask, chance: Chance) -> Answer:
    """Random, with a silence now and then."""
    return ask.default if chance.percent(25) else sample(ask, chance)


def viewers_of(match: Match) -> list[Seat | None]:
    """A spectator and every seat."""
    return [None, *(Seat(seat) for seat in range(match.saved.seats))]


def play(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: bytes,
    policy: Policy = at_random,
    watchers: Iterable[Callable[[Match], Watcher]] = (),
    *,
    leaving: int = 0,
    audited: bool = True,
) -> Played:
    """One whole match. Answers to an open window arrive in any order; before each, somebody leaves for good with `leaving` in 1000.

    A watcher is made when the match has started and called after every input with what happened (None: the window is still open)."""
    match, _ = Match.start(game, seats, options, seed, audited=audited)
    watching = [make(match) for make in watchers]
    chance = Chance(seed, "people")
    played = Played(match, [], [(match.saved, [])])

    def give(given: Input) -> None:
        happened = match.put(given)
        played.inputs.append(given)
        played.boundaries[-1][1].append(given)
        if match.saved is not played.boundaries[-1][0]:
            played.boundaries.append((match.saved, []))
        for watch in watching:
            watch(match, happened)

    while not match.over:
        assert len(played.inputs) < MAX_DECISIONS, f"no end after {MAX_DECISIONS} inputs, in round {match.round}"
        if leaving and chance.below(1000) < leaving and (staying := _staying(match)):
            give(Left(chance.choice(staying)))
        ask = chance.choice(match.waiting())
        give(Answered(ask.seat, ask.id, policy(match, ask, chance)))
    assert match.fault is None, f"void in round {match.round}: {match.fault!r} from {match.fault.__cause__!r}"
    return played


def _staying(match: Match) -> list[Seat]:
    return [Seat(seat) for seat in range(match.saved.seats) if seat not in match.state.left]


def fingerprint(match: Match) -> bytes:
    """All that a match is, as bytes."""
    outcome, poll = match.outcome, match.window()
    counters = (match.step, match.round, match.chance.drawn, str(match.fault))
    return encode([match.state, match.waiting(), poll, outcome, counters, match.saved, match.inputs])


# -- watchers ---------------------------------------------------------------------------------------------------------


def folding(match: Match) -> Watcher:
    """For every viewer, the snapshot equals the events so far, folded as they come over the wire."""
    viewers = viewers_of(match)
    views = {viewer: match.view(viewer) for viewer in viewers}

    def watch(match: Match, happened: list[Happening] | None) -> None:
        if happened is None:
            return
        for viewer, events in zip(viewers, seen_by_each(viewers, happened), strict=True):
            assert list(events) == list(seen_by(viewer, happened))
            for event in events:
                fold(views[viewer], msgspec.msgpack.decode(encode(event), type=Event))
            assert views[viewer] == msgspec.msgpack.decode(encode(match.view(viewer)), type=View), f"viewer {viewer}"

    return watch


def conserving(match: Match) -> Watcher:
    """Cards come into being by events only, and never go. (That each lies in one zone, the audited table checks itself.)"""
    faces = Counter(match.table.faces.values())

    def watch(match: Match, happened: list[Happening] | None) -> None:
        for event in _with_faces(happened or []):
            if event.src is None:
                faces.update(event.faces or [])
        assert Counter(match.table.faces.values()) == faces

    return watch


def _with_faces(happened: Sequence[Happening]) -> list[Moved]:
    told = [[*(private or {}).values(), public] for public, private in happened]
    return [max(moves, key=lambda e: len(e.faces or [])) for t in told if (moves := [e for e in t if isinstance(e, Moved)])]


def answerable(match: Match) -> Watcher:
    """Whatever an open question offers is accepted, silence included; `sample` and `every_answer` agree with `check`."""
    chance = Chance(b"answerable")

    def watch(match: Match, happened: list[Happening] | None) -> None:
        assert match.over or match.waiting(), "the match is not over and asks nobody"
        for ask in [] if happened is None else match.waiting():
            check(ask, ask.default)
            check(ask, sample(ask, chance))
            every = list(islice(every_answer(ask), ANSWERS_TRIED))
            for answer in every:
                check(ask, answer)
            assert every and len({encode(answer) for answer in every}) == len(every), ask

    return watch


def refusing(match: Match) -> Watcher:
    """Nonsense is refused with a slug and a sentence and changes nothing."""
    chance = Chance(b"refusing")

    def watch(match: Match, happened: list[Happening] | None) -> None:
        if match.over or not chance.percent(20):
            return
        before = fingerprint(match)
        for nonsense in nonsense_for(match):
            try:
                match.put(nonsense)
            except Refused as refusal:
                assert refusal.slug.startswith("answer/") and refusal.reason
            else:
                raise AssertionError(f"{nonsense} was accepted")
        assert fingerprint(match) == before

    return watch


def nonsense_for(match: Match) -> list[Input]:
    """Inputs that no open question accepts: of another seat, of another time, out of form, out of bounds."""
    inputs: list[Input] = [Left(Seat(-1)), Left(Seat(match.saved.seats))]
    for ask in match.waiting():
        fine = ask.default
        other = Seat((ask.seat + 1) % match.saved.seats)
        inputs += [
            Answered(other, ask.id, fine),
            Answered(Seat(99), ask.id, fine),
            Answered(ask.seat, AskId(ask.id - 1000), fine),
            Answered(ask.seat, AskId(ask.id + 1000), fine),
            Answered(ask.seat, ask.id, Answer(-1)),
            Answered(ask.seat, ask.id, Answer(len(ask.moves))),
            Answered(ask.seat, ask.id, Answer(10**30)),
            Answered(ask.seat, ask.id, Answer(fine.move, [*fine.picks, []])),
        ]
        for i, chosen in enumerate(fine.picks):
            for wrong in ([-1], [10**30], [*chosen, *chosen, *chosen, -1], [True], [1.0]):
                picks: list[list[int]] = [*fine.picks[:i], wrong, *fine.picks[i + 1 :]]  # type: ignore[list-item]
                inputs.append(Answered(ask.seat, ask.id, Answer(fine.move, picks)))
    return inputs


def forking(match: Match) -> Watcher:
    """At any moment, a fork is the same match, and goes its own way from then on."""
    chance = Chance(b"forking")

    def watch(match: Match, happened: list[Happening] | None) -> None:
        if not chance.percent(10):
            return
        before = fingerprint(match)
        fork = match.fork()
        assert fingerprint(fork) == before
        if fork.waiting():
            ask = chance.choice(fork.waiting())
            fork.put(Answered(ask.seat, ask.id, sample(ask, chance), By.BOT))
        assert fingerprint(match) == before

    return watch


ALL_WATCHERS: tuple[Callable[[Match], Watcher], ...] = (folding, conserving, answerable, refusing, forking)


# -- properties -------------------------------------------------------------------------------------------------------


def check_course(
    game: AnyGame, seats: int, options: Options, seed: bytes, policy: Policy = at_random, *, leaving: int = 0
) -> Played:
    """One match with everything watched, then every boundary restored and played to the same end."""
    played = play(game, seats, options, seed, policy, ALL_WATCHERS, leaving=leaving)
    assert played.match.outcome is not None
    end = encode(played.match.table.data)
    inputs = [given for _, given in played.boundaries]
    for number, (saved, _) in enumerate(played.boundaries):
        if number % (1 + len(inputs) // 8) == 0 or number == len(inputs) - 1:
            again = Match.restore(game, saved, seed, [one for later in inputs[number:] for one in later])
            assert encode(again.table.data) == end
            assert (again.outcome, again.step, again.round) == (
                played.match.outcome,
                played.match.step,
                played.match.round,
            )
    return played


def digest(game: AnyGame, seats: int, options: Options, seeds: Iterable[int]) -> str:
    """Of all that every viewer of these matches was told, and of how they ended."""
    total = blake2b(digest_size=16)

    def telling(match: Match) -> Watcher:
        def watch(match: Match, happened: list[Happening] | None) -> None:
            for events in seen_by_each(viewers_of(match), happened or []):
                total.update(encode(events))
            total.update(encode(match.waiting()))

        return watch

    for seed in seeds:
        played = play(game, seats, options, seed_of(seed), restless, [telling], audited=False)
        total.update(fingerprint(played.match))
    return total.hexdigest()


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "little")


def check_hash_seeds(name: str, seats: int, options: Options, count: int) -> None:
    """The same `count` matches are the same bytes under three orders of string hashes."""
    root = Path(__file__).parents[2]
    args = [sys.executable, "-m", "tests.engine.properties", name, str(seats), msgspec.json.encode(options).decode(), str(count)]
    runs = [
        subprocess.Popen(args, cwd=root, env={"PYTHONHASHSEED": hashes}, stdout=subprocess.PIPE, text=True)
        for hashes in ("0", "1", "4242")
    ]
    digests = {run.communicate(timeout=50)[0] for run in runs}
    assert len(digests) == 1 and len(digests.pop().strip()) == 32


def faces_of(match: Match) -> dict[CardId, Face]:
    return dict(match.table.faces)


if __name__ == "__main__":
    _, name, seats, options, count = sys.argv
    sys.stdout.write(digest(find_game(name), int(seats), msgspec.json.decode(options), range(int(count))) + "\n")
