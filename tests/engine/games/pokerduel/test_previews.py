"""§10.1, ruling 39: what a question says that an answer comes to is what it comes to, should nobody do anything more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core.ask import Answer, Ask, Sets, sample
from engine.core.chance import Chance
from engine.core.ids import Seat
from engine.core.match import Answered, Match
from engine.games.pokerduel import GAME
from tests.engine.properties import seed_of

FIGHTING = {"block", "respond"}
GAMES = {2: 12, 4: 4, 8: 2}
"""Random matches, by the number of players."""


def promises(ask: Ask) -> Iterator[tuple[Answer, str, dict[str, object]]]:
    """Every answer that a question reads, a pass in a defence included, with its reading."""
    for index, move in enumerate(ask.moves):
        if move.kind == "pass":
            _, _, label = ask.prompt.partition("_")
            yield Answer(index), label, {"left": ask.params["left"], "damage": ask.params["damage"]}
        for pick in move.picks:
            if isinstance(pick, Sets):
                for place, chosen in enumerate(pick.sets):
                    label = chosen.label.removeprefix("readings.").removeprefix("attack_")
                    yield Answer(index, [[place]]), label, {**move.params, **chosen.params}


def after(match: Match, ask: Ask, answer: Answer) -> tuple[Match, list[str]]:
    """The match after this answer and silence until the fight is over; and the log's keys."""
    fork = match.fork()
    told = fork.put(Answered(ask.seat, ask.id, answer)) or []
    while not fork.over and fork.poll is not None and fork.poll.window in FIGHTING:
        (other,) = fork.waiting()
        told += fork.put(Answered(other.seat, other.id, other.default)) or []
    return fork, [event.key for event, _ in told if event is not None and hasattr(event, "key")]


def hold(match: Match, ask: Ask, answer: Answer, label: str, said: dict[str, object]) -> None:
    victim = said.get("target", ask.seat)
    assert isinstance(victim, int)
    undying = match.table.get("undying", victim)
    fork, told = after(match, ask, answer)
    table = fork.table
    if label in ("killed", "counter_kills"):
        assert "died" in told and table.get("dead", victim)
    elif label in ("unhurt", "hurt", "counter"):
        assert "died" not in told
        assert table.get("hp", victim) == said["left"]
        assert ("hurt" in told) == (label != "unhurt")
        assert "shield" not in said or table.get("shield", victim) == said["shield"]
    elif label in ("wasted", "counter_wasted"):
        assert table.get("hp", victim) == match.table.get("hp", victim) and "hurt" not in told
    elif label == "heals":
        assert table.get("hp", ask.seat) == said["hp"]
    elif label in ("shield_now", "shield_later"):
        assert table.get("shield", ask.seat) == said["shield"]
        assert table.get("preparing", ask.seat) == (label == "shield_later")
    else:
        assert label in ("prepared", "prepared_joker"), label
        assert table.get("aim", ask.seat) == victim
    assert not undying or label not in ("killed", "counter_kills")


@pytest.mark.parametrize("seats", GAMES)
def test_every_preview_comes_true(seats: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES[seats]):
        match, _ = Match.start(GAME, seats, {}, seed_of(number))
        chance = Chance(seed_of(number), "people")
        while not match.over:
            (ask,) = match.waiting()
            for answer, label, said in promises(ask):
                hold(match, ask, answer, label, said)
                seen[label] += 1
            match.put(Answered(ask.seat, ask.id, sample(ask, chance)))
    assert len(seen) >= 11 and sum(seen.values()) > 800, seen


def test_a_seat_is_asked_by_what_all_can_see() -> None:
    """§5.11 The questions of a defence follow from public values alone: whoever is attacked, with whatever hand."""
    asked = 0
    for number in range(12):
        match, _ = Match.start(GAME, 3, {}, seed_of(number))
        chance = Chance(seed_of(number), "people")
        while not match.over:
            (ask,) = match.waiting()
            assert match.poll is not None
            if match.poll.window in FIGHTING:
                asked += 1
                assert match.poll.covered and ask.time == "response" and ask.default == Answer(0)
                assert ask.moves[0].kind == "pass" and not ask.moves[0].picks
            match.put(Answered(ask.seat, ask.id, sample(ask, chance)))
    assert asked > 200


def test_the_first_hands() -> None:
    """§3.1, rulings 2 and 37: who begins is drawn, and everybody else has a card more."""
    first: Counter[int] = Counter()
    for number in range(60):
        match, _ = Match.start(GAME, 3, {}, seed_of(number))
        (ask,) = match.waiting()
        first[ask.seat] += 1
        hands = [match.view(None).zone("hand", seat).n for seat in range(3)]
        assert hands == [6 if seat == ask.seat else 5 for seat in range(3)]
        assert [match.table.get("owes", seat) for seat in range(3)] == [s != ask.seat for s in range(3)]
        assert match.poll is not None and match.poll.window == "turn"
    assert set(first) == {Seat(0), Seat(1), Seat(2)} and min(first.values()) > 8
