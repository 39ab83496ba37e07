"""Law 5: what an ask offers can be enumerated, sampled and checked, and the three agree."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ask import (
    Answer,
    Ask,
    Cards,
    CardSet,
    Combos,
    Move,
    Number,
    Options,
    Pick,
    Seats,
    Sets,
    check,
    every_answer,
    sample,
)
from engine.core.chance import Chance
from engine.core.errors import Illegal, Malformed, Refused
from engine.core.events import Card, Face
from engine.core.ids import CardId, Seat

PASS = Move("pass")


def cards(*ids: int) -> list[Card]:
    return [Card(CardId(i), Face(f"c{i}")) for i in ids]


def asking(*moves: Move) -> Ask:
    return Ask(Seat(0), "act", list(moves), Answer(0))


def one(pick: Pick) -> Ask:
    return asking(Move("do", {}, [pick]))


def every(ask: Ask) -> list[tuple[int, list[list[int]]]]:
    return [(answer.move, answer.picks) for answer in every_answer(ask)]


TARGET = Seats("target", [Seat(1), Seat(3), Seat(4)])
TWO_OF = Cards("cards", cards(10, 20, 30), 1, 2)
ASK = asking(PASS, Move("hit", {}, [TWO_OF, TARGET]))


# -- check ------------------------------------------------------------------------------------------------------------


def test_the_chosen_move_comes_back() -> None:
    assert check(ASK, Answer(0)) is ASK.moves[0]
    assert check(ASK, Answer(1, [[30, 10], [4]])) is ASK.moves[1]


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        (Answer(-1), Malformed, "there is no move -1; this ask has 2"),
        (Answer(2), Malformed, "there is no move 2; this ask has 2"),
        (Answer(10**40), Malformed, "this ask has 2"),
        (Answer(True), Malformed, "there is no move True"),
        (Answer(1), Malformed, "move 1 takes 2 picks, not 0"),
        (Answer(0, [[]]), Malformed, "move 0 takes 0 picks, not 1"),
        (Answer(1, [[10], []]), Illegal, "target takes 1, not 0"),
        (Answer(1, [[], [1]]), Illegal, "cards takes 1 to 2, not 0"),
        (Answer(1, [[10, 20, 30], [1]]), Illegal, "cards takes 1 to 2, not 3"),
        (Answer(1, [[10, 10], [1]]), Illegal, "cards names something twice"),
        (Answer(1, [[10], [2]]), Illegal, "target does not offer 2"),
        (Answer(1, [[-10], [1]]), Illegal, "cards does not offer -10"),
        (Answer(1, [[10**40], [1]]), Illegal, "cards does not offer 1000"),
        (Answer(1, [[10], [True]]), Malformed, "target takes whole numbers"),
        (Answer(1, [[10.0], [1]]), Malformed, "cards takes whole numbers"),  # type: ignore[list-item]
        (Answer(1, [["10"], [1]]), Malformed, "cards takes whole numbers"),  # type: ignore[list-item]
        (Answer(1, [[[]], [1]]), Malformed, "cards takes whole numbers"),  # type: ignore[list-item]
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(
    answer: Answer, error: type[Refused], reason: str
) -> None:
    with pytest.raises(error) as refused:
        check(ASK, answer)
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("pick", "fine", "wrong"),
    [
        (Options("how", ["a", "b"]), [[0], [1]], [[-1], [2], []]),
        (Options("how", ["a", "b"], 0, 2), [[], [1, 0]], [[0, 0], [0, 1, 2]]),
        (Number("bid", 3, 5), [[3], [5]], [[2], [6], [3, 4], []]),
        (Number("bid", -2, 2, 0, 1), [[], [-2], [0]], [[-3], [0, 1]]),
        (
            Sets("set", cards(1, 2), [CardSet([CardId(1)], "single"), CardSet([CardId(1)], "wild")]),
            [[0], [1]],
            [[2], [-1]],
        ),
        (Seats("who", [Seat(0), Seat(6)]), [[0], [6]], [[1]]),
        (Cards("none", [], 0, 0), [[]], [[0]]),
    ],
)
def test_each_kind_of_pick(pick: Pick, fine: list[list[int]], wrong: list[list[int]]) -> None:
    ask = one(pick)
    for chosen in fine:
        check(ask, Answer(0, [chosen]))
    for chosen in wrong:
        with pytest.raises(Illegal):
            check(ask, Answer(0, [chosen]))
    assert {tuple(sorted(picks[0])) for _, picks in every(ask)} >= {tuple(sorted(chosen)) for chosen in fine}


# -- combinations -----------------------------------------------------------------------------------------------------

PAIRED = asking(
    Move(
        "pair",
        {},
        [Cards("cards", cards(1, 2, 3), 2, 2), Number("extra", 0, 1), TARGET],
        [Combos([0, 2], [[[1, 2], [3]], [[2, 3], [4]]])],
    )
)


def test_combined_picks_must_be_a_row() -> None:
    check(PAIRED, Answer(0, [[1, 2], [0], [3]]))
    check(PAIRED, Answer(0, [[3, 2], [1], [4]]))
    for picks in ([[1, 2], [0], [4]], [[1, 3], [0], [3]]):
        with pytest.raises(Illegal, match="cards and target does not go together"):
            check(PAIRED, Answer(0, picks))


def test_in_an_ordered_pick_a_row_has_an_order() -> None:
    ordered = asking(
        Move("line", {}, [Cards("line", cards(1, 2), 2, 2, True), TARGET], [Combos([0, 1], [[[1, 2], [1]]])])
    )
    check(ordered, Answer(0, [[1, 2], [1]]))
    with pytest.raises(Illegal):
        check(ordered, Answer(0, [[2, 1], [1]]))


def test_combinations_are_enumerated_with_what_is_free() -> None:
    assert every(PAIRED) == [
        (0, [[1, 2], [0], [3]]),
        (0, [[1, 2], [1], [3]]),
        (0, [[2, 3], [0], [4]]),
        (0, [[2, 3], [1], [4]]),
    ]


# -- partitions -------------------------------------------------------------------------------------------------------


def dividing(*picks: Cards) -> Ask:
    return asking(Move("divide", {}, list(picks), [], True))


def test_a_partition_places_each_card_once() -> None:
    ask = dividing(Cards("top", cards(1, 2, 3), 0, 3), Cards("under", cards(1, 2, 3), 0, 3))
    check(ask, Answer(0, [[3, 1], [2]]))
    check(ask, Answer(0, [[], [2, 3, 1]]))
    for picks in ([[1], [2]], [[1, 2], [2, 3]], [[1, 2, 3], [1]]):
        with pytest.raises(Illegal, match="exactly one place"):
            check(ask, Answer(0, picks))
    assert len(every(ask)) == 2**3


def test_an_ordered_partition_has_every_order() -> None:
    ask = dividing(Cards("top", cards(1, 2, 3), 0, 3, True), Cards("under", cards(1, 2, 3), 0, 3, True))
    assert len(every(ask)) == 4 * 6  # each order of three cards, cut in one of four places


def test_a_tight_partition_is_never_stuck() -> None:
    ids = range(9)
    picks = [
        Cards(name, cards(*ids), low, high) for name, low, high in (("a", 0, 1), ("b", 3, 3), ("c", 2, 5))
    ]
    ask, chance = dividing(*picks), Chance(b"tight")
    sizes = set()
    for _ in range(200):
        answer = sample(ask, chance)
        check(ask, answer)
        sizes.add(tuple(len(chosen) for chosen in answer.picks))
    assert sizes == {(1, 3, 5)}


# -- sampling and enumerating -----------------------------------------------------------------------------------------


def test_sampling_reaches_every_answer() -> None:
    ask = asking(PASS, Move("hit", {}, [TWO_OF, TARGET]), PAIRED.moves[0])
    chance = Chance(b"every")
    drawn = {
        msgspec.json.encode(Answer(a.move, [sorted(p) for p in a.picks]))
        for a in (sample(ask, chance) for _ in range(1500))
    }
    assert drawn == {msgspec.json.encode(Answer(move, picks)) for move, picks in every(ask)}
    assert len(drawn) == 1 + 6 * 3 + 4


def test_more_may_be_allowed_than_there_is() -> None:
    ask = one(Cards("any", cards(1, 2), 0, 99))
    assert every(ask) == [(0, [[]]), (0, [[1]]), (0, [[2]]), (0, [[1, 2]])]
    chance = Chance(b"more")
    assert {len(sample(ask, chance).picks[0]) for _ in range(100)} == {0, 1, 2}


def test_ordered_picks_are_enumerated_in_every_order() -> None:
    assert [picks[0] for _, picks in every(one(Cards("line", cards(1, 2, 3), 2, 2, True)))] == [
        [1, 2],
        [1, 3],
        [2, 1],
        [2, 3],
        [3, 1],
        [3, 2],
    ]


def test_enumerating_is_lazy() -> None:
    many = one(Cards("any", cards(*range(60)), 0, 60, True))
    wide = one(Number("bid", 0, 10**15))
    split = dividing(*(Cards(name, cards(*range(40)), 0, 40, True) for name in "abc"))
    for ask in (many, wide, split):
        answers = every_answer(ask)
        for _ in range(50):
            check(ask, next(answers))
    assert 0 <= sample(wide, Chance(b"wide")).picks[0][0] <= 10**15


picks = st.one_of(
    st.builds(
        lambda n, low, more, ordered: Cards("c", cards(*range(n)), min(low, n), min(low, n) + more, ordered),
        st.integers(0, 4),
        st.integers(0, 2),
        st.integers(0, 3),
        st.booleans(),
    ),
    st.builds(lambda n: Seats("s", [Seat(i) for i in range(n)]), st.integers(1, 4)),
    st.builds(lambda n, low: Options("o", ["x"] * n, min(low, n), n), st.integers(1, 3), st.integers(0, 2)),
    st.builds(lambda low, n: Number("n", low, low + n), st.integers(-3, 3), st.integers(0, 3)),
)
asks = st.lists(st.lists(picks, max_size=2), min_size=1, max_size=3).map(
    lambda moves: asking(*(Move("m", {}, list(given_picks)) for given_picks in moves))
)


@given(asks, st.integers(0, 2**32))
def test_sample_enumeration_and_check_agree(ask: Ask, seed: int) -> None:
    chance = Chance(seed.to_bytes(8, "little"))
    answers = list(every_answer(ask))
    for answer in answers:
        check(ask, answer)
    drawn = sample(ask, chance)
    check(ask, drawn)
    loose = [not (isinstance(pick, Cards) and pick.ordered) for pick in ask.moves[drawn.move].picks]
    settled = [sorted(p) if free else p for free, p in zip(loose, drawn.picks, strict=True)]
    assert Answer(drawn.move, settled) in answers
    assert len({msgspec.json.encode(answer) for answer in answers}) == len(answers)


def test_asks_go_over_the_wire_whole() -> None:
    ask = asking(
        PASS,
        *PAIRED.moves,
        Move("set", {"n": 1}, [Sets("s", cards(1), [CardSet([CardId(1)], "l", {"as": "x"})])]),
    )
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(ask), type=Ask) == ask
    assert msgspec.json.decode(msgspec.json.encode(ask), type=Ask) == ask
