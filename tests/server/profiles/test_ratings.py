"""What a match does to ratings: properties, and the rulings on bots, sides, and those who leave."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.links import PlayerId
from server.profiles.ratings import NEWCOMER, Change, Side, Skill, apply, changes, points, spread
from server.profiles.results import Result, Tally, Verdict, results_of, tally
from tests.server.profiles.matches import finished, matches

skills = st.builds(Skill, st.floats(-20, 80), st.floats(0.5, 10))
sides = st.lists(
    st.builds(Side, st.integers(1, 6), st.lists(skills, min_size=1, max_size=4)), min_size=2, max_size=6
)


def results(match_: object, **known: list[Result]) -> dict[str, Result]:
    """Of a match, for people of whom `known` is kept."""
    kept = {PlayerId(f"p{name}"): found for name, found in known.items()}
    return {player[1:]: result for player, result in results_of(match_, kept, rated=True)}  # type: ignore[arg-type]


def gains(*args: object, **fields: object) -> dict[str, float]:
    found = results(finished(*args, **fields))  # type: ignore[arg-type]
    return {name: result.change.mu for name, result in found.items() if result.change is not None}


def test_a_newcomer_has_no_points() -> None:
    assert (points(NEWCOMER), spread(NEWCOMER)) == (0, 2500)


@given(sides)
def test_any_match_leaves_ratings_that_can_go_on(table: list[Side]) -> None:
    for side, moved in zip(table, changes(table), strict=True):
        for skill, change in zip(side.skills, moved, strict=True):
            after = apply(skill, change)
            assert 0 < after.sigma < skill.sigma * 1.05 and abs(after.mu - skill.mu) < 100


@given(sides, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(table: list[Side], luck: object) -> None:
    order = list(range(len(table)))
    luck.shuffle(order)  # type: ignore[attr-defined]
    straight, mixed = changes(table), changes([table[i] for i in order])
    for place, i in enumerate(order):
        for a, b in zip(straight[i], mixed[place], strict=True):
            assert (a.mu, a.sigma) == pytest.approx((b.mu, b.sigma))


@given(skills, st.integers(1, 4), st.integers(1, 4))
def test_among_equals_the_better_side_gains(skill: Skill, ours: int, theirs: int) -> None:
    """However many each side has."""
    (mine, *_), (yours, *_) = changes([Side(1, [skill] * ours), Side(2, [skill] * theirs)])
    assert mine.mu > 0 > yours.mu
    assert mine.mu == pytest.approx(-yours.mu)


def test_who_is_known_less_well_moves_more() -> None:
    new, old = Skill(25, 8), Skill(25, 2)
    ((first, second), _) = changes([Side(1, [new, old]), Side(2, [old])])
    assert first.mu > 10 * second.mu > 0


def test_bots_do_not_count() -> None:
    """The same change as without them, wherever they come in."""
    alone = gains(["pann", "pben"], [1, 2])
    assert gains(["pann", None, "pben", None], [2, 1, 4, 3]) == pytest.approx(alone)
    assert gains(["pann", None, None], [1, 2, 3]) == {}, "one person alone is not rated"


def test_a_side_shares_its_fate() -> None:
    """Two against two, one of them a bot: each person of the winners gains alike, and who has a bot beside him plays for the side."""
    team = gains(["pann", "pben", "pcat", "pdan"], [1, 2, 1, 2], sides=["a", "b", "a", "b"])
    assert team["ann"] == team["cat"] > 0 > team["ben"] == team["dan"]
    half = gains(["pann", "pben", None, "pdan"], [1, 2, 1, 2], sides=["a", "b", "a", "b"])
    assert half == pytest.approx({name: team[name] for name in half})
    assert gains(["pann", "pben", None], [1, 1, 2], sides=["a", "a", "b"]) == {}, (
        "nobody was on the other side"
    )


@pytest.mark.parametrize(
    ("places", "winners", "verdicts"),
    [
        ([1, 2], None, (Verdict.WON, Verdict.LOST)),
        ([1, 1], None, (Verdict.WON, Verdict.WON)),
        ([1, 1], [], (Verdict.DRAWN, Verdict.DRAWN)),
        ([2, 2], [], (Verdict.LOST, Verdict.LOST)),
        ([1, 2], [], (Verdict.DRAWN, Verdict.LOST)),
        (None, None, (Verdict.VOID, Verdict.VOID)),
    ],
)
def test_verdicts(places: list[int] | None, winners: list[int] | None, verdicts: tuple[Verdict, ...]) -> None:
    found = results(finished(["pann", "pben"], places, winners=winners))
    assert (found["ann"].verdict, found["ben"].verdict) == verdicts
    assert (found["ann"].change is None) == (places is None), "only a void match is not rated"


@given(st.data())
def test_results_may_come_in_any_order_and_again_and_by_half(data: st.DataObject) -> None:
    """Whatever the order in which rooms write, and wherever one dies and does it again: each match counts once for each of its people."""
    played = [data.draw(matches(number)) for number in range(1, data.draw(st.integers(1, 6)) + 1)]
    book: dict[PlayerId, list[Result]] = {}
    for match in data.draw(
        st.permutations(played + data.draw(st.lists(st.sampled_from(played), max_size=4)))
    ):
        fresh = results_of(match, book, rated=True)
        for player, result in fresh[: data.draw(st.integers(0, len(fresh)))]:
            book[player] = sorted([*book.get(player, []), result], key=lambda r: (r.ended, r.record))
    for match in played:
        for player, result in results_of(match, book, rated=True):
            book[player] = sorted([*book.get(player, []), result], key=lambda r: (r.ended, r.record))
        assert results_of(match, book, rated=True) == []
    for player, mine in book.items():
        mine_played = [match for match in played if player in match.names]
        assert {result.record for result in mine} == {match.record for match in mine_played}
        voids = sum(match.outcome is None for match in mine_played)
        assert len(mine) == len(mine_played)
        assert sum(result.change is not None for result in mine) <= len(mine_played) - voids


@given(st.data())
def test_the_oldest_may_go_and_the_sums_stay(data: st.DataObject) -> None:
    mine: list[Result] = []
    for number in range(1, data.draw(st.integers(2, 8))):
        places = data.draw(st.sampled_from([[1, 2], [2, 1], [1, 1], None]))
        match = finished(["pann", "pben"], places, number=number, ended=number * 100)
        mine.append(results(match, ann=mine)["ann"])
    whole = tally(mine)
    rest = tally(mine[data.draw(st.integers(0, len(mine) - 1)) :])
    assert (rest.played, rest.won, rest.void) == (whole.played, whole.won, whole.void)
    assert (rest.skill is None) == (whole.skill is None)
    if rest.skill is not None and whole.skill is not None:
        assert (rest.skill.mu, rest.skill.sigma) == pytest.approx((whole.skill.mu, whole.skill.sigma))


def test_two_matches_at_the_same_time_both_count() -> None:
    """Two rooms end in two processes, and neither knows of the other."""
    one = results(finished(["pann", "pben"], [1, 2], number=1, ended=100))["ann"]
    two = results(finished(["pann", "pcat"], [1, 2], number=2, ended=100))["ann"]
    assert one.change is not None and two.change is not None
    both = tally([one, two])
    assert (both.played, both.won) == (2, 2)
    assert both.skill == apply(apply(NEWCOMER, one.change), two.change)


def test_a_late_result_does_not_count_towards_itself() -> None:
    """A room was down when its match had just ended; meanwhile another match was played to the end."""
    later = results(finished(["pann", "pben"], [1, 2], number=2, ended=200))["ann"]
    late = results(finished(["pann", "pben"], [1, 2], number=1, ended=100), ann=[later])["ann"]
    assert late.before == Tally()
    assert isinstance(late.change, Change)
    assert tally([late, later]).won == 2
