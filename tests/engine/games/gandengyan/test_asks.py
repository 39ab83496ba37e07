"""§10 What players are offered, and the words of a reading."""

from __future__ import annotations

from engine.core.ask import Answer, Move, Sets
from engine.core.chance import Chance
from engine.core.match import Answered
from engine.games.gandengyan.naming import Deed, deed, described, params, read, read_deed
from tests.engine.games.gandengyan.table import dealt, laid, play_bots
from tests.engine.games.gandengyan.test_beats import READINGS


def sets_of(move: Move) -> Sets:
    (pick,) = move.picks
    assert isinstance(pick, Sets)
    return pick


def test_10_3_playable_cards_are_those_of_some_legal_play() -> None:
    """Also the copy of a card that the sets do not name: equal ranks are interchangeable (§2.4)."""
    match = laid(["S5 HJ", "H6 S6 DJ CK", "H9 D9 C9 S3", "C7 small_joker C8"])
    (ask,) = match.waiting()
    match.put(Answered(ask.seat, ask.id, Answer(0, [[0]])))
    playable = {}
    for question in match.waiting():
        moves = question.moves[1:]
        playable[question.seat] = {card.face.name for move in moves for card in sets_of(move).cards}
        for move in moves:
            named = {card for one in sets_of(move).sets for card in one.cards}
            assert named <= {card.id for card in sets_of(move).cards}
    assert playable == {1: {"H6", "S6"}, 2: {"H9", "D9", "C9"}, 3: set()}


def test_10_2_a_set_takes_the_cards_that_it_names() -> None:
    match = laid(["S4 S5 small_joker HK", "H3", "D3", "C3"])
    (ask,) = match.waiting()
    pick = sets_of(ask.moves[0])
    for place, one in enumerate(pick.sets):
        fork = match.fork()
        names = sorted(match.table.name(card) for card in one.cards)
        fork.put(Answered(ask.seat, ask.id, Answer(0, [[place]])))
        assert sorted(fork.table.name(card) for card in fork.table.cards("top")) == names
    assert len({(tuple(one.cards), one.label, str(one.params)) for one in pick.sets}) == len(pick.sets)


def test_readings_and_deeds_are_written_and_read_back() -> None:
    written = set()
    for reading in READINGS:
        assert read(*described(reading)) == reading
        assert list(described(reading)[1:]) == [str(value) for value in params(reading).values()]
        for grades in ((), (0, 12, 13), (7,)):
            text = deed(Deed(3, reading, grades))
            assert read_deed(text) == (3, reading, grades)
            written.add(text)
    led = Deed(1, None, (3, 13))
    assert deed(led) == "1 > 6 W" and read_deed("1 > 6 W") == led
    assert len(written) == 3 * len(READINGS)


def test_3_7_a_hand_never_exceeds_six_and_every_hand_ends() -> None:
    """Rulings 33 and 37: cards only get fewer between two draws, and the pile runs out."""
    for number in range(20):
        match = dealt(number, hands=1)
        while not match.over:
            left = [len(match.table.cards("hand", seat)) for seat in range(4)]
            assert max(left) <= 6
            play_bots(match, ["random"] * 4, Chance(bytes([number])), windows=1)


def test_what_everybody_can_remember_of_a_player() -> None:
    """The mark `deeds`: plays and passes since the last draw, nothing of answers that did not count."""
    match = laid(["S5 SK", "S6 S10", "D6 D9", "C9"], pile="HQ HK")
    seen = []
    for move in (0, 1, 0):  # leads, is beaten by seat 1 (seat 2 would have, too), nobody beats that
        for ask in match.waiting():
            index = move if move < len(ask.moves) else 0
            match.put(Answered(ask.seat, ask.id, Answer(index, [[0]] if ask.moves[index].picks else [])))
        seen.append([match.table.get("deeds", seat) for seat in range(4)])
    assert seen == [
        [["1 > 5"], [], [], []],
        [["1 > 5"], ["1 single 5 > 6"], [], []],
        [["1 > 5", "1 single 6 >"], [], ["1 single 6 >"], ["1 single 6 >"]],
    ]
