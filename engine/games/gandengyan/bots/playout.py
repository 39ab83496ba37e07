"""A hand played to its end by sensible players, on plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.gandengyan.bots.packed import BOMB, REAL, UNIT, Packed, Step, count, size_of
from engine.games.gandengyan.bots.plan import patient, sensible
from engine.games.gandengyan.score import bomb_factor, penalty

__all__ = ["Course", "gain", "play_out"]


@dataclass(slots=True)
class Course:
    """A hand as it stands. `hands` by seat, 0 for who is not in it; `top` is the play to be beaten and `owner` whose it is; `seat` is
    acting, and leads (having drawn) if `top` is 0."""

    hands: list[Packed]
    played: list[bool]
    factor: int
    seat: int
    top: int
    owner: int


def play_out(course: Course, step: Step | None, pile: Sequence[int], drawn: int, most: int) -> int:
    """Who wins when the acting seat takes this step (None: passes). What is drawn are the grades from place `drawn` of `pile` on.

    The course's hands, plays and factor are those of the end then. The loop is flat: it runs ten thousand times a thought."""
    hands, seat, top, owner = course.hands, course.seat, course.top, course.owner
    seats = len(hands)
    keep = _keeping(hands)
    while True:
        if step is not None:
            top, rest = step
            hands[seat] = rest
            course.played[seat] = True
            owner = seat
            if top >= BOMB:
                course.factor *= bomb_factor(size_of(top))
            if not rest:
                return seat
            keep = keep and patient(count(rest))
        seat = (seat + 1) % seats
        while (hand := hands[seat]) < REAL or (top and seat == owner):
            if top and seat == owner:
                top = 0
                if drawn < len(pile):
                    hands[seat] += UNIT[pile[drawn]]
                    drawn += 1
                    keep = keep or _keeping(hands)
                continue
            if hand:
                hands[seat] = 0  # only jokers
                left = [other for other in range(seats) if hands[other]]
                if len(left) == 1:
                    return left[0]
                keep = _keeping(hands)
            seat = (seat + 1) % seats
        step = sensible(hand, top, most, keep)


def _keeping(hands: list[Packed]) -> bool:
    return patient(min(map(count, filter(None, hands))))


def gain(course: Course, winner: int, seat: int) -> int:
    """What the seat gets (or pays, below 0) if `winner` has won."""
    if seat != winner:
        return -_lost(course, seat)
    return sum(_lost(course, other) for other in range(len(course.hands)) if other != seat)


def _lost(course: Course, seat: int) -> int:
    left = count(course.hands[seat])
    return penalty(left, played=course.played[seat], factor=course.factor) if left else 0
