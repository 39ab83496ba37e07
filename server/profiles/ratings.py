"""How good a player seems to be, by Plackett and Luce's model (openskill).

A match gives each player a *change*: so much to add to the mean, so much to multiply the deviation by. A rating is where one began and
all changes since. In which order changes arrive does not matter, so two matches that end at the same time lose nothing of each other.

Only persons are rated. A bot is left out of the ranking: its strength is a setting, and beating it a hundred times says nothing about
people. A side counts as the average of its persons, so that a side of one against a side of four (a lord among rebels) is not taken for a
quarter as strong: the games balance that themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec
from openskill.models import PlackettLuce

__all__ = ["NEWCOMER", "Change", "Side", "Skill", "apply", "changes", "points", "spread"]

POINTS: Final = 100
"""Points that are shown for one unit of the model's scale, on which a newcomer's deviation is 8⅓."""
LEAST: Final = 1e-4
"""What is left of a deviation's square in the worst case; the model's own bound."""

_model = PlackettLuce()


class Skill(msgspec.Struct, frozen=True):
    """A normal distribution on the model's scale."""

    mu: float
    sigma: float


class Change(msgspec.Struct, frozen=True):
    """`mu` is added, `sigma` multiplied."""

    mu: float
    sigma: float


class Side(msgspec.Struct, frozen=True):
    """Persons who win or lose together. `place`: 1 is best, equal places are ties."""

    place: int
    skills: Sequence[Skill]


NEWCOMER: Final = Skill(_model.mu, _model.sigma)


def apply(skill: Skill, change: Change) -> Skill:
    return Skill(skill.mu + change.mu, skill.sigma * change.sigma)


def points(skill: Skill) -> int:
    """What is shown: the strength that a player has almost surely (three deviations below the mean). A newcomer has 0."""
    return round(POINTS * (skill.mu - 3 * skill.sigma))


def spread(skill: Skill) -> int:
    """By how many points the rating may be wrong."""
    return round(POINTS * 3 * skill.sigma)


def changes(sides: Sequence[Side]) -> list[list[Change]]:
    """What a match does to each person of each side. At least two sides, each with at least one person."""
    averages = [_average(side.skills) for side in sides]
    rated = _model.rate(
        [[_model.rating(average.mu, average.sigma)] for average in averages],
        ranks=[float(side.place) for side in sides],
    )
    return [
        [_share(skill, average, Skill(after.mu, after.sigma)) for skill in side.skills]
        for side, average, (after,) in zip(sides, averages, rated, strict=True)
    ]


def _average(skills: Sequence[Skill]) -> Skill:
    return Skill(
        sum(skill.mu for skill in skills) / len(skills),
        sqrt(sum(skill.sigma**2 for skill in skills) / len(skills)),
    )


def _share(skill: Skill, average: Skill, after: Skill) -> Change:
    """Who is known less well changes more, as within a team of the model's."""
    part = (skill.sigma / average.sigma) ** 2
    shrunk = 1 - part * (1 - (after.sigma / average.sigma) ** 2)
    return Change(part * (after.mu - average.mu), sqrt(max(shrunk, LEAST)))
