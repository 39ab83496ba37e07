"""A half-made answer: whatever is legal can be chosen step by step, nothing else, and every step can be taken back."""

from __future__ import annotations

import random

import pytest

from clients.cli.choice import Choice
from engine.core.ask import Answer, Ask, Cards, Sets, check, sample
from engine.core.chance import Chance
from engine.core.events import Card
from engine.core.match import Answered, By, Match
from engine.registry import find_game
from tests.tables import GAMES

ROUNDS = 300
"""Questions of a game that are answered."""


def walk(choice: Choice, luck: random.Random) -> Answer:
    """Press whatever is offered, and sometimes `back`, until there is an answer."""
    for _ in range(400):
        if (answer := choice.answer) is not None:
            return answer
        if luck.random() < 0.1 and choice.begun:
            assert choice.back()
        elif choice.enough() and luck.random() < 0.6:
            choice.close()
        else:
            press(choice, luck)
    raise AssertionError("this leads nowhere")


def press(choice: Choice, luck: random.Random) -> None:
    pick, cards = choice.pick, sorted(choice.cards())
    if choice.move is None and (not cards or luck.random() < 0.5):
        choice.choose(luck.choice(choice.moves()))
    elif choice.move is None or (isinstance(pick, Cards | Sets) and cards and luck.random() < 0.8):
        choice.toggle(luck.choice(cards))
    elif isinstance(pick, Sets):
        choice.take([luck.choice(choice.readings())])
    elif more := [value for value in choice.offered() if value not in choice.held]:
        choice.toggle(luck.choice(more))
    else:
        choice.toggle(luck.choice(choice.held))


def retrace(ask: Ask, hand: list[Card], answer: Answer) -> Answer | None:
    """The same answer again, step by step."""
    choice = Choice(ask, hand)
    if choice.move is None:
        choice.choose(answer.move)
    while choice.pick is not None:
        values = answer.picks[len(choice.picks)]
        if isinstance(choice.pick, Sets):
            choice.take(values)
            continue
        assert set(values) <= set(choice.offered())
        low, high = choice.span()
        assert low <= len(values) <= high
        choice.take(values)
    return choice.answer


def same(one: Answer, other: Answer | None) -> bool:
    return (
        other is not None
        and one.move == other.move
        and all(sorted(a) == sorted(b) for a, b in zip(one.picks, other.picks, strict=True))
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_can_be_chosen_and_nothing_else(name: str) -> None:
    game, luck = find_game(name), random.Random(5)
    match, _ = Match.start(game, min(6, game.seats[1]), {}, bytes(32))
    chance, asked = Chance(bytes(32), "test"), 0
    while not match.over and asked < ROUNDS:
        for ask in match.waiting():
            asked += 1
            view = match.view(ask.seat)
            hand = list(view.cards("hand", ask.seat)) if f"hand.{ask.seat}" in view.zones else []
            for _ in range(3):
                check(ask, walk(Choice(ask, hand), luck))
            answer = sample(ask, chance)
            assert same(answer, retrace(ask, hand, answer))
            match.put(Answered(ask.seat, ask.id, answer, By.BOT))
    assert asked
