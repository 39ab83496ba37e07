"""Hot paths of the engine and the wire, each the same work in every run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

import protocol.messages as wire
from benchmarks.engine import SEATS, SEATS_OF, play, seed_of
from benchmarks.guard.path import Path, Running
from engine.core.chance import Chance
from engine.core.events import Happening, seen_by_each
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.registry import find_game
from protocol.codec import Codec

__all__ = ["PATHS"]

MATCHES: dict[str, tuple[int, dict[str, object]]] = {
    "highcard": (6, {"tricks": 13}),
    "dingti": (4, {}),
    "gandengyan": (1, {"hands": 4}),
    "pokerduel": (2, {}),
    "herokill": (1, {}),
}
"""How many of them, with which options, make some hundreds of decisions."""
REPEATED = 100
VIEWERS = [Seat(seat) for seat in range(4)]


def decisions(name: str) -> Running:
    """Random bots, as `benchmarks.engine` plays them."""
    matches, options = MATCHES[name]
    one = partial(play, find_game(name), SEATS_OF.get(name, SEATS), options, "random")
    one(seed_of(1000))
    yield
    return sum(one(seed_of(number)) for number in range(matches))


def again(action: Callable[[], object]) -> Running:
    """The same action over and over."""
    for _ in range(REPEATED):
        action()
    yield
    for _ in range(REPEATED):
        action()
    return REPEATED


def course(name: str, steps: int) -> tuple[Match, list[list[Happening]]]:
    """A match after so many windows of random bots, and what happened in each of its windows."""
    game, luck = find_game(name), Chance(seed_of(0), "bots")
    match, first = Match.start(game, 4, {}, seed_of(0))
    rounds = [first]
    while len(rounds) < steps:
        for ask in match.waiting():
            answer = game.bots["random"](partial(match.view, ask.seat), ask, luck)
            happened = match.put(Answered(ask.seat, ask.id, answer, By.BOT))
            if happened is not None:
                rounds.append(happened)
    return match, rounds


def projecting() -> Running:
    """What the longest of twenty windows of Dingti brought, for each of four seats, as bytes: each different view encoded once."""
    _, rounds = course("dingti", 20)
    happened, encode = max(rounds, key=len), Codec.MSGPACK.encode

    def project() -> None:
        seen = {id(events): events for events in seen_by_each(VIEWERS, happened)}
        for events in seen.values():
            encode(events)

    return (yield from again(project))


def updates() -> Running:
    """An update with events and a question, written and read by a client; his answer written and read by the server."""
    match, rounds = course("dingti", 20)
    codec, ask = Codec.MSGPACK, match.waiting()[0]
    (events,) = seen_by_each([ask.seat], max(rounds, key=len))
    payloads = [msgspec.Raw(codec.encode(event)) for event in events]
    answer = wire.Answer(action="123", room="ABCD", ask=ask.id, move=0, picks=ask.default.picks)

    def both_ways() -> None:
        update = wire.Update(room="ABCD", seq=7, events=payloads, ask=msgspec.Raw(codec.encode(ask)))
        codec.read_server(codec.encode(update))
        codec.read_client(codec.encode(answer))

    return (yield from again(both_ways))


def snapshots() -> Running:
    """The view of one seat of Herokill, as bytes."""
    match, _ = course("herokill", 40)
    return (yield from again(lambda: Codec.MSGPACK.encode(match.view(Seat(0)))))


PATHS: dict[str, Path] = {
    **{f"{name}, a decision": partial(decisions, name) for name in MATCHES},
    "a window projected to four seats": projecting,
    "an update and an answer, written and read": updates,
    "a snapshot of Herokill": snapshots,
}
