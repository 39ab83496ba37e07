"""Watchers of a running match: each is made at its start, and after every input holds one thing that must be so in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

import msgspec
import pytest

from engine.core.ask import Answer, check, every_answer, sample
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.events import Event, Happening, Moved, seen_by, seen_by_each
from engine.core.ids import AskId, Seat
from engine.core.journal import Answered, By, Input, Left
from engine.core.match import Match
from engine.core.view import View, fold

__all__ = ["ALL_WATCHERS", "Watcher", "encode", "fingerprint", "nonsense_for", "viewers_of"]

ANSWERS_TRIED = 40
"""Of one question's legal answers, how many are checked one by one."""

Watcher = Callable[[Match, list[Happening] | None], None]
"""Called after an input with what happened, None while the window is still open."""

encode = msgspec.msgpack.encode


def viewers_of(match: Match) -> list[Seat | None]:
    """A spectator and every seat."""
    return [None, *(Seat(seat) for seat in range(match.saved.seats))]


def fingerprint(match: Match) -> bytes:
    """All that a match is, as bytes."""
    outcome, poll = match.outcome, match.window()
    counters = (match.step, match.round, match.chance.drawn, str(match.fault))
    return encode([match.state, match.waiting(), poll, outcome, counters, match.saved, match.inputs])


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
            assert views[viewer] == msgspec.msgpack.decode(encode(match.view(viewer)), type=View), (
                f"viewer {viewer}"
            )

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
    return [
        max(moves, key=lambda e: len(e.faces or []))
        for t in told
        if (moves := [e for e in t if isinstance(e, Moved)])
    ]


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
            with pytest.raises(Refused) as refused:
                match.put(nonsense)
            assert refused.value.slug.startswith("answer/") and refused.value.reason
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
