"""§7 What a hand costs: the worked figures of the source."""

from __future__ import annotations

from math import prod

import pytest

from engine.games.gandengyan.score import bomb_factor, penalty


@pytest.mark.parametrize(
    ("bombs", "factor"),
    [
        ((), 1), ((3,), 2), ((4,), 4), ((3, 4), 8), ((4, 4), 16), ((3, 3, 3), 8),
        ((5,), 8), ((6,), 16), ((7,), 32), ((8,), 64),
    ],
)  # fmt: skip
def test_7_3_bombs_multiply(bombs: tuple[int, ...], factor: int) -> None:
    """S13: the product of the bombs, not their number."""
    assert prod(map(bomb_factor, bombs)) == factor


@pytest.mark.parametrize(
    ("left", "played", "factor", "lost"),
    [
        (1, True, 1, 1),
        (4, True, 1, 4),
        (4, False, 1, 8),
        (5, True, 1, 10),  # five cards count as not having played
        (5, False, 1, 10),  # both together double once
        (6, False, 1, 12),
        (1, True, 16, 16),
        (6, False, 8, 96),
    ],
)
def test_7_4_penalty(left: int, played: bool, factor: int, lost: int) -> None:
    assert penalty(left, played=played, factor=factor) == lost
