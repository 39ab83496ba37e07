"""What can be played, found the long way and without the game's code: every set of cards, every meaning of its jokers, and what that is.

Ranks are 3 .. 15 (11 J, 12 Q, 13 K, 14 A, 15 the 2); a hand is its ranks in order and a number of jokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

__all__ = ["Found", "Hand", "Play", "every_hand", "is_beaten_by", "meanings", "playable", "what_is"]

RANKS = range(3, 16)
Hand = tuple[tuple[int, ...], int]
Play = tuple[str, int, int]
"""Kind, lowest rank, number of cards."""
Found = tuple[Play, tuple[int, ...], int]
"""A play, the real ranks that it takes, and the jokers."""


def what_is(ranks: list[int], most: int) -> Play | None:
    """What cards of these ranks are, all of them real."""
    n, lowest = len(ranks), min(ranks)
    counts = Counter(ranks)
    if n == 1:
        return "single", lowest, 1
    if len(counts) == 1:
        if n == 2:
            return "pair", lowest, 2
        return ("bomb", lowest, n) if n <= most else None
    in_a_row = sorted(counts) == list(range(lowest, lowest + len(counts))) and max(ranks) <= 14
    if in_a_row and set(counts.values()) == {1} and n >= 3:
        return "straight", lowest, n
    if in_a_row and set(counts.values()) == {2}:
        return "pair_run", lowest, n
    return None


@cache
def meanings(real: tuple[int, ...], jokers: int, most: int) -> frozenset[Play]:
    """All that exactly these cards can be."""
    if not real:
        return frozenset()
    found = {what_is([*real, *stand_for], most) for stand_for in combinations_with_replacement(RANKS, jokers)}
    return frozenset(play for play in found if play is not None)


def playable(hand: Hand, most: int) -> set[Found]:
    """All that a hand can be played as."""
    real, jokers = hand
    return {
        (play, part, wild)
        for n in range(1, len(real) + 1)
        for part in set(combinations(real, n))
        for wild in range(jokers + 1)
        for play in meanings(part, wild, most)
    }


def every_hand(size: int, decks: int) -> Iterator[Hand]:
    """All hands of so many cards from so many decks, equal cards taken as one."""
    for jokers in range(min(size, 2 * decks) + 1):
        for real in combinations_with_replacement(RANKS, size - jokers):
            if all(times <= 4 * decks for times in Counter(real).values()):
                yield real, jokers


def is_beaten_by(old: Play, new: Play) -> bool:
    """The source's table, row by row."""
    old_kind, old_rank, old_n = old
    kind, rank, n = new
    if old_kind == "single":
        return kind == "bomb" or (
            kind == "single" and (rank == old_rank + 1 or (rank == 15 and old_rank != 15))
        )
    if old_kind == "pair":
        return kind == "bomb" or (
            kind == "pair" and (rank == old_rank + 1 or (rank == 15 and old_rank != 15))
        )
    if old_kind in ("straight", "pair_run"):
        return kind == "bomb" or (kind == old_kind and n == old_n and rank == old_rank + 1)
    return kind == "bomb" and (n > old_n or (n == old_n and rank > old_rank))
