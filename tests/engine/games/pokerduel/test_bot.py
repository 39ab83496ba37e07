"""The normal bot: sound in every game, sensible in plain situations, stronger than luck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

import pytest

from engine.core.ask import Answer, Ask, Cards, Sets
from engine.core.chance import Chance
from engine.core.game import State
from engine.core.ids import CardId
from engine.core.match import Answered, By, Match
from engine.core.table import Table
from engine.core.view import View
from engine.games.pokerduel import GAME
from engine.games.pokerduel.bots.decide import RULES, normal
from engine.games.pokerduel.bots.worth import life
from engine.registry import package_of
from engine.scenario.lay import lay_cards, lay_marks
from engine.scenario.names import Names
from engine.scenario.rigged import Luck, Rigged
from engine.words import words_of
from tests.engine.properties import seed_of

Marks = Mapping[str, int | str | bool]


def laid(hand: list[str], foe: list[str], marks: Marks | None = None, **zones: list[str]) -> Match:
    """Seat 0 is on turn with this hand, against seat 1. Nothing can be drawn; zones by `minions_1` and the like."""
    cards = {"hand.0": hand, "hand.1": foe, "draw": [], **{k.replace("_", "."): v for k, v in zones.items()}}
    usual: dict[str, int | str | bool] = {"current": 0, "owes.0": False, "owes.1": False}

    def lay(state: State, on: Table) -> None:
        names = Names("pokerduel", on)
        lay_cards(names, cards)
        lay_marks(names, {**usual, **(marks or {})})

    match, _ = Match.start(Rigged(GAME, lay, Luck(b"bot", [])), 2, {}, b"bot", audited=True)
    return match


def said(match: Match) -> tuple[str, list[str]]:
    """What the bot answers to the open question: the move, and the cards that it names."""
    (ask,) = match.waiting()
    answer = normal(partial(match.view, ask.seat), ask, Chance(b"bot"))
    move = ask.moves[answer.move]
    cards: list[str] = []
    for pick, values in zip(move.picks, answer.picks, strict=True):
        ids = pick.sets[values[0]].cards if isinstance(pick, Sets) else [CardId(value) for value in values]
        assert isinstance(pick, Sets | Cards)
        cards += [match.table.name(card) for card in ids]
    return move.kind, cards


def go_on(match: Match, kind: str, *cards: str) -> None:
    """Whoever is asked gives this answer."""
    (ask,) = match.waiting()
    index = next(i for i, move in enumerate(ask.moves) if move.kind == kind)
    picks: list[list[int]] = []
    for pick in ask.moves[index].picks:
        assert isinstance(pick, Sets)
        named = [[match.table.name(card) for card in chosen.cards] for chosen in pick.sets]
        picks.append([named.index(list(cards))])
    match.put(Answered(ask.seat, ask.id, Answer(index, picks), By.BOT))


# -- the own turn -----------------------------------------------------------------------------------------------------


def test_kills_whom_nothing_can_save() -> None:
    match = laid(["S3", "HK", "D9"], [], {"hp.1": 6, "escaped.1": True, "hp.0": 9})
    assert said(match) == ("attack", ["S3"])


def test_does_not_attack_when_a_block_might_kill_it() -> None:
    foe = ["SK", "CK", "SQ", "CQ"]
    assert said(laid(["S2", "C3", "DK"], foe))[0] == "prepare"
    weak = laid(["S2", "C3", "DK"], foe, {"hp.0": 3, "escaped.0": True})
    assert said(weak) == ("shield", ["DK"])


def test_prepares_the_strongest_pair() -> None:
    match = laid(["SK", "S3", "CK", "C4"], ["D2", "D3"], {"escaped.1": True})
    assert said(match) == ("prepare", ["SK", "CK"])


def test_sets_the_better_shield_and_heals_what_is_lost() -> None:
    assert said(laid(["D4", "DK"], ["SK"])) == ("shield", ["DK"])
    assert said(laid(["H4", "HK"], ["SK"], {"hp.0": 9})) == ("heal", ["HK"])


def test_keeps_what_is_worth_most() -> None:
    match = laid(["red_joker", "H6", "D6", "S2", "SK", "D2"], ["C2"], {"spent.0": "♠♥♣♦"})
    go_on(match, "end")
    kind, cards = said(match)
    assert kind == "discard" and sorted(cards) == ["D2", "S2"]


# -- under attack -----------------------------------------------------------------------------------------------------


def test_blocks_what_would_kill() -> None:
    match = laid(["S9", "CQ"], [], {"aim.1": 0, "escaped.0": True}, minions_1=["SK"])
    kind, cards = said(match)
    assert kind == "block" and cards


def test_turns_a_weak_attack_into_a_kill() -> None:
    match = laid(["SK", "C2"], [], {"aim.1": 0, "hp.1": 5, "escaped.1": True}, minions_1=["S6"])
    assert said(match)[0] == "block" and "SK" in said(match)[1]


def test_heals_in_an_emergency_only() -> None:
    """§12.3: 15 hit points against 20 damage, and against 8."""
    deadly = laid(["H6"], [], {"aim.1": 0, "hp.0": 15, "escaped.0": True}, minions_1=["S10"])
    go_on(deadly, "pass")
    assert said(deadly) == ("protect", ["H6"])
    bearable = laid(["H6"], [], {"aim.1": 0, "hp.0": 15, "escaped.0": True}, minions_1=["S4"])
    go_on(bearable, "pass")
    assert said(bearable) == ("pass", [])


def test_throws_up_a_shield_that_saves_hit_points() -> None:
    match = laid(["D6"], [], {"aim.1": 0, "escaped.0": True}, minions_1=["S5"])
    go_on(match, "pass")
    assert said(match) == ("protect", ["D6"])


def test_escapes_when_nothing_else_helps() -> None:
    match = laid(["H9"], [], {"aim.1": 0, "hp.0": 9}, minions_1=["SK"])
    go_on(match, "pass")
    assert said(match) == ("escape", [])
    bearable = laid(["D9"], [], {"aim.1": 0}, minions_1=["S2"])
    go_on(bearable, "pass")
    assert said(bearable) == ("pass", [])


def test_the_red_joker_saves_it_when_it_has_escaped_before() -> None:
    match = laid(["red_joker", "D2"], [], {"aim.1": 0, "hp.0": 9, "escaped.0": True}, minions_1=["SK"])
    go_on(match, "pass")
    assert said(match) == ("red_joker", [])


def test_heals_before_deadly_counter_damage() -> None:
    match = laid(["S3", "H6"], ["SK"], {"hp.0": 10, "escaped.0": True})
    go_on(match, "attack", "S3")
    go_on(match, "block", "SK")
    assert said(match) == ("protect", ["H6"])


# -- what a bot is ----------------------------------------------------------------------------------------------------


def test_it_knows_every_question() -> None:
    keys = words_of(package_of("pokerduel"), "en")
    assert {f"prompts.{prompt}" for prompt in RULES} == {key for key in keys if key.startswith("prompts.")}


def test_a_hit_point_is_worth_more_when_few_are_left() -> None:
    steps = [high - low for low, high in pairwise(life(hp) for hp in range(1, 22))]
    assert steps == sorted(steps, reverse=True) and steps[-1] > 0
    assert life(0) < -life(21)


def test_it_does_not_look_where_there_is_nothing_to_choose() -> None:
    match = laid(["S3"], ["DK"], {"escaped.1": True})
    go_on(match, "attack", "S3")
    (ask,) = match.waiting()
    assert len(ask.moves) == 1

    def see() -> View:
        raise AssertionError("looked")

    assert normal(see, ask, Chance(b"bot")) == ask.default


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (6, 1), (9, 2)])
def test_its_answers_are_legal_the_same_again_and_drawn_from_no_luck(seats: int, decks: int) -> None:
    """Among random players, whose games go to the strangest places."""
    for number in range(4):
        match, _ = Match.start(GAME, seats, {"decks": decks, "turn_cap": 12}, seed_of(number), audited=True)
        luck = Chance(seed_of(number), "bot")
        while not match.over:
            (ask,) = match.waiting()
            match.put(Answered(ask.seat, ask.id, _mixed(match, ask, luck, number), By.BOT))
        assert match.fault is None


def _mixed(match: Match, ask: Ask, luck: Chance, number: int) -> Answer:
    """Every second seat is the bot, in the last game all are."""
    see = partial(match.view, ask.seat)
    if number < 3 and (ask.seat + number) % 2:
        return GAME.bots["random"](see, ask, luck)
    drawn = luck.drawn
    first, again = normal(see, ask, luck), normal(see, ask, luck)
    assert first == again and luck.drawn == drawn
    return first


@pytest.mark.slow
def test_it_beats_a_random_player_from_either_side() -> None:
    """The measured rate is near 99 %."""
    won = 0
    for number in range(60):
        mine = number % 2
        match, _ = Match.start(GAME, 2, {}, seed_of(number // 2))
        luck = Chance(seed_of(number), "bot")
        while not match.over:
            (ask,) = match.waiting()
            bot = GAME.bots["normal" if ask.seat == mine else "random"]
            match.put(Answered(ask.seat, ask.id, bot(partial(match.view, ask.seat), ask, luck), By.BOT))
        assert match.outcome is not None
        won += match.outcome.winners == [mine]
    assert won >= 54
