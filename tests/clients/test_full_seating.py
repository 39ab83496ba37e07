"""Where the seats lie, whatever the window."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.full.seating import is_bare, seat_plan

SEATS = st.integers(1, 9)


@given(SEATS, st.integers(0, 1), st.integers(80, 220), st.integers(7, 60))
def test_everybody_has_a_place_and_no_two_share_one(
    others: int, figures: int, width: int, height: int
) -> None:
    plan = seat_plan(others, figures, width, height)
    assert (len(plan.others), len(plan.figures)) == (others, figures)
    regions = [plan.own, *plan.others, *plan.figures, plan.middle]
    for region in regions:
        assert region.x >= 0 and region.y >= 0 and region.right <= width and region.bottom <= height
        assert region.width >= 14 and region.height >= 1
    assert not any(one.overlaps(other) for one, other in combinations(regions, 2))
    assert plan.middle.width >= 36
    assert plan.own.bottom == height


@pytest.mark.parametrize("others", range(2, 10))
def test_a_wide_window_has_a_round_table_in_playing_order(others: int) -> None:
    """Up the left side, along the top, down the right side."""
    plan = seat_plan(others, 0, 140, 26)
    left = [region for region in plan.others if region.x == 0 and region.y >= plan.middle.y]
    right = [region for region in plan.others if region.x > plan.middle.x and region.y >= plan.middle.y]
    top = [region for region in plan.others if region.y < plan.middle.y]
    assert len(left) == len(right) > 0
    assert plan.others == [*left, *top, *right]
    assert [region.y for region in left] == sorted((region.y for region in left), reverse=True)
    assert [region.x for region in top] == sorted(region.x for region in top)
    assert [region.y for region in right] == sorted(region.y for region in right)


@given(SEATS, st.integers(80, 200), st.integers(9, 40), st.integers(0, 20))
def test_panels_stay_where_they_are_when_a_question_goes(
    others: int, width: int, usual: int, more: int
) -> None:
    """Only one's own moves, down to the edge, and the middle has what there is more."""
    before, after = (seat_plan(others, 0, width, height, usual) for height in (usual, usual + more))
    assert before.others == after.others
    assert before.own.size == after.own.size and after.own.bottom == usual + more
    assert after.middle.height == before.middle.height + more


def test_ten_players_fit_into_a_small_window() -> None:
    """A line each at least, and lines left for the middle."""
    plan = seat_plan(9, 0, 80, 8)
    assert all(region.width >= 26 and is_bare(region) for region in plan.others)
    assert plan.middle.height >= 3


@given(SEATS, st.integers(1, 79), st.integers(0, 6))
def test_a_window_too_small_breaks_nothing(others: int, width: int, height: int) -> None:
    assert len(seat_plan(others, 1, width, height).others) == others
