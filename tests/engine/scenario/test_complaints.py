"""A scenario that is wrong, or that the rules do not fulfil, is answered with a sentence that helps its author (docs/scenarios.md)."""

from __future__ import annotations

import pytest

from engine.scenario import play

GOOD = """
game = "highcard"
seats = 2
options = { tricks = 1 }
title = { en = "one trick", zh = "一轮" }
rules = ["§1.3"]

[table]
"hand.0" = ["S9"]
"hand.1" = ["H9"]

[marks]
"score.1" = 3

[state]
leader = 1

[[step]]
note = "the leader"
do = { seat = 1, move = "put", card = "H9" }
window = "put"
asked = [0]
prompts = { "0" = "put" }
offers = [{ seat = 0, move = "put", card = "S9" }]
lacks = [{ seat = 0, move = "put", card = "H9" }]
sees = [{ viewer = "public", log = "put", by = 1, cards = ["H9"], dst = "trick" }]
hides = [{ viewer = "all", log = "taken" }]

[step.zones]
"hand.0" = 1
"hand.1" = []
trick = ["H9"]

[step.marks]
"score.1" = 3

[[step]]
do = { seat = 0, move = "put", card = "S9" }
over = true
outcome = { winners = [1], reason = "most_tricks" }

[step.zones]
discard = ["S9", "..."]
"""

WRITTEN = [  # the author's mistakes: what stands there, what he wrote instead, what he is told, and at which step
    ("seats = 2", "seats = ", "this is not TOML", 0),
    ("rules = ", "rulez = ", "unknown key 'rulez'; did you mean rules?", 0),
    ("asked = [0]", "aksed = [0]", "step 1 has the unknown key 'aksed'; did you mean asked?", 0),
    ("asked = [0]", 'asked = ["zero"]', "step 1: asked[0]: Expected `int`, got `str`", 0),
    ("asked = [0]", 'silence = "all"', "step 1 has do and silence; make them two steps", 0),
    ("asked = [0]", "until = { over = true }", '`until` goes with silence = "all"', 0),
    ('"highcard"', '"hihgcard"', "there is no game 'hihgcard'", 0),
    ("seats = 2", "seats = 7", "highcard is for 2 to 4 players, not 7", 0),
    ("{ tricks = 1 }", "{ trick = 1 }", "options:", 0),
    ('"hand.0" = ["S9"]', '"hnad.0" = ["S9"]', "there is no zone 'hnad.0'; did you mean hand.0", 0),
    ('"hand.0" = ["S9"]', '"hand.5" = ["S9"]', "there is no seat '5'", 0),
    ('"hand.0" = ["S9"]', '"hand.0" = ["S99"]', "there is no card 'S99'; did you mean", 0),
    ('"hand.0" = ["S9"]', '"hand.0" = ["H9"]', "more often than the deck has it (1)", 0),
    (
        '"score.1" = 3\n\n[state]',
        '"scor.1" = 3\n\n[state]',
        "there is no mark 'scor.1'; did you mean score?",
        0,
    ),
    ('"score.1" = 3\n\n[state]', "score = 3\n\n[state]", "name a seat, such as score.0", 0),
    ('"score.1" = 3\n\n[state]', '"score.1" = "x"\n\n[state]', "mark score.1 is 0 in this game", 0),
    ("leader = 1", "laeder = 1", "the game's state has no 'laeder'; did you mean leader?", 0),
    ("leader = 1", 'leader = "me"', "state leader: ", 0),
    (
        'do = { seat = 1, move = "put", card = "H9" }',
        'do = { seat = 1, move = "putt" }',
        "did you mean put?",
        1,
    ),
    (
        'do = { seat = 1, move = "put", card = "H9" }',
        'do = { seat = 1, crad = "H9" }',
        "did you mean card?",
        1,
    ),
    (
        'do = { seat = 1, move = "put", card = "H9" }',
        'do = { move = "put" }',
        "needs the seat that answers",
        1,
    ),
    (
        'do = { seat = 1, move = "put", card = "H9" }',
        'pass = "all"',
        "there is no move 'pass'; there is put",
        1,
    ),
    ('viewer = "public"', 'viewer = "nobody"', "there is no seat 'nobody'", 1),
]

UNFULFILLED = [  # what the rules do otherwise: what stands there, what is expected instead, what was seen, at which step
    ("do = { seat = 1, move", "do = { seat = 0, move", "seat 0 is not asked; window put asks [1]", 1),
    (
        'do = { seat = 1, move = "put", card = "H9" }',
        'do = { seat = 1, move = "put", card = "S9" }',
        "put (card of H9)",
        1,
    ),
    ("asked = [0]", "asked = [1]", "should ask [1]; instead window put asks [0]", 1),
    ('window = "put"', 'window = "take"', "window take should ask [0]", 1),
    ('{ "0" = "put" }', '{ "1" = "put" }', "he is asked 'nothing'", 1),
    (
        'offers = [{ seat = 0, move = "put", card = "S9" }]',
        'offers = [{ seat = 0, card = "H9" }]',
        "should be offered",
        1,
    ),
    (
        'lacks = [{ seat = 0, move = "put", card = "H9" }]',
        "lacks = [{ seat = 0 }]",
        "should not be offered",
        1,
    ),
    ('lacks = [{ seat = 0, move = "put", card = "H9" }]', "lacks = [{ seat = 1 }]", "seat 1 is not asked", 1),
    ('by = 1, cards = ["H9"]', 'by = 1, cards = "hidden"', "cards = ['H9']", 1),
    (
        'hides = [{ viewer = "all", log = "taken" }]',
        'hides = [{ viewer = 0, log = "put" }]',
        "seat 0 should not see",
        1,
    ),
    ('"hand.0" = 1\n', '"hand.0" = 2\n', "zone hand.0 should have 2 cards; it has 1: S9", 1),
    ('trick = ["H9"]', 'trick = ["H9", "S9"]', "zone trick should have H9, S9; it has H9", 1),
    ('trick = ["H9"]', "trick = []", "zone trick should have nothing; it has H9", 1),
    ('"score.1" = 3\n\n[[step]]', '"score.1" = 4\n\n[[step]]', "mark score.1 should be 4; it is 3", 1),
    ("asked = [0]", "luck = [0, 2]", "luck [0, 2] was not drawn in this step", 1),
    ("asked = [0]", "covered = true", "the window should be covered; window put asks [0]", 1),
    ('"most_tricks"', '"most_tricks", places = [1, 2]', "the places should be [1, 2]; they are [2, 1]", 2),
    ("over = true", "over = false", "the match should not be over", 2),
    ("winners = [1]", "winners = [0, 1]", "the match is over: winners [1], most_tricks", 2),
    ('"most_tricks"', '"luck"', "should end with winners [1], luck", 2),
    ('discard = ["S9", "..."]', 'discard = ["S9"]', "zone discard should have S9; it has", 2),
]


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, f"{old!r} stands {GOOD.count(old)} times in the example"
    return GOOD.replace(old, new)


def test_the_example_passes() -> None:
    result = play(GOOD)
    assert result.passed, result.failures


@pytest.mark.parametrize(("old", "new", "told", "step"), WRITTEN)
def test_the_author_is_told_what_is_wrong_with_the_file(old: str, new: str, told: str, step: int) -> None:
    (failure,) = play(changed(old, new)).failures
    assert told in failure.what
    assert (failure.step, failure.written) == (step, True)


@pytest.mark.parametrize(("old", "new", "told", "step"), UNFULFILLED)
def test_the_author_is_told_what_was_seen_instead(old: str, new: str, told: str, step: int) -> None:
    (failure,) = play(changed(old, new)).failures
    assert told in failure.what
    assert (failure.step, failure.written) == (step, False)
    assert failure.note == ("the leader" if step == 1 else "")
