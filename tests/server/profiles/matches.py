"""Finished matches, made up."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.core.ids import Seat
from engine.core.poll import Outcome
from server.links import PlayerId
from server.profiles.results import Chair, Finished

__all__ = ["finished", "matches"]

PEOPLE = ("pann", "pben", "pcat", "pdan", "peve")


def finished(
    who: Sequence[str | None],
    places: Sequence[int] | None,
    *,
    number: int = 1,
    ended: int = 1000,
    sides: Sequence[str | None] = (),
    winners: Sequence[int] | None = None,
    game: str = "highcard",
) -> Finished:
    """`who` by seat, None for a bot; `places` None for a void match. Whoever has place 1 wins, unless `winners` says who does."""
    best = [seat for seat, place in enumerate(places or ()) if place == 1] if winners is None else winners
    outcome = None if places is None else Outcome([Seat(seat) for seat in best], "done", list(places))
    return Finished(
        record=f"ROOM-{number}-00",
        game=game,
        started=ended - 10,
        ended=ended,
        chairs=[
            Chair(
                None if player is None else PlayerId(player),
                "random" if player is None else None,
                None if places is None else places[seat],
            )
            for seat, player in enumerate(who)
        ],
        sides=list(sides) or [None] * len(who),
        names={PlayerId(player): player[1:].title() for player in who if player is not None},
        outcome=outcome,
    )


@st.composite
def matches(draw: st.DrawFn, number: int = 1) -> Finished:
    """Of two to five seats, at most one each for the same five people; every kind of end."""
    people = draw(st.permutations(PEOPLE))
    who = [person if draw(st.integers(0, 3)) else None for person in people[: draw(st.integers(2, 5))]]
    teams = draw(st.booleans())
    sides = [draw(st.sampled_from(["a", "b"])) if teams else None for _ in who]
    ends = draw(st.sampled_from(["places", "draw", "defeat", "void"]))
    places: list[int] | None = {"draw": [1] * len(who), "defeat": [2] * len(who)}.get(ends)
    if ends == "places":
        by_side = {"a": 1, "b": draw(st.sampled_from([1, 2]))}
        places = [by_side[side] if side else draw(st.integers(1, len(who))) for side in sides]
    ended = draw(st.integers(1, 30)) * 100
    winners: list[int] | None = [] if ends in ("draw", "defeat") else None
    return finished(who, places, number=number, ended=ended, sides=sides, winners=winners)
